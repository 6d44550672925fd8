"""Picture files → images, upright."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision import picture_jpeg
from croupier.vision.frame import Image
from croupier.vision.picture_format import READ, Format, format_of

MOST_PIXELS = 120_000_000
"""Larger JPEGs are refused before they are decoded: the biggest phone cameras give 108 million pixels."""
MOST_PIXELS_WHOLE = 50_500_000
"""Larger JPEGs are decoded at half their width and height, where a die has pixels enough: whole, they hold the reader
for many seconds. Other pictures, which no phone takes, are refused; `MOST_PIXELS_SEEN_THROUGH` where parts of them may
be transparent, as they take far more memory."""
MOST_PIXELS_SEEN_THROUGH = 40_000_000
LARGEST_FILE = 200_000_000
"""Larger files are refused, in bytes."""
LEAST_SIDE_PX = 48
"""No die can be told on smaller pictures."""
STRIP_ROWS = 64
"""So much of a picture at a time is laid on white, to bound memory."""
SILENT = 0
"""OpenCV's lowest level of logging."""


class PictureError(ValueError):
    """A file that gives no picture, in one sentence that says what to do."""


def load_picture(path: Path) -> Image:
    """The picture in `path` as (H, W, 3) uint8 BGR, turned upright by its EXIF tag. Raises `PictureError`.

    Transparent parts show white, as on a page. A JPEG of more than `MOST_PIXELS_WHOLE` comes at half its size.
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
    form = _checked(content, name)
    try:
        image = _decode(np.frombuffer(content, np.uint8), form)
        if image is None or (form.name == "JPEG" and picture_jpeg.is_filled(image, content)):
            raise damaged(name)
        if image.shape[2] == 4:
            if not image[:, :, 3].any():
                raise PictureError(f"{name} is transparent all over; save it without transparency and try again.")
            image = _on_white(image)
        return _turned(image.astype(np.uint8, copy=False), form.orientation)
    except MemoryError as error:
        raise PictureError(
            f"There is too little memory to open {name}; close other programs, or save it smaller and try again."
        ) from error


def _checked(content: bytes, name: str) -> Format:
    """What the picture says of itself. Raises `PictureError` when that is reason enough not to decode it."""
    if not content:
        raise PictureError(f"{name} is empty; take the picture again.")
    form = format_of(content)
    if form is None:
        raise PictureError(f"{name} is no picture that can be read; give a JPEG or PNG file.")
    if form.whole and form.name not in READ:
        raise PictureError(f"{name} is a picture in {form.name}; convert it to JPEG and try again.")
    width, height = form.size
    most = MOST_PIXELS if form.name == "JPEG" else MOST_PIXELS_WHOLE
    if width * height > (MOST_PIXELS_SEEN_THROUGH if form.see_through else most):
        raise PictureError(
            f"{name} claims {width} × {height} pixels, which is too many; save it smaller and try again."
        )
    if not form.whole or 0 in form.size:
        raise damaged(name)
    if min(form.size) < LEAST_SIDE_PX:
        raise PictureError(f"{name} is only {width} × {height} pixels; take a larger picture.")
    return form


def damaged(name: str) -> PictureError:
    """The error of a picture that is not whole."""
    return PictureError(f"{name} is cut short or damaged; copy it again from where it came.")


def _decode(content: npt.NDArray[np.uint8], form: Format) -> npt.NDArray[Any] | None:
    """BGR of 8 bits as stored, or BGRA of 8 or 16 bits; None when the decoder gives up. Raises `MemoryError`."""
    # OpenCV 5 moved it.
    set_loudness = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    before = set_loudness(SILENT)
    try:
        if form.see_through:
            stored = cv2.imdecode(content, cv2.IMREAD_UNCHANGED)
            if stored is not None and stored.ndim == 3 and stored.shape[2] == 4:
                return stored
        huge = form.name == "JPEG" and form.size[0] * form.size[1] > MOST_PIXELS_WHOLE
        colour = cv2.IMREAD_REDUCED_COLOR_2 if huge else cv2.IMREAD_COLOR
        image = cv2.imdecode(content, colour | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        image = None
    finally:
        set_loudness(before)
    if image is None:
        np.empty((*form.size, 6), np.uint8)  # OpenCV does not say when it is memory that it lacks
    return image


def _on_white(stored: npt.NDArray[Any]) -> Image:
    """BGRA of 8 or 16 bits, laid on white."""
    laid = np.empty((*stored.shape[:2], 3), np.uint8)
    for top in range(0, len(stored), STRIP_ROWS):
        strip = stored[top : top + STRIP_ROWS].astype(np.float32) / (65535 if stored.dtype == np.uint16 else 255)
        colour, alpha = strip[:, :, :3], strip[:, :, 3:]
        laid[top : top + STRIP_ROWS] = np.rint(255 * (colour * alpha + (1 - alpha)))
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
