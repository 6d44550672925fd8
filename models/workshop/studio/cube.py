"""How a cube lies: where its six faces look, what they show, and the turns that bring one to the top."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

NORMALS: Mapping[int, tuple[int, int, int]] = {
    1: (0, 0, 1),
    2: (1, 0, 0),
    3: (0, 1, 0),
    4: (0, -1, 0),
    5: (-1, 0, 0),
    6: (0, 0, -1),
}
"""Where each face of a die looks when it lies with its 1 up: opposite faces add up to 7."""

FUDGE: Mapping[int, int] = {1: 1, 6: -1, 2: 1, 5: -1, 3: 0, 4: 0}
"""What a Fudge die shows in the place of each of those faces."""


def rotation(axis: tuple[float, float, float], angle: float) -> Array:
    """(3, 3): a turn by `angle` radians about `axis` (Rodrigues)."""
    x, y, z = np.array(axis, float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross)


def turns_with_up(up: int) -> tuple[Array, ...]:
    """The four quarter turns of a cube that bring face number `up` (1…6) to the top."""
    found = []
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1.0, -1.0), repeat=3):
            turn = np.zeros((3, 3))
            turn[range(3), order] = signs
            if np.linalg.det(turn) > 0 and (turn @ np.array(NORMALS[up]))[2] > 0.5:
                found.append(turn)
    return tuple(found)


def numbers_showing(kind: str, face: int) -> tuple[int, ...]:
    """The face numbers, 1…6, that show `face` on a die of that kind."""
    return tuple(number for number, shown in FUDGE.items() if shown == face) if kind == "dF" else (face,)
