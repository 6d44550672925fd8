"""What dice look like: bodies from ivory to glass and metal, pips and bars from crisp to worn."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from croupier.models.workshop.scenes.prints.crests import LOGOS, SMALL
from croupier.models.workshop.scenes.stage.values import Look, Marks
from croupier.models.workshop.studio.cube import Array
from croupier.models.workshop.studio.scene import Rgb

GOLD: Rgb = (0.72, 0.45, 0.12)
SILVER: Rgb = (0.66, 0.66, 0.68)
COPPER: Rgb = (0.6, 0.28, 0.14)
PIP_FREE = 0.43
"""No pip reaches further from the middle of its face, in parts of the edge."""
LOW_CONTRAST, LOGO_ON_ONE, SMALL_PRINT = 0.07, 0.05, 0.04
"""Shares of all looks."""


def color(rng: np.random.Generator, strong: float = 1.0) -> Rgb:
    """Any colour of plastic, linear."""
    hue, value = rng.random(), rng.uniform(0.12, 1.0)
    return _rgb(colorsys.hsv_to_rgb(hue, strong * rng.uniform(0.45, 1.0), value))


def brightness(paint: Rgb) -> float:
    """0…1, as it looks."""
    return float((0.21 * paint[0] + 0.72 * paint[1] + 0.07 * paint[2]) ** (1 / 2.2))


def _apart(one: Rgb, other: Rgb) -> float:
    """0…1, how different they look, in the channel that tells them apart best: red on grey may be as light as it."""
    return float(np.abs(np.array(one) ** (1 / 2.2) - np.array(other) ** (1 / 2.2)).max())


def look(rng: np.random.Generator, kind: str) -> Look:
    """One look of a `d6` or `dF`."""
    names, shares = zip(*(FAMILIES if kind == "d6" else FUDGE_FAMILIES).items(), strict=True)
    family = names[int(rng.choice(len(names), p=np.array(shares) / sum(shares)))]
    body, second, fields = _BODIES[family](rng)
    rounded = rng.uniform(0.03, 0.2) if kind == "d6" else rng.uniform(0.06, 0.33)
    if rng.random() < 0.12:
        rounded = rng.uniform(0.02, 0.33)
    ball = rng.uniform(0.62, 0.8) if rng.random() < 0.45 else 0.0
    made = Look(kind, body, second, _marks(rng, kind, body, family), rounded, ball, rough=rng.uniform(0.08, 0.55))
    made = replace(made, **fields)
    if rng.random() < 0.15:
        made = replace(made, dirt=rng.uniform(0.3, 1.0))
    if kind == "d6" and rng.random() < LOGO_ON_ONE:
        made = replace(made, logo=f"logo {rng.integers(LOGOS)}")
    if kind == "d6" and rng.random() < SMALL_PRINT:
        side = 0.37 * float(rng.choice([-1, 1]))
        made = replace(made, small=f"small {rng.integers(SMALL)}", small_at=(side, rng.uniform(-0.05, 0.05)))
    return made


def _rgb(values: tuple[float, float, float] | Array, power: float = 2.2) -> Rgb:
    r, g, b = np.clip(np.asarray(values, float), 0.0, 1.0) ** power
    return float(r), float(g), float(b)


def _near(rng: np.random.Generator, paint: Rgb, spread: float = 0.06) -> Rgb:
    return _rgb(np.array(paint) ** (1 / 2.2) + rng.normal(0, spread, 3))


_Body = tuple[Rgb, Rgb, dict[str, Any]]


def _ivory(rng: np.random.Generator) -> _Body:
    white = np.array([0.97, 0.955, 0.92 - rng.uniform(0, 0.2)]) * rng.uniform(0.82, 1.0)
    return _rgb(white), color(rng), {}


def _black(rng: np.random.Generator) -> _Body:
    return _rgb(np.full(3, rng.uniform(0.04, 0.2)) + rng.normal(0, 0.015, 3)), color(rng), {}


def _saturated(rng: np.random.Generator) -> _Body:
    return color(rng), color(rng), {}


def _clear(rng: np.random.Generator) -> _Body:
    hue = float(rng.choice([0.0, 0.02, 0.33, 0.4, 0.45, 0.55, 0.6, 0.65, 0.75, 0.9])) + rng.normal(0, 0.02)
    body = _rgb(colorsys.hsv_to_rgb(hue % 1, rng.uniform(0.5, 1.0), rng.uniform(0.4, 1.0)))
    if rng.random() < 0.15:
        body = _rgb(np.full(3, rng.uniform(0.5, 0.98)))
    fields: dict[str, Any] = {"clear": rng.uniform(0.35, 0.97), "rough": rng.uniform(0.06, 0.3)}
    if rng.random() < 0.2:
        fields |= {"grain": str(rng.choice(["smoke", "glitter", "marble"])), "scale": rng.uniform(1.5, 4)}
    return body, color(rng), fields


def _grain(name: str, low: float, high: float) -> Callable[[np.random.Generator], _Body]:
    def body(rng: np.random.Generator) -> _Body:
        first = color(rng)
        second = _near(rng, first, 0.2) if rng.random() < 0.4 else color(rng)
        if rng.random() < 0.25:
            second = _ivory(rng)[0] if rng.random() < 0.5 else GOLD
        return first, second, {"grain": name, "scale": rng.uniform(low, high)}

    return body


def _pearl(rng: np.random.Generator) -> _Body:
    first = color(rng, 0.7)
    second = _rgb(np.array(first) ** (1 / 2.2) * 0.5 + 0.5)
    return first, second, {"grain": "pearl", "scale": rng.uniform(2, 6), "rough": rng.uniform(0.1, 0.3)}


def _wood(rng: np.random.Generator) -> _Body:
    tone = np.array([0.72, 0.53, 0.36]) * rng.uniform(0.45, 1.25)
    darker = tone * rng.uniform(0.55, 0.85)
    return _rgb(tone), _rgb(darker), {"grain": "wood", "scale": rng.uniform(0.7, 3), "rough": 0.6}


def _metal(rng: np.random.Generator) -> _Body:
    tone = (GOLD, SILVER, COPPER, (0.2, 0.2, 0.22), (0.35, 0.35, 0.36))[int(rng.integers(5))]
    return _near(rng, tone, 0.03), color(rng), {"metal": 1.0, "rough": rng.uniform(0.12, 0.5)}


_BODIES: dict[str, Callable[[np.random.Generator], _Body]] = {
    "ivory": _ivory,
    "black": _black,
    "saturated": _saturated,
    "clear": _clear,
    "marble": _grain("marble", 1.0, 4.0),
    "speckle": _grain("speckle", 0.7, 2.5),
    "glitter": _grain("glitter", 1.5, 3.5),
    "smoke": _grain("smoke", 1.0, 4.0),
    "halves": _grain("halves", 0.5, 2.0),
    "pearl": _pearl,
    "wood": _wood,
    "metal": _metal,
}
FAMILIES = {
    "ivory": 24,
    "black": 10,
    "saturated": 22,
    "clear": 14,
    "marble": 7,
    "speckle": 4,
    "glitter": 4,
    "smoke": 3,
    "halves": 2,
    "pearl": 5,
    "wood": 3,
    "metal": 4,
}
"""How often a d6 has each body, in parts of 100 or so."""
FUDGE_FAMILIES = {**FAMILIES, "ivory": 12, "clear": 28, "saturated": 28, "pearl": 7}


def _marks(rng: np.random.Generator, kind: str, body: Rgb, family: str) -> Marks:
    ink, metal = _ink(rng, body, family)
    painted = rng.random() < 0.3
    radius = rng.uniform(0.06, 0.13)
    spread = min(max(rng.uniform(0.19, 0.29), 1.08 * radius), PIP_FREE - radius)
    one_ink, four_ink, one = ink, ink, 1.0
    if rng.random() < 0.08 and brightness(body) > 0.5:
        one_ink = (rng.uniform(0.4, 0.7), 0.02, 0.03)
        four_ink = one_ink if rng.random() < 0.5 else ink
        one = rng.uniform(1.0, 2.4)
    elif rng.random() < 0.08:
        one = rng.uniform(1.1, 1.8)
    made = Marks(
        ink, one_ink, four_ink, color(rng), radius, spread, 0.003 if painted else rng.uniform(0.012, 0.05), one
    )
    made = replace(made, metal=metal, rough=rng.uniform(0.12, 0.6))
    if kind == "dF":
        depth = 0.003 if painted else rng.uniform(0.008, 0.035)
        width = float(np.exp(rng.uniform(np.log(0.04), np.log(0.14))))
        made = replace(made, depth=depth, length=rng.uniform(0.4, 0.7), width=width, soft=rng.choice([0.0, 0.3, 1.0]))
        made = replace(made, length=max(made.length, 3.2 * width))
    elif rng.random() < 0.06:
        made = replace(made, ring=rng.uniform(0.2, 0.5))
    if rng.random() < (0.22 if kind == "dF" else 0.1):
        # Ink that lies deep holds better; of both kinds up to about half may be gone.
        made = replace(made, wear=rng.uniform(0.22, 0.36) + (0.0 if painted else 0.19))
    return made


def _ink(rng: np.random.Generator, body: Rgb, family: str) -> tuple[Rgb, float]:
    """The ink's colour and how much metal it is."""
    light = brightness(body)
    if rng.random() < LOW_CONTRAST:
        step = rng.uniform(0.12, 0.22) * (1 if light < 0.5 else -1)
        return _rgb(np.array(body) ** (1 / 2.2) + step), 0.0
    chance = rng.random()
    if chance < 0.1 and 0.02 < light < 0.55:
        return (GOLD if rng.random() < 0.65 else SILVER), float(rng.choice([0.0, 0.6]))
    if chance < 0.22:
        for _ in range(8):
            other = color(rng)
            if _apart(other, body) > 0.3:
                return other, 0.0
    dark = light > 0.62 or (light > 0.4 and family != "clear" and rng.random() < 0.4)
    return (_rgb(np.full(3, rng.uniform(0.02, 0.14))) if dark else _rgb(np.full(3, rng.uniform(0.82, 1.0)))), 0.0
