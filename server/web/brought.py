"""The tokens that a request brings, in header, address or cookies; and how a browser is given one to keep."""

from __future__ import annotations

from hashlib import sha256

from fastapi import Request, Response

COOKIE = "croupier"
"""Begins the name of every cookie. The port comes next, as browsers send a cookie to all ports of a host and several
tables may be there. A seat's ends in what is made of its token: one phone may hold several and be handed around, and a
name may sit at another number in the next game."""
USUAL_PORTS = {"http": 80, "https": 443}
KEPT_S = 30 * 24 * 3600
"""How long a phone stays joined, or the camera."""


def bearer(request: Request) -> str | None:
    """The token in its header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def shown(request: Request) -> list[str]:
    """The tokens in its header and its address: somebody may try them one after another."""
    return [token for token in (bearer(request), request.query_params.get("token")) if token]


def kept(request: Request) -> list[str]:
    """The tokens in this table's cookies, whosesoever they are; many may be from earlier games and starts."""
    own = _names(request)
    begins = tuple(f"{name}-" for name in own)
    return [token for name, token in request.cookies.items() if name in own or name.startswith(begins)]


def seat_tokens(request: Request) -> list[str]:
    """The seats' tokens: the one in its header, else those in its cookies."""
    token = bearer(request)
    if token is not None:
        return [token]
    own = tuple(f"{name}-seat-" for name in _names(request))
    return [kept for name, kept in request.cookies.items() if name.startswith(own)]


def operator_tokens(request: Request) -> list[str]:
    """Those that may be the operator's: the one in its header, else those in its cookies."""
    token = bearer(request)
    if token is not None:
        return [token]
    return [kept for name in _names(request) if (kept := request.cookies.get(name)) is not None]


def camera_token(request: Request) -> str:
    """The one that may be the camera's: in its header, else in its cookie."""
    token = bearer(request)
    return request.cookies.get(_camera(request), "") if token is None else token


def keep_seat(request: Request, response: Response, token: str) -> None:
    """Have the browser keep a seat's token, beside any others that it has."""
    _keep(request, response, f"{_names(request)[0]}-seat-{sha256(token.encode()).hexdigest()[:16]}", token, KEPT_S)


def keep_operator(request: Request, response: Response, token: str) -> None:
    """Have the browser keep the operator's token until it is closed."""
    _keep(request, response, _names(request)[0], token, None)


def keep_camera(request: Request, response: Response, token: str) -> None:
    """Have the browser keep the camera's token."""
    _keep(request, response, _camera(request), token, KEPT_S)


def _keep(request: Request, response: Response, name: str, token: str, age_s: int | None) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(name, token, max_age=age_s, httponly=True, samesite="strict", secure=secure, path="/")


def _names(request: Request) -> tuple[str, str]:
    """How the names of a table's cookies begin, and how they once began: phones that are joined stay so."""
    port = request.url.port or USUAL_PORTS.get(request.url.scheme)
    return f"{COOKIE}-{port}", COOKIE


def _camera(request: Request) -> str:
    return f"{_names(request)[0]}-camera"
