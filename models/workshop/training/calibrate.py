"""Confidence that means what it says: fitted on pictures whose scene and source the models have never seen.

`python -m croupier.models.workshop.training.calibrate MODELS --scenes FOLDER --photos FOLDER --held OTHER=A,B` reads
the scenes with the models in MODELS, and the photographs of the sources A and B with those in OTHER, which were trained
without them; it fits the coefficients of `croupier.vision.learned.judge.confidence` and the confidence from which a die
is sure, and writes both into the manifest of MODELS. OTHER may be MODELS itself. Models that have learned from what
they are to read are refused.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from scipy.optimize import minimize

from croupier.models.store import ModelsError
from croupier.models.workshop.measuring.lines import MeasureError
from croupier.models.workshop.training.examples import SOURCES, photographs, renders, seeds
from croupier.models.workshop.training.told import Learned, learned_from, write_calibration
from croupier.models.workshop.training.verdicts import Seen, look
from croupier.vision.learned.judge.confidence import CALIBRATION, probability
from croupier.vision.learned.read import LearnedReader
from croupier.vision.learned.sessions import open_models
from croupier.vision.picture import PictureError

PULL = 2e-4
"""How strongly a coefficient is held to what it was before, where the pictures say little of it."""
FAULTS, FAULTS_IN_SCENES = 0.005, 0.03
"""The shares of photographs, sources weighing alike, and of rendered scenes that may be sure and wrong. Scenes are made
to be hard: dice in the dark, under things, cut off, seen from the side."""
LEAST, MOST = 0.95, 0.999
"""The least confidence of a sure die lies between these."""
SCENES = "renders"

Floats = npt.NDArray[np.float64]


def fit(seen: Sequence[Seen]) -> dict[str, float]:
    """The coefficients that make the confidence likeliest, each source weighing alike; a doubt never helps."""
    names = [name for name in CALIBRATION if name != "all"]
    rows = [(one, die) for one in seen for die in one.dice if die.right is not None]
    doubts = np.array([[die.doubts[name] for name in names] for _, die in rows])
    right = np.array([die.right for _, die in rows], float)
    of_all = _weight_by_source(one for one, _ in rows)
    weights = np.array([one.weight / of_all[one.source] for one, _ in rows]) / len(of_all)
    before = np.array([CALIBRATION["all"], *(CALIBRATION[name] for name in names)])

    def cost(values: Floats) -> float:
        odds = values[0] + doubts @ values[1:]
        return float(weights @ (np.logaddexp(0, odds) - right * odds) + PULL * np.sum((values - before) ** 2))

    bounds = [(0.0, 12.0), *[(-12.0, 0.0)] * len(names)]
    values = minimize(cost, before, method="L-BFGS-B", bounds=bounds).x
    return {name: round(float(value), 4) for name, value in zip(["all", *names], values, strict=True)}


def sure_and_wrong(seen: Sequence[Seen], calibration: Mapping[str, float], least: float) -> tuple[float, float]:
    """The shares of pictures that are sure, and that are sure and wrong, where dice are sure from `least` on; each
    source weighs alike, and in it each throw."""
    of_all = _weight_by_source(seen)
    sure = wrong = 0.0
    for one in seen:
        answers = [probability(die.doubts, calibration) >= least and not die.hindered for die in one.dice]
        if not one.asked and all(answers):
            share = one.weight / of_all[one.source]
            sure += share
            wrong += share * (one.missed or any(die.right is False for die in one.dice))
    return sure / len(of_all), wrong / len(of_all)


def least_sure(seen: Sequence[Seen], calibration: Mapping[str, float]) -> float | None:
    """The least confidence of a sure die at which no more than `FAULTS` of the photographs, and `FAULTS_IN_SCENES` of
    the scenes, are sure and wrong; None when there is none up to `MOST`."""
    scenes = [one for one in seen if one.source == SCENES]
    photos = [one for one in seen if one.source != SCENES]
    for least in np.linspace(LEAST, MOST, 50):
        faults = (sure_and_wrong(some, calibration, float(least))[1] if some else 0.0 for some in (scenes, photos))
        if all(fault <= most for fault, most in zip(faults, (FAULTS_IN_SCENES, FAULTS), strict=True)):
            return round(float(least), 4)
    return None


def seen_before(learned: Learned, sources: frozenset[str], scenes: frozenset[int]) -> str:
    """Which of `sources`, and of scenes of those seeds if they are among them, models have `learned` from, in words;
    "" if none."""
    again = sorted(learned.sources & sources)
    if SCENES in sources:
        again += [f"scenes of seed {seed}" for seed in sorted(learned.seeds & scenes)]
    return ", ".join(again)


def _uncalibrated(folder: Path) -> LearnedReader:
    """The reader with the models in `folder`, whatever they were calibrated for."""
    models = open_models(folder)
    return LearnedReader(replace(models, manifest=replace(models.manifest, calibration={})))


def _weight_by_source(seen: Iterable[Seen]) -> dict[str, float]:
    weights: dict[str, float] = defaultdict(float)
    for one in seen:
        weights[one.source] += one.weight
    return weights


def _held(given: str) -> tuple[Path, frozenset[str]]:
    """MODELS=SOURCE,SOURCE as a folder and sources."""
    folder, _, sources = given.rpartition("=")
    if not folder or set(sources.split(",")) - SOURCES.keys():
        raise argparse.ArgumentTypeError(f"write MODELS=SOURCE,SOURCE with sources of {', '.join(SOURCES)}")
    return Path(folder), frozenset(sources.split(","))


def main() -> None:
    """Calibrate the models named on the command line. What cannot be done is one sentence and exit status 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("models", type=Path, metavar="MODELS")
    parser.add_argument("--scenes", type=Path, required=True, help="rendered scenes that were not trained on")
    parser.add_argument("--photos", type=Path, action="append", default=[])
    parser.add_argument(
        "--held", type=_held, action="append", default=[], metavar="MODELS=SOURCE,…", help="sources not trained on"
    )
    given = parser.parse_args()
    cv2.setNumThreads(1)
    try:
        calibrate(given.models, given.scenes, given.photos, given.held, Console())
    except (OSError, MeasureError, PictureError) as error:
        sys.exit(str(error))


