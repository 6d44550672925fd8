"""One picture of the table and the moment it was taken."""

from __future__ import annotations

from dataclasses import dataclass

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
