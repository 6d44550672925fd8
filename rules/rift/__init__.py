"""Rift, and Crag as a second score table on the same engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from croupier.rules.game import Option
from croupier.rules.rift import offers, play, show
from croupier.rules.rift.state import ACTIONS, EVENTS, VERSION, State
from croupier.rules.rift.table import CRAG_TABLE, RIFT_TABLE, Table


@dataclass(frozen=True, slots=True)
class ThreeDice:
    """The game that a score table makes of three dice, as the contract in `croupier.rules.game` has it."""

    table: Table
    version: ClassVar[int] = VERSION
    seats: ClassVar[tuple[int, int]] = play.SEATS
    options: ClassVar[tuple[Option, ...]] = play.OPTIONS
    state = State
    actions = ACTIONS
    events = EVENTS
    prompts = staticmethod(offers.prompts)
    apply = staticmethod(play.apply)
    from_roll = staticmethod(offers.from_roll)
    to_roll = staticmethod(offers.to_roll)
    lying = staticmethod(offers.lying)
    view = staticmethod(show.view)
    standings = staticmethod(show.standings)
    winners = staticmethod(show.winners)
    tell = staticmethod(show.tell)

    @property
    def name(self) -> str:
        """How the command line calls it."""
        return self.table.name

    @property
    def title(self) -> str:
        """How people call it."""
        return self.table.title

    def start(self, players: tuple[str, ...], options: Mapping[str, str]) -> State:
        """The first state. Raises `BadOption`."""
        return play.start(self.table, players, options)


RIFT = ThreeDice(RIFT_TABLE)
CRAG = ThreeDice(CRAG_TABLE)
