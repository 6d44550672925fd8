"""The web application: `create_app(table, live, …)` gives the HTTP of one table."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.templating import Jinja2Templates

from croupier.server.history.shelf import Shelf
from croupier.server.live import Live, Photographs
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.setup import USUAL, Equipment
from croupier.server.status.diary import Diary
from croupier.server.status.facts import version
from croupier.server.status.metrics import Metrics
from croupier.server.status.state import Status
from croupier.server.table import Table
from croupier.server.web import files, pages, problems, status
from croupier.server.web.camera import frames, setup
from croupier.server.web.gate import Door, Limits
from croupier.server.web.gate.guard import NO_STORE, Guard
from croupier.server.web.gate.watched import Watched
from croupier.server.web.history import routes as history
from croupier.server.web.play import acting, advising, joining, reading, seating
from croupier.server.web.roles import Roles

TEMPLATES = Path(__file__).parent.parent / "templates"


def create_app(
    table: Table,
    live: Live,
    news: News,
    log: Log,
    operator_token: str,
    address: str = "",
    door: Door | None = None,
    equipment: Equipment = USUAL,
) -> FastAPI:
    """The application; it neither starts nor stops the camera. `address` is where others find the table,
    `door` by which names and how; `equipment` is what it can be set up with.
    """
    app = FastAPI(
        title="Croupier", version="1", docs_url=None, redoc_url=None, responses=problems.responses(*problems.ANYWHERE)
    )
    roles = Roles(operator_token, table.seats)
    key = frames.CameraKey(operator_token, roles)
    templates = Jinja2Templates(TEMPLATES)
    templates.env.globals.update(
        certificate=door.certificate if door else None, static=f"/static/{files.edition()}", modules=files.modules
    )

    def problem(request: Request, status: int, sentence: str) -> Response:
        return templates.TemplateResponse(request, "problem.html", {"sentence": sentence}, status, headers=NO_STORE)

    refuse = problems.answerer(problem)
    problems.install(app, roles, lambda who: reading.whole_board(table, live, who), refuse, log.database)
    app.include_router(reading.router(table, live, news, log, roles))
    metrics = Metrics(news, version(), lambda: live.camera["state"] == "ok")
    Diary(table, live, news, log, metrics)
    app.include_router(status.router(table, live, log, roles, Status(table, live, news, log), metrics))
    app.include_router(acting.router(table, live, roles))
    app.include_router(advising.router(table, roles))
    app.include_router(joining.router(address))
    app.include_router(seating.router(table, roles, address))
    app.include_router(history.router(Shelf(log, lambda: table.playing)))
    app.include_router(frames.router(live, Photographs(table, equipment.open_reader, lambda: live.aside), key))
    app.include_router(setup.router(live, equipment, key, roles, address))
    app.include_router(pages.router(roles, key, templates, address))
    app.include_router(files.router())
    limits = Limits(lambda token: key.fits(token) or roles.knows(token))
    app.add_middleware(Guard, door=door, limits=limits, refuse=refuse)
    app.add_middleware(Watched, table=table, metrics=metrics)
    return app
