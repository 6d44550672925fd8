"""Who may do what: spectators read, a seat's token acts for that seat, the operator does the rest."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from fastapi import HTTPException, Query, Request, Response

from croupier.server.errors import TokenError
from croupier.server.seats import Seats
from croupier.server.table import OPERATOR
from croupier.server.web.bodies import LARGEST_ID

COOKIE = "croupier"
"""Begins the name of every cookie. The port comes next, as browsers send a cookie to all ports of a host and several
tables may be there. A seat's ends in what is made of its token: one phone may hold several and be handed around, and a
name may sit at another number in the next game."""
USUAL_PORTS = {"http": 80, "https": 443}
LEAST_SIGNS, LEAST_KINDS_OF_SIGNS = 16, 8
"""Of an operator's token that is not easily guessed."""
SEAT_COOKIE_S = 30 * 24 * 3600
"""How long a phone stays joined."""

NOT_OPERATOR = "Only the operator may do this: open the operator's link that the start printed."
NOBODY = "Take a seat at /play first, or open the operator's link that the start printed."
NOT_YOURS = "This is not your seat, or no longer: join at /play, or ask the operator for its link."

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

    def who(self, request: Request, seat: AskedSeat = None) -> Who:
        """Who a request comes from; a wrong token is a spectator's. Raises 403 without the token of an asked `seat`."""
        if seat is not None:
            if not any(self._seats.held_by(token) == seat for token in tokens(request)):
                raise HTTPException(403, NOT_YOURS)
            return Who("seat", seat)
        bearer = _bearer(request)
        if any(map(self.is_operator, operator_cookies(request) if bearer is None else (bearer,))):
            return THE_OPERATOR
        held = None if bearer is None else self._seats.held_by(bearer)
        return SPECTATOR if held is None else Who("seat", held)

    def still(self, request: Request, who: Who) -> bool:
        """Whether a seat's request would be that seat's now too: its token may have become void meanwhile."""
        return who.seat is None or any(self._seats.held_by(token) == who.seat for token in tokens(request))

    def require_player(self, request: Request, seat: AskedSeat = None) -> Who:
        """A seat or the operator. Raises 401 for a spectator, and as `who`."""
        who = self.who(request, seat)
        if who == SPECTATOR:
            raise HTTPException(401, NOBODY)
        return who

    def require_operator(self, request: Request) -> None:
        """Raises 401 without the operator's token."""
        if self.who(request) != THE_OPERATOR:
            raise HTTPException(401, NOT_OPERATOR)


def tokens(request: Request) -> list[str]:
    """The seats' tokens that a request brings: the one in its header, else those in its cookies."""
    bearer = _bearer(request)
    if bearer is not None:
        return [bearer]
    own = tuple(f"{name}-seat-" for name in _names(request))
    return [token for name, token in request.cookies.items() if name.startswith(own)]


def operator_cookies(request: Request) -> list[str]:
    """The tokens in a request's cookies that may be the operator's."""
    return [token for name in _names(request) if (token := request.cookies.get(name)) is not None]


def seat_down(request: Request, response: Response, token: str) -> None:
    """Have the browser keep a seat's token, beside any others that it has."""
    name = f"{_names(request)[0]}-seat-{sha256(token.encode()).hexdigest()[:16]}"
    _keep(request, response, name, token, SEAT_COOKIE_S)


def be_operator(request: Request, response: Response, token: str) -> None:
    """Have the browser keep the operator's token until it is closed."""
    _keep(request, response, _names(request)[0], token, None)


def _keep(request: Request, response: Response, name: str, token: str, age_s: int | None) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(name, token, max_age=age_s, httponly=True, samesite="strict", secure=secure, path="/")


def _names(request: Request) -> tuple[str, str]:
    """How the names of a table's cookies begin, and how they once began: phones that are joined stay so."""
    port = request.url.port or USUAL_PORTS.get(request.url.scheme)
    return f"{COOKIE}-{port}", COOKIE


def _bearer(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
