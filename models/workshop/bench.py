"""`make bench`: what each stage of watching costs, side by side within one run.

Milliseconds depend on the machine and its mood, so each stage is also given as a multiple of one yardstick measured in
the same run: a Gaussian blur of the same picture.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from croupier.vision.frame import Frame, Image
from croupier.vision.picture import load_picture
from croupier.vision.reader import open_reader
from croupier.vision.rolls.motion import glance, looks_same, motion
from croupier.vision.watch import Watcher

STILLS = Path(__file__).resolve().parents[2] / "samples" / "stills"
SIZES = ((640, 480), (1280, 720), (1920, 1080))
PICTURES = 6
RUNS = 5
A_PLACE = ((100.0, 100.0), (160.0, 100.0), (160.0, 160.0), (100.0, 160.0))

Stage = Callable[[Image], object]


def main() -> None:
    """Print the table: median ms of each stage at each size, one thread."""
    cv2.setNumThreads(1)
    paths = sorted(STILLS.glob("*.jpg"))
    originals = [load_picture(path) for path in paths[:: max(1, len(paths) // PICTURES)]]
    reader = open_reader()
    stages: dict[str, Callable[[Image], Stage]] = {
        "blur": lambda _: lambda image: cv2.GaussianBlur(image, (0, 0), 3.0),
        "motion gate": _gate,
        "a die's place": lambda first: lambda image: looks_same(first, image, A_PLACE),
        "read": lambda _: reader.read,
        "table at rest": _at_rest,
    }
    table = Table("stage", *(f"{width}×{height}" for width, height in SIZES), title="median ms a picture (× the blur)")
    costs: dict[str, list[float]] = {name: [] for name in stages}
    for size in SIZES:
        pictures = [np.asarray(cv2.resize(original, size), np.uint8) for original in originals]
        for name, stage in stages.items():
            costs[name].append(_median(stage(pictures[0]), pictures))
    yardstick = costs["blur"]
    for name, row in costs.items():
        table.add_row(name, *(f"{ms:.2f} ({ms / blur:.2f})" for ms, blur in zip(row, yardstick, strict=True)))
    Console().print(table)


def _median(stage: Stage, pictures: Sequence[Image]) -> float:
    """Median milliseconds of `stage` over all pictures, several times each, after a warm-up."""
    times = []
    for run in range(RUNS + 1):
        for picture in pictures:
            start = time.perf_counter()
            stage(picture)
            if run:
                times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def _gate(first: Image) -> Stage:
    before = glance(first)
    return lambda image: motion(before, glance(image))


def _at_rest(image: Image) -> Stage:
    """One more frame of a table that has long been judged: what an idle table costs."""
    watcher = Watcher(open_reader())
    for index in range(12):
        watcher.see(Frame(image, index / 10, index))
    return lambda _: watcher.see(Frame(image, 10.0, 100))


if __name__ == "__main__":
    main()
