"""The web application: `create_app(table, live, …)` gives the HTTP of one table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request, Response
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates

from croupier.rules import GAMES
from croupier.server import show
from croupier.server.live import Live, seen_json
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.table import OPERATOR, Table
from croupier.server.web import problems, streams
from croupier.server.web.bodies import LARGEST_ID, Act, Correct, JsonRoute, NewGame, Nothing, Versioned
from croupier.server.web.guard import Guard
from croupier.server.web.roles import COOKIE, Roles

FILES = Path(__file__).parent.parent
NO_STORE = {"cache-control": "no-store"}
OLD_LINK = "This operator's link is from an earlier start of the table: open the one that was printed last."
KEEP = {"cache-control": "private, max-age=31536000, immutable"}
"""A picture's address never comes to mean another picture."""


def create_app(table: Table, live: Live, news: News, log: Log, operator_token: str, address: str = "") -> FastAPI:
    """The application; it neither starts nor stops the camera. `address` is where others find the table."""
    app = FastAPI(title="Croupier", version="1", docs_url=None, redoc_url=None)
    roles = Roles(operator_token)
    templates = Jinja2Templates(FILES / "templates")

    def problem(request: Request, status: int, sentence: str) -> Response:
        return templates.TemplateResponse(request, "problem.html", {"sentence": sentence}, status, headers=NO_STORE)

    problems.install(app, lambda request: whole_board(table, live, roles.role(request)), problem)
    app.include_router(_reading(table, live, news, log, roles))
    app.include_router(_acting(table, live, roles))
    app.include_router(_pages(roles, templates, address))
    app.mount("/static", StaticFiles(directory=FILES / "static"), name="static")
    app.add_middleware(Guard)
    return app


def whole_board(table: Table, live: Live, you: dict[str, Any]) -> dict[str, Any]:
    """The table's board with the camera's part and the reader's."""
    return {**show.board(table), "camera": live.camera, "phase": live.phase.value, "you": you}


def _reading(table: Table, live: Live, news: News, log: Log, roles: Roles) -> APIRouter:
    """What everybody may read."""
    router = APIRouter()

    @router.get("/healthz")
    def healthz() -> dict[str, str]:
        """Whether the server is up."""
        return {"status": "ok"}

    @router.get("/api/board")
    def board(request: Request, response: Response) -> dict[str, Any]:
        """The whole board, and who the reader is."""
        response.headers.update(NO_STORE)
        return whole_board(table, live, roles.role(request))

    @router.get("/api/events", response_class=StreamingResponse, responses=_stream("text/event-stream"))
    def events(request: Request) -> StreamingResponse:
        """Server-sent: `board` at once and on each change; `seen`, `event`, `notice`."""
        you = roles.role(request)

        def seen() -> dict[str, Any] | None:
            return seen_json(now, live.shot) if (now := live.seen) else None

        stream = streams.events(news, lambda: whole_board(table, live, you), seen)
        return StreamingResponse(stream, media_type="text/event-stream", headers=NO_STORE)

    @router.get("/api/log", responses=problems.responses(409))
    def entries() -> dict[str, list[dict[str, Any]]]:
        """The actions, undos and corrections of this game, oldest first."""
        return {"entries": show.story(table)}

    @router.get("/api/games")
    def games() -> list[dict[str, Any]]:
        """The games there are, and their options."""
        return [show.about(game) for game in GAMES.values()]

    @router.get("/api/live.mjpg", response_class=StreamingResponse, responses=_stream("multipart/x-mixed-replace"))
    def live_picture() -> StreamingResponse:
        """The live picture as motion JPEG."""
        kind = f"multipart/x-mixed-replace; boundary={streams.BOUNDARY}"
        return StreamingResponse(streams.pictures(news, live.shot), media_type=kind, headers=NO_STORE)

    @router.get(
        "/api/pictures/{number}.jpg",
        response_class=Response,
        responses={200: {"content": {"image/jpeg": {}}}, **problems.responses(404, 422, 503)},
    )
    def picture(number: Annotated[int, InPath(ge=0, le=LARGEST_ID)]) -> Response:
        """An evidence picture."""
        jpeg = log.picture(number)
        if jpeg is None:
            raise HTTPException(404, f"There is no picture {number}.")
        return Response(jpeg, media_type="image/jpeg", headers=KEEP)

    return router


def _acting(table: Table, live: Live, roles: Roles) -> APIRouter:
    """What only the operator may do; each answers with the new board."""
    router = APIRouter(
        prefix="/api",
        route_class=JsonRoute,
        dependencies=[Depends(roles.require_operator)],
        responses=problems.responses(400, 401, 403, 409, 413, 415, 422, 503),
    )

    def answer() -> dict[str, Any]:
        return whole_board(table, live, {"role": OPERATOR, "seat": None})

    @router.post("/act")
    def act(body: Act) -> dict[str, Any]:
        """Take an action, for whatever seat; answers an open question too."""
        table.act(body.action, OPERATOR, body.version)
        return answer()

    @router.post("/undo")
    def undo(body: Versioned) -> dict[str, Any]:
        """Take the last action back."""
        table.undo(OPERATOR, body.version)
        return answer()

    @router.post("/correct")
    def correct(body: Correct) -> dict[str, Any]:
        """Put another action in the place of an earlier one."""
        table.correct(body.entry, body.action, OPERATOR, body.version)
        return answer()

    @router.post("/dismiss")
    def dismiss(body: Versioned) -> dict[str, Any]:
        """Drop the open question: the roll does not count."""
        table.dismiss(OPERATOR, body.version)
        return answer()

    @router.post("/reread")
    def reread(body: Nothing) -> dict[str, Any]:
        """Have the table read again."""
        if not table.settle_unwritten():
            live.reread()
        return answer()

    @router.post("/game")
    def game(body: NewGame) -> dict[str, Any]:
        """Begin a new game."""
        table.start(body.game, tuple(body.players), body.options)
        return answer()

    return router


def _pages(roles: Roles, templates: Jinja2Templates, address: str) -> APIRouter:
    """The pages; they fetch what they show."""
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    def page(request: Request, name: str) -> Response:
        return templates.TemplateResponse(request, name, {"address": address}, headers=NO_STORE)

    @router.get("/")
    def start(request: Request) -> Response:
        return page(request, "index.html")

    @router.get("/board")
    def board(request: Request) -> Response:
        return page(request, "board.html")

    @router.get("/play")
    def play(request: Request) -> Response:
        return page(request, "play.html")

    @router.get("/table")
    def operate(request: Request, token: str | None = None) -> Response:
        if token is None:
            return page(request, "table.html")
        if not roles.is_operator(token):
            raise HTTPException(401, OLD_LINK)
        rest = urlencode([(key, value) for key, value in request.query_params.multi_items() if key != "token"])
        response = RedirectResponse(f"/table?{rest}" if rest else "/table", 303, headers=NO_STORE)
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/")
        return response

    return router


def _stream(kind: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}
