"""Every error as `{"error": "one sentence"}`, with what is legal or the new board where that helps; or as a page."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from croupier.rules.game import BadOption, IllegalAction, RulesError
from croupier.rules.secrecy import prompts_for
from croupier.rules.wire import to_json
from croupier.server.errors import LogError, NoSuchSeat, NotYours, OutcomeUnknown, TableError
from croupier.server.status.lines import nameless
from croupier.server.web.bodies import Problem
from croupier.server.web.gate.guard import Refuse
from croupier.server.web.roles import SPECTATOR, THE_OPERATOR, Roles, Who

MEANINGS = {
    400: "The body is not JSON, or no form where one is asked for",
    401: "Not without the operator's token, or a seat's where that will do",
    403: "Not that seat's token, another seat's business, or sent from another site's page",
    404: "There is no such thing",
    409: "The table is not as the sender takes it to be: see the board",
    408: "The body takes too long to arrive",
    413: "The body is too large",
    415: "The body is not declared as JSON",
    421: "The table does not go by that name",
    422: "Not legal, or not readable",
    429: "Too much at once: wait for as long as Retry-After says",
    503: "The log cannot be used now; unless the sentence says otherwise, nothing was changed",
}

ANYWHERE = (421, 429)
"""Whatever is asked, and by whom."""

A_PROBLEM = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}}
UNKNOWN = "Whether your change was kept shows on the board once the log answers again."
NOT_JSON = "This is not JSON that can be read: check the body."
UNPARSED = "There was an error parsing the body"
"""What FastAPI says of JSON that cannot be read, in its own words."""

WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is no field that is known here",
    "dict_type": "takes an object",
    "model_attributes_type": "takes an object",
    "model_type": "takes an object",
    "list_type": "takes a list",
    "string_type": "takes a text",
    "int_type": "takes a whole number",
    "int_parsing": "takes a whole number",
    "int_from_float": "takes a whole number",
    "int_parsing_size": "takes a smaller number",
    "greater_than_equal": "takes a number from {ge} on",
    "less_than_equal": "takes a number up to {le}",
    "too_long": "takes a list of at most {max_length}",
    "bool_parsing": "takes true or false",
    "string_too_long": "takes a text of at most {max_length} signs",
    "string_too_short": "takes a text, not an empty one",
    "literal_error": "takes {expected}",
}
"""What a value is refused for, by the checker's name for it."""

logger = logging.getLogger(__name__)


def responses(*codes: int) -> dict[int | str, dict[str, Any]]:
    """What the OpenAPI description says of these codes. What may be too large may be too slow as well.

    They only refer to `Problem`, which one route `defines`: a model of its own for each code of each route would take
    half of the time in which the application is made.
    """
    also = [408] if 413 in codes else []
    return {code: {"content": A_PROBLEM, "description": MEANINGS[code]} for code in (*codes, *also)}


def defines(code: int) -> dict[int | str, dict[str, Any]]:
    """As `responses`, with the model itself."""
    return {code: {"model": Problem, "description": MEANINGS[code]}}


def answerer(page: Callable[[Request, int, str], Response]) -> Refuse:
    """Makes the answer for who is refused; `page` is the one for a person who opened an address in a browser."""

    def answer(request: Request, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
        if "text/html" not in request.headers.get("accept", "") or request.scope["path"].startswith("/api/"):
            return _problem(status, sentence, headers)
        response = page(request, status, sentence)
        response.headers.update(headers or {})
        return response

    return answer


def install(
    app: FastAPI, roles: Roles, board: Callable[[Who], dict[str, Any]], refuse: Refuse, database: str = ""
) -> None:
    """Give `app` its error answers; `board` is what a sender who is wrong about the table gets to see, and `database`
    the name of its log, which is the operator's business.
    """

    def who(request: Request) -> Who:
        """As whom the sender was refused: nobody learns more by asking for something impossible."""
        asked = request.query_params.get("seat", "")
        try:
            return roles.who(request, int(asked) if re.fullmatch("[0-9]{1,9}", asked) else None)
        except HTTPException:
            return SPECTATOR

    def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return refuse(request, error.status_code, _sentence(error), error.headers)

    def invalid(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return _problem(400, NOT_JSON)
        where = ".".join(str(part) for part in first["loc"] if part not in ("body", "path", "query")) or "The body"
        return _problem(422, f"{where}{_misfit(first)}.")

    def rules(request: Request, error: Exception) -> JSONResponse:
        legal = to_json(prompts_for(who(request).seat, error.legal)) if isinstance(error, IllegalAction) else None
        return _problem(422, str(error), legal=legal, option=error.option if isinstance(error, BadOption) else None)

    def table(request: Request, error: Exception) -> JSONResponse:
        return _problem(409, str(error), board=board(who(request)))

    def not_yours(request: Request, error: Exception) -> JSONResponse:
        return _problem(403, str(error))

    def no_seat(request: Request, error: Exception) -> JSONResponse:
        return _problem(422, str(error))

    def log(request: Request, error: Exception) -> JSONResponse:
        said = f"{error} {UNKNOWN if isinstance(error, OutcomeUnknown) else 'Nothing was changed.'}"
        return _problem(503, said if who(request) == THE_OPERATOR else nameless(said, database, "the log"))

    def unforeseen(request: Request, error: Exception) -> JSONResponse:
        logger.error("%s %s", request.method, request.url.path, exc_info=error)
        return _problem(500, "Something went wrong in the server; its log says what.")

    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(RulesError, rules)
    app.add_exception_handler(TableError, table)
    app.add_exception_handler(NotYours, not_yours)
    app.add_exception_handler(NoSuchSeat, no_seat)
    app.add_exception_handler(LogError, log)
    app.add_exception_handler(Exception, unforeseen)


def _misfit(error: dict[str, Any]) -> str:
    """What the description of the bodies has against a value, in words that are no programmer's."""
    words = WORDS.get(error["type"])
    if words is None:
        return f": {error['msg'][:1].lower()}{error['msg'][1:]}"
    return f" {words.format(**error.get('ctx', {}))}"


def _problem(status: int, sentence: str, headers: Mapping[str, str] | None = None, **more: Any) -> JSONResponse:
    said = {name: value for name, value in more.items() if value is not None}
    return JSONResponse({"error": sentence, **said}, status, headers=headers)


def _sentence(error: HTTPException) -> str:
    if error.detail == UNPARSED:  # nested too deeply, or a number of thousands of digits
        return NOT_JSON
    if error.status_code == 404 and error.detail == "Not Found":
        return "There is no such page."
    if error.status_code == 405:
        return "This address does not take that method."
    return str(error.detail)
