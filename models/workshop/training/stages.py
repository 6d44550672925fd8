"""The stages of a training, in order; each keeps its result in the work folder and is skipped when it is there."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from rich.console import Console
from rich.progress import track

from croupier.models.workshop.training import finder, namer
from croupier.models.workshop.training.examples import Example, photographs, renders
from croupier.models.workshop.training.export import export_finder
from croupier.models.workshop.training.harvest import Finds, finds, named, with_gaps_closed
from croupier.models.workshop.training.nets import Finder, Namer
from croupier.models.workshop.training.plan import REAL, Plan
from croupier.models.workshop.training.ship import ship
from croupier.models.workshop.training.thaw import thaw_finder, thaw_namer
from croupier.vision.frame import Image
from croupier.vision.learned.find.plan import every_scale
from croupier.vision.learned.find.search import Candidate, search
from croupier.vision.learned.flatten import crops
from croupier.vision.learned.pixels import Halves

Result = TypeVar("Result")
WORKERS = 2
THAWED = 6
"""Batches by which a shipped model is made to learn on."""
TYPICAL = 60
"""Scenes, and as many photographs, by which 8 bits are fitted."""


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where a training works, how much it does, and what tells how far it is."""

    plan: Plan
    folder: Path
    scenes: tuple[Path, ...]
    base: Path
    """The checkpoint of the finder that has seen renders alone: it is the same whatever photographs come after it."""
    console: Console
    start: Path | None = None
    """A folder of models to go on from instead of beginning anew."""

    def kept(self, name: str, make: Callable[[], Result]) -> Result:
        """The result of a stage, made when it is not kept yet."""
        path = self.folder / f"{name}.pickle"
        if path.is_file():
            result: Result = pickle.loads(path.read_bytes())
            return result
        self.console.rule(name)
        result = make()
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_bytes(pickle.dumps(result))
        fresh.replace(path)
        return result


