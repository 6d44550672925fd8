"""The connection to one reader: little waits in it, and it is cut when its other end takes nothing any more."""

from __future__ import annotations

import asyncio
import socket

from uvicorn.protocols.http.h11_impl import H11Protocol

STALLED_S = 20.0
"""A connection that has taken nothing of what waits for it for so long is cut."""
WAITING_BYTES = 16 * 1024
"""As much may wait in this program before whoever writes has to wait; what comes then is newer."""
SEND_BYTES = 64 * 1024
"""As much may wait in the system, which doubles it; left alone it keeps megabytes for each reader that sleeps."""


class Line(H11Protocol):
    """HTTP/1.1 on one connection."""

    _last_look: asyncio.TimerHandle | None = None
    _left = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(WAITING_BYTES)
        place = transport.get_extra_info("socket")
        if place is not None:
            place.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        super().connection_lost(exc)

    def _look(self) -> None:
        """While more waits than may. Nothing is added meanwhile, so that less each time means that it is taken."""
        self._left = self.transport.get_write_buffer_size()
        self._last_look = self.loop.call_later(STALLED_S, self._look_again)

    def _look_again(self) -> None:
        if self.transport.get_write_buffer_size() >= self._left:
            self.transport.abort()
        else:
            self._look()

    def _rest(self) -> None:
        if self._last_look is not None:
            self._last_look.cancel()
            self._last_look = None
