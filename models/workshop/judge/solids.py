"""Dice and clutter as solids: which triangles are body, which are the marks of which face, and their normals."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

import manifold3d
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Solid: TypeAlias = manifold3d.Manifold

SIDES: tuple[tuple[int, int, int], ...] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
"""Where the six faces of a die look, in the order in which a `Form` tells what they show."""
SHARP_DEG = 32.0
"""Edges that turn by more than this are not smoothed over."""
BALL_STEPS = 32
PIP_STEPS = 24

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((1, -1), (-1, 1)),
    3: ((1, -1), (0, 0), (-1, 1)),
    4: ((1, 1), (1, -1), (-1, 1), (-1, -1)),
    5: ((1, 1), (1, -1), (0, 0), (-1, 1), (-1, -1)),
    6: ((1, 1), (0, 1), (-1, 1), (1, -1), (0, -1), (-1, -1)),
}


@dataclass(frozen=True, slots=True)
class Form:
    """A die's form, lengths in parts of its edge.

    `shows` tells what each of `SIDES` shows and `turned` which of them is turned by a quarter. `corner` is the radius
    of its rounding, `ball` that of the sphere it was tumbled to (0: none). Marks are `drilled` (flat-bottomed) or
    dimples, `depth` deep: pips of radius `mark`, `spread` from the middle; or bars `mark` wide and `spread` long, each
    half, with round or square ends.
    """

    kind: str
    shows: tuple[int, ...]
    turned: tuple[bool, ...]
    corner: float = 0.1
    ball: float = 0.0
    drilled: bool = False
    spread: float = 0.25
    mark: float = 0.09
    depth: float = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A part of a solid in one colour: `points` and `normals` (N, 3), `triangles` (M, 3) of places in them."""

    points: Array
    normals: Array
    triangles: npt.NDArray[np.uint32]


@lru_cache(maxsize=64)
def die_pieces(form: Form) -> dict[int | None, Piece]:
    """A die of edge 1 about the origin: its body under None, the marks under the faces that they make."""
    reach = 0.5 - form.corner
    ball = Solid.sphere(form.corner, BALL_STEPS)
    body = Solid.batch_hull([ball.translate(at) for at in itertools.product((-reach, reach), repeat=3)])
    if form.ball:
        body = body ^ Solid.sphere(form.ball, 96)
    body = body.as_original()
    owners: dict[int, int | None] = {body.original_id(): None}
    cutters = []
    for side, shown, turned in zip(SIDES, form.shows, form.turned, strict=True):
        for mark in _bars(form, shown) if form.kind == "dF" else _dots(form, shown):
            cutter = mark.rotate((0, 0, 90 if turned else 0)).transform(_onto(side)).as_original()
            owners[cutter.original_id()] = shown
            cutters.append(cutter)
    return _pieces(body - Solid.batch_boolean(cutters, manifold3d.OpType.Add), owners)


@cache
def clutter_piece(form: str) -> Piece:
    """Something that is no die, 1 long, wide and high, standing on z = 0: a `slab`, `disc`, `ball`, `rod` or `pawn`."""
    match form:
        case "slab":
            solid = Solid.cube((1.0, 1.0, 1.0), True).translate((0, 0, 0.5))
        case "disc":
            solid = Solid.cylinder(1.0, 0.5, 0.48, 64)
        case "ball":
            solid = Solid.sphere(0.5, 64).translate((0, 0, 0.5))
        case "rod":
            solid = Solid.cylinder(1.0, 0.5, 0.5, 6).rotate((0, 90, 0)).translate((-0.5, 0, 0.5))
        case "pawn":
            solid = Solid.cylinder(0.7, 0.5, 0.12, 48) + Solid.sphere(0.26, 48).translate((0, 0, 0.74))
        case _:
            raise ValueError(f"Nothing is called {form!r}: take slab, disc, ball, rod or pawn.")
    solid = solid.as_original()
    return _pieces(solid, {solid.original_id(): None})[None]


def _dots(form: Form, shown: int) -> list[Solid]:
    """The cutters of a face's pips on a face that looks up."""
    if form.drilled:
        dot = Solid.cylinder(0.5, form.mark, form.mark, PIP_STEPS).translate((0, 0, 0.5 - form.depth))
    else:
        radius = (form.mark**2 + form.depth**2) / (2 * form.depth)
        steps = round(PIP_STEPS * max(1.0, min(radius / form.mark, 4.0)))
        dot = Solid.sphere(radius, steps).translate((0, 0, 0.5 + radius - form.depth))
    return [dot.translate((x * form.spread, y * form.spread, 0)) for x, y in PIPS[shown]]


def _bars(form: Form, shown: int) -> list[Solid]:
    """The cutters of a Fudge sign on a face that looks up; a blank has none."""
    if shown == 0:
        return []
    if form.drilled:
        bar = Solid.cube((2 * form.spread, 2 * form.mark, 0.5), True).translate((0, 0, 0.75 - form.depth))
    else:
        end = Solid.cylinder(0.5, form.mark, form.mark, PIP_STEPS).translate((0, 0, 0.5 - form.depth))
        reach = form.spread - form.mark
        bar = Solid.batch_hull([end.translate((-reach, 0, 0)), end.translate((reach, 0, 0))])
    return [bar] if shown < 0 else [bar + bar.rotate((0, 0, 90))]


def _onto(side: tuple[int, int, int]) -> Array:
    """(3, 4): the turn that takes what looks up to `side`."""
    normal = np.array(side, float)
    first = np.roll(normal, 1)
    return np.column_stack([first, np.cross(normal, first), normal, np.zeros(3)])


def _pieces(solid: Solid, owners: dict[int, int | None]) -> dict[int | None, Piece]:
    """The triangles of `solid` by whom they belong to."""
    mesh = solid.calculate_normals(0, SHARP_DEG).to_mesh()
    corners = np.asarray(mesh.vert_properties, float)
    triangles = np.asarray(mesh.tri_verts)
    runs: dict[int | None, list[npt.NDArray[np.uint32]]] = {}
    for first, last, owner in zip(mesh.run_index, mesh.run_index[1:], mesh.run_original_id, strict=False):
        runs.setdefault(owners[owner], []).append(triangles[first // 3 : last // 3].astype(np.uint32))
    pieces = {}
    for owner, parts in runs.items():
        used, places = np.unique(np.concatenate(parts), return_inverse=True)
        pieces[owner] = Piece(corners[used, :3], corners[used, 3:6], places.reshape(-1, 3).astype(np.uint32))
    return pieces
