"""While the log is held up or lost, everybody reads on, and what is answered of a change is true."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from croupier.server.errors import LogError, OutcomeUnknown
from croupier.server.live import Live
from croupier.server.log import Draft, Log
from croupier.server.log.database import base, open_database
from croupier.server.log.reading import read_log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.server.web.app import create_app
from croupier.vision.reading import Die
from croupier.vision.roll import Roll

TOKEN = "the-operators-token"
OPERATOR = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
ROLL = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}
PATIENCE_S = 30.0


@pytest.fixture
def log(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    """A write waits for as long as the test may take."""
    monkeypatch.setattr(base, "LOCK_WAIT_S", PATIENCE_S)
    with contextlib.closing(Log(database)) as log:
        log.claim()
        yield log


@pytest.fixture
def news() -> News:
    return News()


@pytest.fixture
def told() -> list[tuple[str, Any]]:
    """What the table tells, as it comes."""
    return []


@pytest.fixture
def table(log: Log, news: News, told: list[tuple[str, Any]]) -> Table:
    def publish(kind: str, item: Any) -> None:
        told.append((kind, item))
        news.publish(kind, item)

    table = Table(log, publish, lambda roll: b"jpeg")
    table.start("rift", ("Ada", "Bo"), {})
    return table


@pytest.fixture
def client(table: Table, log: Log, news: News) -> Iterator[TestClient]:
    def no_camera(*_: object) -> Any:
        raise AssertionError

    live = Live(table, None, no_camera, no_camera, news)
    with TestClient(create_app(table, live, news, log, TOKEN), raise_server_exceptions=False) as client:
        yield client


@contextlib.contextmanager
def held_up(database: str) -> Iterator[None]:
    """Somebody else writes, and takes their time."""
    other = open_database(database)
    with other.reading() as connection, connection.begin():
        if "://" in database:
            connection.execute(sa.text("LOCK TABLE entries IN EXCLUSIVE MODE"))
        else:
            connection.execute(sa.text("UPDATE about SET schema_version = schema_version"))
        yield
    other.close()


def act(client: TestClient, version: int = 1) -> Any:
    return client.post("/api/act", json={"version": version, "action": ROLL}, headers=OPERATOR)


def in_a_thread(work: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    done: list[Any] = []
    thread = threading.Thread(target=lambda: done.append(work()))
    thread.start()
    return thread, done


def wait_until_it_writes(table: Table) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if not table._lock.acquire(timeout=0.001):
            return
        table._lock.release()
        time.sleep(0.001)  # or the other would never get it
    raise AssertionError("Nobody writes.")


def test_readers_are_answered_at_once_while_a_write_waits(
    database: str, log: Log, table: Table, client: TestClient
) -> None:
    seat, token = table.seats.take("Ada")
    log.append(1, 2.0, [Draft("touch", "camera", {}, new=True)], b"jpeg")
    before = client.get("/api/board").json()
    mine = {"authorization": f"Bearer {token}"}
    with held_up(database):
        writer, answered = in_a_thread(lambda: act(client))
        wait_until_it_writes(table)
        assert client.get("/api/board").json() == before
        assert client.get(f"/api/board?seat={seat}", headers=mine).json()["you"] == {"role": "seat", "seat": 0}
        assert client.get("/api/log").json() == {"entries": []}
        assert client.get("/api/pictures/1.jpg").content == b"jpeg"
        gone = client.get("/api/pictures/99.jpg")
        assert gone.status_code == 404
        assert gone.json() == {"error": "There is no picture 99, or no longer: the oldest make room for new ones."}
        assert not table.hides
        assert not table.asks
        assert writer.is_alive(), "it waits still"
    writer.join(PATIENCE_S)
    assert answered[0].status_code == 200
    assert client.get("/api/board").json()["version"] == 2


def test_a_change_that_was_not_written_is_answered_so(
    database: str, log: Log, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    log._database.close()  # sessions from before the wait was made short
    monkeypatch.setattr(base, "LOCK_WAIT_S", 0.01)
    before = client.get("/api/board").json()
    with held_up(database):
        answer = act(client)
    assert answer.status_code == 503
    assert "locked by another program: close that one, then try again. Nothing was changed." in answer.json()["error"]
    assert client.get("/api/board").json() == before
    assert act(client).status_code == 200


class Torn:
    """A log's connection that is lost at a commit; whether that was `kept` shows when it is `back`."""

    def __init__(self, log: Log, kept: bool) -> None:
        self.back = False
        self._log, self._kept, self._append, self._settle = log, kept, log.append, log.settle

    def append(self, *how: Any, **more: Any) -> tuple[Any, ...]:
        if self.back:
            return self._append(*how, **more)
        if self._kept:
            self._append(*how, **more)
        raise OutcomeUnknown("The log does not answer.")

    def settle(self) -> bool:
        if not self.back:
            raise LogError("The log does not answer.")
        return self._kept


@pytest.fixture
def torn(log: Log, table: Table, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Torn:
    torn = Torn(log, request.param)
    monkeypatch.setattr(log, "append", torn.append)
    monkeypatch.setattr(log, "settle", torn.settle)
    return torn


@pytest.mark.parametrize("torn", [True, False], indirect=True)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_change_of_which_nobody_can_tell_is_answered_so_and_shows_when_the_log_is_back(
    client: TestClient, torn: Torn
) -> None:
    unknown = act(client)
    assert unknown.status_code == 503
    assert unknown.json()["error"] == (
        "The log does not answer. Whether your change was kept shows on the board once the log answers again."
    )
    assert client.get("/api/board").json()["version"] == 1
    assert act(client).json()["error"] == "The log does not answer. Nothing was changed."
    torn.back = True
    again = act(client)
    assert again.status_code == (409 if torn._kept else 200)
    assert client.get("/api/board").json()["version"] == 2


@pytest.mark.parametrize(("torn", "counted"), [(True, 1), (False, 1)], indirect=["torn"])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_roll_of_which_nobody_can_tell_whether_it_was_kept_counts_once(
    table: Table, torn: Torn, told: list[tuple[str, Any]], counted: int
) -> None:
    spots = [((x, 0), (x + 9, 0), (x + 9, 9), (x, 9)) for x in (0, 100, 200)]
    dice = tuple(Die("d6", face, spot, 0.9, True, "") for face, spot in zip((3, 5, 6), spots, strict=True))
    table.settle(Roll(dice, (0, 1, 2), (), 1.0, ()))
    assert told[-1] == ("notice", {"level": "warn", "text": "The log does not answer. Then have the table read again."})
    torn.back = True
    table.settle_unwritten()
    assert [step.text for step in table.course.steps] == ["Ada rolls 3 5 6."]
    assert len(table.course.told) == 1 + counted


@pytest.mark.parametrize("named", ["file:{}/new.db", "sqlite:///file:{}/new.db?uri=true", "sqlite:////{}/new.db"])
def test_whoever_only_reads_makes_no_file(tmp_path: Path, named: str) -> None:
    with pytest.raises(LogError, match="There is no log"):
        read_log(named.format(tmp_path))
    assert list(tmp_path.iterdir()) == []
