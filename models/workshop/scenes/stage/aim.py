"""The arithmetic of one pass: where things stand, which light falls, and where on the lens it comes in."""

from __future__ import annotations

import math

import numpy as np

from croupier.models.workshop.scenes.stage.values import Die, Room, Scene, Thing
from croupier.models.workshop.studio.cube import Array

FARTHEST_SHADOW_CM = 60.0


def die_world(die: Die) -> Array:
    """(4, 4): a die's own axes → the table's."""
    world = np.eye(4)
    world[:3, :3] = die.turn * die.edge
    world[:3, 3] = die.at
    return world


def thing_world(thing: Thing) -> Array:
    """(4, 4): a thing's own axes → the table's."""
    world = np.eye(4)
    world[:3, :3] = thing.turn * thing.size
    world[:3, 3] = thing.at
    return world


def shadow_reach(scene: Scene) -> float:
    """How far from the table's middle shadows are cast, cm."""
    far = [math.hypot(*die.at[:2]) + 1.5 * die.edge for die in scene.dice]
    far += [math.hypot(*thing.at[:2]) + 0.7 * max(thing.size[:2]) for thing in scene.things]
    return min(max(far, default=5.0) + 1.0, FARTHEST_SHADOW_CM)


def falling(room: Room) -> Array:
    """(3,): all light that falls on a level table in its middle."""
    lamps = [np.array(lamp.tint) * lamp.power * lamp.at[2] / math.dist(lamp.at, (0, 0, 0)) for lamp in room.lamps]
    return np.asarray(np.sum(lamps, axis=0) + np.array(room.sky))


def lens_point(number: int, count: int, radius: float) -> tuple[float, float]:
    """Where on a lens of that radius pass `number` of `count` looks through, right and down, cm."""
    away = radius * math.sqrt((number + 0.5) / count)
    return away * math.cos(2.4 * number), away * math.sin(2.4 * number)
