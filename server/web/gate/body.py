"""The body of a request: taken whole and in time before the table sees it, or refused."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

LARGEST_BODY = 64 * 1024
"""Bytes of JSON that a request may bring."""
LARGER_BODIES = {"/api/frame": 16 * 1024 * 1024}
"""Bytes that a request may bring elsewhere."""
BODY_S = 20.0
"""A body is there after this long, or its sender is told off."""
LINGER_S, LINGER_BYTES = 5.0, 32 * 1024 * 1024
"""So long, and so much, is still taken (and dropped) of a body that was refused: a browser that is cut off while it
sends reports a broken connection, and never reads why."""

TOO_LARGE = "That is too much: send at most {most}."
TOO_SLOW = "This took too long to arrive: try again nearer to the table's network."


class Refused(Exception):
    """An answer other than the table's: its status, a sentence, and headers."""

    def __init__(self, status: int, sentence: str, **headers: str) -> None:
        super().__init__(sentence)
        self.status, self.headers = status, headers


class Body:
    """A request's body: taken as a whole before the application sees it, or let be."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        headers = Headers(scope=scope)
        declared = headers.get("content-length", "0")
        self._declared = int(declared) if declared.isdecimal() and len(declared) < 19 else LINGER_BYTES
        self._receive, self._whole = receive, b""
        self.ended = declared == "0" and "transfer-encoding" not in headers
        self._taken = False

    async def take(self, most: int) -> None:
        """Read it all. Raises `Refused` when it is too large or slow, and `ClientDisconnect` when its sender goes."""
        body, come = bytearray(), self._declared
        try:
            async with asyncio.timeout(BODY_S):
                while come <= most and not self.ended:
                    body += await self._part()
                    come = len(body)
        except TimeoutError:
            raise Refused(408, TOO_SLOW) from None
        if come > most:
            raise Refused(413, TOO_LARGE.format(most=_words(most)))
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


def lingering(send: Send, body: Body) -> Send:
    """Sends an answer at once, and ends it when the request has been heard out, as far as that goes."""

    async def linger(message: Message) -> None:
        if message["type"] == "http.response.body" and not body.ended:
            await send({**message, "more_body": True})
            await body.drain()
            message = {"type": "http.response.body", "body": b""}
        await send(message)

    return linger


def _words(size: int) -> str:
    return f"{size // 2**20} MiB" if size >= 2**20 else f"{size // 2**10} KiB"
