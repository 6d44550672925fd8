"""What is best in Rift and Crag: exact for somebody who plays alone, by the points of all the rest of the game."""

from __future__ import annotations

from croupier.rules.rift.advice import Choice, advise
from croupier.rules.rift.state import State
from croupier.server.advice.choices import in_words, three_dice_json
from croupier.server.advice.solved import MOST_EXTRA, rests_of
from croupier.server.advice.values import MOST_OPTIONS, Advice, Option, points

WORTH = "The points that you still make on average, this turn included, with the best play from then on."
NOTE = "Reckoned as if you played alone: neither the others’ scores nor Sleight of Hand are in it."


def advice(state: State, seat: int) -> Advice:
    """For the seat in turn."""
    player = state.players[seat]
    extra = min(player.extra_rerolls, MOST_EXTRA)  # more than are used up in a game
    used = tuple(name for name, _ in player.used)
    choices = advise(state.table, rests_of(state.table, extra), used, state.dice, not state.rerolls, extra)
    told: dict[str, Option] = {}
    for choice in choices:
        words = in_words(state.table, choice, state.dice)
        told.setdefault(words, _option(words, choice, seat))  # dice that show the same are told once
    return Advice(WORTH, options=tuple(told.values())[:MOST_OPTIONS], note=NOTE)


def _option(words: str, choice: Choice, seat: int) -> Option:
    said = {name: value for name, value in three_dice_json(choice).items() if name != "expected"}
    return points(words[0].upper() + words[1:], choice.expected, {**said, "seat": seat})