def _none_of(source: str, scenes: Path) -> str:
    if source == SCENES:
        return f"{scenes} tells of no rendered scene; render some."
    return f"No photograph of {source} that may be learned from is there; name its folder with --photos."


def calibrate(
    models: Path,
    scenes: Path,
    photos: Sequence[Path],
    held: Sequence[tuple[Path, frozenset[str]]],
    console: Console,
) -> None:
    """Fit the confidence of `models` and write it into their manifest. Raises `ModelsError` when models cannot be
    opened, or have learned from what they are to read; `MeasureError` when there is nothing to read or to learn; and
    `PictureError` when a picture cannot be opened."""
    readers = [(models, frozenset({SCENES})), *held]
    for folder, sources in readers:
        learned = learned_from(folder)
        if learned is None:
            console.print(
                f"{folder} does not tell what its models have learned from; that it was not this is believed."
            )
        elif again := seen_before(learned, sources, seeds(scenes)):
            raise ModelsError(f"The models in {folder} have learned from {again}; give others that have not.")
    # As large as a reader gets them: what is read of a shrunk picture is another thing.
    there = [example for folder in photos for example in photographs(folder, largest_px=math.inf)]
    there += renders(scenes)
    for source in sorted(frozenset().union(*(sources for _, sources in readers))):
        if not any(example.source == source for example in there):
            raise MeasureError(_none_of(source, scenes))
    seen: list[Seen] = []
    for folder, sources in readers:
        examples = [example for example in there if example.source in sources]
        reading = look(_uncalibrated(folder), examples, np.random.default_rng(1))
        seen += track(reading, f"Reading {', '.join(sorted(sources))}", len(examples))
    if all(die.right is None for one in seen for die in one.dice):
        raise MeasureError("No die was found that is known; give other scenes and photographs, or other models.")
    calibration = fit(seen)
    least = least_sure(seen, calibration)
    if least is None:
        console.print(f"No confidence keeps the faults as few as they may be; {MOST} is taken.")
    write_calibration(models, calibration, least or MOST)
    sure, wrong = sure_and_wrong(seen, calibration, least or MOST)
    told = f"{len(seen)} pictures; sure from {least or MOST}: {sure:.1%} of them, {wrong:.2%} sure and wrong"
    console.print(told)


if __name__ == "__main__":
    main()
