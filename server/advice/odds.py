"""The odds where there is nothing to decide: of an attribute's final value, and of a 4dF roll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from croupier.rules.attributes import odds as attribute_odds
from croupier.rules.attributes import state as attributes
from croupier.rules.attributes.sheet import TITLES
from croupier.rules.ladder import odds as ladder_odds
from croupier.rules.ladder.play import LADDER
from croupier.rules.ladder.state import State as LadderState
from croupier.rules.words import written
from croupier.server.advice.values import Advice, Option, chance

TOLD = tuple(Fraction(share, 100) for share in (90, 75, 50, 25, 10, 1))
"""The shares of all rolls for which it is told what they reach at least."""

_before_roll = lru_cache(attribute_odds.distribution)
_of_four = lru_cache(ladder_odds.distribution)


def of_attribute(state: attributes.State) -> Advice:
    """What the attribute that is rolled now may come to, with the dice that lie there for it."""
    assert state.rolling is not None
    attribute = state.rolling[1]
    if attribute.faces:
        chances = _with_bonus_dice(state, attribute)
    else:
        chances = _before_roll(attribute.count, attribute.sides, attribute.bonus, state.rounding)
    mean = float(sum(value * likely for value, likely in chances.items()))
    text = f"{TITLES.get(attribute.name, 'The attribute')} comes to {mean:.1f} on average."
    return Advice(text, "chance", _at_least(chances), "There is nothing to decide: roll the dice.")


def of_ladder(state: LadderState) -> Advice:
    """How likely each sum of four Fudge dice is, the highest first."""
    chances = _of_four(state.map)
    options = (
        chance(f"{written(total, sign=True)} {LADDER[total]}", chances[total]) for total in sorted(chances)[::-1]
    )
    return Advice("What a roll comes to.", "chance", tuple(options), "There is nothing to decide: roll the dice.")


def _at_least(chances: Mapping[int, Fraction]) -> tuple[Option, ...]:
    """What some shares of all rolls reach at least, the lowest value first."""
    reach: dict[int, Fraction] = {}
    least = Fraction(0)
    for value in sorted(chances, reverse=True):
        least += chances[value]
        reach[value] = least
    values = {max(value for value, likely in reach.items() if likely >= share) for share in TOLD}
    return tuple(chance(f"{value} or more", reach[value]) for value in sorted(values))


def _with_bonus_dice(state: attributes.State, attribute: attributes.Attribute) -> dict[int, Fraction]:
    """The chance of each final value when a bonus die is thrown next: only the highest face earns another one."""
    chances: dict[int, Fraction] = {}
    likely = Fraction(1)
    while attribute.awaits == "bonus":
        for face in range(1, attribute.sides + 1):
            after = replace(attribute, bonus_faces=(*attribute.bonus_faces, face))
            if after.awaits is None:
                value = state.value(after)
                chances[value] = chances.get(value, Fraction(0)) + likely / attribute.sides
        likely /= attribute.sides
        attribute = after  # the one with the highest face
    return chances
