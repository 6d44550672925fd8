"""The outline of a die around a candidate face: rays go out from its middle until the body ends.

All in the face's own frame (half edges), so one rule serves every size, turn and slant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image
from croupier.vision.patterns import Candidate
from croupier.vision.spots import Floats, Spots

RAYS = 48
REACH = 1.7
"""How far rays go, in half edges."""
STEP = 0.04
"""Distance of two samples on a ray, in half edges."""
BRIDGE = 3
"""An edge is a step between samples this many apart on both sides of it."""
FIRST = 0.55
"""No outline is looked for nearer the middle than this, in half edges."""
LEAST_STEP = 9.0
"""Smallest step of the body's outline, in grey levels."""
TRIM = 0.13
"""An outline point agrees with a straight side when it lies this near, as a share of the half edge."""
SAMPLED_HALF_EDGE_PX = 26
"""Faces are looked at in the pyramid level that shows their half edge at about this size."""

ANGLES = (np.arange(RAYS) + 0.5) * (2 * np.pi / RAYS)
RADII = np.arange(0.12, REACH, STEP)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """`frame` (2, 2) half-edge vectors and `center` (2,) corrected by the outline; `sides` (4,) distance of each side
    in candidate half edges; `seen` (4,) share of each side that was seen; `even` share of the face that has the body's
    colour; `step` median grey levels at the outline; `turn` of the frame in radians against the candidate's."""

    center: Floats
    frame: Floats
    sides: Floats
    seen: Floats
    even: float
    step: float
    turn: float


def pyramid(image: Image) -> list[Image]:
    """`image`, its half, quarter, …"""
    levels = [image]
    while min(levels[-1].shape[:2]) > 60:
        levels.append(cv2.pyrDown(levels[-1]).astype(np.uint8, copy=False))
    return levels


def trace(levels: Sequence[Image], spots: Spots, candidates: Sequence[Candidate]) -> list[Outline]:
    """The outline around each candidate."""
    return [_trace_one(levels, spots, candidate) for candidate in candidates]


def _trace_one(levels: Sequence[Image], spots: Spots, candidate: Candidate) -> Outline:
    half = float(np.sqrt(abs(np.linalg.det(candidate.frame))))
    level = int(np.clip(np.floor(np.log2(max(half / SAMPLED_HALF_EDGE_PX, 1))), 0, len(levels) - 1))
    image, scale = levels[level], 0.5**level
    pips = list(candidate.pips)
    body, depth = np.median(spots.body[pips], axis=0), float(np.mean(spots.depth[pips]))
    directions = candidate.frame @ np.stack([np.cos(ANGLES), np.sin(ANGLES)])
    points = candidate.center[:, None, None] + directions[:, :, None] * RADII[None, None, :]
    seen = _sample(image, points * scale)
    seen = _without_pips(seen, points, spots, candidate, body)
    smooth = (seen[:, :-1] + seen[:, 1:]) / 2
    step = np.linalg.norm(smooth[:, BRIDGE:] - smooth[:, :-BRIDGE], axis=2) / np.sqrt(3)
    radii = (RADII[: step.shape[1]] + RADII[BRIDGE : BRIDGE + step.shape[1]] + STEP) / 2
    off = np.linalg.norm(seen - body, axis=2) / np.sqrt(3)
    inner = (np.abs(np.outer(np.cos(ANGLES), RADII)) < 0.8) & (np.abs(np.outer(np.sin(ANGLES), RADII)) < 0.8)
    even = float(np.mean(off[inner] < max(0.4 * depth, 12.0)))
    noise = float(np.median(step[:, (radii > 0.2) & (radii < 0.7)]))
    limit = max(LEAST_STEP, 3.0 * noise, 0.08 * depth)
    reach, height = _first_edge(step, radii, limit)
    turn, sides, share = _square(reach, free=candidate.face == 1)
    c, s = np.cos(turn), np.sin(turn)
    frame = candidate.frame @ np.array([[c, -s], [s, c]])
    shift = frame @ np.array([(sides[0] - sides[2]) / 2, (sides[1] - sides[3]) / 2])
    grown = frame * np.array([(sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2])
    return Outline(candidate.center + shift, grown, sides, share, even, height, float(turn))


def _sample(image: Image, points: Floats) -> npt.NDArray[np.float32]:
    x = np.clip(np.rint(points[0]), 0, image.shape[1] - 1).astype(np.intp)
    y = np.clip(np.rint(points[1]), 0, image.shape[0] - 1).astype(np.intp)
    seen: npt.NDArray[np.float32] = image[y, x].astype(np.float32)
    return seen


def _without_pips(
    seen: npt.NDArray[np.float32], points: Floats, spots: Spots, candidate: Candidate, body: Floats
) -> npt.NDArray[np.float32]:
    """The samples with the candidate's own pips painted over in the body's colour."""
    for pip in candidate.pips:
        axes = spots.axes[pip] * (1.3 + 1.2 / spots.diameter[pip])
        local = np.tensordot(np.linalg.inv(axes), points - spots.centers[pip][:, None, None], axes=1)
        seen[(local**2).sum(axis=0) < 1] = body
    return seen


def _first_edge(step: Floats, radii: Floats, limit: float) -> tuple[Floats, float]:
    """Along each ray the first place where the picture changes by more than `limit`; infinity where none does."""
    strong = (step > limit) & (radii > FIRST)
    some = strong.any(axis=1)
    start = np.argmax(strong, axis=1)
    # Walk on to the top of that step.
    ahead = np.minimum(start[:, None] + np.arange(4)[None, :], step.shape[1] - 1)
    heights = np.take_along_axis(step, ahead, axis=1)
    top = np.take_along_axis(ahead, heights.argmax(axis=1)[:, None], axis=1)[:, 0]
    reach = np.where(some, radii[top], np.inf)
    return reach, float(np.median(heights.max(axis=1)[some])) if some.any() else 0.0


def _square(reach: Floats, free: bool) -> tuple[float, Floats, Floats]:
    """The square (its four sides may be at different distances) that most outline points agree with."""
    best: tuple[float, float, Floats, Floats] | None = None
    for turn in np.radians(np.arange(-45, 45, 7.5) if free else np.arange(-7.5, 8, 3.75)):
        along = ANGLES - turn
        nearest = np.round(along / (np.pi / 2)).astype(int) % 4
        lean = along - np.round(along / (np.pi / 2)) * (np.pi / 2)
        flat = np.abs(lean) < np.radians(34)
        height = reach * np.cos(lean)
        sides, share = np.ones(4), np.zeros(4)
        for side in range(4):
            mine = height[(nearest == side) & flat]
            found = mine[np.isfinite(mine)]
            if len(found):
                sides[side] = np.median(found)
                share[side] = np.mean(np.abs(mine - sides[side]) < TRIM * sides[side])
        spread = sides.max() / sides.min() - 1
        worth = float(share.mean() - 0.3 * spread - 0.02 * abs(turn))
        if best is None or worth > best[0]:
            best = (worth, float(turn), sides, share)
    assert best is not None
    return best[1], best[2], best[3]
