"""The port every camera keeps, and the one way to open one: `open_camera(url)`."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

from croupier.vision.frame import Frame


class CameraError(OSError):
    """A camera that cannot be opened or read, in one sentence that says what to do."""


class Camera(Protocol):
    """A context manager that iterates over frames. Leaving it lets the device go; iterating again after that
    raises `CameraError`. `live` cameras skip to the newest frame and never end; recordings give every frame,
    once, and end.
    """

    url: str
    live: bool

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def __iter__(self) -> Iterator[Frame]: ...


def open_camera(url: str) -> Camera:
    """The camera that `url` names. Raises `CameraError` for a scheme it does not know, listing those it does."""
    raise CameraError(f"No camera is known by {url!r}.")
