"""`make bench`: what watching, reading and playing cost, side by side within one run.

Milliseconds are of processor time, with one thread. They depend on the machine and its mood, so each is also given as a
multiple of one yardstick measured in the same run: a Gaussian blur of the same picture. What a reading with models
costs stands beside what the bare runs of the two models inside it cost, and what is spent outside them also as a share
of these. The rules need no picture, and their figures stand alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from croupier.models.store import MODELS, ModelsError
from croupier.models.workshop.playing_cost import actions_a_second, advice_ms, play_at_random, solving_s
from croupier.models.workshop.reading_cost import Cost, cost_of_reading, peak_memory
from croupier.rules import GAMES
from croupier.rules.rift.table import TABLES
from croupier.vision.classical import ClassicalReader
from croupier.vision.frame import Frame, Image
from croupier.vision.learned import LearnedReader
from croupier.vision.learned.sessions import Models, open_models
from croupier.vision.picture import load_picture
from croupier.vision.reading import Reader
from croupier.vision.rolls.motion import glance, looks_same, motion
from croupier.vision.watch import Watcher

STILLS = Path(__file__).resolve().parents[2] / "samples" / "stills"
SIZES = ((640, 480), (1280, 720), (1920, 1080))
PICTURES = 6
RUNS = 5
ACTIONS = 1000
A_PLACE = ((100.0, 100.0), (160.0, 100.0), (160.0, 160.0), (100.0, 160.0))
LARGE_PX = 1280
"""Long side of the pictures that are read at any scale."""
LIVE_SIZE = (640, 480)
"""The live picture, in which the dice's size is known."""
LIVE_DICE = 6

Stage = Callable[[Image], object]


