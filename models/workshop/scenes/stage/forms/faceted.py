"""Solids with flat faces and a sign on each: dice of other kinds than six sides, and the keys of a keyboard."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from croupier.models.workshop.scenes.stage.forms.rounded import Triangles, cube
from croupier.models.workshop.studio.cube import Array, rotation

CELLS_ACROSS = 5
"""Signs stand in a sheet of 5 × 5 cells."""
GOLDEN = (1 + math.sqrt(5)) / 2
KEY_ROWS, KEYS_A_ROW = 5, 12
KEY_GAP = 0.1


def _signs(rows: Sequence[tuple[float, float, float]]) -> Array:
    """All ways to give the coordinates signs."""
    return np.unique([np.multiply(row, way) for row in rows for way in itertools.product((-1, 1), repeat=3)], axis=0)


def _cycled(x: float, y: float, z: float) -> Array:
    return _signs([(x, y, z), (z, x, y), (y, z, x)])


ICOSA = _cycled(0.0, 1.0, GOLDEN)
DODECA = np.concatenate([_signs([(1.0, 1.0, 1.0)]), _cycled(0.0, GOLDEN, 1 / GOLDEN)])
OCTA = np.concatenate([np.eye(3), -np.eye(3)])
TETRA = np.array([(1.0, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)])


def _facing(corners: Array, normals: Array) -> list[Array]:
    """The faces, each (n, 3) in order, of a solid whose faces look along `normals`."""
    faces = []
    for normal in normals:
        heights = corners @ normal
        faces.append(_in_order(corners[heights > heights.max() - 1e-6], normal))
    return faces


def _in_order(face: Array, normal: Array) -> Array:
    first = face[0] - face.mean(axis=0)
    second = np.cross(normal, first)
    off = face - face.mean(axis=0)
    turned = np.argsort(np.arctan2(off @ second / np.linalg.norm(second), off @ first / np.linalg.norm(first)))
    return np.asarray(face[turned])


def _ten() -> list[Array]:
    """A ten-sided die: kites about two poles."""
    step, high = math.pi / 5, 1.1
    low = high * (1 - math.cos(step)) / (1 + math.cos(step))
    ring = np.array([(math.cos(k * step), math.sin(k * step), low * (-1) ** k) for k in range(10)])
    poles = np.array([(0, 0, high), (0, 0, -high)])
    faces = []
    for k in range(10):
        # A kite hangs from the pole that its middle corner lies away from.
        kite = np.array([poles[0 if ring[k][2] < 0 else 1], ring[k - 1], ring[k], ring[(k + 1) % 10]])
        faces.append(_in_order(kite, kite.mean(axis=0)))
    return faces


def _signed(faces: list[Array]) -> Triangles:
    """The solid lying on its first face, one centimetre high, each face with its cell of the sheet."""
    down = faces[0].mean(axis=0)
    down /= np.linalg.norm(down)
    axis = np.cross(down, (0.0, 0.0, -1.0))
    angle = math.acos(float(np.clip(-down[2], -1, 1)))
    turn = rotation(tuple(axis), angle) if np.linalg.norm(axis) > 1e-6 else np.diag([1.0, np.sign(-down[2]), -1.0])
    turned = [face @ turn.T for face in faces]
    low = min(face[:, 2].min() for face in turned)
    high = max(face[:, 2].max() for face in turned)
    rows = []
    for number, face in enumerate(turned):
        place = (face - (0, 0, low)) / (high - low)
        middle = place.mean(axis=0)
        normal = np.cross(place[1] - place[0], place[2] - place[0])
        normal /= np.linalg.norm(normal)
        up = (place[0] - middle) / np.linalg.norm(place[0] - middle)
        across = np.cross(up, normal)
        reach = 2.1 * min(
            float(np.linalg.norm((a + b) / 2 - middle)) for a, b in zip(place, np.roll(place, 1, 0), strict=True)
        )
        for a, b in zip(place, np.roll(place, -1, axis=0), strict=True):
            for corner in (middle, a, b):
                inside = 0.5 + np.clip(
                    np.array([(corner - middle) @ across, (corner - middle) @ up]) / reach, -0.5, 0.5
                )
                rows.append([*corner, *normal, *_cell(number, inside)])
    return np.array(rows, np.float32)


def _cell(number: int, inside: Array) -> Array:
    across, up = number % CELLS_ACROSS, number // CELLS_ACROSS % CELLS_ACROSS
    return np.asarray((np.array([across, up]) + inside) / CELLS_ACROSS)


def keyboard() -> Triangles:
    """Rows of keys, one centimetre apart, each with its own sign; the rows are staggered."""
    rng = np.random.default_rng(1)
    cap = cube(0.12, lines=(3, 2))
    cap[:, :2] *= (1 - KEY_GAP) * (1 - 0.14 * (cap[:, 2:3] + 0.5))
    cap[:, 2] = (cap[:, 2] + 0.5) * 0.35
    keys = []
    for row, column in itertools.product(range(KEY_ROWS), range(KEYS_A_ROW)):
        key = cap.copy()
        key[:, 6:] = _cell(int(rng.integers(CELLS_ACROSS**2)), np.clip(cap[:, :2] / 0.8 + 0.5, 0.02, 0.98))
        key[:, 0] += column - KEYS_A_ROW / 2 + 0.25 * row
        key[:, 1] += KEY_ROWS / 2 - row
        keys.append(key)
    return np.concatenate(keys)


FACETED: Mapping[str, Callable[[], Triangles]] = {
    "d4": lambda: _signed(_facing(TETRA, -TETRA)),
    "d8": lambda: _signed(_facing(OCTA, _signs([(1.0, 1.0, 1.0)]))),
    "d10": lambda: _signed(_ten()),
    "d12": lambda: _signed(_facing(DODECA, ICOSA)),
    "d20": lambda: _signed(_facing(ICOSA, DODECA)),
    "keyboard": keyboard,
}
