"""Picture files → images, upright."""

from __future__ import annotations

from pathlib import Path

from croupier.vision.frame import Image


class PictureError(ValueError):
    """A file that gives no picture, in one sentence that says what to do."""


def load_picture(path: Path) -> Image:
    """The picture in `path` as (H, W, 3) uint8 BGR, turned upright by its EXIF tag. Raises `PictureError`."""
    raise PictureError(f"{path} cannot be read.")
