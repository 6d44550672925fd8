"""The values of a plain 4dF roll: the state, the action that changes it, and the events that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, get_args

from croupier.rules.fate.dice import Map

VERSION = 1
"""Of the state's layout; a stored state of another version is refused."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat and the sums of its rolls so far."""

    name: str
    sums: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """`rolls` are what each player has in all; `dice` the faces of the last roll as thrown, none before the first."""

    game: str
    version: int
    rolls: int
    map: Map
    players: tuple[Player, ...]
    turn: int = 0
    dice: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether everybody has rolled as often as agreed."""
        return all(len(player.sums) == self.rolls for player in self.players)

    @property
    def best(self) -> tuple[int, ...]:
        """The seats with the highest total."""
        totals = [sum(player.sums) for player in self.players]
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


@dataclass(frozen=True, slots=True)
class Roll:
    """Four dice thrown."""

    kind: ClassVar[str] = "roll"
    seat: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    """Four dice were thrown. `hand` is what they mean (−1, 0, +1), `word` the ladder's for the `sum`."""

    kind: ClassVar[str] = "rolled"
    seat: int
    faces: tuple[int, ...]
    hand: tuple[int, ...]
    sum: int
    word: str


@dataclass(frozen=True, slots=True)
class Ended:
    """Everybody has rolled; the highest total is the best, and equal tops share it."""

    kind: ClassVar[str] = "ended"
    winners: tuple[int, ...]
    score: int


ACTIONS = (Roll,)
LadderEvent = Rolled | Ended
EVENTS = get_args(LadderEvent)
