"""Linear light → the 8-bit picture that a cheap camera would give: blur, vignette, a soft shoulder, noise."""

from __future__ import annotations

import cv2
import numpy as np

from croupier.models.workshop.studio.cube import Array
from croupier.vision.frame import Image

SHOULDER = 0.7
"""Above this share of white, highlights bend instead of clipping."""
VIGNETTE = 0.16
"""How much darker the corners are than the middle."""


def develop(light: Array, exposure: float = 1.0, blur_px: float = 0.0) -> Image:
    """(H, W, 3) linear blue-green-red → 8-bit sRGB. `blur_px` is the spread of a lens out of focus."""
    if blur_px:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), blur_px), float)
    height, width = light.shape[:2]
    x, y = np.linspace(-1, 1, width), np.linspace(-1, 1, height)
    level = light * exposure * (1 - VIGNETTE * (x[None] ** 2 + y[:, None] ** 2) / 2)[..., None]
    over = np.maximum(level - SHOULDER, 0)
    level = np.minimum(level, SHOULDER) + (1 - SHOULDER) * (1 - np.exp(-over / (1 - SHOULDER)))
    return np.asarray(np.round(255 * level ** (1 / 2.2)), np.uint8)


def grain(picture: Image, rng: np.random.Generator, strength: float = 1.6) -> Image:
    """The picture with a sensor's noise: `strength` grey levels, more in the dark than in the light."""
    noise = rng.standard_normal(picture.shape, np.float32) * strength
    return np.asarray(np.clip(np.round(picture + noise * (1.25 - picture / 512)), 0, 255), np.uint8)