def main() -> None:
    """Print the tables: median ms of each stage at each size, and of each kind of reading."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--models", type=Path, default=MODELS, metavar="FOLDER", help="not the installed ones")
    parser.add_argument("--runs", type=int, default=RUNS, help="how often each picture is seen")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    # A pipe has no width; a table that is cut off tells nothing.
    console = Console(width=None if sys.stdout.isatty() else 120)
    readers: dict[str, Models | None] = {"classical": None}
    reader: Reader = ClassicalReader()
    try:
        found = open_models(given.models)
        readers["learned"], reader = found, LearnedReader(found)
    except ModelsError as error:
        console.print(f"Only the classical reader, because there are no models: {error}", soft_wrap=True)
    paths = sorted(STILLS.glob("*.jpg"))
    originals = [load_picture(path) for path in paths[:: max(1, len(paths) // PICTURES)]]
    console.print(_stages(originals, reader, given.runs))
    console.print(_readings(originals, readers, given.runs))
    largest = tuple(_at(original, LARGE_PX) for original in originals)
    for name, models in readers.items():
        peak = peak_memory(given.models if models else None, largest)
        told = f"{peak:.0f} MB" if peak else "unknown on this system"
        console.print(f"Peak memory of a process that reads {LARGE_PX} px pictures, {name}: {told}", highlight=False)
    console.print(_games())


def _stages(originals: Sequence[Image], reader: Reader, runs: int) -> Table:
    """What each stage of watching costs at each size."""
    stages: dict[str, Callable[[Image], Stage]] = {
        "blur": lambda _: lambda image: cv2.GaussianBlur(image, (0, 0), 3.0),
        "motion gate": _gate,
        "a die's place": lambda first: lambda image: looks_same(first, image, A_PLACE),
        "table at rest": lambda first: _at_rest(first, reader),
    }
    table = Table("stage", *(f"{width}×{height}" for width, height in SIZES), title="median ms a picture (× the blur)")
    costs: dict[str, list[float]] = {name: [] for name in stages}
    for size in SIZES:
        pictures = [np.asarray(cv2.resize(original, size), np.uint8) for original in originals]
        for name, stage in stages.items():
            costs[name].append(_median(stage(pictures[0]), pictures, runs))
    for name, row in costs.items():
        table.add_row(name, *(f"{ms:.2f} ({ms / blur:.2f})" for ms, blur in zip(row, costs["blur"], strict=True)))
    return table


def _readings(originals: Sequence[Image], readers: dict[str, Models | None], runs: int) -> Table:
    """What reading costs, at any scale and with dice of known size, and how much of it the models are."""
    live, edge = _live_picture()
    large = [_at(original, LARGE_PX) for original in originals]
    headings = ("ms", "× the blur", "finder", "namer", "outside them", "× classical")
    table = Table(title=f"median ms a picture, {LIVE_DICE} dice in the live one")
    for heading in ("reading", *headings):
        table.add_column(heading, no_wrap=True)
    for what, pictures, known in (
        (f"{LARGE_PX} px, any scale", large, None),
        ("×".join(map(str, LIVE_SIZE)) + ", any scale", [live], None),
        ("×".join(map(str, LIVE_SIZE)) + ", known size", [live], edge),
    ):
        blur = _median(lambda image: cv2.GaussianBlur(image, (0, 0), 3.0), pictures, runs)
        costs = {name: cost_of_reading(models, pictures, known, runs) for name, models in readers.items()}
        for name, cost in costs.items():
            table.add_row(f"{what}, {name}", *_cells(cost, blur, costs["classical"]))
    return table


def _games() -> Table:
    """What the rules of each game cost, and their advice."""
    table = Table("game", "actions a second", "ms of advice", "s to solve, once", title="the rules alone")
    advice = advice_ms()
    for name, game in GAMES.items():
        speed = f"{actions_a_second(game, play_at_random(game, ACTIONS, seed=1)):.0f}"
        solving = f"{solving_s(TABLES[name]):.2f}" if name in TABLES else ""
        table.add_row(name, speed, f"{advice[name]:.3f}" if name in advice else "", solving)
    return table


def _cells(cost: Cost, blur: float, classical: Cost) -> tuple[str, ...]:
    outside = f"{cost.outside_ms:.1f} (+{cost.outside_share:.0%})"
    models = (f"{cost.finder_ms:.1f}", f"{cost.namer_ms:.1f}", outside) if cost.finder_ms else ("", "", "")
    return (f"{cost.ms:.1f}", f"{cost.ms / blur:.1f}", *models, f"{cost.ms / classical.ms:.2f}")


def _live_picture() -> tuple[Image, float]:
    """A still with as many dice as a live table is to have, and the edge of their tops, in pixels."""
    for line in (STILLS / "truth.jsonl").read_text().splitlines():
        told = json.loads(line)
        if len(told["faces"]) == LIVE_DICE and told["kind"] == "d6":
            original = load_picture(STILLS / told["file"])
            corners = np.array(told["corners"], float) * LIVE_SIZE[0] / original.shape[1]
            edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
            live = np.asarray(cv2.resize(original, LIVE_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
            return live, float(np.median(edges))
    raise FileNotFoundError(f"No still in {STILLS} has {LIVE_DICE} dice; render them with `make samples`.")


def _at(original: Image, long: int) -> Image:
    """The picture with that long side."""
    scale = long / max(original.shape[:2])
    return np.asarray(cv2.resize(original, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)


def _median(stage: Stage, pictures: Sequence[Image], runs: int) -> float:
    """Median milliseconds of processor time of `stage` over all pictures, several times each, after a warm-up."""
    times = []
    for run in range(runs + 1):
        for picture in pictures:
            start = time.process_time()
            stage(picture)
            if run:
                times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def _gate(first: Image) -> Stage:
    before = glance(first)
    return lambda image: motion(before, glance(image))


def _at_rest(image: Image, reader: Reader) -> Stage:
    """One more frame of a table that has long been judged: what an idle table costs."""
    watcher = Watcher(reader)
    for index in range(12):
        watcher.see(Frame(image, index / 10, index))
    return lambda _: watcher.see(Frame(image, 10.0, 100))


if __name__ == "__main__":
    main()
