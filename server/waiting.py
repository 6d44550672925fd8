"""Who waits for the next game: names that phones gave before it begins, each with a token that will be its seat's.

Kept in memory alone: whoever waited when the table stopped gives the name once more.
"""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from croupier.rules.settings import plain_name, refuse_alike, seat_players, shorten
from croupier.server import tokens
from croupier.server.errors import NoSuchSeat, TableError

MOST = 100
"""As many may wait; no game has more seats."""
MOST_OF_ONE = 8
"""As many names may come from one address: a phone that is handed around has one after another."""


@dataclass(frozen=True, slots=True)
class _Waits:
    """The hash of a token, and the network address that it was given to; "" is one that speaks for many."""

    kept: str
    address: str


class Waiting:
    """Names and who gave them, in the order in which they came. Safe to use from several threads."""

    def __init__(self, tell: Callable[[], None] = lambda: None) -> None:
        """`tell` is called when somebody has come, gives another name, or is removed."""
        self._tell, self._lock = tell, threading.Lock()
        self._waits: Mapping[str, _Waits] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """As they were given."""
        return tuple(self._waits)

    def come(
        self,
        name: str,
        brought: Sequence[str] = (),
        address: str = "",
        seated: str | None = None,
        holds: Callable[[str], bool] = lambda token: False,
    ) -> tuple[str, str]:
        """Wait under that name; the name as it is kept, and its token. Whoever waits already gives another name so.

        `brought` are the tokens that the sender has, and `seated` the one of them to wait with, where the name has a
        seat already; one that `holds` a seat is no other name's. Raises `BadOption` for a name that no game takes, and
        `TableError` for one that somebody else waits under, or where too many come from one `address`.
        """
        (name,) = seat_players((name,), (1, 1))
        refuse_alike((name,))
        with self._lock:
            mine = next((token for token in brought if self._held_by(token) is not None), None)
            others = {known: waits for known, waits in self._waits.items() if not mine or not _fits(mine, waits)}
            same = next((known for known in others if plain_name(known) == plain_name(name)), None)
            if same is not None:
                raise TableError(f"Somebody called {same} waits already: add something to your name.")
            if len(others) >= MOST:
                raise TableError("As many wait as any game has seats: wait until one of them plays.")
            if address and sum(waits.address == address for waits in others.values()) >= MOST_OF_ONE:
                raise TableError(
                    f"{MOST_OF_ONE} names wait from your address already: the operator can remove those that nobody "
                    "plays under."
                )
            token = seated or (mine if mine is not None and not holds(mine) else tokens.draw())
            new = _Waits(tokens.hash_of(token), address)
            before = self._held_by(mine) if mine else None  # the new name takes the other one's place
            kept = ((name, new) if known == before else (known, waits) for known, waits in self._waits.items())
            self._waits = {**dict(kept), name: new}
        self._tell()
        return name, token

    def seated(self, players: Sequence[str]) -> dict[int, str]:
        """The seats of a game of these players that are theirs who wait: the hash of each one's token."""
        by_name = {plain_name(name): waits.kept for name, waits in self._waits.items()}
        names = [plain_name(name) for name in players]
        return {seat: by_name[name] for seat, name in enumerate(names) if name in by_name}

    def remove(self, name: str) -> None:
        """Nobody waits under that name any more. Raises `NoSuchSeat` where nobody does."""
        with self._lock:
            left = {known: waits for known, waits in self._waits.items() if plain_name(known) != plain_name(name)}
            if len(left) == len(self._waits):
                raise NoSuchSeat(f"Nobody called {shorten(name.strip())} waits: look at the board who does.")
            self._waits = left
        self._tell()

    def clear(self) -> None:
        """A game has begun: whoever is in it has a seat, and the others wait no longer."""
        with self._lock:
            self._waits = {}

    def _held_by(self, token: str) -> str | None:
        return next((name for name, waits in self._waits.items() if _fits(token, waits)), None)


def _fits(token: str, waits: _Waits) -> bool:
    return hmac.compare_digest(tokens.hash_of(token), waits.kept)
