"""Teach the finder: first on renders alone, then with photographs mixed in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from rich.console import Console
from torch import Tensor

from croupier.models.workshop.training import lesson as lessons
from croupier.models.workshop.training.disturb import Disturber
from croupier.models.workshop.training.examples import SOURCES, Example, renders
from croupier.models.workshop.training.lesson import Lesson
from croupier.models.workshop.training.nets import Finder, pictures
from croupier.models.workshop.training.stream import Batch, Drawer, Mix
from croupier.models.workshop.training.views import view

BATCH = 16
RATE = 2.5e-3
GAINS = (1.0, 1.0, 1.0, 4.0, 4.0, 1.5, 1.5, 4.0, 4.0, 4.0)
"""How much an error counts in edge, place (2), stretch (2), turn (2), down (2) and tilt: the last ones are small
numbers, and what tells a top from a side."""


@dataclass(frozen=True, slots=True)
class Course:
    """`samples` to learn from, `photographs` mixed in at the share `real`; the learning rate falls from `rate`."""

    name: str
    samples: int
    rendered: tuple[Path, ...]
    photographs: tuple[Example, ...] = ()
    real: float = 0.0
    rate: float = RATE
    seed: int = 1


def teach(course: Course, start: Finder, checkpoint: Path, console: Console, workers: int = 1) -> Finder:
    """The finder after `course`, which goes on from `checkpoint` where there is one. Returns the averaged weights."""
    steps, make_batches = course.samples // BATCH, partial(make, course)
    told = "heat, shape, closer"
    lesson = Lesson(course.name, steps, BATCH, course.rate, course.seed, workers, told, make_batches)
    return lessons.teach(lesson, start, Finder(), _learn, checkpoint, console)


def make(course: Course, rng: np.random.Generator) -> Iterator[Batch]:
    """Batches of views as arrays: picture, heat and its weight, closer and its weight, the other maps and theirs."""
    disturb = Disturber(rng)
    scenes = [example for folder in course.rendered for example in renders(folder)]
    photos: dict[str, list[Example]] = {}
    for example in course.photographs:
        if example.dice is not None:
            photos.setdefault(example.source, []).append(example)
    share = course.real if photos else 0.0
    real = Drawer(Mix(photos, SOURCES, 6), rng) if photos else None
    drawn = Drawer(Mix({"renders": scenes}, {"renders": 1.0}), rng)
    while True:
        views = []
        for _ in range(BATCH):
            example, picture = real() if real is not None and rng.random() < share else drawn()
            views.append(view(picture, example.dice or (), rng, disturb))
        yield (
            np.stack([v.picture for v in views]),
            np.stack([np.stack([v.heat, v.heat_weight, v.closer, v.closer_weight]) for v in views]),
            np.stack([v.told for v in views]),
            np.stack([v.told_weight for v in views]),
        )


def _learn(net: Finder, arrays: Batch) -> tuple[Tensor, tuple[float, ...]]:
    maps, told, weight = (torch.from_numpy(a) for a in arrays[1:])
    with torch.autocast("cpu", torch.bfloat16):
        y = net(pictures(arrays[0]))
    y = y.float()
    heat = _focal(y[:, 0], maps[:, 0], maps[:, 1])
    closer = _closer(y[:, 1], maps[:, 2], maps[:, 3])
    off = ((y[:, 2:] - told).abs() * weight).sum((0, 2, 3)) / weight.sum((0, 2, 3)).clamp(min=4)
    shape = (off * torch.tensor(GAINS)).sum()
    return heat + 0.5 * shape + 0.5 * closer, (heat.item(), shape.item(), closer.item())


def _focal(logits: Tensor, wished: Tensor, weight: Tensor) -> Tensor:
    """CenterNet's focal loss: cells near a middle count less as wrong."""
    p = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    middle = (wished == 1).float()
    there = middle * (1 - p) ** 2 * torch.log(p)
    elsewhere = (1 - middle) * (1 - wished) ** 4 * p**2 * torch.log(1 - p)
    return -(weight * (there + elsewhere)).sum() / (middle * weight).sum().clamp(min=4)


def _closer(logits: Tensor, wished: Tensor, weight: Tensor) -> Tensor:
    """Both sides count alike, however rare small dice are."""
    cost = torch.nn.functional.binary_cross_entropy_with_logits(logits, wished, reduction="none") * weight
    yes, no = wished * weight, (1 - wished) * weight
    return (cost * yes).sum() / yes.sum().clamp(min=20) + 2 * (cost * no).sum() / no.sum().clamp(min=20)
