"""Tinkering With Fate: four Fudge dice, fudged at most twice a turn, first to a target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from croupier.rules.fate import offers, play, show
from croupier.rules.fate.state import ACTIONS, EVENTS, VERSION, State
from croupier.rules.game import Option


@dataclass(frozen=True, slots=True)
class TinkeringWithFate:
    """The game as the contract in `croupier.rules.game` has it."""

    name: ClassVar[str] = play.NAME
    title: ClassVar[str] = "Tinkering With Fate"
    version: ClassVar[int] = VERSION
    seats: ClassVar[tuple[int, int]] = play.SEATS
    options: ClassVar[tuple[Option, ...]] = play.OPTIONS
    state = State
    actions = ACTIONS
    events = EVENTS
    start = staticmethod(play.start)
    prompts = staticmethod(offers.prompts)
    apply = staticmethod(play.apply)
    from_roll = staticmethod(offers.from_roll)
    to_roll = staticmethod(offers.to_roll)
    lying = staticmethod(offers.lying)
    view = staticmethod(show.view)
    standings = staticmethod(show.standings)
    winners = staticmethod(show.winners)
    tell = staticmethod(show.tell)


FATE = TinkeringWithFate()
