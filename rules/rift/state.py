"""The values of Rift: its state, the actions that change it, and the events that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, get_args

from croupier.rules.rift.table import TABLES, Table

VERSION = 1
"""Of the state's layout; a stored state of another version is refused."""

DICE = 3
FACES = 6


@dataclass(frozen=True, slots=True)
class Player:
    """One seat's score sheet: (category, points) in the order scored, extra rerolls left, coppers in hand."""

    name: str
    extra_rerolls: int
    copper: int = 0
    used: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> int:
        """All points so far."""
        return sum(points for _, points in self.used)


@dataclass(frozen=True, slots=True)
class State:
    """A game in play. `dice` is empty until the turn's roll; `rerolls` counts this turn's.

    `tried` are the dice that a Sleight of Hand check was made for since each was last thrown.
    """

    game: str
    version: int
    betting: str
    players: tuple[Player, ...]
    pot: int
    house: int
    turn: int = 0
    dice: tuple[int, ...] = ()
    rerolls: int = 0
    tried: tuple[int, ...] = ()

    @property
    def table(self) -> Table:
        """The score table played by."""
        return TABLES[self.game]

    @property
    def current(self) -> Player:
        """Whose turn it is."""
        return self.players[self.turn]

    @property
    def over(self) -> bool:
        """Whether every player has used every category."""
        return all(len(player.used) == len(self.table.categories) for player in self.players)


@dataclass(frozen=True, slots=True)
class Roll:
    """The turn's first throw, of all the dice."""

    kind: ClassVar[str] = "roll"
    seat: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reroll:
    """The dice at the places `dice` thrown again; `faces` are what they show now, in the same order."""

    kind: ClassVar[str] = "reroll"
    seat: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The dice assigned to a category."""

    kind: ClassVar[str] = "score"
    seat: int
    category: str


@dataclass(frozen=True, slots=True)
class Sleight:
    """An attempt to turn one die to a face of choice: a check against a watching opponent.

    `d20` holds one throw, or two with disadvantage, of which the lower counts.
    """

    kind: ClassVar[str] = "sleight"
    seat: int
    die: int
    face: int
    d20: tuple[int, ...]
    bonus: int
    opponent: int
    opponent_d20: tuple[int, ...]
    opponent_bonus: int
    disadvantage: bool = False


@dataclass(frozen=True, slots=True)
class Rolled:
    """All the dice were thrown."""

    kind: ClassVar[str] = "rolled"
    seat: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rerolled:
    """Some dice were thrown again. `now` is what all the dice show; `extra` whether it cost an extra reroll."""

    kind: ClassVar[str] = "rerolled"
    seat: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    now: tuple[int, ...]
    extra: bool


@dataclass(frozen=True, slots=True)
class Tried:
    """A Sleight of Hand check was made, total against total; `now` is what all the dice show."""

    kind: ClassVar[str] = "tried"
    seat: int
    die: int
    face: int
    total: int
    opponent: int
    opponent_total: int
    success: bool
    now: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """A category was used, for `points`; `total` is the player's score now."""

    kind: ClassVar[str] = "scored"
    seat: int
    category: str
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Paid:
    """Coppers went from the pot to a player."""

    kind: ClassVar[str] = "paid"
    seat: int
    copper: int


@dataclass(frozen=True, slots=True)
class Kept:
    """Coppers that do not divide went from the pot to the house."""

    kind: ClassVar[str] = "kept"
    copper: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; equal tops share the win. `pot` is what is left in it, for everybody to drink."""

    kind: ClassVar[str] = "ended"
    winners: tuple[int, ...]
    score: int
    pot: int


ACTIONS = (Roll, Reroll, Score, Sleight)
RiftEvent = Rolled | Rerolled | Tried | Scored | Paid | Kept | Ended
EVENTS = get_args(RiftEvent)
