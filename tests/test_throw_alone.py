"""Every game played and put right over HTTP by what the board offers and the dice show: no page need know a game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from croupier.rules import GAMES
from croupier.rules.draw import faces_of
from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.server.web.app import create_app

TOKEN = "the-operators-token"
ACTIONS = 10
GAMES_AND_THROWS: list[tuple[str, dict[str, str], set[str]]] = [
    ("rift", {"extra_rerolls": "3"}, {"roll", "reroll"}),
    ("crag", {}, {"roll", "reroll"}),
    ("fate", {"target": "30"}, {"cast", "fudge"}),
    ("fate", {"target": "30", "map": "d6"}, {"cast", "fudge"}),
    ("4df", {"rolls": "4"}, {"roll"}),
    ("attributes", {"dice": "1d4", "sheet": "yes"}, {"roll", "bonus"}),
    ("attributes", {"dice": "2d2", "sheet": "yes"}, {"roll", "bonus"}),
    ("liars-dice", {"long": "yes"}, {"roll"}),
    ("liars-dice", {"long": "yes", "expert": "yes"}, {"roll"}),
    ("liars-dice", {"long": "yes", "referee": "yes"}, {"show"}),
]
"""Some tables, and the kinds of action that are throws there."""


def _no_camera(*_: object) -> Any:
    raise AssertionError("There is no camera here.")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    log = Log(str(tmp_path_factory.mktemp("alone") / "table.db"))
    yield log
    log.close()


@pytest.fixture(scope="module")
def news() -> News:
    return News()


@pytest.fixture(scope="module")
def table(log: Log, news: News) -> Table:
    return Table(log, news.publish)


@pytest.fixture(scope="module")
def http(table: Table, log: Log, news: News) -> Iterator[TestClient]:
    live = Live(table, None, _no_camera, _no_camera, news)
    with TestClient(create_app(table, live, news, log, TOKEN), raise_server_exceptions=False) as client:
        client.headers["authorization"] = f"Bearer {TOKEN}"
        yield client


def ask(http: TestClient, address: str, **body: Any) -> Any:
    """The new board."""
    answer = http.post(address, json={"version": http.get("/api/board").json()["version"], **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


def drawn(prompt: dict[str, Any], chance: Random) -> dict[str, Any]:
    """What to send for a prompt: an action from among its choices or filled in, or a throw."""
    if prompt["choices"]:
        return {"action": chance.choice(prompt["choices"])}
    if prompt["throw"]:
        throw = prompt["throw"]
        count = chance.choice(throw["counts"])
        places = [place for place in range(len(throw["lying"]) or count) if place not in throw["fixed"]]
        thrown = sorted(chance.sample(places, count))
        faces = [chance.choice(faces_of(throw["dice"])) for _ in range(len(throw["lying"]) or count)]
        faces = [face if place in thrown else throw["lying"][place] for place, face in enumerate(faces)]
        return {"throw": {"seat": prompt["seat"], "kind": prompt["kind"], "faces": faces, "thrown": thrown}}

    def number(field: dict[str, Any]) -> Any:
        picked = chance.choice(field["among"] or range(field["low"], field["high"] + 1))
        return bool(picked) if field["flag"] else picked

    filled = {
        field["name"]: number(field) if field["count"] is None else [number(field) for _ in range(field["count"])]
        for field in prompt["fields"]
    }
    return {"action": {"kind": prompt["kind"], "seat": prompt["seat"], **filled}}


def test_every_game_is_tried() -> None:
    assert {game for game, _, _ in GAMES_AND_THROWS} == set(GAMES)


@pytest.mark.parametrize(
    ("game", "options", "throws"), GAMES_AND_THROWS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_game_is_played_and_put_right_by_what_its_dice_show(
    http: TestClient, table: Table, game: str, options: dict[str, str], throws: set[str]
) -> None:
    chance = Random(7)
    thrown = set[str]()
    cups: dict[int, list[int]] = {}
    http.post("/api/game", json={"game": game, "players": ["Ada", "Bo"], "options": options})
    board = http.get("/api/board").json()
    while board["prompts"] and len(table.course.steps) < ACTIONS:
        dicey = [prompt for prompt in board["prompts"] if prompt["throw"]]
        prompt = chance.choice(dicey if dicey and chance.random() < 0.6 else board["prompts"])
        sent = drawn(prompt, chance)
        board = ask(http, "/api/act", **sent)
        if "throw" in sent:
            thrown.add(prompt["kind"])
            hidden = prompt["throw"]["hidden"]
            assert [die["face"] for die in board["last"]["dice"]] == ([] if hidden else sent["throw"]["faces"])
            if hidden:
                cups[board["last"]["entry"]] = sent["throw"]["faces"]
    assert thrown == throws
    put_right(http, table, cups)


def put_right(http: TestClient, table: Table, cups: dict[int, list[int]]) -> None:
    """Each throw showed what it showed; and each, last first, showed the highest face, once what followed is undone.

    So did each die that was turned. Those under `cups` showed, by their entries, what nobody is told.
    """
    rows = [row for row in http.get("/api/log").json()["entries"] if row["dice"] or row["entry"] in cups]
    assert rows
    assert cups.keys() <= {row["entry"] for row in rows}
    before = table.course.state
    for row in rows:
        ask(http, "/api/correct", entry=row["entry"], faces=shown(row, cups))
        assert table.course.state == before
    for _ in rows:
        ask(http, "/api/undo")
    for row in reversed(rows):
        while http.get("/api/board").json()["last"]["entry"] != row["entry"]:
            ask(http, "/api/undo")
        step = table.course.step(row["entry"])
        moved = step.thrown.places if step.thrown else (row["action"]["die"],)
        top = faces_of(step.thrown.throw.dice if step.thrown else row["dice"][0]["kind"])[-1]
        faces = [top if place in moved else face for place, face in enumerate(shown(row, cups))]
        board = ask(http, "/api/correct", entry=row["entry"], faces=faces)
        assert board["last"]["action"]["kind"] == row["action"]["kind"]
        if row["entry"] in cups:
            seat = row["action"]["seat"]
            assert table.course.game.view(table.course.state, seat)["mine"]["dice"] == faces
            assert (board["last"]["dice"], board["view"]["mine"]) == ([], None)
        else:
            assert [die["face"] for die in board["last_throw"]["dice"]] == faces
        ask(http, "/api/undo")


def shown(row: dict[str, Any], cups: dict[int, list[int]]) -> list[int]:
    """The faces of a row of the log; of what fell under a cup, those that were entered."""
    return cups.get(row["entry"]) or [die["face"] for die in row["dice"]]
