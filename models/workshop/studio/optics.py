"""The arithmetic of one pass: matrices for OpenGL, and where in the lamp, the sky and the pixel the pass looks."""

from __future__ import annotations

import math

import numpy as np

from croupier.models.workshop.studio.cube import Array
from croupier.models.workshop.studio.scene import View

NEAR_CM, FAR_CM = 2.0, 600.0
GOLDEN = (math.sqrt(5) - 1) / 2
LOWEST_SKY = 0.12
"""No sky light comes in flatter than this sine: such a shadow would leave its map."""


def camera_clip(view: View, nudge: tuple[float, float], aside: tuple[float, float] = (0.0, 0.0)) -> Array:
    """(4, 4): table centimetres → OpenGL's clip space, moved by `nudge` pixels.

    The light comes in `aside` centimetres (right, down) of the lens's middle; what is as far as the table's middle
    stays sharp.
    """
    width, height = view.size
    axes = np.diag([1.0, -1.0, -1.0]) @ view.axes
    look = np.eye(4)
    look[:3, :3] = axes
    look[:3, 3] = -axes @ (view.eye + aside[0] * view.axes[0] + aside[1] * view.axes[1])
    lens = _lens(2 * view.focal / width, 2 * view.focal / height, NEAR_CM, FAR_CM)
    # Clip space divides by minus z: a shift in this column moves the picture the other way.
    lens[0, 2] = 2 * (nudge[0] - view.focal * aside[0] / view.distance) / width
    lens[1, 2] = 2 * (nudge[1] + view.focal * aside[1] / view.distance) / height
    return np.asarray(lens @ look)


def shadow_clip(source: Array, reach: float) -> Array:
    """(4, 4): what the light at `source` sees of the table's middle, `reach` centimetres each way."""
    far = float(np.linalg.norm(source))
    ahead = -source / far
    right = np.cross(ahead, (0.0, 1.0, 0.01))
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(right, ahead), -ahead])
    look = np.eye(4)
    look[:3, :3] = axes
    look[:3, 3] = -axes @ source
    return np.asarray(_lens(far / reach, far / reach, max(far - 2.5 * reach, far * 0.1), far + 2.5 * reach) @ look)


def lamp_point(middle: tuple[float, float, float], radius: float, number: int, count: int) -> Array:
    """(3,): the place on a round lamp facing the table that pass `number` of `count` is lit from."""
    away = radius * math.sqrt((number + 0.5) / count)
    angle = 2 * math.pi * GOLDEN * number
    ahead = -np.array(middle) / np.linalg.norm(middle)
    first = np.cross(ahead, (0.0, 1.0, 0.01))
    first /= np.linalg.norm(first)
    second = np.cross(ahead, first)
    return np.asarray(np.array(middle) + away * (math.cos(angle) * first + math.sin(angle) * second))


def sky_way(number: int, count: int) -> Array:
    """(3,) of length 1: the direction to the sky of pass `number`; upright ones are more frequent (by the cosine)."""
    # The lamp and the sky must not walk around together, so this spiral runs the other way and starts elsewhere.
    flat = math.sqrt(((number * 7 + 3) % count + 0.5) / count * (1 - LOWEST_SKY**2))
    angle = -2 * math.pi * GOLDEN * number + 1.0
    return np.array([flat * math.cos(angle), flat * math.sin(angle), math.sqrt(1 - flat**2)])


def pixel_nudge(number: int, count: int) -> tuple[float, float]:
    """Where in its pixel pass `number` samples, −0.5…0.5 in x and y (a rank-1 lattice)."""
    return (number + 0.5) / count - 0.5, (number * GOLDEN) % 1.0 - 0.5


def _lens(across: float, down: float, near: float, far: float) -> Array:
    depth = far - near
    return np.array(
        [
            [across, 0, 0, 0],
            [0, down, 0, 0],
            [0, 0, -(far + near) / depth, -2 * far * near / depth],
            [0, 0, -1, 0],
        ]
    )
