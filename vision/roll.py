"""What a table of dice settled on, and the phases on the way there: the values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from croupier.vision.frame import Frame
from croupier.vision.reading import Die

LAY_HERE = "These dice lay here before I looked: do they count?"


class Phase(StrEnum):
    """Where a roll stands."""

    EMPTY = "empty"
    ROLLING = "rolling"
    SETTLING = "settling"
    SETTLED = "settled"
    UNSURE = "unsure"
    HAND = "hand"
    TAKEN = "taken"


class Origin(StrEnum):
    """How a roll came about: it was seen to be thrown, it lay there when the watching began, a person had the table
    read again, or took a photograph of it."""

    THROWN = "thrown"
    LAY = "lay"
    REREAD = "reread"
    PHOTO = "photo"


@dataclass(frozen=True, slots=True)
class Turned:
    """A die that a hand has turned over since it was thrown: its index, the face that it `fell` on, and the one that it
    showed `before` it was turned last."""

    die: int
    fell: int
    before: int


@dataclass(frozen=True, slots=True, eq=False)
class Roll:
    """One physical roll: fires once, and once more each time a person has the table read again.

    `dice` are all that lie on the table, in an order that lasts over rerolls: a die thrown again keeps the
    place of the one it was. `thrown`, `stayed` and `touched` are indices into them. `touched` dice were turned over by
    hand just now, or back; beside dice that were thrown that is likely, not certain. `turned` tells of these and of
    every other die that shows another face than it fell on. `ask` says in words what a person has to settle; the roll
    is `sure` when it is empty. `evidence` is the frame it was read from. The `first` dice seen since the watching began
    may have lain there all along, even where something has moved: only who knows the game can tell.
    """

    dice: tuple[Die, ...]
    thrown: tuple[int, ...]
    stayed: tuple[int, ...]
    at: float
    ask: tuple[str, ...] = ()
    touched: tuple[int, ...] = ()
    turned: tuple[Turned, ...] = ()
    evidence: Frame | None = None
    origin: Origin = Origin.THROWN
    first: bool = False

    @property
    def seen_anew(self) -> bool:
        """Whether nobody saw these dice fall, or they are told once more."""
        return self.first or self.origin in (Origin.LAY, Origin.REREAD)

    @property
    def sure(self) -> bool:
        return not self.ask and all(die.sure for die in self.dice)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the watcher makes of one frame: the phase, the dice it takes to be there, a roll if one just fired."""

    at: float
    phase: Phase
    dice: tuple[Die, ...] = ()
    why: tuple[str, ...] = ()
    roll: Roll | None = None
