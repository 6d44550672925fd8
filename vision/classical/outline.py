"""The outline of a die around a candidate face, looked for on the flattened face.

Each candidate is flattened by its own frame to a small upright patch, its pips are painted over in the body's colour,
and the four sides are where the patch changes along a straight line. One rule serves every size, turn and slant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.classical.patterns import PITCH, PITCH_OF_SIX, Candidate
from croupier.vision.classical.spots import Floats, Spots
from croupier.vision.frame import Image

Patch = npt.NDArray[np.uint8]

PATCH_PX = 64
REACH = 1.9
"""A patch shows the face from -REACH to REACH half edges."""
PX = 2 * REACH / PATCH_PX
"""Half edges a patch pixel."""
NEAREST, FARTHEST = 0.62, 1.65
"""Where a side is looked for, in half edges."""
ALONG = 0.7
"""The part of a side that is looked at: corners are round, in half edges."""
CLEAR = 0.7
"""A side is taken where it is first seen along this share of its length."""
SPREAD = 5.0
"""How far a side of a 1 may be off what the pip's size foretells, in half edges, before it counts for nothing."""
LEAST_STEP = 9.0
"""Smallest step of the body's outline, in grey levels."""
SAMPLED_HALF_EDGE_PX = 24
"""Faces are looked at in the pyramid level that shows their half edge at about this size, or up to twice that."""
TURNS = np.radians([0.0, -8.0, -4.0, 4.0, 8.0])
HOPELESS = 0.2
"""Below this an outline is not worth turning."""
TURNS_OF_ONE = np.radians(np.arange(-45.0, 45.0, 9.0))

CIRCLE = np.stack([np.cos(np.arange(16) * np.pi / 8), np.sin(np.arange(16) * np.pi / 8)])
CENTERS = (np.arange(PATCH_PX) + 0.5) * PX - REACH
GRID = np.stack(np.meshgrid(CENTERS, CENTERS))
FACE = (np.abs(GRID) < 0.75).all(axis=0)
SEARCH = np.flatnonzero((CENTERS > NEAREST) & (CENTERS < FARTHEST))
DISTANCES = CENTERS[SEARCH]
APART = 0.6 * np.abs(DISTANCES[:, None] - DISTANCES[None, :])
MIDDLE_ROWS = np.abs(CENTERS) < ALONG


PLAIN = 0.8
"""The face is expected to be plain up to here, in half edges."""
PLAIN_PLACES = np.array(
    [(x, y) for x in (-0.75, -0.25, 0.0, 0.25, 0.75) for y in (-0.75, -0.25, 0.0, 0.25, 0.75) if (x, y) != (0, 0)]
).T
PLAIN_SHARE = 0.75
_CORNERS = [(PITCH, PITCH), (-PITCH, PITCH), (PITCH, -PITCH), (-PITCH, -PITCH)]
_SIDES = [(PITCH_OF_SIX, 0.0), (-PITCH_OF_SIX, 0.0), (0.0, PITCH_OF_SIX), (0.0, -PITCH_OF_SIX)]
_MIDDLE = [(0.0, 0.0)]
EMPTY_PLACES = {1: _CORNERS, 2: _MIDDLE + _CORNERS[1:3], 3: _CORNERS[1:3], 4: _MIDDLE + _SIDES, 5: [], 6: _MIDDLE}
"""Places where other faces have a pip and this one has none, in half edges."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The four sides of a die's top face.

    `center` (2,) px and `frame` (2, 2) half-edge vectors as the outline corrects them; `sides` (4,) distance of the
    right, lower, left and upper side in the candidate's half edges; `seen` (4,) share of each side that was seen;
    `even` share of the face that has the body's colour; `step` grey levels at the weakest side; `stray`, the largest
    share of a pip's depth found at a place where another face has a pip and this one has none.
    """

    center: Floats
    frame: Floats
    sides: Floats
    seen: Floats
    even: float
    step: float
    stray: float


