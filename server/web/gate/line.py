"""The connection to whoever asks: what is begun on it has to arrive in time, and nobody has more than a share."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable

import h11

from croupier.server.web.gate.limits import is_here, network
from croupier.server.web.streams import Line

HEAD_S = 10.0
"""A connection on which no whole head of a request has come after this long is cut."""
MOST, MOST_EACH = 900, 150
"""Connections that may be open: of all, and of one address. A proxy on this machine speaks for everybody. Twenty phones
behind one router have some six each while their pages load, and one or two later on."""
NO_HTTP = "This is no HTTP that can be read."
NO_NEWS = "Invalid HTTP request received."
"""What uvicorn says of it in its own lines: anybody could fill a terminal with these."""

logging.getLogger("uvicorn.error").addFilter(lambda record: record.getMessage() != NO_NEWS)


class PunctualLine(Line):
    """Cut when no whole request has come in time: a connection costs who opens it nothing, and the table a place."""

    _deadline: asyncio.TimerHandle | None = None
    whose = ""
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.whose, self._since = network(self.client[0] if self.client else ""), self.loop.time()
        self._make_room()
        self._deadline = self.loop.call_later(HEAD_S, self._too_late)

    def data_received(self, data: bytes) -> None:
        if self._deadline is None and self.idle:
            self._deadline = self.loop.call_later(HEAD_S, self._too_late)
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._in_time()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is told so, unless an answer to what came before it is under way."""
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.abort()
            return
        headers = [("content-type", "application/json"), ("connection", "close")]
        said = json.dumps({"error": NO_HTTP}).encode()
        answer = (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(said),
            h11.EndOfMessage(),
        )
        self.transport.write(b"".join(self.conn.send(part) or b"" for part in answer))
        self.transport.close()

    @property
    def idle(self) -> bool:
        """Whether nobody waits for an answer on it."""
        return self.cycle is None or self.cycle.response_complete

    def _make_room(self) -> None:
        """Where there are too many, one that only stands open goes, or else this one."""
        lines = [line for line in self.connections if isinstance(line, PunctualLine)]
        mine = [line for line in lines if line.whose == self.whose]
        if len(mine) > MOST_EACH and not is_here(self.whose):
            self._least(mine).leave()
        elif len(lines) > MOST:
            self._least(lines).leave()

    def _least(self, lines: Iterable[PunctualLine]) -> PunctualLine:
        """The one that is missed least: it asked nothing yet, or nothing more, and is the oldest; else the newcomer."""
        standing = (line for line in lines if line.idle and line is not self)
        return min(standing, key=lambda line: (line.cycle is not None, line._since), default=self)

    def leave(self) -> None:
        """Cut it, and count it no more."""
        self.connections.discard(self)
        self.transport.abort()

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if self.idle:
            self.transport.abort()
