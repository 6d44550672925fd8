"""Confidence that means what it says: fitted on pictures whose scene and source the models have never seen.

`python -m croupier.models.workshop.training.calibrate MODELS --scenes FOLDER --photos FOLDER --sources A,B` reads them
with the models in MODELS, fits the coefficients of `croupier.vision.learned.judge.confidence` and the confidence from
which a die is sure, and writes both into the manifest there.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from scipy.optimize import minimize

from croupier.models.workshop.training.disturb import Disturber
from croupier.models.workshop.training.examples import Example, photographs, renders
from croupier.vision.learned.judge.confidence import CALIBRATION, features
from croupier.vision.learned.judge.evidence import Evidence
from croupier.vision.learned.read import LearnedReader, open_learned
from croupier.vision.reading import Die

PULL = 0.02
"""How strongly a coefficient is held to what it was before, where the pictures say little of it."""
DISTURBED = 0.5
"""The share of rendered scenes that are disturbed before they are read."""
NEAR = 0.5
"""A find within so many edges of a die's middle is that die."""
FAULTS = 0.004
"""The share of dice that may be sure and wrong where the least confidence of a sure die is set."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Told:
    """One die as the reader saw it: its doubts, and whether its face was right."""

    source: str
    doubts: Mapping[str, float]
    right: bool


def tell(reader: LearnedReader, examples: Iterable[Example], rng: np.random.Generator) -> Iterator[Told]:
    """What the reader makes of every die that it finds in `examples`."""
    disturb = Disturber(rng)
    for example in examples:
        image = example.load()
        if example.source == "renders" and rng.random() < DISTURBED:
            image = disturb(image, mildly=True)
        dice = reader.look(image, _kind(example)).dice
        for (_, evidence), right in zip(dice, _right(example, dice), strict=True):
            if right is not None:
                yield Told(example.source, features(evidence), right)


def fit(told: Sequence[Told]) -> dict[str, float]:
    """The coefficients that make the confidence likeliest, each source weighing alike; a doubt never helps."""
    names = [name for name in CALIBRATION if name != "all"]
    doubts = np.array([[one.doubts[name] for name in names] for one in told])
    right = np.array([one.right for one in told], float)
    counts = Counter(one.source for one in told)
    weights = np.array([1 / counts[one.source] for one in told]) / len(counts)
    before = np.array([CALIBRATION["all"], *(CALIBRATION[name] for name in names)])

    def cost(values: Floats) -> float:
        odds = values[0] + doubts @ values[1:]
        return float(weights @ (np.logaddexp(0, odds) - right * odds) + PULL / 100 * np.sum((values - before) ** 2))

    bounds = [(0.0, 12.0), *[(-12.0, 0.0)] * len(names)]
    values = minimize(cost, before, method="L-BFGS-B", bounds=bounds).x
    return {name: round(float(value), 4) for name, value in zip(["all", *names], values, strict=True)}


def confidences(told: Sequence[Told], calibration: Mapping[str, float]) -> Floats:
    """(N,) the confidence of each die."""
    odds = [calibration["all"] + sum(calibration[name] * one.doubts[name] for name in one.doubts) for one in told]
    return np.asarray(1 / (1 + np.exp(-np.array(odds))))


def least_sure(told: Sequence[Told], confidence: Floats) -> float:
    """The least confidence of a sure die: of the dice above it no more than `FAULTS` are wrong."""
    order = np.argsort(-confidence)
    wrong = np.cumsum([not told[n].right for n in order])
    allowed = wrong <= FAULTS * np.arange(1, len(order) + 1)
    last = int(np.flatnonzero(allowed).max(initial=0))
    return round(float(np.clip(confidence[order[last]], 0.9, 0.995)), 4)


def _kind(example: Example) -> str:
    kinds = {die.kind for die in example.dice or ()}
    return kinds.pop() if len(kinds) == 1 else "auto"


def _right(example: Example, dice: Sequence[tuple[Die, Evidence]]) -> list[bool | None]:
    """Whether each die found is right; None where the truth does not tell."""
    if example.dice is None:
        # The surest finds take the faces that lie there; what is left over is wrong.
        left = Counter(example.faces)
        verdicts: list[bool | None] = [None] * len(dice)
        for n in sorted(range(len(dice)), key=lambda n: -dice[n][1].heat * dice[n][1].chance):
            face = dice[n][0].face
            verdicts[n] = face is not None and left[face] > 0
            if face is not None:
                left[face] -= 1
        return verdicts
    return [_verdict(example, die) for die, _ in dice]


def _verdict(example: Example, die: Die) -> bool | None:
    for known in example.dice or ():
        if float(np.linalg.norm(np.array(die.center) - known.middle)) < NEAR * known.edge:
            return die.face == known.face if known.counts else None
    return False


def main() -> None:
    """Calibrate the models named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("models", type=Path, metavar="MODELS")
    parser.add_argument("--scenes", type=Path, required=True, help="rendered scenes that were not trained on")
    parser.add_argument("--photos", type=Path, action="append", default=[])
    parser.add_argument("--sources", default="", help="the sources of photographs that were not trained on")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    console = Console()
    sources = frozenset(filter(None, given.sources.split(",")))
    examples = list(renders(given.scenes))
    examples += [e for folder in given.photos for e in photographs(folder) if e.source in sources]
    reader = open_learned(given.models)
    told = list(tell(reader, track(examples, "Reading"), np.random.default_rng(1)))
    calibration = fit(told)
    confidence = confidences(told, calibration)
    sure = least_sure(told, confidence)
    path = given.models / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["calibration"] = calibration
    manifest["thresholds"] = {**manifest.get("thresholds", {}), "sure": sure}
    path.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    above = confidence >= sure
    wrong = sum(not told[n].right for n in np.flatnonzero(above))
    console.print(f"{len(told)} dice; sure from {sure}: {above.mean():.1%} of them, {wrong} wrong")


if __name__ == "__main__":
    main()
