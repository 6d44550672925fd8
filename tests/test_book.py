"""What one moment brings about is one write; and what an open question leaves when something else is done meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.rules.game import RulesError
from croupier.server import show
from croupier.server.course.asked import SETTLE_FIRST
from croupier.server.errors import LogError, TableError
from croupier.server.log import Log, tables
from croupier.server.table import Table
from croupier.vision.reading import Die
from croupier.vision.roll import Roll, Turned

SCORE = {"kind": "score", "seat": 0, "category": "ones"}
EARLY = "These dice were thrown early: do they count now?"
TURN = {"kind": "sleight", "seat": 0, "die": 2, "face": 6, "d20": [20], "bonus": 0, "opponent": 1}
TURN |= {"opponent_d20": [1], "opponent_bonus": 0}


@pytest.fixture
def table(log: Log, news: list[tuple[str, Any]]) -> Table:
    """Rift, where Ada has rolled 3 5 6."""
    table = Table(log, lambda kind, item: news.append((kind, item)), lambda roll: b"jpeg", lambda: 5.0)
    table.start("rift", ("Ada", "Bo"), {})
    table.settle(thrown(3, 5, 6))
    return table


def thrown(*faces: int, those: tuple[int, ...] = (0, 1, 2), worn: bool = False) -> Roll:
    """Three dice at their places, of which `those` were thrown; `worn` ones are in doubt."""
    spots = [((x, 0), (x + 9, 0), (x + 9, 9), (x, 9)) for x in (0, 100, 200)]
    doubt = "Worn pips." if worn else ""
    dice = tuple(Die("d6", face, spot, 0.9, not worn, doubt) for face, spot in zip(faces, spots, strict=True))
    return Roll(dice, those, tuple(i for i in range(3) if i not in those), 1.0, (doubt,) if worn else ())


def turned_over(was: int, face: int) -> Roll:
    """A hand has turned the last die."""
    dice = thrown(3, 5, face).dice
    return Roll(dice, (), (0, 1), 2.0, touched=(2,), turned=(Turned(2, was, was),))


def asked(table: Table) -> str:
    question = show.board(table)["question"]
    return " ".join(question["ask"]) if question else ""


# One write


@pytest.fixture
def failing_at(log: Log) -> Callable[[int], None]:
    """Makes the log fail at the row that comes as the so-many-th; 0 mends it."""
    left = [0]

    def execute(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if left[0] and statement.startswith(f"INSERT INTO {tables.entries.name}"):
            left[0] -= 1
            if not left[0]:
                raise sa.exc.OperationalError(statement, {}, Exception("database or disk is full"))

    def fail(at: int) -> None:
        left[0] = at

    sa.event.listen(log._database._writer, "before_cursor_execute", execute)
    return fail


MOMENTS: dict[str, tuple[Callable[[Table], object], Callable[[Table], object]]] = {
    "a die is turned over and asked about": (lambda table: None, lambda table: table.settle(turned_over(6, 1))),
    "an early throw is asked about again": (
        lambda table: (table.settle(thrown(1, 1, 1)), table.settle(thrown(2, 2, 4))),
        lambda table: table.act(SCORE, "operator"),
    ),
}
"""What goes before, and what comes to two rows."""


@pytest.mark.parametrize("at", [1, 2])
@pytest.mark.parametrize(("before", "moment"), MOMENTS.values(), ids=MOMENTS)
def test_rows_of_one_moment_are_all_written_or_none(
    table: Table, log: Log, news: list[Any], failing_at: Callable[[int], None], before: Any, moment: Any, at: int
) -> None:
    before(table)
    board, rows = show.board(table), log.entries(1)
    news.clear()
    failing_at(at)
    with suppress(LogError):  # which a person is told; of a roll there is a notice
        moment(table)
    assert (show.board(table), log.entries(1)) == (board, rows)
    assert show.board(Table(log)) == board
    assert all(kind == "notice" for kind, _ in news)
    if not table.settle_unwritten():
        moment(table)
    assert len(log.entries(1)) == len(rows) + 2
    assert show.board(Table(log)) == show.board(table)


def test_a_row_that_cannot_be_keeps_those_beside_it_from_being_written(table: Table, log: Log) -> None:
    table.settle(thrown(1, 1, 1))
    table.settle(thrown(2, 2, 4))
    rows = log.entries(1)
    with pytest.raises(RulesError):
        table.act({**SCORE, "category": "hats"}, "operator")
    assert log.entries(1) == rows
    assert "No roll is awaited" in asked(table)


def test_the_news_of_rows_that_were_written_together_end_with_one_board(table: Table, news: list[Any]) -> None:
    table.settle(thrown(1, 1, 1))
    table.settle(thrown(2, 2, 4))
    news.clear()
    table.act(SCORE, "operator")
    assert [kind for kind, _ in news] == ["event", "board"]
    assert news[0][1]["version"] == table.course.version - 1, "the question has the newest number"


# What an open question leaves


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda table: table.mend(2, [3, 5, 5], "operator"),
        lambda table: table.correct(2, {"kind": "roll", "seat": 0, "faces": [1, 1, 1]}, "operator"),
        lambda table: table.undo("operator"),
        lambda table: table.act({**TURN, "seat": 1, "opponent": 0}, "operator"),
        lambda table: [table.mend(2, [3, 5, 5], "operator"), table.undo("operator")],
    ],
    ids=["mended", "corrected", "undone", "a die turned", "mended and undone"],
)
def test_dice_that_were_thrown_early_are_asked_about_whatever_is_done_meanwhile(table: Table, meanwhile: Any) -> None:
    table.act({**SCORE, "category": "threes"}, "operator")
    table.settle(thrown(1, 2, 3))
    table.settle(thrown(1, 1, 3, those=(0, 1)))  # Bo's reroll is spent
    table.settle(thrown(2, 2, 4))
    question = show.board(table)["question"]
    meanwhile(table)
    again = show.board(table)["question"]
    awaited = any(prompt["throw"] for prompt in show.board(table)["prompts"])
    assert asked(table) == (EARLY if awaited else "No roll is awaited now. First, Bo: choose a category.")
    for told in ("dice", "thrown", "early", "picture"):
        assert again[told] == question[told]


def test_an_early_throw_that_was_dropped_is_not_asked_about_again(table: Table) -> None:
    table.settle(thrown(1, 1, 1))
    table.settle(thrown(2, 2, 4))
    table.dismiss("operator")
    table.act(SCORE, "operator")
    assert asked(table) == ""


# Settled first


@pytest.mark.parametrize("action", [SCORE, TURN], ids=["to score", "to turn a die"])
def test_a_seat_does_not_go_on_while_its_throw_is_asked_about(table: Table, action: dict[str, Any]) -> None:
    table.settle(thrown(3, 5, 1, those=(2,), worn=True))
    before = show.board(table)
    with pytest.raises(TableError, match=SETTLE_FIRST.format(player="Ada")):
        table.act(action, "seat 0")
    assert show.board(table) == before
    table.act({"kind": "reroll", "seat": 0, "dice": [2], "faces": [1]}, "seat 0")
    table.act(SCORE, "seat 0")
    assert asked(table) == ""


@pytest.mark.parametrize(
    "action",
    [{**SCORE, "category": "hats"}, {**SCORE, "seat": 1}, {"kind": "reroll", "seat": 0, "dice": [7], "faces": [1]}],
    ids=["no category", "another's turn", "no such die"],
)
def test_what_is_not_legal_is_told_as_that_while_a_throw_is_asked_about(table: Table, action: dict[str, Any]) -> None:
    table.settle(thrown(3, 5, 1, those=(2,), worn=True))
    with pytest.raises(RulesError):
        table.act(action, f"seat {action['seat']}")
    assert asked(table) == "Worn pips."


def test_the_operator_may_go_on_past_a_question(table: Table) -> None:
    table.settle(thrown(3, 5, 1, those=(2,), worn=True))
    table.act(SCORE, "operator")
    assert asked(table) == ""


@pytest.mark.parametrize("dropped", [True, False], ids=["dropped", "too early for anybody"])
def test_a_seat_goes_on_where_no_throw_of_it_is_in_doubt(table: Table, dropped: bool) -> None:
    if dropped:
        table.settle(thrown(3, 5, 1, those=(2,), worn=True))
        table.dismiss("operator")
    else:
        table.settle(thrown(1, 1, 1))
        table.settle(thrown(2, 2, 4))
    table.act(SCORE, "seat 0")
    assert show.board(table)["last"]["action"] == SCORE
    assert asked(table) == ("" if dropped else EARLY)


def test_a_seat_may_use_a_die_that_was_turned_over_while_that_is_asked_about(table: Table) -> None:
    table.settle(turned_over(6, 1))
    table.act({**TURN, "face": 1}, "seat 0")
    assert (asked(table), table.course.state.dice) == ("", (3, 5, 1))


@pytest.mark.parametrize(
    "players", [("a b", "a  b"), ("Bob", "B\ufe0fob"), ("Bob", "Воb"), ("\u17b4", "Bo")], ids=ascii
)
def test_a_game_of_names_that_a_new_one_refuses_is_gone_on_with(log: Log, players: tuple[str, str]) -> None:
    log.start_game("rift", players, {}, "operator", 5.0, {"number": 1})
    table = Table(log)
    assert table.course.started.players == players
    table.act({"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, "operator")
    with pytest.raises(RulesError):
        table.start("rift", players, {})
    assert table.course.started.players == players
