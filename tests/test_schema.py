"""The OpenAPI description is true: whatever Schemathesis makes of it gets one of the answers that it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import CHECKS, load_all_checks

from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.server.web.app import create_app
from croupier.server.web.gate import Limits

TOKEN = "the-operators-token"
ENDLESS = ("/api/events", "/api/live.mjpg")
"""They go on and on; what they begin with is tried elsewhere."""
ROLES = ("the operator", "a seat", "a spectator")
NOT_CHECKED = ("positive_data_acceptance",)
"""What fits the description may still be against the rules of the game in play, or late: that is a 422 or 409."""
EXAMPLES, MANY = 6, 300


def _nothing(*_: object) -> Any:
    raise AssertionError("There is no camera here.")


def an_app(database: str) -> tuple[FastAPI, Table, Log]:
    log, news = Log(database), News()
    table = Table(log, news.publish, develop=lambda roll: b"jpeg")
    return create_app(table, Live(table, None, _nothing, _nothing, news), news, log, TOKEN), table, log


def operations() -> list[str]:
    """What the description names, but for what has no end."""
    app, _, log = an_app("sqlite://")
    paths = app.openapi()["paths"]
    log.close()
    return [f"{verb.upper()} {path}" for path in paths if path not in ENDLESS for verb in paths[path]]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[dict[str, Any], Table]]:
    """The operations by their labels, and the table that they are tried at; as often as one likes."""
    app, table, log = an_app(str(tmp_path_factory.mktemp("schema") / "table.db"))
    load_all_checks()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Limits, "request", lambda *_: None)
        schema = schemathesis.openapi.from_asgi("/openapi.json", app)
        yield {found.ok().label: found.ok() for found in schema.get_all_operations()}, table
    log.close()


def tell(operation: Any, table: Table, role: str, examples: int) -> None:
    """Raises what Schemathesis has to say about the operation."""
    table.start("rift", ("Ada", "Bo"), {})
    token = table.seats.give(0)
    headers = {"the operator": {"authorization": f"Bearer {TOKEN}"}, "a seat": {"authorization": f"Bearer {token}"}}
    checks = [CHECKS.get_one(name) for name in CHECKS.get_all_names() if name not in NOT_CHECKED]

    @seed(7)
    @settings(
        max_examples=examples,
        derandomize=False,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def try_it(case: Any) -> None:
        case.call_and_validate(headers=headers.get(role), checks=checks)

    try_it()


@pytest.mark.parametrize("label", operations())
def test_the_description_is_true_of(described: tuple[dict[str, Any], Table], label: str) -> None:
    found, table = described
    for role in ROLES:
        tell(found[label], table, role, EXAMPLES)


@pytest.mark.trials
@pytest.mark.parametrize("label", operations())
@pytest.mark.parametrize("role", ROLES)
def test_the_description_is_true_at_length_of(described: tuple[dict[str, Any], Table], label: str, role: str) -> None:
    found, table = described
    tell(found[label], table, role, MANY)
