"""What dice, clutter and light look like: drawn by chance, as plain values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from croupier.models.workshop.judge.grounds import GROUNDS, Array, Bitmap, Radiance, Random, Rgb, colour
from croupier.models.workshop.judge.solids import Form

CONTRAST = 0.3
"""Marks differ from the body by at least this much brightness, 0…1 as shown on a screen."""
SUBSTANCES = {"plastic": 0.5, "patterned": 0.12, "clear": 0.13, "milky": 0.13, "metal": 0.12}
"""What a die is made of, and how often."""
METALS = ("Au", "Cu", "Al", "Cr", "Ag", "TiN")
MARBLED = ("wood", "stone", "specks", "leather", "felt")
"""The patterns that dice are made in: none with marks of its own."""
TOLD_APART = 0.12
"""Share of pip dice whose 1 has a colour of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A substance and its colours (as shown on a screen); `rough` 0 (mirror) … 1. A `patterned` one has a `bitmap`, a
    metal its chemical name."""

    substance: str
    body: Rgb
    rough: float
    metal: str = ""
    bitmap: Bitmap | None = None


@dataclass(frozen=True, slots=True, eq=False)
class DieLook:
    """A die's body and what its marks are painted with: face → look, the rest under None."""

    body: Look
    marks: dict[int | None, Look]


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A square lamp `size` wide at `at`, looking at the origin, that gives `light` (3,) there."""

    at: Array
    size: float
    light: Array


def form(rng: Random, kind: str) -> Form:
    """A die of that `kind`: which face is where, how round it is, how its marks are made."""
    rounded = float(rng.choice([rng.uniform(0.03, 0.1), rng.uniform(0.08, 0.18), rng.uniform(0.16, 0.3)]))
    ball = float(rng.uniform(0.7, 0.84)) if rng.random() < 0.35 else 0.0
    turned = tuple(bool(t) for t in rng.integers(0, 2, 6))
    drilled = bool(rng.random() < 0.3)
    if kind == "dF":
        shows = tuple(int(s) for s in rng.permutation([1, 1, -1, -1, 0, 0]))
        spread, mark = float(rng.uniform(0.2, 0.34)), float(rng.uniform(0.035, 0.085))
        return Form("dF", shows, turned, rounded, ball, drilled, spread, mark, float(rng.uniform(0.015, 0.05)))
    pairs = [pair if rng.random() < 0.5 else pair[::-1] for pair in ((1, 6), (2, 5), (3, 4))]
    shows = tuple(face for k in rng.permutation(3) for face in pairs[k])
    spread, mark = float(rng.uniform(0.21, 0.29)), float(rng.uniform(0.065, 0.115))
    depth = float(rng.uniform(0.3, 0.6) * mark if drilled or rng.random() < 0.75 else 0.012)
    return Form("d6", shows, turned, rounded, ball, drilled, spread, min(mark, 0.43 * spread), depth)


def die_look(rng: Random, kind: str) -> DieLook:
    """Any substance, marks that stand out against it."""
    substance = str(rng.choice(list(SUBSTANCES), p=list(SUBSTANCES.values())))
    body = look(rng, substance, MARBLED)
    mark = _mark(rng, _brightness(body.body))
    marks: dict[int | None, Look] = {None: mark}
    if kind == "d6" and substance == "plastic" and rng.random() < TOLD_APART:
        marks[1] = replace(mark, body=_mark(rng, _brightness(body.body)).body)
    return DieLook(body, marks)


def look(rng: Random, substance: str, patterns: Sequence[str] = tuple(GROUNDS)) -> Look:
    """That substance in any colour; a patterned one has one of `patterns`."""
    rough = float(rng.uniform(0.04, 0.35))
    match substance:
        case "metal":
            metal = str(rng.choice(METALS))
            return Look("metal", (0.75, 0.65, 0.5), float(rng.uniform(0.12, 0.4)), metal=metal)
        case "clear" | "milky":
            return Look(substance, colour(rng, (0.45, 0.9), 1.0), float(rng.uniform(0.03, 0.2)))
        case "patterned":
            bitmap = GROUNDS[patterns[int(rng.integers(len(patterns)))]](rng)
            red, green, blue = (float(c) / 255 for c in bitmap.reshape(-1, 3).mean(axis=0))
            return Look("patterned", (red, green, blue), rough, bitmap=bitmap)
    pick = rng.random()
    if pick < 0.3:
        return Look("plastic", colour(rng, (0.88, 0.97), 0.3), rough)
    return Look("plastic", colour(rng, (0.02, 0.1) if pick < 0.45 else (0.15, 0.75), 1.0), rough)


def lamps(rng: Random) -> tuple[Lamp, ...]:
    """None, one or two lamps, small and hard or wide and soft."""
    made = []
    for _ in range(int(rng.choice([0, 1, 1, 1, 2]))):
        high, around, far = rng.uniform(0.35, 1.5), rng.uniform(0, 2 * math.pi), rng.uniform(25, 60)
        way = np.array([math.cos(high) * math.cos(around), math.cos(high) * math.sin(around), math.sin(high)])
        tint = np.array([1.0, rng.uniform(0.82, 1.0), rng.uniform(0.6, 1.05)])
        made.append(Lamp(way * far, float(np.exp(rng.uniform(0.7, 3.2))), tint * rng.uniform(0.6, 2.2)))
    return tuple(made)


def room(rng: Random) -> Radiance:
    """(64, 128, 3) float32 radiance all around, the ceiling in the first rows: walls, a few windows and dark things."""
    up, around = np.meshgrid(np.linspace(1, -1, 64), np.linspace(0, 2 * math.pi, 128, endpoint=False), indexing="ij")
    ceiling, floor = rng.uniform(0.15, 0.9), rng.uniform(0.03, 0.3)
    light = floor + (ceiling - floor) * (up + 1) / 2
    for _ in range(int(rng.integers(1, 7))):
        middle, height = rng.uniform(0, 2 * math.pi), rng.uniform(-0.2, 0.9)
        wide, tall = rng.uniform(0.1, 0.9), rng.uniform(0.05, 0.4)
        away = np.abs((around - middle + math.pi) % (2 * math.pi) - math.pi)
        inside = np.exp(-((away / wide) ** 4) - (np.abs(up - height) / tall) ** 4)
        light = light * (1 - inside) + inside * (rng.uniform(1.0, 6.0) if rng.random() < 0.7 else 0.05)
    tint = np.array([1.0, rng.uniform(0.9, 1.02), rng.uniform(0.8, 1.15)])
    return np.asarray(light[..., None] * tint, np.float32)


def _mark(rng: Random, body: float) -> Look:
    """Paint that stands out against a body of that brightness: white, black, gold or any colour."""
    pick = rng.random()
    if pick < 0.12 and body < 0.5:
        return Look("metal", (0.85, 0.7, 0.3), 0.25, metal="Au")
    if pick < 0.7:
        paint = (0.93, 0.92, 0.9) if body < 0.5 else (0.03, 0.03, 0.035)
        return Look("paint", paint, 0.5)
    while True:
        paint = colour(rng, (0.1, 0.95), 1.0)
        if abs(_brightness(paint) - body) >= CONTRAST:
            return Look("paint", paint, 0.5)


def _brightness(shown: Rgb) -> float:
    return 0.3 * shown[0] + 0.59 * shown[1] + 0.11 * shown[2]
