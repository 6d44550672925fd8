"""A folder of training scenes, made by several processes, and made further where it stopped."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from croupier.models.workshop.scenes.compose import compose
from croupier.models.workshop.scenes.setting import SIZE
from croupier.models.workshop.scenes.stage.film import develop
from croupier.models.workshop.scenes.stage.stage import Stage
from croupier.models.workshop.scenes.truth import line
from croupier.models.workshop.stopped import made_already, write_whole

LABELS = "labels.jsonl"
JPEG_QUALITY = 95


@dataclass(frozen=True, slots=True)
class Order:
    """Pictures 0 … `count` − 1 of a seed, into the folder `out`."""

    out: Path
    count: int
    seed: int


def render(order: Order, jobs: int) -> Iterator[int]:
    """Make what is missing; how many there are, after each picture. A picture's line is written when it is complete.

    Raises `OtherWork` when the folder holds pictures of another seed.
    """
    order.out.mkdir(parents=True, exist_ok=True)
    done = made_already(order.out / LABELS, order.seed)
    wanted = [number for number in range(order.count) if file_name(number) not in done]
    yield order.count - len(wanted)
    if not wanted:
        return
    # The driver's own threads would only get into each other's way.
    os.environ.setdefault("LP_NUM_THREADS", "0")
    workers = multiprocessing.get_context("spawn")
    with workers.Pool(jobs, _begin, (order,)) as pool, (order.out / LABELS).open("a") as labels:
        for made, told in enumerate(pool.imap_unordered(_make, wanted), start=1):
            labels.write(told + "\n")
            labels.flush()
            yield order.count - len(wanted) + made


def file_name(number: int) -> str:
    """000123.jpg."""
    return f"{number:06d}.jpg"


def picture(
    stage: Stage, seed: int, number: int
) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], dict[str, object]]:
    """One picture and its line of labels."""
    scene = compose(seed, number)
    told = line(scene, stage.who(scene), file_name(number), seed)
    return develop(stage.take(scene), scene.film, SIZE, np.random.default_rng(scene.seed)), told


_working: dict[str, tuple[Stage, Order]] = {}
"""A worker's own stage: what a pool's workers hold on to has to be the module's."""


def _begin(order: Order) -> None:
    cv2.setNumThreads(1)
    _working["on"] = Stage(), order


def _make(number: int) -> str:
    stage, order = _working["on"]
    image, told = picture(stage, order.seed, number)
    # Readers must not see half a picture.
    content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
    write_whole(order.out / file_name(number), content)
    return json.dumps(told)
