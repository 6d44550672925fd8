"""What half-trained networks are let loose on: the finder on every picture, the namer on dice known by their faces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import torch
from rich.progress import track

from croupier.models.workshop.training.examples import TURNS, Example, face_crops
from croupier.models.workshop.training.export import export_finder
from croupier.models.workshop.training.harvest import Find, Finds, finds, named, with_gaps_closed
from croupier.models.workshop.training.nets import Finder, Namer, pictures
from croupier.vision.frame import Image
from croupier.vision.learned.find.plan import every_scale
from croupier.vision.learned.find.search import Candidate, search
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.sessions import open_finder

Result = TypeVar("Result")
SIDE_BY_SIDE = 2
"""Pictures searched at a time."""


def finding(net: Finder, path: Path) -> Find:
    """Finds all top faces in a picture, at every scale: what is learned from must not hang on what the finder asks to
    see closer. The finder is exported to `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    export_finder(net, path)
    finder = open_finder(path.read_bytes())

    def find(image: Image) -> Sequence[Candidate]:
        picture = Halves(image)
        return search(finder, picture, every_scale(picture.size)).candidates

    return find


def close_gaps(net: Finder, photos: Sequence[Example], path: Path) -> list[Example]:
    """The photographs with the gaps in their labels closed, as far as `net` sees them; see `with_gaps_closed`."""
    close = partial(with_gaps_closed, find=finding(net, path))
    return [example for example in _side_by_side(close, photos, "Closing gaps in labels") if example]


def find_all(net: Finder, examples: Sequence[Example], path: Path) -> dict[Path, Finds]:
    """What `net` finds in each picture, right and wrong."""
    find = finding(net, path)
    found = _side_by_side(lambda example: finds(example, find(example.load())), examples, "Finding dice")
    return dict(zip((example.path for example in examples), found, strict=True))


@torch.no_grad()
def tell_apart(net: Namer, examples: Sequence[Example]) -> list[Example]:
    """The examples of which only the faces of the whole picture were known, each die with its own."""
    told = []
    for example in examples:
        dice = example.dice or ()
        if not dice or any(die.face is not None for die in dice):
            continue
        near, wide = face_crops(Halves(example.load()), dice)
        chances = torch.softmax(net(pictures(near), pictures(wide))[0], dim=1)
        one = named(example, chances.reshape(len(dice), len(TURNS), -1).mean(1).numpy())
        if one is not None:
            told.append(one)
    return told


def _side_by_side(do: Callable[[Example], Result], examples: Sequence[Example], told: str) -> list[Result]:
    """What `do` makes of each example, some at a time: onnxruntime and OpenCV work outside Python's lock."""
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        return list(track(pool.map(do, examples), told, len(examples)))
