"""What readers of a table's events, and viewers of its picture, are sent."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Send

from croupier.server.live.photo import Shot
from croupier.server.mailbox import News, board_of
from croupier.server.web.roles import Who
from croupier.server.web.streams.once import Once

KEEP_ALIVE_S = 15.0
"""A comment is sent after this long without news, so that a dead connection is found out."""
STILL_HERE = b": still here\n\n"
COME_BACK_MS = 500
"""A reader whose connection broke is asked to come back after this long."""
BOUNDARY = "croupierframe"


class Feed:
    """The events of one table. What several readers are sent, a board or a piece of news, is written out once."""

    def __init__(
        self,
        news: News,
        board: Callable[[Who, Any], dict[str, Any]],
        seen: Callable[[], dict[str, Any] | None] = lambda: None,
        moment: Callable[[], Any] = lambda: None,
    ) -> None:
        """`board` is built in a worker thread: anew after news of it, or when the `moment` that it shows is another."""
        self._news, self._board, self._seen, self._moment = news, board, seen, moment
        self._boards: dict[Who, Once[bytes]] = defaultdict(Once)
        self._written: dict[str, tuple[Any, bytes]] = {}
        self._picture: Once[bytes | None] = Once()

    async def board(self, who: Who) -> bytes:
        """The board as they see it now, as JSON."""
        moment = self._moment()
        key = (*(self._news.count(kind) for kind in _boards(who)), moment)
        return await self._boards[who].get(key, lambda: _json(self._board(who, moment)))

    async def events(self, who: Who, still: Callable[[], bool] = lambda: True) -> AsyncIterator[bytes]:
        """The whole board and what is seen first, then changes, until the reader or the server goes.

        A seat also hears of what is its own; its stream ends when it is `still` its own no more.
        """
        boards = _boards(who)
        with self._news.mailbox(*boards, "seen", "event", "notice") as mailbox:
            if not await self._welcome(who, still):
                return
            yield f"retry: {COME_BACK_MS}\n".encode() + _event("board", await self.board(who))
            if (sight := self._seen()) is not None:
                yield _event("seen", _json(sight))
            while not mailbox.closed:
                parts = []
                for kind, item in await mailbox.fetch(KEEP_ALIVE_S):
                    if kind not in boards:
                        parts.append(self._once(kind, item))
                    elif await self._welcome(who, still):
                        parts.append(_event("board", await self.board(who)))
                    else:
                        return
                if not mailbox.closed or parts:
                    yield b"".join(parts) or STILL_HERE

    async def pictures(self, shot: Shot | None) -> AsyncIterator[bytes]:
        """The live picture, part by part, from `shot` on. A frame becomes a JPEG once, however many watch."""
        with self._news.mailbox("shot") as mailbox:
            fresh: list[tuple[str, Any]] = [("shot", shot)] if shot else []
            yield _NEXT_PART
            while not mailbox.closed:
                for _, item in fresh:
                    picture = await self._picture.get(item, item.jpeg)
                    if picture is not None:
                        yield picture + b"\r\n" + _NEXT_PART
                fresh = await mailbox.fetch(KEEP_ALIVE_S)

    async def _welcome(self, who: Who, still: Callable[[], bool]) -> bool:
        """Whoever has no seat has none to lose."""
        return who.seat is None or await run_in_threadpool(still)

    def _once(self, kind: str, item: Any) -> bytes:
        """A piece of news as it is sent."""
        known = self._written.get(kind)
        if known is None or known[0] is not item:
            known = self._written[kind] = (item, _event(kind, _json(item)))
        return known[1]


class Newest(StreamingResponse):
    """A stream of large parts, each made only when its reader has taken the one before: it is the newest then."""

    async def stream_response(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for part in self.body_iterator:
            for body in (part, b""):  # nothing is sent of the second, but it waits until there is room for more
                await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _boards(who: Who) -> tuple[str, ...]:
    """The kinds of news after which their board is another."""
    return ("board",) if who.seat is None else ("board", board_of(who.seat))


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _event(kind: str, data: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), data)


_NEXT_PART = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\n\r\n".encode()
"""The head of a part is sent right after the picture before it: browsers show a picture once they have seen that."""
