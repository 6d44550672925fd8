"""What is reckoned from all games: one figure in the making at a time, however many ask for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from anyio import CapacityLimiter, to_thread

from croupier.server.history.fairness.values import Asked, Fairness


class Figures:
    """Made in one thread, which is not of those that serve the rest; who waits holds none. Lives on one event loop."""

    def __init__(self, make: Callable[[Asked], Fairness]) -> None:
        self._make, self._alone = make, CapacityLimiter(1)
        self._under_way: dict[Asked, asyncio.Task[Fairness]] = {}

    async def of(self, source: Asked) -> Fairness:
        """The figure; where it is in the making, that one. Raises what the making raises."""
        making = self._under_way.get(source)
        if making is None:
            making = asyncio.create_task(to_thread.run_sync(self._make, source, limiter=self._alone))
            self._under_way[source] = making
            making.add_done_callback(lambda _: self._under_way.pop(source, None))
        return await asyncio.shield(making)  # who goes does not end it for those that wait
