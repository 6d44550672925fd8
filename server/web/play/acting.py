"""What changes the game over HTTP: a seat acts for itself, the operator for all; the answer is the new board."""

# annotations are values here, not texts: FastAPI could not find the names of a function's surroundings in a text

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException

from croupier.rules.secrecy import is_secret
from croupier.server.errors import NotYours
from croupier.server.live import Live
from croupier.server.table import OPERATOR, Table
from croupier.server.web.bodies import Act, Correct, JsonRoute, NewGame, Nothing, Versioned
from croupier.server.web.play.reading import whole_board
from croupier.server.web.problems import responses
from croupier.server.web.roles import THE_OPERATOR, Roles, Who

NOT_FOR_OTHERS = "A seat acts for itself alone: this page is seat {seat}'s."
SECRET = "Only the player may do this, on a page of the own seat: whether it can be done is a secret."


def router(table: Table, live: Live, roles: Roles) -> APIRouter:
    """The routes."""
    router = APIRouter(
        prefix="/api", route_class=JsonRoute, responses=responses(400, 401, 403, 409, 413, 415, 422, 503)
    )

    def answer() -> dict[str, Any]:
        return whole_board(table, live, THE_OPERATOR)

    @router.post("/act")
    def act(body: Act, who: Annotated[Who, Depends(roles.require_player)]) -> dict[str, Any]:
        """Take an action, or the one that a throw stands for; answers an open question too."""
        said = body.action if body.throw is None else {"kind": body.throw.kind, "seat": body.throw.seat}
        assert said is not None
        if who.seat is not None and said.get("seat") != who.seat:
            raise HTTPException(403, NOT_FOR_OTHERS.format(seat=who.seat))
        if who.seat is None and said.get("kind") in _secrets(table):
            raise HTTPException(403, SECRET)
        if body.throw is None:
            table.act(said, who.author, body.version)
        else:
            throw = body.throw
            table.throw(throw.seat, throw.kind, throw.faces, throw.thrown, who.author, body.version, throw.seen)
        return whole_board(table, live, who)

    operators = [Depends(roles.require_operator)]

    @router.post("/undo", dependencies=operators)
    def undo(body: Versioned) -> dict[str, Any]:
        """Take the last action back."""
        table.undo(OPERATOR, body.version)
        return answer()

    @router.post("/correct")
    def correct(body: Correct, who: Annotated[Who, Depends(roles.require_player)]) -> dict[str, Any]:
        """Put another action in the place of an earlier one, or the same with other faces; a seat its hidden dice."""
        if body.faces is not None:
            table.mend(body.entry, body.faces, who.author, body.version, who.seat)
        elif who.seat is None:
            assert body.action is not None
            table.correct(body.entry, body.action, OPERATOR, body.version)
        else:
            raise HTTPException(403, str(NotYours()))
        return whole_board(table, live, who)

    @router.post("/dismiss", dependencies=operators)
    def dismiss(body: Versioned) -> dict[str, Any]:
        """Drop the open question: the roll does not count."""
        table.dismiss(OPERATOR, body.version)
        return answer()

    @router.post("/reread", dependencies=operators)
    def reread(body: Nothing) -> dict[str, Any]:
        """Have the table read again."""
        if not table.settle_unwritten():
            live.reread()
        return answer()

    @router.post("/game", dependencies=operators)
    def game(body: NewGame) -> dict[str, Any]:
        """Begin a new game. Whoever is seated stays so, where the name plays on."""
        table.start(body.game, tuple(body.players), body.options, advice=body.advice)
        return answer()

    return router


def _secrets(table: Table) -> tuple[str, ...]:
    """The kinds of actions of the game in play of which nobody may know but their seat."""
    kinds: tuple[Any, ...] = table.course.game.actions
    return tuple(kind.kind for kind in kinds if is_secret(kind))
