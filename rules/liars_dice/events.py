"""What follows in Liar's Dice. No event holds a die that lies under a cup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, get_args


@dataclass(frozen=True, slots=True)
class Thrown:
    """A d20 was thrown for the order. `total` with its bonus; in a roll-off there is none."""

    kind: ClassVar[str] = "thrown"
    seat: int
    d20: int
    total: int
    again: bool


@dataclass(frozen=True, slots=True)
class Ordered:
    """The order is settled."""

    kind: ClassVar[str] = "ordered"
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Accepted:
    """A gambler accepts all buy-ins; `left` others have still to."""

    kind: ClassVar[str] = "accepted"
    seat: int
    left: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """So many dice were thrown under a cup. What they show is nobody else's to know."""

    kind: ClassVar[str] = "rolled"
    seat: int
    dice: int


@dataclass(frozen=True, slots=True)
class Placed:
    """An expert's last die lies under the cup."""

    kind: ClassVar[str] = "placed"
    seat: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A Sleight of Hand check was made, well or not. Its gambler's view tells how it went; no other tells of it."""

    kind: ClassVar[str] = "tried"
    secret: ClassVar[bool] = True
    seat: int


@dataclass(frozen=True, slots=True)
class Opened:
    """`dice` are in play, and `seat` opens the bidding."""

    kind: ClassVar[str] = "opened"
    seat: int
    dice: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """This is the standing bid now."""

    kind: ClassVar[str] = "claimed"
    seat: int
    quantity: int
    face: int


@dataclass(frozen=True, slots=True)
class Accused:
    """`seat` doubts the bid of `bidder`."""

    kind: ClassVar[str] = "accused"
    seat: int
    bidder: int
    quantity: int
    face: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """All cups are lifted: each seat's dice."""

    kind: ClassVar[str] = "revealed"
    dice: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Dice were shown: so many by now, and so many are still missing."""

    kind: ClassVar[str] = "shown"
    faces: tuple[int, ...]
    shown: int
    missing: int


@dataclass(frozen=True, slots=True)
class Judged:
    """The bid against the dice: `count` of them show its face, and so it was correct or not."""

    kind: ClassVar[str] = "judged"
    bidder: int
    quantity: int
    face: int
    accuser: int
    count: int
    correct: bool
    loser: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A gambler is out, or gives up a die and has `left`."""

    kind: ClassVar[str] = "lost"
    seat: int
    left: int


@dataclass(frozen=True, slots=True)
class Won:
    """The last gambler takes all buy-ins, worth `value` together."""

    kind: ClassVar[str] = "won"
    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    kind: ClassVar[str] = "ended"
    winner: int


LiarsDiceEvent = (
    Thrown
    | Ordered
    | Accepted
    | Rolled
    | Placed
    | Tried
    | Opened
    | Claimed
    | Accused
    | Revealed
    | Shown
    | Judged
    | Lost
    | Won
    | Ended
)
EVENTS = get_args(LiarsDiceEvent)
