"""`video:FILE`: a recorded clip, frame by frame, at the times that the file itself gives."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from croupier.hardware.camera import CameraError, Notice
from croupier.hardware.sources.opencv import open_capture
from croupier.hardware.sources.recording import Recording
from croupier.vision.frame import Frame

if TYPE_CHECKING:
    import cv2

USUAL_FPS = 30.0
"""Frames a second of a clip that gives neither times nor a rate."""
CUT_SHORT_FROM = 0.03
"""The part of a clip, 0…1, that must be missing at its end to call it cut short: counts in headers are rough."""
CUT_SHORT_FRAMES = 3
"""And at least so many frames."""


def open_video(url: str, rest: str, notice: Notice) -> Recording:
    """The clip in the file `rest`, turned upright by its rotation tag. A lost end is told to `notice`."""
    if not rest:
        raise CameraError("Say which file: video:FILE.")
    path = Path(os.path.expanduser(rest))
    try:
        is_folder, is_file = path.is_dir(), path.is_file()
    except OSError as error:
        raise CameraError(f"That path cannot be opened ({error.strerror}): check the path.") from None
    if is_folder:
        raise CameraError(f"{path} is a folder: use images:{path} for the pictures in it.")
    if not is_file:
        raise CameraError(f"There is no file {path}: check the path.")
    return Recording(url, partial(play_video, path, notice))


@contextmanager
def play_video(path: Path, notice: Notice) -> Iterator[Iterator[Frame]]:
    """Opens the clip, gives its frames, and closes it. Raises `CameraError` for a file that is no clip."""
    import cv2

    capture = open_capture(str(path), cv2.CAP_FFMPEG)
    try:
        if not capture.isOpened():
            raise CameraError(
                f"{path} is not a video that can be read, or its recording was broken off: "
                "check that it plays elsewhere, and convert it to MP4."
            )
        yield _frames(path, capture, notice)
    finally:
        capture.release()


def _frames(path: Path, capture: cv2.VideoCapture, notice: Notice) -> Iterator[Frame]:
    import cv2

    fps = capture.get(cv2.CAP_PROP_FPS)
    fps = fps if 0 < fps <= 1000 else USUAL_FPS
    promised = capture.get(cv2.CAP_PROP_FRAME_COUNT)
    index, at = 0, 0.0
    while True:
        good, image = capture.read()
        if not good:
            break
        told = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if index == 0 or told > at:
            at = max(told, 0.0)
        else:
            at += 1 / fps
        yield Frame(np.asarray(image, np.uint8), at, index)
        index += 1
    if index == 0:
        raise CameraError(f"There is no picture in {path}: check that it plays elsewhere.")
    # By count and by time, for clips that skip frames say too many and clips with rough headers say too few.
    missing = promised - max(index, at * fps + 1)
    if missing > max(CUT_SHORT_FRAMES, CUT_SHORT_FROM * promised):
        notice(f"{path} seems cut short: it ends after {at:.1f} s of {promised / fps:.1f} s.")
