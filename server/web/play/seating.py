"""How a phone comes to a seat over HTTP: by a name before the game, by the player's while it is free, else by the
operator's link.
"""

# annotations are values here, not texts: FastAPI could not find the names of a function's surroundings in a text

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, HTTPException, Request, Response

from croupier.server.table import Table
from croupier.server.web.bodies import Join, JsonRoute, Redeem, Seated, SeatLink, SeatOf, StillWaiting, Wait, Waits
from croupier.server.web.brought import keep_seat, seat_tokens
from croupier.server.web.gate.limits import is_here, network
from croupier.server.web.play.joining import base_of, drawn, only_here
from croupier.server.web.problems import responses
from croupier.server.web.roles import VOID_LINK, Roles


def router(table: Table, roles: Roles, address: str) -> APIRouter:
    """The routes. `address` is where others find the table."""
    router = APIRouter(prefix="/api", route_class=JsonRoute, responses=responses(400, 403, 409, 413, 415, 422, 503))

    @router.post("/join")
    def join(body: Join, request: Request, response: Response) -> Seated:
        """Take the seat of that name in the game in play. Whoever has it already gets it again."""
        seat, token = table.join(body.name, seat_tokens(request))
        keep_seat(request, response, token)
        return Seated(seat=seat, token=token)

    @router.post("/wait")
    def wait(body: Wait, request: Request, response: Response) -> Waits:
        """Wait for the next game under that name; in the place of an earlier one that this phone gave."""
        name, token = table.wait(body.name, seat_tokens(request), _whence(request))
        keep_seat(request, response, token)
        return Waits(name=name, token=token)

    @router.post("/wait/remove", responses=responses(401))
    def remove(body: Wait, _: Annotated[None, Depends(roles.require_operator)]) -> StillWaiting:
        """Have nobody wait under that name any more."""
        table.seats.waiting.remove(body.name)
        return StillWaiting(waiting=list(table.seats.waiting.names))

    @router.post("/redeem")
    def redeem(body: Redeem, request: Request, response: Response) -> Seated:
        """Take the seat that the token of an operator's link is good for."""
        seat = roles.seat_of(body.token)
        if seat is None:
            raise HTTPException(403, VOID_LINK)
        keep_seat(request, response, body.token)
        return Seated(seat=seat, token=body.token)

    @router.post("/seat", responses=responses(401))
    def hand_over(body: SeatOf, request: Request, _: Annotated[None, Depends(roles.require_operator)]) -> SeatLink:
        """Hand a seat over: a new token with its link, and the old one is void.

        The token is behind a #, which no browser sends along: it is in no server's log and in no Referer.
        """
        token, base = table.hand_over(body.seat), base_of(request, address)
        link = f"{base}/play#{urlencode({'token': token})}"
        return SeatLink(seat=body.seat, token=token, link=link, svg="" if only_here(base) else drawn(link))

    return router


def _whence(request: Request) -> str:
    """The address that a request counts for; "" where a proxy on this machine speaks for everybody."""
    address = request.client.host if request.client else ""
    return "" if is_here(address) else network(address)
