"""The status over HTTP, and whether the server is well at all."""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi.testclient import TestClient

from croupier.server.errors import LogError
from croupier.server.live import Live
from croupier.server.live.pulse import Pulse
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.status import facts, lines
from croupier.server.status.state import Status
from croupier.server.table import Table
from croupier.server.web.app import create_app

TOKEN = "the-operators-token"
OPERATOR = {"authorization": f"Bearer {TOKEN}"}
ROLL = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}


@pytest.fixture
def news() -> News:
    return News()


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(str(tmp_path / "table.db"))
    yield log
    log.close()


@pytest.fixture
def table(log: Log, news: News) -> Table:
    table = Table(log, news.publish)
    table.start("rift", ("Ada", "Bo"), {})
    return table


@pytest.fixture
def live(table: Table, news: News) -> Live:
    return Live(table, None, _no_camera, _no_camera, news)


@pytest.fixture
def client(table: Table, live: Live, log: Log, news: News) -> Iterator[TestClient]:
    with TestClient(create_app(table, live, news, log, TOKEN), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def speaking() -> Iterator[None]:
    """Lines are kept, and afterwards the loggers are as they were."""
    before = {name: (logging.getLogger(name).handlers[:], logging.getLogger(name).level) for name in lines.SPEAKERS}
    lines.begin()
    yield
    for name, (handlers, level) in before.items():
        speaker = logging.getLogger(name)
        speaker.handlers, speaker.propagate = handlers, True
        speaker.setLevel(level)


def _no_camera(*_: object) -> Any:
    raise AssertionError("There is no camera here.")


def test_everybody_learns_whether_it_works_and_nothing_else(client: TestClient) -> None:
    told = client.get("/api/status").json()
    assert set(told) == {"you", "version", "uptime_s", "camera", "phase", "game", "readers"}
    assert told["camera"] == {"state": "none", "text": "There is no camera: rolls are entered by hand."}
    assert told["game"] == "Rift"


def test_the_operator_learns_what_mending_takes(client: TestClient, log: Log) -> None:
    told = client.get("/api/status", headers=OPERATOR).json()
    assert {model["name"]: len(model["sha256"]) for model in told["models"]} == {"finder": 64, "namer": 64}
    assert {"Python", "OpenCV", "onnxruntime", "NumPy"} <= set(told["software"])
    assert told["log"]["name"] == log.database
    assert told["log"]["revision"] == log.revision
    assert told["disk_free_bytes"] > 0
    assert told["reader"] == {"name": "none", "why": "Nothing has been read yet."}
    assert told["camera"]["fps"] == 0


def test_the_reader_without_models_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.models.store import ModelsError
    from croupier.vision.classical import ClassicalReader

    def missing() -> None:
        raise ModelsError("The model finder.onnx is missing: install Croupier again.")

    facts._why_no_models.cache_clear()
    monkeypatch.setattr(facts, "open_store", missing)
    told = facts.reader(ClassicalReader())
    facts._why_no_models.cache_clear()
    assert told == {"name": "classical", "why": "The model finder.onnx is missing: install Croupier again."}


def test_a_camera_is_told_without_its_password(live: Live, client: TestClient) -> None:
    live.camera = {"url": "rtsp://me:hush@cam/1?fps=12", "state": "lost", "text": "rtsp://me:hush@cam/1 is silent."}
    said = client.get("/api/status", headers=OPERATOR).text
    assert "hush" not in said
    assert json.loads(said)["camera"]["fps_asked"] == "12"
    assert "hush" not in client.get("/api/status").text


def test_each_stage_of_a_frame_is_timed_and_none_while_dice_are_hidden() -> None:
    now = 0.0
    heard: list[float | None] = []
    pulse = Pulse(lambda: now)
    pulse.heard = heard.append

    def frame(hidden: bool, **stages: float) -> None:
        nonlocal now
        pulse.begin()
        for stage, took in stages.items():
            now += took
            pulse.lap(stage)
        pulse.end(hidden)

    frame(False, gate=0.001, find=0.010, name=0.004)
    assert dict(pulse.stages) == pytest.approx({"gate": 1, "find": 10, "name": 4, "vote": 0})
    frame(True, gate=0.001, find=0.500)
    assert pulse.stages["find"] == pytest.approx(10)
    assert heard == [pytest.approx(0.014), None]
    assert (pulse.frames, pulse.fps) == (2, 0.4)


def test_the_watcher_tells_its_stages_to_whoever_has_a_clock() -> None:
    import numpy as np

    from croupier.vision.frame import Frame
    from croupier.vision.reading import Reading
    from croupier.vision.watch import Watcher

    class Blank:
        def read(self, *_: object) -> Reading:
            return Reading((), ())

    pulse, eyes = Pulse(), Watcher(Blank())
    pulse.attend(eyes)
    for n in range(10):
        pulse.begin()
        eyes.see(Frame(np.zeros((48, 64, 3), np.uint8), n / 15, n))
        pulse.end(False)
    assert {"gate", "judge", "vote"} <= set(pulse.stages)


def test_the_server_is_well_as_long_as_its_log_can_be_read(
    client: TestClient, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}

    def broken() -> None:
        raise LogError("table.db is locked: close the other program.")

    monkeypatch.setattr(log, "newest_game", broken)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["error"] == "Table.db is locked: close the other program."


def test_the_server_is_not_well_after_a_change_was_lost_until_one_is_kept(
    client: TestClient, table: Table, log: Log, tmp_path: Path
) -> None:
    table.start("rift", ("Ada",), {})
    file = tmp_path / "table.db"
    file.rename(tmp_path / "away.db")
    with pytest.raises(LogError):
        table.act({"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, "operator")
    assert "table.db was moved or deleted" in client.get("/healthz", headers=OPERATOR).json()["error"]
    (tmp_path / "away.db").rename(file)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["error"] == "The log was moved or deleted: put it back, or start Croupier again."
    table.act({"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, "operator")
    assert client.get("/healthz").status_code == 200


def test_where_the_log_lies_is_the_operators_business(client: TestClient, table: Table, log: Log) -> None:
    table.start("rift", ("Ada",), {})
    with log._database.reading() as connection:
        connection.exec_driver_sql("PRAGMA query_only=ON")
    body = {"version": table.course.version, "action": {"kind": "roll", "seat": 0, "faces": [1, 2, 3]}}
    assert log.database in client.post("/api/act", json=body, headers=OPERATOR).json()["error"]
    told = client.post("/api/join", json={"name": "Ada"}).json()["error"]
    assert told.startswith("The log may not be written")
    assert log.database not in told + client.get("/healthz").text


def test_of_a_camera_everybody_hears_whether_it_sees_and_nobody_where_it_is(client: TestClient, live: Live) -> None:
    url = "rtsp://me:hush@10.0.0.9/dice?key=rosebud"
    live.camera = {"url": url, "state": "lost", "text": f"{url} is away. Rolls can be entered by hand."}
    told = [client.get(path).text for path in ("/api/board", "/api/status")]
    assert not any("hush" in text or "10.0.0.9" in text or "rosebud" in text for text in told)
    camera = client.get("/api/board").json()["camera"]
    assert camera == {"state": "lost", "text": "The camera is away. Rolls can be entered by hand."}
    assert client.get("/api/board", headers=OPERATOR).json()["camera"]["url"] == url


def test_the_logs_size_stands_still_while_dice_are_hidden(
    table: Table, live: Live, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = iter((100_000, 300_000, 500_000))
    monkeypatch.setattr(type(log), "size_bytes", property(lambda _: next(sizes)))
    status = Status(table, live, News(), log)
    told = [status.whole()["log"]["size_bytes"]]
    table.start("liars-dice", ("Ada", "Bo"), {})
    table.act({"kind": "roll", "seat": 0, "faces": [1, 2, 3, 4, 5]}, "operator")
    told += [status.whole()["log"]["size_bytes"] for _ in range(2)]
    table.start("rift", ("Ada",), {})
    told.append(status.whole()["log"]["size_bytes"])
    assert told == [100_000, 100_000, 100_000, 300_000]


# Log lines


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("GET /play?seat=1&token=abc-DEF_1&x=2", "GET /play?seat=1&token=…&x=2"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer …"),
        ("cookie: croupier=abc; croupier-seat-1=def", "cookie: …"),
        ("postgresql+psycopg://ada:pa:ss@db/croupier", "postgresql+psycopg://…@db/croupier"),
        ("host=db password=hush", "host=db password=…"),
        ("nothing to hide", "nothing to hide"),
    ],
)
def test_no_line_holds_a_token_or_a_password(said: str, kept: str) -> None:
    assert lines.masked(said) == kept


def test_a_line_is_a_json_object_with_the_traceback_of_an_error(
    speaking: None, capsys: pytest.CaptureFixture[str]
) -> None:
    lines.begin(lines.Format.JSON, lines.Level.INFO)
    speaker = logging.getLogger("croupier.server.live.watch")
    speaker.info("Camera: %s", "The camera sees the table.")
    try:
        raise ValueError("token=abc is bad")
    except ValueError:
        speaker.exception("It broke")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (first["level"], first["from"], first["text"]) == ("info", "live", "Camera: The camera sees the table.")
    assert second["traceback"].endswith("ValueError: token=… is bad")
    assert lines.last() == [json.dumps(first, ensure_ascii=False), json.dumps(second, ensure_ascii=False)]


def test_a_line_of_text_says_when_how_grave_and_what(speaking: None, capsys: pytest.CaptureFixture[str]) -> None:
    lines.begin()
    logging.getLogger("croupier.server.live.watch").warning("Camera: lost")
    logging.getLogger("croupier.server.live.watch").info("not so grave: kept, not shown")
    said = capsys.readouterr().err
    assert said.endswith(" warning live  Camera: lost\n")
    assert len(said.splitlines()) == 1
    assert len(lines.last()) == 2


def test_a_game_a_refusal_and_a_lost_camera_are_each_a_line(
    speaking: None, client: TestClient, live: Live, news: News
) -> None:
    client.post("/api/game", json={"game": "rift", "players": ["Ada"]}, headers=OPERATOR)
    client.post("/api/undo", json={"version": 1})
    live.camera = {"url": "usb:0", "state": "lost", "text": "usb:0 does not answer: check its cable."}
    news.publish("board", None)
    news.publish("board", None)
    told = [json.loads(line) for line in lines.last()]
    assert [(line["level"], line["text"]) for line in told] == [
        ("info", "A game of Rift begins, for 1."),
        (
            "info",
            "Refused POST /api/undo (401): Only the operator may do this: "
            "open the operator's link that the start printed.",
        ),
        ("warning", "Camera: usb:0 does not answer: check its cable."),
    ]


def test_a_served_table_writes_a_json_object_an_event_and_never_a_token(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", "from croupier.server.cli.start import main; main()", "serve"]
    options = ["--port", str(port), "--database", str(tmp_path / "table.db"), "--game", "rift"]
    process = subprocess.Popen(
        [*command, *options, "--log-format", "json", "--log-level", "debug"],
        env={**os.environ, "CROUPIER_OPERATOR_TOKEN": TOKEN, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        opened = process.stderr.readline()
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}") as client:
            assert client.get("/table", params={"token": TOKEN}).status_code == 303
            assert client.get("/table", params={"token": f"{TOKEN}-of-yesterday"}).status_code == 401
    finally:
        process.terminate()
        _, rest = process.communicate(timeout=30)
    told = [json.loads(line) for line in (opened + rest).splitlines()]
    assert (told[0]["text"], told[-1]["text"]) == (
        f"The table is open at http://localhost:{port}.",
        "The table is closed.",
    )
    assert {"GET /table: 303", "GET /table: 401"} <= {line["text"] for line in told}
    assert any(line["text"].startswith("Refused GET /table (401)") for line in told)
    assert TOKEN not in opened + rest


def test_what_somebody_wrote_is_in_no_line_but_as_one(speaking: None, client: TestClient) -> None:
    client.get("/nowhere%0Aat-all?token=abc")
    (line,) = lines.last()
    assert json.loads(line)["text"] == "Refused GET unknown (404): There is no such page."
