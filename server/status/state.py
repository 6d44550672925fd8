"""The whole status of a table, as JSON for its page. Hidden dice are in none of it, and nothing that tells of them."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

from croupier.server.errors import LogError
from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.status import facts
from croupier.server.status.lines import masked, nameless
from croupier.server.table import Table

ROUND_BYTES = 100_000


class Status:
    """Of one table, from its start on."""

    def __init__(self, table: Table, live: Live, news: News, log: Log) -> None:
        self._table, self._live, self._news, self._log = table, live, news, log
        self._began = time.monotonic()
        self._size: int | None = None

    def public(self) -> dict[str, Any]:
        """What everybody may know: whether it works."""
        course, camera = self._table.playing, self._live.camera
        return {
            "version": facts.version(),
            "uptime_s": round(time.monotonic() - self._began),
            "camera": {"state": camera["state"], "text": nameless(camera["text"], camera["url"], "the camera")},
            "phase": self._live.phase.value,
            "game": None if course is None else course.game.title,
            "readers": self._news.readers("event"),
        }

    def whole(self) -> dict[str, Any]:
        """What whoever mends it wants to know."""
        seen, pulse = self._live.seen, self._live.pulse
        hidden = self._table.hides
        return {
            **self.public(),
            "camera": {
                "url": masked(self._live.camera["url"]),
                "state": self._live.camera["state"],
                "text": masked(self._live.camera["text"]),
                "fps_asked": _asked(self._live.camera["url"]),
                "fps": round(pulse.fps, 1),
            },
            "hidden": hidden,
            "why": [] if hidden or seen is None else list(seen.why),
            "stages": [{"stage": stage, "ms": round(ms, 1)} for stage, ms in pulse.stages.items()],
            "reader": facts.reader(pulse.reader),
            "models": facts.models(),
            "software": facts.software(),
            "viewers": self._news.readers("shot"),
            "disk_free_bytes": facts.free_bytes(None if "://" in self._log.database else self._log.database),
            "log": {
                "name": masked(self._log.database),
                "revision": self._log.revision,
                "size_bytes": self._size_bytes(hidden),
            },
            "load": facts.load(),
            "throttled": facts.throttled(),
        }

    def _size_bytes(self, hidden: bool) -> int | None:
        """Roughly; while dice are hidden it stands still, as what is written in secret would show in it."""
        if self._size is None or not hidden:
            try:
                self._size = self._log.size_bytes // ROUND_BYTES * ROUND_BYTES
            except LogError:
                self._size = None
        return self._size


def _asked(url: str) -> str | None:
    """The frame rate that the camera's address asks for."""
    return next(iter(parse_qs(urlsplit(url).query).get("fps", [])), None)
