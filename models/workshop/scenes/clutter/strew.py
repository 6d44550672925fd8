"""How things come to lie about the dice: strewn, held by a hand, around them as the walls of a tray."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from croupier.models.workshop.scenes.clutter.things import MAKERS, SKIN, covers, finger
from croupier.models.workshop.scenes.place import spot_in_view
from croupier.models.workshop.scenes.stage.values import Die, Thing
from croupier.models.workshop.studio.cube import Array, rotation
from croupier.models.workshop.studio.scene import View

TRIES = 15
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
            if spot is not None and _free(made, spot, dice, maker is finger) and _room(made, spot, strewn):
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
    reach = [(covers(made).min() + covers(other).min()) / 2 for other in near]
    return all(np.hypot(*(other.at[:2] - spot)) > gap for other, gap in zip(near, reach, strict=True))


def _free(made: Thing, spot: Array, dice: tuple[Die, ...], held: bool) -> bool:
    """Whether the thing's outline keeps clear of all dice; fingers may cover a corner."""
    for die in dice:
        across = (die.at[:2] - spot) @ made.turn[:2, :2]
        gap = np.maximum(np.abs(across) - covers(made) / 2, 0)
        if np.hypot(*gap) < die.edge * (0.45 if held else 0.72):
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
