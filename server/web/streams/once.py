"""One piece of work for all who wait for what comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool

T = TypeVar("T")


class Once(Generic[T]):
    """The newest of something that takes a while to make: made once, in a worker thread, however many ask for it."""

    def __init__(self) -> None:
        self._key: object = None
        self._made: asyncio.Future[T] | None = None

    async def get(self, key: object, make: Callable[[], T]) -> T:
        """What `make` gives, unless it is there already, or in the making, under an equal `key`."""
        if self._made is None or key != self._key or _failed(self._made):
            self._key, self._made = key, asyncio.ensure_future(run_in_threadpool(make))
        return await asyncio.shield(self._made)  # one who goes ends it for nobody else


def _failed(made: asyncio.Future[T]) -> bool:
    return made.done() and (made.cancelled() or made.exception() is not None)
