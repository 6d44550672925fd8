"""The table's plane, agreed on by the faces that lie in it; a face that disagrees lies in no table.

Under weak perspective all top faces of a table are stretched alike and fall alike (`Top.stretch`, `Top.down`), however
they are turned. Perspective changes both slowly over the picture, so a slope over it is allowed, and kept small where
few dice tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from croupier.vision.learned.top import FLATTEST, Floats, Top, axes, fall, slant

TOLERANCE = 0.15
"""A disagreement (of stretches, or of falls in edges) beyond this counts less and less."""
STIFFNESS = 0.03
"""Against slopes, in dice: one of 0.5 over the picture's long side is usual, and dice disagree by about 0.08."""
ROUNDS = 4
SIDE_REACH = 0.5
"""How far from where a die's side is expected a face may be its side, in edges."""
ALIKE = 0.25
"""Dice side by side fall alike but for so much, in edges."""
LEAST_FALL = 0.25
"""Where dice fall by less than this, in edges, their sides are hardly seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """What the table's plane is at each of N faces: `stretch` and `down` (N, 2), as in `Top`."""

    stretch: Floats
    down: Floats

    @property
    def slant(self) -> Floats:
        """(N,) radians from straight above."""
        return np.array([slant((a, b)) for a, b in self.stretch.tolist()])


def agreed(tops: Sequence[Top], weights: Sequence[float], long_px: float) -> Plane:
    """The plane that `tops` agree on, each with its weight, in a picture `long_px` long."""
    places = np.array([top.center for top in tops]).reshape(-1, 2) / long_px
    weight = np.array(weights, float)
    both = np.array([[top.stretch for top in tops], [top.down for top in tops]]).reshape(2, -1, 2)
    return Plane(*_consensus(both, places, weight))


def misfit(tops: Sequence[Top], plane: Plane) -> tuple[Floats, Floats, Floats]:
    """(N,) each: how far every face's stretch and fall are off the plane's, and its own fall off its own stretch."""
    stretch = np.array([top.stretch for top in tops]).reshape(-1, 2)
    down = np.array([top.down for top in tops]).reshape(-1, 2)
    cube = np.array([_no_cube(top) for top in tops])
    return np.hypot(*(stretch - plane.stretch).T), np.hypot(*(down - plane.down).T), cube


def side_of(face: Top, die: Top) -> float:
    """0…1: how near `face` lies to where a side of `die` is seen, 1 at its very place."""
    falls = [np.array(die.down) * die.edge]
    if np.hypot(*die.down) < LEAST_FALL:
        way = _way(die) * die.edge
        falls = [way, -way]
    nearest = np.inf
    for down in falls:
        if np.hypot(*down) < LEAST_FALL * die.edge:
            continue
        for half in (*axes(die).T, *-axes(die).T):
            if half @ down > 0.1 * np.hypot(*half) * np.hypot(*down):
                place = np.array(die.center) + down / 2 + half
                nearest = min(nearest, float(np.hypot(*(place - face.center))))
    return max(0.0, 1 - nearest / (SIDE_REACH * die.edge))


def fall_alike(one: Top, other: Top) -> bool:
    """Whether two faces plainly fall, and both the same way: the tops of two dice do, a top and a side do not."""
    falls = np.hypot(*one.down), np.hypot(*other.down)
    return bool(min(falls) >= LEAST_FALL and np.hypot(*np.subtract(one.down, other.down)) < ALIKE)


def _no_cube(top: Top) -> float:
    way, down = _way(top), np.array(top.down)
    return float(min(np.hypot(*(down - way)), np.hypot(*(down + way))))


def _way(top: Top) -> Floats:
    """(2,) where a cube under `top` falls to, in edges, but for its sign."""
    angle = np.arctan2(top.stretch[1], top.stretch[0]) / 2 + np.pi / 2
    return np.asarray(fall(top.slant) * np.array([np.cos(angle), np.sin(angle)]))


def _consensus(values: Floats, places: Floats, weights: Floats) -> Floats:
    """(K, N, 2) what each of K `values` should be at `places` in the eyes of most: a level, and a slope if enough agree
    on it."""
    if len(places) == 0:
        return values
    about = places - np.average(places, axis=0, weights=weights)
    design = np.concatenate([np.ones((len(about), 1)), about], axis=1)
    stiff = np.diag([0.0, STIFFNESS, STIFFNESS]) * weights.max()
    expected = np.array([[[_median(column, weights) for column in one.T]] for one in values])
    for _ in range(ROUNDS):
        off = np.hypot(*np.moveaxis(values - expected, 2, 0))
        trust = design.T * (weights / (1 + (off / TOLERANCE) ** 2))[:, None]
        expected = design @ np.linalg.solve(trust @ design + stiff, trust @ values)
    limit = np.maximum(np.hypot(*np.moveaxis(expected, 2, 0)) / (2 * FLATTEST), 1.0)
    return np.asarray(expected / limit[..., None])


def _median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values)
    below = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(below, below[-1] / 2)])
