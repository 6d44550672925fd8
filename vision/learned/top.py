"""The top face of a die as the finder describes it: a square in the table's plane, seen under weak perspective.

A square with half-axis vectors u and v gives M = u·uᵀ + v·vᵀ, which depends on the plane and on the size but not on
how the die is turned within the plane. `stretch` is M's anisotropy ((Mxx − Myy) / tr M, 2·Mxy / tr M), `turn` the
angle of u after M's square root is undone. All of it is smooth and knows no first corner.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from croupier.vision.reading import Corners, Point

Floats = npt.NDArray[np.float64]

FLATTEST = 0.9
"""A stronger anisotropy than this is a face seen from its edge: it is taken as this much."""


@dataclass(frozen=True, slots=True)
class Top:
    """A top face: `center` px, `edge` px (the root of its area), `stretch`, `turn` in radians (modulo a quarter turn),
    and `down`, from the middle of the top face to the middle of the bottom face, in edges. `tilt`: how far from above
    the table is looked at, in radians, whichever face of the die this is."""

    center: Point
    edge: float
    stretch: Point = (0.0, 0.0)
    turn: float = 0.0
    down: Point = (0.0, 0.0)
    tilt: float = 0.0

    @property
    def slant(self) -> float:
        """How far from above the face is looked at, in radians, by its stretch."""
        return slant(self.stretch)


def top_of(corners: npt.ArrayLike, down: Point = (0.0, 0.0)) -> Top:
    """The `Top` whose corners (4, 2) in px, in order around it, are given; `down` in px."""
    points = np.asarray(corners, np.float64)
    u, v = (points[1] - points[0] + points[2] - points[3]) / 4, (points[3] - points[0] + points[2] - points[1]) / 4
    moments = np.outer(u, u) + np.outer(v, v)
    root = _root(moments)
    x, y = np.linalg.solve(root, u)
    edge = max(2 * math.sqrt(abs(float(np.linalg.det(root)))), 1e-6)
    trace = max(float(np.trace(moments)), 1e-12)
    middle = points.mean(axis=0)
    return Top(
        center=(float(middle[0]), float(middle[1])),
        edge=edge,
        stretch=(float(moments[0, 0] - moments[1, 1]) / trace, 2 * float(moments[0, 1]) / trace),
        turn=math.atan2(y, x),
        down=(down[0] / edge, down[1] / edge),
    )


def frame(top: Top) -> Floats:
    """(2, 2) symmetric: brings half edges in the table's plane, along the picture's axes, to pixels."""
    (a, b), (c, d) = laid(top, 0.0)
    return np.array([[a, b], [c, d]])


def laid(top: Top, turn: float) -> tuple[Point, Point]:
    """The rows of `frame`, after a turn by `turn` radians in the table's plane.

    Plain numbers: this is asked for every crop, and arrays of four cost ten times as much.
    """
    a, b = top.stretch
    strength = math.hypot(a, b)
    if strength > FLATTEST:
        a, b = a * FLATTEST / strength, b * FLATTEST / strength
    area = top.edge**2 / 4
    size = area / math.sqrt(1 - a * a - b * b)
    total = math.sqrt(2 * (size + area))
    xx, xy, yy = (size * (1 + a) + area) / total, size * b / total, (size * (1 - a) + area) / total
    c, s = math.cos(turn), math.sin(turn)
    return (xx * c + xy * s, xy * c - xx * s), (xy * c + yy * s, yy * c - xy * s)


def rotation(turn: float) -> Floats:
    """(2, 2) a turn by `turn` radians, clockwise as seen on the screen."""
    c, s = math.cos(turn), math.sin(turn)
    return np.array([[c, -s], [s, c]])


def corners(top: Top) -> Corners:
    """The four corners in px, clockwise."""
    (ux, vx), (uy, vy) = laid(top, top.turn)
    x, y = top.center
    return (
        (x - ux - vx, y - uy - vy),
        (x + ux - vx, y + uy - vy),
        (x + ux + vx, y + uy + vy),
        (x - ux + vx, y - uy + vy),
    )


def slant(stretch: Point) -> float:
    """The tilt of a plane in radians that makes a square look stretched so: 0 from above."""
    strength = min(math.hypot(*stretch), FLATTEST)
    return math.acos(math.sqrt((1 - strength) / (1 + strength)))


def fall(tilt: float) -> float:
    """How long `down` is, in edges, for a cube whose top is seen at `tilt` radians from above."""
    return math.sin(tilt) / math.sqrt(max(math.cos(tilt), 0.05))


def _root(moments: Floats) -> Floats:
    """The symmetric square root of a symmetric (2, 2) matrix."""
    area = math.sqrt(max(float(moments[0, 0] * moments[1, 1] - moments[0, 1] ** 2), 1e-12))
    total = float(moments[0, 0] + moments[1, 1]) + 2 * area
    return np.asarray((moments + area * np.eye(2)) / math.sqrt(total))
