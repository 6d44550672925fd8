"""A look through a camera: whether it opens, and what it shows, within a time limit."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from croupier.hardware.camera import Camera, CameraError
from croupier.vision.frame import Image

WITHIN_S = 6.0
"""A camera that gives no picture within this is said not to answer."""
SILENT = "It gave no picture within {seconds:.0f} seconds: look at its cable and whether another program uses it."
WRONG = "Something went wrong while it was opened: the log says what."


@dataclass(frozen=True, slots=True, eq=False)
class Probed:
    """What came of it: an `image` (H, W, 3), or in words what is wrong."""

    image: Image | None
    text: str


@dataclass(eq=False)
class _Look:
    """What the thread has found so far."""

    over: threading.Event = field(default_factory=threading.Event)
    probed: Probed | None = None


def probe(url: str, open_camera: Callable[[str], Camera], within_s: float = WITHIN_S) -> Probed:
    """Open the camera, take one picture and let it go. One that hangs is left to a thread that ends when it can."""
    look = _Look()

    def open_it() -> None:
        try:
            with open_camera(url) as camera:
                frame = next(iter(camera), None)
            look.probed = Probed(None, "It gives no picture.") if frame is None else Probed(frame.image, "It works.")
        except CameraError as error:
            look.probed = Probed(None, str(error))
        finally:
            look.over.set()

    threading.Thread(target=open_it, name=f"probe {url}", daemon=True).start()
    look.over.wait(within_s)
    return look.probed or Probed(None, SILENT.format(seconds=within_s) if not look.over.is_set() else WRONG)
