"""Actions and states as JSON: what fits comes back as it was, and all else is refused in one clear sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules.game import Action, UnreadableAction, UnreadableState
from croupier.rules.rift import RIFT
from croupier.rules.rift.state import Reroll, Roll, Score, Sleight
from croupier.rules.wire import action_from_json, event_from_json, read_json, state_from_json, to_json

ROLL = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}
SLEIGHT = {
    "kind": "sleight",
    "seat": 0,
    "die": 2,
    "face": 6,
    "d20": [15],
    "bonus": 3,
    "opponent": 1,
    "opponent_d20": [11],
    "opponent_bonus": 5,
}


@pytest.mark.parametrize(
    ("data", "action"),
    [
        (ROLL, Roll(0, (3, 5, 6))),
        ({"kind": "reroll", "seat": 1, "dice": [0, 2], "faces": [4, 4]}, Reroll(1, (0, 2), (4, 4))),
        ({"kind": "score", "seat": 0, "category": "rift"}, Score(0, "rift")),
        (SLEIGHT, Sleight(0, 2, 6, (15,), 3, 1, (11,), 5, False)),
        (SLEIGHT | {"disadvantage": True, "d20": [15, 2]}, Sleight(0, 2, 6, (15, 2), 3, 1, (11,), 5, True)),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_an_action_reads_as_the_command_line_spells_it(data: dict[str, Any], action: Any) -> None:
    assert action_from_json(RIFT, data) == action
    assert action_from_json(RIFT, json.loads(json.dumps(to_json(action)))) == action


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "An action is a JSON object, not nothing."),
        ([], "An action is a JSON object, not a list."),
        ("roll", "An action is a JSON object, not the text 'roll'."),
        ({}, "An action needs its kind: one of roll, reroll, score, sleight."),
        ({"kind": "juggle"}, "There is no action 'juggle'; there is roll, reroll, score, sleight."),
        ({"kind": ["roll"]}, "The kind of an action is a text, not a list."),
        ({"kind": None}, "The kind of an action is a text, not nothing."),
        ({"kind": "roll", "seat": 0}, "The action roll needs faces, which is missing."),
        (ROLL | {"hat": 1}, "The action roll has no field 'hat'; it has seat, faces."),
        (ROLL | {"seat": True}, "The action roll: seat takes a whole number, not true."),
        (ROLL | {"seat": 0.0}, "The action roll: seat takes a whole number, not the number 0.0."),
        (ROLL | {"seat": "0"}, "The action roll: seat takes a whole number, not the text '0'."),
        (ROLL | {"seat": None}, "The action roll: seat takes a whole number, not nothing."),
        (ROLL | {"seat": [0]}, "The action roll: seat takes a whole number, not a list."),
        (ROLL | {"seat": {}}, "The action roll: seat takes a whole number, not an object."),
        (ROLL | {"seat": float("nan")}, "The action roll: seat takes a whole number, not the number nan."),
        (ROLL | {"seat": float("inf")}, "The action roll: seat takes a whole number, not the number inf."),
        (
            ROLL | {"seat": 10**4000},
            "The action roll: seat takes a whole number of at most 1000000000, not a huge one.",
        ),
        (ROLL | {"faces": 3}, "The action roll: faces takes a list, not the number 3."),
        (ROLL | {"faces": 10**4000}, "The action roll: faces takes a list, not a huge number."),
        (ROLL | {"faces": "356"}, "The action roll: faces takes a list, not the text '356'."),
        (ROLL | {"faces": [3, 5, "6"]}, "The action roll: faces takes a whole number, not the text '6'."),
        (ROLL | {"faces": [3, 5, [6]]}, "The action roll: faces takes a whole number, not a list."),
        (ROLL | {"faces": [1] * 100_000}, "The action roll: faces takes a list of at most 1000."),
        ({"kind": "score", "seat": 0, "category": 3}, "The action score: category takes a text, not the number 3."),
        (
            {"kind": "score", "seat": 0, "category": "x" * 10**6},
            "The action score: category takes a text of at most 1000 characters.",
        ),
        (
            SLEIGHT | {"disadvantage": 1},
            "The action sleight: disadvantage takes true or false, not the number 1.",
        ),
    ],
    ids=lambda value: str(value)[:40] if not isinstance(value, str) else "",
)
def test_what_is_no_action_is_refused_in_one_sentence(data: Any, words: str) -> None:
    with pytest.raises(UnreadableAction) as refused:
        action_from_json(RIFT, data)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "roll", "seat": 10**9, "faces": [-(10**9)]},
        {"kind": "roll", "seat": 0, "faces": [1] * 1000},
        {"kind": "score", "seat": 0, "category": "x" * 1000},
    ],
    ids=["number", "list", "text"],
)
def test_the_largest_that_fits_is_readable_if_not_legal(data: dict[str, Any]) -> None:
    assert to_json(action_from_json(RIFT, data)) == data


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "This is not JSON: it goes wrong at character 1."),
        ("{", "This is not JSON: it goes wrong at character 2."),
        ('{"seat": ' + "9" * 10**6 + "}", "A number in this is too large to be in an action."),
        ("[" * 10**5, "This is nested too deeply to be an action."),
        ('{"seat": 0, "seat": 1}', "A field is given twice; give each once."),
        (b'{"kind": "\xff"}', "This is not JSON: it is not UTF-8 text."),
    ],
    ids=["empty", "cut short", "a million digits", "nested", "twice", "not UTF-8"],
)
def test_text_that_is_no_json_is_refused_in_one_sentence(text: str | bytes, words: str) -> None:
    with pytest.raises(UnreadableAction) as refused:
        read_json(text)
    assert str(refused.value) == words


NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@settings(max_examples=25, deadline=None)
@given(NESTED, st.sampled_from(["roll", "reroll", "score", "sleight"]), st.dictionaries(st.text(), NESTED))
def test_nothing_but_an_action_reads_as_an_action(value: Any, kind: str, more: dict[str, Any]) -> None:
    for data in (value, {"kind": kind, "seat": value}, more | {"kind": kind}, ROLL | {"faces": value}):
        answer = read(data)
        if isinstance(answer, UnreadableAction):
            assert str(answer).endswith(".")
            assert "\n" not in str(answer)
        else:
            assert to_json(answer) == data


def read(data: Any) -> Action | UnreadableAction:
    try:
        return action_from_json(RIFT, data)
    except UnreadableAction as refusal:
        return refusal


def test_a_state_of_the_wrong_shape_is_refused() -> None:
    state = to_json(RIFT.start(("Ada", "Bo"), {}))
    for spoil in (
        {"players": 3},
        {"players": [{"name": "Ada"}]},
        {"players": [{"name": "Ada", "extra_rerolls": 0, "used": [["rift", 48, 1]]}]},
        {"players": [{"name": "Ada", "extra_rerolls": 0, "used": [["rift", "48"]]}]},
        {"turn": None},
        {"dice": [1, 1.0, 6]},
    ):
        with pytest.raises(UnreadableState):
            state_from_json(RIFT, state | spoil)
    with pytest.raises(UnreadableState, match="A state is a JSON object, not a list"):
        state_from_json(RIFT, [])


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(UnreadableState, match="There is no event 'exploded'"):
        event_from_json(RIFT, {"kind": "exploded"})


def test_what_has_no_json_form_is_a_programming_error() -> None:
    with pytest.raises(TypeError, match="set has no JSON form"):
        to_json({"faces": {1, 2}})
