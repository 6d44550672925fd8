"""What every request passes: the right Origin, a body of a fair size; and headers on every answer."""

from __future__ import annotations

import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 64 * 1024
"""Bytes of JSON that a request may bring."""

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


NO_STORE = {"cache-control": "no-store"}


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["method"] != "POST":
            await self._app(scope, receive, sealed)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != headers.get("host"):
            await _refuse(sealed, 403, "This page is not one of the table's own: open the board's address.")
            return
        try:
            body = await _body(headers, receive)
        except ClientDisconnect:
            return  # what came of it is not acted upon, and nobody waits for an answer
        if body is None:
            await _refuse(sealed, 413, f"That is too much: send at most {LARGEST_BODY // 1024} KiB.")
            return
        await self._app(scope, _replay(body, receive), sealed)


async def _body(headers: Headers, receive: Receive) -> bytes | None:
    """The whole body, or None if it is too large. Raises `ClientDisconnect` when its sender goes before its end."""
    declared = headers.get("content-length", "")
    if declared.isdigit() and int(declared) > LARGEST_BODY:
        return None
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += bytes(message.get("body", b""))
        if len(body) > LARGEST_BODY:
            return None
        if not message.get("more_body", False):
            return body


def _replay(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _refuse(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