def pyramid(image: Image) -> list[Image]:
    """`image`, its half, quarter, …"""
    levels = [image]
    while min(levels[-1].shape[:2]) > 60:
        levels.append(cv2.pyrDown(levels[-1]).astype(np.uint8, copy=False))
    return levels


def trace(levels: Sequence[Image], spots: Spots, candidate: Candidate) -> Outline | None:
    """The outline around `candidate` in the picture whose `pyramid` is `levels`; None where there plainly is none."""
    pips = list(candidate.pips)
    body, depth = np.median(spots.body[pips], axis=0), float(np.mean(spots.depth[pips]))
    best: tuple[float, Floats, Patch, Floats, Floats, Floats] | None = None
    for turn in TURNS_OF_ONE if candidate.face == 1 else TURNS:
        frame = candidate.frame @ _turn(turn)
        patch = flatten(levels, candidate.center, frame)
        _paint_pips_over(patch, spots, candidate, frame, body)
        sides, seen, steps = _four_sides(patch, depth, candidate.face == 1)
        worth = float(seen.mean() - 0.3 * (sides.max() / sides.min() - 1))
        if candidate.face != 1:
            worth -= 0.1 * abs(turn)
            if turn == 0 and worth < HOPELESS:
                return None
        if best is None or worth > best[0]:
            best = (worth, frame, patch, sides, seen, steps)
    assert best is not None
    _, frame, patch, sides, seen, steps = best
    off = _strongest(cv2.absdiff(patch, np.full_like(patch, body.astype(np.uint8))))
    middle = np.array([sides[0] - sides[2], sides[1] - sides[3]]) / 2
    reach = np.array([sides[0] + sides[2], sides[1] + sides[3]]) / 2
    inside = (np.abs(GRID - middle[:, None, None]) < PLAIN * reach[:, None, None]).all(axis=0)
    even = float(np.mean(off[inside] < max(0.4 * depth, 12.0)))
    stray = _stray(off, np.array(EMPTY_PLACES[candidate.face]).reshape(-1, 2) * reach + middle) / depth
    return Outline(candidate.center + frame @ middle, frame * reach, sides, seen, even, float(steps.min()), stray)


