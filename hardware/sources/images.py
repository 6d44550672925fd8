"""`images:FOLDER[?fps=N]`: the pictures of a folder in natural order, as if taken one after the other."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from croupier.hardware.camera import CameraError, Notice, split_options
from croupier.hardware.sources.recording import Recording
from croupier.vision.frame import Frame
from croupier.vision.picture import PictureError, load_picture

PICTURES = frozenset(
    (".jpg", ".jpeg", ".jpe", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif", ".heic", ".heif", ".avif")
)
"""What counts as a picture; one that cannot be read is told, any other file is none of ours."""

TRUTH = "truth.json"
"""Where `croupier record` keeps the time of each picture, in seconds."""


def open_images(url: str, rest: str, notice: Notice) -> Recording:
    """The pictures in the folder `rest`, turned upright.

    They are one second apart, or as `?fps=` says, or at the times that `croupier record` noted. A picture that
    cannot be read is told to `notice`, and the others keep their times.
    """
    place, options = split_options(rest, "fps")
    if not place:
        raise CameraError("Say which folder: images:FOLDER.")
    folder = Path(os.path.expanduser(place))
    try:
        is_folder, is_file = folder.is_dir(), folder.is_file()
    except OSError as error:
        raise CameraError(f"That path cannot be opened ({error.strerror}): check the path.") from None
    if is_file:
        raise CameraError(f"{folder} is a file: use images:{folder.parent} for all pictures of its folder.")
    if not is_folder:
        raise CameraError(f"There is no folder {folder}: check the path.")
    try:
        paths = sorted((path for path in folder.iterdir() if _is_picture(path)), key=natural)
    except OSError as error:
        raise CameraError(f"{folder} cannot be read ({error.strerror}): check its permissions.") from None
    if not paths:
        raise CameraError(f"There is no picture in {folder}: put .jpg or .png files there, or name another folder.")
    times = _evenly(options["fps"], len(paths)) if "fps" in options else _recorded(folder, paths)
    return Recording(url, partial(_play, folder, tuple(zip(paths, times, strict=True)), notice))


def natural(path: Path) -> tuple[list[tuple[int, str]], str]:
    """The sort key that puts `roll-2.jpg` before `roll-10.jpg`."""
    parts = re.split(r"([0-9]+)", path.name.lower())
    return [(int(part), "") if number % 2 else (0, part) for number, part in enumerate(parts)], path.name


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURES and not path.name.startswith(".") and path.is_file()


def _evenly(fps: str, count: int) -> list[float]:
    try:
        rate = float(fps)
    except ValueError:
        rate = 0.0
    if not 0 < rate <= 1000:
        raise CameraError(f"fps={fps} is no frame rate: give the pictures a second, such as fps=10.")
    return [number / rate for number in range(count)]


def _recorded(folder: Path, paths: list[Path]) -> list[float]:
    """The times noted by `croupier record`, found by the number that is a picture's name; else a second apart."""
    try:
        truth = json.loads((folder / TRUTH).read_text(encoding="utf-8"))
    except FileNotFoundError:
        truth = None
    except (OSError, ValueError, RecursionError):
        raise CameraError(f"{folder / TRUTH} cannot be read: mend it, or give a rate such as ?fps=10.") from None
    if not isinstance(truth, dict) or "times" not in truth:
        return _evenly("1", len(paths))
    try:
        times = [float(truth["times"][int(path.stem)]) for path in paths]
    except (ValueError, TypeError, LookupError, OverflowError):
        times = []
    if not times or not all(map(math.isfinite, times)) or times != sorted(times):
        raise CameraError(f"{folder / TRUTH} does not give each picture its time: mend it, or give a rate: ?fps=10.")
    return times


@contextmanager
def _play(folder: Path, pictures: tuple[tuple[Path, float], ...], notice: Notice) -> Iterator[Iterator[Frame]]:
    yield _frames(folder, pictures, notice)


def _frames(folder: Path, pictures: tuple[tuple[Path, float], ...], notice: Notice) -> Iterator[Frame]:
    index = 0
    for path, at in pictures:
        try:
            image = load_picture(path)
        except PictureError as error:
            notice(f"Skipped a picture: {error}")
            continue
        yield Frame(image, at, index)
        index += 1
    if index == 0:
        raise CameraError(f"No picture in {folder} can be read: put whole .jpg or .png files there.")
