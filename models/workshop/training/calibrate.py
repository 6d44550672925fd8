"""Confidence that means what it says: fitted on pictures whose scene and source the models have never seen.

`python -m croupier.models.workshop.training.calibrate MODELS --scenes FOLDER --photos FOLDER --held OTHER=A,B` reads
the scenes with the models in MODELS, and the photographs of the sources A and B with those in OTHER, which were trained
without them; it fits the coefficients of `croupier.vision.learned.judge.confidence` and the confidence from which a die
is sure, and writes both into the manifest of MODELS. OTHER may be MODELS itself.
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
from croupier.models.workshop.training.examples import SOURCES, Example, Known, photographs, renders
from croupier.vision.learned.judge.confidence import CALIBRATION, features, judge
from croupier.vision.learned.read import LearnedReader, open_learned
from croupier.vision.reading import Die

PULL = 2e-4
"""How strongly a coefficient is held to what it was before, where the pictures say little of it."""
DISTURBED = 0.5
"""The share of rendered scenes that are disturbed before they are read."""
NEAR = 0.5
"""A find within so many edges of a die's middle is that die."""
FAULTS, FAULTS_IN_SCENES = 0.005, 0.03
"""The shares of photographs, sources weighing alike, and of rendered scenes that may be sure and wrong. Scenes are made
to be hard: dice in the dark, under things, cut off, seen from the side."""
LEAST, MOST = 0.95, 0.999
"""The least confidence of a sure die lies between these."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Told:
    """One die as the reader saw it: its doubts, whether its face was right (None where nobody knows), and whether
    something else keeps it from being sure."""

    doubts: Mapping[str, float]
    right: bool | None
    hindered: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """One picture as the reader saw it. `missed`: there is a die that it did not find; `asked`: it asks anyway."""

    source: str
    dice: tuple[Told, ...]
    missed: bool
    asked: bool


def look(reader: LearnedReader, examples: Iterable[Example], rng: np.random.Generator) -> Iterator[Seen]:
    """What the reader makes of every picture of `examples`."""
    disturb = Disturber(rng)
    for example in examples:
        image = example.load()
        if example.source == "renders" and rng.random() < DISTURBED:
            image = disturb(image, mildly=True)
        looked = reader.look(image, _kind(example) if rng.random() < 0.5 else "auto")
        right, missed = _verdicts(example, [die for die, _ in looked.dice])
        dice = [
            Told(features(evidence), verdict, not judge(die, evidence, {}, 0.0).sure)
            for (die, evidence), verdict in zip(looked.dice, right, strict=True)
        ]
        yield Seen(example.source, tuple(dice), missed, bool(looked.why))


def fit(seen: Sequence[Seen]) -> dict[str, float]:
    """The coefficients that make the confidence likeliest, each source weighing alike; a doubt never helps."""
    names = [name for name in CALIBRATION if name != "all"]
    rows = [(one.source, die) for one in seen for die in one.dice if die.right is not None]
    doubts = np.array([[die.doubts[name] for name in names] for _, die in rows])
    right = np.array([die.right for _, die in rows], float)
    counts = Counter(source for source, _ in rows)
    weights = np.array([1 / counts[source] for source, _ in rows]) / len(counts)
    before = np.array([CALIBRATION["all"], *(CALIBRATION[name] for name in names)])

    def cost(values: Floats) -> float:
        odds = values[0] + doubts @ values[1:]
        return float(weights @ (np.logaddexp(0, odds) - right * odds) + PULL * np.sum((values - before) ** 2))

    bounds = [(0.0, 12.0), *[(-12.0, 0.0)] * len(names)]
    values = minimize(cost, before, method="L-BFGS-B", bounds=bounds).x
    return {name: round(float(value), 4) for name, value in zip(["all", *names], values, strict=True)}


def confidence(die: Told, calibration: Mapping[str, float]) -> float:
    """As the reader will tell it."""
    odds = calibration["all"] + sum(calibration[name] * value for name, value in die.doubts.items())
    return float(1 / (1 + np.exp(-odds)))


def sure_and_wrong(seen: Sequence[Seen], calibration: Mapping[str, float], least: float) -> tuple[float, float]:
    """The shares of pictures that are sure, and that are sure and wrong, where dice are sure from `least` on; each
    source weighs alike."""
    counts = Counter(one.source for one in seen)
    sure = wrong = 0.0
    for one in seen:
        answers = [confidence(die, calibration) >= least and not die.hindered for die in one.dice]
        if not one.asked and all(answers):
            sure += 1 / counts[one.source]
            wrong += (one.missed or any(die.right is False for die in one.dice)) / counts[one.source]
    return sure / len(counts), wrong / len(counts)


def least_sure(seen: Sequence[Seen], calibration: Mapping[str, float]) -> float:
    """The least confidence of a sure die at which no more than `FAULTS` of the pictures are sure and wrong."""
    scenes = [one for one in seen if one.source == "renders"]
    photos = [one for one in seen if one.source != "renders"]
    for least in np.linspace(LEAST, MOST, 50):
        faults = (sure_and_wrong(some, calibration, float(least))[1] if some else 0.0 for some in (scenes, photos))
        if all(fault <= most for fault, most in zip(faults, (FAULTS_IN_SCENES, FAULTS), strict=True)):
            return round(float(least), 4)
    return MOST


def _kind(example: Example) -> str:
    kinds = {die.kind for die in example.dice or ()}
    return kinds.pop() if len(kinds) == 1 else "auto"


def _verdicts(example: Example, dice: Sequence[Die]) -> tuple[list[bool | None], bool]:
    """Whether each die found is right, and whether one is missed."""
    if example.dice is not None:
        right = [_verdict(example.dice, die) for die in dice]
        return right, any(not any(_is(known, die) for die in dice) for known in example.dice if known.counts)
    # Only the faces are known: the first find of each takes it, what is left over is wrong.
    left = Counter(example.faces)
    verdicts: list[bool | None] = []
    for die in dice:
        verdicts.append(die.face is not None and left[die.face] > 0)
        left[die.face or 0] -= 1
    return verdicts, len(dice) < len(example.faces)


def _verdict(dice: Sequence[Known], found: Die) -> bool | None:
    for known in dice:
        if _is(known, found):
            return found.face == known.face if known.counts else None
    return False


def _is(known: Known, found: Die) -> bool:
    return float(np.linalg.norm(np.array(found.center) - known.middle)) < NEAR * known.edge


def _held(given: str) -> tuple[Path, frozenset[str]]:
    """MODELS=SOURCE,SOURCE as a folder and sources."""
    folder, _, sources = given.rpartition("=")
    if not folder or set(sources.split(",")) - SOURCES.keys():
        raise argparse.ArgumentTypeError(f"write MODELS=SOURCE,SOURCE with sources of {', '.join(SOURCES)}")
    return Path(folder), frozenset(sources.split(","))


def main() -> None:
    """Calibrate the models named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("models", type=Path, metavar="MODELS")
    parser.add_argument("--scenes", type=Path, required=True, help="rendered scenes that were not trained on")
    parser.add_argument("--photos", type=Path, action="append", default=[])
    parser.add_argument(
        "--held", type=_held, action="append", default=[], metavar="MODELS=SOURCE,…", help="sources not trained on"
    )
    given = parser.parse_args()
    cv2.setNumThreads(1)
    console = Console()
    photos = [example for folder in given.photos for example in photographs(folder)]
    seen: list[Seen] = []
    for models, sources in [(given.models, frozenset({"renders"})), *given.held]:
        examples = [example for example in (*renders(given.scenes), *photos) if example.source in sources]
        told = track(examples, f"Reading {', '.join(sorted(sources))}")
        seen += look(open_learned(models), told, np.random.default_rng(1))
    calibration = fit(seen)
    least = least_sure(seen, calibration)
    path = given.models / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["calibration"] = calibration
    manifest["thresholds"] = {**manifest.get("thresholds", {}), "sure": least}
    path.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    sure, wrong = sure_and_wrong(seen, calibration, least)
    console.print(f"{len(seen)} pictures; sure from {least}: {sure:.1%} of them, {wrong:.2%} sure and wrong")


if __name__ == "__main__":
    main()
