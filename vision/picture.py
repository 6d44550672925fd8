"""Picture files → images, upright."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.frame import Image
from croupier.vision.picture_format import format_of

MOST_PIXELS = 120_000_000
"""Larger pictures are refused before they are decoded: the biggest phone cameras give 108 million pixels."""
LARGEST_FILE = 200_000_000
"""Larger files are refused, in bytes."""
LEAST_SIDE_PX = 8
SILENT = 0
"""OpenCV's lowest level of logging."""


class PictureError(ValueError):
    """A file that gives no picture, in one sentence that says what to do."""


def load_picture(path: Path) -> Image:
    """The picture in `path` as (H, W, 3) uint8 BGR, turned upright by its EXIF tag. Raises `PictureError`.

    Transparent parts show white, as on a page.
    """
    try:
        if path.is_dir():
            raise PictureError(f"{path} is a folder; give a picture file.")
        if path.exists() and not path.is_file():
            raise PictureError(f"{path} is a device or a pipe; save the picture to a file and give that.")
        if path.stat().st_size > LARGEST_FILE:
            raise PictureError(f"{path} is larger than {LARGEST_FILE // 1_000_000} MB; save it smaller and try again.")
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise PictureError(f"{path} does not exist; check the name.") from error
    except (OSError, ValueError) as error:
        if isinstance(error, PictureError):
            raise
        words = getattr(error, "strerror", None) or str(error)
        raise PictureError(f"{path} cannot be opened ({words}); check the file and its permissions.") from error
    return decode_picture(content, str(path))


def decode_picture(content: bytes, name: str) -> Image:
    """The picture in `content`, as `load_picture` gives it; `name` is what errors call it."""
    if not content:
        raise PictureError(f"{name} is empty; take the picture again.")
    form = format_of(content)
    if form is None:
        raise PictureError(f"{name} is no picture that can be read; give a JPEG or PNG file.")
    if form.name == "HEIC":
        raise PictureError(f"{name} is a HEIC picture; convert it to JPEG and try again.")
    if not form.whole:
        raise PictureError(f"{name} is cut short or damaged; copy it again from where it came.")
    width, height = form.size
    if width * height > MOST_PIXELS:
        raise PictureError(
            f"{name} claims {width} × {height} pixels, which is too many; save it smaller and try again."
        )
    if min(width, height) < LEAST_SIDE_PX:
        raise PictureError(f"{name} is only {width} × {height} pixels; take a larger picture.")
    image = _decode(np.frombuffer(content, np.uint8), see_through=form.name in ("PNG", "WebP"))
    if image is None:
        raise PictureError(f"{name} is cut short or damaged; copy it again from where it came.")
    return _turned(image, form.orientation)


def _decode(content: npt.NDArray[np.uint8], see_through: bool) -> Image | None:
    """8-bit BGR, as stored; None when the decoder gives up."""
    # OpenCV 5 moved it.
    set_loudness = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    before = set_loudness(SILENT)
    try:
        image = cv2.imdecode(content, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
        stored = cv2.imdecode(content, cv2.IMREAD_UNCHANGED) if see_through else None
    except (cv2.error, MemoryError):
        return None
    finally:
        set_loudness(before)
    if stored is not None and stored.ndim == 3 and stored.shape[2] == 4:
        return _on_white(stored)
    return None if image is None else image.astype(np.uint8, copy=False)


def _on_white(stored: cv2.typing.MatLike) -> Image:
    """A picture with transparency, laid on white."""
    whole = stored.astype(np.float32) / (65535 if stored.dtype == np.uint16 else 255)
    colour, alpha = whole[:, :, :3], whole[:, :, 3:]
    laid: Image = np.rint(255 * (colour * alpha + (1 - alpha))).astype(np.uint8)
    return laid


def _turned(image: Image, orientation: int) -> Image:
    """`image` upright, by its EXIF orientation."""
    if orientation in (5, 6, 7, 8):
        image = image.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        image = image[:, ::-1]
    if orientation in (3, 4, 7, 8):
        image = image[::-1]
    return np.ascontiguousarray(image)
