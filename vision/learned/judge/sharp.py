"""What a face looks like as a picture: how soft its steps are, whether it has an outline, and what mirrors a lamp."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image
from croupier.vision.learned.flatten import flattened
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.top import Top

PATCH_PX, PATCH_EDGES = 96, 1.5
SOFT_EDGES = 0.15
"""Steps from dark to light wider than this, in edges of the face, are blurred."""
SHARP_PX = 3.8
"""A step no wider than this is as sharp as poor cameras get, in pixels of the picture."""
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
LEAST_CONTRAST = 20.0
"""Grey levels; a face with less has no steps to judge by."""
RIM_FROM, RIM_TO = 0.52, 0.74
"""Where the outline of a face lies, from its sides to its corners, in edges from the middle; pips end before."""
LEAST_STEP = 10
"""Grey levels, in any channel, by which the body ends in its outline."""
STEP_PX = 3
RAYS = 32
CLIPPED, DULL = 250, 200
"""Grey levels of mirrored light, and of a body that is no white one."""


def patch(picture: Halves, top: Top) -> Image:
    """The face flattened, with its rim."""
    return flattened(picture, top, PATCH_EDGES, PATCH_PX)


def step_width(face: Image) -> float:
    """How wide the sharpest steps of a patch are in the direction in which they are widest, in edges of the face."""
    grey = cv2.blur(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), (3, 3))
    ends, levels = grey.size * 3 // 100, _levels(grey)
    low, high = _reached(levels, ends), 255 - _reached(levels[::-1], ends)
    if high - low < LEAST_CONTRAST:
        return 0.0
    widest = 0.0
    for dy, dx in DIRECTIONS:
        ahead = grey[2 * dy :, max(0, 2 * dx) : PATCH_PX + min(0, 2 * dx)]
        behind = grey[: PATCH_PX - 2 * dy, max(0, -2 * dx) : PATCH_PX + min(0, -2 * dx)]
        steps = cv2.absdiff(ahead, behind)
        steepest = (255 - _reached(_levels(steps)[::-1], steps.size // 60)) / (2 * (dx * dx + dy * dy) ** 0.5)
        widest = max(widest, (high - low) / max(steepest, 1e-3))
    return widest * PATCH_EDGES / PATCH_PX


def _levels(values: cv2.typing.MatLike) -> npt.NDArray[np.float32]:
    """(256,): how many of the 8-bit `values` have each level. Counting them is quicker than sorting pixels."""
    return np.asarray(cv2.calcHist([values], [0], None, [256], [0, 256]), np.float32).ravel()


def _reached(levels: npt.NDArray[np.float32], count: int) -> int:
    """The place in `levels` up to which they hold `count` values."""
    return int(levels.cumsum().searchsorted(max(count, 1)))


def softness(face: Image, edge_px: float) -> float:
    """How soft a patch is, beyond 1 blurred; `edge_px` is the face's edge in the picture."""
    return step_width(face) / max(SOFT_EDGES, SHARP_PX / edge_px)


def glare(face: Image) -> float:
    """The share of a patch's face that mirrors a lamp; 0 for a white body, whose light is its own."""
    rim = round(PATCH_PX * (1 - 1 / PATCH_EDGES) / 2)
    blue, green, red = cv2.split(face[rim : PATCH_PX - rim, rim : PATCH_PX - rim])
    darkest = cv2.min(cv2.min(blue, green), red)
    if 2 * np.count_nonzero(darkest > DULL) > darkest.size:
        return 0.0
    return float(np.count_nonzero(darkest >= CLIPPED)) / darkest.size


def outline(face: Image) -> float:
    """The share of a patch's face that is bounded by a step in brightness or colour, 0…1: 0 for pips on nothing."""
    radius = PATCH_PX // 2
    middle = ((PATCH_PX - 1) / 2, (PATCH_PX - 1) / 2)
    rays = cv2.warpPolar(cv2.blur(face, (3, 3)), (radius, RAYS), middle, radius, cv2.WARP_FILL_OUTLIERS)
    start, end = (round(edges * PATCH_PX / PATCH_EDGES) for edges in (RIM_FROM, RIM_TO))
    steps = cv2.absdiff(rays[:, start:end], rays[:, start - STEP_PX : end - STEP_PX])
    return float((steps >= LEAST_STEP).reshape(RAYS, -1).any(axis=1).mean())
