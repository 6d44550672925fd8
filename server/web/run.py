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
from croupier.server.web.gate import Door, PunctualLine
from croupier.server.web.gate.accepting import Accepting, allow_many

GRACE_S = 1
"""How long open connections may go on once the server is told to stop."""
KEPT_OPEN_S = 15
"""A connection may wait so long for its next request: pages ask again as people tap."""
LARGEST_HEAD = 32 * 1024
"""Bytes of a request's head: a phone that has played for years brings many cookies."""
WAITING = 128
"""Connections that may wait to be taken in."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on `host` and `port`. Raises `PortError`.

    It says that it speaks TCP: only then does asyncio send at once what it is given. Else the body of each answer waits
    until its head is acknowledged, for some 40 ms.
    """
    place = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind((host, port))
        place.listen(WAITING)
    except (OSError, OverflowError) as error:
        place.close()
        raise PortError(f"Port {port} is in use or not allowed: choose another with --port.") from error
    return place


def run(app: FastAPI, place: socket.socket, before_end: Callable[[], None], door: Door) -> None:
    """Serve on `place` until told to stop; `before_end` sends long-time readers home."""
    allow_many()
    with asyncio.Runner(loop_factory=Accepting) as runner:
        runner.run(_serve(_Server(settings(app, door)), place, before_end))


def settings(app: FastAPI, door: Door) -> uvicorn.Config:
    """How the application is served. Who is in front of it is believed only where a proxy is known to be."""
    certificate = door.certificate
    return uvicorn.Config(
        app,
        http=PunctualLine,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=door.behind_proxy,
        backlog=WAITING,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_keep_alive=KEPT_OPEN_S,
        timeout_graceful_shutdown=GRACE_S,
        ssl_certfile=certificate.file if certificate else None,
        ssl_keyfile=certificate.key if certificate else None,
    )


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
