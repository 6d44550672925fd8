"""A picture with its half, quarter, … sizes, so that small samples of large things are taken without aliasing."""

from __future__ import annotations

import math

import cv2
import numpy as np

from croupier.vision.frame import Image

SAMPLED = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP

Matrix = tuple[tuple[float, float, float], tuple[float, float, float]]
"""The rows of an affine map, as plain numbers: arrays of six cost ten times as much."""
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of the picture; pixel centres lie at whole numbers."""


class Halves:
    """A picture (H, W, 3); `level(k)` is it at 1 / 2ᵏ of its size, made when first asked for.

    A point p of the picture lies at (p + ½) / 2ᵏ − ½ in level k.
    """

    def __init__(self, image: Image) -> None:
        self._levels = [image]

    @property
    def image(self) -> Image:
        return self._levels[0]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.shape[1], self.image.shape[0]

    def level(self, k: int) -> tuple[Image, int]:
        """Level `k`, or the last one whose shorter side is still a pixel or more, and its number."""
        while len(self._levels) <= k and min(self._levels[-1].shape[:2]) >= 2:
            last = self._levels[-1]
            height, width = last.shape[0] // 2, last.shape[1] // 2
            even = last[: 2 * height, : 2 * width]
            self._levels.append(np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8))
        k = min(k, len(self._levels) - 1)
        return self._levels[k], k


def resample(picture: Halves, box: Box, size: tuple[int, int]) -> tuple[Image, Box]:
    """The part of `picture` in `box` as an image of `size` (width, height), and the box that it shows exactly."""
    across = min((box[2] - box[0]) / size[0], (box[3] - box[1]) / size[1])
    image, k = picture.level(max(0, int(np.log2(max(across, 1e-6)))))
    factor = 2**k
    x0, y0 = max(0, int(box[0] / factor)), max(0, int(box[1] / factor))
    x1 = min(image.shape[1], max(x0 + 1, round(box[2] / factor)))
    y1 = min(image.shape[0], max(y0 + 1, round(box[3] / factor)))
    part = image[y0:y1, x0:x1]
    shown = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return shown, (float(x0 * factor), float(y0 * factor), float(x1 * factor), float(y1 * factor))


def warp(picture: Halves, matrix: Matrix, size: int) -> Image:
    """(size, size, 3): what lies at matrix · (x, y, 1) px of the picture for each pixel (x, y), low-passed to fit.

    Beyond the picture its edge pixels go on.
    """
    (a, b, x), (c, d, y) = matrix
    step = math.sqrt(abs(a * d - b * c))
    image, k = picture.level(max(0, round(math.log2(max(step, 1e-6)))))
    f = 2**k
    at_level = np.array(((a / f, b / f, (x + 0.5) / f - 0.5), (c / f, d / f, (y + 0.5) / f - 0.5)))
    return np.asarray(
        cv2.warpAffine(image, at_level, (size, size), flags=SAMPLED, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
