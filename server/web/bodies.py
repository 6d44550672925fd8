"""The bodies of the table's POSTs and answers, as the OpenAPI description has them."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Annotated, Any, ClassVar, Self

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr, model_validator
from pydantic_core import PydanticCustomError

from croupier.rules import GAMES

LARGEST_ID = 2**31 - 1
MOST_DICE = 1000
"""In one throw."""


def _whole(value: Any) -> Any:
    """JSON knows no difference between 3 and 3.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Face = Annotated[StrictInt, BeforeValidator(_whole), Field(ge=-LARGEST_ID, le=LARGEST_ID)]
Faces = Annotated[list[Face], Field(max_length=MOST_DICE)]
Number = Annotated[StrictInt, BeforeValidator(_whole), Field(ge=0, le=LARGEST_ID)]
Place = Annotated[list[Annotated[float, Field(ge=0, le=LARGEST_ID)]], Field(min_length=2, max_length=2)]
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


class Body(BaseModel):
    """What a POST brings, and no more than that."""

    model_config = ConfigDict(extra="forbid")


class Versioned(Body):
    """`version` is the board's that the sender saw."""

    version: Number


class Throw(Body):
    """Dice thrown by a seat, without knowing its game: all that the prompt of that kind concerns, in the order of the
    state's dice, and the places of those thrown just now. Of a fresh throw, or one beside others: the new dice. Where
    it answers a question, `seen` tells of each which of the question's dice it is, or where a person saw it in the
    picture, [x, y] in its pixels; null for neither.
    """

    seat: Number
    kind: StrictStr
    faces: Faces
    thrown: list[Number] = Field(max_length=MOST_DICE)
    seen: list[Number | Place | None] | None = Field(default=None, max_length=MOST_DICE)

    @model_validator(mode="after")
    def _each_seen(self) -> Self:
        if self.seen is not None and len(self.seen) != len(self.faces):
            raise PydanticCustomError("seen", "Give seen for each of faces, or not at all")
        return self


def _one_of(schema: dict[str, Any], model: type[Any]) -> None:
    """Says in the description what `_Either` asks for."""
    schema["oneOf"] = [{"required": [name]} for name in model.either]
    for name in model.either:
        field = schema["properties"][name]
        schema["properties"][name] = next(kind for kind in field["anyOf"] if kind.get("type") != "null")


class _Either(Versioned):
    """A body with exactly one of two fields."""

    model_config = ConfigDict(json_schema_extra=_one_of)
    either: ClassVar[tuple[str, str]]

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        given = [name for name in self.either if name in self.model_fields_set]
        if len(given) != 1 or getattr(self, given[0]) is None:
            raise PydanticCustomError("either", "Send exactly one of " + " and ".join(self.either))
        return self


class Act(_Either):
    """Exactly one of `action` and `throw`."""

    either = ("action", "throw")
    action: Action | None = None
    throw: Throw | None = None


class Correct(_Either):
    """`entry` is its number in the log. Exactly one of `action` and `faces`: what its dice showed, in their order; of a
    hidden throw as many as its row has `covered`.
    """

    either = ("action", "faces")
    entry: Number
    action: Action | None = None
    faces: Faces | None = None


class Join(Body):
    """`name` is a player's of the game in play."""

    name: StrictStr


class Wait(Body):
    """`name` is a player's of the next game."""

    name: StrictStr


class Waits(BaseModel):
    """The name as it is kept. Whoever brings the token has its seat when a game with that name begins."""

    name: str
    token: str


class StillWaiting(BaseModel):
    """The names of those who wait for the next game."""

    waiting: list[str]


class Redeem(Body):
    """`token` is that of a link which the operator handed out."""

    token: StrictStr


class SeatOf(Body):
    seat: Number


class Seated(BaseModel):
    """Whoever brings the token acts for the seat."""

    seat: int
    token: str


class SeatLink(Seated):
    """`link` opens the seat's page on another phone; `svg` is it as a QR code, empty where no phone reaches it."""

    link: str
    svg: str


class NewGame(Body):
    """`options` are the game's own. With `advice` false no phone is told what is best, for a serious game."""

    game: Annotated[StrictStr, Field(json_schema_extra={"enum": list(GAMES)})]
    players: list[StrictStr] = Field(max_length=100, json_schema_extra={"minItems": 1, "uniqueItems": True})
    options: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    advice: StrictBool = True


class Nothing(Body):
    """An empty object."""


class Problem(BaseModel):
    """What went wrong, in one sentence; `legal` prompts where an action was not; the `board` where it has moved on; the
    `option` of a new game that is at fault.
    """

    error: str
    option: str | None = None
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
            _refuse_doubles(await request.body())
            return await handle(request)

        return declared


def _refuse_doubles(body: bytes) -> None:
    """Raise 422 for JSON that gives a field twice. What is no JSON at all is refused elsewhere."""

    def once(pairs: list[tuple[str, Any]]) -> None:
        if len({name for name, _ in pairs}) != len(pairs):
            raise HTTPException(422, "A field is given twice; give each once.")

    with suppress(ValueError, RecursionError):
        json.loads(body, object_pairs_hook=once)
