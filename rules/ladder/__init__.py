"""A plain 4dF roll: four Fudge dice, their sum from −4 to +4, and the word that the Fate ladder has for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from croupier.rules.game import Option
from croupier.rules.ladder import play, show
from croupier.rules.ladder.state import ACTIONS, EVENTS, VERSION, State


@dataclass(frozen=True, slots=True)
class FourFudgeDice:
    """The game as the contract in `croupier.rules.game` has it."""

    name: ClassVar[str] = play.NAME
    title: ClassVar[str] = "4dF"
    version: ClassVar[int] = VERSION
    seats: ClassVar[tuple[int, int]] = play.SEATS
    options: ClassVar[tuple[Option, ...]] = play.OPTIONS
    state = State
    actions = ACTIONS
    events = EVENTS
    start = staticmethod(play.start)
    prompts = staticmethod(play.prompts)
    apply = staticmethod(play.apply)
    from_roll = staticmethod(play.from_roll)
    to_roll = staticmethod(play.to_roll)
    lying = staticmethod(play.lying)
    view = staticmethod(show.view)
    standings = staticmethod(show.standings)
    winners = staticmethod(show.winners)
    tell = staticmethod(show.tell)


FOUR_FUDGE_DICE = FourFudgeDice()
