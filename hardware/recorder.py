"""Frames kept as numbered pictures, with their times and a truth to fill in: a recording that plays again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from croupier.hardware.sources.images import TRUTH
from croupier.vision.frame import Frame, Image

JPEG_QUALITY = 95


class RecordingError(OSError):
    """A recording that cannot be started or written, in one sentence that says what to do."""


def recording_folder(name: str, into: Path) -> Path:
    """Where a recording of that name goes. Raises `RecordingError` if there is one, or the name is no name."""
    if not name or name.startswith(".") or Path(name).name != name or not name.isprintable():
        raise RecordingError(f"{name!r} is no name for a folder: use letters, digits and dashes, such as red-dice.")
    folder = into / name
    if folder.exists():
        raise RecordingError(f"There already is {folder}: choose another name, or move that one away.")
    return folder


class Recorder:
    """Keeps frames in a new folder as `000000.jpg`, `000001.jpg`, …; leaving it writes `truth.json`.

    Whatever ends it (an error, Ctrl-C, a full disk), the pictures kept till then and their times stay; if
    there are none, neither does the folder. `start` is the time of the source that the recording counts from.
    """

    def __init__(self, folder: Path, start: float | None = None, lossless: bool = False) -> None:
        self.folder = folder
        self.times: list[float] = []
        self._start = start
        self._size: tuple[int, int] | None = None
        self._suffix = ".png" if lossless else ".jpg"

    def __enter__(self) -> Recorder:
        try:
            self.folder.mkdir(parents=True)
        except FileExistsError:
            raise RecordingError(f"There already is {self.folder}: choose another name.") from None
        except OSError as error:
            raise _unwritable(self.folder, error) from error
        return self

    def __exit__(self, *_: object) -> None:
        if not self.times:
            with suppress(OSError):
                self.folder.rmdir()
            return
        truth = json.dumps(truth_template(self.times, self._size), indent=1) + "\n"
        _write(self.folder / TRUTH, truth.encode())

    def keep(self, frame: Frame) -> None:
        """Write the frame. Raises `RecordingError` if the disk does not take it."""
        if self._start is None:
            self._start = frame.at
        _write(self.folder / f"{len(self.times):06d}{self._suffix}", _encoded(frame.image, self._suffix))
        self.times.append(frame.at - self._start)
        self._size = self._size or (frame.image.shape[1], frame.image.shape[0])


def limited(frames: Iterable[Frame], seconds: float | None, count: int | None) -> Iterator[Frame]:
    """The frames up to `count`, and only those less than `seconds` after the first."""
    first: float | None = None
    for number, frame in enumerate(frames, 1):
        first = frame.at if first is None else first
        if seconds is not None and frame.at - first >= seconds:
            return
        yield frame
        if number == count:  # asking a live camera for one more would wait for it
            return


def truth_template(times: list[float], size: tuple[int, int] | None) -> dict[str, object]:
    """What is known of a recording, in the form of the recorded sessions; players and rolls are left to fill in."""
    fps = (len(times) - 1) / (times[-1] - times[0]) if times and times[-1] > times[0] else None
    return {
        "fps": fps and round(fps, 3),
        "size": list(size) if size else None,
        "frames": len(times),
        "times": times,
        "players": [],
        "rolls": [],
    }


def _encoded(image: Image, suffix: str) -> bytes:
    import cv2

    settings = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY] if suffix == ".jpg" else []
    _, encoded = cv2.imencode(suffix, image, settings)
    return encoded.tobytes()


def _write(path: Path, content: bytes) -> None:
    """The whole file or none of it."""
    try:
        path.write_bytes(content)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise _unwritable(path, error) from error
    except BaseException:  # Ctrl-C
        path.unlink(missing_ok=True)
        raise


def _unwritable(path: Path, error: OSError) -> RecordingError:
    return RecordingError(
        f"{path} cannot be written ({error.strerror}): make room or record elsewhere with --into FOLDER."
    )
