"""Single dice: which read die is which true one, what is taken for what, and whether confidence keeps its word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from croupier.models.workshop.measuring.readings import Outcome, of_kind
from croupier.vision.reading import Die

BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
"""Where the bins of confidence begin and end."""
MISSED = "–"
"""Stands for a face where there is none: a die that was not found, or one that is not there."""

Pair = tuple[int | None, Die | None]
"""A true face and what was read for it; None for a die that is not there, or was not found."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Dice with a confidence from `low` to `high`: how many, their mean confidence, and how many are right."""

    low: float
    high: float
    dice: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """`error` is the expected calibration error: the mean gap of confidence and share right over all dice."""

    bins: tuple[Bin, ...]
    error: float


def pairs(outcome: Outcome) -> list[Pair]:
    """The dice of a picture in pairs of what lies there and what was read.

    By place where the truth tells places. Otherwise a read die is taken for a true one of its face, the surest first;
    if then one of each is left they are a pair, and else nobody knows which is which.
    """
    if outcome.picture.places:
        return _by_place(outcome)
    left = Counter(outcome.picture.faces)
    found: list[Pair] = []
    strange = []
    for die in sorted(outcome.shown, key=lambda die: (not die.sure, -die.confidence)):
        if of_kind(die, outcome.picture) and die.face is not None and left[die.face]:
            left[die.face] -= 1
            found.append((die.face, die))
        else:
            strange.append(die)
    faces = sorted(left.elements())
    if len(faces) == len(strange) == 1:
        return [*found, (faces[0], strange[0])]
    return [*found, *((face, None) for face in faces), *((None, die) for die in strange)]


def is_right(pair: Pair, outcome: Outcome) -> bool:
    """Whether what was read is what lies there."""
    face, die = pair
    return die is not None and die.face == face and of_kind(die, outcome.picture)


def sure_and_wrong(outcome: Outcome) -> list[Pair]:
    """The dice that were read for sure and are not what lies there."""
    return [pair for pair in pairs(outcome) if pair[1] is not None and pair[1].sure and not is_right(pair, outcome)]


def confusion(outcomes: Iterable[Outcome]) -> dict[tuple[str, str], int]:
    """(what lies there, what was read) → how many dice; Fudge faces have their signs, `–` stands for nothing."""
    counts: Counter[tuple[str, str]] = Counter()
    for outcome in outcomes:
        kind = "dF" if outcome.picture.kind == "dF" else "d6"
        for face, die in pairs(outcome):
            read = MISSED if die is None else name(die.kind, die.face)
            counts[MISSED if face is None else name(kind, face), read] += 1
    return dict(counts)


def name(kind: str, face: int | None) -> str:
    """A face in a word: `5`; `dF+`, `dF-` or `dF0` of a Fudge die; `?` for a die that shows no face."""
    if face is None:
        return "?"
    return {1: "dF+", 0: "dF0", -1: "dF-"}.get(face, f"dF{face}") if kind == "dF" else str(face)


def calibration(outcomes: Iterable[Outcome]) -> Calibration:
    """How often dice are right that were read with that confidence. Dice that were not found say nothing here."""
    told = [(p[1].confidence, is_right(p, o)) for o in outcomes for p in pairs(o) if p[1] is not None]
    bins = []
    for low, high in pairwise(BINS):
        inside = [(c, right) for c, right in told if low <= c < high or c == high == BINS[-1]]
        if inside:
            mean, right = np.mean(inside, axis=0)
            bins.append(Bin(low, high, len(inside), float(mean), float(right)))
    error = sum(b.dice * abs(b.confidence - b.right) for b in bins) / max(len(told), 1)
    return Calibration(tuple(bins), error)


def _by_place(outcome: Outcome) -> list[Pair]:
    """Nearest first, each once, and none farther than the place allows."""
    places, dice = outcome.picture.places, outcome.shown
    near = [
        (gap / reach, p, d)
        for p, (x, y, reach, _) in enumerate(places)
        for d, die in enumerate(dice)
        if (gap := float(np.hypot(die.center[0] - x, die.center[1] - y))) <= reach
    ]
    taken: dict[int, int] = {}
    for _, p, d in sorted(near):
        if p not in taken and d not in taken.values():
            taken[p] = d
    found: list[Pair] = [(place[3], dice[taken[p]] if p in taken else None) for p, place in enumerate(places)]
    extra: Sequence[Die] = [die for d, die in enumerate(dice) if d not in taken.values()]
    return [*found, *((None, die) for die in extra)]
