"""The reckoning of exceptional attributes: when a roll is exceptional, and what the bonus dice are worth."""

from __future__ import annotations

from collections.abc import Sequence

MOST_DICE = 100
MOST_SIDES = 1000
MOST_PIPS = 2000
"""All the dice of an attribute at their highest, together: as many as odds are reckoned for in a moment."""
BOUNDS = f"1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides, {MOST_PIPS} at most when multiplied"
EXCEPTIONAL_PERCENT = 84
"""Of all the dice at their highest; a total of more than that is exceptional."""
ROUNDINGS = ("each", "sum")
"""Whether the worth of each bonus die is rounded down by itself, or that of all together."""


def possible(count: int, sides: int) -> bool:
    """Whether `count` dice of `sides` sides are within what is reckoned with."""
    return 1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES and count * sides <= MOST_PIPS


def exceptional(total: int, count: int, sides: int) -> bool:
    """Whether a total on `count` dice of `sides` sides is more than 84 % of the most there is."""
    return 100 * total > EXCEPTIONAL_PERCENT * count * sides


def least_exceptional(count: int, sides: int) -> int:
    """The lowest total on `count` dice of `sides` sides that is exceptional."""
    return EXCEPTIONAL_PERCENT * count * sides // 100 + 1


def worth(bonus_faces: Sequence[int], count: int, rounding: str) -> int:
    """What bonus dice add to an attribute of `count` dice: a third of `count` for each pip, rounded down."""
    if rounding == "sum":
        return sum(bonus_faces) * count // 3
    return sum(face * count // 3 for face in bonus_faces)
