"""Top faces flattened to small squares: what the namer looks at, and what it is trained on."""

from __future__ import annotations

from croupier.vision.frame import Image
from croupier.vision.learned.pixels import Halves, warp
from croupier.vision.learned.top import Top, laid

CROP_PX = 64
NEAR_EDGES, WIDE_EDGES = 1.6, 3.2
"""What the namer's two crops show, in edges of the face: the face with its rim, and the die with what is around it."""


def crops(picture: Halves, top: Top, turn: float = 0.0, scale: float = 1.0) -> tuple[Image, Image]:
    """The `near` and `wide` crop (64, 64, 3) of `top`, its face a square in the middle of both.

    With a `turn` of 0 the crop's axes are the picture's, unstretched: the face lies in it at any turn. `scale` shows
    so many times as much.
    """
    near = flattened(picture, top, NEAR_EDGES * scale, CROP_PX, turn)
    return near, flattened(picture, top, WIDE_EDGES * scale, CROP_PX, turn)


def flattened(picture: Halves, top: Top, edges: float, size: int, turn: float = 0.0) -> Image:
    """(size, size, 3): the plane of `top`, `edges` of its edges across, turned by `turn` radians."""
    per_px, middle = 2 * edges / size, (size - 1) / 2
    (a, b), (c, d) = laid(top, turn)
    a, b, c, d = a * per_px, b * per_px, c * per_px, d * per_px
    x, y = top.center
    return warp(picture, ((a, b, x - (a + b) * middle), (c, d, y - (c + d) * middle)), size)
