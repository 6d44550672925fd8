"""Picture files → images, upright."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from croupier.vision.frame import Image


class PictureError(ValueError):
    """A file that gives no picture, in one sentence that says what to do."""


def load_picture(path: Path) -> Image:
    """The picture in `path` as (H, W, 3) uint8 BGR, turned upright by its EXIF tag. Raises `PictureError`."""
    try:
        content = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise PictureError(f"{path} cannot be read: {error.strerror}.") from error
    image = cv2.imdecode(content, cv2.IMREAD_COLOR) if len(content) else None
    if image is None:
        raise PictureError(f"{path} is no picture; give a JPEG or PNG file.")
    return image.astype(np.uint8, copy=False)
