"""What a phone is told when it asks what to do: right in every game, of the own dice alone, where it is allowed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from phones import OPERATOR, House, said

from croupier.rules.fate.advice import EVEN
from croupier.rules.liars_dice.odds import chance
from croupier.server.advice import advise
from croupier.server.advice.fate import before_cast
from croupier.server.log import Log
from croupier.server.table import Table

CUPS = ((3, 3, 1, 2, 6), (4, 4, 1, 5, 6), (2, 2, 2, 2, 3))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "table.db")
    house.table.start("rift", ("Ada", "Bo"), {})
    yield house
    house.log.close()


def options(told: Any) -> dict[str, float]:
    """By their words, what they are worth."""
    return {one.text: one.worth for one in told.options}


def rolled_cups(table: Table, cups: tuple[tuple[int, ...], ...] = CUPS, **rules: str) -> None:
    table.start("liars-dice", ("Ada", "Bo", "Cleo"), rules)
    for seat, faces in enumerate(cups):
        table.act({"kind": "roll", "seat": seat, "faces": list(faces)}, "operator")


# ---- What it says ----


def test_rift_is_reckoned_as_the_best_solo_play_with_the_own_sheet_and_rerolls(table: Table) -> None:
    table.start("rift", ("Ada", "Bo"), {"extra_rerolls": "0,1"})
    (before,) = advise(table.course, 0).options
    assert (before.text, before.said) == ("Roll the dice", f"{before.worth:.1f}")
    table.act({"kind": "roll", "seat": 0, "faces": [2, 2, 5]}, "operator")
    best, *rest = advise(table.course, 0).options
    assert best.text == "Throw 5 again and keep 2 2"
    assert best.action == {"kind": "reroll", "dice": [2], "seat": 0}
    assert all(best.worth >= one.worth for one in rest)
    assert len({one.text for one in (best, *rest)}) == len((best, *rest))
    table.act({"kind": "reroll", "seat": 0, "dice": [2], "faces": [4]}, "operator")
    best, *rest = advise(table.course, 0).options
    assert best.action == {"kind": "score", "category": "rift", "seat": 0}
    assert {one.action["kind"] for one in rest} == {"score"}, "the free reroll is used, and Ada has no other"
    table.act(best.action, "operator")
    table.act({"kind": "roll", "seat": 1, "faces": [1, 2, 6]}, "operator")
    table.act({"kind": "reroll", "seat": 1, "dice": [2], "faces": [6]}, "operator")
    assert "reroll" in {one.action["kind"] for one in advise(table.course, 1).options}, "Bo has an extra one"


def test_fate_tells_the_best_binding_by_the_names_of_the_theme(table: Table) -> None:
    table.start("fate", ("Ada", "Bo"), {"theme": "rps"})
    assert options(advise(table.course, 0)) == {"Cast lots": float(before_cast(2, EVEN))}
    table.act({"kind": "cast", "seat": 0, "faces": [1, 0, 0, -1]}, "operator")
    told = options(advise(table.course, 0))
    assert next(iter(told)) == "Throw paper again and keep scissors, paper, rock"
    assert told["Take toll"] == 2


def test_a_cast_is_worth_more_with_fudges_left_than_without(table: Table) -> None:
    assert before_cast(0, EVEN) < before_cast(1, EVEN) < before_cast(2, EVEN)


def test_the_standing_bid_and_each_raise_have_their_chance_given_the_own_dice(table: Table) -> None:
    rolled_cups(table)
    table.act({"kind": "bid", "seat": 0, "quantity": 4, "face": 4}, "operator")
    told = advise(table.course, 1)
    right = chance(15, 4, 4, CUPS[1])
    assert told.text == f"Ada’s 4 fours: right with a chance of {float(right):.0%}."
    assert options(told) == {
        "Doubt it, and be right": float(1 - right),
        "Bid 5 fours": float(chance(15, 5, 4, CUPS[1])),
        "Bid 4 fives": float(chance(15, 4, 5, CUPS[1])),
        "Bid 4 sixes": float(chance(15, 4, 6, CUPS[1])),
    }
    assert [one.worth for one in told.options] == sorted((one.worth for one in told.options), reverse=True)


@pytest.mark.parametrize(
    "rules", [{}, {"wild": "yes"}, {"exact": "yes"}, {"open": "yes"}, {"wild": "yes", "open": "yes"}]
)
def test_whatever_is_advised_in_liars_dice_is_legal(table: Table, rules: dict[str, str]) -> None:
    rolled_cups(table, **rules)
    first = advise(table.course, 0).options
    assert len(first) == 6
    table.act(first[0].action, "operator")
    answers = advise(table.course, 1).options
    assert "reveal" in {one.action["kind"] for one in answers}
    for one in answers:
        table.act(one.action, "operator")
        table.undo("operator")


def test_a_first_bid_that_is_advised_is_likelier_right_than_wrong_and_a_higher_one_is_not(table: Table) -> None:
    rolled_cups(table)
    for one in advise(table.course, 0).options:
        quantity, face = one.action["quantity"], one.action["face"]
        assert one.worth == float(chance(15, quantity, face, CUPS[0])) >= 0.5
        assert chance(15, quantity + 1, face, CUPS[0]) < 0.5


def test_nothing_is_known_of_anybodys_dice_where_the_table_keeps_its_own_bidding(table: Table) -> None:
    table.start("liars-dice", ("Ada", "Bo"), {"referee": "yes"})
    told = options(advise(table.course, 0))
    assert told["3"] == float(chance(10, 3, 2))


def test_an_attributes_odds_take_in_the_dice_that_lie_there(table: Table) -> None:
    table.start("attributes", ("Ada",), {})
    told = advise(table.course, 0)
    assert told.text == "The attribute comes to 10.7 on average."
    assert options(told)["11 or more"] == pytest.approx(0.5)
    table.act({"kind": "roll", "seat": 0, "faces": [6, 6, 6]}, "operator")
    assert options(advise(table.course, 0))["19 or more"] == 1
    assert advise(table.course, 0).options[0].said == "certain"


def test_four_fudge_dice_have_nine_sums_that_make_one(table: Table) -> None:
    table.start("4df", ("Ada",), {})
    told = options(advise(table.course, 0))
    assert len(told) == 9
    assert sum(told.values()) == pytest.approx(1)
    assert next(iter(told)) == "+4 Great"


def test_whoever_has_nothing_to_decide_is_told_so(table: Table) -> None:
    assert advise(table.course, 1).text == "It is not your turn: there is nothing to decide now."
    table.start("4df", ("Ada",), {})
    table.act({"kind": "roll", "seat": 0, "faces": [1, 1, 0, 0]}, "operator")
    assert advise(table.course, 0).text == "The game is over: there is nothing left to decide."
    table.start("liars-dice", ("Ada", "Bo"), {})
    assert advise(table.course, 0).options == ()


# ---- Who hears it ----


def test_nothing_of_it_depends_on_what_others_hide(log: Log) -> None:
    table, told = Table(log), []
    for others in (CUPS[1:], ((1, 1, 1, 1, 1), (4, 4, 4, 4, 4))):
        rolled_cups(table, (CUPS[0], *others), proficient="yes")
        first = advise(table.course, 0)
        table.act({"kind": "bid", "seat": 0, "quantity": 4, "face": 4}, "operator")
        table.act({"kind": "count", "seat": 1, "quantity": 5}, "operator")
        table.act({"kind": "count", "seat": 2, "quantity": 6}, "operator")
        told.append((first, advise(table.course, 0)))
    assert told[0] == told[1]
    assert told[0][1].options


def test_a_seat_asks_with_its_own_token_and_nobody_else(house: House) -> None:
    ada, bo, spectator = house.seated("Ada"), house.seated("Bo"), house.phone()
    house.table.act({"kind": "roll", "seat": 0, "faces": [2, 2, 5]}, "operator")
    answer = ada.get("/api/advice?seat=0")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    body = answer.json()
    assert (body["version"], body["seat"], body["unit"]) == (house.version(), 0, "points")
    assert set(body["options"][0]) == {"text", "worth", "said", "action"}
    assert bo.get("/api/advice?seat=1").json()["options"] == []
    assert "not your seat" in said(bo.get("/api/advice?seat=0"), 403)
    for phone, headers in ((spectator, None), (spectator, OPERATOR), (ada, None)):
        assert "own phone" in said(phone.get("/api/advice", headers=headers), 403)
    assert "not your seat" in said(spectator.get("/api/advice?seat=0", headers=OPERATOR), 403)
    said(ada.get("/api/advice?seat=x"), 422)


def test_a_serious_game_is_played_without_and_so_is_the_one_after_a_restart(house: House, tmp_path: Path) -> None:
    operator = house.phone()
    game = {"game": "crag", "players": ["Ada", "Bo"], "advice": False}
    board = operator.post("/api/game", json=game, headers=OPERATOR).json()
    assert board["advice"] is False
    assert said(house.seated("Ada").get("/api/advice?seat=0"), 403) == (
        "Advice is off in this game: the table agreed to play without when it began."
    )
    house.log.close()
    again = House(tmp_path / "table.db")
    assert again.phone().get("/api/board").json()["advice"] is False
    again.log.close()


def test_advice_is_there_unless_a_game_was_begun_without(house: House) -> None:
    assert house.phone().get("/api/board").json()["advice"] is True
    operator = house.phone()
    assert operator.post("/api/game", json={"game": "crag", "players": ["Ada"]}, headers=OPERATOR).json()["advice"]
    for wrong in ("no", 0, None):
        body = {"game": "crag", "players": ["Ada"], "advice": wrong}
        assert "advice" in said(operator.post("/api/game", json=body, headers=OPERATOR), 422)


def test_before_any_game_there_is_nobody_to_ask(tmp_path: Path) -> None:
    house = House(tmp_path / "new.db")
    assert "not your seat" in said(house.phone().get("/api/advice?seat=0"), 403)
    assert house.phone().get("/api/board").json()["advice"] is False
    house.log.close()


def test_it_is_there_in_a_tenth_of_a_second(house: House) -> None:
    phone: TestClient = house.seated("Ada")
    phone.get("/api/advice?seat=0")
    house.table.act({"kind": "roll", "seat": 0, "faces": [2, 2, 5]}, "operator")
    course, took = house.table.course, []
    for _ in range(5):
        begun = time.perf_counter()
        advise(course, 0)
        took.append(time.perf_counter() - begun)
    assert min(took) < 0.1
