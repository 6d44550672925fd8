"""Who sits where: one token a seat, by which a phone acts for it. Only the token's hash is kept.

A seat belongs to a name: whoever is seated stays so in every following game that the name plays in without a break.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from hashlib import sha256

from croupier.rules.settings import plain_name, shorten
from croupier.server.errors import NoGame, NoSuchSeat, TableError
from croupier.server.log import Log, StartedGame

TOKEN_BYTES = 24
MOST_NAMES = 8
"""As many free names are told to somebody who gave another, so that the sentence stays short."""


class Seats:
    """The seats of the game in play. Safe to use from several threads."""

    def __init__(
        self,
        log: Log,
        lock: threading.RLock | None = None,
        tell: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`lock` is held by whoever writes to the log; `tell` is called when a seat has been taken or handed over."""
        self._log, self._lock, self._tell, self._clock = log, lock or threading.RLock(), tell, clock
        self._game = 0
        self._players: tuple[str, ...] = ()
        self._hashes: dict[int, str] = {}

    def open(self, started: StartedGame) -> None:
        """From now on these are the seats of this game, taken as its log says. Raises `LogError`."""
        with self._lock:
            seats, seated = range(len(started.players)), self._log.seated(started.id)
            self._hashes = {seat: token_hash for seat, token_hash in seated.items() if seat in seats}
            self._game, self._players = started.id, started.players

    def taken(self, seat: int) -> bool:
        """Whether somebody has a token of the seat."""
        return seat in self._hashes

    def kept(self, players: Sequence[str]) -> dict[int, str]:
        """The seats that are taken already in a game of these players: where a name sits now, and its token's hash."""
        with self._lock:
            by_name = {plain_name(self._players[seat]): token_hash for seat, token_hash in self._hashes.items()}
        names = [plain_name(name) for name in players]
        return {seat: by_name[name] for seat, name in enumerate(names) if name in by_name}

    def held_by(self, token: str) -> int | None:
        """The seat that a token is good for. Every seat's is compared, and in constant time."""
        given = _hash(token)
        with self._lock:
            held = [seat for seat, kept in self._hashes.items() if hmac.compare_digest(kept, given)]
        return held[0] if held else None

    def take(self, name: str, tokens: Sequence[str] = ()) -> tuple[int, str]:
        """The seat of that name and a token for it; whoever brings the one that counts gets it back.

        Raises `NoGame`, `NoSuchSeat`, `LogError`, and `TableError` when somebody else has the seat.
        """
        with self._lock:
            seat = self._find(name)
            if not self.taken(seat):
                return seat, self.give(seat)
            mine = next((token for token in tokens if self.held_by(token) == seat), None)
            if mine is None:
                raise TableError(f"The seat of {self._players[seat]} is taken: ask the operator to hand it over.")
            return seat, mine

    def give(self, seat: int) -> str:
        """A new token for the seat; the one before is void. Raises `NoGame`, `NoSuchSeat` or `LogError`."""
        with self._lock:
            if not self._players:
                raise NoGame
            if seat not in range(len(self._players)):
                raise NoSuchSeat(f"There is no seat {seat}; the seats are 0 to {len(self._players) - 1}.")
            token = secrets.token_urlsafe(TOKEN_BYTES)
            self._log.seat(self._game, seat, _hash(token), self._clock())
            self._hashes = {**self._hashes, seat: _hash(token)}
            self._tell()
            return token

    def _find(self, name: str) -> int:
        """The seat of a name, however it is written."""
        if not self._players:
            raise NoGame
        for seat, player in enumerate(self._players):
            if plain_name(player) == plain_name(name):
                return seat
        raise NoSuchSeat(f"Nobody called {shorten(name.strip())} plays here. {self._free()}")

    def _free(self) -> str:
        free = [player for seat, player in enumerate(self._players) if not self.taken(seat)]
        if not free:
            return "All seats are taken: ask the operator to hand one over."
        more = f" and {len(free) - MOST_NAMES} more" if len(free) > MOST_NAMES else ""
        return f"Still free: {', '.join(free[:MOST_NAMES])}{more}."


def _hash(token: str) -> str:
    """A token is as long as a hash and drawn by chance, so that this alone does: nobody can try them all."""
    return sha256(token.encode(errors="surrogatepass")).hexdigest()
