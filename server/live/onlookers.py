"""Those who look at what the camera sees: the eyes that watch its frames, and whoever sits by."""

from __future__ import annotations

from typing import Protocol

from croupier.server.table import Table
from croupier.vision.frame import Frame
from croupier.vision.roll import Seen


class Eyes(Protocol):
    """What watches the frames: `croupier.vision.watch.Watcher`."""

    def see(self, frame: Frame) -> Seen: ...
    def finish(self) -> Seen | None: ...
    def reread(self) -> None: ...


class Onlooker(Protocol):
    """Somebody at the table who sees what the camera sees, and may act on it."""

    def look(self, table: Table, seen: Seen) -> None:
        """After each frame."""
        ...

    def end(self, table: Table) -> None:
        """After a recording's last."""
        ...
