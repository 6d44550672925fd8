"""Who may do what: spectators read, the operator does the rest."""

from __future__ import annotations

import hmac
import secrets

from fastapi import HTTPException, Request

from croupier.server.errors import TokenError

COOKIE = "croupier"


def operator_token(given: str | None) -> str:
    """The `given` token, or one that cannot be guessed. Raises `TokenError` for one that no header can hold."""
    if not given:
        return secrets.token_urlsafe(24)
    if not given.isascii() or not given.isprintable() or " " in given:
        raise TokenError("CROUPIER_OPERATOR_TOKEN holds what no link can: use letters, digits and signs, no blanks.")
    return given


class Roles:
    """Knows the operator's token."""

    def __init__(self, operator_token: str) -> None:
        self._operator_token = operator_token.encode()

    def is_operator(self, token: str | None) -> bool:
        """Compared in constant time."""
        return token is not None and hmac.compare_digest(token.encode(), self._operator_token)

    def role(self, request: Request) -> dict[str, object]:
        """Who a request comes from, for the board's `you`. A wrong token is a spectator's."""
        return {"role": "operator" if self.is_operator(_token(request)) else "spectator", "seat": None}

    def require_operator(self, request: Request) -> None:
        """Raises 401 without the operator's token."""
        if not self.is_operator(_token(request)):
            raise HTTPException(401, "Only the operator may do this: open the operator's link that the start printed.")


def _token(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return request.cookies.get(COOKIE)
