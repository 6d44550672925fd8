"""A whole scene by chance: what dice on which table in what light, through which camera."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from croupier.models.workshop.scenes.clutter import hand, rims, strew
from croupier.models.workshop.scenes.looks import color, look
from croupier.models.workshop.scenes.place import Manner, lay
from croupier.models.workshop.scenes.stage.values import Die, Film, Ground, Lamp, Look, Room, Scene
from croupier.models.workshop.studio.scene import Rgb, View

SIZE = (640, 480)
EDGE_PX = (12.0, 200.0)
EDGE_CM = (0.7, 2.5)
NEAREST_CM = 9.0
"""No camera is nearer to the table: what is larger in the picture was zoomed or cut."""
NO_DICE, FUDGE, BOTH_KINDS, ALIKE, MIXED_SIZES, ODD = 0.08, 0.36, 0.05, 0.5, 0.2, 0.12
CLUTTERED, HEAP, HAND, TRAY, FLOOR_AS_WALLS = 0.5, 0.15, 0.04, 0.16, 0.5
"""Shares of scenes. Those with `ODD` dice have a few; `FUDGE` is without those that have both kinds."""
FUDGE_SET, WHOLE_SET = 4, 0.3
"""Fudge dice come in fours, and are thrown so in that share of their scenes."""
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
    "grille": 3,
    "ornament": 4,
    "polka": 3,
}
"""How often each lies under the dice, in parts of 100 or so."""
LIKE_THE_DICE = 0.15
"""The share of scenes whose table is plain and near the colour of the dice."""


def compose(seed: int, number: int) -> Scene:
    """Picture `number` of a seed: always the same."""
    rng = np.random.default_rng((seed, number))
    edge_px = math.exp(rng.uniform(*np.log(EDGE_PX)))
    edge = rng.uniform(1.2, 2.0)
    film = _film(rng)
    view = _view(rng, edge_px, edge, film.stretch)
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
    ground = _ground(rng, first)
    if rng.random() < TRAY:
        clad = _print(rng, str(rng.choice(["leather", "wood", "cardboard", "cardboard", "felt", "bare"])))
        things += rims(rng, dice, clad)
        if rng.random() < FLOOR_AS_WALLS:
            ground = replace(ground, print=clad, tint=(1.0, 1.0, 1.0))
    room = _room(rng)
    film = replace(film, exposure=_exposure(rng, room, film.meter))
    return Scene(int(rng.integers(2**31)), view, ground, room, film, dice, things)


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
    return Manner(edge, float(rng.choice([0.1, 0.5, 0.85])), rng.uniform(0.2, 0.8), sizes, odd)


def _slant(rng: np.random.Generator) -> float:
    """Radians off the vertical."""
    low, high = ((45, 70), (25, 45), (0, 25))[int(rng.choice(3, p=[0.2, 0.25, 0.55]))]
    return math.radians(rng.uniform(low, high))


def _view(rng: np.random.Generator, edge_px: float, edge: float, stretch: float) -> View:
    focal = SIZE[0] / 2 / math.tan(math.radians(rng.uniform(35, 70)) / 2)
    focal = max(focal, NEAREST_CM * edge_px / edge)
    size = (SIZE[0], round(SIZE[1] * stretch))
    turn = 2 * math.pi
    roll = rng.uniform(0, turn) if rng.random() < 0.6 else rng.normal(0, 0.06)
    return View(size, focal, focal * edge / edge_px, _slant(rng), rng.uniform(0, turn), roll)


def _print(rng: np.random.Generator, kind: str) -> str:
    return f"{kind} {rng.integers(GROUNDS_OF_A_KIND)}"


def _ground(rng: np.random.Generator, first: Look) -> Ground:
    kinds, shares = zip(*GROUNDS.items(), strict=True)
    kind = kinds[int(rng.choice(len(kinds), p=np.array(shares) / sum(shares)))]
    tint = np.ones(3)
    if rng.random() < LIKE_THE_DICE:
        kind, tint = "sheet", np.array(first.body) * rng.uniform(0.75, 1.3) + rng.uniform(-0.02, 0.04, 3)
    elif rng.random() < 0.4:
        tint = rng.uniform(0.4, 1.25) + rng.normal(0, 0.08, 3)
    r, g, b = np.clip(tint, 0.01, 1.5)
    return Ground(
        _print(rng, kind),
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


def _room(rng: np.random.Generator) -> Room:
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


def _exposure(rng: np.random.Generator, room: Room, meter: float) -> float:
    """What shows white paper about as it is, or darker, or clipped."""
    falling = sum(lamp.power * lamp.at[2] / math.dist(lamp.at, (0, 0, 0)) for lamp in room.lamps) + room.sky[1]
    chance = rng.random()
    if chance < 0.08:
        wished = rng.uniform(1.5, 2.8)
    elif chance < 0.14:
        wished = rng.uniform(0.2, 0.5)
    else:
        wished = 0.85 * math.exp(rng.normal(0, 0.3))
    return float(wished / falling ** (1 - meter))


def _film(rng: np.random.Generator) -> Film:
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
