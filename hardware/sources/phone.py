"""`phone:`: a phone as the camera. Its page sends pictures; whoever receives them puts them in here."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from croupier.hardware.camera import CameraError, CameraLost
from croupier.vision.frame import Frame, Image

SILENT_S = 1.2
"""Without a new picture until the phone counts as lost."""
NOT_YET = "No phone sends pictures yet. Open the link on the phone that /setup shows."
SILENT = "The phone sends no pictures any more: unlock it, bring its page to the front and look at its network."


def open_phone(url: str, rest: str) -> PhoneCamera:
    """The phone. Raises `CameraError` for a name behind the colon: there is only one."""
    if rest:
        raise CameraError("Just phone: is enough: whichever phone opens the camera's link is the camera.")
    return PhoneCamera(url)


class PhoneCamera:
    """A live camera that is given its pictures by `put`, and keeps only the newest. It opens without any."""

    live = True

    def __init__(
        self, url: str = "phone:", clock: Callable[[], float] = time.monotonic, silent_s: float = SILENT_S
    ) -> None:
        self.url = url
        self._clock, self._silent_s = clock, silent_s
        self._index = 0
        self._entered = False
        self._sender, self._sent_at = "", float("-inf")
        self._newest: tuple[Image, float] | None = None
        self._changed = threading.Condition()

    def put(self, image: Image, sender: str = "") -> bool:
        """The phone's newest picture, from any thread; (H, W, 3) BGR. One that nobody has looked at yet is dropped.

        While one `sender` sends, what others send is refused: whether this one was taken.
        """
        with self._changed:
            now = self._clock()
            if not self._entered or (sender != self._sender and now - self._sent_at < self._silent_s):
                return False
            self._newest, self._sender, self._sent_at = (image, now), sender, now
            self._changed.notify_all()
            return True

    def __enter__(self) -> Self:
        with self._changed:
            self._entered, self._newest = True, None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._entered, self._newest = False, None
            self._changed.notify_all()

    def __iter__(self) -> Iterator[Frame]:
        self._check_entered()
        return self

    def __next__(self) -> Frame:
        with self._changed:
            self._changed.wait_for(lambda: self._newest or not self._entered, self._silent_s)
            self._check_entered()
            if self._newest is None:
                raise CameraLost(SILENT if self._index else NOT_YET)
            (image, at), self._newest = self._newest, None
            frame = Frame(image, at, self._index)
            self._index += 1
            return frame

    def _check_entered(self) -> None:
        if not self._entered:
            raise CameraError(f"{self.url} is closed: open it again to read on.")
