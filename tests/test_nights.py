"""A whole game of each kind, with every page of the table open at once: what one does, all five show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import Street, die
from night import Night, a_night
from playwright.sync_api import Browser, expect

TOUCH = ("two dice touch",)


@pytest.fixture(scope="module")
def night(browser: Browser, street: Street) -> Iterator[Night]:
    with a_night(browser, street) as night:
        yield night


def _throw(night: Night, *faces: int, thrown: tuple[int, ...] | None = None) -> None:
    """The camera sees these dice, of which all were thrown or only some."""
    night.house.tray.roll(*(die(face, place) for place, face in enumerate(faces)), thrown=thrown)


def _doubtful(night: Night, *faces: int) -> None:
    """The camera sees these dice, and is not sure of the second."""
    dice = (die(face, place, sure=place != 1, why=TOUCH[0] if place == 1 else "") for place, face in enumerate(faces))
    night.house.tray.roll(*dice, ask=TOUCH)


def _named(night: Night, *faces: int) -> str:
    """The faces in words, as pages say them."""
    state: Any = night.house.table.course.state
    names = state.table.face_names
    return " ".join(f"{face}, {names[face - 1]}" for face in faces)


# ---- Rift and Crag ----


@pytest.mark.parametrize(
    ("game", "best", "points", "faces", "sums", "winner"),
    [("rift", "Rift", 48, (2, 2, 4), (21, 24), "Bo"), ("crag", "Crag", 50, (6, 6, 1), (96, 49), "Ada")],
)
def test_rift_and_crag_are_played_to_the_end(
    night: Night, game: str, best: str, points: int, faces: tuple[int, ...], sums: tuple[int, int], winner: str
) -> None:
    night.begin(game)
    night.agree((0, 0), "Ada")
    _throw(night, *faces)
    night.agree((0, 0), "Ada", _named(night, *faces))
    night.choose(0, best)
    night.agree((points, 0), "Bo", _named(night, *faces))
    if game == "crag":  # they differ in the table alone: what lies between the first choice and the last is Rift's
        _score(night, 1, "sixes", 6, 6, 6)
        _score(night, 0, "fives", 5, 5, 5)
        night.agree((points + 15, 18), "Bo", _named(night, 5, 5, 5))
    else:
        _fill_in(night, points, faces)
    _score_twos(night)
    night.agree(sums, "Bo", _named(night, 2, 2, 2))
    night.choose(1, "Ones")
    night.agree(sums, f"{winner} wins", _named(night, 2, 2, 2))


def _fill_in(night: Night, points: int, faces: tuple[int, ...]) -> None:
    """Everything that can happen to a roll on the way: typed, thrown again, doubted, undone and corrected."""
    night.type(1, 6, 6, 5)
    night.agree((points, 0), "Bo", _named(night, 6, 6, 5))
    _throw(night, 6, 6, 6, thrown=(2,))
    night.agree((points, 0), "Bo", _named(night, 6, 6, 6))
    night.choose(1, "Sixes")
    night.agree((points, 18), "Ada", _named(night, 6, 6, 6))
    _doubtful(night, 5, 4, 5)
    night.settle({1: 5})
    night.agree((points, 18), "Ada", _named(night, 5, 5, 5))
    night.operator.get_by_role("button", name="Fives 15").click()
    night.agree((points + 15, 18), "Bo", _named(night, 5, 5, 5))
    night.undo("Ada scores 15 in Fives")
    night.agree((points, 18), "Ada", _named(night, 5, 5, 5))
    night.choose(0, "Fives")
    night.correct(f"Ada rolls {' '.join(map(str, faces))}.", 0, 3)
    night.agree((15, 18), "Bo", _named(night, 5, 5, 5))


def _score(night: Night, seat: int, category: str, *faces: int) -> None:
    roll, score = {"kind": "roll", "faces": list(faces)}, {"kind": "score", "category": category}
    night.house.play({**roll, "seat": seat}, {**score, "seat": seat})


def _score_twos(night: Night) -> None:
    """Everybody rolls nothing but twos, down the score sheet, until Bo is to choose the last category."""
    while True:
        state: Any = night.house.table.course.state
        used = dict(state.current.used)
        free = [category.name for category in state.table.categories if category.name not in used]
        night.house.play({"kind": "roll", "seat": state.turn, "faces": [2, 2, 2]})
        if free == ["ones"] and state.turn == 1:
            return
        night.house.play({"kind": "score", "seat": state.turn, "category": free[0]})


# ---- Liar's Dice ----


def test_liars_dice_is_played_from_cups_on_the_phones(night: Night) -> None:
    night.begin("liars-dice")
    night.agree((5, 5), "Ada and Bo")
    night.type(0, 3, 3, 1, 5, 6)
    night.agree((5, 5), "Bo")
    night.keep(0, 3, 3, 1, 5, 6)
    night.house.tray.roll(die(2, 0), die(4, 1, sure=False), ask=TOUCH)  # a cup that was lifted to look
    night.type(1, 2, 2, 4, 3, 6)
    night.agree((5, 5), "Ada")
    for seat, cup in enumerate(((3, 3, 1, 5, 6), (2, 2, 4, 3, 6))):
        night.keep(seat, *cup)
    night.bid(0, 2, 3)
    night.agree((5, 5), "Bo")
    night.undo("Ada bids 2 threes")
    night.agree((5, 5), "Ada")
    night.bid(0, 3, 3)
    night.agree((5, 5), "Bo")
    for seat, cup in enumerate(((3, 3, 1, 5, 6), (2, 2, 4, 3, 6))):
        night.keep(seat, *cup)
    night.choose(1, "Doubt")
    night.phones[1].get_by_role("button", name="Doubt it").click()
    night.agree((5, 0), "Ada wins")
    for name in ("Ada", "Bo", "board", "operator"):
        expect(night.pages[name].locator("#sheet .reveal")).to_contain_text("Ada spoke true")
    night.operator.get_by_role("button", name="Correct: Bo rolls 5 dice under the cup.").click()
    night.operator.keyboard.type("22416")
    night.operator.keyboard.press("Enter")
    night.agree((0, 5), "Bo wins")
    for name in ("Ada", "Bo", "board", "operator"):
        expect(night.pages[name].locator("#sheet .reveal")).to_contain_text("Ada lied")


def test_liars_dice_is_refereed_when_bids_are_called_out_at_the_table(night: Night) -> None:
    night.begin("liars-dice", referee="yes")
    night.agree((5, 5), "Ada and Bo")
    asks = night.phones[1].locator("#asks")
    asks.get_by_label("How many were bid", exact=True).fill("3")
    asks.get_by_role("group", name="Of which face").get_by_role("radio", name="6").check()
    asks.get_by_role("button", name="Doubt Ada’s bid of 3 sixes").click()
    night.agree((5, 5), "Bo")
    _doubtful(night, 6, 5, 1, 2)
    night.settle({1: 6})
    night.agree((5, 5), "Bo", None)
    night.undo("4 dice shown: 6 6 1 2", "the reveal")
    night.agree((5, 5), "Bo", None)
    _throw(night, 6, 6, 1, 2)
    night.agree((5, 5), "Bo", None)
    night.type(1, 1, 6, 2, 3, 4, 5)
    night.agree((5, 0), "Ada wins", None)
    night.correct("4 dice shown: 6 6 1 2", 0, 5)
    night.agree((0, 5), "Bo wins", None)


# ---- Tinkering With Fate, and plain rolls ----

LOTS = {1: "1, rod", 2: "2, rod", 3: "3, string", 4: "4, string", 5: "5, scissors", 6: "6, scissors"}
SIGNS = {1: "1, −", 2: "2, −", 3: "3, 0", 4: "4, 0", 5: "5, +", 6: "6, +"}


def _called(names: dict[int, str], *faces: int) -> str:
    return " ".join(names[face] for face in faces)


def test_tinkering_with_fate_is_played_to_its_final_cast(night: Night) -> None:
    night.begin("fate", target="4", map="d6")
    night.agree((0, 0), "Ada")
    _throw(night, 5, 3, 1, 6)
    night.agree((0, 0), "Ada", _called(LOTS, 5, 3, 1, 6))
    _throw(night, 5, 3, 1, 4, thrown=(3,))
    night.agree((0, 0), "Ada", _called(LOTS, 5, 3, 1, 4))
    night.choose(0, "Take toll")
    night.agree((2, 0), "Bo", _called(LOTS, 5, 3, 1, 4))
    night.type(1, 1, 1, 5, 3)
    night.agree((2, 0), "Bo", _called(LOTS, 1, 1, 5, 3))
    night.operator.get_by_role("button", name="Take toll 3").click()
    night.agree((2, 3), "Ada", _called(LOTS, 1, 1, 5, 3))
    _doubtful(night, 5, 6, 3, 3)
    night.settle({1: 5})
    night.agree((2, 3), "Ada", _called(LOTS, 5, 5, 3, 3))
    night.choose(0, "Take toll")
    night.agree((4, 3), "Bo", _called(LOTS, 5, 5, 3, 3))
    night.undo("Ada scores 2")
    night.agree((2, 3), "Ada", _called(LOTS, 5, 5, 3, 3))
    night.correct("Ada casts scissors, string, rod, scissors", 0, 1)
    night.agree((0, 3), "Ada", _called(LOTS, 5, 5, 3, 3))
    night.choose(0, "Take toll")
    night.type(1, 1, 1, 5, 3)
    night.choose(1, "Take toll")
    night.agree((2, 6), "Ada", _called(LOTS, 1, 1, 5, 3))
    night.type(0, 5, 3, 5, 3)
    night.agree((4, 6), "Bo wins", _called(LOTS, 5, 3, 5, 3))


def test_plain_rolls_go_round_and_the_highest_sum_wins(night: Night) -> None:
    night.begin("4df", rolls="2", map="d6")
    night.agree(("·", "·"), "Ada")
    _throw(night, 5, 5, 3, 1)
    night.agree(("+1", "·"), "Bo", _called(SIGNS, 5, 5, 3, 1))
    night.type(1, 6, 6, 6, 3)
    night.agree(("+1", "+3"), "Ada", _called(SIGNS, 6, 6, 6, 3))
    _doubtful(night, 5, 3, 5, 4)
    night.settle({1: 5})
    night.agree(("+4", "+3"), "Bo", _called(SIGNS, 5, 5, 5, 4))
    night.undo("Ada rolls + + + 0")
    night.agree(("+1", "+3"), "Ada", _called(SIGNS, 6, 6, 6, 3))
    night.type(0, 5, 5, 5, 4)
    night.agree(("+4", "+3"), "Bo", _called(SIGNS, 5, 5, 5, 4))
    night.correct("Ada rolls + + 0 −", 0, 1)
    night.agree(("+2", "+3"), "Bo", _called(SIGNS, 5, 5, 5, 4))
    night.type(1, 1, 1, 3, 3)
    night.agree(("+2", "+1"), "Ada wins", _called(SIGNS, 1, 1, 3, 3))


# ---- Attributes ----


def test_a_sheet_of_attributes_is_rolled_each(night: Night) -> None:
    night.begin("attributes", sheet="yes")
    night.agree((0, 0), "Ada")
    _throw(night, 6, 6, 5)
    night.agree((17, 0), "Ada", "6 6 5")
    night.type(0, 4)
    night.agree((21, 0), "Ada", None)
    night.type(0, 3, 3, 3)
    night.agree((30, 0), "Ada", "3 3 3")
    _doubtful(night, 2, 6, 2)
    night.settle({1: 2})
    night.agree((36, 0), "Ada", "2 2 2")
    night.undo("Ada rolls 2 2 2")
    night.agree((30, 0), "Ada", "3 3 3")
    night.correct("Ada rolls 6 6 5 for I.Q.", 0, 5)
    night.agree((29, 0), "Ada", "3 3 3")
    for seat, left in ((0, 6), (1, 7)):
        for _ in range(left):
            night.house.play({"kind": "roll", "seat": seat, "faces": [4, 4, 4]})
    night.agree((101, 84), "Bo", "4 4 4")
    night.type(1, 1, 1, 2)
    night.agree((101, 88), "Ada wins", "1 1 2")
