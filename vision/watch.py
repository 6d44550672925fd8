"""Watch a table: frames in, one by one; what is seen, and each roll once, out."""

from __future__ import annotations

import statistics
from collections.abc import Callable

from croupier.vision.frame import Frame, Image
from croupier.vision.reading import Reader, Reading
from croupier.vision.roll import Seen
from croupier.vision.rolls import phases


class Watcher:
    """Remembers the table between frames. The same frames give the same rolls, at whatever speed."""

    def __init__(self, reader: Reader, kind: str = "auto") -> None:
        self.reader = reader
        self.lap: Callable[[str], None] = lambda stage: None
        """Called at the end of each stage of a frame, by its name: whoever has a clock can time it."""
        self._kind = kind
        self._table = phases.Table()

    def see(self, frame: Frame) -> Seen:
        """What the table looks like now; `Seen.roll` is there in the one frame in which a roll fires."""
        self._table, seen = phases.step(self._table, frame, self._read)
        return seen

    def finish(self) -> Seen | None:
        """The last word when no more frames come: a roll that lay still but had not yet fired, or None."""
        self._table, seen = phases.finish(self._table)
        return seen

    def reread(self) -> None:
        """Read the table again as soon as it rests; what was thrown last is reported once more."""
        self._table = phases.reread(self._table)

    def _read(self, image: Image) -> Reading:
        """A look, timed apart from the glance that called for it."""
        self.lap("gate")
        reading = self._look(image)
        self.lap("judge")
        return reading

    def _look(self, image: Image) -> Reading:
        """The first look at dice at rest is at every size; the next ones only at theirs, while no die is lost by it and
        the first had nothing to say against the picture."""
        before = self._table.rest.readings if self._table.rest else ()
        if before and before[0].dice and not before[0].why:
            edge = statistics.median(die.edge for die in before[0].dice)
            quick = self.reader.read(image, self._kind, edge)
            most = max(len(reading.dice) for reading in before)
            if len(quick.dice) >= most and (quick.sure or not before[0].sure):
                return quick
        return self.reader.read(image, self._kind)
