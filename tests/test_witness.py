"""The camera as witness: dice turned over by hand are told, asked about and kept, and never count by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules import GAMES
from croupier.rules.draw import draw_action
from croupier.rules.game import Game, RulesError
from croupier.rules.wire import to_json
from croupier.server import show
from croupier.server.cli.vision.watch import roll_json
from croupier.server.errors import TableError
from croupier.server.heed.fit import lying_now
from croupier.server.log import Log
from croupier.server.table import Table
from croupier.vision.reading import FACES, Die
from croupier.vision.roll import Origin, Roll
from croupier.vision.rolls.match import Place, match

PLAYERS = ("Ada", "Bo")
EDGE = 10
ORDINARY = (0, 100, 200)
"""Where three dice lie, in pixels."""
FOUR = (0, 100, 200, 300)

Lies = dict[int, int]
"""The face of the die that lies at each place, in pixels from the left."""


def die(face: int, x: int, kind: str = "d6", sure: bool = True) -> Die:
    corners = ((x, 0), (x + EDGE, 0), (x + EDGE, EDGE), (x, EDGE))
    return Die(kind, face, corners, 0.99 if sure else 0.5, sure, "" if sure else "Worn pips.")


class Tray:
    """Dice under a camera: what changes between two looks comes to the table as the watcher tells it."""

    def __init__(self, table: Table, kind: str = "d6") -> None:
        self.table, self.kind = table, kind
        self.lies: Lies = {}
        self.places: Sequence[Place] = ()
        self.last: Roll | None = None

    def look(self, lies: Lies, unsure: Sequence[int] = ()) -> None:
        """These dice lie there now, those at `unsure` places not read for sure."""
        now = [die(face, x, self.kind, x not in unsure) for x, face in sorted(lies.items())]
        before = [place.die for place in self.places if not place.lifted]
        kept = [not place.lifted and place.die in now for place in self.places]
        change = match(self.places, now, kept, [one in before for one in now])
        self.places, self.lies = change.places, lies
        if change.lying and (change.thrown or change.touched):
            ask = tuple(one.why for one in change.lying if one.why)
            self.last = Roll(change.lying, change.thrown, change.stayed, 1.0, ask, change.touched, change.turned)
            self.table.settle(self.last)

    def throw(self, faces: Sequence[int], at: Sequence[int] = ORDINARY) -> None:
        """All dice, after the table was empty."""
        self.look({})
        self.look(dict(zip(at, faces, strict=True)))

    def turn(self, x: int, face: int) -> None:
        self.look({**self.lies, x: face})

    def again(self, new: Lies, of: Sequence[int]) -> None:
        """The dice at the places `of` are thrown again, and lie as `new` says."""
        self.look({x: face for x, face in self.lies.items() if x not in of} | new)

    def read_again(self) -> None:
        assert self.last is not None
        one = self.last
        self.table.settle(
            Roll(one.dice, one.thrown, one.stayed, 2.0, one.ask, one.touched, one.turned, origin=Origin.REREAD)
        )


@pytest.fixture
def rift(table: Table) -> Tray:
    """Ada has rolled 3 5 6."""
    tray = Tray(table)
    tray.throw((3, 5, 6))
    return tray


def faces(table: Table) -> list[int]:
    return list(table.course.state.dice)


def asked(table: Table) -> dict[str, Any]:
    question: dict[str, Any] = show.board(table)["question"] or {}
    return question


def asks(table: Table) -> str:
    return " ".join(asked(table).get("ask", ()))


def touches(table: Table) -> list[str]:
    return [row["text"] for row in show.story(table) if row["kind"] == "touch"]


def sleight(die: int, face: int, d20: int, seat: int = 0) -> dict[str, Any]:
    check = {"d20": [d20], "bonus": 0, "opponent": 1 - seat, "opponent_d20": [10], "opponent_bonus": 0}
    return {"kind": "sleight", "seat": seat, "die": die, "face": face, **check}


def reroll(dice: list[int], new: list[int]) -> dict[str, Any]:
    return {"kind": "reroll", "seat": 0, "dice": dice, "faces": new}


def confirm(table: Table, kind: str) -> None:
    """Say that the open question is right as it is shown."""
    question = asked(table)
    table.throw(0, kind, [d["face"] for d in question["dice"]], question["thrown"], "operator")


# A touch is asked about, and kept


def test_a_die_turned_over_by_hand_is_asked_about_and_changes_nothing(rift: Tray) -> None:
    rift.turn(0, 5)
    assert asks(rift.table) == "A die was turned over by hand, from 3 to 5: which face counts?"
    question = asked(rift.table)
    assert question["touched"] == [{"die": 0, "was": 3, "face": 5}]
    assert ([d["face"] for d in question["dice"]], question["thrown"], question["stayed"]) == ([5, 5, 6], [0], [1, 2])
    assert faces(rift.table) == [3, 5, 6]


def test_a_touch_is_in_the_story_with_its_dice_and_its_picture(rift: Tray) -> None:
    rift.turn(0, 5)
    row = show.story(rift.table)[-1]
    assert (row["kind"], row["text"]) == ("touch", "A die was turned over by hand, from 3 to 5.")
    assert (row["author"], row["undone"], row["action"]) == ("camera", False, None)
    assert [d["face"] for d in row["dice"]] == [5, 5, 6]
    assert row["picture"] == asked(rift.table)["picture"] == "/api/pictures/2.jpg"


def test_a_touch_and_its_question_are_still_there_after_a_restart(rift: Tray, log: Log) -> None:
    rift.turn(0, 5)
    again = Table(log)
    assert show.story(again) == show.story(rift.table)
    assert asked(again) == asked(rift.table)


def test_dice_turned_one_after_another_are_asked_about_together(rift: Tray) -> None:
    rift.turn(200, 1)
    rift.turn(0, 5)
    assert asks(rift.table) == "2 dice were turned over by hand, from 3 to 5 and from 6 to 1: which faces count?"
    assert [(t["die"], t["was"], t["face"]) for t in asked(rift.table)["touched"]] == [(0, 3, 5), (2, 6, 1)]
    assert touches(rift.table) == [
        "A die was turned over by hand, from 6 to 1.",
        "A die was turned over by hand, from 3 to 5.",
    ]


def test_dice_turned_in_the_same_movement_are_told_together(rift: Tray) -> None:
    rift.look({0: 5, 100: 5, 200: 1})
    assert touches(rift.table) == ["2 dice were turned over by hand, from 3 to 5 and from 6 to 1."]


def test_a_die_turned_twice_is_asked_about_as_it_counts(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.turn(0, 1)
    assert asked(rift.table)["touched"] == [{"die": 0, "was": 3, "face": 1}]


def test_a_die_turned_back_is_no_question_any_more_but_stays_in_the_story(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.turn(0, 3)
    assert asked(rift.table) == {}
    assert touches(rift.table)[1] == "A die was turned back by hand, from 5 to 3."


def test_one_of_two_dice_turned_back_leaves_the_other_in_question(rift: Tray) -> None:
    rift.look({0: 5, 100: 5, 200: 1})
    rift.turn(0, 3)
    assert asks(rift.table) == "A die was turned over by hand, from 6 to 1: which face counts?"


def test_a_die_turned_while_others_are_in_the_hand_is_told_among_all_of_them(rift: Tray) -> None:
    rift.look({0: 3, 200: 6})
    rift.turn(200, 1)
    question = asked(rift.table)
    assert question["touched"] == [{"die": 2, "was": 6, "face": 1}]
    assert [d["face"] for d in question["dice"]] == [3, 5, 1]
    assert all(d["likely"][0] == d["face"] for d in question["dice"])


# What a game makes of it


def test_sleight_of_hand_that_succeeds_takes_the_touch_as_its_own(rift: Tray) -> None:
    rift.turn(0, 5)
    touched = asked(rift.table)["touched"][0]
    rift.table.act(sleight(touched["die"], touched["face"], d20=15), "seat 0")
    assert faces(rift.table) == [5, 5, 6]
    assert asked(rift.table) == {}
    rift.again({250: 2}, of=(200,))
    assert faces(rift.table) == [5, 5, 2], "the die shows what counts: nothing to ask"
    assert len(touches(rift.table)) == 1


def test_sleight_of_hand_first_and_the_die_turned_after_it_is_kept_and_no_question(rift: Tray) -> None:
    rift.table.act(sleight(0, 5, d20=15), "seat 0")
    rift.turn(0, 5)
    assert asked(rift.table) == {}
    assert touches(rift.table) == ["A die was turned over by hand, from 3 to 5."]


@pytest.mark.parametrize("origin", [Origin.LAY, Origin.REREAD])
def test_a_die_turned_by_sleight_of_hand_is_no_question_when_the_dice_are_seen_anew(rift: Tray, origin: Origin) -> None:
    rift.turn(0, 5)
    rift.table.act(sleight(0, 5, d20=15), "seat 0")
    before = show.board(rift.table)
    rift.table.settle(
        Roll((die(5, 0), die(5, 100), die(6, 200)), (0, 1, 2), (), 2.0, ("They lay here.",), origin=origin)
    )
    assert show.board(rift.table) == before


def test_sleight_of_hand_that_fails_leaves_the_touch_in_question(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.table.act(sleight(0, 5, d20=5), "seat 0")
    assert faces(rift.table) == [3, 5, 6]
    assert asks(rift.table) == "A die was turned over by hand, from 3 to 5: which face counts?"


def test_sleight_of_hand_with_another_die_leaves_the_touch_in_question(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.table.act(sleight(1, 1, d20=15), "seat 0")
    assert asked(rift.table)["touched"] == [{"die": 0, "was": 3, "face": 5}]


@pytest.mark.parametrize(
    ("action", "left", "now"),
    [
        (reroll([0], [5]), [], [5, 5, 6]),
        (reroll([1], [1]), [{"die": 0, "was": 3, "face": 5}], [3, 1, 6]),
        (reroll([1, 2], [1, 2]), [{"die": 0, "was": 3, "face": 5}], [3, 1, 2]),
        (reroll([0, 1], [2, 1]), [], [2, 1, 6]),
        (reroll([0, 1, 2], [2, 1, 2]), [], [2, 1, 2]),
    ],
    ids=["that die", "another", "the others", "that die and another", "all"],
)
def test_a_throw_that_is_typed_in_answers_for_a_turned_die_only_if_it_threw_that_one(
    rift: Tray, action: dict[str, Any], left: list[dict[str, int]], now: list[int]
) -> None:
    rift.turn(0, 5)
    picture = asked(rift.table)["picture"]
    rift.table.act(action, "seat 0")
    last = show.board(rift.table)["last"]
    assert (faces(rift.table), asked(rift.table).get("touched", [])) == (now, left)
    assert (last["picture"] == picture) == (action["dice"] == [0])
    if left:
        assert [d["face"] for d in asked(rift.table)["dice"]] == [5, *now[1:]]


@pytest.mark.parametrize("dice", [[0], [1], [0, 1]], ids=["the one asked about", "another", "one more"])
def test_a_throw_that_is_typed_in_takes_the_picture_of_a_question_about_its_dice(rift: Tray, dice: list[int]) -> None:
    rift.look({100: 5, 200: 6})
    rift.look({50: 2, 100: 5, 200: 6}, unsure=(50,))
    picture = asked(rift.table)["picture"]
    rift.table.act(reroll(dice, [1] * len(dice)), "operator")
    assert asked(rift.table) == {}
    assert (show.board(rift.table)["last"]["picture"] == picture) == (0 in dice)


def test_a_throw_that_is_not_legal_leaves_a_turned_die_in_question(rift: Tray) -> None:
    rift.turn(0, 5)
    before = asked(rift.table)
    for action in (reroll([0], [1, 2]), reroll([7], [1]), {**reroll([0], [1]), "seat": 1}):
        with pytest.raises(RulesError):
            rift.table.act(action, "seat 0")
    assert asked(rift.table) == before


def test_a_choice_that_is_done_with_the_dice_ends_the_question(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.table.act({"kind": "score", "seat": 0, "category": "sixes"}, "seat 0")
    assert asked(rift.table) == {}


def test_a_touch_that_was_dropped_leaves_the_faces_as_they_were(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.table.dismiss("operator")
    assert faces(rift.table) == [3, 5, 6]
    assert asked(rift.table) == {}
    assert len(touches(rift.table)) == 1


def test_a_turned_die_that_did_not_count_is_told_when_others_are_thrown_again(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.table.dismiss("operator")
    rift.again({150: 2}, of=(100,))
    told = "The die that was turned shows 5, but 3 counts: turn it back, then confirm what was thrown."
    assert asks(rift.table) == told
    assert faces(rift.table) == [3, 5, 6]
    question = asked(rift.table)
    assert ([d["face"] for d in question["dice"]], question["thrown"]) == ([3, 2, 6], [1]), "to be confirmed as it is"
    confirm(rift.table, "reroll")
    assert faces(rift.table) == [3, 2, 6]


def test_a_turned_die_that_was_bumped_since_is_still_known(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.table.dismiss("operator")
    rift.look({9: 5, 100: 5, 200: 6})
    rift.again({300: 2}, of=(100,))
    assert "shows 5, but 3 counts" in asks(rift.table)
    assert [d["face"] for d in asked(rift.table)["dice"]] == [3, 2, 6]


def test_a_die_turned_back_after_others_were_thrown_again_waits_for_a_person(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.table.dismiss("operator")
    rift.again({150: 2}, of=(100,))
    rift.turn(0, 3)
    assert asks(rift.table) == "The die was turned back: do the others count as they were thrown?"
    question = asked(rift.table)
    assert ([d["face"] for d in question["dice"]], question["thrown"]) == ([3, 2, 6], [1])
    assert faces(rift.table) == [3, 5, 6]
    confirm(rift.table, "reroll")
    assert faces(rift.table) == [3, 2, 6]


def test_a_touch_counts_as_a_reroll_when_a_person_says_so(rift: Tray) -> None:
    rift.turn(0, 5)
    confirm(rift.table, "reroll")
    assert faces(rift.table) == [5, 5, 6]
    assert asked(rift.table) == {}
    rift.table.act({"kind": "score", "seat": 0, "category": "fives"}, "operator")
    assert show.board(rift.table)["standings"][0]["score"] == 10


def test_reading_a_touch_again_asks_again_and_accuses_nobody_twice(rift: Tray) -> None:
    rift.turn(0, 5)
    before = asked(rift.table)
    rift.read_again()
    assert {**asked(rift.table), "picture": ""} == {**before, "picture": ""}
    rift.table.dismiss("operator")
    rift.read_again()
    assert asks(rift.table) == asks(rift.table) != ""
    assert faces(rift.table) == [3, 5, 6]
    assert len(touches(rift.table)) == 1


def test_a_die_turned_before_its_throw_counted_is_told_when_the_table_is_read_again(table: Table) -> None:
    tray = Tray(table)
    tray.throw((3, 5), at=(0, 100))
    table.dismiss("operator")
    tray.turn(0, 6)
    assert asks(table) == ""
    tray.read_again()
    assert "A die was turned over by hand, from 3 to 6: which face counts?" in asks(table)
    assert (asked(table)["thrown"], faces(table)) == ([0, 1], [])


def test_dice_that_came_under_several_cups_are_all_read_again(table: Table) -> None:
    table.start("liars-dice", PLAYERS, {"referee": "yes"})
    tray = Tray(table)
    tray.look({0: 6, 100: 6, 200: 1, 300: 2, 400: 3})
    tray.look({**tray.lies, 500: 6, 600: 1, 700: 2, 800: 3, 900: 4})
    table.act({"kind": "accuse", "seat": 1, "bidder": 0, "quantity": 3, "face": 6}, "operator")
    tray.read_again()
    assert asked(table)["thrown"] == list(range(10))


# While others are thrown


def test_a_die_turned_while_others_were_thrown_again_is_asked_about_and_no_reroll(rift: Tray) -> None:
    rift.again({0: 5, 150: 2, 250: 2}, of=(0, 100, 200))
    told = "A die may have been turned over by hand while others were thrown, from 3 to 5"
    assert asks(rift.table) == f"{told}: was it thrown too?"
    assert touches(rift.table) == [f"{told}."]
    assert faces(rift.table) == [3, 5, 6]
    question = asked(rift.table)
    assert (question["touched"], question["thrown"]) == ([{"die": 0, "was": 3, "face": 5}], [1, 2])
    assert question["dice"][0]["face"] == 3, "what counts until somebody says that it was thrown"
    confirm(rift.table, "reroll")
    assert faces(rift.table) == [3, 2, 2]


def test_a_die_that_falls_where_it_lay_after_it_was_picked_up_was_thrown(rift: Tray) -> None:
    rift.look({200: 6})
    rift.look({0: 5, 150: 2, 200: 6})
    assert faces(rift.table) == [5, 2, 6]
    assert touches(rift.table) == []


def test_a_fresh_throw_in_which_a_die_fell_where_one_lay_is_asked_about_without_accusing(rift: Tray) -> None:
    rift.table.act({"kind": "score", "seat": 0, "category": "sixes"}, "seat 0")
    rift.look({0: 5, 150: 2, 250: 2})
    assert "may have been turned" in asks(rift.table)
    rift.table.act({"kind": "roll", "seat": 1, "faces": [5, 2, 2]}, "operator")
    assert faces(rift.table) == [5, 2, 2]


# Before anything counts, and when the reading was in doubt


def test_a_die_turned_before_anything_counted_is_no_accusation(table: Table) -> None:
    tray = Tray(table)
    tray.throw((3, 5, 6))
    table.undo("operator")
    version = table.course.version
    tray.turn(0, 5)
    assert (table.course.version, asked(table), touches(table)) == (version, {}, [])


def test_a_die_turned_after_the_dice_are_done_with_is_no_accusation(rift: Tray) -> None:
    rift.table.act({"kind": "score", "seat": 0, "category": "sixes"}, "seat 0")
    rift.turn(0, 5)
    assert (asked(rift.table), touches(rift.table)) == ({}, [])


def test_a_die_whose_first_reading_was_not_sure_is_only_read_better(table: Table) -> None:
    tray = Tray(table)
    tray.look(dict(zip(ORDINARY, (3, 5, 6), strict=True)), unsure=(0,))
    table.act({"kind": "roll", "seat": 0, "faces": [3, 5, 6]}, "operator")
    tray.turn(0, 5)
    assert (asked(table), touches(table)) == ({}, [])


def test_a_misread_die_that_a_person_has_corrected_and_that_is_then_read_right_was_not_turned(rift: Tray) -> None:
    rift.table.correct(2, {"kind": "roll", "seat": 0, "faces": [4, 5, 6]}, "operator")
    rift.turn(0, 4)
    assert (asked(rift.table), touches(rift.table)) == ({}, [])


def test_a_die_turned_while_its_throw_is_asked_about_is_asked_about_as_it_fell(table: Table) -> None:
    tray = Tray(table)
    tray.look(dict(zip(ORDINARY, (3, 5, 6), strict=True)), unsure=(200,))
    tray.look({0: 5, 100: 5, 200: 6}, unsure=(200,))
    assert asks(table) == "Worn pips. A die was turned over by hand, from 3 to 5: which face counts?"
    question = asked(table)
    assert ([d["face"] for d in question["dice"]], question["thrown"]) == ([3, 5, 6], [0, 1, 2])
    assert question["touched"] == [{"die": 0, "was": 3, "face": 5}]
    table.act({"kind": "roll", "seat": 0, "faces": [3, 5, 6]}, "operator")
    tray.again({150: 1}, of=(100,))
    assert "shows 5, but 3 counts" in asks(table)


def test_dice_thrown_early_and_turned_still_wait_for_their_turn(rift: Tray) -> None:
    rift.table.act(reroll([0], [3]), "operator")
    rift.throw((2, 2, 4), at=(50, 150, 250))
    assert asks(rift.table) == "No roll is awaited now. First, Ada: choose a category."
    rift.turn(50, 6)
    assert asked(rift.table)["early"]
    rift.table.act({"kind": "score", "seat": 0, "category": "sixes"}, "operator")
    assert [d["face"] for d in asked(rift.table)["dice"]] == [2, 2, 4]
    assert faces(rift.table) == []


# Other games


@pytest.fixture
def fate(table: Table) -> Tray:
    """Ada has cast + 0 0 − and bound the first two: + 0 + + lies there."""
    table.start("fate", PLAYERS, {})
    tray = Tray(table, "dF")
    tray.throw((1, 0, 0, -1), at=FOUR)
    tray.again({250: 1, 350: 1}, of=(200, 300))
    assert faces(table) == [1, 0, 1, 1]
    return tray


def test_a_bound_die_that_is_turned_over_is_asked_about_with_its_signs(fate: Tray) -> None:
    fate.turn(0, -1)
    assert asks(fate.table) == "A die was turned over by hand, from + to −: which face counts?"
    assert touches(fate.table) == ["A die was turned over by hand, from + to −."]
    assert faces(fate.table) == [1, 0, 1, 1]


def test_a_bound_die_that_was_turned_does_not_count_in_the_fudge_that_follows(fate: Tray) -> None:
    fate.turn(0, -1)
    fate.table.dismiss("operator")
    fate.again({300: -1}, of=(250,))
    assert asks(fate.table) == (
        "The die that was turned shows −, but + counts: turn it back, then confirm what was thrown."
    )
    assert [d["face"] for d in asked(fate.table)["dice"]] == [1, 0, -1, 1]


def test_a_bound_die_turned_while_others_are_thrown_is_asked_about(fate: Tray) -> None:
    fate.again({0: -1, 300: -1}, of=(0, 250))
    assert "may have been turned over by hand while others were thrown, from + to −" in asks(fate.table)
    assert faces(fate.table) == [1, 0, 1, 1]


def test_a_die_turned_after_a_4df_roll_is_asked_about_and_kept(table: Table) -> None:
    table.start("4df", PLAYERS, {})
    tray = Tray(table, "dF")
    tray.throw((1, 0, 0, -1), at=FOUR)
    tray.turn(300, 1)
    assert asks(table) == "A die was turned over by hand, from − to +: which face counts?"
    table.dismiss("operator")
    assert (faces(table), len(touches(table))) == ([1, 0, 0, -1], 1)


def test_a_die_turned_after_it_was_shown_to_the_referee_is_asked_about_and_kept(table: Table) -> None:
    table.start("liars-dice", PLAYERS, {"referee": "yes"})
    tray = Tray(table)
    table.act({"kind": "accuse", "seat": 1, "bidder": 0, "quantity": 3, "face": 6}, "operator")
    tray.throw((6, 6, 1, 2, 3), at=(0, 100, 200, 300, 400))
    state = table.course.state
    tray.turn(200, 6)
    assert asks(table) == "A die was turned over by hand, from 1 to 6: which face counts?"
    assert asked(table)["touched"] == [{"die": 0, "was": 1, "face": 6}]
    assert len(asked(table)["dice"]) == 1, "a show is of new dice alone"
    table.dismiss("operator")
    assert table.course.state == state
    assert touches(table) == ["A die was turned over by hand, from 1 to 6."]


def test_nothing_is_witnessed_while_dice_lie_hidden(table: Table) -> None:
    table.start("liars-dice", PLAYERS, {"initiative": "2,1"})
    for seat in (0, 1):
        table.act({"kind": "roll", "seat": seat, "faces": [1, 2, 3, 4, 5]}, "operator")
    tray = Tray(table)
    tray.throw((1, 2, 3, 4, 5), at=(0, 100, 200, 300, 400))
    tray.turn(0, 6)
    assert (asked(table), touches(table)) == ({}, [])


def test_a_die_of_an_attribute_turned_over_is_no_bonus_die(table: Table) -> None:
    table.start("attributes", PLAYERS, {})
    tray = Tray(table)
    tray.throw((6, 6, 5))
    tray.turn(200, 6)
    assert asks(table) == "A die was turned over by hand, from 5 to 6: which face counts?"
    assert asked(table)["touched"] == [{"die": 0, "was": 5, "face": 6}]
    assert show.board(table)["last"]["action"]["kind"] == "roll"
    table.dismiss("operator")
    tray.look({**tray.lies, 300: 4})
    assert show.board(table)["last"]["action"] == {"kind": "bonus", "seat": 0, "face": 4}


def test_a_bonus_die_thrown_while_an_older_die_is_turned_is_asked_about(table: Table) -> None:
    table.start("attributes", PLAYERS, {})
    tray = Tray(table)
    tray.throw((6, 6, 5))
    state = table.course.state
    tray.look({0: 6, 100: 6, 200: 6, 300: 4})
    assert "may have been turned over by hand while others were thrown, from 5 to 6" in asks(table)
    question = asked(table)
    assert ([d["face"] for d in question["dice"]], question["thrown"]) == ([4, 6], [0])
    assert question["touched"] == [{"die": 1, "was": 5, "face": 6}]
    assert table.course.state == state


# On the command line


def test_watch_tells_what_a_touched_die_showed_before(rift: Tray) -> None:
    assert rift.last is not None
    assert not {"touched", "was"} & set(roll_json(rift.last))
    rift.turn(0, 5)
    told = roll_json(rift.last)
    assert (told["touched"], told["was"], told["thrown"], told["stayed"]) == ([0], [3], [], [1, 2])


# Undo and correction


def test_an_undo_of_sleight_of_hand_leaves_a_die_that_does_not_count_as_it_shows(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.table.act(sleight(0, 5, d20=15), "seat 0")
    rift.table.undo("operator")
    assert faces(rift.table) == [3, 5, 6]
    rift.again({150: 2}, of=(100,))
    assert "shows 5, but 3 counts" in asks(rift.table)
    assert touches(rift.table) == ["A die was turned over by hand, from 3 to 5."]


def test_an_undo_takes_what_was_done_last_back_and_never_a_touch(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.table.undo("operator")
    assert faces(rift.table) == []
    assert len(touches(rift.table)) == 1
    with pytest.raises(TableError, match="nothing to undo"):
        rift.table.undo("operator")


def test_a_correction_to_the_face_that_a_die_shows_leaves_nothing_to_ask(rift: Tray) -> None:
    rift.turn(0, 5)
    rift.table.correct(2, {"kind": "roll", "seat": 0, "faces": [5, 5, 6]}, "operator")
    rift.again({150: 2}, of=(100,))
    assert asked(rift.table) == {}
    assert faces(rift.table) == [5, 2, 6]
    assert len(touches(rift.table)) == 1


# The law


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(sorted(GAMES)))
def test_touches_alone_never_change_a_state(chance: Random, name: str) -> None:
    game: Game = GAMES[name]
    log = Log("sqlite://")
    table = Table(log)
    options = {o.name: chance.choice(o.choices or (o.default, *o.examples)) for o in game.options}
    table.start(name, PLAYERS, options)
    tray = Tray(table)
    for _ in range(chance.randint(1, 8)):
        prompts = game.prompts(table.course.state)
        thrown = [one.throw for one in prompts if one.throw and not one.throw.lying and one.throw.dice in FACES]
        if thrown:
            tray.kind = thrown[0].dice
            places = [100 * i for i in range(thrown[0].counts[-1])]
            tray.throw([chance.choice(FACES[tray.kind]) for _ in places], places)
        nothing_came_of_it = game.prompts(table.course.state) == prompts
        if prompts and nothing_came_of_it:
            table.act(to_json(draw_action(game, table.course.state, chance.randrange)), "operator")
        if table.course.lying and chance.random() < 0.5:
            break
    legal = FACES[tray.kind]
    if not tray.lies:
        tray.look({100 * i: chance.choice(legal) for i in range(3)})
    state = table.course.state
    for _ in range(6):
        doing = chance.choice(("turn", "turn", "turn", "two", "read", "dismiss", "restart"))
        if doing in ("turn", "two"):
            places = chance.sample(sorted(tray.lies), min(len(tray.lies), 1 + (doing == "two")))
            tray.look({**tray.lies, **{x: chance.choice(legal) for x in places}})
        elif doing == "read" and tray.last and not tray.last.thrown and lying_now(table.course):
            tray.read_again()
        elif doing == "dismiss" and table.asks:
            table.dismiss("operator")
        elif doing == "restart":
            assert show.board(Table(log)) == show.board(table)
        assert table.course.state == state
        question = asked(table)
        for touch in question.get("touched", ()):
            assert touch["was"] != touch["face"]
            assert 0 <= touch["die"] < len(question["dice"])
    assert all(row["author"] == "camera" for row in show.story(table) if row["kind"] == "touch")
    log.close()
