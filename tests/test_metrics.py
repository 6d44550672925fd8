"""What is counted for Prometheus, and that nothing in it tells of what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from test_status import speaking  # noqa: F401 (a fixture)

from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.status import lines
from croupier.server.table import Table
from croupier.server.web.app import create_app
from croupier.vision.reading import Die
from croupier.vision.roll import Roll

TOKEN = "the-operators-token"
OPERATOR = {"authorization": f"Bearer {TOKEN}"}
CHECK = {"kind": "sleight", "seat": 0, "die": 1, "face": 6, "d20": [19], "bonus": 9, "dc": 5}


class Place:
    """A table, and somebody who asks it over HTTP."""

    def __init__(self, folder: Path) -> None:
        self.log, self.news = Log(str(folder / "table.db")), News()
        self.table = Table(self.log, self.news.publish, develop=lambda roll: b"jpeg")
        self.live = Live(self.table, None, _no_camera, _no_camera, self.news)
        self.client = TestClient(create_app(self.table, self.live, self.news, self.log, TOKEN))

    def value(self, name: str) -> float:
        """One number of the metrics, by its name and labels."""
        text = self.client.get("/metrics").text
        found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
        assert found, text
        return float(found[1])


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    place.log.close()


def _no_camera(*_: object) -> Any:
    raise AssertionError("There is no camera here.")


def seen(*faces: int | None) -> Roll:
    dice = tuple(
        Die("d6", face, ((0, 0), (9, 0), (9, 9), (0, 9)), 0.99, face is not None, "" if face else "blurred")
        for face in faces
    )
    return Roll(dice, tuple(range(len(faces))), (), 0.0, () if None not in faces else ("a die is not sure",))


def test_rolls_questions_corrections_and_undos_are_counted(place: Place) -> None:
    table = place.table
    table.start("rift", ("Ada", "Bo"), {})
    table.settle(seen(3, 5, 6))
    table.undo("operator")
    table.settle(seen(3, None, 6))
    table.act({"kind": "roll", "seat": 0, "faces": [3, 3, 6]}, "operator")
    table.mend(table.course.version, [1, 3, 6], "operator")
    assert place.value('croupier_rolls_total{result="sure"}') == 1
    assert place.value('croupier_rolls_total{result="asked"}') == 1
    assert place.value("croupier_questions_total") == 1
    assert place.value("croupier_undos_total") == 1
    assert place.value("croupier_corrections_total") == 1
    assert place.value('croupier_actions_total{game="rift"}') == 2
    assert place.value('croupier_games_total{game="rift"}') == 1
    assert place.value("croupier_log_write_seconds_count") >= 5


def test_what_was_in_the_log_before_the_start_is_not_counted_anew(tmp_path: Path) -> None:
    first = Place(tmp_path)
    first.table.start("rift", ("Ada", "Bo"), {})
    first.table.act({"kind": "roll", "seat": 0, "faces": [3, 3, 6]}, "operator")
    first.log.close()
    second = Place(tmp_path)
    second.table.act({"kind": "reroll", "seat": 0, "dice": [0], "faces": [1]}, "operator")
    assert second.value('croupier_actions_total{game="rift"}') == 1
    second.log.close()


def test_requests_are_counted_by_the_template_of_their_address_never_by_what_was_written(place: Place) -> None:
    for number in (7, 8):
        place.client.get(f"/api/pictures/{number}.jpg")
    place.client.get("/api/pictures/<script>.jpg")
    place.client.get("/such-a-page?token=abc")
    place.client.request("BREW", "/api/board")
    place.client.head("/api/log")
    text = place.client.get("/metrics").text
    assert 'http_requests_total{method="GET",route="/api/pictures/{number}.jpg",status="404"} 2.0' in text
    assert 'route="unknown",status="404"} 1.0' in text
    assert 'method="HEAD",route="/api/log"' in text
    assert not re.search("script|such-a-page|abc|BREW", text)


def test_frames_and_the_camera_are_measured(place: Place) -> None:
    place.live.pulse.heard(0.030)
    place.live.pulse.heard(None)
    assert place.value("croupier_frames_total") == 2
    assert place.value('croupier_read_milliseconds_bucket{le="50.0"}') == 1
    assert place.value("croupier_camera_up") == 0
    place.live.camera = {**place.live.camera, "state": "ok"}
    assert place.value("croupier_camera_up") == 1
    assert place.value("croupier_event_readers") == 0


def test_two_tables_in_one_process_count_for_themselves(place: Place, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Place(tmp_path / "other")
    other.table.start("rift", ("Ada",), {})
    assert 'games_total{game="rift"} 1.0' not in place.client.get("/metrics").text
    other.log.close()


def at_dice(place: Place) -> None:
    """Ada and Bo have rolled under their cups, and Ada is proficient in sleight of hand."""
    place.table.start("liars-dice", ("Ada", "Bo"), {"proficient": "1,0"})
    place.table.act({"kind": "roll", "seat": 0, "faces": [1, 2, 3, 4, 5]}, "seat 0")
    place.table.act({"kind": "roll", "seat": 1, "faces": [2, 2, 2, 2, 2]}, "seat 1")


def public(place: Place) -> str:
    """What everybody, and what the operator, may learn beside the boards; but for what only the asking counts."""
    text = re.sub(r'.*(route="/(metrics|api/status)"|_created).*\n', "", place.client.get("/metrics").text)
    status = place.client.get("/api/status", headers=OPERATOR).json()
    told = {key: status[key] for key in ("log", "stages", "why", "phase", "readers")}
    return f"{text}\n{told}\n{lines.last()}"


@pytest.mark.usefixtures("speaking")
def test_nothing_tells_that_a_check_was_made_in_secret(place: Place) -> None:
    at_dice(place)
    token = place.table.seats.take("Ada")[1]
    before = public(place)
    version = place.table.course.version
    for action in (CHECK, CHECK, {**CHECK, "die": 99}):
        answer = place.client.post(
            "/api/act?seat=0",
            json={"version": version, "action": action},
            headers={"authorization": f"Bearer {token}"},
        )
        assert answer.status_code in (200, 422)
    assert any(told.secret for told in place.table.course.told), "one of them was made"
    assert public(place) == before


def test_no_face_of_a_hidden_die_is_in_the_metrics_or_the_status(place: Place) -> None:
    place.live.seen = None
    at_dice(place)
    status = place.client.get("/api/status", headers=OPERATOR).json()
    assert status["hidden"] is True
    assert not re.search("faces|dice", str({key: value for key, value in status.items() if key != "software"}))
