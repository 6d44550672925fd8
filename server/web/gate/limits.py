"""How often, and how many at once: for each address that asks, and for all together.

Ten phones behind one router have one address, and a volunteer who taps all night is no attack: what people do stays far
below these. What is guessed at, and what costs much, is held tighter.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter


@dataclass(frozen=True, slots=True)
class Pace:
    """How often one kind of request may come: from `each` address, and from `all` of them."""

    name: str
    each: RateLimitItem
    all: RateLimitItem


@dataclass(frozen=True, slots=True)
class Room:
    """How many of what lasts may go on at once: for `each` address, and for `all` of them."""

    name: str
    each: int
    all: int


JOINS = Pace("joins", parse("40/minute"), parse("400/minute"))
GUESSES = Pace("guesses", parse("10/minute"), parse("200/minute"))
"""Tokens that are nobody's. The same one again, as of a page left open over a new start, is no new guess."""
ACTS = Pace("acts", parse("600/10 seconds"), parse("3000/10 seconds"))
PICTURES = Pace("pictures", parse("1200/10 seconds"), parse("6000/10 seconds"))
COSTLY = Pace("costly", parse("300/minute"), parse("1200/minute"))
READS = Pace("reads", parse("3000/10 seconds"), parse("12000/10 seconds"))

EVENTS = Room("events", 60, 500)
LIVE = Room("live", 30, 60)
UPLOADS = Room("uploads", 3, 8)
STRANGE_UPLOADS = Room("strange uploads", 1, 2)
"""Of whoever has no token: they will be refused, and are not to take the places of the table's cameras."""

PACES = (
    ("POST", "/api/join", JOINS),
    ("POST", "/api/seat", JOINS),
    ("POST", "/api/wait", JOINS),
    ("POST", "/api/redeem", JOINS),
    ("POST", "", ACTS),
    ("GET", "/api/pictures", PICTURES),
    ("GET", "/api/advice", COSTLY),
    ("GET", "/api/fairness", COSTLY),
    ("GET", "/api/history", COSTLY),
    ("GET", "/api/report.zip", COSTLY),
    ("GET", "/metrics", COSTLY),
    ("", "", READS),
)
"""By method and how the path begins; the first that fits counts."""
ROOMS = {"/api/events": EVENTS, "/api/live.mjpg": LIVE}

ONCE = parse("1/hour")

TOO_FAST = "That is too much at once: wait {wait} and try again."
GUESSING = "Too many wrong tokens came from your address: wait {wait}, then open the link you were given."
FULL = "As many are open at once as the table can serve: close some other page of it, then load this one again."
COME_BACK_S = 5


class TooMuch(Exception):
    """More than is allowed: the sentence, and in how many seconds (whole ones) to try again."""

    def __init__(self, sentence: str, wait_s: int) -> None:
        super().__init__(sentence)
        self.wait_s = wait_s


class Limits:
    """Counts in memory. `known` says whether a token is somebody's. Lives on one event loop."""

    def __init__(self, known: Callable[[str], bool] = lambda token: True) -> None:
        self._known = known
        storage = MemoryStorage()
        self._window, self._once = MovingWindowRateLimiter(storage), FixedWindowRateLimiter(storage)
        self._open: Counter[tuple[str, str]] = Counter()

    def knows(self, tokens: Iterable[str]) -> bool:
        """Whether one of the tokens is somebody's."""
        return any(map(self._known, tokens))

    def request(self, address: str, method: str, path: str, tokens: Iterable[str]) -> None:
        """Count a request. Raises `TooMuch`."""
        whose = network(address)
        for token in tokens:
            self._guess(whose, token)
        self._count(next(pace for verb, start, pace in PACES if verb in ("", method) and path.startswith(start)), whose)

    @contextmanager
    def place(self, address: str, room: Room | None) -> Iterator[None]:
        """A place in the room while the context lasts. Raises `TooMuch` when there is none left.

        This machine itself may take them all: a proxy on it speaks for everybody.
        """
        if room is None:
            yield
            return
        mine, everybody = (room.name, network(address)), (room.name, "")
        if self._open[everybody] >= room.all or (self._open[mine] >= room.each and not _here(address)):
            raise TooMuch(FULL, COME_BACK_S)
        for who in (mine, everybody):
            self._open[who] += 1
        try:
            yield
        finally:
            for who in (mine, everybody):
                self._open[who] -= 1
            self._open += Counter()  # drops whoever has none

    def _guess(self, whose: str, token: str) -> None:
        """Right tokens always pass: nobody is locked out by what others guess."""
        kept = str(hash(token))
        if not self._known(token) and self._once.test(ONCE, whose, kept):
            self._count(GUESSES, whose, GUESSING)
            self._once.hit(ONCE, whose, kept)

    def _count(self, pace: Pace, whose: str, sentence: str = TOO_FAST) -> None:
        for item, who in ((pace.each, whose), (pace.all, "")):
            if not self._window.hit(item, pace.name, who):
                wait_s = max(1, math.ceil(self._window.get_window_stats(item, pace.name, who).reset_time - time.time()))
                raise TooMuch(sentence.format(wait="a second" if wait_s == 1 else f"{wait_s} seconds"), wait_s)


def network(address: str) -> str:
    """Whom an address stands for: under IPv6 one household has 2^64 of them."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or known.exploded[:19])
    return str(known)


def _here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
