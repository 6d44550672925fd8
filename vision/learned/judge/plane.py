"""The table's plane, agreed on by the faces that lie in it; a face that disagrees lies in no table.

Under weak perspective all top faces of a table are stretched alike and fall alike (`Top.stretch`, `Top.down`), however
they are turned. Perspective changes both slowly over the picture, so a slope over it is allowed, and kept small where
few dice tell.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from croupier.vision.learned.top import FLATTEST, Floats, Top, fall, laid, slant
from croupier.vision.reading import Point

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
    # Plain numbers: this is asked for every two faces near each other, and arrays of two cost ten times as much.
    falls = [die.down]
    if math.hypot(*die.down) < LEAST_FALL:
        x, y = _way(die)
        falls = [(x, y), (-x, -y)]
    (ux, vx), (uy, vy) = laid(die, die.turn)
    from_face = die.center[0] - face.center[0], die.center[1] - face.center[1]
    nearest = math.inf
    for down in falls:
        falls_by = math.hypot(*down)
        if falls_by < LEAST_FALL:
            continue
        dx, dy = down[0] * die.edge, down[1] * die.edge
        for x, y in ((ux, uy), (vx, vy), (-ux, -uy), (-vx, -vy)):
            if x * dx + y * dy > 0.1 * math.hypot(x, y) * falls_by * die.edge:
                nearest = min(nearest, math.hypot(from_face[0] + dx / 2 + x, from_face[1] + dy / 2 + y))
    return max(0.0, 1 - nearest / (SIDE_REACH * die.edge))


def fall_alike(one: Top, other: Top) -> bool:
    """Whether two faces plainly fall, and both the same way: the tops of two dice do, a top and a side do not."""
    falls = math.hypot(*one.down), math.hypot(*other.down)
    return min(falls) >= LEAST_FALL and math.dist(one.down, other.down) < ALIKE


def _no_cube(top: Top) -> float:
    x, y = _way(top)
    return min(math.dist(top.down, (x, y)), math.dist(top.down, (-x, -y)))


def _way(top: Top) -> Point:
    """Where a cube under `top` falls to, in edges, but for its sign."""
    angle = math.atan2(top.stretch[1], top.stretch[0]) / 2 + math.pi / 2
    falls_by = fall(top.slant)
    return falls_by * math.cos(angle), falls_by * math.sin(angle)


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
        apart = values - expected
        off = np.hypot(apart[..., 0], apart[..., 1])
        trust = design.T * (weights / (1 + (off / TOLERANCE) ** 2))[:, None]
        expected = design @ np.linalg.solve(trust @ design + stiff, trust @ values)
    limit = np.maximum(np.hypot(expected[..., 0], expected[..., 1]) / (2 * FLATTEST), 1.0)
    return np.asarray(expected / limit[..., None])


def _median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values)
    below = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(below, below[-1] / 2)])
