"""The stages of a training, in order; each keeps its result in the work folder and is skipped when it is there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from rich.console import Console

from croupier.models.workshop.training import finder, namer
from croupier.models.workshop.training.examples import SOURCES, Example, photographs, renders
from croupier.models.workshop.training.loose import close_gaps, find_all, tell_apart
from croupier.models.workshop.training.nets import Finder, Namer, pictures
from croupier.models.workshop.training.plan import REAL, Plan
from croupier.models.workshop.training.ship import ship
from croupier.models.workshop.training.thaw import thaw_finder, thaw_namer
from croupier.models.workshop.training.told import Learned, learned_from
from croupier.models.workshop.training.workplace import Workplace, work_in

THAWED = 6
"""Batches by which a shipped model is made to learn on."""
TYPICAL = 60
"""Scenes, and as many photographs, by which 8 bits are fitted."""


def run(
    plan: Plan,
    folder: Path,
    photos: Sequence[Path],
    without: frozenset[str],
    start: Path | None,
    console: Console,
) -> Path:
    """All stages; the folder with the models. Raises `OtherWork` when `folder` holds another training's."""
    place = work_in(folder, plan, photos, without, start, console)
    torch.manual_seed(plan.seed)
    for scenes in place.scenes:
        _render(scenes, plan.scenes, plan.seed)
    shrunk = [example.shrunk(folder / "photos") for photo in photos for example in photographs(photo, without)]
    base = finder_of_renders(place)
    closed = labels(place, base, shrunk)
    found = finder_of_all(place, base, closed)
    faces = namer_of_all(place, first_namer(place, base, closed), found, shrunk) if plan.namer else None
    typical = [example for some in (scenes_of(place), closed) for example in some[:: len(some) // TYPICAL + 1]]
    learned = learned_by(plan, shrunk, start)
    return ship(place.folder / "models", found, faces, typical, learned, start)


def learned_by(plan: Plan, photos: Sequence[Example], start: Path | None) -> Learned:
    """What models learn from in a training. Models to go on from that do not tell may have seen any photograph."""
    now = Learned(frozenset(example.source for example in photos), frozenset({plan.seed}))
    if start is None:
        return now
    return now | (learned_from(start) or Learned(frozenset(SOURCES), frozenset()))


def finder_of_renders(place: Workplace) -> Finder:
    """A finder that has seen renders alone: what it finds in photographs owes nothing to their labels."""
    course = finder.Course("finder on renders", place.plan.finder_renders, place.scenes, seed=place.plan.seed)
    begun = Finder()
    if place.start:
        views = (pictures(batch[0]) for batch in islice(finder.make(course, _dice(place)), THAWED))
        begun = thaw_finder(place.start / "finder.onnx", views)
    return finder.teach(course, begun, place.base, place.console)


def labels(place: Workplace, base: Finder, photos: Sequence[Example]) -> list[Example]:
    """The photographs, with the gaps in their labels closed as far as `base` sees them."""
    return place.kept("labels", partial(close_gaps, base, photos, _finder(place))) if photos else []


def finder_of_all(place: Workplace, base: Finder, closed: Sequence[Example]) -> Finder:
    """`base`, taught on with photographs mixed in."""
    if not closed:
        return base
    plan = place.plan
    course = finder.Course("finder on photographs", plan.finder_photos, place.scenes, tuple(closed), REAL)
    course = replace(course, rate=plan.rate, seed=plan.seed + 1)
    return finder.teach(course, base.train(), place.folder / "finder.ckpt", place.console)


def first_namer(place: Workplace, base: Finder, closed: Sequence[Example]) -> Namer:
    """A namer taught where each die's face is known, with what `base` takes for a face."""
    plan = place.plan
    found = place.kept("finds", partial(find_all, base, [*_harvested(place), *closed], _finder(place)))
    known = [example for example in closed if _faces_known(example)]
    course = namer.Course("namer", plan.namer_first, scenes_of(place), known, found)
    course = replace(course, real=REAL if known else 0.0, seed=plan.seed + 2)
    begun = Namer()
    if place.start:
        batches = islice(namer.make(course, _dice(place)), THAWED)
        begun = thaw_namer(place.start / "namer.onnx", ((pictures(b[0]), pictures(b[1])) for b in batches))
    return namer.teach(course, begun, place.folder / "namer-first.ckpt", place.console)


def namer_of_all(place: Workplace, first: Namer, found: Finder, photos: Sequence[Example]) -> Namer:
    """`first`, taught on with what the finished finder finds, and with the pictures of which only the faces of the
    whole are known: `first` tells their dice apart."""
    plan = place.plan
    closed = place.kept("labels-again", partial(close_gaps, found, photos, _finder(place))) if photos else []
    told = place.kept("told-apart", partial(tell_apart, first, closed))
    known = [*(example for example in closed if _faces_known(example)), *told]
    finds = place.kept("finds-again", partial(find_all, found, [*_harvested(place), *known], _finder(place)))
    course = namer.Course("namer again", plan.namer, scenes_of(place), known, finds)
    course = replace(course, real=REAL if known else 0.0, rate=namer.RATE * 0.7, seed=plan.seed + 3)
    return namer.teach(course, first.train(), place.folder / "namer.ckpt", place.console)


def _dice(place: Workplace) -> np.random.Generator:
    return np.random.default_rng(place.plan.seed)


def scenes_of(place: Workplace) -> list[Example]:
    """All rendered scenes."""
    return [example for folder in place.scenes for example in renders(folder)]


def _harvested(place: Workplace) -> list[Example]:
    """The scenes in which the finder is let loose: some, spread over all."""
    scenes = scenes_of(place)
    return scenes[:: max(1, len(scenes) // place.plan.harvested_scenes)]


def _render(folder: Path, count: int, seed: int) -> None:
    """In a process of its own, which lets the driver go when it ends."""
    command = [sys.executable, "-m", "croupier.models.workshop.scenes", str(folder), "--count", str(count)]
    subprocess.run([*command, "--seed", str(seed)], check=True)


def _finder(place: Workplace) -> Path:
    """Where the finder that is let loose is exported to."""
    return place.folder / "finder.onnx"


def _faces_known(example: Example) -> bool:
    return all(die.face is not None for die in example.dice or () if die.counts)
