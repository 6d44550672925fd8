"""Frames as JPEG, for evidence and for the live picture."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from croupier.vision.frame import Frame, Image
from croupier.vision.roll import Roll

EVIDENCE_QUALITY = 85
LIVE_QUALITY = 70
LIVE_LONG_SIDE_PX = 1280
"""The live picture is not sent larger than this."""


def jpeg(image: Image, quality: int) -> bytes | None:
    """`image` (H, W, 3) BGR as JPEG of quality 0…100, or None if it cannot be made one."""
    import cv2

    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes() if done else None


def develop(roll: Roll) -> bytes | None:
    """The evidence of a roll."""
    return None if roll.evidence is None else jpeg(roll.evidence.image, EVIDENCE_QUALITY)


@dataclass(eq=False)
class Shot:
    """A live frame that becomes a JPEG when the first viewer asks, and only once."""

    frame: Frame
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _jpeg: bytes | None = None

    def jpeg(self) -> bytes | None:
        """From any thread."""
        with self._lock:
            if self._jpeg is None:
                self._jpeg = jpeg(_smaller(self.frame.image), LIVE_QUALITY)
            return self._jpeg


def _smaller(image: Image) -> Image:
    scale = LIVE_LONG_SIDE_PX / max(image.shape[:2])
    if scale >= 1:
        return image
    import cv2
    import numpy as np

    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
