"""Who sits where: one token a seat, by which a phone acts for it. Only the token's hash is kept.

A seat belongs to a name: whoever is seated stays so in every following game that the name plays in without a break.
"""

from __future__ import annotations

import hmac
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from croupier.rules.settings import plain_name, shorten
from croupier.server import tokens
from croupier.server.errors import NoGame, NoSuchSeat, TableError
from croupier.server.log import Log, StartedGame
from croupier.server.waiting import Waiting

MOST_NAMES = 8
"""As many free names are told to somebody who gave another, so that the sentence stays short."""
SEATED = (
    "{player} has a seat from the last game and keeps it: add something to your name, or ask the operator for the link "
    "to that seat."
)


@dataclass(frozen=True, slots=True)
class _Seating:
    """The seats of one game, and the hash that counts for each that is taken. Readers get it whole, and at once."""

    game: int = 0
    players: tuple[str, ...] = ()
    hashes: Mapping[int, str] = field(default_factory=dict)
    void: Mapping[str, int] = field(default_factory=dict)
    """The seats that hashes were good for, before these were handed over."""


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
        self._seating = _Seating()
        self.waiting = Waiting(tell)

    def open(self, started: StartedGame, seated: Mapping[int, str] | None = None) -> None:
        """From now on these are the seats of this game, taken as `seated` or the log says. Raises `LogError`."""
        with self._lock:
            seats = range(len(started.players))
            seated = self._log.seated(started.id) if seated is None else seated
            hashes = {seat: token_hash for seat, token_hash in seated.items() if seat in seats}
            before = self._seating
            if started.id != before.game:
                self._seating = _Seating(started.id, started.players, hashes)
                self.waiting.clear()
            elif hashes != before.hashes:  # read once more, after nobody could tell what had been kept
                gone = {kept: seat for seat, kept in before.hashes.items() if hashes.get(seat) != kept}
                self._seating = replace(before, hashes=hashes, void={**before.void, **gone})
                self._tell()

    def taken(self, seat: int) -> bool:
        """Whether somebody has a token of the seat."""
        return seat in self._seating.hashes

    def kept(self, players: Sequence[str]) -> dict[int, str]:
        """The seats that are taken already in a game of these players, each with its token's hash: theirs who sit in
        the game before it, and theirs who wait.
        """
        now = self._seating
        by_name = {plain_name(now.players[seat]): token_hash for seat, token_hash in now.hashes.items()}
        names = [plain_name(name) for name in players]
        seated = {seat: by_name[name] for seat, name in enumerate(names) if name in by_name}
        return {**self.waiting.seated(players), **seated}

    def held_by(self, token: str) -> int | None:
        """The seat that a token is good for. Every seat's is compared, and in constant time."""
        given = tokens.hash_of(token)
        held = [seat for seat, kept in self._seating.hashes.items() if hmac.compare_digest(kept, given)]
        return held[0] if held else None

    def once_held_by(self, token: str) -> int | None:
        """The seat that a token was good for, until it was handed over in this game."""
        return self._seating.void.get(tokens.hash_of(token))

    def take(self, name: str, brought: Sequence[str] = ()) -> tuple[int, str]:
        """The seat of that name and a token for it; whoever brings the one that counts gets it back.

        Raises `NoGame`, `NoSuchSeat`, `LogError`, and `TableError` when somebody else has the seat.
        """
        with self._lock:
            seat = self._find(name)
            if not self.taken(seat):
                return seat, self.give(seat)
            mine = next((token for token in brought if self.held_by(token) == seat), None)
            if mine is None:
                raise TableError(
                    f"The seat of {self._seating.players[seat]} is taken: ask the operator to hand it over."
                )
            return seat, mine

    def wait(self, name: str, brought: Sequence[str] = (), address: str = "") -> tuple[str, str]:
        """Wait for the next game, as `Waiting.come` has it; whoever is seated under that name waits with that token.

        Raises `TableError` for the name of somebody else who is seated: that seat stays theirs in the next game.
        """
        with self._lock:
            now = self._seating
            seat = next((seat for seat in now.hashes if plain_name(now.players[seat]) == plain_name(name)), None)
            mine = next((token for token in brought if seat is not None and self.held_by(token) == seat), None)
            if seat is not None and mine is None:
                raise TableError(SEATED.format(player=now.players[seat]))
            return self.waiting.come(name, brought, address, mine, lambda token: self.held_by(token) is not None)

    def give(self, seat: int) -> str:
        """A new token for the seat; the one before is void. Raises `NoGame`, `NoSuchSeat` or `LogError`."""
        with self._lock:
            now = self._seating
            if not now.players:
                raise NoGame
            if seat not in range(len(now.players)):
                raise NoSuchSeat(f"There is no seat {seat}; the seats are 0 to {len(now.players) - 1}.")
            token = tokens.draw()
            self._log.seat(now.game, seat, tokens.hash_of(token), self._clock())
            void = {**now.void, now.hashes[seat]: seat} if seat in now.hashes else now.void
            self._seating = replace(now, hashes={**now.hashes, seat: tokens.hash_of(token)}, void=void)
            self._tell()
            return token

    def _find(self, name: str) -> int:
        """The seat of a name, however it is written."""
        if not self._seating.players:
            raise NoGame
        for seat, player in enumerate(self._seating.players):
            if plain_name(player) == plain_name(name):
                return seat
        raise NoSuchSeat(f"Nobody called {shorten(name.strip())} plays here. {self._free()}")

    def _free(self) -> str:
        free = [player for seat, player in enumerate(self._seating.players) if not self.taken(seat)]
        if not free:
            return "All seats are taken: ask the operator to hand one over."
        more = f" and {len(free) - MOST_NAMES} more" if len(free) > MOST_NAMES else ""
        return f"Still free: {', '.join(free[:MOST_NAMES])}{more}."
