"""Prints by name: "wood 12" is always the same wood."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping

import numpy as np

from croupier.models.workshop.scenes.prints import figured, grounds, pieces
from croupier.vision.frame import Image

DRAWERS: Mapping[str, Callable[[np.random.Generator], Image]] = {**grounds.DRAWERS, **figured.DRAWERS, **pieces.DRAWERS}
"""What can be drawn: (H, W, 3) or, with what shows through, (H, W, 4), sRGB blue-green-red."""


def drawn(name: str) -> Image:
    """The print called by a drawer's name and a number. Raises `ValueError`."""
    kind, _, number = name.rpartition(" ")
    if kind not in DRAWERS or not number.isdigit():
        raise ValueError(f"No print is called {name!r}: take a number after one of {', '.join(DRAWERS)}.")
    return DRAWERS[kind](np.random.default_rng(zlib.crc32(name.encode())))
