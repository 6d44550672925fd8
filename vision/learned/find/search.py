"""The search for top faces over a picture: whole at coarse scales, closer where asked; each face told once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from croupier.vision.frame import Image
from croupier.vision.learned.find.decode import CELL_PX, CLOSER, Maps, Peaks, decode, likely, together
from croupier.vision.learned.find.plan import LEAST_PX, MOST_PX, Plan
from croupier.vision.learned.find.tiles import Asked, Mask, cut, placed, view
from croupier.vision.learned.pixels import Box, Halves
from croupier.vision.learned.top import Top

ASKS = 0.25
"""A cell whose wish to be looked at closer is at least this is looked at closer."""
SURELY = 0.6
"""What is found with this heat need not be looked at closer: its pips would ask for it."""
LOOKED_PX = 8_000_000
"""Pixels looked at of one picture, closer looks included: a bound on the time that a table full of detail takes."""
NEARLY = 0.7
"""A scale this near to the finest is fine enough; the last one may be finer by as much."""
SAME_PLACE = 0.6
"""Faces nearer than this many edges of the larger one, and alike in size, are one face."""
SAME_SIZE = 1.8
MOST_FACES = 80
"""Faces kept of a picture, the hottest."""

Finder = Callable[[Image], Maps]
"""(H, W, 3) → (11, H/4, W/4)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A face that may be a die's: `heat` 0…1, and at how many of the scales that could show it it was `seen`."""

    top: Top
    heat: float
    seen: float = 1.0


@dataclass(frozen=True, slots=True)
class Search:
    """The faces found, hottest first, and whether parts were left out that asked for a closer look."""

    candidates: tuple[Candidate, ...] = ()
    left_out: bool = False


def search(finder: Finder, picture: Halves, plan: Plan) -> Search:
    """All faces of `picture` that `plan` shows to `finder`."""
    size = picture.size
    found: list[Peaks] = []
    everything = (0.0, 0.0, float(size[0]), float(size[1]))
    work, left_out = LOOKED_PX, False
    asked = [Asked(size, scale) for scale in plan.whole]
    for scale, wishes in zip(plan.whole, asked, strict=True):
        for box in cut(everything, size, scale):
            work -= _look(finder, picture, box, scale, found, wishes)
    scale, wishes = plan.whole[0], asked[0]
    while scale < NEARLY * plan.finest:
        scale, before, wishes = 2 * scale, wishes, Asked(size, 2 * scale)
        for box in before.boxes(scale):
            if work <= 0:
                left_out = True
                break
            work -= _look(finder, picture, box, scale, found, wishes)
    return Search(tuple(_each_once(together(found), plan)), left_out)


def _look(finder: Finder, picture: Halves, box: Box, scale: float, found: list[Peaks], wishes: Asked) -> int:
    """Look at one part; returns how many pixels that were."""
    image, seen = view(picture, box, scale)
    maps = finder(image)
    peaks = decode(maps)
    asks = likely(maps[CLOSER]) > ASKS
    if asks.any():
        wishes.add(asks & ~_covered(peaks, asks.shape), seen)
    found.append(placed(peaks, seen, picture.size, scale))
    height, width = image.shape[:2]
    return int(height * width)


def _covered(peaks: Peaks, shape: tuple[int, ...]) -> Mask:
    """The cells (h, w) of faces that are surely found."""
    covered = np.zeros(shape, np.bool_)
    rows, columns = np.mgrid[: shape[0], : shape[1]]
    for n in np.flatnonzero(peaks.heat > SURELY).tolist():
        (x, y), half = peaks.center[n] / CELL_PX, peaks.edge[n] / (2 * CELL_PX)
        covered |= (np.abs(columns + 0.5 - x) < half) & (np.abs(rows + 0.5 - y) < half)
    return covered


def _each_once(peaks: Peaks, plan: Plan) -> list[Candidate]:
    """Each face once, as it was seen hottest."""
    peaks = peaks.pick(np.argsort(-peaks.heat, kind="stable"))
    scales = np.array(plan.whole)
    alive = np.ones(len(peaks), np.bool_)
    kept: list[Candidate] = []
    for n in range(len(peaks)):
        if not alive[n] or len(kept) >= MOST_FACES:
            continue
        edge = float(peaks.edge[n])
        apart = np.hypot(*(peaks.center - peaks.center[n]).T)
        ratio = peaks.edge / edge
        same = (apart < SAME_PLACE * np.maximum(peaks.edge, edge)) & (ratio < SAME_SIZE) & (ratio > 1 / SAME_SIZE)
        alive &= ~same
        shown = scales[(scales * edge > LEAST_PX) & (scales * edge < MOST_PX)]
        seen = np.unique(peaks.scale[same])
        possible = len(np.union1d(shown, seen))
        kept.append(Candidate(peaks.top(n), float(peaks.heat[n]), len(seen) / max(possible, 1)))
    return kept