def run(
    plan: Plan,
    folder: Path,
    photos: Sequence[Path],
    without: frozenset[str],
    start: Path | None,
    console: Console,
) -> Path:
    """All stages; the folder with the models. Without a source, or from models, the work has a folder of its own.

    Models to go on from may have seen any source: what learns on from them is never the base of another training.
    """
    torch.manual_seed(plan.seed)
    scenes, own = folder / "scenes", folder / "learned-on" if start else folder
    checkpoint = own / "finder-renders.ckpt"
    _render(scenes, plan.scenes, plan.seed)
    shrunk = [example.shrunk(folder / "photos") for photo in photos for example in photographs(photo, without)]
    work = own / "-".join(["without", *sorted(without)]) if without else own
    place = Workplace(plan, work, (scenes,), checkpoint, console, start)
    base = finder_of_renders(place)
    closed = labels(place, base, shrunk)
    first = first_namer(place, base, closed)
    found = finder_of_all(place, base, closed)
    faces = namer_of_all(place, first, found, shrunk)
    typical = [example for some in (scenes_of(place), closed) for example in some[:: len(some) // TYPICAL + 1]]
    return ship(place.folder / "models", found, faces, typical)


def finder_of_renders(place: Workplace) -> Finder:
    """A finder that has seen renders alone: what it finds in photographs owes nothing to their labels."""
    course = finder.Course("finder on renders", place.plan.finder_renders, place.scenes, seed=place.plan.seed)
    begun = Finder()
    if place.start:
        views = (finder.pictures(batch[0]) for batch in islice(finder.make(course, _dice(place)), THAWED))
        begun = thaw_finder(place.start / "finder.onnx", views)
    return finder.teach(course, begun, place.base, place.console)


def labels(place: Workplace, base: Finder, photos: Sequence[Example]) -> list[Example]:
    """The photographs, with the gaps in their labels closed as far as `base` sees them."""
    return place.kept("labels", partial(_close_gaps, base, photos, place.folder)) if photos else []


def finder_of_all(place: Workplace, base: Finder, closed: Sequence[Example]) -> Finder:
    """`base`, taught on with photographs mixed in."""
    if not closed:
        return base
    plan = place.plan
    course = finder.Course("finder on photographs", plan.finder_photos, place.scenes, tuple(closed), REAL)
    course = replace(course, rate=finder.RATE * 0.7, seed=plan.seed + 1)
    return finder.teach(course, base.train(), place.folder / "finder.ckpt", place.console)


def first_namer(place: Workplace, base: Finder, closed: Sequence[Example]) -> Namer:
    """A namer taught where each die's face is known, with what `base` takes for a face."""
    plan = place.plan
    found = place.kept("finds", partial(_find_all, base, [*_harvested(place), *closed], place.folder))
    known = [example for example in closed if _faces_known(example)]
    course = namer.Course("namer", plan.namer_first, scenes_of(place), known, found)
    course = replace(course, real=REAL if known else 0.0, seed=plan.seed + 2)
    begun = Namer()
    if place.start:
        batches = islice(namer.make(course, _dice(place)), THAWED)
        begun = thaw_namer(place.start / "namer.onnx", ((namer.pictures(b[0]), namer.pictures(b[1])) for b in batches))
    return namer.teach(course, begun, place.folder / "namer-first.ckpt", place.console)


def namer_of_all(place: Workplace, first: Namer, found: Finder, photos: Sequence[Example]) -> Namer:
    """`first`, taught on with what the finished finder finds, and with the pictures of which only the faces of the
    whole are known: `first` tells their dice apart."""
    plan = place.plan
    closed = place.kept("labels-again", partial(_close_gaps, found, photos, place.folder)) if photos else []
    told = place.kept("told-apart", partial(_tell_apart, first, closed))
    known = [*(example for example in closed if _faces_known(example)), *told]
    finds = place.kept("finds-again", partial(_find_all, found, [*_harvested(place), *known], place.folder))
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


def finding(net: Finder, path: Path) -> Callable[[Image], Sequence[Candidate]]:
    """Finds all top faces in a picture, at every scale."""
    import onnxruntime

    path.parent.mkdir(parents=True, exist_ok=True)
    export_finder(net, path)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def maps(image: Image) -> Any:
        return np.asarray(session.run(["maps"], {"picture": image[None]})[0][0])

    def find(image: Image) -> Sequence[Candidate]:
        picture = Halves(image)
        return search(maps, picture, every_scale(picture.size)).candidates

    return find


def _close_gaps(net: Finder, photos: Sequence[Example], folder: Path) -> list[Example]:
    close = partial(with_gaps_closed, find=finding(net, folder / "finder.onnx"))
    return [example for example in _side_by_side(close, photos, "Closing gaps in labels") if example]


def _find_all(net: Finder, examples: Sequence[Example], folder: Path) -> dict[Path, Finds]:
    find = finding(net, folder / "finder.onnx")
    found = _side_by_side(lambda example: finds(example, find(example.load())), examples, "Finding dice")
    return dict(zip((example.path for example in examples), found, strict=True))


def _side_by_side(do: Callable[[Example], Result], examples: Sequence[Example], told: str) -> list[Result]:
    """What `do` makes of each example, some at a time: onnxruntime and OpenCV work outside Python's lock."""
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(track(pool.map(do, examples), told, len(examples)))


def _faces_known(example: Example) -> bool:
    return all(die.face is not None for die in example.dice or () if die.counts)


@torch.no_grad()
def _tell_apart(net: Namer, examples: Sequence[Example]) -> list[Example]:
    """The examples of which only the faces of the whole picture were known, each die with its own."""
    told = []
    for example in examples:
        dice = example.dice or ()
        if not dice or any(die.face is not None for die in dice):
            continue
        picture = Halves(example.load())
        pairs = [crops(picture, die.face_up, turn) for die in dice for turn in (0.0, 0.8)]
        near, wide = (namer.pictures(np.stack([pair[n] for pair in pairs])) for n in (0, 1))
        chances = torch.softmax(net(near, wide)[0], dim=1).reshape(len(dice), 2, -1).mean(1).numpy()
        one = named(example, chances)
        if one is not None:
            told.append(one)
    return told
