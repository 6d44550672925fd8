"""A recording's own clock."""

from __future__ import annotations

import threading
import time


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
        else:
            self._began -= ahead  # too slow to keep up: go on from here, without a rush later

    def put_off(self, seconds: float) -> None:
        """Shift what is to come."""
        if self._began is not None:
            self._began += seconds
