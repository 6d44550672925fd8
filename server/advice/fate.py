"""What is best in Tinkering With Fate: the points that a turn brings on average, for each way to go on."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod

from croupier.rules.fate.advice import Odds, advise, odds_of
from croupier.rules.fate.dice import BLANK, DICE, MINUS, PLUS
from croupier.rules.fate.state import FUDGES, State
from croupier.server.advice.choices import fate_json, in_signs
from croupier.server.advice.values import MOST_OPTIONS, Advice, Option, points

CAST = "There is nothing to decide yet: cast the dice. This is what it brings on average."
WORTH = "The points that this turn brings on average, with the best play from then on."
NOTE = "The others’ scores are not in it."


def advice(state: State, seat: int) -> Advice:
    """For the seat in turn."""
    odds = odds_of(state.map)
    if not state.dice:
        fudges = 0 if state.round else FUDGES
        return Advice(CAST, options=(points("Cast lots", before_cast(fudges, odds)),), note=NOTE)
    names = {face.face: face.name for face in state.look.faces}
    signs = [names[face] for face in state.hand]
    told: dict[str, Option] = {}
    for choice in advise(state.hand, FUDGES - state.fudges, state.bound, odds):
        said = {name: value for name, value in fate_json(choice).items() if name != "expected"}
        words = in_signs(choice, signs, ", ").capitalize()
        told.setdefault(words, points(words, choice.expected, {**said, "seat": seat}))  # dice that show the same
    return Advice(WORTH, options=tuple(told.values())[:MOST_OPTIONS], note=NOTE)


@lru_cache
def before_cast(fudges: int, odds: Odds) -> Fraction:
    """The points that a cast of all four dice brings on average, with as many fudges left after it."""
    weight = dict(zip((MINUS, BLANK, PLUS), odds, strict=True))
    ways = Fraction(0)
    for hand in product(weight, repeat=DICE):
        ways += prod(weight[face] for face in hand) * advise(hand, fudges, (), odds)[0].expected
    return ways / int(sum(odds) ** DICE)
