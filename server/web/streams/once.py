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
        self._made: asyncio.Task[T] | None = None
        self._done = asyncio.Event()

    async def get(self, key: object, make: Callable[[], T]) -> T:
        """What `make` gives, unless it is there already, or in the making, under an equal `key`."""
        made, done = self._made, self._done
        if made is None or key != self._key or _failed(made):
            made, done = asyncio.create_task(run_in_threadpool(make)), asyncio.Event()
            made.add_done_callback(lambda _: done.set())
            self._key, self._made, self._done = key, made, done
        if not made.done():
            await done.wait()  # not for the task itself: one who goes would end it for everybody
        return made.result()


def _failed(made: asyncio.Task[T]) -> bool:
    return made.done() and (made.cancelled() or made.exception() is not None)
