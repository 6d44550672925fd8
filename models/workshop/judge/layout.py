"""Scenes by chance: a slanted view of dice that lie whole and open to view, and of things that are no dice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from croupier.models.workshop.judge.grounds import Array, Random, ground
from croupier.models.workshop.judge.looks import DieLook, die_look, form, lamps, look, room
from croupier.models.workshop.judge.scene import Clutter, PlacedDie, Scene, open_share
from croupier.models.workshop.judge.solids import SIDES, Form
from croupier.models.workshop.studio.cube import rotation
from croupier.models.workshop.studio.scene import View

SIZE = (640, 480)
SLANT_DEG = (45.0, 70.0)
UPRIGHT = 0.8
"""Who looks at a table at such a slant holds the camera upright in so many of the scenes; in the rest at any roll."""
EDGE_PX = (25.0, 120.0)
"""The length of a die's edge in the picture, were it seen square on."""
USUAL_EDGE_PX = (30.0, 110.0)
"""The same in the middle of the table."""
MOST_DICE = 6
FUDGE = 0.3
"""The share of scenes with Fudge dice."""
OPEN = 0.92
"""Of every die's top face at least this share is open to view."""
MARGIN_PX = 5
TRIES = 60


def lay_out(rng: Random, empty: bool = False) -> Scene:
    """A scene by chance: pips or Fudge dice, or none when it is to be `empty`."""
    kind = "none" if empty else "dF" if rng.random() < FUDGE else "d6"
    slant = math.radians(rng.uniform(*SLANT_DEG))
    count = 0 if empty else int(rng.integers(1, MOST_DICE + 1))
    edge = float(np.exp(rng.uniform(*np.log(USUAL_EDGE_PX))))
    focal = SIZE[0] * float(rng.uniform(1.1, 2.6))
    around, roll = rng.uniform(0, 2 * math.pi, 2)
    if rng.random() < UPRIGHT:
        roll = float(rng.normal(0, 0.1))
    aperture = float(rng.uniform(0.02, 0.12)) if rng.random() < 0.3 else 0.0
    top, tile, shine = ground(rng), float(rng.uniform(9, 30)), float(rng.choice([0.0, 0.0, rng.uniform(0.05, 0.3)]))
    dice: tuple[PlacedDie, ...] | None = None
    while dice is None:
        view = View(SIZE, focal, focal / edge, slant, around, roll)
        dice = _throw(rng, kind, count, view)
        edge = max(0.9 * edge, USUAL_EDGE_PX[0])
    clutter = _clutter(rng, int(rng.integers(2, 8) if empty else rng.choice([0, 0, 0, 1, 2, 3, 4])), view, dice)
    return Scene(kind, view, aperture, top, tile, shine, lamps(rng), room(rng), dice, clutter)


def _throw(rng: Random, kind: str, count: int, view: View) -> tuple[PlacedDie, ...] | None:
    """`count` dice that lie apart or touch, whole and open to view; None when they find no room."""
    alike = rng.random() < 0.6
    shape, paint = form(rng, kind), die_look(rng, kind)
    touching = rng.random() < 0.35
    sizes = rng.uniform(0.85, 1.2, count) if rng.random() < 0.15 else np.ones(count)
    dice: list[PlacedDie] = []
    for edge in sizes:
        if not alike:
            shape, paint = form(rng, kind), die_look(rng, kind)
        beside = dice[-1] if dice and touching and rng.random() < 0.7 else None
        for _ in range(TRIES):
            die = _die(rng, shape, paint, view, float(edge), beside)
            if die is not None and _fits(view, die, dice, beside):
                dice.append(die)
                break
        else:
            return None
    return tuple(dice)


