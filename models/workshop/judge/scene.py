"""A slanted view of dice and of things that are no dice, as plain values, and what is to be read in it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from croupier.models.workshop.judge.grounds import Array, Bitmap, Radiance
from croupier.models.workshop.judge.looks import DieLook, Lamp, Look
from croupier.models.workshop.judge.solids import SIDES, Form
from croupier.models.workshop.studio.cube import rotation
from croupier.models.workshop.studio.scene import View

SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
CUBE = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))


@dataclass(frozen=True, slots=True, eq=False)
class PlacedDie:
    """A die: `at` (3,) is its middle, `turn` (3, 3) takes its own axes to the table's, side `up` of `SIDES` is up.
    Lengths are edges of a usual die of the scene."""

    form: Form
    look: DieLook
    at: Array
    turn: Array
    up: int
    edge: float

    @property
    def face(self) -> int:
        return self.form.shows[self.up]

    @property
    def corners(self) -> Array:
        """(8, 3): its corners as if they were sharp."""
        return np.asarray(CUBE * self.edge @ self.turn.T + self.at)

    def top(self, view: View) -> Array:
        """(4, 2) pixels: the corners of the top face, clockwise in the picture."""
        flat = np.array([[x, y, 0.5] for x, y in np.array(SQUARE) / 2]) * self.edge
        yaw = self.turn @ np.roll(np.array(SIDES[self.up], float), 1)
        turned = rotation((0, 0, 1), math.atan2(yaw[1], yaw[0]))
        return view.project(flat @ turned.T + self.at)[::-1]


@dataclass(frozen=True, slots=True, eq=False)
class Clutter:
    """Something that is no die: a `form` of `solids.clutter_piece`, `size` (3,) large, turned by `yaw` radians."""

    form: str
    look: Look
    at: Array
    size: Array
    yaw: float

    @property
    def corners(self) -> Array:
        """(8, 3): the corners of the box around it."""
        box = (CUBE + np.array([0, 0, 0.5])) * self.size
        return np.asarray(box @ rotation((0, 0, 1), self.yaw).T + self.at)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A view of dice and clutter on a `ground` that repeats every `tile` edges, `shine` of it mirrored."""

    kind: str
    view: View
    aperture: float
    ground: Bitmap
    tile: float
    shine: float
    lamps: tuple[Lamp, ...]
    room: Radiance
    dice: tuple[PlacedDie, ...]
    clutter: tuple[Clutter, ...]


def truth(scene: Scene, file: str) -> dict[str, Any]:
    """The line that tells what a scene shows, as `measure` reads it; `corners` of the top faces in pixels.

    Each scene is a throw of its own, also where the same faces fell.
    """
    substances = sorted({die.look.body.substance for die in scene.dice})
    return {
        "file": file,
        "throw": file,
        "kind": scene.kind,
        "faces": sorted(die.face for die in scene.dice),
        "slant": round(math.degrees(scene.view.slant), 1),
        "roll": round(math.degrees(scene.view.roll) % 360, 1),
        "dice": [
            {
                "face": die.face,
                "corners": np.round(die.top(scene.view), 1).tolist(),
                "substance": die.look.body.substance,
            }
            for die in scene.dice
        ],
        "size": list(scene.view.size),
        "notes": f"path-traced: {', '.join(substances) or 'no'} dice, {len(scene.clutter)} other things",
    }


def open_share(view: View, die: PlacedDie, others: Sequence[PlacedDie | Clutter]) -> float:
    """How much of the die's top face nothing nearer to the camera covers, 0…1; overlaps are counted twice."""
    top = die.top(view).astype(np.float32)
    covered = 0.0
    for other in others:
        if np.linalg.norm(other.at - view.eye) < np.linalg.norm(die.at - view.eye):
            hull = cv2.convexHull(view.project(other.corners).astype(np.float32))
            covered += cv2.intersectConvexConvex(hull, top)[0]
    return max(0.0, 1 - covered / cv2.contourArea(top))
