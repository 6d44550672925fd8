"""The status, the metrics and the bug report over HTTP, and whether the server is well at all."""

# annotations are values here, not texts: FastAPI could not find the names of a function's surroundings in a text

import json
import logging
import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.rules.secrecy import is_secret
from croupier.server.errors import LogError, in_one_line
from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.status.lines import nameless
from croupier.server.status.metrics import Metrics
from croupier.server.status.report import report
from croupier.server.status.state import Status
from croupier.server.table import Table
from croupier.server.web import problems
from croupier.server.web.guard import NO_STORE
from croupier.server.web.roles import THE_OPERATOR, Roles, Who

METRICS = "text/plain; version=0.0.4; charset=utf-8"
SECRET_ROUTE = "/api/act"
"""Where secret actions come in."""
LONGEST_SENTENCE = 300

logger = logging.getLogger(__name__)


def router(table: Table, live: Live, log: Log, roles: Roles, status: Status, metrics: Metrics) -> APIRouter:
    """The routes."""
    router = APIRouter()

    @router.get("/healthz", responses=problems.defines(503))
    def healthz(request: Request) -> dict[str, str]:
        """Whether the server is well: it answers, its log can be read, and the newest change was kept."""
        try:
            log.newest_game()
            trouble = log.trouble
        except LogError as error:
            trouble = error
        if trouble is not None:
            sentence, whole = str(trouble), roles.who(request) == THE_OPERATOR
            raise HTTPException(503, sentence if whole else nameless(sentence, log.database, "the log"))
        return {"status": "ok"}

    @router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
    def measured() -> Response:
        """For Prometheus. Nothing in it tells of hidden dice, or of what is done in secret."""
        return Response(metrics.text(), media_type=METRICS, headers=NO_STORE)

    @router.get("/api/status", responses=problems.responses(403, 422))
    def state(response: Response, who: Annotated[Who, Depends(roles.anybody)]) -> dict[str, Any]:
        """How the table is doing; all of it for the operator, for others only whether it works."""
        response.headers.update(NO_STORE)
        return {"you": who.you, **(status.whole() if who == THE_OPERATOR else status.public())}

    @router.get(
        "/api/report.zip",
        response_class=Response,
        dependencies=[Depends(roles.require_operator)],
        responses={200: {"content": {"application/zip": {}}}, **problems.responses(401)},
    )
    def packed() -> Response:
        """A bug report, for whoever mends it; takes a while."""
        name = f"croupier-report-{time.strftime('%Y-%m-%d-%H%M')}.zip"
        headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}"'}
        return Response(report(status, table, live), media_type="application/zip", headers=headers)

    return router


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
    path = getattr(scope.get("route"), "path", None)
    if path is not None:
        return str(path)
    return "/static" if scope["path"].startswith("/static/") else "unknown"


def _sentence(body: bytes) -> str:
    try:
        said = str(json.loads(body)["error"])
    except (ValueError, LookupError, TypeError):
        return "see the page"
    return in_one_line(said)[:LONGEST_SENTENCE]
