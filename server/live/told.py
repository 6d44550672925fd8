"""What is seen, as the pages are told of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from croupier.server.die import die_json
from croupier.server.live.photo import Shot
from croupier.server.mailbox import News
from croupier.vision.frame import Frame, Image
from croupier.vision.reading import Die
from croupier.vision.roll import Phase, Seen

NO_CAMERA = "There is no camera: rolls are entered by hand."
SEEN_EVERY_S = 0.1
"""What is seen is told at most this often, but for a new phase."""


class Sight:
    """`camera` is its state for the pages, `shot` the newest frame there is, and `seen` what was seen in it, while the
    camera sees; `lay` the dice that this camera saw last, in their picture, also when they are gone.
    """

    def __init__(self, url: str | None, news: News) -> None:
        self._news = news
        self._told: dict[str, Any] | None = None
        self._told_at = 0.0
        self.camera = {"url": url or "", "state": "none", "text": NO_CAMERA}
        self.seen: Seen | None = None
        self.shot: Shot | None = None
        self.lay: tuple[Image, Sequence[Die]] | None = None

    @property
    def phase(self) -> Phase:
        """The phase seen last, as long as the camera sees."""
        return seen.phase if (seen := self.seen) else Phase.EMPTY

    def _tell_camera(self, url: str | None, state: str, text: str) -> None:
        told = {"url": url or "", "state": state, "text": text}
        if told != self.camera:
            self.camera = told
            if state != "ok":
                self.seen = self._told = None  # nobody knows whether dice still roll
            self._news.publish("board", None)

    def _show(self, frame: Frame | None) -> None:
        """The live picture; None closes it."""
        self.shot = None if frame is None else Shot(frame)
        if self.shot is not None and self._news.wanted("shot"):
            self._news.publish("shot", self.shot)

    def _tell_seen(self, seen: Seen) -> None:
        self.seen = seen
        told = seen_json(seen, self.shot)
        new_phase = self._told is None or told["phase"] != self._told["phase"]
        now = time.monotonic()
        if new_phase or (_without_at(told) != _without_at(self._told) and now - self._told_at >= SEEN_EVERY_S):
            self._told, self._told_at = told, now
            self._news.publish("seen", told)


def seen_json(seen: Seen, shot: Shot | None) -> dict[str, Any]:
    """What is seen, for the pages; `size` is the picture's width and height in the pixels of `corners`."""
    height, width = shot.frame.image.shape[:2] if shot else (0, 0)
    dice = [die_json(die) for die in seen.dice]
    return {"at": seen.at, "phase": seen.phase.value, "size": [width, height], "dice": dice, "why": list(seen.why)}


def _without_at(told: dict[str, Any] | None) -> dict[str, Any] | None:
    """All of it but the time, to see whether anything changed."""
    return told and {key: value for key, value in told.items() if key != "at"}
