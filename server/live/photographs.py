"""Photographs of the table that people send: each is one roll, and goes the way that a camera's rolls go."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from croupier.server.errors import TableError
from croupier.server.live.snapshot import by_photo, roll_of
from croupier.server.table import AS_COUNTED, CAMERA, Table
from croupier.vision.frame import Frame, Image, resized
from croupier.vision.reading import Die, Reader, Reading, enlarged

EVIDENCE_LONG_SIDE_PX = 1920
"""A photograph is read as it is, and kept no larger than this."""
HIDDEN = "Dice are hidden: send photographs again once they are shown."
KNOWN = "This photograph was read already, and counts once. Take another one, or type the roll in."
NO_DICE = "No dice are seen: take the photograph from above, with light on the dice and nothing else beside them."
ASIDE = "A test roll is being made: send photographs again when it is over."
ANOTHER_GAME = "Another game has begun meanwhile: take a photograph of its roll."

Outcome = Literal["counted", "asked", "known", "nothing"]


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a photograph: it counts, is asked about, was known already, or shows nothing. In words too."""

    outcome: Outcome
    text: str
    dice: tuple[Die, ...] = ()


class Photographs:
    """Reads one at a time, from any thread. Those that were read in the game in play are known again."""

    def __init__(
        self, table: Table, open_reader: Callable[[], Reader], aside: Callable[[], bool] = lambda: False
    ) -> None:
        """`aside` tells whether what is rolled now counts for nothing."""
        self._table, self._open_reader, self._aside = table, open_reader, aside
        self._lock = threading.Lock()
        self._reader: Reader | None = None
        self._game = 0
        self._read: set[bytes] = set()

    def refuse(self) -> None:
        """Raises `TableError` where no photograph is looked at now: there is no game, its dice are hidden, or a
        test roll is made.
        """
        if self._table.course and self._table.hides:
            raise TableError(HIDDEN)
        if self._aside():
            raise TableError(ASIDE)

    def take(self, image: Image, content: bytes) -> Taken:
        """Settle the roll that `image` shows, the file `content` decoded. Raises `TableError` and `LogError`."""
        with self._lock:
            self.refuse()
            game = self._table.course.started.id
            if game != self._game:
                self._game, self._read = game, set()
            digest = sha256(content).digest()
            if digest in self._read:
                return Taken("known", KNOWN)
            taken = self._settle(image, game)
            self._read.add(digest)
            return taken

    def _settle(self, image: Image, game: int) -> Taken:
        """What is on it is a roll of the game as it stands once it is read: somebody may have typed it in meanwhile."""
        if self._reader is None:
            self._reader = self._open_reader()
        reading, frame = _as_kept(self._reader.read(image), image)
        if not reading.dice:
            return Taken("nothing", NO_DICE)
        with self._table.held() as course:
            self.refuse()
            if course.started.id != game:
                raise TableError(ANOTHER_GAME)
            roll = roll_of(course, reading, frame)
            if roll is None:
                if by_photo(course):  # what was asked of the photograph before is settled by this one
                    self._table.dismiss(CAMERA)
                return Taken("known", AS_COUNTED, reading.dice)
            self._table.record(roll)
            after = self._table.course
        if after is course:
            return Taken("known", AS_COUNTED, reading.dice)
        if after.question is not None:
            return Taken("asked", " ".join(after.question.payload["ask"]), reading.dice)
        return Taken("counted", after.newest.text if after.newest else "", reading.dice)


def _as_kept(reading: Reading, image: Image) -> tuple[Reading, Frame]:
    """The reading and its picture at the size of evidence."""
    factor = EVIDENCE_LONG_SIDE_PX / max(image.shape[:2])
    small = resized(image, factor) if factor < 1 else image
    dice = tuple(enlarged(die, image, small) for die in reading.dice)
    return Reading(dice, reading.why), Frame(small, time.monotonic(), 0)
