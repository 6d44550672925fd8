"""The exact odds of an attribute's final value."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate

from croupier.rules.attributes.reckon import BOUNDS, ROUNDINGS, exceptional, possible, worth
from croupier.rules.game import BadOption

Ways = dict[int, int]
"""In how many equally likely ways each number comes up."""


def distribution(count: int, sides: int, bonus: int = 0, rounding: str = "each") -> dict[int, Fraction]:
    """The chance of each final value of `count` dice of `sides` sides, lowest value first; they add up to exactly 1.

    `bonus` is the R.C.C. bonus, already in the values; `rounding` is "each" or "sum", as in the game. Values that
    cannot come up are left out. Takes less than a second up to the bounds in `reckon`; raises `BadOption` beyond them.
    """
    if not possible(count, sides):
        raise BadOption(f"Odds are reckoned for {BOUNDS}.")
    if rounding not in ROUNDINGS:
        raise BadOption(f"rounding is one of {', '.join(ROUNDINGS)}.")
    # Counted in throws of all the dice and as many bonus dice; those that are not earned may show anything.
    bonus_throws = sides**count
    ways: Counter[int] = Counter()
    high: Ways = {}
    for total, of_total in _totals(count, sides).items():
        if exceptional(total, count, sides):
            high[total] = of_total
        else:
            ways[total] = of_total * bonus_throws
    ways.update(_with_bonus_dice(high, count, sides, rounding))
    return {value + bonus: Fraction(ways[value], bonus_throws**2) for value in sorted(ways)}


def _totals(count: int, sides: int) -> Ways:
    """Every total of the dice, in throws of `count` dice."""
    ways = [1]  # of each total, from the lowest up
    for _ in range(count):
        up_to = [0, *accumulate(ways)]
        last = len(ways)
        ways = [up_to[min(end, last)] - up_to[max(end - sides, 0)] for end in range(1, last + sides)]
    return dict(enumerate(ways, count))


def _with_bonus_dice(high: Ways, count: int, sides: int, rounding: str) -> Counter[int]:
    """What exceptional totals come to with their bonus dice, in throws of `count` dice and `count` bonus dice.

    Every three bonus dice at their highest add the same whole number under either rounding, so that it is enough to
    know what no, one or two of them and the last die add.
    """
    ways: Counter[int] = Counter()
    for few in range(min(3, count)):
        ended: Counter[int] = Counter()
        for face in range(1, sides):
            adds = worth((*[sides] * few, face), count, rounding)
            for total, of_total in high.items():
                ended[total + adds] += of_total
        for highest in range(few, count, 3):
            more = worth([sides] * (highest - few), count, rounding)
            unearned = sides ** (count - highest - 1)
            for value, of_value in ended.items():
                ways[value + more] += of_value * unearned
    most = worth([sides] * count, count, rounding)
    for total, of_total in high.items():
        ways[total + most] += of_total
    return ways
