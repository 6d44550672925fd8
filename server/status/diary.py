"""Keeps count of what happens at the table, and writes a line where it is worth one: only what everybody may know."""

from __future__ import annotations

import logging
import threading
from typing import Any

from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.status.metrics import Metrics
from croupier.server.table import Table

logger = logging.getLogger(__name__)


class Diary:
    """Hears the news of one table, in the threads of those who make them."""

    def __init__(self, table: Table, live: Live, news: News, log: Log, metrics: Metrics) -> None:
        self._table, self._live, self._log, self._metrics = table, live, log, metrics
        self._number = table.playing.version if table.playing else 0
        self._camera = live.camera["state"]
        self._lock = threading.Lock()
        live.pulse.heard = metrics.frame
        news.listen(self._hear)

    def _hear(self, kind: str, item: Any) -> None:
        if kind in ("board", "start"):
            with self._lock:
                self._count()
                self._look()

    def _count(self) -> None:
        course = self._table.playing
        if course is None:
            return
        fresh = []
        for told in reversed(course.told):
            if told.secret:
                continue
            if told.number <= self._number:
                break
            fresh.append(told)
        if not fresh:
            return
        self._number = fresh[0].number
        self._metrics.wrote(self._log.last_write_s)
        for told in reversed(fresh):
            self._metrics.row(course.started.name, told.entry)
            if told.entry.kind == "start":
                logger.info("A game of %s begins, for %d.", course.game.title, len(course.started.players))

    def _look(self) -> None:
        camera = self._live.camera
        if camera["state"] != self._camera:
            self._camera = camera["state"]
            logger.log(logging.WARNING if self._camera == "lost" else logging.INFO, "Camera: %s", camera["text"])
