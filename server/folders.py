"""Where things are kept on this machine, unless somebody says otherwise."""

from __future__ import annotations

import os
from pathlib import Path

from croupier.server.errors import LogError

NO_HOME = "This user has no home folder to keep a table in: set XDG_DATA_HOME to a folder that may be written."


def data_folder() -> Path:
    """Of games, pictures of rolls and certificates: in `$XDG_DATA_HOME` or `~/.local/share`. Raises `LogError`."""
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "croupier"
    except RuntimeError as error:
        raise LogError(NO_HOME) from error


def default_database() -> Path:
    """The log in the data folder."""
    return data_folder() / "table.db"


def cache_folder() -> Path | None:
    """Of things that can be had again: in `$XDG_CACHE_HOME` or `~/.cache`; None without a home."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if given.is_absolute():
        return given / "croupier"
    try:
        return Path.home() / ".cache" / "croupier"
    except RuntimeError:
        return None
