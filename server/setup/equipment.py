"""What a table can open, and where it keeps what was chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from croupier.hardware.camera import Camera, open_camera
from croupier.server.setup.settings import Settings
from croupier.vision.reading import Reader


def open_reader() -> Reader:
    """The best reader of this machine. Imported here: a table that nobody sends photographs to starts without it."""
    from croupier.vision import reader

    return reader.open_reader()


@dataclass(frozen=True, slots=True)
class Equipment:
    """Cameras by URL, the reader of photographs, and the settings that outlive a restart: where the table was
    `started_with` a camera, that one is watched after a restart like it, whichever was chosen.
    """

    open_camera: Callable[[str], Camera] = open_camera
    open_reader: Callable[[], Reader] = open_reader
    settings: Settings = field(default_factory=Settings)
    started_with: str | None = None


USUAL = Equipment()
