"""Pictures of the table, at any size, and the moment one was taken."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""(height, width, 3), 8-bit, blue-green-red."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """`image` (H, W, 3) uint8 BGR; `at` in seconds on the source's own clock; `index` counts from 0.

    A recording gives the same frames, times and numbers at whatever speed it is replayed.
    """

    image: Image
    at: float
    index: int

    def __post_init__(self) -> None:
        if self.image.ndim != 3 or self.image.shape[2] != 3 or self.image.dtype != np.uint8:
            raise ValueError(
                "A frame's image must be (height, width, 3) of 8-bit blue, green, red; "
                f"this one is {self.image.shape} of {self.image.dtype}."
            )


def resized(image: Image, factor: float) -> Image:
    """`image` at about `factor` times its size: each side is whole, and a pixel at least.

    What lies at p of `image` lies at (p + ½) · r − ½ in it, r being the true ratio of their sides.
    """
    height, width = (max(1, round(side * factor)) for side in image.shape[:2])
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (width, height), interpolation=how), np.uint8)
