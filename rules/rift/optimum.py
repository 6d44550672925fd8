"""The best play of a solo game of three dice, solved backwards from its last turn by expected points.

The order of dice never counts: there are 56 hands, and 28 ways to keep some dice while the rest are thrown again.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, product

import numpy as np
import numpy.typing as npt

from croupier.rules.rift.state import DICE, FACES
from croupier.rules.rift.table import Dice, Table

Floats = npt.NDArray[np.float64]

VERSION = 1
"""Of what `solve` gives; it grows when a figure or the layout changes, so that nobody goes on with stored ones."""

_FACES = range(1, FACES + 1)
HANDS = tuple(combinations_with_replacement(_FACES, DICE))
KEPT = tuple(kept for count in range(DICE) for kept in combinations_with_replacement(_FACES, count))
"""What may stay on the table; the first is nothing, so that all dice are thrown."""
THROWS = tuple(places for count in range(1, DICE + 1) for places in combinations(range(DICE), count))
"""The places of dice that may be thrown again together."""


def kept(dice: Dice, thrown: Dice) -> int:
    """The index in `KEPT` of what stays of `dice` while those at the places `thrown` are thrown again."""
    return KEPT.index(tuple(sorted(face for place, face in enumerate(dice) if place not in thrown)))


def _chances() -> Floats:
    """How likely each hand (row) is when some dice are kept (column) and the rest are thrown."""
    chances = np.zeros((len(HANDS), len(KEPT)))
    for column, staying in enumerate(KEPT):
        count = DICE - len(staying)
        for thrown in product(_FACES, repeat=count):
            chances[HANDS.index(tuple(sorted(staying + thrown))), column] += 1 / FACES**count
    return chances


CHANCES = _chances()
_LEAVES = np.array([[kept(hand, places) for hand in HANDS] for places in THROWS])


@cache
def points_of(table: Table) -> Floats:
    """What each hand (column) brings in each category (row)."""
    points = np.array([[category.points(hand) for hand in HANDS] for category in table.categories], np.float64)
    points.setflags(write=False)
    return points


def best_reroll(hands: Floats) -> Floats:
    """What each hand is worth when some of its dice must be thrown once, from what hands are worth after it.

    Both (…, 56).
    """
    keeping = hands @ CHANCES
    best = keeping[..., _LEAVES[0]]
    for leaves in _LEAVES[1:]:
        np.maximum(best, keeping[..., leaves], out=best)
    return best


def solve(table: Table, extra: int) -> Floats:
    """The expected points of the rest of the game before a roll, (`extra` + 1, 2 ** categories).

    By the extra rerolls left, and by the categories used: a whole number whose bit i is set when the i-th one is.
    """
    points = points_of(table)
    sets = np.arange(1 << len(points))
    used = sum(sets >> number & 1 for number in range(len(points)))
    rests = np.zeros((extra + 1, len(sets)))
    spent = np.zeros((len(sets), len(HANDS)))  # what hands are worth with the turn's free reroll behind them
    for left in range(extra + 1):
        for count in reversed(range(len(points))):
            level = sets[used == count]
            scored = _scored(points, rests[left], level)
            # of `spent`, what there was for one extra reroll less
            spent[level] = np.maximum(scored, best_reroll(spent[level])) if left else scored
            rests[left, level] = np.maximum(scored, best_reroll(spent[level])) @ CHANCES[:, 0]
    return rests


def _scored(points: Floats, rests: Floats, sets: npt.NDArray[np.int64]) -> Floats:
    """What each hand (column) is worth in the best category that each of `sets` (row) leaves."""
    best = np.full((len(sets), len(HANDS)), -np.inf)
    for number, brings in enumerate(points):
        free = np.flatnonzero(sets >> number & 1 == 0)
        best[free] = np.maximum(best[free], brings + rests[sets[free] | 1 << number, None])
    return best
