"""Who may do what: spectators read, a seat's token acts for that seat, the operator does the rest."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import HTTPException, Query, Request

from croupier.server.errors import TokenError
from croupier.server.seats import Seats
from croupier.server.table import OPERATOR
from croupier.server.web.bodies import LARGEST_ID
from croupier.server.web.brought import bearer, operator_tokens, seat_tokens

LEAST_SIGNS, LEAST_KINDS_OF_SIGNS = 16, 8
"""Of an operator's token that is not easily guessed."""

NOT_OPERATOR = "Only the operator may do this: open the operator's link that the start printed."
NOBODY = "Take a seat at /play first, or open the operator's link that the start printed."
NOT_YOURS = "This is not your seat. Join at /play, or ask the operator for its link."
GIVEN_AWAY = "This seat was given to another phone. Join at /play, or ask the operator for a new link."

VOID_LINK = "This link is good for no seat now: join with your name at /play, or ask the operator for a new one."

AskedSeat = Annotated[int | None, Query(ge=0, le=LARGEST_ID, description="Be this seat; its token is needed")]


@dataclass(frozen=True, slots=True)
class Who:
    """Whom a request comes from: the `role`, and the seat that it is."""

    role: str
    seat: int | None = None

    @property
    def you(self) -> dict[str, Any]:
        """For the board."""
        return {"role": self.role, "seat": self.seat}

    @property
    def author(self) -> str:
        """Who wrote a row of the log."""
        return OPERATOR if self.seat is None else f"seat {self.seat}"


SPECTATOR = Who("spectator")
THE_OPERATOR = Who(OPERATOR)


def operator_token(given: str | None) -> str:
    """The `given` token, or one that cannot be guessed. Raises `TokenError` for one that no header can hold."""
    if not given:
        return secrets.token_urlsafe(24)
    if not given.isascii() or not given.isprintable() or " " in given:
        raise TokenError("CROUPIER_OPERATOR_TOKEN holds what no link can: use letters, digits and signs, no blanks.")
    return given


def is_weak(token: str) -> bool:
    """Whether somebody who tries might find the token: guesses are counted, but a table stands for weeks."""
    return len(token) < LEAST_SIGNS or len(set(token)) < LEAST_KINDS_OF_SIGNS


class Roles:
    """Knows the operator's token, and the seats'."""

    def __init__(self, operator_token: str, seats: Seats) -> None:
        self._operator_token, self._seats = operator_token.encode(), seats

    def is_operator(self, token: str) -> bool:
        """Compared in constant time."""
        return hmac.compare_digest(token.encode(), self._operator_token)

    def seat_of(self, token: str) -> int | None:
        """The seat that a token is good for."""
        return self._seats.held_by(token)

    def knows(self, token: str) -> bool:
        """Whether the token is anybody's."""
        return self.is_operator(token) or self.seat_of(token) is not None

    def who(self, request: Request, seat: int | None = None) -> Who:
        """Who a request comes from; a wrong token is a spectator's. Raises 403 without the token of an asked `seat`."""
        if seat is not None:
            brought = seat_tokens(request)
            if not any(self._seats.held_by(token) == seat for token in brought):
                had = any(self._seats.once_held_by(token) == seat for token in brought)
                raise HTTPException(403, GIVEN_AWAY if had else NOT_YOURS)
            return Who("seat", seat)
        if any(map(self.is_operator, operator_tokens(request))):
            return THE_OPERATOR
        token = bearer(request)
        held = None if token is None else self._seats.held_by(token)
        return SPECTATOR if held is None else Who("seat", held)

    def still(self, request: Request, who: Who) -> bool:
        """Whether a seat's request would be that seat's now too: its token may have become void meanwhile."""
        return who.seat is None or any(self._seats.held_by(token) == who.seat for token in seat_tokens(request))

    # what routes depend on: it waits for nothing, and takes no thread from those that do

    async def anybody(self, request: Request, seat: AskedSeat = None) -> Who:
        """As `who`."""
        return self.who(request, seat)

    async def require_player(self, request: Request, seat: AskedSeat = None) -> Who:
        """A seat or the operator. Raises 401 for a spectator, and as `who`."""
        who = self.who(request, seat)
        if who == SPECTATOR:
            raise HTTPException(401, NOBODY)
        return who

    async def require_operator(self, request: Request) -> None:
        """Raises 401 without the operator's token."""
        if self.who(request) != THE_OPERATOR:
            raise HTTPException(401, NOT_OPERATOR)
