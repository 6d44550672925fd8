"""A candidate face flattened to a small upright patch, and the four straight sides seen around its middle."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.classical.spots import Floats
from croupier.vision.frame import Image

Patch = npt.NDArray[np.uint8]

PATCH_PX = 64
REACH = 1.9
"""A patch shows the face from -REACH to REACH half edges."""
PX = 2 * REACH / PATCH_PX
"""Half edges a patch pixel."""
SAMPLED_HALF_EDGE_PX = 24
"""Faces are looked at in the pyramid level that shows their half edge at about this size, or up to twice that."""
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

CENTERS = (np.arange(PATCH_PX) + 0.5) * PX - REACH
GRID = np.stack(np.meshgrid(CENTERS, CENTERS))
"""(2, PATCH_PX, PATCH_PX): where each pixel of a patch lies, in half edges."""
FACE = np.flatnonzero((np.abs(GRID) < 0.75).all(axis=0))[::2]
"""Every second pixel of the face."""


def _span(where: npt.NDArray[np.bool_]) -> slice:
    """The stretch that is true: a slice of a patch costs a tenth of picked rows and columns."""
    at = np.flatnonzero(where)
    return slice(int(at[0]), int(at[-1]) + 1)


SEARCH = _span((CENTERS > NEAREST) & (CENTERS < FARTHEST))
DISTANCES = CENTERS[SEARCH]
APART = 0.6 * np.abs(DISTANCES[:, None] - DISTANCES[None, :])
ROWS = _span(np.abs(CENTERS) < ALONG)


def pyramid(image: Image) -> list[Image]:
    """`image`, its half, quarter, …"""
    levels = [image]
    while min(levels[-1].shape[:2]) > 60:
        levels.append(cv2.pyrDown(levels[-1]).astype(np.uint8, copy=False))
    return levels


def flatten(levels: Sequence[Image], center: Floats, frame: Floats) -> Patch:
    """The picture around `center` as (PATCH_PX, PATCH_PX, 3), with `frame`'s columns pointing right and down."""
    (a, b), (c, d) = frame.tolist()
    half = math.sqrt(abs(a * d - b * c))
    level = min(int(math.log2(max(half / SAMPLED_HALF_EDGE_PX, 1))), len(levels) - 1)
    scale = 0.5**level
    matrix = np.empty((2, 3))
    matrix[:, :2] = frame * PX
    matrix[:, 2] = center - matrix[:, :2] @ np.full(2, (PATCH_PX - 1) / 2)
    matrix *= scale
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(levels[level], matrix, (PATCH_PX, PATCH_PX), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return patch.astype(np.uint8, copy=False)


def four_sides(patch: Patch, depth: float, one: bool) -> tuple[Floats, Floats, Floats]:
    """Distance, seen share and step of the right, lower, left and upper side."""
    across = _steps(patch)
    down = _steps(cv2.transpose(patch).astype(np.uint8, copy=False))
    limit = max(LEAST_STEP, 0.1 * depth, 4 * max(_noise(across), _noise(down)))
    strips = np.stack([s[ROWS, SEARCH] for s in (across, down, across[:, ::-1], down[:, ::-1])])
    height = strips.mean(axis=1)
    strong = strips > limit
    # A side that leans a little is seen in the columns beside its own too.
    strong[:, :, 1:-1] |= strong[:, :, :-2] | strong[:, :, 2:]
    share = strong.mean(axis=1)
    columns = _alike(share, height) if one else [_nearest(s, h) for s, h in zip(share, height, strict=True)]
    side = np.arange(4)
    return np.asarray(DISTANCES[columns]), np.asarray(share[side, columns]), np.asarray(height[side, columns])


def _noise(steps: Patch) -> float:
    """The median step on the face, in grey levels."""
    ordered = np.sort(steps.ravel()[FACE])
    return (int(ordered[(len(ordered) - 1) // 2]) + int(ordered[len(ordered) // 2])) / 2


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
    step[:, 2:-2] = strongest(cv2.absdiff(smooth[:, 4:], smooth[:, :-4]))
    return step


def strongest(colours: cv2.typing.MatLike) -> Patch:
    """The largest of the three channels."""
    blue, green, red = cv2.split(colours)
    return cv2.max(cv2.max(blue, green), red).astype(np.uint8, copy=False)
