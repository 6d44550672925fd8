"""The things: coins, tokens, cards, dice of other kinds, keys, pens, pawns, cables, fingers; each made by chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from croupier.models.workshop.scenes.looks import COPPER, GOLD, SILVER, color
from croupier.models.workshop.scenes.stage.forms.faceted import KEY_ROWS, KEYS_A_ROW
from croupier.models.workshop.scenes.stage.values import Thing
from croupier.models.workshop.studio.cube import Array, rotation
from croupier.models.workshop.studio.scene import Rgb

PRINTS_OF_A_KIND = 40
SKIN: tuple[Rgb, ...] = (
    (0.62, 0.36, 0.25),
    (0.5, 0.27, 0.17),
    (0.28, 0.13, 0.08),
    (0.72, 0.45, 0.34),
    (0.14, 0.07, 0.045),
)


def _upright(rng: np.random.Generator) -> Array:
    return rotation((0, 0, 1), rng.uniform(0, 2 * math.pi))


def _thing(rng: np.random.Generator, form: str, size: tuple[float, float, float], **fields: Any) -> Thing:
    fields.setdefault("paint", color(rng))
    fields.setdefault("rough", rng.uniform(0.15, 0.8))
    return Thing(form, np.zeros(3), _upright(rng), size, **fields)


def printed(rng: np.random.Generator, kind: str) -> str:
    """The name of one of the prints of a kind."""
    return f"{kind} {rng.integers(PRINTS_OF_A_KIND)}"


def _coin(rng: np.random.Generator) -> Thing:
    tone = (GOLD, SILVER, COPPER)[int(rng.integers(3))]
    across, metal = rng.uniform(1.5, 3.0), float(rng.choice([0.3, 0.8]))
    return _thing(
        rng, "coin", (across, across, rng.uniform(0.1, 0.25)), paint=tone, metal=metal, print=printed(rng, "coin")
    )


def _token(rng: np.random.Generator) -> Thing:
    across = rng.uniform(1.0, 3.6)
    kind = "button" if rng.random() < 0.12 else "token"
    return _thing(rng, "coin", (across, across, rng.uniform(0.03, 0.45)), print=printed(rng, kind))


def _card(rng: np.random.Generator) -> Thing:
    kind = str(rng.choice(["card", "card", "note", "token"]))
    size = (rng.uniform(3.5, 7), rng.uniform(5, 10), rng.uniform(0.02, 0.06))
    white = (0.8, 0.8, 0.78)
    return _thing(rng, "box", size, paint=white, rough=rng.uniform(0.3, 0.9), print=printed(rng, kind))


def _tile(rng: np.random.Generator) -> Thing:
    wide = rng.uniform(1.2, 2.6)
    return _thing(
        rng, "rounded box", (wide, wide * rng.uniform(1.6, 2.1), rng.uniform(0.3, 0.9)), print=printed(rng, "tile")
    )


def _key(rng: np.random.Generator) -> Thing:
    wide = rng.uniform(1.3, 1.8)
    return _thing(
        rng, "keycap", (wide, wide, rng.uniform(0.3, 0.8)), paint=(0.03, 0.03, 0.03), print=printed(rng, "key")
    )


def _block(rng: np.random.Generator) -> Thing:
    """A rubber, a matchbox, a phone: never as square as a die."""
    wide = rng.uniform(1.5, 7)
    size = (wide, wide * rng.uniform(1.6, 2.6), wide * rng.uniform(0.08, 0.45))
    fields: dict[str, Any] = {"print": printed(rng, "note")} if rng.random() < 0.4 else {}
    return _thing(rng, "rounded box", size, **fields)


def _pawn(rng: np.random.Generator) -> Thing:
    wide = rng.uniform(1.0, 1.8)
    return _thing(rng, "pawn", (wide, wide, wide * rng.uniform(1.3, 2.2)))


def _ball(rng: np.random.Generator) -> Thing:
    wide = rng.uniform(0.6, 2.2)
    return _thing(rng, "ball", (wide, wide, wide * rng.choice([1.0, 1.0, 0.35])), metal=float(rng.random() < 0.2))


def _pen(rng: np.random.Generator) -> Thing:
    thick = rng.uniform(0.6, 1.4)
    return _thing(rng, "pen", (rng.uniform(9, 16), thick, thick))


def _rod(rng: np.random.Generator) -> Thing:
    thick = rng.uniform(0.2, 2.2)
    return _thing(rng, "rod", (rng.uniform(4, 18), thick, thick), metal=float(rng.choice([0.0, 0.9])))


def _ring(rng: np.random.Generator) -> Thing:
    wide = rng.uniform(1.6, 5)
    return _thing(
        rng, "ring", (wide, wide, wide * 0.12), metal=float(rng.choice([0.0, 1.0])), rough=rng.uniform(0.1, 0.5)
    )


def _cable(rng: np.random.Generator) -> Thing:
    long = rng.uniform(12, 40)
    return _thing(rng, f"cable {rng.integers(6)}", (long, long, 0.024 * long))


def finger(rng: np.random.Generator) -> Thing:
    skin = SKIN[int(rng.integers(len(SKIN)))]
    thick = rng.uniform(1.3, 1.9)
    return _thing(rng, "finger", (rng.uniform(6, 10), thick, thick), paint=skin, rough=rng.uniform(0.4, 0.7))


def _poly(rng: np.random.Generator) -> Thing:
    """A die of another kind, with numerals."""
    form = str(rng.choice(["d4", "d8", "d10", "d12", "d20", "d20"]))
    wide = rng.uniform(1.2, 2.4)
    return _thing(
        rng, form, (wide, wide, wide), rough=rng.uniform(0.1, 0.5), print=printed(rng, "signs"), lies="on faces"
    )


def _keyboard(rng: np.random.Generator) -> Thing:
    tone = rng.uniform(0.01, 0.05) if rng.random() < 0.65 else rng.uniform(0.4, 0.85)
    pitch, paint = rng.uniform(1.5, 2.0), (tone, tone, tone * rng.uniform(0.9, 1.1))
    return _thing(rng, "keyboard", (pitch,) * 3, paint=paint, print=printed(rng, "signs"), lies="on faces")


def _standee(rng: np.random.Generator) -> Thing:
    """A cardboard figure on edge."""
    wide = rng.uniform(1.5, 3)
    return _thing(rng, "box", (wide, 0.15, wide * rng.uniform(1.2, 2.0)), print=printed(rng, "ornament"), lies="around")


def _gem(rng: np.random.Generator) -> Thing:
    """A glass bead or a flat marble."""
    wide = rng.uniform(0.9, 1.9)
    return _thing(rng, "ball", (wide, wide, wide * rng.uniform(0.35, 0.6)), rough=0.08)


def covers(thing: Thing) -> Array:
    """(2,): how wide and how long the place is that a thing takes up, cm."""
    keys = (KEYS_A_ROW + 1, KEY_ROWS) if thing.form == "keyboard" else (1, 1)
    return np.array(thing.size[:2]) * keys


MAKERS: Mapping[Callable[[np.random.Generator], Thing], int] = {
    _token: 26,
    _coin: 13,
    _card: 13,
    _poly: 9,
    _pen: 7,
    _block: 6,
    _key: 6,
    _keyboard: 7,
    _tile: 6,
    _pawn: 5,
    _ball: 4,
    _gem: 4,
    _ring: 4,
    _cable: 5,
    _rod: 3,
    _standee: 3,
    finger: 4,
}
"""How often each lies there, in parts of 100 or so."""
