"""Dice under a cup that were entered wrong: put right by their faces, blind or by their own seat, and told to all."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.rules.game import IllegalAction, RulesError
from croupier.server import show
from croupier.server.errors import NotYours, TableError
from croupier.server.log import Log
from croupier.server.table import Table

ROLLED = [[1, 2, 3, 4], [2, 2, 2, 2, 2]]


@pytest.fixture
def table(log: Log) -> Table:
    """Ada, an expert, has rolled four dice and chosen the last one's face; Bo has rolled five."""
    table = Table(log)
    table.start("liars-dice", ("Ada", "Bo"), {"expert": "yes,no", "long": "yes", "proficient": "yes,no"})
    for seat, faces in enumerate(ROLLED):
        table.act({"kind": "roll", "seat": seat, "faces": faces}, "operator")
    table.act({"kind": "place", "seat": 0, "face": 5}, "operator")
    return table


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


def test_all_of_it_stands_after_a_restart(table: Table, log: Log) -> None:
    table.mend(entry(table, 0), [6, 6, 1, 1], "seat 0", seat=0)
    again = Table(log)
    assert [show.board(again, seat) for seat in (None, 0, 1)] == [show.board(table, seat) for seat in (None, 0, 1)]


BEFORE = [{"kind": "roll", "seat": seat, "faces": [1, 2, 3, 4, 5]} for seat in range(3)]
BEFORE += [{"kind": "bid", "seat": 0, "quantity": 9, "face": 2}, {"kind": "reveal", "seat": 1}]
BIDS = [{"kind": "bid", "seat": 0, "quantity": 3, "face": 3}]
BIDS += [{"kind": "count", "seat": 1, "quantity": 4}, {"kind": "count", "seat": 2, "quantity": 5}]
CHECK = {"kind": "sleight", "seat": 1, "die": 4, "face": 3, "d20": [20], "bonus": 9, "dc": 10}
CUPS = {
    "the bid is true": ([3, 3, 3, 1, 1], False),
    "it is not": ([1, 1, 1, 1, 1], False),
    "a check makes it true": ([3, 3, 3, 1, 1], True),
}
TRIED = [
    *({"kind": "roll", "faces": [6] * count} for count in (3, 4, 5)),
    *({"kind": "bid", "quantity": quantity, "face": 3} for quantity in (1, 4, 15)),
    *({"kind": "count", "quantity": quantity} for quantity in (4, 5, 15)),
    *({"kind": "face", "face": face} for face in (2, 4, 6)),
    *({"kind": kind} for kind in ("reveal", "accept")),
    {"kind": "initiative", "d20": 3},
    {"kind": "place", "face": 3},
    {"kind": "accuse", "bidder": 0, "quantity": 1, "face": 1},
    {"kind": "show", "faces": [1]},
    {name: value for name, value in CHECK.items() if name != "seat"},
]


def all_corrections(bos: list[int], check: bool, before: list[dict[str, Any]]) -> list[str | None]:
    """Why each entry cannot be corrected into each kind of action; None where it can, and is done and undone."""
    log = Log("sqlite://")
    table = Table(log)
    table.start("liars-dice", ("Ada", "Bo", "Cy"), {"long": "yes", "proficient": "yes"})
    for action in before:
        table.act(action, "operator")
    left = [player.left for player in table.course.state.players]
    for seat, faces in enumerate(([1] * 5, bos, [1] * 5)):
        table.act({"kind": "roll", "seat": seat, "faces": faces[: left[seat]]}, "operator")
    if check:
        table.act(CHECK, "seat 1")
    for action in BIDS:
        table.act(action, "operator")
    told = list[str | None]()
    for row in show.story(table):
        for seat in range(3):
            for action in TRIED:
                try:
                    table.correct(row["entry"], {"seat": seat, **action}, "operator")
                except (RulesError, TableError) as refused:
                    legal = [(p.kind, p.seat) for p in getattr(refused, "legal", ()) if not p.secret]
                    told.append(f"{refused} {legal}")
                else:
                    told.append(None)
                    table.undo("operator")
    log.close()
    return told


@pytest.mark.parametrize("before", [[], BEFORE], ids=["the first round", "the second"])
def test_no_refused_correction_tells_what_lies_under_a_cup(before: list[dict[str, Any]]) -> None:
    one, *others = [all_corrections(bos, check, before) for bos, check in CUPS.values()]
    assert [other == one for other in others] == [True, True]
    assert any(told is None for told in one), "or nothing can be corrected"
    assert any(told and told.startswith("A correction shows no dice that lie hidden now") for told in one)


def test_a_bid_that_was_no_bid_but_a_reveal_is_put_right_while_nothing_followed(table: Table) -> None:
    table.act({"kind": "bid", "seat": 0, "quantity": 2, "face": 2}, "operator")
    table.act({"kind": "count", "seat": 1, "quantity": 3}, "operator")
    table.correct(entry(table, -1), {"kind": "reveal", "seat": 1}, "operator")
    assert table.course.state.last is not None
