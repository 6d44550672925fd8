"""How connections are taken in: as many as the machine allows, and none that never gets to speak."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

HANDSHAKE_S = 5.0
"""A connection under https that has not agreed on its cipher after this long is cut."""
TELL_EVERY_S = 60.0
OUT_OF_FILES = (
    "More connections are open than this machine allows a program (see `ulimit -n`): whoever comes now has to wait."
)

logger = logging.getLogger(__name__)


class Accepting(asyncio.SelectorEventLoop):
    """An event loop for a server that anybody may connect to."""

    _told_at = -TELL_EVERY_S

    async def create_server(self, *args: Any, **how: Any) -> asyncio.Server:
        if how.get("ssl") is not None:
            how.setdefault("ssl_handshake_timeout", HANDSHAKE_S)
        return await super().create_server(*args, **how)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Of connections that cannot be taken in asyncio tells with a traceback for each that waits, every second."""
        if "out of system resource" not in context.get("message", ""):
            super().call_exception_handler(context)
        elif time.monotonic() - self._told_at >= TELL_EVERY_S:
            self._told_at = time.monotonic()
            logger.warning(OUT_OF_FILES)


def allow_many() -> None:
    """As many open files as the machine lets this program have; most start it with fewer."""
    with suppress(ImportError, OSError, ValueError):  # other systems have other limits
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
