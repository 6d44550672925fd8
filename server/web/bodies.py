"""The bodies of the table's POSTs and answers, as the OpenAPI description has them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, StrictStr

from croupier.rules import GAMES

LARGEST_ID = 2**31 - 1


def _whole(value: Any) -> Any:
    """JSON knows no difference between 3 and 3.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Number = Annotated[StrictInt, BeforeValidator(_whole), Field(ge=0, le=LARGEST_ID)]
Action = Annotated[
    dict[str, Any],
    Field(
        json_schema_extra={
            "properties": {"kind": {"type": "string"}, "seat": {"type": "integer", "minimum": 0}},
            "required": ["kind", "seat"],
        }
    ),
]
"""An action's other fields are its game's: the board's prompts say which."""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Versioned(_Body):
    """`version` is the board's that the sender saw."""

    version: Number


class Act(Versioned):
    action: Action


class Correct(Versioned):
    entry: Number
    action: Action


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
