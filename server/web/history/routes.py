"""The games there were, over HTTP: listed, replayed step by step, as files, and how fair their dice were."""

# annotations are values here, not texts: FastAPI could not find the names of a function's surroundings in a text

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Response
from fastapi import Path as InPath
from pydantic import BaseModel, RootModel

from croupier.server.errors import NotInHistory
from croupier.server.history.export import MEDIA_TYPES, Format, export, file_name
from croupier.server.history.fairness.chart import chart
from croupier.server.history.fairness.values import Asked, Fairness
from croupier.server.history.shelf import PlayedGame, Shelf
from croupier.server.history.steps import HistoryStep, steps_of
from croupier.server.web.bodies import LARGEST_ID
from croupier.server.web.gate.guard import NO_STORE
from croupier.server.web.history.figures import Figures
from croupier.server.web.problems import responses

MOST_GAMES = 100
MOST_STEPS = 200

GameNumber = Annotated[int, InPath(ge=0, le=LARGEST_ID, description="The game's number in the log")]
Id = Annotated[int, Query(ge=0, le=LARGEST_ID)]
Source = Annotated[Asked, Query(description="Whether the camera saw the dice fall, or a person typed them in")]


class Games(BaseModel):
    """A page of the games, newest first; `next` is the `before` of the next page, where there is one."""

    games: list[PlayedGame]
    next: int | None


class Steps(BaseModel):
    """A game, and some of its steps."""

    game: PlayedGame
    steps: list[HistoryStep]


class Told(RootModel[Fairness]):
    """What is known of all sets of dice; a model, as the others: it is taken apart once, and not for each route."""


def router(shelf: Shelf) -> APIRouter:
    """The routes. Whatever they tell is what spectators may know."""
    router = APIRouter(prefix="/api", responses=responses(422, 503))

    @router.get("/history")
    def games(
        response: Response,
        before: Annotated[Id | None, Query(description="Games with smaller numbers only")] = None,
        limit: Annotated[int, Query(ge=1, le=MOST_GAMES)] = 20,
    ) -> Games:
        """The games there were, newest first."""
        response.headers.update(NO_STORE)
        found, rest = shelf.page(limit, before)
        return Games(games=found, next=rest)

    for form in MEDIA_TYPES:
        _download(router, shelf, form)

    @router.get("/history/{game}", responses=responses(404))
    def game(
        response: Response,
        game: GameNumber,
        first: Annotated[Id, Query(alias="from", description="The first step to tell of")] = 1,
        limit: Annotated[int, Query(ge=1, le=MOST_STEPS)] = 50,
    ) -> Steps:
        """A game, and its steps from one on; step 0 is its beginning, of which there is only a board."""
        with _found():
            replay = shelf.replay(game)
            response.headers.update(NO_STORE)
            return Steps(game=shelf.game(game), steps=steps_of(replay, first, max(first, 1) + limit - 1))

    @router.get("/history/{game}/board", responses=responses(404))
    def board(response: Response, game: GameNumber, step: Id) -> dict[str, Any]:
        """The board as everybody saw it after a step."""
        with _found():
            response.headers.update(NO_STORE)
            return shelf.replay(game).board(step)

    figures = Figures(lambda source: _fairness(shelf, source))

    @router.get("/fairness")
    async def fairness(response: Response, source: Source = "all") -> Told:
        """Which faces fell in all games, a set of dice after the other, and what that says of them."""
        response.headers.update(NO_STORE)
        return Told(await figures.of(source))

    @router.get("/fairness.svg", response_class=Response, responses={**_kind("image/svg+xml"), **responses(404)})
    async def picture(
        dice: Annotated[str | None, Query(alias="set", description="Which set; else the one thrown most")] = None,
        source: Source = "all",
    ) -> Response:
        """How often each face of a set of dice fell, as a chart."""
        sets = (await figures.of(source)).sets
        one = next((one for one in sets if dice in (None, one.set)), None)
        if one is None:
            raise HTTPException(
                404, "No dice of that set have been thrown." if dice else "No dice have been thrown yet."
            )
        return Response(chart(one), media_type="image/svg+xml", headers=NO_STORE)

    return router


def _download(router: APIRouter, shelf: Shelf, form: Format) -> None:
    """The route of a game as a file. It comes before that of the game itself, whose pattern would take its address."""

    def download(game: GameNumber) -> Response:
        with _found():
            replay, played = shelf.replay(game), shelf.game(game)
        named = {"content-disposition": f'attachment; filename="{file_name(played, form)}"'}
        whole = export(played, steps_of(replay), form)
        return Response(whole, media_type=MEDIA_TYPES[form], headers={**NO_STORE, **named})

    router.add_api_route(
        f"/history/{{game}}.{form}",
        download,
        name=f"download {form}",
        description=f"The whole game as a {form.upper()} file.",
        response_class=Response,
        responses={**_kind(MEDIA_TYPES[form]), **responses(404)},
    )


def _fairness(shelf: Shelf, source: Asked) -> Fairness:
    from croupier.server.history.fairness.verdict import fairness  # what it reckons with takes its time to load

    fallen, unreadable = shelf.throws()
    return fairness(fallen, source, unreadable)


@contextmanager
def _found() -> Iterator[None]:
    try:
        yield
    except NotInHistory as error:
        raise HTTPException(404, str(error)) from error


def _kind(media_type: str) -> dict[int | str, dict[str, Any]]:
    kind = "object" if media_type == "application/json" else "string"
    return {200: {"content": {media_type.partition(";")[0]: {"schema": {"type": kind}}}}}
