"""How a thrown die flies, bounces, tumbles and comes to rest: a rounded cube on a plane, stepped through time.

Contact is a stiff spring with damping at the cube's eight round corners, with Coulomb friction. A cube's inertia is the
same about every axis, which keeps the rest short. Which face ends up is left open: a cube looks the same to the
laws of motion from every side, so the face wished for is put on top afterwards.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from croupier.models.workshop.studio.cube import NORMALS, Array, rotation, turns_with_up
from croupier.models.workshop.studio.scene import Pose

GRAVITY_CM_S2 = 981.0
STEP_S = 0.0002
KEPT_EVERY = 10
"""One in so many steps is kept: poses are `STEP_S * KEPT_EVERY` = 2 ms apart."""
LONGEST_S = 2.4
STIFFNESS = 4.0e5
"""Contact force a centimetre of depth, over the die's mass, in 1/s²."""
DAMPING = 80.0
FRICTION = 0.25
CREEP_CM_S = 0.5
"""Below this slip, friction fades in proportion: a die at rest does not jitter."""
STILL_CM_S = 0.6
"""A die whose corners all move slower than this lies still."""


@dataclass(frozen=True, slots=True, eq=False)
class Tumble:
    """One throw along +x that ends flat on the table at the origin, face number 1 up.

    `at` (N, 3) and `turn` (N, 3, 3), 2 ms apart.
    """

    at: Array
    turn: Array

    @property
    def lasts(self) -> float:
        """Seconds from the first pose to rest."""
        return (len(self.at) - 1) * STEP_S * KEPT_EVERY

    def pose(self, seconds: float) -> Pose:
        """Where the die is so long after the start; its resting place from the end on."""
        spot = min(max(seconds / (STEP_S * KEPT_EVERY), 0.0), len(self.at) - 1.0)
        before = int(spot)
        after = min(before + 1, len(self.at) - 1)
        share = spot - before
        turn = self.turn[before] * (1 - share) + self.turn[after] * share
        return Pose(self.at[before] * (1 - share) + self.at[after] * share, _orthonormal(turn[None])[0])


def tumbles(rng: np.random.Generator, count: int, edge: float, roundness: float) -> tuple[Tumble, ...]:
    """Throws of a die of `edge` centimetres with corners of radius `roundness` edges: those of `count` that settle."""
    at = np.stack([np.zeros(count), np.zeros(count), rng.uniform(2.5, 6.0, count)], axis=1)
    speed = np.stack([rng.uniform(70, 115, count), rng.normal(0, 4, count), rng.uniform(-40, 25, count)], axis=1)
    spin = np.stack([rng.normal(0, 8, count), rng.uniform(10, 45, count), rng.normal(0, 9, count)], axis=1)
    turn = _orthonormal(rng.normal(size=(count, 3, 3)))
    radius = roundness * edge
    corners = np.array(list(itertools.product((-1.0, 1.0), repeat=3))) * (edge / 2 - radius)
    inertia = edge**2 / 6

    path, turns, fastest = [at.copy()], [turn.copy()], []
    for step in range(1, round(LONGEST_S / STEP_S) + 1):
        arms = corners @ turn.transpose(0, 2, 1)
        arms[:, :, 2] -= radius
        depth = np.maximum(-(at[:, None, 2] + arms[:, :, 2]), 0)
        slip = speed[:, None] + np.cross(spin[:, None], arms)
        push = np.where(depth > 0, np.maximum(STIFFNESS * depth - DAMPING * slip[:, :, 2], 0), 0)
        flat = slip[:, :, :2]
        size = np.linalg.norm(flat, axis=2)
        force = np.concatenate(
            [-FRICTION * (push / np.maximum(size, CREEP_CM_S))[..., None] * flat, push[..., None]], axis=2
        )
        speed = speed + STEP_S * force.sum(axis=1)
        speed[:, 2] -= STEP_S * GRAVITY_CM_S2
        spin = spin + STEP_S * np.cross(arms, force).sum(axis=1) / inertia
        at = at + STEP_S * speed
        turn = turn + STEP_S * _cross_matrix(spin) @ turn
        if step % KEPT_EVERY == 0:
            turn = _orthonormal(turn)
            path.append(at.copy())
            turns.append(turn.copy())
            fastest.append(np.linalg.norm(speed, axis=1) + np.linalg.norm(spin, axis=1) * edge)
    moves = zip(np.swapaxes(path, 0, 1), np.swapaxes(turns, 0, 1), np.array(fastest).T, strict=True)
    return tuple(found for move in moves if (found := _settled(*move, edge)) is not None)


def _settled(at: Array, turn: Array, fastest: Array, edge: float) -> Tumble | None:
    """The throw cut where it came to rest, moved so that it rests flat at the origin; None if it does not."""
    moving = np.flatnonzero(fastest > STILL_CM_S)
    end = int(moving[-1]) + 2
    if end >= len(at) or abs(at[end - 1, 2] - edge / 2) > 0.03:
        return None
    at, turn = at[:end].copy(), turn[:end]
    lying = np.round(turn[-1].T @ (0, 0, 1.0))
    if np.abs(lying).sum() != 1:
        return None
    # The springs leave a tilt and a height too small to see: they are taken out of the whole path.
    up = turn[-1] @ lying
    level = rotation((up[1], -up[0], 1e-9), math.acos(min(1.0, up[2])))
    at[:, :2] -= at[-1, :2]
    at[:, 2] += edge / 2 - at[-1, 2]
    face = next(face for face, normal in NORMALS.items() if np.array_equal(normal, lying))
    return Tumble(at, level @ turn @ turns_with_up(face)[0].T)


def _cross_matrix(vectors: Array) -> Array:
    """(N, 3) → (N, 3, 3): the matrices that take the cross product with each."""
    x, y, z = vectors.T
    zero = np.zeros_like(x)
    return np.moveaxis(np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]]), 2, 0)


def _orthonormal(turns: Array) -> Array:
    """(N, 3, 3): the turns nearest to these matrices."""
    left, _, right = np.linalg.svd(turns)
    left[..., :, 2] *= np.linalg.det(left @ right)[:, None]
    return np.asarray(left @ right)
