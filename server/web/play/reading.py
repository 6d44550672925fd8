"""What everybody may read over HTTP. Each seat gets its own board, with its own cup."""

# annotations are values here, not texts: FastAPI could not find the names of a function's surroundings in a text

from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi import Path as InPath
from fastapi.responses import StreamingResponse

from croupier.rules import GAMES
from croupier.server import show
from croupier.server.live import Live, seen_json
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.status.lines import nameless
from croupier.server.table import Table
from croupier.server.web import problems, streams
from croupier.server.web.bodies import LARGEST_ID
from croupier.server.web.gate.guard import NO_STORE
from croupier.server.web.roles import THE_OPERATOR, Roles, Who

ASK_AGAIN = {"cache-control": "private, no-cache"}
"""With another log a picture's address means another picture: a browser asks whether it is still the same."""


def whole_board(table: Table, live: Live, who: Who) -> dict[str, Any]:
    """The table's board as they see it, with the camera's part and the reader's."""
    return _board(table, who, _moment(live))


Moment = tuple[dict[str, str], str]
"""The camera's state and the phase, as the board has them."""


def _moment(live: Live) -> Moment:
    return live.camera, live.phase.value


def _board(table: Table, who: Who, moment: Moment) -> dict[str, Any]:
    camera, phase = moment
    if who != THE_OPERATOR:  # its address may hold a password
        camera = {"state": camera["state"], "text": nameless(camera["text"], camera["url"], "the camera")}
    return {**show.board(table, who.seat), "camera": camera, "phase": phase, "you": who.you}


def router(table: Table, live: Live, news: News, log: Log, roles: Roles) -> APIRouter:
    """The routes."""
    router = APIRouter()
    feed = streams.Feed(
        news,
        lambda who, moment: _board(table, who, moment),
        lambda: seen_json(now, live.shot) if (now := live.seen) else None,
        lambda: _moment(live),
    )

    @router.get("/api/board", response_model=dict[str, Any], responses=problems.responses(403, 422))
    async def board(who: Annotated[Who, Depends(roles.anybody)]) -> Response:
        """The whole board, and who the reader is."""
        return Response(await feed.board(who), media_type="application/json", headers=NO_STORE)

    @router.get(
        "/api/events",
        response_class=StreamingResponse,
        responses={**_stream("text/event-stream"), **problems.responses(403, 422)},
    )
    async def events(request: Request, who: Annotated[Who, Depends(roles.anybody)]) -> StreamingResponse:
        """Server-sent: `board` at once and on each change; `seen`, `event`, `notice`. Ends when a seat's token does."""
        stream = feed.events(who, lambda: roles.still(request, who))
        return StreamingResponse(stream, media_type="text/event-stream", headers=NO_STORE)

    @router.get("/api/log", responses=problems.responses(409))
    def entries() -> dict[str, list[dict[str, Any]]]:
        """The actions, undos and corrections of this game, and dice turned over by hand; oldest first."""
        return {"entries": show.story(table)}

    @router.get("/api/games")
    def games() -> list[dict[str, Any]]:
        """The games there are, and their options."""
        return [show.about(game) for game in GAMES.values()]

    @router.get("/api/live.mjpg", response_class=StreamingResponse, responses=_stream("multipart/x-mixed-replace"))
    async def live_picture() -> StreamingResponse:
        """The live picture as motion JPEG."""
        kind = f"multipart/x-mixed-replace; boundary={streams.BOUNDARY}"
        return streams.Newest(feed.pictures(live.shot), media_type=kind, headers=NO_STORE)

    @router.get(
        "/api/pictures/{number}.jpg",
        response_class=Response,
        responses={200: {"content": {"image/jpeg": {}}}, 304: {}, **problems.responses(404, 422, 503)},
    )
    def picture(request: Request, number: Annotated[int, InPath(ge=0, le=LARGEST_ID)]) -> Response:
        """An evidence picture."""
        jpeg = log.picture(number)
        if jpeg is None:
            raise HTTPException(404, f"There is no picture {number}, or no longer: the oldest make room for new ones.")
        headers = {**ASK_AGAIN, "etag": f'"{sha256(jpeg).hexdigest()}"'}
        if headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(jpeg, media_type="image/jpeg", headers=headers)

    return router


def _stream(kind: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}
