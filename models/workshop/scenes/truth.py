"""What can be said about each die of a picture: its top face, which way it stands, and how much of it is seen."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from croupier.models.workshop.scenes.stage.values import NO_PRINT, Die, Scene
from croupier.models.workshop.studio.cube import NORMALS, Array

SEEN_WITHIN = 0.72
"""How much of a face, from its middle, is looked at to tell what share is seen: corners are round."""
LOOKS = 14
"""Places looked at along each way of a face."""

Who = npt.NDArray[np.int16]


def line(scene: Scene, who: Who, name: str, seed: int) -> dict[str, object]:
    """The line of `labels.jsonl`; `who` is what `Stage.who` gives. Dice that the picture does not show are left out."""
    squeeze = np.array([1.0, 1 / scene.film.stretch])
    dice = []
    for number, die in enumerate(scene.dice):
        told = _told(scene, who, number, die, squeeze)
        if told["visible"] or (who == number).any():
            dice.append(told)
    return {"file": name, "seed": seed, "slant": round(math.degrees(scene.view.slant), 1), "dice": dice}


def face_corners(die: Die, number: int) -> Array:
    """(4, 3): the sharp corners of the face with that number, table centimetres."""
    normal = np.array(NORMALS[number], float)
    first, second = (axis for axis in np.eye(3) if abs(axis @ normal) < 0.5)
    square = np.array([normal + first * a + second * b for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    return np.asarray(die.at + square * die.edge / 2 @ die.turn.T)


def seen_share(scene: Scene, who: Who, number: int, corners: Array) -> float:
    """0…1: how much of that face (4, 3) of die `number` the picture shows."""
    steps = (np.arange(LOOKS) + 0.5) / LOOKS * SEEN_WITHIN + (1 - SEEN_WITHIN) / 2
    u, v = (grid.ravel()[:, None] for grid in np.meshgrid(steps, steps))
    places = corners[0] + u * (corners[1] - corners[0]) + v * (corners[3] - corners[0])
    pixels = np.floor(scene.view.project(places)).astype(int)
    inside = ((pixels >= 0) & (pixels < scene.view.size)).all(axis=1)
    x, y = pixels[inside].T
    return float((who[y, x] == number).sum() / len(places))


def _told(scene: Scene, who: Who, number: int, die: Die, squeeze: Array) -> dict[str, object]:
    view = scene.view
    up, down = die.up, 7 - die.up
    top, bottom = face_corners(die, up), face_corners(die, down)
    middles = view.project(np.stack([top.mean(axis=0), bottom.mean(axis=0)])) * squeeze
    sides = []
    for side in NORMALS:
        if side in (up, down):
            continue
        corners = face_corners(die, side)
        if (view.eye - corners.mean(axis=0)) @ (die.turn @ np.array(NORMALS[side])) > 0:
            share = seen_share(scene, who, number, corners)
            sides.append({"corners": _clockwise(view.project(corners) * squeeze), "visible": round(share, 3)})
    return {
        "kind": die.look.kind,
        "face": die.face,
        "top": _clockwise(view.project(top) * squeeze),
        "down": np.round(middles[1] - middles[0], 2).tolist(),
        "visible": round(seen_share(scene, who, number, top), 3),
        # A logo in the place of the pip shows no number.
        "flat": die.flat and not (die.look.logo != NO_PRINT and up == 1),
        "sides": sides,
    }


def _clockwise(corners: Sequence[object] | Array) -> list[list[float]]:
    x, y = np.asarray(corners, float).T
    turning = float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
    ordered = np.asarray(corners, float) if turning > 0 else np.asarray(corners, float)[::-1]
    rounded: list[list[float]] = np.round(ordered, 2).tolist()
    return rounded