def _die(
    rng: Random, shape: Form, paint: DieLook, view: View, edge: float, beside: PlacedDie | None
) -> PlacedDie | None:
    """A die somewhere in the picture, or against a side of another; None where the picture shows no table."""
    up = int(rng.integers(6))
    if beside is None:
        yaw = rng.uniform(0, 2 * math.pi)
        spot = _spot(rng, view, edge / 2)
        if spot is None:
            return None
    else:
        across = beside.turn[:2, 0] if abs(beside.turn[2, 0]) < 0.5 else beside.turn[:2, 1]
        yaw = math.atan2(across[1], across[0]) + rng.integers(4) * math.pi / 2
        way = np.array([math.cos(yaw), math.sin(yaw)])
        gap = (edge + beside.edge) / 2 + rng.uniform(0.005, 0.08)
        flat = beside.at[:2] + gap * way + rng.uniform(-0.5, 0.5) * np.array([-way[1], way[0]])
        spot = np.array([*flat, edge / 2])
    normal = np.array(SIDES[up], float)
    first = np.roll(normal, 1)
    lying = np.stack([first, np.cross(normal, first), normal])
    return PlacedDie(shape, paint, spot, np.asarray(rotation((0, 0, 1), yaw) @ lying), up, edge)


def _fits(view: View, die: PlacedDie, dice: Sequence[PlacedDie], beside: PlacedDie | None) -> bool:
    seen = view.project(die.corners)
    if not ((seen > MARGIN_PX) & (seen < np.array(view.size) - MARGIN_PX)).all():
        return False
    edge = die.edge * view.focal / np.linalg.norm(die.at - view.eye)
    if not EDGE_PX[0] <= edge <= EDGE_PX[1]:
        return False
    for other in dice:
        apart = 1.0 if other is beside else 1.45
        if math.dist(die.at[:2], other.at[:2]) < apart * (die.edge + other.edge) / 2:
            return False
    together = [*dice, die]
    return all(open_share(view, one, [d for d in together if d is not one]) >= OPEN for one in together)


def _spot(rng: Random, view: View, height: float) -> Array | None:
    """A place on the table that is in the picture and no farther than twice its middle."""
    x, y = rng.uniform(0, view.size[0]), rng.uniform(0, view.size[1])
    ray = view.axes.T @ np.array([(x - view.size[0] / 2) / view.focal, (y - view.size[1] / 2) / view.focal, 1.0])
    if ray[2] > -0.05:
        return None
    at = view.on_table(x, y, height)
    return at if np.linalg.norm(at - view.eye) < 2 * view.distance else None


def _clutter(rng: Random, count: int, view: View, dice: Sequence[PlacedDie]) -> tuple[Clutter, ...]:
    """Up to `count` things that stand free and cover no die's top."""
    found: list[Clutter] = []
    for _ in range(count):
        thing = _thing(rng)
        room = math.hypot(*thing.size[:2]) / 2
        for _ in range(TRIES):
            spot = _spot(rng, view, 0.0)
            if spot is None:
                continue
            placed = replace(thing, at=spot * (1, 1, 0))
            free = all(math.dist(spot[:2], die.at[:2]) > room + 0.72 * die.edge for die in dice)
            free &= all(math.dist(spot[:2], o.at[:2]) > room + math.hypot(*o.size[:2]) / 2 for o in found)
            if free and all(
                open_share(view, die, [*(d for d in dice if d is not die), placed]) >= OPEN for die in dice
            ):
                found.append(placed)
                break
    return tuple(found)


def _thing(rng: Random) -> Clutter:
    """A coin, card, chip, tile, marble, pencil, pawn or box, of usual size beside a die."""
    a, b = rng.uniform(0.8, 1.25, 2)
    sizes = {
        "coin": ("disc", "metal", (1.5 * a, 1.5 * a, 0.12)),
        "card": ("slab", "patterned", (3.8 * a, 5.4 * a, 0.03)),
        "chip": ("disc", "patterned", (2.4 * a, 2.4 * a, 0.2)),
        "tile": ("slab", "patterned", (1.3 * a, 2.5 * b, 0.35)),
        "marble": ("ball", str(rng.choice(["clear", "plastic"])), (0.9 * a,) * 3),
        "pencil": ("rod", "plastic", (9.0 * a, 0.45, 0.45)),
        "pawn": ("pawn", "plastic", (0.9 * a, 0.9 * a, 1.5 * b)),
        "box": ("slab", "plastic", (2.2 * a, 2.8 * b, 0.7 * b)),
    }
    form, substance, size = sizes[str(rng.choice(list(sizes)))]
    thing = look(rng, substance)
    return Clutter(form, thing, np.zeros(3), np.array(size), float(rng.uniform(0, 2 * math.pi)))
