"""Batches of training examples, made by processes of their own while the network learns.

Decoding a picture costs more than cutting a view out of it, so each worker keeps some pictures open and changes one
every few views.
"""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from threading import Thread
from typing import Any

import cv2
import numpy as np

from croupier.models.workshop.training.examples import Example
from croupier.vision.learned.pixels import Halves

OPEN_PICTURES = 96
"""Pictures that a worker keeps decoded."""
AHEAD = 6
"""Batches that wait."""
LOOKED_AFTER_S = 5.0
"""After so long without a batch the processes are looked after."""

Batch = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Mix:
    """Which examples are drawn, and how often: a list of them and a weight for each name."""

    examples: Mapping[str, Sequence[Example]]
    weights: Mapping[str, float]
    views_a_picture: int = 4


class Drawer:
    """Draws decoded examples by the weights of a mix."""

    def __init__(self, mix: Mix, rng: np.random.Generator) -> None:
        self._mix, self._rng = mix, rng
        self._names = [name for name in mix.weights if mix.examples.get(name)]
        weights = np.array([mix.weights[name] for name in self._names])
        self._chances = weights / weights.sum()
        self._open: list[tuple[Example, Halves]] = []

    def __call__(self) -> tuple[Example, Halves]:
        if len(self._open) < OPEN_PICTURES:
            self._open.append(self._load())
            return self._open[-1]
        place = int(self._rng.integers(len(self._open)))
        if self._rng.random() < 1 / self._mix.views_a_picture:
            self._open[place] = self._load()
        return self._open[place]

    def _load(self) -> tuple[Example, Halves]:
        name = self._names[self._rng.choice(len(self._names), p=self._chances)]
        found = self._mix.examples[name]
        example = found[int(self._rng.integers(len(found)))]
        return example, Halves(example.load())


def batches(make: Callable[[np.random.Generator], Iterator[Batch]], workers: int, seed: int) -> Iterator[Batch]:
    """What `make(rng)` yields, in `workers` processes (in this one without any), for ever: a batch of each in turn, so
    that a seed always gives the same ones. Raises `RuntimeError` when one of the processes has ended."""
    if not workers:
        yield from make(np.random.default_rng(seed * 1000))
        return
    # Started afresh: a fork of a process in which OpenCV's threads ran hangs.
    context = get_context("spawn")
    waiting: list[Queue[Batch]] = [context.Queue(max(1, AHEAD // workers)) for _ in range(workers)]
    running = [
        context.Process(target=_work, args=(make, own, seed * 1000 + number), daemon=True)
        for number, own in enumerate(waiting)
    ]
    for process in running:
        process.start()
    try:
        for own in cycle(waiting):
            yield _next(own, running)
    finally:
        for process in running:
            process.terminate()


def _next(waiting: Queue[Batch], running: Sequence[BaseProcess]) -> Batch:
    while True:
        try:
            return waiting.get(timeout=LOOKED_AFTER_S)
        except queue.Empty:
            if not all(process.is_alive() for process in running):
                raise RuntimeError("A process that makes training examples has ended; see above.") from None


def _work(make: Callable[[np.random.Generator], Iterator[Batch]], waiting: Queue[Batch], seed: int) -> None:
    Thread(target=_end_with_the_parent, daemon=True).start()
    cv2.setNumThreads(1)
    for batch in make(np.random.default_rng(seed)):
        waiting.put(batch)


def _end_with_the_parent() -> None:
    """A parent that was killed takes nothing any more, and its queue would be waited for without end."""
    if parent := parent_process():
        parent.join()
        os._exit(1)
