"""News for whoever watches the table: a mailbox a reader, which holds the newest of each kind and never grows."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
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
        """From any thread. Older news of the kind are dropped."""
        with self._lock:
            self._newest.pop(kind, None)
            self._newest[kind] = news
        self._wake()

    def close(self) -> None:
        """From any thread: the reader is to go."""
        self.closed = True
        self._wake()

    async def fetch(self, timeout_s: float) -> list[tuple[str, Any]]:
        """All that is new, oldest kind first; empty after `timeout_s` without news, or when closed."""
        try:
            await asyncio.wait_for(self._something.wait(), timeout_s)
        except TimeoutError:
            return []
        with self._lock:
            self._something.clear()
            news, self._newest = list(self._newest.items()), {}
        return news

    def _wake(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._something.set)
        except RuntimeError:
            return  # the loop is gone, and its reader with it


class News:
    """Hands every piece of news to all mailboxes that are open."""

    def __init__(self) -> None:
        self._mailboxes: dict[Mailbox, frozenset[str]] = {}
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
        try:
            yield mailbox
        finally:
            with self._lock:
                del self._mailboxes[mailbox]

    def publish(self, kind: str, news: Any) -> None:
        """From any thread; returns at once however slow the readers are."""
        for mailbox in self._wanting(kind):
            mailbox.put(kind, news)

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

    def _wanting(self, kind: str) -> list[Mailbox]:
        with self._lock:
            return [mailbox for mailbox, kinds in self._mailboxes.items() if kind in kinds]
