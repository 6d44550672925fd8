"""Triangles, and the rounded cubes that dice and boxes are.

(N, 8) float32: position, normal and place in the print, three rows a triangle. Dice are cubes of edge 1 about the
origin; things stand on z = 0 and are about one centimetre each way.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from croupier.models.workshop.studio.cube import Array

Triangles = npt.NDArray[np.float32]

LINES = (5, 2)
"""Grid lines over a rounded edge and over the flat of a face; more for one that a ball cuts."""
BALL_LINES = (5, 6)
SHADOW_LINES = (3, 4)
"""A shadow can do with fewer."""


def cube(round_: float, ball: float = 0.0, lines: tuple[int, int] | None = None) -> Triangles:
    """A cube with edges rounded by `round_`, cut by a sphere of radius `ball` (0: none)."""
    core = 0.5 - round_
    bent, flat = lines or (BALL_LINES if ball else LINES)
    bend = core + round_ * np.tan(np.linspace(0, math.pi / 4, bent))
    inner = np.linspace(-core, core, flat)[1:-1]
    line = np.concatenate([-bend[::-1], inner, bend])
    u, v = np.meshgrid(line, line, indexing="ij")
    sides = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            point = np.zeros((*u.shape, 3))
            point[..., axis] = sign * 0.5
            point[..., (axis + 1) % 3], point[..., (axis + 2) % 3] = u, v * sign
            sides.append(_shaped(point, core, round_, ball))
    return np.concatenate(sides)


def _shaped(point: Array, core: float, round_: float, ball: float) -> Triangles:
    """One face's grid (n, n, 3) pulled onto the rounded cube."""
    kernel = np.clip(point, -core, core)
    away = point - kernel
    normal = away / np.maximum(np.linalg.norm(away, axis=-1, keepdims=True), 1e-9)
    place = kernel + round_ * normal
    if ball:
        far = np.linalg.norm(place, axis=-1, keepdims=True)
        cut = far > ball
        # The cut is a little rounded too, as tumbling leaves it.
        place = np.where(cut, place * ball / far, place)
        blend = np.clip((far - ball) / 0.02 + 0.5, 0, 1)
        normal = normal * (1 - blend) + place / np.linalg.norm(place, axis=-1, keepdims=True) * blend
        normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    return grid(place, normal)


def grid(place: Array, normal: Array, uv: Array | None = None) -> Triangles:
    """A grid (n, m, 3) as triangles; without `uv` the print lies on it from above."""
    if uv is None:
        uv = place[..., :2] + 0.5
    rows = np.concatenate([place, normal, uv], axis=-1)
    a, b, c, d = rows[:-1, :-1], rows[1:, :-1], rows[1:, 1:], rows[:-1, 1:]
    return np.stack([a, b, c, a, c, d], axis=2).reshape(-1, 8).astype(np.float32)


def rounded_box() -> Triangles:
    """A box with slightly soft edges."""
    box = cube(0.04)
    box[:, 2] += 0.5
    return box


def box() -> Triangles:
    """A sharp box."""
    sides = cube(0.002)
    sides[:, 2] += 0.5
    return sides


def keycap() -> Triangles:
    """A key: narrower at its top."""
    cap = cube(0.08)
    cap[:, 2] += 0.5
    cap[:, :2] *= 1 - 0.16 * cap[:, 2:3]
    cap[:, 6:] = cap[:, :2] / 0.84 + 0.5
    return cap


def square(half: float) -> Triangles:
    """The table: a square that reaches so far each way, its print in centimetres."""
    flat = np.array([(-half, -half), (half, -half), (half, half), (-half, -half), (half, half), (-half, half)])
    rows = np.concatenate([flat, np.zeros((6, 1)), np.tile((0.0, 0.0, 1.0), (6, 1)), flat], axis=1)
    return rows.astype(np.float32)
