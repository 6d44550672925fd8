"""A whole scene by chance: what dice, how they lie, and what lies about them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from croupier.models.workshop.scenes.clutter.strew import hand, rims, strew
from croupier.models.workshop.scenes.looks import look
from croupier.models.workshop.scenes.place import Manner, lay
from croupier.models.workshop.scenes.setting import SIZE, any_print, camera, exposure, film, room, table
from croupier.models.workshop.scenes.stage.values import Die, Look, Scene

EDGE_PX = (12.0, 200.0)
HUGE_PX, HUGE = (160.0, 330.0), 0.2
"""The share of scenes in which one die fills up to half of the picture."""
EDGE_CM = (0.7, 2.5)
NO_DICE, FUDGE, BOTH_KINDS, ALIKE, MIXED_SIZES, ODD = 0.08, 0.36, 0.05, 0.5, 0.2, 0.12
CLUTTERED, HEAP, HAND, TRAY, FLOOR_AS_WALLS = 0.5, 0.2, 0.04, 0.16, 0.5
"""Shares of scenes. Those with `ODD` dice have a few; `FUDGE` is without those that have both kinds."""
FUDGE_SET, WHOLE_SET = 4, 0.3
"""Fudge dice come in fours, and are thrown so in that share of their scenes."""


def compose(seed: int, number: int) -> Scene:
    """Picture `number` of a seed: always the same."""
    rng = np.random.default_rng((seed, number))
    edge_px = math.exp(rng.uniform(*np.log(HUGE_PX if rng.random() < HUGE else EDGE_PX)))
    edge = rng.uniform(1.2, 2.0)
    shot = film(rng)
    view = camera(rng, edge_px, edge, shot.stretch)
    looks = _looks(rng)
    first = looks()
    again = first if rng.random() < ALIKE else None
    dice: tuple[Die, ...] = ()
    if rng.random() > NO_DICE:
        count = FUDGE_SET if first.kind == "dF" and rng.random() < WHOLE_SET else _count(rng, edge_px)
        dice = lay(rng, view, count, _manner(rng, edge), lambda: again or looks())
    things = strew(rng, view, _clutter(rng, edge_px, not dice), dice)
    if rng.random() < HAND:
        things += hand(rng, view, dice)
    ground = table(rng, first)
    if rng.random() < TRAY:
        clad = any_print(rng, str(rng.choice(["leather", "wood", "cardboard", "cardboard", "felt", "bare"])))
        things += rims(rng, dice, clad)
        if rng.random() < FLOOR_AS_WALLS:
            ground = replace(ground, print=clad, tint=(1.0, 1.0, 1.0))
    light = room(rng)
    shot = replace(shot, exposure=exposure(rng, light, shot.meter))
    return Scene(int(rng.integers(2**31)), view, ground, light, shot, dice, things)


def _looks(rng: np.random.Generator) -> Callable[[], Look]:
    chance = rng.random()
    if chance < BOTH_KINDS:
        return lambda: look(rng, str(rng.choice(["d6", "dF"])))
    kind = "dF" if chance < BOTH_KINDS + FUDGE else "d6"
    return lambda: look(rng, kind)


def _count(rng: np.random.Generator, edge_px: float) -> int:
    most = max(1, min(12, int(0.2 * SIZE[0] * SIZE[1] / edge_px**2)))
    return int(rng.integers(1, min(most, 6) + 1)) if rng.random() < 0.4 else int(rng.integers(1, most + 1))


def _clutter(rng: np.random.Generator, edge_px: float, needed: bool) -> int:
    """How many things lie about: fewer where the camera is near, now and then a heap."""
    if not needed and rng.random() > CLUTTERED:
        return 0
    most = 4 if edge_px > 90 else 9
    return int(rng.integers(12, 26)) if rng.random() < HEAP and edge_px < 70 else int(rng.integers(1, most))


def _manner(rng: np.random.Generator, edge: float) -> Manner:
    low, high = EDGE_CM[0] / edge, EDGE_CM[1] / edge
    sizes = (max(low, 0.55), min(high, 1.45)) if rng.random() < MIXED_SIZES else (1.0, 1.0)
    odd = rng.uniform(0.1, 0.6) if rng.random() < ODD else 0.0
    margin = float(rng.choice([0.06, -0.12, -0.28], p=[0.35, 0.35, 0.3]))
    return Manner(edge, float(rng.choice([0.1, 0.5, 0.85])), rng.uniform(0.2, 0.8), sizes, odd, margin)
