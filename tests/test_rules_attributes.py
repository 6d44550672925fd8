"""Exceptional attributes: what is exceptional, what bonus dice add, sheets, whose turn it is, and the exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, floor, lcm
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules.attributes import ATTRIBUTES
from croupier.rules.attributes.odds import distribution
from croupier.rules.attributes.reckon import ROUNDINGS, exceptional, least_exceptional, worth
from croupier.rules.attributes.sheet import TITLES
from croupier.rules.attributes.state import Added, Bonus, Ended, Roll, Rolled, Settled, State
from croupier.rules.draw import draw_action
from croupier.rules.game import Action, BadOption, IllegalAction, Prompt, UnreadableAction
from croupier.rules.replay import BrokenReplay, replay
from croupier.rules.wire import action_from_json, read_json

EIGHT = ("IQ", "ME", "MA", "PS", "PP", "PE", "PB", "Spd")


def ada(**options: str) -> State:
    return ATTRIBUTES.start(("Ada",), options)


def ada_and_bo(**options: str) -> State:
    return ATTRIBUTES.start(("Ada", "Bo"), options)


def play(state: State, *actions: Action) -> State:
    for action in actions:
        state, _ = ATTRIBUTES.apply(state, action)
    return state


def rolled(state: State, faces: tuple[int, ...], *bonus: int) -> State:
    """The state after the dice and the bonus dice of the seat that is next."""
    seat = ATTRIBUTES.prompts(state)[0].seat
    return play(state, Roll(seat, faces), *(Bonus(seat, face) for face in bonus))


def scores(state: State) -> list[int]:
    return [standing.score for standing in ATTRIBUTES.standings(state)]


def refusal(state: State, action: Action) -> str:
    before = hash(state)
    with pytest.raises(IllegalAction) as refused:
        ATTRIBUTES.apply(state, action)
    assert refused.value.legal == ATTRIBUTES.prompts(state)
    assert hash(state) == before
    return str(refused.value)


def next_text(state: State) -> str:
    (prompt,) = ATTRIBUTES.prompts(state)
    return prompt.text


# What is exceptional, and what bonus dice add


@pytest.mark.parametrize(("dice", "lowest"), [("1d25", 22), ("5d5", 22), ("1d50", 43), ("10d5", 43), ("1d100", 85)])
def test_a_total_of_just_84_percent_is_not_exceptional(dice: str, lowest: int) -> None:
    count, sides = map(int, dice.split("d"))
    assert not exceptional(lowest - 1, count, sides)
    assert exceptional(lowest, count, sides)
    assert least_exceptional(count, sides) == lowest


@pytest.mark.parametrize(
    ("dice", "lowest", "highest"),
    [
        ("1d6", 6, 6), ("2d6", 11, 12), ("3d6", 16, 18), ("4d6", 21, 24), ("5d6", 26, 30), ("6d6", 31, 36),
        ("1d4", 4, 4), ("2d4", 7, 8), ("3d4", 11, 12), ("4d4", 14, 16),
        ("1d8", 7, 8), ("2d8", 14, 16), ("3d8", 21, 24), ("4d8", 27, 32),
        ("1d10", 9, 10), ("2d10", 17, 20), ("3d10", 26, 30),
    ],
)  # fmt: skip
def test_the_exceptional_totals_are_those_of_the_rule_books_table(dice: str, lowest: int, highest: int) -> None:
    count, sides = map(int, dice.split("d"))
    totals = [total for total in range(count, count * sides + 1) if exceptional(total, count, sides)]
    assert totals == list(range(lowest, highest + 1))
    assert least_exceptional(count, sides) == lowest


@pytest.mark.parametrize(
    ("dice", "bonus", "faces", "bonus_faces", "value"),
    [
        ("4d6", "2", (6, 6, 6, 4), (4,), 29),
        ("4d6", "2", (6, 6, 6, 4), (5,), 30),
        ("2d6", "0", (5, 6), (6, 4), 17),
        ("5d6", "0", (6, 6, 6, 6, 2), (2,), 29),
        ("3d6", "3", (6, 6, 6), (6, 6, 6), 39),
        ("3d6", "0", (5, 5, 5), (), 15),
        ("3d6", "-2", (5, 5, 5), (), 13),
        ("1d6", "0", (6,), (6,), 8),
        ("1d6", "-9", (1,), (), -8),
        ("1d2", "0", (2,), (1,), 2),
    ],
)
def test_known_answers(dice: str, bonus: str, faces: tuple[int, ...], bonus_faces: tuple[int, ...], value: int) -> None:
    state = rolled(ada(dice=dice, bonus=bonus), faces, *bonus_faces)
    assert ATTRIBUTES.prompts(state) == ()
    assert scores(state) == [value]
    assert ATTRIBUTES.winners(state) == (0,)


@pytest.mark.parametrize(("rounding", "value"), [("each", 8 + 2 + 2), ("sum", 8 + 5)])
def test_each_bonus_die_is_rounded_down_by_itself_or_else_their_sum(rounding: str, value: int) -> None:
    state = ada(dice="2d4", rounding=rounding)
    assert scores(rolled(state, (4, 4), 4, 4)) == [value]


def test_a_bonus_die_is_told_by_what_it_adds_and_under_both_roundings_these_add_up() -> None:
    for rounding, adds in (("each", [2, 2]), ("sum", [2, 3])):
        state = rolled(ada(dice="2d4", rounding=rounding), (4, 4))
        told = []
        for face in (4, 4):
            state, events = ATTRIBUTES.apply(state, Bonus(0, face))
            told += [event.worth for event in events if isinstance(event, Added)]
        assert told == adds


def test_a_roll_that_is_not_exceptional_is_all_there_is() -> None:
    state, events = ATTRIBUTES.apply(ada(), Roll(0, (5, 5, 5)))
    assert events == (Rolled(0, "", (5, 5, 5), 15, False), Settled(0, "", 0, 15), Ended((0,), 15))
    assert refusal(state, Bonus(0, 3)) == "All is rolled; start a new game to roll on."


def test_an_exceptional_roll_earns_a_bonus_die_and_one_that_shows_the_most_earns_another() -> None:
    state, events = ATTRIBUTES.apply(ada(), Roll(0, (5, 5, 6)))
    assert events == (Rolled(0, "", (5, 5, 6), 16, True),)
    assert next_text(state) == "Roll a bonus die: 1d6"
    state, events = ATTRIBUTES.apply(state, Bonus(0, 6))
    assert events == (Added(0, "", 6, 6, True),)
    assert next_text(state) == "Roll another bonus die: 1d6"
    state, events = ATTRIBUTES.apply(state, Bonus(0, 5))
    assert events == (Added(0, "", 5, 5, False), Settled(0, "", 0, 27), Ended((0,), 27))


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 4), (7, 2), (5, 20), (100, 20)])
def test_there_are_at_most_as_many_bonus_dice_as_dice(count: int, sides: int) -> None:
    state = play(ada(dice=f"{count}d{sides}"), Roll(0, (sides,) * count))
    bonus_dice = 0
    while ATTRIBUTES.prompts(state):
        state = play(state, Bonus(0, sides))
        bonus_dice += 1
    assert bonus_dice == count
    assert scores(state) == [count * sides + count * (sides * count // 3)]


def test_what_is_reckoned_so_far_has_the_racial_bonus_in_it_and_nothing_before_the_roll() -> None:
    state = ada(dice="2d6", bonus="3")
    assert scores(state) == [0]
    state = play(state, Roll(0, (5, 6)))
    assert scores(state) == [14]
    assert ATTRIBUTES.winners(state) == ()
    assert scores(play(state, Bonus(0, 6))) == [18]


# Sheets


def test_a_sheet_is_the_eight_attributes_one_after_another() -> None:
    state = ada(sheet="yes", dice="1d6")
    rolls = []
    for face in (1, 2, 3, 4, 5, 1, 2, 3):
        rolls.append(next_text(state))
        state = play(state, Roll(0, (face,)))
    assert rolls == [
        f"Roll for {title}: 1d6" for title in ("I.Q.", "M.E.", "M.A.", "P.S.", "P.P.", "P.E.", "P.B.", "Spd")
    ]
    (standing,) = ATTRIBUTES.standings(state)
    assert standing.score == 21
    assert standing.extra == tuple(zip(EIGHT, (1, 2, 3, 4, 5, 1, 2, 3), strict=True))
    assert ATTRIBUTES.prompts(state) == ()


def test_each_attribute_of_a_sheet_has_its_own_dice_and_its_own_bonus() -> None:
    state = ada(sheet="yes", dice="PS:4d6,Spd:2d8", bonus="PS:2,PB:-1")
    sheet = {attribute.name: (attribute.dice, attribute.bonus) for attribute in state.players[0].sheet}
    assert tuple(sheet) == EIGHT
    assert sheet == dict.fromkeys(EIGHT, ("3d6", 0)) | {"PS": ("4d6", 2), "PB": ("3d6", -1), "Spd": ("2d8", 0)}


def test_without_sheet_the_attributes_named_in_dice_are_rolled_in_that_order() -> None:
    state = ada(dice="ME:4d6,IQ:2d6", bonus="IQ:1")
    assert next_text(state) == "Roll for M.E.: 4d6"
    state = rolled(state, (6, 6, 6, 4), 4)
    assert next_text(state) == "Roll for I.Q.: 2d6"
    state = rolled(state, (5, 6), 6, 4)
    assert ATTRIBUTES.standings(state)[0].extra == (("ME", 27), ("IQ", 18))
    assert scores(state) == [45]


def test_an_attribute_not_yet_rolled_has_no_place_in_the_standings_and_an_empty_one_on_the_sheet() -> None:
    state = rolled(ada(dice="ME:4d6,IQ:2d6", bonus="5"), (1, 1, 1, 1))
    assert ATTRIBUTES.standings(state)[0].extra == (("ME", 9),)
    view = ATTRIBUTES.view(state, 0)
    assert (view["turn"], view["attribute"]) == (0, "IQ")
    memory, quotient = view["players"][0]["sheet"]
    assert (memory["total"], memory["value"], memory["finished"]) == (4, 9, True)
    assert (quotient["total"], quotient["value"], quotient["exceptional"], quotient["finished"]) == (
        None,
        None,
        None,
        False,
    )
    assert (quotient["dice"], quotient["exceptional_from"], quotient["bonus"]) == ("2d6", 11, 5)


def test_the_view_shows_an_attribute_with_its_bonus_dice() -> None:
    state = rolled(ada(dice="IQ:2d6,ME:1d6", bonus="IQ:1"), (5, 6), 6)
    assert ATTRIBUTES.view(state, None) == ATTRIBUTES.view(state, 0)
    assert ATTRIBUTES.view(state, None)["players"][0]["sheet"][0] == {
        "name": "IQ", "title": "I.Q.", "dice": "2d6", "exceptional_from": 11, "faces": [5, 6], "total": 11,
        "exceptional": True, "bonus_faces": [6], "bonus_worth": 4, "bonus": 1, "value": 16, "finished": False,
    }  # fmt: skip


# Several players


def test_each_player_rolls_a_whole_sheet_then_the_next_does() -> None:
    state = ada_and_bo(dice="IQ:1d6,ME:1d6")
    seats = []
    while offers := ATTRIBUTES.prompts(state):
        seats.append(offers[0].seat)
        state = play(state, Roll(offers[0].seat, (offers[0].seat + 1,)))
    assert seats == [0, 0, 1, 1]
    assert scores(state) == [2, 4]
    assert ATTRIBUTES.winners(state) == (1,)


def test_equal_tops_share() -> None:
    state = play(ada_and_bo(dice="1d6,2d6"), Roll(0, (4,)))
    state, events = ATTRIBUTES.apply(state, Roll(1, (1, 3)))
    assert ATTRIBUTES.winners(state) == (0, 1)
    assert ATTRIBUTES.tell(state, events[-1]) == "All is rolled: Ada and Bo have the most, 4."


def sheets(state: State) -> list[dict[str, tuple[str, int]]]:
    return [{a.name: (a.dice, a.bonus) for a in player.sheet} for player in state.players]


@pytest.mark.parametrize(
    ("options", "dealt"),
    [
        ({}, [{"": ("3d6", 0)}] * 2),
        ({"dice": "4D6", "bonus": "+2"}, [{"": ("4d6", 2)}] * 2),
        ({"dice": "1d2,100d20", "bonus": "-999, 999"}, [{"": ("1d2", -999)}, {"": ("100d20", 999)}]),
        ({"dice": "1d1000/2d6"}, [{"": ("1d1000", 0)}, {"": ("2d6", 0)}]),
        ({"dice": " i.q. : 3d6 , SPD:2d8 "}, [{"IQ": ("3d6", 0), "Spd": ("2d8", 0)}] * 2),
        ({"dice": "IQ:3d6/ME:4d6", "bonus": "1,2"}, [{"IQ": ("3d6", 1)}, {"ME": ("4d6", 2)}]),
        ({"dice": "IQ:3d6,ME:4d6", "bonus": "ME:1/IQ:2"}, [
            {"IQ": ("3d6", 0), "ME": ("4d6", 1)}, {"IQ": ("3d6", 2), "ME": ("4d6", 0)}]),
        ({"dice": "IQ:3d6/4d6", "bonus": "7"}, [{"IQ": ("3d6", 7)}, {"": ("4d6", 7)}]),
        ({"sheet": "yes", "dice": "2d6,4d6"}, [dict.fromkeys(EIGHT, (dice, 0)) for dice in ("2d6", "4d6")]),
        ({"sheet": "yes", "dice": "2d6/IQ:4d6"}, [
            dict.fromkeys(EIGHT, ("2d6", 0)), dict.fromkeys(EIGHT, ("3d6", 0)) | {"IQ": ("4d6", 0)}]),
    ],
    ids=str,
)  # fmt: skip
def test_dice_and_bonus_are_for_everybody_or_by_seat_plain_or_named(options: dict[str, str], dealt: Any) -> None:
    assert sheets(ada_and_bo(**options)) == dealt


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"dice": ""}, "dice has no value: give it one, or leave it out (it is 3d6 then)."),
        ({"dice": "0d6"}, "dice takes dice like 3d6"),
        ({"dice": "3d1"}, "dice takes dice like 3d6"),
        ({"dice": "101d6"}, "dice takes dice like 3d6"),
        ({"dice": "1d1001"}, "dice takes dice like 3d6"),
        ({"dice": "100d21"}, "dice takes dice like 3d6"),
        ({"dice": "d6"}, "dice takes dice like 3d6"),
        ({"dice": "-3d6"}, "dice takes dice like 3d6"),
        ({"dice": "3d6+2"}, "dice takes dice like 3d6"),
        ({"dice": "٣d6"}, "dice takes dice like 3d6"),
        ({"dice": "9" * 10**6 + "d6"}, "dice takes dice like 3d6"),
        ({"dice": "3d6,3d6,3d6"}, "dice needs one value for everybody or 2 (one a player), not 3; for a sheet name"),
        ({"dice": "1d6/1d6/1d6"}, "dice needs one value for everybody or 2 (one a player), not 3"),
        ({"dice": "IQ:3d6,4d6"}, "dice has '4d6'; before each colon goes one of IQ, ME"),
        ({"dice": "IQ:3d6,,"}, "dice has nothing before or after a comma: 'IQ:3d6,,'; fill in the gap."),
        ({"dice": "IQ:3d6,luck:4d6"}, "dice has 'luck:4d6'; before each colon goes one of IQ, ME"),
        ({"dice": ":3d6"}, "dice has ':3d6'; before each colon goes one of IQ, ME"),
        ({"dice": "IQ:3d6,I.Q.:4d6"}, "dice names IQ twice; name it once."),
        ({"dice": "IQ:"}, "dice takes dice like 3d6"),
        ({"dice": "IQ:3d6:4d6"}, "dice takes dice like 3d6"),
        ({"bonus": ""}, "bonus has no value: give it one, or leave it out (it is 0 then)."),
        ({"bonus": "1000"}, "bonus takes whole numbers from -999 to 999, not '1000'."),
        ({"bonus": "1.5"}, "bonus takes whole numbers"),
        ({"bonus": "--1"}, "bonus takes whole numbers"),
        ({"bonus": "nan"}, "bonus takes whole numbers"),
        ({"bonus": "9" * 10**6}, "bonus takes whole numbers"),
        ({"bonus": "1,2,3"}, "bonus needs one value for everybody or 2 (one a player), not 3"),
        ({"bonus": "IQ:1"}, "bonus names IQ, which is not rolled: name it in dice too, or set sheet=yes."),
        ({"dice": "ME:3d6", "bonus": "IQ:1"}, "bonus names IQ, which is not rolled"),
        ({"dice": "ME:3d6/IQ:3d6", "bonus": "IQ:1"}, "bonus names IQ, which is not rolled"),
        ({"rounding": "up"}, "rounding is one of each, sum, not 'up'."),
        ({"sheet": "maybe"}, "sheet is yes or no, not 'maybe'."),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_options_that_make_no_sense_are_refused_in_one_sentence(options: dict[str, str], words: str) -> None:
    with pytest.raises(BadOption) as refused:
        ada_and_bo(**options)
    assert str(refused.value).startswith(words)
    assert len(str(refused.value)) < 250


# What is refused


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Roll(0, (6, 6)), "One face is needed for each die thrown: 3, not 2."),
        (Roll(0, ()), "One face is needed for each die thrown: 3, not 0."),
        (Roll(0, (6,) * 1000), "One face is needed for each die thrown: 3, not 1000."),
        (Roll(0, (6, 6, 7)), "A d6 shows 1 to 6."),
        (Roll(0, (6, 0, 6)), "A d6 shows 1 to 6."),
        (Roll(0, (6, -1, 6)), "A d6 shows 1 to 6."),
        (Roll(1, (6, 6, 6)), "It is Ada's turn, not Bo's."),
        (Roll(2, (6, 6, 6)), "There is no seat 2; the seats are 0 to 1."),
        (Roll(-1, (6, 6, 6)), "There is no seat -1; the seats are 0 to 1."),
        (Bonus(0, 6), "No bonus die is awaited now; Ada: roll 3d6."),
        (Bonus(1, 6), "It is Ada's turn, not Bo's."),
    ],
    ids=str,
)
def test_a_roll_that_is_not_awaited_is_refused(action: Action, words: str) -> None:
    assert refusal(ada_and_bo(), action) == words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Roll(0, (6, 6, 6)), "No roll is awaited now; Ada: roll a bonus die for I.Q.: 1d6."),
        (Roll(0, (6,)), "No roll is awaited now; Ada: roll a bonus die for I.Q.: 1d6."),
        (Bonus(0, 0), "A d6 shows 1 to 6."),
        (Bonus(0, 7), "A d6 shows 1 to 6."),
        (Bonus(0, 10**9), "A d6 shows 1 to 6."),
        (Bonus(1, 6), "It is Ada's turn, not Bo's."),
    ],
    ids=str,
)
def test_a_bonus_die_that_cannot_be_is_refused(action: Action, words: str) -> None:
    assert refusal(rolled(ada_and_bo(dice="IQ:3d6,ME:3d6"), (6, 6, 6)), action) == words


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "roll", "seat": 0, "faces": [6, 6, true]}',
        '{"kind": "roll", "seat": 0, "faces": [6, 6, 6.0]}',
        '{"kind": "roll", "seat": 0, "faces": [6, 6, "6"]}',
        '{"kind": "roll", "seat": 0, "faces": [6, 6, NaN]}',
        '{"kind": "roll", "seat": 0, "faces": [6, 6, null]}',
        '{"kind": "roll", "seat": 0, "faces": 6}',
        '{"kind": "roll", "seat": false, "faces": [6, 6, 6]}',
        '{"kind": "roll", "faces": [6, 6, 6]}',
        '{"kind": "bonus", "seat": 0, "face": [6]}',
        '{"kind": "bonus", "seat": 0, "face": true}',
        '{"kind": "bonus", "seat": 0, "face": 6.0}',
        '{"kind": "bonus", "seat": 0, "face": Infinity}',
        '{"kind": "bonus", "seat": 0, "face": ' + "9" * 10**6 + "}",
        '{"kind": "bonus", "seat": 0, "face": ' + "9" * 100 + "}",
        '{"kind": "bonus", "seat": 0, "faces": [6]}',
        '{"kind": "bonus", "seat": 0}',
        '{"kind": "score", "seat": 0}',
    ],
    ids=lambda text: text[:60],
)
def test_what_is_no_action_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableAction) as refused:
        action_from_json(ATTRIBUTES, read_json(text))
    assert str(refused.value).endswith(".")
    assert len(str(refused.value)) < 200


# What a physical roll stands for


def test_a_physical_roll_becomes_a_roll_or_a_bonus_die() -> None:
    state = ada()
    roll = ATTRIBUTES.from_roll(ATTRIBUTES.prompts(state)[0], (6, 6, 5), (0, 1, 2))
    assert roll == Roll(0, (6, 6, 5))
    assert ATTRIBUTES.from_roll(ATTRIBUTES.prompts(play(state, roll))[0], (4,), (0,)) == Bonus(0, 4)


@pytest.mark.parametrize(
    ("exceptionally", "faces", "thrown"),
    [
        (False, (), ()),
        (False, (6, 6), (0, 1)),
        (False, (6, 6, 5), (0, 1)),
        (False, (6, 6, 5), (0, 1, 3)),
        (False, (6, 6, 5, 4), (0, 1, 2)),
        (True, (6, 5), (0, 1)),
        (True, (6,), ()),
        (True, (6,), (1,)),
    ],
)
def test_a_physical_roll_that_does_not_fit_is_refused(
    exceptionally: bool, faces: tuple[int, ...], thrown: tuple[int, ...]
) -> None:
    state = play(ada(), Roll(0, (6, 6, 5))) if exceptionally else ada()
    with pytest.raises(IllegalAction, match=r"^Roll (3d6|a bonus die: 1d6), all at once and nothing else; ") as refused:
        ATTRIBUTES.from_roll(ATTRIBUTES.prompts(state)[0], faces, thrown)
    assert refused.value.legal == ATTRIBUTES.prompts(state)


def test_no_dice_are_awaited_where_a_prompt_has_none() -> None:
    with pytest.raises(IllegalAction, match=r"No dice are awaited: think\."):
        ATTRIBUTES.from_roll(Prompt(0, "roll", "Think"), (6, 6, 5), (0, 1, 2))


# What is told


def test_what_happens_is_told_in_sentences() -> None:
    state = ada_and_bo(dice="PS:4d6", bonus="2/-1")
    told = []
    for action in (Roll(0, (6, 6, 6, 4)), Bonus(0, 6), Bonus(0, 4), Roll(1, (1, 2, 3, 4))):
        state, events = ATTRIBUTES.apply(state, action)
        told += [ATTRIBUTES.tell(state, event) for event in events]
    assert told == [
        "Ada rolls 6 6 6 4 for P.S.: 22, which is exceptional.",
        "Ada's bonus die shows 6 and adds 8; it earns another.",
        "Ada's bonus die shows 4 and adds 5.",
        "Ada's P.S. is 37 with the R.C.C. bonus of +2.",
        "Bo rolls 1 2 3 4 for P.S., which is not exceptional.",
        "Bo's P.S. is 9 with the R.C.C. bonus of −1.",
        "All is rolled: Ada has the most, 37.",
    ]


def test_a_single_attribute_needs_no_name() -> None:
    state, events = ATTRIBUTES.apply(ada(), Roll(0, (1, 2, 3)))
    assert [ATTRIBUTES.tell(state, event) for event in events] == [
        "Ada rolls 1 2 3, which is not exceptional.",
        "Ada has 6.",
        "All is rolled.",
    ]


# Odds


def reckoned_by_hand(faces: tuple[int, ...], sides: int, rounding: str) -> Iterator[tuple[int, int]]:
    """Every end that a roll may come to, as (value, bonus dice thrown): the rules told once more, with fractions."""
    count = len(faces)
    if Fraction(sum(faces), count * sides) <= Fraction(84, 100):
        yield sum(faces), 0
        return
    third = Fraction(count, 3)
    for thrown in range(1, count + 1):
        for last in range(1, sides + 1):
            if last == sides and thrown < count:
                continue  # earns another, so it is not the last
            shown = [sides] * (thrown - 1) + [last]
            worths = [face * third for face in shown]
            adds = floor(sum(worths)) if rounding == "sum" else sum(floor(each) for each in worths)
            yield sum(faces) + adds, thrown


SMALL = [(count, sides) for count in (1, 2, 3) for sides in (2, 3, 4, 6, 7, 8, 10)] + [(4, 6), (5, 4), (7, 2)]


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize(("count", "sides"), SMALL)
def test_odds_are_those_of_every_throw_there_is(count: int, sides: int, rounding: str) -> None:
    chances: Counter[int] = Counter()
    for faces in product(range(1, sides + 1), repeat=count):
        for value, thrown in reckoned_by_hand(faces, sides, rounding):
            chances[value] += sides ** (count - thrown)
    whole = sides ** (2 * count)
    assert distribution(count, sides, 2, rounding) == {
        value + 2: Fraction(ways, whole) for value, ways in chances.items()
    }


def ways_by_formula(total: int, count: int, sides: int) -> int:
    """How many throws have a total, by inclusion and exclusion over the dice that would show too much."""
    return sum(
        (-1) ** over * comb(count, over) * comb(total - sides * over - 1, count - 1)
        for over in range((total - count) // sides + 1)
    )


def chance_by_recursion(count: int, sides: int, rounding: str) -> Callable[[int], Fraction]:
    """The chance of a value, one value at a time, bonus die by bonus die."""

    @cache
    def adds(amount: int, shown: int) -> Fraction:
        """The chance that bonus dice add just `amount` once `shown` of them have shown the most."""
        chance = Fraction(0)
        for face in range(1, sides + 1):
            if face == sides and shown + 1 < count:
                chance += adds(amount, shown + 1)
            elif (
                (shown * sides + face) * count // 3
                if rounding == "sum"
                else shown * (sides * count // 3) + face * count // 3
            ) == amount:
                chance += 1
        return chance / sides

    def chance(value: int) -> Fraction:
        found = Fraction(0)
        for total in range(count, min(value, count * sides) + 1):
            throws = Fraction(ways_by_formula(total, count, sides), sides**count)
            if 100 * total > 84 * count * sides:
                found += throws * adds(value - total, 0)
            elif total == value:
                found += throws
        return found

    return chance


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize(("count", "sides"), [(4, 10), (5, 6), (7, 4), (8, 6), (10, 10), (3, 100), (20, 2)])
def test_odds_of_more_dice_agree_with_an_independent_reckoning(count: int, sides: int, rounding: str) -> None:
    odds = distribution(count, sides, rounding=rounding)
    chance = chance_by_recursion(count, sides, rounding)
    values = range(count - 1, max(odds) + 2)
    for value in Random(count * sides).sample(values, min(len(values), 60)):
        assert odds.get(value, 0) == chance(value), value


def test_known_odds() -> None:
    assert distribution(1, 2) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert distribution(1, 6) == {
        1: Fraction(1, 6), 2: Fraction(1, 6), 3: Fraction(1, 6), 4: Fraction(1, 6), 5: Fraction(1, 6),
        6: Fraction(2, 36), 7: Fraction(3, 36), 8: Fraction(1, 36),
    }  # fmt: skip
    odds = distribution(3, 6)
    assert sum(chance for value, chance in odds.items() if value > 15) == Fraction(10, 216)
    assert odds[36] == Fraction(1, 216) ** 2
    assert 29 in distribution(4, 6, 2)


def in_all(odds: dict[int, Fraction], worth_of: Callable[[int], int] = lambda value: 1) -> Fraction:
    """The chances together, each times what its value is worth; with one denominator they add up fast."""
    whole = lcm(*(chance.denominator for chance in odds.values()))
    parts = (worth_of(value) * chance.numerator * (whole // chance.denominator) for value, chance in odds.items())
    return Fraction(sum(parts), whole)


DICE = st.tuples(st.integers(1, 60), st.integers(2, 200)).filter(lambda dice: dice[0] * dice[1] <= 200)


@settings(max_examples=40, deadline=None)
@given(DICE, st.integers(-999, 999), st.sampled_from(ROUNDINGS))
def test_odds_are_whole_ordered_positive_and_moved_by_the_bonus(
    dice: tuple[int, int], bonus: int, rounding: str
) -> None:
    count, sides = dice
    odds = distribution(count, sides, bonus, rounding)
    assert in_all(odds) == 1
    assert min(chance.numerator for chance in odds.values()) > 0
    assert list(odds) == sorted(odds)
    assert min(odds) == count + bonus
    assert max(odds) == count * sides + worth((sides,) * count, count, rounding) + bonus
    assert {value - bonus: chance for value, chance in odds.items()} == distribution(count, sides, 0, rounding)
    if count % 3 == 0:
        assert odds == distribution(count, sides, bonus, "each" if rounding == "sum" else "sum")


@settings(max_examples=40, deadline=None)
@given(DICE)
def test_the_mean_is_that_of_the_dice_and_of_each_bonus_die_as_often_as_it_is_earned(dice: tuple[int, int]) -> None:
    count, sides = dice
    high = range(least_exceptional(count, sides), count * sides + 1)
    earned = Fraction(sum(ways_by_formula(total, count, sides) for total in high), sides**count)
    a_die_adds = Fraction(sum(face * count // 3 for face in range(1, sides + 1)), sides)
    bonus_dice = sum(Fraction(1, sides**before) for before in range(count))
    mean = in_all(distribution(count, sides), lambda value: value)
    assert mean == Fraction(count * (sides + 1), 2) + earned * bonus_dice * a_die_adds


@pytest.mark.parametrize(("count", "sides"), [(100, 20), (2, 1000), (44, 45)])
def test_odds_reach_up_to_the_bounds(count: int, sides: int) -> None:
    odds = distribution(count, sides)
    assert max(odds) == count * sides + count * (sides * count // 3)


@pytest.mark.parametrize(
    ("count", "sides", "rounding", "words"),
    [
        (0, 6, "each", "Odds are reckoned for 1 to 100 dice of 2 to 1000 sides"),
        (-1, 6, "each", "Odds are reckoned for"),
        (3, 1, "each", "Odds are reckoned for"),
        (101, 6, "each", "Odds are reckoned for"),
        (3, 10**9, "each", "Odds are reckoned for"),
        (100, 21, "each", "Odds are reckoned for"),
        (3, 6, "up", "rounding is one of each, sum."),
    ],
)
def test_odds_beyond_the_bounds_are_refused(count: int, sides: int, rounding: str, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        distribution(count, sides, 0, rounding)


# Laws

AT_TABLE = st.fixed_dictionaries(
    {
        "sheet": st.sampled_from(["no", "yes"]),
        "dice": st.sampled_from(["1d2", "1d6", "2d4", "3d6", "5d2", "IQ:1d3,Spd:2d2", "1d6/IQ:2d2"]),
        "bonus": st.sampled_from(["0", "-3", "1,2"]),
        "rounding": st.sampled_from(ROUNDINGS),
    }
)


def random_game(options: dict[str, str], seed: int) -> tuple[list[State], list[Action]]:
    """Every state of a game of two played at random, and its actions."""
    chance = Random(seed)
    states, actions = [ada_and_bo(**options)], []
    while ATTRIBUTES.prompts(states[-1]):
        actions.append(draw_action(ATTRIBUTES, states[-1], chance.randrange))
        states.append(ATTRIBUTES.apply(states[-1], actions[-1])[0])
    return states, actions


@settings(max_examples=60, deadline=None)
@given(AT_TABLE, st.integers(0, 2**32))
def test_every_value_is_one_that_the_odds_know_and_what_the_events_say(options: dict[str, str], seed: int) -> None:
    states, actions = random_game(options, seed)
    said: dict[tuple[int, str], int] = {}
    reckoned: Counter[tuple[int, str]] = Counter()
    for state, action in zip(states, actions, strict=False):
        for event in ATTRIBUTES.apply(state, action)[1]:
            match event:
                case Rolled(seat, attribute, _, total, _):
                    reckoned[seat, attribute] += total
                case Added(seat, attribute, _, adds, _):
                    reckoned[seat, attribute] += adds
                case Settled(seat, attribute, bonus, value):
                    reckoned[seat, attribute] += bonus
                    said[seat, attribute] = value
    assert said == reckoned
    for seat, player in enumerate(states[-1].players):
        for a in player.sheet:
            assert said[seat, a.name] in distribution(a.count, a.sides, a.bonus, options["rounding"])
            assert len(a.bonus_faces) <= a.count
            assert bool(a.bonus_faces) == exceptional(sum(a.faces), a.count, a.sides)
    assert scores(states[-1]) == [sum(value for (s, _), value in said.items() if s == seat) for seat in (0, 1)]


@settings(max_examples=60, deadline=None)
@given(AT_TABLE, st.integers(0, 2**32), st.data())
def test_correcting_a_roll_equals_having_played_it_so(options: dict[str, str], seed: int, data: st.DataObject) -> None:
    states, actions = random_game(options, seed)
    place = data.draw(st.integers(0, len(actions) - 1))
    corrected = draw_action(ATTRIBUTES, states[place], Random(data.draw(st.integers(0, 2**32))).randrange)
    changed = [*actions[:place], corrected, *actions[place + 1 :]]
    state, broken = states[place], None
    for at, action in enumerate(changed[place:], place):
        try:
            state, _ = ATTRIBUTES.apply(state, action)
        except IllegalAction:
            broken = at
            break
    if broken is None:
        assert replay(ATTRIBUTES, ("Ada", "Bo"), options, changed) == state
    else:
        with pytest.raises(BrokenReplay) as refused:
            replay(ATTRIBUTES, ("Ada", "Bo"), options, changed)
        assert refused.value.at == broken


def test_a_correction_that_is_no_longer_exceptional_says_that_the_bonus_die_is_not_awaited() -> None:
    with pytest.raises(
        BrokenReplay, match=r"Action 2 \(bonus\) is not legal there: No bonus die is awaited now; Ada: roll for M\.E\."
    ):
        replay(ATTRIBUTES, ("Ada",), {"dice": "IQ:3d6,ME:3d6"}, [Roll(0, (5, 5, 5)), Bonus(0, 4)])


def test_the_titles_of_a_sheet_are_the_eight_attributes() -> None:
    assert tuple(TITLES) == EIGHT
