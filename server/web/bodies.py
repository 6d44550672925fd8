"""The bodies of the table's POSTs and answers, as the OpenAPI description has them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from croupier.rules import GAMES

LARGEST_ID = 2**31 - 1


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Versioned(_Body):
    """`version` is the board's that the sender saw."""

    version: StrictInt = Field(ge=0, le=LARGEST_ID)


class Act(Versioned):
    action: dict[str, Any]


class Correct(Versioned):
    entry: StrictInt = Field(ge=0, le=LARGEST_ID)
    action: dict[str, Any]


class NewGame(_Body):
    game: Annotated[StrictStr, Field(json_schema_extra={"enum": list(GAMES)})]
    players: list[StrictStr] = Field(max_length=100, json_schema_extra={"minItems": 1, "uniqueItems": True})
    options: dict[StrictStr, StrictStr] = Field(default_factory=dict)


class Nothing(_Body):
    """An empty object."""


class Problem(BaseModel):
    """What went wrong, in one sentence; `legal` prompts where an action was not; the `board` where it has moved on."""

    error: str
    legal: list[dict[str, Any]] | None = None
    board: dict[str, Any] | None = None


class JsonRoute(APIRoute):
    """A route whose body must be declared as JSON, so that no plain HTML form can send one."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def declared(request: Request) -> Response:
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise HTTPException(415, "Send JSON, with the header Content-Type: application/json.")
            return await handle(request)

        return declared
