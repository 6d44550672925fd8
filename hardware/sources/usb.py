"""`usb:0` and `usb:/dev/v4l/by-id/…`: a webcam through Video4Linux."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from croupier.hardware.camera import CameraError, split_options
from croupier.hardware.devices import DEV, PROC, cameras_in_words, holders
from croupier.hardware.sources.live import Device, LiveCamera
from croupier.hardware.sources.opencv import open_capture
from croupier.vision.frame import Image

if TYPE_CHECKING:
    import cv2

USUAL_SIZE = (1280, 720)
USUAL_FPS = 30.0


def open_usb(url: str, rest: str, dev: Path = DEV, proc: Path = PROC) -> LiveCamera:
    """The webcam of that number or path; `?size=1920x1080&fps=15` asks for other pictures than 1280×720 at 30."""
    place, options = split_options(rest, "size", "fps")
    if place.isascii() and place.isdigit():
        path = dev / f"video{place}"
    elif place.startswith("/"):
        path = Path(place)
    else:
        raise CameraError(f"Say which camera: usb:0 or usb:/dev/v4l/by-id/…. {cameras_in_words(dev)}")
    size = _size(options["size"]) if "size" in options else None
    fps = _fps(options["fps"]) if "fps" in options else USUAL_FPS
    return LiveCamera(url, partial(connect, path, size, fps, dev, proc))


def connect(
    path: Path,
    size: tuple[int, int] | None,
    fps: float,
    dev: Path = DEV,
    proc: Path = PROC,
    capture_of: Callable[[str, int], cv2.VideoCapture] = open_capture,
) -> Device:
    """The opened device. `size` None takes what comes nearest to the usual one; a size asked for must be met."""
    import cv2

    if not path.exists():
        raise CameraError(f"There is no camera at {path}: check its cable. {cameras_in_words(dev)}")
    if not os.access(path, os.R_OK | os.W_OK):
        raise CameraError(
            f"You may not use {path}: run `sudo usermod -aG video $USER`, then log out and in again, and start anew."
        )
    capture = capture_of(os.path.realpath(path), cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        if busy := holders(path, proc):
            raise CameraError(f"{path} is in use by {' and '.join(busy)}: close that program first.")
        raise CameraError(f"{path} gives no pictures: another program may be using it. {cameras_in_words(dev)}")
    width, height = size or USUAL_SIZE
    # Compressed pictures first: uncompressed ones do not fit a USB 2 cable at this size and rate.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    capture.set(cv2.CAP_PROP_FPS, fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    got = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    if size and got != size:
        capture.release()
        raise CameraError(f"{path} has no pictures of {width}x{height}: use size={got[0]}x{got[1]}.")
    return Webcam(capture)


class Webcam:
    """An opened Video4Linux device."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    def read(self) -> Image | None:
        good, image = self._capture.read()
        return np.asarray(image, np.uint8) if good else None

    def close(self) -> None:
        self._capture.release()


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isascii() and width.isdigit() and height.isascii() and height.isdigit()):
        raise CameraError(f"size={text} is no picture size: use one like size=1280x720.")
    return int(width), int(height)


def _fps(text: str) -> float:
    try:
        fps = float(text)
    except ValueError:
        fps = 0.0
    if not 0 < fps <= 1000:
        raise CameraError(f"fps={text} is no frame rate: use one like fps=30.")
    return fps
