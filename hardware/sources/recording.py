"""What recordings have in common: they start on entering, give every frame once, and end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self

from croupier.hardware.camera import CameraError
from croupier.vision.frame import Frame


class Recording:
    """A camera made of a function that opens the source and gives its frames."""

    live = False

    def __init__(self, url: str, play: Callable[[], AbstractContextManager[Iterator[Frame]]]) -> None:
        self.url = url
        self._play = play
        self._playing: tuple[AbstractContextManager[Iterator[Frame]], Iterator[Frame]] | None = None

    def __enter__(self) -> Self:
        source = self._play()
        self._playing = source, source.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._playing is not None:
            source, _ = self._playing
            self._playing = None
            source.__exit__(kind, error, trace)

    def __iter__(self) -> Iterator[Frame]:
        self._frames()
        return self

    def __next__(self) -> Frame:
        return next(self._frames())

    def _frames(self) -> Iterator[Frame]:
        if self._playing is None:
            raise CameraError(f"{self.url} is closed: open it again to read on.")
        return self._playing[1]
