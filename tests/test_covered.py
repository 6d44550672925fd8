"""Dice under a cup that were entered wrong: put right by their faces, blind or by their own seat, and told to all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.rules.game import IllegalAction, RulesError
from croupier.server import show
from croupier.server.errors import NotYours
from croupier.server.log import Log
from croupier.server.table import Table

ROLLED = [[1, 2, 3, 4], [2, 2, 2, 2, 2]]


@pytest.fixture
def table() -> Iterator[Table]:
    """Ada, an expert, has rolled four dice and chosen the last one's face; Bo has rolled five."""
    log = Log("sqlite://")
    table = Table(log)
    table.start("liars-dice", ("Ada", "Bo"), {"expert": "yes,no", "long": "yes", "proficient": "yes,no"})
    for seat, faces in enumerate(ROLLED):
        table.act({"kind": "roll", "seat": seat, "faces": faces}, "operator")
    table.act({"kind": "place", "seat": 0, "face": 5}, "operator")
    yield table
    log.close()


def cup(table: Table, seat: int) -> list[int]:
    return list(show.board(table, seat)["view"]["mine"]["dice"])


def covered(table: Table) -> list[int]:
    return [row["covered"] for row in show.story(table)]


def entry(table: Table, number: int) -> int:
    """How the row at that place of the log is called."""
    return int(show.story(table)[number]["entry"])


def test_the_log_tells_how_many_dice_may_be_put_right_and_never_their_faces(table: Table) -> None:
    assert covered(table) == [4, 5, 1]
    assert show.board(table)["last"]["covered"] == 1
    assert [row["dice"] for row in show.story(table)] == [[], [], []]
    table.undo("operator")
    assert covered(table) == [4, 5, 0, 0], "what was undone cannot be put right"
    table.start("rift", ("Ada", "Bo"), {})
    table.act({"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, "operator")
    assert covered(table) == [0]


@pytest.mark.parametrize("seat", [None, 0], ids=["the operator", "the seat"])
def test_dice_under_a_cup_are_put_right_while_play_goes_on(table: Table, seat: int | None) -> None:
    table.act({"kind": "bid", "seat": 0, "quantity": 2, "face": 2}, "operator")
    table.mend(entry(table, 0), [6, 6, 1, 1], "somebody", seat=seat)
    assert cup(table, 0) == [6, 6, 1, 1, 5]
    table.mend(entry(table, 2), [3], "somebody", seat=seat)
    assert (cup(table, 0), cup(table, 1)) == ([6, 6, 1, 1, 3], ROLLED[1])
    assert table.course.state.claim is not None
    told = [(row["author"], row["text"]) for row in show.story(table)[-2:]]
    assert told == [
        ("somebody", "Corrected: Ada rolls 4 dice under the cup."),
        ("somebody", "Corrected: Ada chooses what the last die under the cup shows."),
    ]
    assert [row["action"] for row in show.story(table)[-2:]] == [
        {"kind": "roll", "seat": 0},
        {"kind": "place", "seat": 0},
    ]
    table.undo("operator")
    assert cup(table, 0) == [6, 6, 1, 1, 5]


def test_a_check_counts_for_the_dice_as_they_were_put_right(table: Table) -> None:
    table.act({"kind": "sleight", "seat": 0, "die": 1, "face": 6, "d20": [20], "bonus": 0, "dc": 1}, "seat 0")
    table.mend(entry(table, 0), [3, 3, 3, 3], "seat 0", seat=0)
    assert cup(table, 0) == [3, 6, 3, 3, 5]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_seat_puts_no_other_ones_dice_right(table: Table, number: int) -> None:
    other = 0 if number == 1 else 1
    with pytest.raises(NotYours, match="own dice"):
        table.mend(entry(table, number), [1] * covered(table)[number], "seat", seat=other)


def test_once_the_dice_are_shown_the_operator_alone_puts_them_right(table: Table) -> None:
    table.act({"kind": "bid", "seat": 0, "quantity": 4, "face": 2}, "operator")
    table.act({"kind": "reveal", "seat": 1}, "operator")
    assert table.hides, "the next round is under cups already"
    for again in (False, True):
        if again:
            table.act({"kind": "roll", "seat": 1, "faces": [1, 1, 1, 1]}, "operator")
        with pytest.raises(NotYours):
            table.mend(entry(table, 1), [3, 3, 3, 3, 3], "seat 1", seat=1)
    table.undo("operator")
    table.mend(entry(table, 1), [3, 3, 3, 3, 3], "operator")
    assert table.course.state.last.loser == 0
    table.undo("operator")
    table.undo("operator")
    table.mend(entry(table, 1), [3, 3, 3, 3, 3], "seat 1", seat=1)
    assert cup(table, 1) == [3, 3, 3, 3, 3], "the reveal was undone"


@pytest.mark.parametrize(
    ("faces", "error", "words"),
    [
        ([], RulesError, "is of 4 dice: give as many faces"),
        ([1, 2, 3, 4, 5], RulesError, "is of 4 dice: give as many faces"),
        ([1, 2, 3, 7], IllegalAction, "A die shows 1 to 6"),
    ],
)
@pytest.mark.parametrize("seat", [None, 0])
def test_unfit_faces_are_refused_and_change_nothing(
    table: Table, seat: int | None, faces: list[int], error: type, words: str
) -> None:
    with pytest.raises(error, match=words) as refused:
        table.mend(entry(table, 0), faces, "somebody", seat=seat)
    assert "1 2 3 4" not in str(refused.value)
    assert cup(table, 0) == [*ROLLED[0], 5]


def test_open_dice_are_the_operators_to_put_right(table: Table) -> None:
    table.start("rift", ("Ada", "Bo"), {})
    table.act({"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, "operator")
    with pytest.raises(NotYours):
        table.mend(entry(table, 0), [1, 1, 1], "seat 0", seat=0)


def test_all_of_it_stands_after_a_restart(table: Table) -> None:
    table.mend(entry(table, 0), [6, 6, 1, 1], "seat 0", seat=0)
    again: Any = Table(table._log)
    assert [show.board(again, seat) for seat in (None, 0, 1)] == [show.board(table, seat) for seat in (None, 0, 1)]
