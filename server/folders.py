"""Where things are kept on this machine, unless somebody says otherwise."""

from __future__ import annotations

import os
from pathlib import Path

from croupier.server.errors import LogError

NO_HOME = "This user has no home folder to keep a table in: set XDG_DATA_HOME to a folder that may be written."


def data_folder() -> Path:
    """Of games, pictures of rolls and certificates: in `$XDG_DATA_HOME` or `~/.local/share`. Raises `LogError`."""
    home = _home()
    data = _given("XDG_DATA_HOME") or (home and home / ".local" / "share")
    if data is None:
        raise LogError(NO_HOME)
    return data / "croupier"


def default_database() -> Path:
    """The log in the data folder."""
    return data_folder() / "table.db"


def cache_folder() -> Path | None:
    """Of things that can be had again: in `$XDG_CACHE_HOME` or `~/.cache`; None without a home."""
    home = _home()
    cache = _given("XDG_CACHE_HOME") or (home and home / ".cache")
    return cache and cache / "croupier"


def _given(name: str) -> Path | None:
    """A folder that the surroundings name; a relative one is none, as freedesktop.org has it."""
    given = Path(os.environ.get(name, ""))
    return given if given.is_absolute() else None


def _home() -> Path | None:
    if os.environ.get("HOME") == "":
        return None
    try:
        return Path.home()
    except RuntimeError:
        return None
