"""Every game of the log: listed, replayed step by step as it was, with what became of each step since."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from croupier.rules import find_game
from croupier.server import show
from croupier.server.book import course_of
from croupier.server.course import follow
from croupier.server.errors import LogError, NotInHistory
from croupier.server.history.replay import MARK_EVERY, Replay
from croupier.server.history.shelf import Shelf
from croupier.server.history.steps import HistoryStep, steps_of
from croupier.server.live import Live
from croupier.server.log import Draft, Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.server.web.app import create_app
from croupier.vision.reading import Die
from croupier.vision.roll import Roll


def no_camera(*_: object) -> Any:
    raise AssertionError("There is no camera here.")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(str(tmp_path / "table.db"))
    yield log
    log.close()


@pytest.fixture
def table(log: Log) -> Table:
    """Ada and Bo are at Rift."""
    table = Table(log, develop=lambda roll: b"jpeg", clock=lambda: 5.0)
    table.start("rift", ("Ada", "Bo"), {})
    return table


@pytest.fixture
def shelf(log: Log, table: Table) -> Shelf:
    return Shelf(log, lambda: table.playing)


@pytest.fixture
def client(log: Log, table: Table) -> Iterator[TestClient]:
    news = News()
    live = Live(table, None, no_camera, no_camera, news)
    with TestClient(create_app(table, live, news, log, "the-operators-token")) as client:
        yield client


def seen(*faces: int) -> Roll:
    """Dice that the camera sees thrown."""
    corners = [((x, 0), (x + 9, 0), (x + 9, 9), (x, 9)) for x in range(0, 20 * len(faces), 20)]
    dice = tuple(Die("d6", face, spot, 0.99, True) for face, spot in zip(faces, corners, strict=True))
    return Roll(dice, tuple(range(len(faces))), (), 1.0)


def play(table: Table, *actions: dict[str, Any]) -> None:
    for action in actions:
        table.act(action, "operator")


def turn(seat: int, category: str, *faces: int) -> tuple[dict[str, Any], dict[str, Any]]:
    roll = {"kind": "roll", "seat": seat, "faces": list(faces)}
    return roll, {"kind": "score", "seat": seat, "category": category}


def steps(shelf: Shelf, game: int = 1) -> list[HistoryStep]:
    return steps_of(shelf.replay(game))


# ---- Step by step ----


def test_a_game_that_was_just_begun_has_a_beginning_and_no_steps(table: Table, shelf: Shelf) -> None:
    assert steps(shelf) == []
    assert shelf.replay(1).board(0) == show.board_of(table.course)


def test_each_board_is_the_one_that_everybody_saw_then(table: Table, shelf: Shelf) -> None:
    table.settle(seen(3, 3, 5))
    saw = [show.board_of(table.course)]
    changes = [
        lambda: play(table, {"kind": "reroll", "seat": 0, "dice": [2], "faces": [3]}),
        lambda: table.mend(saw[0]["last"]["entry"], [3, 4, 5], "operator"),
        lambda: table.undo("operator"),
        lambda: table.undo("operator"),
        lambda: play(table, {"kind": "score", "seat": 0, "category": "threes"}),
    ]
    for change in changes:
        change()
        saw.append(show.board_of(table.course))
    replay = shelf.replay(1)
    assert [replay.board(step) for step in range(1, 7)] == saw
    assert [step.kind for step in steps(shelf)] == ["action", "action", "correct", "undo", "undo", "action"]


def test_a_corrected_step_tells_what_was_told_then_and_what_counts_now(table: Table, shelf: Shelf) -> None:
    table.settle(seen(3, 3, 5))
    table.mend(table.course.version, [3, 4, 5], "operator")
    roll, correction = steps(shelf)
    assert (roll.text, roll.now) == ("Ada rolls 3 3 5.", "Ada rolls 3 4 5.")
    assert [die.face for die in roll.dice] == [3, 3, 5]
    assert roll.dice_now is not None
    assert [die.face for die in roll.dice_now] == [3, 4, 5]
    assert (roll.corrected, roll.undone, roll.picture) == (True, False, "/api/pictures/1.jpg")
    assert (correction.kind, correction.of) == ("correct", 1)


def test_an_undone_step_says_so_and_the_undo_says_of_which(table: Table, shelf: Shelf) -> None:
    play(table, *turn(0, "fours", 4, 4, 1))
    table.undo("operator")
    roll, score, undo = steps(shelf)
    assert [one.undone for one in (roll, score, undo)] == [False, True, False]
    assert undo.of == 2


def test_of_a_reroll_only_the_dice_thrown_again_are_thrown(table: Table, shelf: Shelf) -> None:
    play(
        table,
        {"kind": "roll", "seat": 0, "faces": [1, 2, 6]},
        {"kind": "reroll", "seat": 0, "dice": [0, 1], "faces": [6, 5]},
    )
    assert [(die.face, die.thrown) for die in steps(shelf)[1].dice] == [(6, True), (5, True), (6, False)]


def test_questions_are_no_steps(table: Table, shelf: Shelf) -> None:
    table.settle(seen(1, 2))
    assert table.asks
    assert steps(shelf) == []


def test_a_replay_grows_with_its_game_and_is_the_same_as_one_made_anew(table: Table, shelf: Shelf) -> None:
    first = shelf.replay(1)
    for round_ in range(MARK_EVERY // 2 + 3):
        table.settle(seen(1 + round_ % 6, 2, 3))
        table.undo("operator")
        shelf.replay(1)
    assert shelf.replay(1) is first
    anew = Replay(table.course)
    last = len(anew.moments)
    for step in (0, 1, MARK_EVERY - 1, MARK_EVERY, last):
        assert first.board(step) == anew.board(step)
    assert steps_of(first) == steps_of(anew)


def test_a_replay_that_was_looked_at_halfway_is_whole_once_another_game_is_begun(table: Table, shelf: Shelf) -> None:
    play(table, {"kind": "roll", "seat": 0, "faces": [1, 2, 6]})
    assert len(steps(shelf)) == shelf.game(1).steps == 1
    play(table, {"kind": "score", "seat": 0, "category": "ones"})
    table.start("rift", ("Ada", "Bo"), {})
    assert len(steps(shelf)) == shelf.game(1).steps == 2


def test_no_board_of_a_long_game_is_replayed_from_the_beginning(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2 * MARK_EVERY):
        table.settle(seen(1, 2, 3))
        table.undo("operator")
    replay = Replay(table.course)
    followed = list[int]()
    monkeypatch.setattr(
        "croupier.server.history.replay.follow", lambda course, entry: followed.append(1) or follow(course, entry)
    )
    for step in range(len(replay.moments)):
        followed.clear()
        replay.board(step)
        assert len(followed) < MARK_EVERY


# ---- The list ----


def test_games_are_listed_newest_first_with_how_each_ended(table: Table, shelf: Shelf) -> None:
    play(table, *turn(0, "ones", 1, 1, 2))
    table.start("4df", ("Ada", "Bo"), {})
    play(
        table,
        {"kind": "roll", "seat": 0, "faces": [1, 1, 0, 0]},
        {"kind": "roll", "seat": 1, "faces": [-1, 1, 0, 0]},
    )
    table.start("attributes", ("Cy",), {"dice": "2d6"})
    games, after = shelf.page(10)
    assert after is None
    assert [(game.title, game.progress, game.result) for game in games] == [
        ("Exceptional attributes", "playing", "Still being played"),
        ("4dF", "over", "Ada wins"),
        ("Rift", "unfinished", "Left unfinished"),
    ]
    assert [(game.rolls, game.steps) for game in games] == [(0, 0), (2, 2), (1, 2)]
    assert [score.score for score in games[1].scores] == [2, 0]


def test_those_who_share_a_win_are_named_together(table: Table, shelf: Shelf) -> None:
    table.start("4df", ("Ada", "Bo", "Cy"), {})
    for seat, faces in enumerate(([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, -1])):
        play(table, {"kind": "roll", "seat": seat, "faces": faces})
    assert shelf.game(2).result == "Ada and Bo share the win"


def test_the_list_comes_in_pages(table: Table, shelf: Shelf) -> None:
    for _ in range(4):
        table.start("rift", ("Ada", "Bo"), {})
    first, after = shelf.page(2)
    assert [game.game for game in first] == [5, 4]
    rest, none = shelf.page(3, after)
    assert [game.game for game in rest] == [3, 2, 1]
    assert none is None


def test_an_older_game_that_makes_no_sense_is_listed_and_breaks_nothing(table: Table, log: Log, shelf: Shelf) -> None:
    table.start("rift", ("Ada", "Bo"), {})
    with sa.create_engine(f"sqlite:///{log.database}").begin() as other:
        other.exec_driver_sql(
            "INSERT INTO games (name, players, options, started) VALUES ('whist', '[\"Ada\", \"Bo\"]', '{}', 1.0)"
        )
    table.start("rift", ("Ada", "Bo"), {})
    log.append(4, 5.0, [Draft("nonsense", "operator", {})])
    table.start("rift", ("Ada", "Bo"), {})
    games, _ = shelf.page(10)
    assert [game.progress for game in games] == ["playing", "unreadable", "unreadable", "unfinished", "unfinished"]
    assert games[1].result.endswith("It is kept in the log as it is.")
    assert games[2].title == "whist"
    with pytest.raises(NotInHistory, match="Game 3 cannot be shown"):
        shelf.replay(3)
    assert shelf.throws()[1] == 2


@pytest.mark.parametrize("players", ["not JSON", "7", "", "[1, 2]", "[]"])
def test_a_game_whose_players_are_damaged_hides_no_other(table: Table, log: Log, shelf: Shelf, players: str) -> None:
    table.start("rift", ("Ada", "Bo"), {})
    with sa.create_engine(f"sqlite:///{log.database}").begin() as other:
        other.exec_driver_sql(
            "INSERT INTO games (name, players, options, started) VALUES ('rift', ?, '{}', 1.0)", (players,)
        )
    damaged = log.games()[0].id
    with pytest.raises(LogError, match=r"is damaged, the rows of game [0-9]+ make no sense"):
        course_of(log, log.games()[0], find_game)
    table.start("rift", ("Ada", "Bo"), {})
    games, _ = shelf.page(10)
    assert [game.progress for game in games if game.game == damaged] == ["unreadable"]
    assert len(games) == damaged + 1
    with pytest.raises(NotInHistory, match="cannot be shown"):
        shelf.replay(damaged)


# ---- Over HTTP ----


def test_history_is_open_to_everybody_and_kept_by_nobody(client: TestClient, table: Table) -> None:
    play(table, *turn(0, "ones", 1, 1, 2))
    for address in ("/api/history", "/api/history/1", "/api/history/1/board?step=1", "/api/history/1.json"):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == "no-store"


def test_steps_come_from_where_they_are_asked_for(client: TestClient, table: Table) -> None:
    play(table, *turn(0, "ones", 1, 1, 2), *turn(1, "twos", 2, 2, 5))
    answer = client.get("/api/history/1?from=2&limit=2").json()
    assert [step["step"] for step in answer["steps"]] == [2, 3]
    assert answer["game"]["steps"] == 4
    assert client.get("/api/history/1?from=9").json()["steps"] == []


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/api/history/7", "There is no game 7 in the history."),
        ("/api/history/7.json", "There is no game 7 in the history."),
        ("/api/history/7.csv", "There is no game 7 in the history."),
        ("/api/history/7/board?step=0", "There is no game 7 in the history."),
        ("/api/history/1/board?step=1", "This game has 0 steps so far: there is no step 1."),
        ("/api/fairness.svg?set=d20", "No dice of that set have been thrown."),
    ],
)
def test_what_is_not_there_is_a_404_with_a_sentence(client: TestClient, address: str, sentence: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.json()) == (404, {"error": sentence})


@pytest.mark.parametrize(
    "address",
    [
        "/api/history/one",
        "/api/history?limit=0",
        "/api/history?before=-1",
        "/api/history/1?from=many",
        "/api/history/1/board",
        "/api/history/1/board?step=-1",
        "/api/fairness?source=cheats",
    ],
)
def test_what_cannot_be_read_is_a_422_with_a_sentence(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 422
    assert answer.json()["error"].endswith(".")


def test_the_description_tells_of_each_address_and_its_answers(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    assert {"200", "404", "422", "503"} <= set(paths["/api/history/{game}"]["get"]["responses"])
    kinds = {
        "/api/history": "application/json",
        "/api/history/{game}": "application/json",
        "/api/history/{game}/board": "application/json",
        "/api/history/{game}.json": "application/json",
        "/api/history/{game}.csv": "text/csv",
        "/api/fairness": "application/json",
        "/api/fairness.svg": "image/svg+xml",
    }
    told = {path: list(paths[path]["get"]["responses"]["200"]["content"]) for path in kinds}
    assert told == {path: [kind] for path, kind in kinds.items()}


def test_an_evidence_picture_has_its_address_in_the_step(client: TestClient, table: Table) -> None:
    table.settle(seen(3, 3, 5))
    (step,) = client.get("/api/history/1").json()["steps"]
    assert client.get(step["picture"]).content == b"jpeg"
    assert step["author"] == "camera"
    assert step["dice"][0]["confidence"] == 0.99


def test_no_token_and_no_address_of_a_seat_is_in_the_history(client: TestClient) -> None:
    token = client.post("/api/join", json={"name": "Ada"}).json()["token"]
    told = json.dumps([client.get(path).text for path in ("/api/history", "/api/history/1", "/api/history/1.json")])
    assert token not in told
    assert "hash" not in told
