"""The connection to whoever asks: what is begun on it has to arrive in time."""

from __future__ import annotations

import asyncio

from croupier.server.web.streams import Line

HEAD_S = 10.0
"""A connection on which no whole head of a request has come after this long is cut."""


class PunctualLine(Line):
    """Cut when no whole request has come in time: a connection costs who opens it nothing, and the table a place."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEAD_S, self._too_late)

    def data_received(self, data: bytes) -> None:
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
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
        else:
            super().send_400_response(msg)

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()
