"""The lines that Croupier writes about itself: one an event, as text or as JSON, and never a token in one."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections import deque
from datetime import UTC, datetime
from enum import StrEnum

LAST = 300
"""As many lines are kept for a bug report."""
SPEAKERS = ("croupier", "uvicorn")
HUSHED = ("python_multipart",)
"""What libraries say of a stranger's bytes is nothing for the terminal: the stranger is told."""
SECRETS = (
    (re.compile(r"(token=)[^&\s\"']+", re.IGNORECASE), r"\1…"),
    (re.compile(r"(bearer\s+)[^\s\"',]+", re.IGNORECASE), r"\1…"),
    (re.compile(r"(cookie\s*[:=]\s*)[^\r\n]+", re.IGNORECASE), r"\1…"),
    (re.compile(r"(://)[^/\s@\"']+@"), r"\1…@"),
    (re.compile(r"((?:password|passwd|pwd)=)[^&\s\"']+", re.IGNORECASE), r"\1…"),
)


class Format(StrEnum):
    """How lines look."""

    TEXT = "text"
    JSON = "json"


class Level(StrEnum):
    """From which weight on an event is worth a line."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def masked(text: str) -> str:
    """`text` without tokens, passwords and the name of whoever owns the home folder."""
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    home = os.path.expanduser("~")  # of who has none, that very sign
    return text.replace(home, "~") if len(home) > 1 else text


def nameless(text: str, name: str, instead: str) -> str:
    """`text` for everybody: masked, and `instead` of the `name` of what is the operator's business."""
    if name:
        text = text.replace(f"The log {name}", "The log").replace(name, instead)
    text = masked(re.sub(r"(cannot be used) \(.*\):", r"\1:", text))  # in brackets is what a database says
    return text[:1].upper() + text[1:]


class TextLines(logging.Formatter):
    """`12:03:04 info  live  The camera sees the table.`, and what an error left behind below it."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        said = f"{at} {record.levelname.lower():<7} {_speaker(record)}  {record.getMessage()}"
        return masked(f"{said}\n{self.formatException(record.exc_info)}" if record.exc_info else said)


class JsonLines(logging.Formatter):
    """An object a line: `at`, `level`, `from`, `text`, and an error's `traceback`."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": _speaker(record),
            "text": masked(record.getMessage()),
        }
        if record.exc_info:
            told["traceback"] = masked(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


class Recent(logging.Handler):
    """Keeps the last lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: deque[str] = deque(maxlen=LAST)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Shown(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes lines on stderr."""


def begin(how: Format = Format.TEXT, level: Level = Level.WARNING) -> None:
    """From now on events from `level` on are written on stderr, and the last of all are kept. Called again, it begins
    anew.
    """
    shown, recent = Shown(sys.stderr), Recent()
    shown.setLevel(level.upper())
    shown.setFormatter(JsonLines() if how == Format.JSON else TextLines())
    for name in HUSHED:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    for name in SPEAKERS:
        speaker = logging.getLogger(name)
        speaker.handlers = [one for one in speaker.handlers if not isinstance(one, Shown | Recent)]
        speaker.addHandler(shown)
        speaker.addHandler(recent)
        speaker.setLevel(logging.DEBUG if level == Level.DEBUG else logging.INFO)
        speaker.propagate = False


def last() -> list[str]:
    """The last lines that were kept, oldest first."""
    kept = (one for one in logging.getLogger(SPEAKERS[0]).handlers if isinstance(one, Recent))
    return [line for recent in kept for line in recent.lines]


def _speaker(record: logging.LogRecord) -> str:
    """Which part of the program speaks: `croupier.server.live.watch` is `live`."""
    parts = record.name.split(".")
    return parts[2] if parts[:2] == ["croupier", "server"] and len(parts) > 2 else parts[0]
