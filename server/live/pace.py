"""A recording's own clock."""

from __future__ import annotations

import threading
import time

MOST_LATE_S = 1.0
"""A recording that is behind by no more than this catches up; one that is further behind goes on from there."""


class Pace:
    """Holds a recording to its own clock, so many times as fast."""

    def __init__(self, speed: float | None, cut_short: threading.Event) -> None:
        self._speed, self._cut_short = speed, cut_short
        self._began: float | None = None

    def keep(self, at: float) -> None:
        """Wait until it is time for the frame taken `at`."""
        if not self._speed:
            return
        due = at / self._speed
        if self._began is None:
            self._began = time.monotonic() - due
        ahead = self._began + due - time.monotonic()
        if ahead > 0:
            self._cut_short.wait(ahead)
        elif ahead < -MOST_LATE_S:
            self._began -= ahead

    def put_off(self, seconds: float) -> None:
        """Shift what is to come."""
        if self._began is not None:
            self._began += seconds
