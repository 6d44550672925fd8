"""Solid dice, cut with manifold3d: a rounded cube, its pips or bars sunk in, body and ink as separate meshes."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache

import manifold3d
import numpy as np
import numpy.typing as npt

from croupier.models.workshop.studio.cube import FUDGE, NORMALS, Array
from croupier.models.workshop.studio.scene import Shape

ROUND_STEPS = 28
PIP_STEPS = 28
BAR_HALF_LENGTH = 0.30
BAR_HALF_WIDTH = 0.065

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """`vertices` (N, 6) float32: position and normal, three rows a triangle."""

    vertices: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class DieMesh:
    """A die of edge 1 about the origin, in two colours."""

    body: Mesh
    ink: Mesh


@cache
def die_mesh(shape: Shape) -> DieMesh:
    """The die of that shape, lying with face number 1 up."""
    core = 0.5 - shape.round
    ball = manifold3d.Manifold.sphere(shape.round, ROUND_STEPS)
    solid = manifold3d.Manifold.batch_hull([ball.translate(c) for c in itertools.product((-core, core), repeat=3)])
    if shape.ball:
        solid = solid ^ manifold3d.Manifold.sphere(shape.ball, 96)
    centers, cutters = _bars(shape) if shape.kind == "dF" else _pips(shape)
    solid = solid - manifold3d.Manifold.batch_boolean(cutters, manifold3d.OpType.Add)

    triangles, normals = _triangles(solid)
    middles = triangles.mean(axis=1)
    if shape.kind == "dF":
        ink = (np.abs(middles).max(axis=1) < 0.5 - 1e-4) & _within_a_bar(middles, shape.depth)
        ink_normals = np.repeat(normals[:, None], 3, axis=1)
    else:
        radius = _pip_ball(shape)
        gaps = np.linalg.norm(middles[:, None] - centers[None], axis=2)
        ink = gaps.min(axis=1) < radius + 1e-4
        ink_normals = _unit(centers[gaps.argmin(axis=1)][:, None] - triangles)
    body_normals = _smooth(triangles, normals, shape)
    return DieMesh(_mesh(triangles[~ink], body_normals[~ink]), _mesh(triangles[ink], ink_normals[ink]))


@cache
def prop_mesh(form: str) -> Mesh:
    """A `coin`, `card` or `box` one centimetre in each direction, standing on the table; flat-shaded."""
    if form == "coin":
        solid = manifold3d.Manifold.cylinder(1.0, 0.5, 0.47, 64)
    elif form in ("card", "box"):
        solid = manifold3d.Manifold.cube((1.0, 1.0, 1.0), True).translate((0, 0, 0.5))
    else:
        raise ValueError(f"No prop is called {form!r}: take coin, card or box.")
    triangles, normals = _triangles(solid)
    return _mesh(triangles, np.repeat(normals[:, None], 3, axis=1))


def _pip_ball(shape: Shape) -> float:
    """The radius of the ball that leaves a pip of the wished radius and depth."""
    return (shape.pip**2 + shape.depth**2) / (2 * shape.depth)


def _plane(face: int) -> tuple[Array, Array, Array]:
    """The normal of a face and two directions in it."""
    normal = np.array(NORMALS[face], float)
    side = np.array([0.0, 1.0, 0.0]) if abs(normal[2]) > 0.5 else np.array([0.0, 0.0, 1.0])
    first = np.cross(side, normal)
    return normal, first, np.cross(normal, first)


def _pips(shape: Shape) -> tuple[Array, list[manifold3d.Manifold]]:
    radius = _pip_ball(shape)
    centers = []
    for face, places in PIPS.items():
        normal, first, second = _plane(face)
        for a, b in places:
            centers.append(normal * (0.5 + radius - shape.depth) + (first * a + second * b) * shape.spread)
    steps = PIP_STEPS * (1 if radius < 0.2 else 2)
    return np.array(centers), [manifold3d.Manifold.sphere(radius, steps).translate(tuple(c)) for c in centers]


def _bars(shape: Shape) -> tuple[Array, list[manifold3d.Manifold]]:
    cutters = []
    for face, shown in FUDGE.items():
        normal, first, second = _plane(face)
        for along, across in ((first, second), (second, first))[: {0: 0, -1: 1, 1: 2}[shown]]:
            box = 2 * (np.abs(along) * BAR_HALF_LENGTH + np.abs(across) * BAR_HALF_WIDTH + np.abs(normal) * shape.depth)
            cutters.append(manifold3d.Manifold.cube(tuple(box), True).translate(tuple(normal * 0.5)))
    return np.zeros((0, 3)), cutters


def _within_a_bar(middles: Array, depth: float) -> npt.NDArray[np.bool_]:
    """Triangles of walls and floors of grooves: near a face of the cube, inside the square that bars span."""
    size = np.sort(np.abs(middles), axis=1)
    return (size[:, 2] > 0.5 - depth - 1e-4) & (size[:, 1] <= BAR_HALF_LENGTH + 1e-4)


def _triangles(solid: manifold3d.Manifold) -> tuple[Array, Array]:
    """(N, 3, 3) corners and (N, 3) normals of all triangles that have a size."""
    mesh = solid.to_mesh()
    triangles = np.asarray(mesh.vert_properties, float)[:, :3][np.asarray(mesh.tri_verts)]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(normals, axis=1)
    kept = length > 1e-12
    return triangles[kept], normals[kept] / length[kept, None]


def _smooth(triangles: Array, normals: Array, shape: Shape) -> Array:
    """(N, 3, 3) normals of a rounded cube: away from its core, or from the middle where the ball cut it."""
    core = 0.5 - shape.round
    away = triangles - np.clip(triangles, -core, core)
    smooth = _unit(away)
    flat = np.repeat(normals[:, None], 3, axis=1)
    smooth = np.where(np.linalg.norm(away, axis=2, keepdims=True) < 1e-6, flat, smooth)
    if shape.ball:
        out = _unit(triangles)
        on_ball = (np.linalg.norm(triangles, axis=2) > shape.ball - 2e-3) & ((out * flat).sum(axis=2) > 0.97)
        smooth = np.where(on_ball[..., None], out, smooth)
    return smooth


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def _mesh(triangles: Array, normals: Array) -> Mesh:
    return Mesh(np.concatenate([triangles, normals], axis=2).reshape(-1, 6).astype(np.float32))
