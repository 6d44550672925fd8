"""The exact odds of a 4dF roll."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from croupier.rules.fate.dice import DICE, Map, faces_of, meaning


def distribution(map_: Map) -> dict[int, Fraction]:
    """The chance of each sum, lowest first; they add up to exactly 1. `map_` is the game's, empty for Fudge dice."""
    ways = Counter(sum(meaning(faces, map_)) for faces in product(faces_of(map_), repeat=DICE))
    return {total: Fraction(ways[total], ways.total()) for total in sorted(ways)}
