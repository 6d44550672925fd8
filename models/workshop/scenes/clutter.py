"""What lies on tables besides dice: coins, tokens, cards, pens, pawns, cables, fingers, and the rims of trays."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from croupier.models.workshop.scenes.looks import COPPER, GOLD, SILVER, color
from croupier.models.workshop.scenes.place import spot_in_view
from croupier.models.workshop.scenes.stage.values import Die, Thing
from croupier.models.workshop.studio.cube import Array, rotation
from croupier.models.workshop.studio.scene import Rgb, View

PRINTS_OF_A_KIND = 40
TRIES = 15
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


def _finger(rng: np.random.Generator) -> Thing:
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


MAKERS: Mapping[Callable[[np.random.Generator], Thing], int] = {
    _token: 22,
    _coin: 13,
    _card: 13,
    _poly: 9,
    _pen: 7,
    _block: 6,
    _key: 6,
    _keyboard: 5,
    _tile: 6,
    _pawn: 5,
    _ball: 4,
    _gem: 4,
    _ring: 4,
    _cable: 5,
    _rod: 3,
    _standee: 3,
    _finger: 4,
}
"""How often each lies there, in parts of 100 or so."""
TALL_CM = 0.6
"""What is taller does not stand in another thing."""


def strew(rng: np.random.Generator, view: View, count: int, dice: tuple[Die, ...]) -> tuple[Thing, ...]:
    """Up to `count` things that keep clear of the dice's middles; every now and then all of one kind."""
    makers, shares = zip(*MAKERS.items(), strict=True)
    share = np.array(shares) / sum(shares)
    alike = rng.random() < 0.35
    maker = makers[int(rng.choice(len(makers), p=share))]
    strewn: list[Thing] = []
    for number in range(count):
        if not alike:
            maker = makers[int(rng.choice(len(makers), p=share))]
        made = maker(rng)
        for _ in range(TRIES):
            spot = spot_in_view(rng, view, 0.1)
            if spot is not None and _free(made, spot, dice, maker is _finger) and _room(made, spot, strewn):
                # Each a hair higher than the last, so that overlapping cards do not flicker into each other.
                strewn.append(replace(made, at=np.array([*spot, 0.004 * (number + 1)])))
                break
    return tuple(strewn)


def hand(rng: np.random.Generator, view: View, dice: tuple[Die, ...]) -> tuple[Thing, ...]:
    """Fingers side by side that come in from the picture's edge and may cover a die in part."""
    spot = spot_in_view(rng, view, 0.0)
    if spot is None:
        return ()
    paint, thick, long = SKIN[int(rng.integers(len(SKIN)))], rng.uniform(1.3, 1.9), rng.uniform(6, 9)
    yaw = math.atan2(*-spot[::-1]) + rng.normal(0, 0.5)
    high = rng.uniform(0.0, 2.5)
    fingers = []
    for number in range(int(rng.integers(2, 5))):
        turn = rotation((0, 0, 1), yaw + 0.12 * (number - 1.5) + math.pi)
        off = turn @ np.array([long / 2 - rng.uniform(0, 1.2), thick * 1.04 * (number - 1.5), 0.0])
        size = (long, thick * rng.uniform(0.9, 1.05), thick)
        fingers.append(Thing("finger", np.array([*spot, high]) + off, turn, size, paint, 0.55))
    return tuple(finger for finger in fingers if high > 2 or _free(finger, finger.at[:2], dice, True))


def _room(made: Thing, spot: Array, strewn: list[Thing]) -> bool:
    """Whether a tall thing there stands in no other; cards and tokens may lie under anything."""
    if made.size[2] < TALL_CM:
        return True
    near = [other for other in strewn if other.size[2] >= TALL_CM]
    return all(np.hypot(*(other.at[:2] - spot)) > (min(made.size[:2]) + min(other.size[:2])) / 2 for other in near)


def _free(made: Thing, spot: Array, dice: tuple[Die, ...], covers: bool) -> bool:
    """Whether the thing's outline keeps clear of all dice; fingers may cover a corner."""
    for die in dice:
        across = (die.at[:2] - spot) @ made.turn[:2, :2]
        gap = np.maximum(np.abs(across) - np.array(made.size[:2]) / 2, 0)
        if np.hypot(*gap) < die.edge * (0.45 if covers else 0.72):
            return False
    return True


def rims(rng: np.random.Generator, dice: tuple[Die, ...], clad: str) -> tuple[Thing, ...]:
    """The walls of a tray or a box about the dice, clad with that print."""
    if not dice:
        return ()
    yaw = rng.uniform(0, math.pi)
    turn = rotation((0, 0, 1), yaw)
    places = np.array([die.at for die in dice]) @ turn
    room = 0.75 * max(die.edge for die in dice)
    low, high = places.min(axis=0) - room - rng.uniform(0, 6, 3), places.max(axis=0) + room + rng.uniform(0, 6, 3)
    thick, tall = rng.uniform(0.2, 1.5), rng.uniform(0.8, 3.0)
    middle, span = (low + high) / 2, high - low
    walls = []
    for axis, side in ((0, -1), (0, 1), (1, -1), (1, 1)):
        at, size = middle.copy(), np.array([span[0] + 2 * thick, span[1] + 2 * thick, tall])
        at[axis] += side * (span[axis] + thick) / 2
        at[2], size[axis] = 0.0, thick
        walls.append(
            Thing("box", turn @ at, turn, (size[0], size[1], size[2]), (1.0, 1.0, 1.0), 0.7, print=clad, lies="around")
        )
    return tuple(walls)
