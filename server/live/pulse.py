"""How fast frames are looked at, and where the time goes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

OVER_S = 5.0
"""Frames a second are told as of the last few seconds."""
SMOOTH = 0.2
"""How much of a stage's newest time goes into its mean."""


NO_READING = ("gate", "vote")
"""The stages of a frame that are no part of reading it."""


class Pulse:
    """A stopwatch for the eyes that look at each frame: `lap` is called at the end of each stage that they have.

    Written by the camera's thread, read by any.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._began: deque[float] = deque(maxlen=1000)
        self._last = 0.0
        self._laps: dict[str, float] = {}
        self._means: dict[str, float] = {}
        self.frames = 0
        self.reader: object = None
        self.heard: Callable[[float | None], None] = lambda read_s: None
        """Told of every frame, with the seconds that reading it took where it was read."""

    def attend(self, eyes: Any) -> None:
        """From now on these are timed, and the reader behind them, as far as they tell."""
        self.reader = getattr(eyes, "reader", None)
        for one in (eyes, self.reader):
            if one is not None and hasattr(one, "lap"):
                one.lap = self.lap

    def begin(self) -> None:
        """A frame is looked at."""
        self._last = self._clock()
        self._began.append(self._last)
        self._laps = {}

    def lap(self, stage: str) -> None:
        """A stage of the frame has ended."""
        now = self._clock()
        self._laps[stage] = self._laps.get(stage, 0.0) + now - self._last
        self._last = now

    def end(self, hidden: bool) -> None:
        """The frame was looked at; of `hidden` dice nothing is told, not even how long they took."""
        self.lap("vote" if self._laps else "gate")
        self.frames += 1
        if hidden:
            self.heard(None)
            return
        for stage, took in self._laps.items():
            self._means[stage] = self._means.get(stage, took) * (1 - SMOOTH) + took * SMOOTH
        read = sum(took for stage, took in self._laps.items() if stage not in NO_READING)
        self.heard(read or None)

    @property
    def fps(self) -> float:
        """Frames a second that are looked at now."""
        since = self._clock() - OVER_S
        return sum(began >= since for began in tuple(self._began)) / OVER_S

    @property
    def stages(self) -> Mapping[str, float]:
        """Milliseconds of each stage, of late."""
        return {stage: 1000 * took for stage, took in tuple(self._means.items())}
