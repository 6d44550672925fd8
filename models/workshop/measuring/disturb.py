"""What cameras do to a picture, and what must not change its reading: each a small function, image → image."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from croupier.vision.frame import Image

FLICKER = 0.35
"""How much brighter and darker the bands of mains flicker are."""
FLICKER_BANDS = 4
JPEG_QUALITY = 20
MOTION_PX = 11


def disturb(image: Image, name: str) -> Image:
    """`image` (H, W, 3 BGR) after the disturbance of that name. Raises `ValueError` for a name there is not."""
    if name not in DISTURBANCES:
        raise ValueError(f"No disturbance is called {name!r}; take {', '.join(DISTURBANCES)}.")
    return DISTURBANCES[name](image)


def turn90(image: Image) -> Image:
    """The camera is mounted a quarter turn round, clockwise."""
    return np.ascontiguousarray(np.rot90(image, -1))


def turn180(image: Image) -> Image:
    """The camera is mounted upside down."""
    return np.ascontiguousarray(image[::-1, ::-1])


def swap(image: Image) -> Image:
    """Red and blue are swapped, as on a camera whose "RGB" is blue first."""
    return np.ascontiguousarray(image[..., ::-1])


def flicker(image: Image) -> Image:
    """Mains flicker: horizontal bands up to 35 % brighter and darker."""
    rows = np.linspace(0, 2 * np.pi * FLICKER_BANDS, image.shape[0], endpoint=False)
    gain = 1 + FLICKER * np.sin(rows)[:, None, None]
    return np.clip(np.rint(image * gain), 0, 255).astype(np.uint8)


def jpeg20(image: Image) -> Image:
    """Saved as a JPEG of quality 20."""
    _, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)


def motion11(image: Image) -> Image:
    """Moved 11 px to the side while the shutter was open."""
    kernel = np.full((1, MOTION_PX), 1 / MOTION_PX, np.float32)
    return np.asarray(cv2.filter2D(image, -1, kernel, borderType=cv2.BORDER_REPLICATE), np.uint8)


DISTURBANCES: dict[str, Callable[[Image], Image]] = {
    function.__name__: function for function in (turn90, turn180, swap, flicker, jpeg20, motion11)
}
