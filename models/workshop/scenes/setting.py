"""Where the dice lie: the table, the light that falls on it, and the camera."""

from __future__ import annotations

import math

import numpy as np

from croupier.models.workshop.scenes.looks import color
from croupier.models.workshop.scenes.stage.values import Film, Ground, Lamp, Look, Room
from croupier.models.workshop.studio.scene import Rgb, View

SIZE = (640, 480)
NEAREST_CM = 9.0
"""No camera is nearer to the table: what is larger in the picture was zoomed or cut."""
GROUNDS_OF_A_KIND = 8
GROUNDS = {
    "felt": 12,
    "wood": 16,
    "cloth": 7,
    "stripes": 4,
    "leather": 6,
    "carpet": 4,
    "cardboard": 6,
    "stone": 4,
    "terrazzo": 3,
    "bare": 14,
    "towel": 3,
    "page": 7,
    "squares": 6,
    "board": 9,
    "grille": 6,
    "ornament": 4,
    "polka": 3,
}
"""How often each lies under the dice, in parts of 100 or so."""
LIKE_THE_DICE = 0.15
"""The share of scenes whose table is plain and near the colour of the dice."""
SLANTS = {(45, 70): 0.3, (25, 45): 0.3, (0, 25): 0.4}
"""Degrees off the vertical, and the share of scenes looked at so."""
LEANING, UPRIGHT = math.radians(20), 0.85
"""Who looks at a table at a slant holds the camera upright, nearly always; from above there is no upright."""


def _slant(rng: np.random.Generator) -> float:
    """Radians off the vertical."""
    spans, shares = zip(*SLANTS.items(), strict=True)
    return math.radians(rng.uniform(*spans[int(rng.choice(len(spans), p=shares))]))


def _roll(rng: np.random.Generator, slant: float) -> float:
    """Radians by which the camera is turned about its own line of sight."""
    if rng.random() < (UPRIGHT if slant > LEANING else 0.4):
        return rng.normal(0, 0.1)
    return rng.uniform(0, 2 * math.pi)


def camera(rng: np.random.Generator, edge_px: float, edge: float, stretch: float) -> View:
    """A camera that shows a die of `edge` centimetres `edge_px` wide in the middle of the table."""
    focal = SIZE[0] / 2 / math.tan(math.radians(rng.uniform(35, 70)) / 2)
    focal = max(focal, NEAREST_CM * edge_px / edge)
    size = (SIZE[0], round(SIZE[1] * stretch))
    slant = _slant(rng)
    return View(size, focal, focal * edge / edge_px, slant, rng.uniform(0, 2 * math.pi), _roll(rng, slant))


def any_print(rng: np.random.Generator, kind: str) -> str:
    """The name of one of the prints of a kind of table top."""
    return f"{kind} {rng.integers(GROUNDS_OF_A_KIND)}"


def table(rng: np.random.Generator, first: Look) -> Ground:
    """Any table top; some are plain and nearly of the first die's colour."""
    kinds, shares = zip(*GROUNDS.items(), strict=True)
    kind = kinds[int(rng.choice(len(kinds), p=np.array(shares) / sum(shares)))]
    tint = np.ones(3)
    if rng.random() < LIKE_THE_DICE:
        kind, tint = "sheet", np.array(first.body) * rng.uniform(0.75, 1.3) + rng.uniform(-0.02, 0.04, 3)
    elif rng.random() < 0.4:
        tint = rng.uniform(0.4, 1.25) + rng.normal(0, 0.08, 3)
    r, g, b = np.clip(tint, 0.01, 1.5)
    return Ground(
        any_print(rng, kind),
        12 * math.exp(rng.uniform(-0.9, 1.2)),
        rng.uniform(0, 2 * math.pi),
        (rng.random(), rng.random()),
        (float(r), float(g), float(b)),
        rng.uniform(0.25, 0.95),
        rng.uniform(0.2, 1.0) if rng.random() < 0.3 else 0.0,
    )


