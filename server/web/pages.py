"""The pages; they fetch what they show. A link with a token in it leaves a cookie, and the token is off the address."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.templating import Jinja2Templates

from croupier.server.web.brought import keep_camera, keep_operator, keep_seat
from croupier.server.web.camera.frames import CameraKey
from croupier.server.web.gate.guard import NO_STORE
from croupier.server.web.play.joining import base_of
from croupier.server.web.roles import THE_OPERATOR, VOID_LINK, Roles

OLD_LINK = "This is no operator's link, or one from an earlier start of the table: open the one that was printed last."
OLD_CAMERA = "This camera's link is from an earlier start of the table: scan the one that /setup shows now."
EVERYBODYS = (("/board", "Board"), ("/play", "Play"), ("/history", "History"), ("/status", "Status"))
OPERATORS = (
    ("/table", "Table"),
    ("/board", "Board"),
    ("/table#seats", "Players"),
    ("/#new-game", "New game"),
    ("/history", "History"),
    ("/setup", "Setup"),
    ("/camera", "Camera"),
    ("/status", "Status"),
)
"""The pages that a page leads to, and what they are called there."""


def router(roles: Roles, key: CameraKey, templates: Jinja2Templates, address: str) -> APIRouter:
    """The routes. `address` is where others find the table."""
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    def page(request: Request, name: str) -> Response:
        known = base_of(request, address) if address else ""
        links = OPERATORS if roles.who(request) == THE_OPERATOR else EVERYBODYS
        return templates.TemplateResponse(request, name, {"address": known, "pages": links}, headers=NO_STORE)

    def operators(request: Request, name: str, token: str | None) -> Response:
        """A page on which the operator's link makes the browser the operator's."""
        if token is None:
            return page(request, name)
        token = token.strip().rpartition("token=")[2]  # whoever is asked for the token may give the whole link
        if not roles.is_operator(token):
            raise HTTPException(401, OLD_LINK)
        response = _without_token(request)
        keep_operator(request, response, token)
        return response

    @router.get("/")
    async def start(request: Request, token: str | None = None) -> Response:
        return operators(request, "index.html", token)

    @router.get("/board")
    async def board(request: Request, token: str | None = None) -> Response:
        return operators(request, "board.html", token)

    @router.get("/history")
    async def history(request: Request, token: str | None = None) -> Response:
        return operators(request, "history.html", token)

    @router.get("/overlay")
    async def overlay(request: Request) -> Response:
        return page(request, "overlay.html")

    @router.get("/play")
    async def play(request: Request, token: str | None = None) -> Response:
        if token is None:
            return page(request, "play.html")
        seat = roles.seat_of(token)
        if seat is None:
            raise HTTPException(403, VOID_LINK)
        response = _without_token(request, seat=str(seat))
        keep_seat(request, response, token)
        return response

    @router.get("/camera")
    async def camera(request: Request, token: str | None = None) -> Response:
        if token is None:
            return page(request, "camera.html")
        if not key.fits(token):
            raise HTTPException(401, OLD_CAMERA)
        response = _without_token(request)
        keep_camera(request, response, token)
        return response

    @router.get("/setup")
    async def set_up(request: Request, token: str | None = None) -> Response:
        return operators(request, "setup.html", token)

    @router.get("/status")
    async def condition(request: Request, token: str | None = None) -> Response:
        return operators(request, "status.html", token)

    @router.get("/table")
    async def operate(request: Request, token: str | None = None) -> Response:
        return operators(request, "table.html", token)

    return router


def _without_token(request: Request, **settled: str) -> Response:
    """To the same page, with what else its address says."""
    given = [(key, value) for key, value in request.query_params.multi_items() if key not in ("token", *settled)]
    rest = urlencode([*given, *settled.items()])
    return RedirectResponse(f"{request.url.path}?{rest}" if rest else request.url.path, 303, headers=NO_STORE)
