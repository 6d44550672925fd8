"""The rows of a log, as values: those that are written, and those that are to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class StartedGame:
    """A game as it was started. `started` in seconds since 1970."""

    id: int
    name: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    started: float


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the log. `at` in seconds since 1970; `payload` as JSON values; `picture` the evidence's id."""

    id: int
    game: int
    at: float
    kind: str
    author: str
    payload: Mapping[str, Any]
    picture: int | None


@dataclass(frozen=True, slots=True)
class Draft:
    """A row to be written; its evidence is an older `picture`, or the one that is `new` with these rows."""

    kind: str
    author: str
    payload: Mapping[str, Any]
    picture: int | None = None
    new: bool = False
