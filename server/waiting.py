"""Who waits for the next game: names that phones gave before it begins, each with a token that will be its seat's.

Kept in memory alone: whoever waited when the table stopped gives the name once more.
"""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable, Mapping, Sequence

from croupier.rules.settings import plain_name, seat_players
from croupier.server import tokens
from croupier.server.errors import TableError

MOST = 100
"""As many may wait; no game has more seats."""


class Waiting:
    """Names and the hashes of their tokens, in the order in which they came. Safe to use from several threads."""

    def __init__(self, tell: Callable[[], None] = lambda: None) -> None:
        """`tell` is called when somebody has come, or gives another name."""
        self._tell, self._lock = tell, threading.Lock()
        self._hashes: Mapping[str, str] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """As they were given."""
        return tuple(self._hashes)

    def come(self, name: str, brought: Sequence[str] = ()) -> tuple[str, str]:
        """Wait under that name; the name as it is kept, and its token. Whoever waits already gives another name so.

        `brought` are the tokens that the sender has. Raises `BadOption` for a name that no game takes, and
        `TableError` for one that somebody else waits under.
        """
        (name,) = seat_players((name,), (1, 1))
        with self._lock:
            mine = next((token for token in brought if self._held_by(token) is not None), None)
            others = {known: kept for known, kept in self._hashes.items() if not mine or not _fits(mine, kept)}
            same = next((known for known in others if plain_name(known) == plain_name(name)), None)
            if same is not None:
                raise TableError(f"Somebody called {same} waits already: add something to your name.")
            if len(others) >= MOST:
                raise TableError("As many wait as any game has seats: wait until one of them plays.")
            token = mine or tokens.draw()
            if mine and name != self._held_by(mine):  # in the place of the other name
                hashes = {name if _fits(mine, kept) else known: kept for known, kept in self._hashes.items()}
            else:
                hashes = {**self._hashes, name: tokens.hash_of(token)}
            self._hashes = hashes
        self._tell()
        return name, token

    def seated(self, players: Sequence[str]) -> dict[int, str]:
        """The seats of a game of these players that are theirs who wait: the hash of each one's token."""
        by_name = {plain_name(name): kept for name, kept in self._hashes.items()}
        names = [plain_name(name) for name in players]
        return {seat: by_name[name] for seat, name in enumerate(names) if name in by_name}

    def clear(self) -> None:
        """A game has begun: whoever is in it has a seat, and the others wait no longer."""
        with self._lock:
            self._hashes = {}

    def _held_by(self, token: str) -> str | None:
        return next((name for name, kept in self._hashes.items() if _fits(token, kept)), None)


def _fits(token: str, kept: str) -> bool:
    return hmac.compare_digest(tokens.hash_of(token), kept)
