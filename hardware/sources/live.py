"""Live cameras: a thread reads the device and keeps only the newest picture, so that nobody waits for the driver.

A driver may block for good, give its last picture for ever, or fail. The thread waits that out and connects again;
whoever iterates is told by `CameraLost`, and goes on when pictures come back.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import numpy as np

from croupier.hardware.camera import CameraError, CameraLost
from croupier.vision.frame import Frame, Image

SAME_ROWS = 8
"""Every so many rows are compared to tell a frozen picture: a sensor's noise shows in any of them."""


class Device(Protocol):
    """The seam between a live camera and its driver. Only one thread ever uses a device."""

    def read(self) -> Image | None:
        """The next picture; None when there is none to come any more. May block."""
        ...

    def close(self) -> None:
        """Let the device go."""
        ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a live camera is waited for, in seconds."""

    first_s: float = 10.0
    """For the first picture after entering."""
    silent_s: float = 1.5
    """Without a new picture until the camera counts as lost."""
    frozen_s: float = 1.5
    """With one and the same picture until the camera counts as lost."""
    stuck_s: float = 15.0
    """Inside one call of the driver (whose own limit is 10 s) until that thread is given up and another connects;
    twice as long after each that was given up in vain."""
    retry_s: tuple[float, float] = (0.25, 4.0)
    """Between two attempts to connect again: at first, doubled each time, and at most."""
    leave_s: float = 1.0
    """On leaving, for the thread to end."""


class LiveCamera:
    """A camera over whatever device `connect` gives. `connect` raises `CameraError` when it cannot be had."""

    live = True

    def __init__(
        self,
        url: str,
        connect: Callable[[], Device],
        clock: Callable[[], float] = time.monotonic,
        patience: Patience = Patience(),
    ) -> None:
        self.url = url
        self._connect = connect
        self._clock = clock
        self._patience = patience
        self._index = 0
        self._changed = threading.Condition()
        self._entered = False
        self._newest: tuple[Image, float] | None = None
        self._trouble = ""
        self._untold = False
        self._thread: threading.Thread | None = None
        self._over = threading.Event()  # of the present thread; one that is given up finds its own set
        self._calling_since = 0.0
        self._stuck_s = patience.stuck_s

    def __enter__(self) -> Self:
        self._entered, self._newest, self._trouble, self._untold = True, None, "", False
        self._start()
        try:
            with self._changed:
                self._changed.wait_for(lambda: self._newest or self._trouble, self._patience.first_s)
                if self._newest is None:
                    raise CameraError(self._trouble or self._silence())
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._entered = False
            self._newest = None
            self._over.set()
            self._changed.notify_all()
        if self._thread is not None:
            # A driver that blocks keeps its thread; it lets the device go as soon as the call returns.
            self._thread.join(self._patience.leave_s)

    def __iter__(self) -> Iterator[Frame]:
        self._check_entered()
        return self

    def __next__(self) -> Frame:
        with self._changed:
            self._changed.wait_for(
                lambda: self._newest or self._untold or not self._entered, timeout=self._patience.silent_s
            )
            self._check_entered()
            if self._newest is None:
                self._untold = False
                if self._clock() - self._calling_since > self._stuck_s:
                    self._stuck_s *= 2
                    self._start()
                raise CameraLost(self._trouble or self._silence())
            (image, at), self._newest = self._newest, None
            frame = Frame(image, at, self._index)
            self._index += 1
            self._stuck_s = self._patience.stuck_s
            return frame

    def _check_entered(self) -> None:
        if not self._entered:
            raise CameraError(f"{self.url} is closed: open it again to read on.")

    def _silence(self) -> str:
        return f"{self.url} does not answer: check its cable."

    def _start(self) -> None:
        self._over.set()
        self._over = threading.Event()
        self._calling_since = self._clock()
        self._thread = threading.Thread(
            target=self._keep_reading, args=(self._over,), name=f"camera {self.url}", daemon=True
        )
        self._thread.start()

    def _keep_reading(self, over: threading.Event) -> None:
        """The thread: connect, read until the device fails, connect again after a pause."""
        pause, longest = self._patience.retry_s
        still = _Still(self._patience.frozen_s)
        while not over.is_set():
            self._calling_since = self._clock()
            try:
                device = self._connect()
            except CameraError as error:
                trouble, fresh = str(error), False
            else:
                try:
                    trouble, fresh = self._read(device, still, over)
                finally:
                    device.close()
            with self._changed:
                if over.is_set():
                    return
                if trouble != self._trouble:
                    self._trouble, self._untold = trouble, True
                    self._changed.notify_all()
            pause = self._patience.retry_s[0] if fresh else min(2 * pause, longest)
            self._calling_since = float("inf")  # a pause is no call of the driver
            over.wait(pause)

    def _read(self, device: Device, still: _Still, over: threading.Event) -> tuple[str, bool]:
        """Publish pictures until there are none: what is wrong then, and whether any was new."""
        fresh = False
        while not over.is_set():
            self._calling_since = self._clock()
            image = device.read()
            if image is None:
                return f"{self.url} gives no picture any more: check its cable.", fresh
            at = self._clock()
            if still.too_long(image, at):
                return f"{self.url} gives the same picture for ever: uncover its lens or plug it in again.", fresh
            fresh = True
            with self._changed:
                if not over.is_set():
                    self._newest, self._trouble, self._untold = (image, at), "", False
                    self._changed.notify_all()
        return "", fresh


class _Still:
    """Tells a frozen picture, over reconnections too: a device that comes back with the same one is still frozen."""

    def __init__(self, after_s: float) -> None:
        self._after_s = after_s
        self._last: Image | None = None
        self._since = 0.0

    def too_long(self, image: Image, at: float) -> bool:
        rows = image[::SAME_ROWS]
        if self._last is None or not np.array_equal(rows, self._last):
            self._last, self._since = rows.copy(), at
        return at - self._since > self._after_s
