"""What every request passes: a name of the table, its Origin, a fair pace and size; and headers on every answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.server.web.brought import kept, shown
from croupier.server.web.gate import ROOMS, STRANGE_UPLOADS, UPLOADS, Door, Limits, Room, TooMuch, is_local, ours, plain
from croupier.server.web.gate.body import LARGER_BODIES, LARGEST_BODY, Body, Refused, lingering

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
OPENER_POLICY = "same-origin"
"""Browsers heed it over https and on this computer; anywhere else they complain of it on every page."""
PERMITTED = "camera={camera}, microphone=(), geolocation=(), display-capture=(), payment=(), usb=()"
CAMERA_PAGES = ("/camera", "/setup")
NO_STORE = {"cache-control": "no-store"}

WRONG_NAME = (
    "The table does not go by this name: open the address that its start printed. If it is to be found here, start it "
    "with --allow-host and the name."
)
WRONG_ORIGIN = "This page is not one of the table's own: open the board's address."
TWO_SIZES = "This request gives its size in two ways: give it in one."


class Refuse(Protocol):
    """Makes the answer for who is refused."""

    def __call__(
        self, request: Request, status: int, sentence: str, headers: Mapping[str, str] | None = None
    ) -> Response: ...


def in_json(request: Request, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"error": sentence}, status, headers)


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(
        self, app: ASGIApp, door: Door | None = None, limits: Limits | None = None, refuse: Refuse = in_json
    ) -> None:
        self._app, self._door, self._limits, self._refuse = app, door or Door(), limits or Limits(), refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, body = Request(scope), Body(scope, receive)
        send = _sealed(scope, send, body)
        try:
            await self._pass(request, body, send)
        except Refused as refused:
            response = self._refuse(request, refused.status, str(refused), {**NO_STORE, **refused.headers})
            await response(scope, receive, lingering(send, body))
        except ClientDisconnect:
            return  # what came of it is not acted upon, and nobody waits for an answer

    async def _pass(self, request: Request, body: Body, send: Send) -> None:
        """Hand the request on. Raises `Refused`, and `ClientDisconnect` when its sender goes before its body's end."""
        scope, path = request.scope, request.scope["path"]
        if "transfer-encoding" in request.headers and "content-length" in request.headers:
            raise Refused(400, TWO_SIZES)
        if not self._door.answers_to(request.headers.get("host", "")):
            raise Refused(421, WRONG_NAME)
        if request.method == "POST" and not ours(request.headers, scope["scheme"]):
            raise Refused(403, WRONG_ORIGIN)
        whose = request.client.host if request.client else ""
        try:
            self._limits.request(whose, request.method, path, shown(request), kept(request))
            with self._limits.place(whose, self._room(request)):
                if request.method == "POST":
                    await body.take(LARGER_BODIES.get(path, LARGEST_BODY))
                async with self._limits.turn(request.method, path):
                    if request.method == "HEAD":
                        scope["method"], send = "GET", _without_body(send)
                    await self._app(scope, body.receive, send)
        except TooMuch as much:
            raise Refused(429, str(much), **{"retry-after": str(much.wait_s)}) from None

    def _room(self, request: Request) -> Room | None:
        if request.scope["path"] not in LARGER_BODIES:
            return ROOMS.get(request.scope["path"])
        return UPLOADS if self._limits.knows((*shown(request), *kept(request))) else STRANGE_UPLOADS


def _sealed(scope: Scope, send: Send, body: Body) -> Send:
    """Gives every answer its headers; the connection ends with it while somebody still sends what nobody reads."""

    async def sealed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if scope["scheme"] == "https" or is_local(plain(Headers(scope=scope).get("host", "")) or ""):
                headers.setdefault("cross-origin-opener-policy", OPENER_POLICY)
            camera = "(self)" if scope["path"] in CAMERA_PAGES else "()"
            headers.setdefault("permissions-policy", PERMITTED.format(camera=camera))
            if not body.ended:
                headers["connection"] = "close"
        await send(message)

    return sealed


def _without_body(send: Send) -> Send:
    """An answer's head alone, also of what would go on and on."""
    ended = False

    async def heads(message: Message) -> None:
        nonlocal ended
        if message["type"] == "http.response.start":
            await send(message)
        elif message["type"] == "http.response.body" and not ended:
            ended = True
            await send({"type": "http.response.body", "body": b""})

    return heads
