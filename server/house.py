"""One table put together: log, news, camera and web application, from start to end."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from croupier.hardware.camera import Camera, open_camera
from croupier.server.errors import LogError
from croupier.server.live import Eyes, Live, Onlooker
from croupier.server.live.photo import develop
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.setup import Equipment, Settings, beside
from croupier.server.table import Table
from croupier.server.web.app import create_app
from croupier.server.web.gate import Door
from croupier.server.web.roles import operator_token
from croupier.server.web.run import run

logger = logging.getLogger(__name__)


class House:
    """A context manager: inside it the table is there; `serve` opens it to the web and its camera."""

    def __init__(
        self,
        log: Log,
        camera: str | None,
        open_camera: Callable[[str], Camera] = open_camera,
        speed: float | None = 1.0,
        pause_for_questions: bool = False,
        onlooker: Onlooker | None = None,
        encore_s: float | None = None,
    ) -> None:
        """Without a `camera`, the one that was chosen for this log's table is used.

        A recording begins anew when a game starts; with `encore_s`, the game starts anew by itself so long after
        its recording has ended.
        """
        if not log.lasting:
            raise LogError(f"{log.database} keeps nothing: name a file for the log with --database.")
        log.claim()
        self.log, self.news = log, News()
        self.operator_token = operator_token(os.environ.get("CROUPIER_OPERATOR_TOKEN"))
        self.table = Table(log, self._publish, develop)
        self.equipment = Equipment(open_camera, settings=Settings(beside(log)), started_with=camera)
        watched = self.equipment.settings.camera() if camera is None else camera
        self.live = Live(
            self.table, watched, open_camera, open_eyes, self.news, speed, pause_for_questions, onlooker, encore_s
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.live.stop()
        self.log.close()

    def serve(self, place: socket.socket, address: str, door: Door) -> None:
        """Watch, and serve at `address`, by the names and in the way that `door` tells, until told to stop."""
        app = create_app(self.table, self.live, self.news, self.log, self.operator_token, address, door, self.equipment)
        self.live.start()
        logger.info("The table is open at %s.", address)
        run(app, place, self._last_round, door)
        logger.info("The table is closed.")

    def _last_round(self) -> None:
        """Told to stop: long-time readers are sent home, and the camera lets go meanwhile."""
        self.news.close()
        self.live.end()

    def _publish(self, kind: str, news: Any) -> None:
        self.news.publish(kind, news)
        if kind == "start":
            self.live.begin_anew()


def open_eyes() -> Eyes:
    """The reader and its watcher. Imported here: a table without a camera starts without them."""
    from croupier.vision.reader import open_reader
    from croupier.vision.watch import Watcher

    return Watcher(open_reader())


def open_camera_first(url: str | None) -> Callable[[str], Camera]:
    """Opens cameras, and the first one now: a camera that is not known is found out before the table opens."""
    ready = [] if url is None else [open_camera(url)]
    return lambda again: ready.pop() if ready and again == url else open_camera(again)
