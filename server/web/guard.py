"""What every request passes: a name of the table, its Origin, a fair pace and size; and headers on every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.server.web.gate import ROOMS, UPLOADS, Door, Limits, TooMuch, ours
from croupier.server.web.roles import operator_cookies

LARGEST_BODY = 64 * 1024
"""Bytes of JSON that a request may bring."""
LARGER_BODIES = {"/api/frame": 16 * 1024 * 1024}
"""Bytes that a request may bring elsewhere."""
BODY_S = 20.0
"""A body is there after this long, or its sender is told off."""
LINGER_S, LINGER_BYTES = 5.0, 32 * 1024 * 1024
"""So long, and so much, is still taken (and dropped) of a body that was refused: a browser that is cut off while it
sends reports a broken connection, and never reads why."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
PERMITTED = "camera={camera}, microphone=(), geolocation=(), display-capture=(), payment=(), usb=()"
CAMERA_PAGES = ("/camera", "/setup")
NO_STORE = {"cache-control": "no-store"}

WRONG_NAME = (
    "The table does not go by this name: open the address that its start printed. If it is to be found here, start it "
    "with --allow-host and the name."
)
WRONG_ORIGIN = "This page is not one of the table's own: open the board's address."
TOO_LARGE = "That is too much: send at most {most}."
TOO_SLOW = "This took too long to arrive: try again nearer to the table's network."


class Refuse(Protocol):
    """Makes the answer for who is refused."""

    def __call__(
        self, request: Request, status: int, sentence: str, headers: Mapping[str, str] | None = None
    ) -> Response: ...


def in_json(request: Request, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"error": sentence}, status, headers)


class _Refused(Exception):
    def __init__(self, status: int, sentence: str, **headers: str) -> None:
        super().__init__(sentence)
        self.status, self.headers = status, headers


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
        request, body = Request(scope), _Body(scope, receive)
        send = _sealed(scope, send, body)
        try:
            await self._pass(request, body, send)
        except _Refused as refused:
            response = self._refuse(request, refused.status, str(refused), {**NO_STORE, **refused.headers})
            await response(scope, receive, _lingering(send, body))
        except ClientDisconnect:
            return  # what came of it is not acted upon, and nobody waits for an answer

    async def _pass(self, request: Request, body: _Body, send: Send) -> None:
        """Hand the request on. Raises `_Refused`, and `ClientDisconnect` when its sender goes before its body's end."""
        scope, path = request.scope, request.scope["path"]
        if not self._door.answers_to(request.headers.get("host", "")):
            raise _Refused(421, WRONG_NAME)
        if request.method == "POST" and not ours(request.headers, scope["scheme"]):
            raise _Refused(403, WRONG_ORIGIN)
        whose = request.client.host if request.client else ""
        try:
            self._limits.request(whose, request.method, path, _tokens(request))
            with self._limits.place(whose, UPLOADS if path in LARGER_BODIES else ROOMS.get(path)):
                if request.method == "POST":
                    await body.take(LARGER_BODIES.get(path, LARGEST_BODY))
                if request.method == "HEAD":
                    scope, send = {**scope, "method": "GET"}, _without_body(send)
                await self._app(scope, body.receive, send)
        except TooMuch as much:
            raise _Refused(429, str(much), **{"retry-after": str(much.wait_s)}) from None


class _Body:
    """A request's body: taken as a whole before the application sees it, or let be."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        headers = Headers(scope=scope)
        declared = headers.get("content-length", "0")
        self._declared = int(declared) if declared.isdecimal() and len(declared) < 19 else LINGER_BYTES
        self._receive, self._whole = receive, b""
        self.ended = declared == "0" and "transfer-encoding" not in headers
        self._taken = False

    async def take(self, most: int) -> None:
        """Read it all. Raises `_Refused` when it is too large or slow, and `ClientDisconnect` when its sender goes."""
        body, come = bytearray(), self._declared
        try:
            async with asyncio.timeout(BODY_S):
                while come <= most and not self.ended:
                    body += await self._part()
                    come = len(body)
        except TimeoutError:
            raise _Refused(408, TOO_SLOW) from None
        if come > most:
            raise _Refused(413, TOO_LARGE.format(most=_words(most)))
        self._whole, self._taken = bytes(body), True

    async def receive(self) -> Message:
        """For the application: the whole body in one piece, if it was taken, and then what else there is."""
        if not self._taken:
            return await self._receive()
        self._taken = False
        return {"type": "http.request", "body": self._whole, "more_body": False}

    async def drain(self) -> None:
        """Let what still comes run off, within bounds."""
        drained = 0
        with suppress(TimeoutError, ClientDisconnect):
            async with asyncio.timeout(LINGER_S):
                while not self.ended and drained < LINGER_BYTES:
                    drained += len(await self._part())

    async def _part(self) -> bytes:
        message = await self._receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        self.ended = not message.get("more_body", False)
        return bytes(message.get("body", b""))


def _tokens(request: Request) -> list[str]:
    """Those that may be somebody's guess. A seat's in a cookie is drawn by chance, and far too long for one."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    given = (bearer.strip() if scheme.lower() == "bearer" else "", request.query_params.get("token"))
    return [token for token in (*given, *operator_cookies(request)) if token]


def _sealed(scope: Scope, send: Send, body: _Body) -> Send:
    """Gives every answer its headers; the connection ends with it while somebody still sends what nobody reads."""

    async def sealed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            camera = "(self)" if scope["path"] in CAMERA_PAGES else "()"
            headers.setdefault("permissions-policy", PERMITTED.format(camera=camera))
            if not body.ended:
                headers["connection"] = "close"
        await send(message)

    return sealed


def _lingering(send: Send, body: _Body) -> Send:
    """Sends an answer at once, and ends it when the request has been heard out, as far as that goes."""

    async def linger(message: Message) -> None:
        if message["type"] == "http.response.body" and not body.ended:
            await send({**message, "more_body": True})
            await body.drain()
            message = {"type": "http.response.body", "body": b""}
        await send(message)

    return linger


def _without_body(send: Send) -> Send:
    """An answer's head alone, also of what would go on and on."""
    ended = False

    async def heads(message: Message) -> None:
        nonlocal ended
        if message["type"] == "http.response.start":
            await send(message)
        elif not ended:
            ended = True
            await send({"type": "http.response.body", "body": b""})

    return heads


def _words(size: int) -> str:
    return f"{size // 2**20} MiB" if size >= 2**20 else f"{size // 2**10} KiB"
