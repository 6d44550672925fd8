"""What gamblers do in Liar's Dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Initiative:
    """A d20 and its bonus, thrown for the order; between gamblers who are tied a d20 alone."""

    kind: ClassVar[str] = "initiative"
    seat: int
    d20: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Accept:
    """All buy-ins are accepted."""

    kind: ClassVar[str] = "accept"
    seat: int


@dataclass(frozen=True, slots=True)
class Roll:
    """A gambler's dice thrown under the cup. An expert's last die may be left out, to be placed."""

    kind: ClassVar[str] = "roll"
    hidden: ClassVar[tuple[str, ...]] = ("faces",)
    seat: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """The face that an expert gives the last die."""

    kind: ClassVar[str] = "place"
    hidden: ClassVar[tuple[str, ...]] = ("face",)
    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Sleight:
    """An attempt to turn one of one's own dice, against a DC. `d20` holds one throw."""

    kind: ClassVar[str] = "sleight"
    secret: ClassVar[bool] = True
    seat: int
    die: int
    face: int
    d20: tuple[int, ...]
    bonus: int
    dc: int


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid: the first, or at an open table a higher quantity with any face."""

    kind: ClassVar[str] = "bid"
    seat: int
    quantity: int
    face: int


@dataclass(frozen=True, slots=True)
class Count:
    """The standing bid with a higher quantity."""

    kind: ClassVar[str] = "count"
    seat: int
    quantity: int


@dataclass(frozen=True, slots=True)
class Face:
    """The standing bid with a higher face."""

    kind: ClassVar[str] = "face"
    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """The standing bid doubted: all dice are shown."""

    kind: ClassVar[str] = "reveal"
    seat: int


@dataclass(frozen=True, slots=True)
class Accuse:
    """At a table that keeps its own bidding: `seat` doubts what `bidder` has bid."""

    kind: ClassVar[str] = "accuse"
    seat: int
    bidder: int
    quantity: int
    face: int


@dataclass(frozen=True, slots=True)
class Show:
    """Dice shown in a reveal: some that were missing, or all that are in play."""

    kind: ClassVar[str] = "show"
    seat: int
    faces: tuple[int, ...]


ACTIONS = (Initiative, Accept, Roll, Place, Sleight, Bid, Count, Face, Reveal, Accuse, Show)
