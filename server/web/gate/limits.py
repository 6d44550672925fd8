"""How often, and how many at once: for each address that asks, and for all together.

Ten phones behind one router have one address, and a volunteer who taps all night is no attack: what people do stays far
below these. What is guessed at, and what costs much, is held tighter. Whoever brings somebody's token has counts of
their own, which nobody else can use up.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from anyio import CapacityLimiter
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter


@dataclass(frozen=True, slots=True)
class Pace:
    """How often one kind of request may come: from `each` address or token, and from `all` addresses.

    With `abreast` no more than so many are worked on at once, and the others wait: those that may have to wait for the
    disk, or for each other, never take all of the server's threads from those that read along.
    """

    name: str
    each: RateLimitItem
    all: RateLimitItem
    abreast: int | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """How many of what lasts may go on at once: for `each` address, and for `all`; `full` says what to do then."""

    name: str
    each: int
    all: int
    full: str


JOINS = Pace("joins", parse("40/minute"), parse("400/minute"), abreast=8)
GUESSES = Pace("guesses", parse("10/minute"), parse("200/minute"))
"""Tokens that are nobody's. The same one again, as of a page left open over a new start, is no new guess."""
ACTS = Pace("acts", parse("600/10 seconds"), parse("3000/10 seconds"), abreast=12)
SENDS = Pace("sends", parse("600/10 seconds"), parse("3000/10 seconds"))
"""Pictures of cameras, of which there is room for few at once anyway."""
PICTURES = Pace("pictures", parse("1200/10 seconds"), parse("6000/10 seconds"), abreast=8)
PAST = Pace("past", parse("3000/10 seconds"), parse("12000/10 seconds"), abreast=4)
COSTLY = Pace("costly", parse("300/minute"), parse("1200/minute"))
ADVICE = Pace("advice", parse("300/minute"), parse("1200/minute"), abreast=4)
REPORTS = Pace("reports", parse("30/minute"), parse("60/minute"), abreast=1)
READS = Pace("reads", parse("3000/10 seconds"), parse("12000/10 seconds"))

FULL = "As many are open at once as the table can serve: close some other page of it, then load this one again."
SENDING = "As many pictures are on their way as the table can take at once: send this one again in a few seconds."

EVENTS = Room("events", 60, 500, FULL)
LIVE = Room("live", 30, 60, FULL)
UPLOADS = Room("uploads", 3, 8, SENDING)
STRANGE_UPLOADS = Room("strange uploads", 1, 2, SENDING)
"""Of whoever has no token: they will be refused, and are not to take the places of the table's cameras."""

PACES = (
    ("POST", "/api/join", JOINS),
    ("POST", "/api/seat", JOINS),
    ("POST", "/api/wait", JOINS),
    ("POST", "/api/redeem", JOINS),
    ("POST", "/api/frame", SENDS),
    ("POST", "", ACTS),
    ("GET", "/api/pictures", PICTURES),
    ("GET", "/api/advice", ADVICE),
    ("GET", "/api/fairness", COSTLY),
    ("GET", "/api/history", PAST),
    ("GET", "/api/report.zip", REPORTS),
    ("GET", "/metrics", COSTLY),
    ("", "", READS),
)
"""By method and how the path begins; the first that fits counts."""
ROOMS = {"/api/events": EVENTS, "/api/live.mjpg": LIVE}

ONCE = parse("1/hour")

TOO_FAST = "That is too much at once: wait {wait} and try again."
ALL_TOO_FAST = "The table is asked for too much at once, and not by you alone: wait {wait} and try again."
GUESSING = "Too many wrong tokens came from your address: wait {wait}, then open the link you were given."
ALL_GUESSING = "Too many wrong tokens came, from many addresses: wait {wait}, then open the link you were given."
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
        self._lanes = {pace: CapacityLimiter(pace.abreast) for _, _, pace in PACES if pace.abreast}

    def knows(self, tokens: Iterable[str]) -> bool:
        """Whether one of the tokens is somebody's."""
        return any(map(self._known, tokens))

    def request(self, address: str, method: str, path: str, shown: Iterable[str], kept: Iterable[str] = ()) -> None:
        """Count a request that brings the tokens `shown` in its header or address and `kept` in cookies.

        Only what is shown may be a guess, and only where nothing that was brought is right: a browser keeps tokens of
        earlier starts. Raises `TooMuch`.
        """
        pace = _pace(method, path)
        right = next((token for token in (*shown, *kept) if self._known(token)), None)
        if right is not None:
            self._count(pace, f"token {hash(right)}", for_all=False)
            return
        whose = network(address)
        self._count(pace, whose)
        for token in shown:
            self._guess(whose, token)

    @asynccontextmanager
    async def turn(self, method: str, path: str) -> AsyncIterator[None]:
        """Waits until the request may be worked on."""
        async with self._lanes.get(_pace(method, path), nullcontext()):
            yield

    @contextmanager
    def place(self, address: str, room: Room | None) -> Iterator[None]:
        """A place in the room while the context lasts. Raises `TooMuch` when there is none left.

        This machine itself may take them all: a proxy on it speaks for everybody.
        """
        if room is None:
            yield
            return
        mine, everybody = (room.name, network(address)), (room.name, "")
        if self._open[everybody] >= room.all or (self._open[mine] >= room.each and not is_here(address)):
            raise TooMuch(room.full, COME_BACK_S)
        for who in (mine, everybody):
            self._open[who] += 1
        try:
            yield
        finally:
            for who in (mine, everybody):
                self._open[who] -= 1
            self._open += Counter()  # drops whoever has none

    def _guess(self, whose: str, token: str) -> None:
        kept = str(hash(token))
        if self._once.test(ONCE, whose, kept):
            self._count(GUESSES, whose, sentences=(GUESSING, ALL_GUESSING))
            self._once.hit(ONCE, whose, kept)

    def _count(
        self, pace: Pace, whose: str, for_all: bool = True, sentences: tuple[str, str] = (TOO_FAST, ALL_TOO_FAST)
    ) -> None:
        counts = ((pace.each, whose), (pace.all, "")) if for_all else ((pace.each, whose),)
        for (item, who), sentence in zip(counts, sentences, strict=False):
            if not self._window.hit(item, pace.name, who):
                wait_s = max(1, math.ceil(self._window.get_window_stats(item, pace.name, who).reset_time - time.time()))
                raise TooMuch(sentence.format(wait="a second" if wait_s == 1 else f"{wait_s} seconds"), wait_s)


def _pace(method: str, path: str) -> Pace:
    return next(pace for verb, start, pace in PACES if verb in ("", method) and path.startswith(start))


def network(address: str) -> str:
    """Whom an address stands for: under IPv6 one household has 2^64 of them."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or known.exploded[:19])
    return str(known)


def is_here(address: str) -> bool:
    """Whether it is this machine itself: a proxy on it speaks for everybody."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