def _tint(rng: np.random.Generator) -> Rgb:
    """The colour of a lamp: candle to daylight, now and then a coloured one."""
    if rng.random() < 0.07:
        r, g, b = 0.35 + 0.65 * np.array(color(rng))
        return float(r), float(g), float(b)
    warm = rng.uniform(-0.4, 1.4)
    return 1.0 + 0.1 * warm, 1.0, 1.0 - 0.3 * warm


def _lamp(rng: np.random.Generator) -> Lamp:
    around, high, far = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(22, 85)), rng.uniform(45, 130)
    at = (far * math.cos(high) * math.cos(around), far * math.cos(high) * math.sin(around), far * math.sin(high))
    radius = far * math.exp(rng.uniform(math.log(0.01), math.log(0.45)))
    return Lamp(at, radius, rng.uniform(0.4, 1.2), _tint(rng))


def room(rng: np.random.Generator) -> Room:
    """Lamps, sky, windows and now and then an edge that throws its shadow."""
    lamps = tuple(_lamp(rng) for _ in range(int(rng.choice([1, 2, 3], p=[0.6, 0.28, 0.12]))))
    sky = rng.uniform(0.06, 0.35) if rng.random() < 0.6 else rng.uniform(0.35, 1.6)
    tone = np.array([0.94, 0.97, 1.0]) + rng.normal(0, 0.04, 3)
    windows = tuple(
        (rng.uniform(-1.6, 1.6), rng.uniform(-1.6, 1.6), rng.uniform(0.08, 0.7), rng.uniform(1, 14))
        for _ in range(int(rng.integers(0, 4)))
    )
    shade = None
    if rng.random() < 0.18:
        shade = (rng.uniform(0, 2 * math.pi), rng.uniform(-0.5, 0.3), float(rng.choice([0, 0, rng.uniform(0.1, 0.6)])))
    r, g, b = sky * tone
    return Room(lamps, (float(r), float(g), float(b)), windows, shade)


def exposure(rng: np.random.Generator, light: Room, meter: float) -> float:
    """What shows white paper about as it is, or darker, or clipped."""
    falling = sum(lamp.power * lamp.at[2] / math.dist(lamp.at, (0, 0, 0)) for lamp in light.lamps) + light.sky[1]
    chance = rng.random()
    if chance < 0.12:
        wished = rng.uniform(1.5, 2.8)
    elif chance < 0.18:
        wished = rng.uniform(0.2, 0.5)
    else:
        wished = 0.85 * math.exp(rng.normal(0, 0.3))
    return float(wished / falling ** (1 - meter))


def film(rng: np.random.Generator) -> Film:
    """A strange camera's faults: few have many, many have few."""
    cast = np.exp(rng.normal(0, 0.05, 3)) if rng.random() < 0.7 else np.exp(rng.normal(0, 0.17, 3))
    return Film(
        meter=rng.uniform(0.2, 0.9),
        lens_cm=rng.uniform(0.05, 0.3) if rng.random() < 0.15 else 0.0,
        defocus=rng.uniform(0.6, 3.5) if rng.random() < 0.18 else rng.uniform(0, 0.8),
        motion=(rng.uniform(3, 12), rng.uniform(0, math.pi)) if rng.random() < 0.06 else (0.0, 0.0),
        vignette=rng.uniform(0.3, 0.9) if rng.random() < 0.1 else rng.uniform(0, 0.2),
        cast=(float(cast[0]), float(cast[1]), float(cast[2])),
        bloom=rng.uniform(0.1, 0.8) if rng.random() < 0.3 else 0.0,
        noise=rng.uniform(4, 14) if rng.random() < 0.12 else rng.uniform(0.3, 4),
        shoulder=float(rng.choice([0.6, 0.8, 1.0])),
        contrast=rng.uniform(0, 0.7),
        sharpen=rng.uniform(0.4, 1.6) if rng.random() < 0.25 else 0.0,
        shrink=rng.uniform(0.35, 0.8) if rng.random() < 0.1 else 1.0,
        bands=rng.uniform(0.05, 0.3) if rng.random() < 0.03 else 0.0,
        jpeg=int(rng.integers(30, 95)) if rng.random() < 0.4 else 0,
        stretch=float(rng.choice([0.85, 1.15, 1.3])) if rng.random() < 0.06 else 1.0,
    )
