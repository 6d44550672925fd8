"""The values of Tinkering With Fate: its state, the actions that change it, and the events that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, get_args

from croupier.rules.fate.dice import Hand, Map, meaning
from croupier.rules.fate.themes import THEMES, Theme

VERSION = 1
"""Of the state's layout; a stored state of another version is refused."""

FUDGES = 2  # in a turn, at most


@dataclass(frozen=True, slots=True)
class Player:
    """One seat and its points so far."""

    name: str
    score: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A game in play. `dice` are the faces as thrown, none before the turn's cast; `bound` are places in them.

    `round` is 0 in normal play, 1 in the final casts, and one more for each round that tied leaders cast. From 1 on,
    `casters` are the seats that have still to cast in it, the one in turn first.
    """

    game: str
    version: int
    target: int
    ties: str
    theme: str
    map: Map
    players: tuple[Player, ...]
    turn: int = 0
    dice: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    fudges: int = 0
    round: int = 0
    casters: tuple[int, ...] = ()

    @property
    def current(self) -> Player:
        """Whose turn it is."""
        return self.players[self.turn]

    @property
    def over(self) -> bool:
        """Whether normal play has ended and nobody has still to cast."""
        return self.round > 0 and not self.casters

    @property
    def hand(self) -> Hand:
        """What the dice mean: −1, 0 or +1 each."""
        return meaning(self.dice, self.map)

    @property
    def loose(self) -> tuple[int, ...]:
        """The places of the dice that lie there unbound."""
        return tuple(place for place in range(len(self.dice)) if place not in self.bound)

    @property
    def may_fudge(self) -> bool:
        """Whether another die can be bound with one left to throw, and a fudge is left."""
        return self.fudges < FUDGES and len(self.loose) > 1

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most points."""
        best = max(player.score for player in self.players)
        return tuple(seat for seat, player in enumerate(self.players) if player.score == best)

    @property
    def look(self) -> Theme:
        """How the faces are called and written."""
        return THEMES[self.theme]


@dataclass(frozen=True, slots=True)
class Cast:
    """All four dice thrown: a turn's first throw, a final cast, or one to part tied leaders."""

    kind: ClassVar[str] = "cast"
    seat: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fudge:
    """The dice at the places `bind` bound, and all that are then unbound thrown again, in the order of their places.

    Dice that were bound before may be named in `bind` or left out.
    """

    kind: ClassVar[str] = "fudge"
    seat: int
    bind: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Toll:
    """The hand taken as it lies: the end of the turn."""

    kind: ClassVar[str] = "toll"
    seat: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """Four dice were cast. `hand` is what they mean, `worth` its points."""

    kind: ClassVar[str] = "thrown"
    seat: int
    faces: tuple[int, ...]
    hand: tuple[int, ...]
    worth: int


@dataclass(frozen=True, slots=True)
class Fudged:
    """Dice were bound, and the others thrown again. `bound` and `thrown` are places; `hand` is what all now mean."""

    kind: ClassVar[str] = "fudged"
    seat: int
    bound: tuple[int, ...]
    thrown: tuple[int, ...]
    faces: tuple[int, ...]
    hand: tuple[int, ...]
    worth: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand's points were added; `total` is the player's score now."""

    kind: ClassVar[str] = "scored"
    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Reached:
    """A player reached the target, and each of the `casters` has one final cast."""

    kind: ClassVar[str] = "reached"
    seat: int
    target: int
    casters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tied:
    """The leaders are tied, and cast once each."""

    kind: ClassVar[str] = "tied"
    seats: tuple[int, ...]
    score: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    kind: ClassVar[str] = "ended"
    winners: tuple[int, ...]
    score: int


ACTIONS = (Cast, Fudge, Toll)
FateEvent = Thrown | Fudged | Scored | Reached | Tied | Ended
EVENTS = get_args(FateEvent)
