"""The scales a picture is looked at: coarse to fine, every one, or the one that fits dice of known size."""

from __future__ import annotations

import math
from dataclasses import dataclass

LOOKED_PX = 5_000_000
"""Pixels looked at of one picture, closer looks included: a bound on the time that a table full of detail takes."""
LEAST_PX, MOST_PX = 14.0, 58.0
"""Edges of top faces that the finder finds at one scale, in pixels of that scale."""
CLOSER_PX = 5.0
"""Faces from this edge on make the finder ask to look closer."""
COARSE_PX = 480
"""Long side at which a whole picture is looked at first."""
FULL_PX = 960
"""Long side at which a whole picture is looked at when nothing tells where to look closer."""
COARSEST_PX = 56
"""Long side of the coarsest look: a die as large as the picture is found there."""
STEP = 1.7
"""From one look at a whole picture to the next coarser one: two or three of them show each die."""
SMALLEST_DIE_PX = 20.0
"""Dice of this edge are found in the largest pictures."""
ENLARGED = 2.0
"""A picture is looked at enlarged by this much at most: smaller dice show no faces."""
SHARP_PX = 1920
"""Pictures this long or longer are not enlarged at all."""
BEST_PX = 26.0
"""The edge at which dice of known size are looked at."""


@dataclass(frozen=True, slots=True)
class Plan:
    """`whole`: scales (pixels looked at, per pixel of the picture) at which all of it is seen, finest first; `finest`:
    about the scale up to which parts are seen closer, each time at twice the scale, where the finder asks for it."""

    whole: tuple[float, ...]
    finest: float = 0.0


def coarse_to_fine(size: tuple[int, int]) -> Plan:
    """Most of the picture once and cheaply, and closer only where something small may be a die."""
    long = max(size)
    first = COARSE_PX / long
    while first * 1.5 < CLOSER_PX / SMALLEST_DIE_PX:
        first *= 2
    return Plan(_coarser(min(first, ENLARGED), long), _most(size))


def every_scale(size: tuple[int, int]) -> Plan:
    """All of the picture at every scale: for harvesting with a finder that has not learned yet where to look closer."""
    return Plan(_coarser(min(FULL_PX / max(size), ENLARGED), max(size)))


def one_scale(size: tuple[int, int], edge: float) -> Plan:
    """All of the picture, at the scale that shows dice of `edge` px best.

    Coarse to fine, where dice so small would only be seen at a scale at which all of it is too much to look at.
    """
    scale = min(BEST_PX / edge, _most(size), math.sqrt(LOOKED_PX / (size[0] * size[1])))
    return Plan((scale,)) if scale * edge >= LEAST_PX else coarse_to_fine(size)


def _most(size: tuple[int, int]) -> float:
    """The largest scale at which a picture of `size` is looked at."""
    return min(ENLARGED, max(1.0, SHARP_PX / max(size)))


def _coarser(scale: float, long: int) -> tuple[float, ...]:
    scales = [scale]
    while scales[-1] * long / STEP >= COARSEST_PX:
        scales.append(scales[-1] / STEP)
    return tuple(scales)
