"""What moved between two pictures, cheaply, and whether a die's place still looks as it did."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image
from croupier.vision.reading import Corners, Die

GLANCE_PX = 320
"""The long side of the small picture in which motion is looked for."""
LIGHT_PX = 8.0
"""Brightness that changes over more than this (in the small picture) is light, not motion."""
MOVED_LEVELS = 14.0
"""A change of more than this many grey levels, over a patch of about 3 px, is motion."""
PATCH_PX = 24
"""A die's face is brought to this edge before two pictures of its place are compared."""
SAME_LOOK = 0.88
"""Two pictures of a die's place correlating at least this much show the same die."""
FLAT_LEVELS = 4.0
"""A patch whose grey levels deviate less than this has nothing to compare."""

Glance = npt.NDArray[np.float32]
"""A small grey picture without its slow changes of brightness, in grey levels."""


def glance(image: Image) -> Glance:
    """`image` (H, W, 3) as a small picture in which only detail is left, its long side `GLANCE_PX`."""
    scale = GLANCE_PX / max(image.shape[:2])
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    small = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    grey = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.0)
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), LIGHT_PX), np.float32)


Motion = npt.NDArray[np.bool_]
"""Where something moved, in the small picture."""


def motion(before: Glance, after: Glance) -> Motion:
    """Where `after` differs from `before`: everywhere, if they are of different sizes."""
    if before.shape != after.shape:
        return np.ones(after.shape, np.bool_)
    return np.asarray(np.abs(after - before) > MOVED_LEVELS)


def elsewhere(motion: Motion, dice: Sequence[Die], width: int) -> float:
    """How much moved outside the dice, as a multiple of the smallest one's face; `width` is the frame's, in px."""
    scale = motion.shape[1] / width
    left = motion.astype(np.uint8)
    for die in dice:
        x, y = die.center
        cv2.circle(left, (round(scale * x), round(scale * y)), round(scale * die.edge), 0, -1)
    smallest: float = min(scale * die.edge for die in dice) ** 2
    return int(left.sum()) / max(1.0, smallest)


def looks_same(before: Image, after: Image, corners: Corners) -> bool:
    """Whether the die's place at `corners` (px) looks in `after` as it did in `before`, give or take a nudge."""
    if before.shape != after.shape:
        return False
    points = np.asarray(corners, np.float32)
    x, y, width, height = cv2.boundingRect(points)
    scale = PATCH_PX / max(width, height, 1)
    margin = max(2, round(0.15 * max(width, height)))
    template = _patch(after, x, y, width, height, scale)
    around = _patch(before, x - margin, y - margin, width + 2 * margin, height + 2 * margin, scale)
    if template is None or around is None or min(template.shape) < 4:
        return False
    if any(a > b for a, b in zip(template.shape, around.shape, strict=True)):
        return False
    if float(template.std()) < FLAT_LEVELS:
        return float(around.std()) < FLAT_LEVELS
    return float(cv2.matchTemplate(around, template, cv2.TM_CCOEFF_NORMED).max()) >= SAME_LOOK


def _patch(image: Image, x: int, y: int, width: int, height: int, scale: float) -> Image | None:
    """The grey patch scaled, its size as asked even where it hangs over the picture's edge; None if all outside."""
    x0, y0, x1, y1 = max(0, x), max(0, y), min(image.shape[1], x + width), min(image.shape[0], y + height)
    if x0 >= x1 or y0 >= y1:
        return None
    patch = cv2.cvtColor(image[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
    patch = cv2.copyMakeBorder(patch, y0 - y, y + height - y1, x0 - x, x + width - x1, cv2.BORDER_REPLICATE)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA), np.uint8)
