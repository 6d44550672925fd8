"""The status, the metrics and the bug report over HTTP, and whether the server is well at all."""

# annotations are values here, not texts: FastAPI could not find the names of a function's surroundings in a text

import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request, Response

from croupier.server.errors import LogError
from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.status.lines import nameless
from croupier.server.status.metrics import Metrics
from croupier.server.status.report import report
from croupier.server.status.state import Status
from croupier.server.table import Table
from croupier.server.web import problems
from croupier.server.web.gate.guard import NO_STORE
from croupier.server.web.roles import THE_OPERATOR, Roles, Who

METRICS = "text/plain; version=0.0.4; charset=utf-8"


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
