"""A webcam that is not there, for tests: it keeps its own pace, blocks, freezes and vanishes as real ones do."""

from __future__ import annotations

import threading
from typing import Literal

import numpy as np

from croupier.hardware.camera import CameraError
from croupier.vision.frame import Image

Doing = Literal["working", "blocking", "frozen", "gone"]


class FakeWebcam:
    """The thing on the desk. Hand `connect` to a `LiveCamera`; every picture is unlike the one before.

    `held` counts the connections that are open (like a real one it refuses a second), `taken` the pictures;
    `changed` is notified of both.
    """

    def __init__(self, height: int = 12, width: int = 16, period_s: float = 0.001) -> None:
        self.held = 0
        self.changed = threading.Condition()
        self._doing: Doing = "working"
        self.taken = 0
        self._height, self._width = height, width
        self._period_s = period_s
        self._plugged = 0
        self._hanging = False

    def works(self) -> None:
        """Goes on as if nothing had been: a call that blocked returns."""
        self._do("working")

    def blocks(self) -> None:
        """The next read hangs."""
        self._do("blocking")

    def freezes(self) -> None:
        """Reads succeed for ever with the last picture."""
        self._do("frozen")

    def vanishes(self) -> None:
        """The cable is out: reads fail, and nothing can be connected."""
        self._do("gone")

    def plugged_in_again(self, old_reads_hang: bool = False) -> None:
        """It is a new device now: reads through connections from before fail, or hang until next time."""
        with self.changed:
            self._plugged += 1
            self._hanging = old_reads_hang
            self.held = 0
        self._do("working")

    def connect(self) -> FakeConnection:
        """Raises `CameraError` when it is gone or held."""
        with self.changed:
            if self._doing == "gone":
                raise CameraError("There is no camera at fake: check its cable.")
            if self.held:
                raise CameraError("fake is in use by somebody (process 1): close that program first.")
            self.held += 1
            self.changed.notify_all()
            return FakeConnection(self, self._plugged)

    def read(self, plugged: int) -> Image | None:
        """What a connection made at plug-in number `plugged` gives."""
        with self.changed:
            self.changed.wait_for(lambda: self._doing == "gone", timeout=self._period_s)
            self.changed.wait_for(lambda: not self._hanging if plugged != self._plugged else self._doing != "blocking")
            if self._doing == "gone" or plugged != self._plugged:
                return None
            if self._doing == "working":
                self.taken += 1
                self.changed.notify_all()
            return self._picture(self.taken)

    def close(self, plugged: int) -> None:
        """Let go of a connection made at plug-in number `plugged`."""
        with self.changed:
            if plugged == self._plugged:
                self.held -= 1
            self.changed.notify_all()

    def _do(self, doing: Doing) -> None:
        with self.changed:
            self._doing = doing
            self.changed.notify_all()

    def _picture(self, number: int) -> Image:
        shades = np.arange(self._height * self._width * 3, dtype=np.uint64) + number
        return (shades % 251).astype(np.uint8).reshape(self._height, self._width, 3)


class FakeConnection:
    """An opened fake: what `LiveCamera` takes for a device."""

    def __init__(self, webcam: FakeWebcam, plugged: int) -> None:
        self._webcam = webcam
        self._plugged = plugged

    def read(self) -> Image | None:
        return self._webcam.read(self._plugged)

    def close(self) -> None:
        self._webcam.close(self._plugged)
