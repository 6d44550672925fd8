"""What is counted and measured, for Prometheus. Of hidden dice and of what is done in secret nothing is counted."""

from __future__ import annotations

import platform
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest

from croupier.server.log import Entry
from croupier.server.mailbox import News
from croupier.server.table import CAMERA

READ_MS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
WRITE_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0)


class Metrics:
    """One table's, in a registry of its own."""

    def __init__(self, news: News, version: str, camera_up: Callable[[], bool]) -> None:
        self.registry = mine = CollectorRegistry()
        self._rolls = Counter("croupier_rolls", "Rolls that the camera saw", ["result"], registry=mine)
        self._questions = Counter("croupier_questions", "Times that the table asked", registry=mine)
        self._corrections = Counter("croupier_corrections", "Entries put right", registry=mine)
        self._undos = Counter("croupier_undos", "Actions taken back", registry=mine)
        self._actions = Counter("croupier_actions", "Actions that everybody may know of", ["game"], registry=mine)
        self._games = Counter("croupier_games", "Games begun", ["game"], registry=mine)
        self._frames = Counter("croupier_frames", "Frames looked at", registry=mine)
        self._read = Histogram(
            "croupier_read_milliseconds", "Reading the dice of a frame at rest", buckets=READ_MS, registry=mine
        )
        self._wrote = Histogram(
            "croupier_log_write_seconds", "Writing to the log, until it is safe", buckets=WRITE_S, registry=mine
        )
        self._requests = Counter(
            "croupier_http_requests", "Requests answered", ["method", "route", "status"], registry=mine
        )
        Gauge("croupier_event_readers", "Pages that follow the events now", registry=mine).set_function(
            lambda: news.readers("event")
        )
        Gauge("croupier_picture_viewers", "Viewers of the live picture now", registry=mine).set_function(
            lambda: news.readers("shot")
        )
        Gauge("croupier_camera_up", "Whether the camera sees the table", registry=mine).set_function(
            lambda: float(camera_up())
        )
        Info("croupier_build", "What runs here", registry=mine).info(
            {"version": version, "python": platform.python_version()}
        )
        for result in ("sure", "asked"):
            self._rolls.labels(result)  # there from the beginning, at 0

    def row(self, game: str, entry: Entry) -> None:
        """A row of the log that everybody may know of."""
        match entry.kind:
            case "start":
                self._games.labels(game).inc()
            case "action":
                self._actions.labels(game).inc()
                if entry.author == CAMERA:
                    self._rolls.labels("sure").inc()
            case "question":
                self._questions.inc()
                if not entry.payload.get("alone"):
                    self._rolls.labels("asked").inc()
            case "correct":
                self._corrections.inc()
            case "undo":
                self._undos.inc()

    def wrote(self, seconds: float) -> None:
        """Rows that everybody may know of are on the disk."""
        self._wrote.observe(seconds)

    def frame(self, read_s: float | None) -> None:
        """A frame was looked at, and read in so many seconds if it was."""
        self._frames.inc()
        if read_s is not None:
            self._read.observe(1000 * read_s)

    def request(self, method: str, route: str, status: int) -> None:
        """A request was answered; `route` is the template of its address, never what somebody wrote."""
        self._requests.labels(method, route, str(status)).inc()

    def text(self) -> bytes:
        """All of it, in Prometheus' text format."""
        return generate_latest(self.registry)
