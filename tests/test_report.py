"""The bug report: what whoever mends it needs, and nothing that is nobody's business."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from test_metrics import OPERATOR, TOKEN, Place, at_dice
from test_status import speaking  # noqa: F401 (a fixture)

from croupier.server.live.photo import Shot
from croupier.server.status import report
from croupier.vision.frame import Frame

FILES = {"README.txt", "status.json", "doctor.txt", "lines.jsonl", "versions.txt", "game.json"}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr(report, "doctor", lambda: "ok  python  as croupier needs it\n")
    place = Place(tmp_path)
    yield place
    place.log.close()


def unpacked(place: Place) -> dict[str, bytes]:
    answer = place.client.get("/api/report.zip", headers=OPERATOR)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    return {name: archive.read(name) for name in archive.namelist()}


def a_shot() -> Shot:
    return Shot(Frame(np.zeros((48, 64, 3), np.uint8), 0.0, 0))


def test_it_is_the_operators_alone(place: Place) -> None:
    assert place.client.get("/api/report.zip").status_code == 401


def test_it_holds_status_doctor_lines_versions_game_and_picture(place: Place) -> None:
    place.table.start("rift", ("Ada", "Bo"), {})
    place.table.act({"kind": "roll", "seat": 0, "faces": [3, 5, 6]}, "operator")
    place.live.shot = a_shot()
    files = unpacked(place)
    assert set(files) == FILES | {"frame.jpg"}
    game = json.loads(files["game.json"])
    assert game["board"]["players"] == ["Ada", "Bo"]
    assert game["log"][-1]["action"]["faces"] == [3, 5, 6]
    assert json.loads(files["status.json"])["software"]["Python"]
    assert files["frame.jpg"].startswith(b"\xff\xd8")


def test_without_a_game_there_is_none_in_it(place: Place) -> None:
    assert json.loads(unpacked(place)["game.json"]) == {"board": None, "log": []}


@pytest.mark.usefixtures("speaking")
def test_no_token_cookie_or_password_is_in_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.table.start("rift", ("Ada", "Bo"), {})
    seat = place.table.seats.take("Ada")[1]
    speaker = logging.getLogger("croupier.server.web.run")
    speaker.error("GET /table?token=%s with cookie: croupier=%s", TOKEN, TOKEN)
    speaker.error("GET /play?token=%s, Authorization: Bearer %s", seat, seat)
    speaker.error("postgresql://ada:hush-hush@db/table did not answer")
    place.live.camera = {"url": "rtsp://me:hush-hush@cam", "state": "lost", "text": "rtsp://me:hush-hush@cam is away."}
    monkeypatch.setattr(report, "doctor", lambda: "rtsp://me:hush-hush@cam can be used\n")
    everything = b"".join(unpacked(place).values()).decode()
    assert "did not answer" in everything
    assert not [secret for secret in (TOKEN, seat, "hush-hush") if secret in everything]


def test_no_hidden_die_is_in_it_and_no_picture_while_dice_are_hidden(place: Place) -> None:
    at_dice(place)
    place.live.shot = a_shot()
    files = unpacked(place)
    assert set(files) == FILES
    told = json.loads(files["game.json"])
    assert "[1, 2, 3, 4, 5]" not in json.dumps(told)
    assert "[2, 2, 2, 2, 2]" not in json.dumps(told)
    rolls = [row for row in told["log"] if row["action"] and row["action"]["kind"] == "roll"]
    assert [(row["dice"], row["covered"]) for row in rolls] == [([], 5), ([], 5)]


def test_a_doctor_that_does_not_come_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "DOCTOR", "import time; time.sleep(60)")
    monkeypatch.setattr(report, "DOCTOR_WITHIN_S", 0.2)
    assert report.doctor() == "The doctor could not be asked (TimeoutExpired).\n"
