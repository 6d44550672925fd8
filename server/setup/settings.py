"""What is chosen for a table and outlives a restart: a small file beside its log."""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from croupier.server.folders import data_folder
from croupier.server.log import Log

MOST_SIGNS = 10_000
"""As much is read of a file that holds one address."""

logger = logging.getLogger(__name__)


def beside(log: Log) -> Path:
    """Where the settings of the table with this log are: beside its file, or in the data folder for one on a server."""
    if log.file is not None:
        return Path(f"{log.file}.settings.json")
    known = sha256(log.database.encode()).hexdigest()[:16]  # one server may hold several, and a URL is no file's name
    return data_folder() / f"table-{known}.settings.json"


class SettingsError(OSError):
    """A choice that cannot be kept, in one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`path` of the file; None keeps nothing."""

    path: Path | None = None

    def camera(self) -> str | None:
        """The camera that was chosen; None if none was, or the file cannot be read."""
        if self.path is None:
            return None
        try:
            if self.path.exists() and not self.path.is_file():
                raise TypeError("a folder, a pipe or a device")
            with self.path.open(encoding="utf-8") as file:
                camera = json.loads(file.read(MOST_SIGNS))["camera"]
            if not isinstance(camera, str | None):
                raise TypeError("no address")
        except FileNotFoundError:
            return None
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            logger.warning("%s cannot be read: choose the camera anew on /setup.", self.path)
            return None
        return camera

    def keep_camera(self, url: str | None) -> None:
        """From the next start on, too. Raises `SettingsError`."""
        if self.path is None:
            return
        fresh = self.path.with_name(f"{self.path.name}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps({"camera": url}) + "\n", encoding="utf-8")
            os.replace(fresh, self.path)
        except OSError as error:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise SettingsError(
                f"The camera is chosen for now, but {self.path} cannot be written ({error.strerror}): choose it again "
                "after a restart, or mend that place first."
            ) from error
