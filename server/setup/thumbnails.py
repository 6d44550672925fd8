"""Small pictures of what cameras showed when they were looked through."""

from __future__ import annotations

import secrets
import threading

from croupier.server.live.photo import Shot
from croupier.vision.frame import Frame, Image

MOST_THUMBNAILS = 16
"""Older ones go."""


class Thumbnails:
    """The newest few, by names that cannot be guessed."""

    def __init__(self) -> None:
        self._kept: dict[str, Shot] = {}
        self._lock = threading.Lock()

    def keep(self, image: Image) -> str:
        """The name of a new one."""
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._kept[name] = Shot(Frame(image, 0.0, 0))
            while len(self._kept) > MOST_THUMBNAILS:
                del self._kept[next(iter(self._kept))]
        return name

    def find(self, name: str) -> bytes | None:
        shot = self._kept.get(name)
        return None if shot is None else shot.jpeg()
