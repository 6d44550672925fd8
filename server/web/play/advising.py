"""What to do, asked over HTTP: a seat alone hears it, on its own phone, and only where the game allows it."""

# annotations are values here, not texts: FastAPI could not find the names of a function's surroundings in a text

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Response

from croupier.rules.wire import to_json
from croupier.server.advice import advise
from croupier.server.table import Table
from croupier.server.web.gate.guard import NO_STORE
from croupier.server.web.problems import responses
from croupier.server.web.roles import Roles, Who

FOR_SEATS = "Advice is for a player alone, on their own phone: take a seat at /play first."
OFF = "Advice is off in this game: the table agreed to play without when it began."


def router(table: Table, roles: Roles) -> APIRouter:
    """The route."""
    router = APIRouter(prefix="/api")

    @router.get("/advice", responses=responses(403, 409, 422))
    def advice(response: Response, who: Annotated[Who, Depends(roles.anybody)]) -> dict[str, Any]:
        """The best choices of a seat now, best first, with the points or the chance that each brings."""
        if who.seat is None:
            raise HTTPException(403, FOR_SEATS)
        course = table.course
        if not course.advice:
            raise HTTPException(403, OFF)
        response.headers.update(NO_STORE)
        return {"version": course.version, "seat": who.seat, **to_json(advise(course, who.seat))}

    return router
