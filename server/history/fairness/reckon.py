"""Pearson's chi-square test for faces that are all equally likely: exact where it can be summed, else approximate.

The exact p-value is the chance that fair dice come out at least as uneven as these, over all outcomes of so many
throws (the exact multinomial test, ordered by chi-square).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import special

from croupier.server.history.fairness.values import Method

ALPHA = 0.05
"""A set is called odd where fair dice would look so less often than this."""
POWER = 0.8
"""How surely dice that favour a face shall be found out."""
FAVOUR = 1.5
"""How much more often than a fair one the favoured face comes up, the others sharing the rest evenly."""
MOST_WORK = 2e8
"""Additions that an exact sum may take: about half a second."""
SUMMED_TO = 1e-9
"""A smaller chance is lost in rounding when the rest is summed, and left to the approximation."""

Floats = np.ndarray[Any, np.dtype[np.float64]]


def chi_square(counts: Sequence[int]) -> float:
    """The sum of (observed − expected)² / expected over the faces; 0 for no throws."""
    total, faces = sum(counts), len(counts)
    return (faces * sum(count * count for count in counts) - total * total) / total if total else 0.0


@lru_cache(maxsize=100)
def p_value(counts: tuple[int, ...]) -> tuple[float, Method]:
    """The chance that fair dice come out at least this uneven, and how it was found. `counts` of two faces or more."""
    total, faces = sum(counts), len(counts)
    center = round(total / faces)
    uneven = sum((count - center) ** 2 for count in counts)  # grows with chi-square, and is a whole number
    if uneven and faces**1.5 * 2 * uneven**2 <= MOST_WORK:
        p = 1.0 - _less_uneven(total, faces, center, uneven)
        if p > SUMMED_TO:
            return min(p, 1.0), "exact"
    elif not uneven:
        return 1.0, "exact"
    return float(special.chdtrc(faces - 1, chi_square(counts))), "chi-square"


def throws_needed(faces: int) -> int:
    """How many throws find out a die that favours one face, by the noncentral chi-square distribution."""
    freedom = faces - 1
    critical = special.chdtri(freedom, ALPHA)
    effect = (FAVOUR - 1) ** 2 / freedom  # Cohen's w²: the chi-square that each throw adds on average
    return math.ceil(float(special.chndtrinc(critical, freedom, 1 - POWER)) / effect)


def band(total: int, faces: int) -> tuple[int, int]:
    """Between which counts a face of fair dice stays in 95 of 100 cases."""
    chances = np.cumsum(np.exp(_log_binomial(total, 1 / faces)))
    return int(np.searchsorted(chances, 0.025)), int(np.searchsorted(chances, 0.975))


def _log_binomial(total: int, chance: float) -> Floats:
    k = np.arange(total + 1)
    ways = special.gammaln(total + 1) - special.gammaln(k + 1) - special.gammaln(total - k + 1)
    logs: Floats = ways + k * math.log(chance) + (total - k) * math.log1p(-chance)
    return logs


def _less_uneven(total: int, faces: int, center: int, uneven: int) -> float:
    """The chance of a smaller sum of squared deviations from `center` than `uneven`.

    Counts of independent Poisson variables, given that they add up to the total, are multinomial. So the faces are
    taken one after another, keeping the sum of the deviations and of their squares; the halves are put together last.
    """
    reach = math.isqrt(uneven - 1)
    wide = math.isqrt((faces // 2 + 1) * uneven) + reach + 1
    mean = total / faces
    half = np.zeros((2 * wide + 1, uneven))
    half[wide, 0] = 1.0
    first = half
    for face in range(faces - faces // 2):
        if face == faces // 2:
            first = half
        half = _with_a_face(half, reach, center, mean)
    first = half if faces % 2 == 0 else first
    rest = total - faces * center  # what all deviations add up to
    upto = np.cumsum(half, axis=1)
    chance = 0.0
    for row in range(2 * wide + 1):
        other = 2 * wide + rest - row
        if 0 <= other <= 2 * wide:
            chance += float(first[row] @ upto[other, ::-1])
    return chance / math.exp(_log_poisson(total, total))


def _with_a_face(sums: Floats, reach: int, center: int, mean: float) -> Floats:
    """The chances of (sum of deviations, sum of squares) with one face more."""
    after = np.zeros_like(sums)
    rows, squares = sums.shape
    for deviation in range(-min(reach, center), reach + 1):
        weight = math.exp(_log_poisson(center + deviation, mean))
        square, low, high = deviation * deviation, max(deviation, 0), min(deviation, 0)
        after[low : rows + high, square:] += weight * sums[-high : rows - low, : squares - square]
    return after


def _log_poisson(count: int, mean: float) -> float:
    return count * math.log(mean) - mean - math.lgamma(count + 1)
