"""Every answer is counted, and a refusal is worth a line."""

from __future__ import annotations

import json
import logging
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.rules.secrecy import is_secret
from croupier.server.errors import in_one_line
from croupier.server.status.metrics import Metrics
from croupier.server.table import Table

SECRET_ROUTE = "/api/act"
"""Where secret actions come in."""
LONGEST_SENTENCE = 300

logger = logging.getLogger(__name__)


class Watched:
    """ASGI middleware around all others: every answer is counted, and a refusal is worth a line.

    Where a game knows secrets, a request that may have been one is neither: that it was made is secret too.
    """

    def __init__(self, app: ASGIApp, table: Table, metrics: Metrics) -> None:
        self._app, self._table, self._metrics = app, table, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, said, method = 0, b"", _method(scope)  # of a HEAD the guard makes a GET

        async def watched(message: Message) -> None:
            nonlocal status, said
            if message["type"] == "http.response.start":
                status = message["status"]
                self._count(scope, method, status)
            elif status >= 400 and not said:
                said = message.get("body", b"")
                self._tell(scope, method, status, said)
            await send(message)

        await self._app(scope, receive, watched)

    def _count(self, scope: Scope, method: str, status: int) -> None:
        if self._telling(scope):
            self._metrics.request(method, _route(scope), status)
            logger.debug("%s %s: %d", method, _route(scope), status)

    def _tell(self, scope: Scope, method: str, status: int, body: bytes) -> None:
        if status < 500 and self._telling(scope):
            logger.info("Refused %s %s (%d): %s", method, _route(scope), status, _sentence(body))

    def _telling(self, scope: Scope) -> bool:
        """Whether anybody may know of this request."""
        course = self._table.playing
        if scope["path"] != SECRET_ROUTE or course is None:
            return True
        kinds: tuple[Any, ...] = course.game.actions
        return not any(is_secret(kind) for kind in kinds)


def _method(scope: Scope) -> str:
    return str(scope["method"]) if scope["method"] in ("GET", "HEAD", "POST") else "other"


def _route(scope: Scope) -> str:
    """The template of the address, such as `/api/pictures/{number}.jpg`; never what somebody wrote."""
    return str(getattr(scope.get("route"), "path", "unknown"))


def _sentence(body: bytes) -> str:
    try:
        said = str(json.loads(body)["error"])
    except (ValueError, LookupError, TypeError):
        return "see the page"
    return in_one_line(said)[:LONGEST_SENTENCE]
