"""Sample stills: every shot laid out by its own seed, rendered, and told in `truth.jsonl`."""

from __future__ import annotations

import json
import math
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.progress import track

from croupier.models.workshop.shots import LIGHTS, PAINTS, SHAPES, SHOTS, Shot
from croupier.models.workshop.studio.cube import Array, numbers_showing, rotation, turns_with_up
from croupier.models.workshop.studio.render import Studio
from croupier.models.workshop.studio.scene import Ground, PlacedDie, Pose, Prop, Rgb, Scene, View, outline, top_corners
from croupier.models.workshop.studio.sensor import develop, grain

EDGE_CM = 1.6
FOCAL_WIDTHS = 2.2
"""The lens: its focal length in picture widths."""
APART_CM = 2.5
TOUCHING_CM = 0.015
QUALITY = 92
TRIES = 2000

PROPS: dict[str, tuple[tuple[float, float, float], Rgb, float]] = {
    "coin": ((2.3, 2.3, 0.2), (0.55, 0.38, 0.14), 0.3),
    "card": ((5.6, 8.0, 0.03), (0.8, 0.78, 0.74), 0.5),
    "box": ((2.0, 3.5, 1.4), (0.08, 0.2, 0.4), 0.6),
}


def write_stills(studio: Studio, folder: Path) -> None:
    """Every shot as a JPEG in `folder`, and `truth.jsonl` with a line a picture."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for shot in track(SHOTS, "Rendering stills"):
        name = file_name(shot)
        rng = np.random.default_rng(zlib.crc32(name.encode()))
        scene = lay_out(shot, rng)
        picture = grain(develop(studio.take(scene), scene.exposure, shot.blur), rng, shot.noise)
        cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        lines.append(json.dumps(truth(shot, scene)))
    (folder / "truth.jsonl").write_text("\n".join(lines) + "\n")


def file_name(shot: Shot) -> str:
    """`d6-2-5-slant30.jpg`: what lies there in whole, and after it what is hard."""
    if not shot.faces:
        return f"none-{shot.hard}.jpg"
    words = {1: "plus", -1: "minus", 0: "blank"}
    kind = SHAPES[shot.shape].kind
    faces = [words[face] if kind == "dF" else str(face) for face in shot.faces[: -1 if shot.cut else None]]
    return f"{kind}-{'-'.join(faces)}-{shot.hard}.jpg"


def truth(shot: Shot, scene: Scene) -> dict[str, Any]:
    """What the still shows. Boxes are [x, y, width, height, face] in pixels; a die cut off by the edge is left out."""
    whole = scene.dice[:-1] if shot.cut else scene.dice
    boxes, corners = [], []
    for die in whole:
        points = outline(scene.view, die)
        low, high = points.min(axis=0), points.max(axis=0)
        boxes.append([*np.round(low, 1).tolist(), *np.round(high - low, 1).tolist(), die.face])
        corners.append(np.round(top_corners(scene.view, die), 1).tolist())
    notes = f"rendered: {shot.hard}, {', '.join(shot.paints)} on {shot.ground}, slant {shot.slant:g} degrees"
    return {
        "file": file_name(shot),
        "kind": SHAPES[shot.shape].kind if shot.faces else "none",
        "faces": sorted(die.face for die in whole),
        "boxes": boxes,
        "corners": corners,
        "cut": int(shot.cut),
        "size": shot.size,
        "notes": notes,
    }


def lay_out(shot: Shot, rng: np.random.Generator) -> Scene:
    """The scene of a shot. Raises `RuntimeError` when the dice find no room."""
    focal = FOCAL_WIDTHS * shot.size[0]
    view = View(shot.size, focal, focal * EDGE_CM / shot.edge, math.radians(shot.slant))
    ground = Ground(shot.ground, yaw=rng.uniform(0, 2 * math.pi))
    dice: list[PlacedDie] = []
    for number, face in enumerate(shot.faces):
        cut = shot.cut and number == len(shot.faces) - 1
        dice.append(_place(shot, view, face, number, cut, dice, rng))
    props = tuple(_prop(form, view, dice, rng) for form in shot.props)
    return Scene(view, ground, LIGHTS[shot.light], tuple(dice), props, shot.exposure)


def _place(
    shot: Shot, view: View, face: int, number: int, cut: bool, dice: list[PlacedDie], rng: np.random.Generator
) -> PlacedDie:
    shape, paint = SHAPES[shot.shape], PAINTS[shot.paints[number % len(shot.paints)]]
    ups = numbers_showing(shape.kind, face)
    faceup = turns_with_up(ups[rng.integers(len(ups))])[rng.integers(4)]
    for _ in range(TRIES):
        yaw = rng.uniform(0, 2 * math.pi)
        x, y, _ = view.on_table(rng.uniform(0, view.size[0]), rng.uniform(0, view.size[1]))
        if shot.touching and dice:
            beside, yaw = dice[-1], _yaw(dice[0])
            side = yaw + rng.integers(4) * math.pi / 2
            x, y = beside.pose.at[:2] + (EDGE_CM + TOUCHING_CM) * np.array([math.cos(side), math.sin(side)])
        turn = rotation((0, 0, 1), yaw) @ faceup
        die = PlacedDie(shape, paint, Pose(np.array([x, y, EDGE_CM / 2]), turn), EDGE_CM)
        apart = EDGE_CM if shot.touching else APART_CM
        free = all(math.dist(die.pose.at[:2], other.pose.at[:2]) >= apart for other in dice)
        if free and _seen(view, die) == ("cut" if cut else "whole"):
            return die
    raise RuntimeError(f"{file_name(shot)}: the dice find no room in the picture.")


def _seen(view: View, die: PlacedDie) -> str:
    """Whether the picture holds the die: `whole`, with a little room; `cut` through the middle; or neither."""
    points = outline(view, die)
    margin = np.ptp(points[:, 0]) * 0.15
    inside = ((points > margin) & (points < np.array(view.size) - margin)).all(axis=1)
    if inside.all():
        return "whole"
    middle = points.mean(axis=0)
    share = np.minimum(middle, np.array(view.size) - middle).min() / np.ptp(points[:, 0])
    return "cut" if -0.1 < share < 0.25 else "out"


def _yaw(die: PlacedDie) -> float:
    """An angle at which a side of the die looks."""
    across = die.pose.turn[:2, np.abs(die.pose.turn[2]).argmin()]
    return math.atan2(across[1], across[0])


def _prop(form: str, view: View, dice: list[PlacedDie], rng: np.random.Generator) -> Prop:
    size, body, rough = PROPS[form]
    spot: Array = np.zeros(3)
    for _ in range(TRIES):
        spot = view.on_table(rng.uniform(0, view.size[0]), rng.uniform(0, view.size[1]))
        room = math.hypot(*size[:2]) / 2 + 1.3
        if all(math.dist(spot[:2], die.pose.at[:2]) > room for die in dice):
            break
    return Prop(form, float(spot[0]), float(spot[1]), rng.uniform(0, 2 * math.pi), size, body, rough)
