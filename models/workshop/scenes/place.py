"""Where dice lie: scattered, huddled, face to face; now and then cocked, leaning or one on another."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from croupier.models.workshop.scenes.stage.values import Die, Look
from croupier.models.workshop.studio.cube import Array, rotation, turns_with_up
from croupier.models.workshop.studio.scene import View

TRIES = 50
SMALLEST_PX = 9.0
STEEPEST_RAY = 0.1
"""Nothing is laid where the camera looks flatter than this sine: too near the horizon."""
MARGIN = 0.06
"""How far out of the picture, in parts of its size, the middle of a die may lie."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a hand left the dice. Shares of dice: `huddled` beside another, of these `squared` face to face, `odd` cocked
    or stacked. `sizes` is the spread of their edges, as a share, about `edge` centimetres. `margin` is how far out of
    the picture they may fall, in parts of its size; below 0 they keep to its middle."""

    edge: float
    huddled: float
    squared: float
    sizes: tuple[float, float] = (1.0, 1.0)
    odd: float = 0.0
    margin: float = MARGIN


def lay(rng: np.random.Generator, view: View, count: int, manner: Manner, look: Callable[[], Look]) -> tuple[Die, ...]:
    """At most `count` dice that do not run into each other."""
    lying: list[Die] = []
    for _ in range(count):
        made, edge = look(), manner.edge * math.exp(rng.uniform(*np.log(manner.sizes)))
        if lying and rng.random() < manner.odd:
            lying.append(_odd(rng, made, edge, lying[int(rng.integers(len(lying)))]))
            continue
        for _ in range(TRIES):
            die = _flat(rng, view, manner, made, edge, lying)
            if die and all(apart(die, other) for other in lying):
                lying.append(die)
                break
    return tuple(lying)


def spot_in_view(rng: np.random.Generator, view: View, margin: float = MARGIN) -> Array | None:
    """(2,) a place on the table that the picture shows, or nothing where it looks past the table."""
    width, height = view.size
    x, y = rng.uniform(-margin, 1 + margin) * width, rng.uniform(-margin, 1 + margin) * height
    ray = view.axes.T @ np.array([(x - width / 2) / view.focal, (y - height / 2) / view.focal, 1.0])
    if ray[2] > -STEEPEST_RAY * np.linalg.norm(ray):
        return None
    return view.on_table(x, y)[:2]


def apart(one: Die, other: Die) -> bool:
    """Whether two dice keep clear of each other, looked at from above."""
    between = other.at[:2] - one.at[:2]
    reach = (one.edge + other.edge) / 2
    if np.hypot(*between) > reach * math.sqrt(2):
        return True
    if not (one.flat and other.flat):
        return bool(np.hypot(*between) > reach * 1.2)
    axes = [die.turn[:2, axis] for die in (one, other) for axis in range(3) if abs(die.turn[2, axis]) < 0.5]
    return any(abs(between @ axis) > _half(one, axis) + _half(other, axis) for axis in axes)


def _half(die: Die, axis: Array) -> float:
    """Half the width of a flat die along a direction on the table."""
    sides = [die.turn[:2, number] for number in range(3) if abs(die.turn[2, number]) < 0.5]
    return die.edge / 2 * sum(abs(float(side @ axis)) for side in sides)


def _turned(rng: np.random.Generator, yaw: float) -> Array:
    up = int(rng.integers(1, 7))
    return np.asarray(rotation((0, 0, 1), yaw) @ turns_with_up(up)[int(rng.integers(4))])


def _flat(
    rng: np.random.Generator, view: View, manner: Manner, look: Look, edge: float, lying: Sequence[Die]
) -> Die | None:
    yaw = rng.uniform(0, 2 * math.pi)
    if lying and rng.random() < manner.huddled:
        other = lying[int(rng.integers(len(lying)))]
        reach = (edge + other.edge) / 2
        if rng.random() < manner.squared and other.flat:
            side = next(other.turn[:2, axis] for axis in range(3) if abs(other.turn[2, axis]) < 0.5)
            yaw = math.atan2(side[1], side[0]) + math.pi / 2 * int(rng.integers(4))
            across = rng.uniform(-0.7, 0.7) * reach if rng.random() < 0.5 else 0.0
            way = np.array([math.cos(yaw), math.sin(yaw)])
            at = other.at[:2] + way * reach * rng.uniform(1.003, 1.06) + np.array([-way[1], way[0]]) * across
        else:
            angle = rng.uniform(0, 2 * math.pi)
            at = other.at[:2] + reach * rng.uniform(1.01, 1.7) * np.array([math.cos(angle), math.sin(angle)])
    else:
        spot = spot_in_view(rng, view, manner.margin)
        if spot is None:
            return None
        at = spot
    place = np.array([*at, edge / 2])
    far = float((place - view.eye) @ view.axes[2])
    if far < 1.4 * edge or view.focal * edge / far < SMALLEST_PX:
        return None
    x, y = view.project(place[None])[0] / view.size
    if not (-MARGIN < x < 1 + MARGIN and -MARGIN < y < 1 + MARGIN):
        return None
    return Die(look, place, _turned(rng, yaw), edge)


def _odd(rng: np.random.Generator, look: Look, edge: float, other: Die) -> Die:
    """A die on top of another, or tipped against it."""
    yaw = rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.35:
        off = rng.uniform(-0.3, 0.3, 2) * other.edge
        return Die(look, other.at + np.array([*off, (other.edge + edge) / 2]), _turned(rng, yaw), edge, flat=False)
    lean, angle = math.radians(rng.uniform(12, 40)), rng.uniform(0, 2 * math.pi)
    away = (edge + other.edge) / 2 * rng.uniform(0.95, 1.15)
    high = edge / 2 * (math.cos(lean) + math.sin(lean))
    tip = rotation((-math.sin(yaw), math.cos(yaw), 0.0), lean)
    at = np.array([*(other.at[:2] + away * np.array([math.cos(angle), math.sin(angle)])), high])
    return Die(look, at, np.asarray(tip @ _turned(rng, yaw)), edge, flat=False)
