"""What a reading costs: its time, the time of the model runs inside it, and the memory of a process that reads."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec, TypeVar

import cv2

from croupier.vision.classical import ClassicalReader
from croupier.vision.frame import Image
from croupier.vision.learned import LearnedReader, open_learned
from croupier.vision.learned.sessions import Models
from croupier.vision.reading import Reader

STATUS = Path("/proc/self/status")

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Cost:
    """Medians over all readings, in milliseconds of processor time: of a whole reading, of the finder's and the namer's
    own runs inside it, and of what is spent outside these, also as a share of them. All but the first are 0 without
    models."""

    ms: float
    finder_ms: float = 0.0
    namer_ms: float = 0.0
    outside_ms: float = 0.0
    outside_share: float = 0.0


class Stopwatch:
    """Adds up the processor time spent in the functions that it was put around, in milliseconds."""

    def __init__(self) -> None:
        self.ms = 0.0

    def around(self, function: Callable[P, R]) -> Callable[P, R]:
        """The same function, timed."""

        def timed(*args: P.args, **kwargs: P.kwargs) -> R:
            began = time.process_time()
            try:
                return function(*args, **kwargs)
            finally:
                self.ms += 1000 * (time.process_time() - began)

        return timed


def cost_of_reading(models: Models | None, pictures: Sequence[Image], edge: float | None, runs: int) -> Cost:
    """What reading `pictures` costs with `models`, or without, each seen `runs` times after a warm-up.

    `edge` is that of the dice, if known.
    """
    finder, namer = Stopwatch(), Stopwatch()
    reader: Reader = ClassicalReader()
    if models:
        timed = replace(models, finder=finder.around(models.finder), namer=namer.around(models.namer))
        reader = LearnedReader(timed)
    times = []
    for run in range(runs + 1):
        for picture in pictures:
            finder.ms = namer.ms = 0.0
            began = time.process_time()
            reader.read(picture, edge=edge)
            if run:
                times.append((1000 * (time.process_time() - began), finder.ms, namer.ms))
    if not models:
        return Cost(statistics.median(whole for whole, _, _ in times))
    rows = [(whole, f, n, whole - f - n, (whole - f - n) / (f + n)) for whole, f, n in times]
    return Cost(*(statistics.median(part) for part in zip(*rows, strict=True)))


def peak_memory(models: Path | None, pictures: Sequence[Image]) -> float | None:
    """Megabytes that a fresh process holds at most which reads `pictures`: with `models`, or without when None.

    None where the system does not tell.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(_read_all, models, pictures).result()


def _read_all(models: Path | None, pictures: Sequence[Image]) -> float | None:
    cv2.setNumThreads(1)
    reader: Reader = open_learned(models) if models else ClassicalReader()
    for picture in pictures:
        reader.read(picture)
    if not STATUS.exists():
        return None
    # The kernel's own record starts anew with the program; getrusage() keeps what the parent held at the fork.
    told = dict(line.split(":", 1) for line in STATUS.read_text().splitlines() if ":" in line)
    return int(told["VmHWM"].split()[0]) / 1024
