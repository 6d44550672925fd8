"""Liar's Dice: hidden rolls, bids and reveals; or only the reveals, where the table keeps its own bidding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from croupier.rules.game import Option
from croupier.rules.liars_dice import offers, play, setup, show
from croupier.rules.liars_dice.actions import ACTIONS
from croupier.rules.liars_dice.events import EVENTS
from croupier.rules.liars_dice.state import NAME, VERSION, State


@dataclass(frozen=True, slots=True)
class LiarsDice:
    """The game as the contract in `croupier.rules.game` has it."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "Liar's Dice"
    version: ClassVar[int] = VERSION
    seats: ClassVar[tuple[int, int]] = setup.SEATS
    options: ClassVar[tuple[Option, ...]] = setup.OPTIONS
    state = State
    actions = ACTIONS
    events = EVENTS
    start = staticmethod(setup.start)
    prompts = staticmethod(offers.prompts)
    apply = staticmethod(play.apply)
    from_roll = staticmethod(offers.from_roll)
    to_roll = staticmethod(offers.to_roll)
    lying = staticmethod(offers.lying)
    view = staticmethod(show.view)
    standings = staticmethod(show.standings)
    winners = staticmethod(show.winners)
    tell = staticmethod(show.tell)


LIARS_DICE = LiarsDice()
