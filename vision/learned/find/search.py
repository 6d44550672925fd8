"""The search for top faces over a picture: whole at coarse scales, closer where asked; each face told once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from croupier.vision.frame import Image
from croupier.vision.learned.find.decode import CLOSER, Maps, Peaks, decode, likely, together
from croupier.vision.learned.find.plan import LEAST_PX, LOOKED_PX, MOST_PX, Plan
from croupier.vision.learned.find.tiles import Asked, cut, placed, view
from croupier.vision.learned.pixels import Box, Halves
from croupier.vision.learned.top import Top

ASKS = 0.5
"""A cell whose wish to be looked at closer is at least this is looked at closer."""
SURELY = 0.6
"""What is found with this heat need not be looked at closer: its pips would ask for it."""
SMALL_PX, WORTH_A_LOOK = 24.0, 0.2
"""Faces smaller than this where they were seen, and as hot, are looked at once more at twice the scale."""
MIXED = 4.0
"""Edges of the dice of one table differ by no more than this ratio."""
MOST_ASKED = 16
"""So many of the hottest faces are asked about to know the dice's size."""
NEARLY = 0.7
"""A scale this near to the finest is fine enough; the last one may be finer by as much."""
SAME_PLACE = 0.4
"""Faces nearer than this many edges of the larger one, and alike in size, are one face."""
SAME_SIZE = 1.8
MOST_FACES = 80
"""Faces kept of a picture, the hottest."""
MAYBE = 0.16
"""What is as hot as this may turn out to be a die; where such a face is left out, that is told."""

Finder = Callable[[Image], Maps]
"""(H, W, 3) → (12, H/4, W/4)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A face that may be a die's: `heat` 0…1, and at how many of the scales that could show it it was `seen`."""

    top: Top
    heat: float
    seen: float = 1.0


Chances = Callable[[Sequence[Candidate]], Sequence[float]]
"""How likely each candidate is a face, 0…1."""
ChancesIn = Callable[[Halves, Sequence[Candidate]], Sequence[float]]
"""The same of candidates in any picture."""
WORTH_NAMING = 0.15
"""What is less hot is not shown to the namer where only the likeliest counts."""


@dataclass(frozen=True, slots=True)
class Search:
    """The faces found, hottest first, and whether some were left out, or parts that asked for a closer look."""

    candidates: tuple[Candidate, ...] = ()
    left_out: bool = False


def search(finder: Finder, picture: Halves, plan: Plan, chances: Chances | None = None) -> Search:
    """All faces of `picture` that `plan` shows to `finder`.

    `chances` tells of candidates how likely they are faces. Where some surely are, none is looked for that is smaller
    than these by more than dice of one table ever are.
    """
    size = picture.size
    found: list[Peaks] = []
    everything = (0.0, 0.0, float(size[0]), float(size[1]))
    work, left_out, finest = LOOKED_PX, False, plan.finest
    scale, wishes = plan.whole[0], Asked(size, plan.whole[0])
    for coarse in plan.whole:
        for box in cut(everything, size, coarse):
            work -= _look(finder, picture, box, coarse, found, wishes if finest and coarse == scale else None)
    if finest and chances:
        finest = min(finest, _fine_enough(_each_once(together(found), plan)[0], chances))
    while scale < NEARLY * finest:
        faces = together(found)
        wishes.leave_out(faces.pick(faces.heat > SURELY))
        wishes.add_faces(faces.pick((faces.heat > WORTH_A_LOOK) & (faces.edge * scale < SMALL_PX)))
        scale, before, wishes = 2 * scale, wishes, Asked(size, 2 * scale)
        for box in before.boxes(scale):
            if work <= 0:
                left_out = True
                break
            work -= _look(finder, picture, box, scale, found, wishes)
    candidates, more = _each_once(together(found), plan)
    return Search(tuple(candidates), left_out or more)


def most_likely(
    finder: Finder, part: Halves, plan: Plan, chances: ChancesIn, may_be: Callable[[Candidate], bool]
) -> float:
    """0…1: how much of a die is seen in `part`, of what `may_be` one."""
    return max((much for _, much in likely_ones(finder, part, plan, chances, may_be)), default=0.0)


def likely_ones(
    finder: Finder, part: Halves, plan: Plan, chances: ChancesIn, may_be: Callable[[Candidate], bool]
) -> list[tuple[Candidate, float]]:
    """What `may_be` a die in `part`, and how much of one it is, 0…1."""
    found = search(finder, part, plan).candidates
    worth = [one for one in found if one.heat > WORTH_NAMING and may_be(one)]
    return [(one, one.heat * chance) for one, chance in zip(worth, chances(part, worth), strict=True)]


def _look(finder: Finder, picture: Halves, box: Box, scale: float, found: list[Peaks], wishes: Asked | None) -> int:
    """Look at one part; returns how many pixels that were."""
    image, seen = view(picture, box, scale)
    maps = finder(image)
    if wishes is not None:
        wishes.add(likely(maps[CLOSER]), ASKS, seen)
    found.append(placed(decode(maps), seen, picture.size, scale))
    height, width = image.shape[:2]
    return int(height * width)


def _fine_enough(candidates: Sequence[Candidate], chances: Chances) -> float:
    """The scale at which the smallest die beside those surely found is found too; endless if there is none."""
    hot = [candidate for candidate in candidates if candidate.heat > SURELY][:MOST_ASKED]
    faces = [c.top.edge for c, chance in zip(hot, chances(hot), strict=True) if c.heat * chance > SURELY]
    return MIXED * LEAST_PX / min(faces) if faces else float("inf")


def _each_once(peaks: Peaks, plan: Plan) -> tuple[list[Candidate], bool]:
    """Each face once, as it was seen hottest, and whether some that may be dice are too many to be kept."""
    peaks = peaks.pick(np.argsort(-peaks.heat, kind="stable"))
    alive = np.ones(len(peaks), np.bool_)
    kept: list[Candidate] = []
    for n in range(len(peaks)):
        if not alive[n]:
            continue
        if len(kept) >= MOST_FACES:
            return kept, bool(peaks.heat[n] >= MAYBE)
        edge = float(peaks.edge[n])
        apart = np.hypot(*(peaks.center - peaks.center[n]).T)
        ratio = peaks.edge / edge
        same = (apart < SAME_PLACE * np.maximum(peaks.edge, edge)) & (ratio < SAME_SIZE) & (ratio > 1 / SAME_SIZE)
        alive &= ~same
        seen = set(peaks.scale[same].tolist())
        possible = len(seen.union(scale for scale in plan.whole if LEAST_PX < scale * edge < MOST_PX))
        kept.append(Candidate(peaks.top(n), float(peaks.heat[n]), len(seen) / max(possible, 1)))
    return kept, False
