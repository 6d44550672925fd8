"""What the reader makes of pictures whose truth is known: each die's doubts, and whether its face is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from croupier.models.workshop.measuring.pictures import Picture, weighed
from croupier.models.workshop.training.disturb import Disturber
from croupier.models.workshop.training.examples import Example, Known
from croupier.vision.learned.judge.confidence import features, judge
from croupier.vision.learned.read import LearnedReader
from croupier.vision.reading import Die

DISTURBED = 0.5
"""The share of rendered scenes that are disturbed before they are read."""
KIND_TOLD, EDGE_TOLD = 0.5, 0.33
"""The shares of pictures whose reader is told the kind of the dice, and how large they are: at a table it knows both
after a while."""
NEAR = 0.5
"""A find within so many edges of a die's middle is that die."""


@dataclass(frozen=True, slots=True)
class Told:
    """One die as the reader saw it: its doubts, whether its kind and face were right (None where nobody knows, or where
    it shows none), and whether something else keeps it from being sure."""

    doubts: Mapping[str, float]
    right: bool | None
    hindered: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """One picture as the reader saw it. `missed`: there is a die that it did not find; `asked`: it asks anyway;
    `weight`: what it counts, 1/n for one of n pictures of a throw."""

    source: str
    dice: tuple[Told, ...]
    missed: bool
    asked: bool
    weight: float = 1.0


def look(reader: LearnedReader, examples: Sequence[Example], rng: np.random.Generator) -> Iterator[Seen]:
    """What the reader makes of every picture of `examples`, in order."""
    disturb = Disturber(rng)
    for example, weight in zip(examples, _weights(examples), strict=True):
        image = example.load()
        if example.source == "renders" and rng.random() < DISTURBED:
            image = disturb(image, mildly=True)
        kind = _kind(example) if rng.random() < KIND_TOLD else "auto"
        edge = _edge(example) if rng.random() < EDGE_TOLD else None
        looked = reader.look(image, kind, edge)
        right, missed = verdicts(example, [die for die, _ in looked.dice])
        dice = [
            Told(features(evidence), verdict, not judge(die, evidence, {}, 0.0).sure)
            for (die, evidence), verdict in zip(looked.dice, right, strict=True)
        ]
        yield Seen(example.source, tuple(dice), missed, bool(looked.why), weight)


def verdicts(example: Example, dice: Sequence[Die]) -> tuple[list[bool | None], bool]:
    """Whether each die found is right, and whether one that lies there is missed."""
    right, missed = _by_place(example.dice, dice) if example.dice is not None else _by_face(example.faces, dice)
    # A die that shows no face claims none: it is never sure.
    return [None if die.face is None else verdict for die, verdict in zip(dice, right, strict=True)], missed


def _by_place(known: Sequence[Known], dice: Sequence[Die]) -> tuple[list[bool | None], bool]:
    """Each known die takes the find nearest to it; whatever else is found there is none, unless nobody knows."""
    gaps = [[float(np.linalg.norm(np.array(die.center) - one.middle)) / one.edge for one in known] for die in dice]
    near = sorted((gap, d, k) for d, row in enumerate(gaps) for k, gap in enumerate(row) if gap < NEAR)
    taken: dict[int, int] = {}
    for _, d, k in near:
        if d not in taken and k not in taken.values():
            taken[d] = k
    unknown = {d for _, d, k in near if not known[k].counts}
    right: list[bool | None] = []
    for d, die in enumerate(dice):
        one = known[taken[d]] if d in taken else None
        if one is not None and one.counts:
            right.append((die.kind, die.face) == (one.kind, one.face))
        else:
            right.append(None if d in unknown else False)
    return right, any(one.counts and k not in taken.values() for k, one in enumerate(known))


def _by_face(faces: Sequence[int], dice: Sequence[Die]) -> tuple[list[bool | None], bool]:
    """Only the faces of the pip dice are known: the first find of each takes it, what is left over is wrong."""
    left = Counter(faces)
    right: list[bool | None] = []
    for die in dice:
        fits = die.kind == "d6" and die.face is not None and left[die.face] > 0
        right.append(fits)
        if fits:
            left[die.face or 0] -= 1
    return right, len(dice) < len(faces)


def _weights(examples: Sequence[Example]) -> list[float]:
    """1/n for each of n photographs of a throw, as they are measured."""
    pictures = [Picture(example.path, example.source, "d6", tuple(sorted(example.faces))) for example in examples]
    return [picture.weight for picture in weighed(pictures)]


def _kind(example: Example) -> str:
    kinds = {die.kind for die in example.dice or ()}
    return kinds.pop() if len(kinds) == 1 else "auto"


def _edge(example: Example) -> float | None:
    edges = [die.edge for die in example.dice or () if die.counts]
    return float(np.median(edges)) if edges else None
