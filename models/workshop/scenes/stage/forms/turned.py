"""Solids turned on a lathe or drawn along a path: coins, balls, pawns, pens, fingers, rings, cables."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping

import numpy as np

from croupier.models.workshop.scenes.stage.forms.rounded import Triangles, grid
from croupier.models.workshop.studio.cube import Array, rotation


def lathe(profile: Array, steps: int = 40) -> Triangles:
    """`profile` (n, 2) of radius and height, turned about the z axis; corners stay sharp."""
    angle = np.linspace(0, 2 * math.pi, steps + 1)
    bands = []
    for (r0, z0), (r1, z1) in itertools.pairwise(profile):
        way = np.array([z1 - z0, r0 - r1])
        way = way / max(np.linalg.norm(way), 1e-9)
        around = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        place = np.stack([np.column_stack([around * r, np.full(len(angle), z)]) for r, z in ((r0, z0), (r1, z1))])
        normal = np.column_stack([around * way[0], np.full(len(angle), way[1])])
        bands.append(grid(place, np.broadcast_to(normal, place.shape)))
    return np.concatenate(bands)


def smooth_lathe(radius: Callable[[Array], Array], steps: int = 24) -> Triangles:
    """A turned solid one high whose radius at heights 0…1 is given; smooth."""
    height = np.linspace(0, 1, 20)
    angle = np.linspace(0, 2 * math.pi, steps + 1)
    r = radius(height)
    slope = np.gradient(r, height)
    around = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    place = np.stack([np.column_stack([around * a, np.full(len(angle), z)]) for a, z in zip(r, height, strict=True)])
    normal = np.stack([np.column_stack([around, np.full(len(angle), -s)]) for s in slope])
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    return grid(place, normal)


def tube(path: Array, radius: float, steps: int = 12) -> Triangles:
    """A tube along `path` (n, 3)."""
    ahead = np.gradient(path, axis=0)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    side = np.cross(ahead, (0.0, 0.0, 1.0))
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-9)
    up = np.cross(side, ahead)
    angle = np.linspace(0, 2 * math.pi, steps + 1)[None, :, None]
    normal = np.cos(angle) * side[:, None] + np.sin(angle) * up[:, None]
    along = np.linspace(0, 1, len(path))[:, None]
    around = np.broadcast_to(np.linspace(0, 1, steps + 1)[None], (len(path), steps + 1))
    uv = np.stack([np.broadcast_to(along, around.shape), around], axis=-1)
    return grid(path[:, None] + radius * normal, normal, uv)


def _coin() -> Triangles:
    return lathe(np.array([(0.5, 0), (0.5, 0.9), (0.47, 1.0), (0, 1.0)]))


def _ball() -> Triangles:
    return smooth_lathe(lambda z: np.sqrt(np.maximum(0.25 - (z - 0.5) ** 2, 1e-6)))


def _pawn() -> Triangles:
    return smooth_lathe(
        lambda z: (
            np.maximum(0.42 * (1 - z) ** 1.6 + 0.06, np.sqrt(np.maximum(0.27**2 - (z - 0.73) ** 2, 1e-6)) * (z > 0.45))
            * np.clip((1.0 - z) * 30, 0.02, 1)
        )
    )


def _rod() -> Triangles:
    path = np.column_stack([np.linspace(-0.5, 0.5, 12), np.zeros(12), np.full(12, 0.5)])
    return _scaled(tube(path, 0.5, 16))


def _pen() -> Triangles:
    """A rod along x with a point."""
    height = np.array([(0.0, 0.0), (0.5, 0.0), (0.5, 0.86), (0.12, 0.97), (0.0, 1.0)])
    pen = lathe(height, 20)
    turn = rotation((0, 1, 0), math.pi / 2)
    pen[:, :3] = (pen[:, :3] - (0, 0, 0.5)) @ turn.T + (0, 0, 0.5)
    pen[:, 3:6] = pen[:, 3:6] @ turn.T
    pen[:, 6:] = pen[:, :2] + 0.5
    return pen


def _finger() -> Triangles:
    x = np.linspace(0, 1, 20)
    r = np.where(x < 0.12, np.sqrt(np.maximum(1 - ((0.12 - x) / 0.12) ** 2, 0)), 1) * (0.5 - 0.06 * np.sin(x * 14) ** 2)
    path = np.column_stack([x - 0.5, np.zeros(20), np.full(20, 0.5)])
    finger = tube(path, 1.0, 16).reshape(19, 16, 6, 8)
    # Each ring has its own radius: rows a, b, c, a, c, d of a cell belong to rings i, i+1, i+1, i, i+1, i.
    for ring in range(19):
        for row, shift in enumerate((0, 1, 1, 0, 1, 0)):
            cell = finger[ring, :, row]
            cell[:, 1] *= r[ring + shift]
            cell[:, 2] = 0.5 + (cell[:, 2] - 0.5) * r[ring + shift]
    return finger.reshape(-1, 8)


def _ring() -> Triangles:
    angle = np.linspace(0, 2 * math.pi, 49)
    path = np.column_stack([0.44 * np.cos(angle), 0.44 * np.sin(angle), np.full(49, 0.5)])
    ring = tube(path, 0.06, 10)
    ring[:, 2] = (ring[:, 2] - 0.44) / 0.12
    return ring


def _cable(seed: int) -> Callable[[], Triangles]:
    def bent() -> Triangles:
        rng = np.random.default_rng(seed)
        turns = np.cumsum(np.cumsum(rng.normal(0, 0.018, 70)))
        steps = np.stack([np.cos(turns), np.sin(turns)], axis=1) / 70
        flat = np.cumsum(steps, axis=0) - 0.5 * steps.sum(axis=0)
        cable = tube(np.column_stack([flat, np.zeros(70)]), 0.012, 8)
        cable[:, 2] = cable[:, 2] / 0.024 + 0.5
        return cable

    return bent


def _scaled(triangles: Triangles) -> Triangles:
    triangles[:, 6:] = triangles[:, :2] + 0.5
    return triangles


TURNED: Mapping[str, Callable[[], Triangles]] = {
    "coin": _coin,
    "ball": _ball,
    "pawn": _pawn,
    "rod": _rod,
    "pen": _pen,
    "finger": _finger,
    "ring": _ring,
    **{f"cable {seed}": _cable(seed) for seed in range(6)},
}
