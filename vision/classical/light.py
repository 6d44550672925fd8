"""What is wrong with the picture as a picture: too dark, or blurred where the pips are."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.classical.face import Face
from croupier.vision.classical.spots import Floats, Spots
from croupier.vision.frame import Image

DARK, MOSTLY = 28, 0.98
"""A picture of which more than this share is below this grey level is too dark."""
SOFT = 0.27
"""A pip's rim wider than this share of its diameter is blurred."""
SHARP_PX = 2.6
"""A rim no wider than this is as sharp as pictures of small dice by poor cameras get, in pixels."""

RIM = 1.25
"""The rim begins nearer the middle than this, in semi-axes."""
REACH = np.linspace(0.0, 1.9, 39)
"""Places along a pip's axis, in semi-axes from its middle."""


def too_dark(image: Image) -> bool:
    """Is there next to no light in the picture?"""
    small = cv2.resize(image, (64, 48), interpolation=cv2.INTER_AREA)
    return bool(np.count_nonzero(small < DARK) > MOSTLY * small.size)


def blurred(image: Image, spots: Spots, faces: Sequence[Face]) -> bool:
    """Do the pips that were read have soft rims, in whatever direction they moved?"""
    pips = [pip for face in faces for pip in face.candidate.pips]
    if not pips:
        return False
    widths = _rims(image, spots, np.array(pips, np.intp))
    limit = np.maximum(SOFT * spots.diameter[pips], SHARP_PX)
    return bool(np.median(widths / limit) > 1)


def _rims(image: Image, spots: Spots, pips: npt.NDArray[np.intp]) -> Floats:
    """Width in pixels of each pip's rim in its softest direction, from a quarter of the way to the body to 70 %.

    0 where the body is not reached: the neighbours of a pip on a 6 nearly touch it.
    """
    widest = np.zeros(len(pips))
    ink, toward = spots.ink[pips], spots.body[pips] - spots.ink[pips]
    for axis in range(2):
        for sign in (-1.0, 1.0):
            semi = sign * spots.axes[pips, :, axis]
            points = spots.centers[pips, None, :] + semi[:, None, :] * REACH[None, :, None]
            x, y = points[..., 0].astype(np.float32), points[..., 1].astype(np.float32)
            seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
            way = ((seen - ink[:, None]) * toward[:, None]).sum(axis=2)
            way /= np.maximum((toward**2).sum(axis=1), 1)[:, None]
            # The last dark place, so that a lamp mirrored in the middle of a pip does not count.
            dark = (way < 0.25) & (REACH < RIM)
            last = len(REACH) - 1 - np.argmax(dark[:, ::-1], axis=1)
            high = (way > 0.7) & (np.arange(len(REACH)) > last[:, None])
            steps = np.where(dark.any(axis=1) & high.any(axis=1), np.argmax(high, axis=1) - last, 0)
            widest = np.maximum(widest, steps * (REACH[1] - REACH[0]) * np.linalg.norm(semi, axis=1))
    return widest
