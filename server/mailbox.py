"""News for whoever watches the table: a mailbox a reader, which holds the newest of each kind and never grows."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any


def board_of(seat: int) -> str:
    """The kind of news that a seat's own board has changed, and nobody else's."""
    return f"board of seat {seat}"


class Mailbox:
    """What one reader has not fetched yet: at most one item a kind. Lives on one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._newest: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._something = asyncio.Event()
        self.closed = False

    def put(self, kind: str, news: Any) -> None:
        """From any thread. Older news of the kind are dropped. The reader hears of it when it is woken."""
        with self._lock:
            self._newest.pop(kind, None)
            self._newest[kind] = news

    def close(self) -> None:
        """From any thread: the reader is to go, once it is woken."""
        self.closed = True

    async def fetch(self, timeout_s: float) -> list[tuple[str, Any]]:
        """All that is new, oldest kind first; empty after `timeout_s` without news, or when closed."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._something.wait()
        except TimeoutError:
            return []
        with self._lock:
            self._something.clear()
            news, self._newest = list(self._newest.items()), {}
        return news

    @staticmethod
    def wake(mailboxes: Iterable[Mailbox]) -> None:
        """From any thread: one knock at each loop, however many read there."""
        loops: dict[asyncio.AbstractEventLoop, list[Mailbox]] = {}
        for mailbox in mailboxes:
            loops.setdefault(mailbox._loop, []).append(mailbox)
        for loop, there in loops.items():
            with suppress(RuntimeError):  # a loop that is gone, and its readers with it
                loop.call_soon_threadsafe(_stir, there)


def _stir(mailboxes: list[Mailbox]) -> None:
    for mailbox in mailboxes:
        mailbox._something.set()


class News:
    """Hands every piece of news to all mailboxes that are open."""

    def __init__(self) -> None:
        self._mailboxes: dict[Mailbox, frozenset[str]] = {}
        self._counts: Counter[str] = Counter()
        self._listeners: list[Callable[[str, Any], None]] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def mailbox(self, *kinds: str) -> Iterator[Mailbox]:
        """A mailbox for news of these kinds, while the context lasts."""
        mailbox = Mailbox()
        with self._lock:
            self._mailboxes[mailbox] = frozenset(kinds)
            if self._closed:
                mailbox.close()
                Mailbox.wake([mailbox])
        try:
            yield mailbox
        finally:
            with self._lock:
                del self._mailboxes[mailbox]

    def publish(self, kind: str, news: Any) -> None:
        """From any thread; returns at once however slow the readers are."""
        with self._lock:
            self._counts[kind] += 1
        mailboxes = self._wanting(kind)
        for mailbox in mailboxes:
            mailbox.put(kind, news)
        Mailbox.wake(mailboxes)
        for hear in self._listeners:
            hear(kind, news)

    def listen(self, hear: Callable[[str, Any], None]) -> None:
        """Have every piece of news heard at once, in the thread that publishes it; `hear` must take no time."""
        self._listeners.append(hear)

    def count(self, kind: str) -> int:
        """How much there was of this kind so far."""
        with self._lock:
            return self._counts[kind]

    def readers(self, kind: str) -> int:
        """How many read news of this kind now."""
        return len(self._wanting(kind))

    def wanted(self, kind: str) -> bool:
        """Whether anybody reads news of this kind now."""
        return bool(self._wanting(kind))

    def close(self) -> None:
        """Send every reader home."""
        with self._lock:
            self._closed = True
            mailboxes = list(self._mailboxes)
        for mailbox in mailboxes:
            mailbox.close()
        Mailbox.wake(mailboxes)

    def _wanting(self, kind: str) -> list[Mailbox]:
        with self._lock:
            return [mailbox for mailbox, kinds in self._mailboxes.items() if kind in kinds]