def plain(image: Image, spots: Spots, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates whose face is plain around the pips: a cheap look that spares tracing most false ones."""
    if not candidates:
        return []
    pips = [list(c.pips) for c in candidates]
    centers = np.array([c.center for c in candidates])
    frames = np.array([c.frame for c in candidates])
    points = centers[:, :, None] + frames @ PLAIN_PLACES
    x = np.clip(np.rint(points[:, 0]), 0, image.shape[1] - 1).astype(np.intp)
    y = np.clip(np.rint(points[:, 1]), 0, image.shape[0] - 1).astype(np.intp)
    seen = image[y, x].astype(np.float64)
    body = np.array([np.median(spots.body[p], axis=0) for p in pips])
    depth = np.array([spots.depth[p].mean() for p in pips])
    off = np.linalg.norm(seen - body[:, None], axis=2) / np.sqrt(3)
    even = off < np.maximum(0.3 * depth, 8.0)[:, None]
    for k, candidate in enumerate(candidates):
        for pip in candidate.pips:
            even[k] |= ((points[k] - spots.centers[pip][:, None]) ** 2).sum(axis=0) < spots.diameter[pip] ** 2
    share = even.mean(axis=1)
    return [c for c, s in zip(candidates, share, strict=True) if s >= PLAIN_SHARE]


def flatten(levels: Sequence[Image], center: Floats, frame: Floats) -> Patch:
    """The picture around `center` as (PATCH_PX, PATCH_PX, 3), with `frame`'s columns pointing right and down."""
    half = float(np.sqrt(abs(np.linalg.det(frame))))
    level = int(np.clip(np.floor(np.log2(max(half / SAMPLED_HALF_EDGE_PX, 1))), 0, len(levels) - 1))
    scale = 0.5**level
    matrix = np.empty((2, 3))
    matrix[:, :2] = frame * PX
    matrix[:, 2] = center - matrix[:, :2] @ np.full(2, (PATCH_PX - 1) / 2)
    matrix *= scale
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(levels[level], matrix, (PATCH_PX, PATCH_PX), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return patch.astype(np.uint8, copy=False)


def _stray(off: Patch, places: Floats) -> float:
    """The largest mean difference from the body at `places`."""
    worst = 0.0
    for x, y in np.clip(np.rint((places + REACH) / PX - 0.5).astype(int), 1, PATCH_PX - 2).tolist():
        worst = max(worst, float(off[y - 1 : y + 2, x - 1 : x + 2].mean()))
    return worst


def _turn(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _paint_pips_over(patch: Patch, spots: Spots, candidate: Candidate, frame: Floats, body: Floats) -> None:
    """Paint the candidate's pips in the body's colour."""
    back = np.linalg.inv(frame)
    for pip in candidate.pips:
        rim = spots.axes[pip] @ CIRCLE * (1.3 + 1.4 / spots.diameter[pip])
        rim = back @ (rim + (spots.centers[pip] - candidate.center)[:, None])
        points = np.rint((rim + REACH) / PX - 0.5).T.astype(np.int32)
        cv2.fillConvexPoly(patch, points, body.tolist())


def _four_sides(patch: Patch, depth: float, one: bool) -> tuple[Floats, Floats, Floats]:
    """Distance, seen share and step of the right, lower, left and upper side."""
    across = _steps(patch)
    down = _steps(cv2.transpose(patch).astype(np.uint8, copy=False))
    noise = max(float(np.median(across[FACE])), float(np.median(down[FACE])))
    limit = max(LEAST_STEP, 0.1 * depth, 4 * noise)
    strips = np.stack([s[MIDDLE_ROWS][:, SEARCH] for s in (across, down, across[:, ::-1], down[:, ::-1])])
    height = strips.mean(axis=1)
    strong = strips > limit
    # A side that leans a little is seen in the columns beside its own too.
    strong[:, :, 1:-1] |= strong[:, :, :-2] | strong[:, :, 2:]
    share = strong.mean(axis=1)
    columns = _alike(share, height) if one else [_nearest(s, h) for s, h in zip(share, height, strict=True)]
    side = np.arange(4)
    return np.asarray(DISTANCES[columns]), np.asarray(share[side, columns]), np.asarray(height[side, columns])


def _nearest(share: Floats, height: Floats) -> int:
    """Where a side is clear first, or else clearest."""
    clear = np.flatnonzero(share >= CLEAR)
    start = int(clear[0]) if len(clear) else int(np.argmax(share + 1e-4 * height))
    # The step is a ramp some pixels wide: walk to its top.
    top = start + int(np.argmax(height[start : start + 6]))
    return top if share[top] >= share[start] or share[top] >= CLEAR else start


def _alike(share: Floats, height: Floats) -> list[int]:
    """The four sides that lie about equally far from the middle.

    One pip does not tell how large the die is. A strong line beats the faint ones of bevels and mirrored light.
    """
    worth = share * np.minimum(height / max(0.4 * float(height.max()), 1e-6), 1)
    near = cv2.dilate(worth, np.ones((1, 5), np.uint8))
    pair = near[:2] + near[2:] - np.abs(DISTANCES - 1) / SPREAD
    both = pair[0][:, None] + pair[1][None, :] - APART
    row, column = divmod(int(both.argmax()), both.shape[1])
    found = []
    for side, middle in enumerate((row, column, row, column)):
        low = max(middle - 3, 0)
        found.append(low + int(worth[side, low : middle + 4].argmax()))
    return found


def _steps(patch: Patch) -> Patch:
    """How much the picture changes from left to right at each pixel, in grey levels."""
    smooth = cv2.blur(patch, (1, 3))
    step = np.zeros(patch.shape[:2], np.uint8)
    step[:, 2:-2] = _strongest(cv2.absdiff(smooth[:, 4:], smooth[:, :-4]))
    return step


def _strongest(colours: cv2.typing.MatLike) -> Patch:
    """The largest of the three channels."""
    blue, green, red = cv2.split(colours)
    return cv2.max(cv2.max(blue, green), red).astype(np.uint8, copy=False)
