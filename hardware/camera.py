"""The port every camera keeps, and the one way to open one: `open_camera(url)`."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self
from urllib.parse import parse_qsl

from croupier.vision.frame import Frame

KNOWN = {
    "demo": "demo: (recorded rolls that come with croupier)",
    "images": "images:FOLDER",
    "phone": "phone: (a phone's camera, over its page)",
    "usb": "usb:0 (or usb:/dev/v4l/by-id/…)",
    "video": "video:FILE",
}
LATER = {
    "pi": "The Raspberry Pi's own camera (pi:) is not in this version: use a webcam (usb:0), or record a clip and use "
    "video:FILE.",
    "rtsp": "Camera streams (rtsp:) are not in this version: record a clip and use video:FILE.",
    "http": "Camera streams (http:) are not in this version: record a clip and use video:FILE.",
    "https": "Camera streams (https:) are not in this version: record a clip and use video:FILE.",
}

Notice = Callable[[str], None]
"""Takes a sentence for a person: something a camera could not give, while the rest goes on."""


class CameraError(OSError):
    """A camera that cannot be opened or read, in one sentence that says what to do."""


class CameraLost(CameraError):
    """A live camera has given nothing new for a while. Iterate over it again to wait for its return."""


class Camera(Protocol):
    """A context manager that iterates over frames. Leaving it lets the device go; iterating again after that
    raises `CameraError`. `live` cameras skip to the newest frame and never end, but raise `CameraLost` while they
    give nothing; recordings give every frame, once, and end. Going on with a second loop goes on where the first
    one stopped: frames stay counted and `at` never goes back.
    """

    url: str
    live: bool

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def __iter__(self) -> Iterator[Frame]: ...


def log_notice(text: str) -> None:
    """Where notices go unless somebody asks for them: the log, which shows on stderr."""
    logging.getLogger("croupier.hardware").warning("%s", text)


def open_camera(url: str, notice: Notice = log_notice) -> Camera:
    """The camera that `url` names; `with` starts it.

    Both this call and `with` raise `CameraError` when it cannot be had. What a camera leaves out on the way (a
    broken picture among good ones, the lost end of a clip) is told to `notice`.
    """
    if url.startswith("/dev/"):
        url = f"usb:{url}"
    scheme, colon, rest = url.partition(":")
    match scheme.lower() if colon else "":
        case "images":
            from croupier.hardware.sources.images import open_images

            return open_images(url, rest, notice)
        case "video":
            from croupier.hardware.sources.video import open_video

            return open_video(url, rest, notice)
        case "demo":
            from croupier.hardware.sources.demo import open_demo

            return open_demo(url, rest, notice)
        case "usb":
            from croupier.hardware.sources.usb import open_usb

            return open_usb(url, rest)
        case "phone":
            from croupier.hardware.sources.phone import open_phone

            return open_phone(url, rest)
        case unknown:
            raise CameraError(_unknown(url, unknown))


def split_options(rest: str, *known: str) -> tuple[str, dict[str, str]]:
    """`FOLDER?fps=10` → the part before the question mark, and the options. Raises `CameraError` for others."""
    place, mark, query = rest.rpartition("?")
    if not mark or "=" not in query:
        return rest, {}
    options = dict(parse_qsl(query, keep_blank_values=True))
    for name in options:
        if name not in known:
            raise CameraError(f"A camera of this kind has no option {name!r}: it takes {', '.join(known)}.")
    return place, options


def _unknown(url: str, scheme: str) -> str:
    if scheme in LATER:
        return LATER[scheme]
    if url and (path := Path(os.path.expanduser(url))).exists():
        return f"Say what {url} is: {'images' if path.is_dir() else 'video'}:{url}."
    return f"No camera is known by {url!r}: use {', '.join(KNOWN.values())}."
