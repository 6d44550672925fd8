"""The bodies of the table's POSTs and answers, as the OpenAPI description has them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

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
    game: StrictStr
    players: list[StrictStr] = Field(max_length=100)
    options: dict[StrictStr, StrictStr] = Field(default_factory=dict)


class Nothing(_Body):
    """An empty object."""


class Problem(BaseModel):
    """What went wrong, in one sentence; `legal` prompts where an action was not; the `board` where it has moved on."""

    error: str
    legal: list[dict[str, Any]] | None = None
    board: dict[str, Any] | None = None
