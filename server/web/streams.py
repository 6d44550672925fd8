"""What goes on and on: server-sent events and the live picture. Each reader gets the newest, never a backlog."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool

from croupier.server.live.photo import Shot
from croupier.server.mailbox import News, board_of

KEEP_ALIVE_S = 15.0
"""A comment is sent after this long without news, so that a dead connection is found out."""
COME_BACK_MS = 1000
"""A reader whose connection broke is asked to come back after this long."""
BOUNDARY = "croupierframe"


async def events(
    news: News,
    board: Callable[[], dict[str, Any] | None],
    seen: Callable[[], dict[str, Any] | None],
    seat: int | None = None,
) -> AsyncIterator[str]:
    """The whole board and what is seen first, then changes, until the reader or the server goes.

    A `seat` also hears of what is its own; once there is no `board` for it any more, the stream ends.
    """
    boards = ("board", *(() if seat is None else (board_of(seat),)))
    with news.mailbox(*boards, "seen", "event", "notice") as mailbox:
        if (first := await run_in_threadpool(board)) is None:
            return
        yield f"retry: {COME_BACK_MS}\n{_event('board', first)}"
        if (sight := seen()) is not None:
            yield _event("seen", sight)
        while not mailbox.closed:
            fresh = await mailbox.fetch(KEEP_ALIVE_S)
            for kind, item in fresh:
                if kind not in boards:
                    yield _event(kind, item)
                elif (now := await run_in_threadpool(board)) is not None:
                    yield _event("board", now)
                else:
                    return
            if not fresh:
                yield ": still here\n\n"


async def pictures(news: News, shot: Shot | None) -> AsyncIterator[bytes]:
    """The live picture, part by part. A frame becomes a JPEG once, however many watch."""
    with news.mailbox("shot") as mailbox:
        fresh: list[tuple[str, Any]] = [("shot", shot)] if shot else []
        yield _NEXT_PART
        while not mailbox.closed:
            for _, item in fresh:
                picture = await run_in_threadpool(item.jpeg)
                if picture is not None:
                    yield picture + b"\r\n" + _NEXT_PART
            fresh = await mailbox.fetch(KEEP_ALIVE_S)


def _event(kind: str, data: object) -> str:
    return f"event: {kind}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


_NEXT_PART = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\n\r\n".encode()
"""The head of a part is sent right after the picture before it: browsers show a picture once they have seen that."""
