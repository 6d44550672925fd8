"""Run the web application until Ctrl-C or SIGTERM, and end cleanly even with readers connected."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from croupier.server.errors import PortError
from croupier.server.web.streams import Line

GRACE_S = 1
"""How long open connections may go on once the server is told to stop."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on `host` and `port`. Raises `PortError`."""
    place = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind((host, port))
        place.listen(128)
    except (OSError, OverflowError) as error:
        place.close()
        raise PortError(f"Port {port} is in use or not allowed: choose another with --port.") from error
    return place


def run(app: FastAPI, place: socket.socket, before_end: Callable[[], None]) -> None:
    """Serve on `place` until told to stop; `before_end` sends long-time readers home."""
    config = uvicorn.Config(
        app, http=Line, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE_S, lifespan="off"
    )
    asyncio.run(_serve(_Server(config), place, before_end))


class _Server(uvicorn.Server):
    """Leaves signals to us: uvicorn raises them anew after it has ended, which is no clean end."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _serve(server: _Server, place: socket.socket, before_end: Callable[[], None]) -> None:
    def stop() -> None:
        before_end()
        if server.should_exit:
            server.force_exit = True
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    await server.serve([place])
