"""Teach the namer: crops of top faces with their number, and crops of all that a finder could take for one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from rich.console import Console
from torch import Tensor

from croupier.models.workshop.training import lesson as lessons
from croupier.models.workshop.training.disturb import Disturber
from croupier.models.workshop.training.examples import SOURCES, Example, Known
from croupier.models.workshop.training.harvest import Finds, face_class
from croupier.models.workshop.training.lesson import Lesson
from croupier.models.workshop.training.nets import Namer, pictures
from croupier.models.workshop.training.stream import Batch, Drawer, Mix
from croupier.models.workshop.training.views import any_turn
from croupier.vision.frame import Image
from croupier.vision.learned.flatten import crops
from croupier.vision.learned.name import NOT_A_FACE
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top, frame, top_of

BATCH = 96
RATE = 3e-3
FACES, FOUND_WRONGLY = 0.62, 0.5
"""Share of crops that show a top face; share of the others that the finder took for one, where it did."""


@dataclass(frozen=True, slots=True)
class Course:
    """`samples` crops to learn from; `finds` by picture. `rate` falls."""

    name: str
    samples: int
    rendered: Sequence[Example]
    photographs: Sequence[Example] = ()
    finds: Mapping[Path, Finds] = field(default_factory=dict)
    real: float = 0.0
    rate: float = RATE
    seed: int = 2


def teach(course: Course, start: Namer, checkpoint: Path, console: Console, workers: int = 2) -> Namer:
    """The namer after `course`, which goes on from `checkpoint` where there is one. Returns the averaged weights."""
    steps, make_batches = course.samples // BATCH, partial(make, course)
    lesson = Lesson(course.name, steps, BATCH, course.rate, course.seed, workers, "loss, right", make_batches)
    return lessons.teach(lesson, start, Namer(), _learn, checkpoint, console)


def _learn(net: Namer, arrays: Batch) -> tuple[Tensor, tuple[float, ...]]:
    near, wide, face = arrays
    with torch.autocast("cpu", torch.bfloat16):
        logits, _ = net(pictures(near), pictures(wide))
    wished = torch.from_numpy(face)
    loss = torch.nn.functional.cross_entropy(logits.float(), wished, label_smoothing=0.03)
    return loss, (loss.item(), float((logits.argmax(1) == wished).float().mean()))


def make(course: Course, rng: np.random.Generator) -> Iterator[Batch]:
    """Batches: near and wide crops (N, 64, 64, 3) uint8 and their classes (N,)."""
    disturb = Disturber(rng)
    photos: dict[str, list[Example]] = {}
    for example in course.photographs:
        if example.dice is not None or example.path in course.finds:
            photos.setdefault(example.source, []).append(example)
    real = Drawer(Mix(photos, SOURCES, 10), rng) if photos and course.real else None
    drawn = Drawer(Mix({"renders": course.rendered}, {"renders": 1.0}, 8), rng)
    while True:
        near: list[Image] = []
        wide: list[Image] = []
        faces: list[int] = []
        while len(faces) < BATCH:
            example, picture = real() if real is not None and rng.random() < course.real else drawn()
            one = _pick(example, picture, course.finds.get(example.path, Finds()), rng)
            if one is None:
                continue
            top, face = one
            pair = _cut(picture, top, rng)
            near.append(_spot(_coarse(disturb(pair[0], mildly=True), rng), rng))
            wide.append(disturb(pair[1], mildly=True))
            faces.append(face)
        yield np.stack(near), np.stack(wide), np.array(faces)


def _pick(example: Example, picture: Halves, finds: Finds, rng: np.random.Generator) -> tuple[Top, int] | None:
    """A place in the picture and its class, or None when it has none of the kind that was drawn."""
    dice = example.dice or ()
    if rng.random() < FACES:
        if finds.faces and (not dice or example.source != "renders" or rng.random() < 0.5):
            return finds.faces[int(rng.integers(len(finds.faces)))]
        whole = [die for die in dice if die.counts and die.whole and die.face is not None]
        if not whole:
            return None
        die = whole[int(rng.integers(len(whole)))]
        return die.face_up, face_class(die)
    if finds.wrong and rng.random() < FOUND_WRONGLY:
        return finds.wrong[int(rng.integers(len(finds.wrong)))], NOT_A_FACE
    if not dice and finds.faces:
        return None
    elsewhere = _elsewhere(picture, dice, rng)
    return None if elsewhere is None else (elsewhere, NOT_A_FACE)


def _elsewhere(picture: Halves, dice: Sequence[Known], rng: np.random.Generator) -> Top | None:
    """Something that is no top face: a side, a pip, a corner of a die, several dice at once, or any place."""
    width, height = picture.size
    draw = rng.random()
    if not dice or draw < 0.15:
        middle = rng.uniform(0, 1, 2) * (width, height)
        edge = math.exp(rng.uniform(math.log(14), math.log(0.3 * min(height, width))))
        if any(np.linalg.norm(middle - die.middle) < 0.6 * die.edge + 0.2 * edge for die in dice):
            return None
        return Top((float(middle[0]), float(middle[1])), edge)
    die = dice[int(rng.integers(len(dice)))]
    top = die.face_up
    if draw < 0.5 and die.sides:
        side = die.sides[int(rng.integers(len(die.sides)))]
        seen = top_of(side)
        if rng.random() < 0.5:
            # A finder that mistakes a side for the top gives it the top's own plane now and then.
            return replace(top, center=seen.center, edge=seen.edge)
        return seen
    if draw < 0.75:
        away, angle = rng.uniform(0.5, 0.9), rng.uniform(0, 2 * math.pi)
        beside = _moved(top, away * np.array([math.cos(angle), math.sin(angle)]), rng.uniform(0.5, 1.1))
        others = (other for other in dice if other is not die)
        on_another = any(np.linalg.norm(beside.center - other.middle) < 0.45 * other.edge for other in others)
        return None if on_another else beside
    if draw < 0.9:
        # A pip, or the gap between two: on a blank top that is still the blank face, so not there.
        if die.face == 0:
            return None
        return _moved(top, rng.uniform(-0.4, 0.4, 2), rng.uniform(0.1, 0.4))
    return _moved(top, rng.normal(0, 0.3, 2), rng.uniform(1.8, 4.0))


def _moved(top: Top, by: np.ndarray, times: float) -> Top:
    """`top` moved by that many of its edges and enlarged."""
    x, y = np.array(top.center) + 2 * frame(top) @ by
    return replace(top, center=(float(x), float(y)), edge=top.edge * times)


def _cut(picture: Halves, top: Top, rng: np.random.Generator) -> tuple[Image, Image]:
    """The two crops, as an imperfect finder would have them cut."""
    short, lean = rng.uniform(0.6, 1.1), rng.normal(0, 0.06, 2)
    stretch = (top.stretch[0] * short + float(lean[0]), top.stretch[1] * short + float(lean[1]))
    top = replace(_moved(top, rng.normal(0, 0.05, 2), math.exp(rng.normal(0, 0.09))), stretch=stretch)
    near, wide = crops(picture, top, any_turn(rng))
    if rng.random() < 0.5:
        near, wide = near[:, ::-1], wide[:, ::-1]
    return np.ascontiguousarray(near), np.ascontiguousarray(wide)


def _coarse(crop: Image, rng: np.random.Generator) -> Image:
    """The crop of a die that has fewer pixels than that."""
    if rng.random() > 0.35:
        return crop
    size = int(rng.integers(16, 56))
    small = cv2.resize(crop, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, crop.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _spot(crop: Image, rng: np.random.Generator) -> Image:
    """A lamp's mirror image or a blot on the face."""
    if rng.random() > 0.2:
        return crop
    size = crop.shape[0]
    mask = np.zeros((size, size), np.float32)
    cv2.circle(mask, (int(rng.integers(size)), int(rng.integers(size))), int(rng.integers(3, size // 3)), 1.0, -1)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 7)), np.float32)[..., None]
    mask *= np.float32(rng.uniform(0.2, 0.9))
    color = 255 if rng.random() < 0.65 else 15
    return (crop * (1 - mask) + mask * color).astype(np.uint8)
