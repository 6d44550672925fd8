"""OpenCV opening a clip or a device, without its own messages on stderr: ours say what matters, in words."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cv2


SILENT = 0
"""OpenCV's lowest level of logging."""


def open_capture(path: str, backend: int) -> cv2.VideoCapture:
    """The capture of a file or device, which may not have opened: ask it."""
    import cv2

    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # OpenCV 5 moved it.
    set_loudness = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    before = set_loudness(SILENT)
    try:
        return cv2.VideoCapture(path, backend)
    finally:
        set_loudness(before)
