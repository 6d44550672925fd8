"""A plain 4dF roll: the sum, the ladder's word for it, and when it is over."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules.draw import draw_action
from croupier.rules.fate.state import Cast
from croupier.rules.game import Action, BadOption, IllegalAction, UnreadableAction
from croupier.rules.ladder import FOUR_FUDGE_DICE
from croupier.rules.ladder.play import LADDER
from croupier.rules.ladder.state import Ended, Roll, Rolled, State
from croupier.rules.replay import replay
from croupier.rules.wire import action_from_json


def seated(*names: str, **options: str) -> State:
    return FOUR_FUDGE_DICE.start(names or ("Ada", "Bo"), options)


def play(state: State, *actions: Action) -> State:
    for action in actions:
        state, _ = FOUR_FUDGE_DICE.apply(state, action)
    return state


def test_the_sum_of_every_roll_has_its_word_and_the_81_rolls_fall_as_they_do() -> None:
    sums = Counter[int]()
    for faces in product((-1, 0, 1), repeat=4):
        _, (event, _) = FOUR_FUDGE_DICE.apply(seated("Ada"), Roll(0, faces))
        assert isinstance(event, Rolled)
        plus, minus = faces.count(1), faces.count(-1)
        assert (event.sum, event.word) == (plus - minus, LADDER[plus - minus])
        sums[event.sum] += 1
    assert sums == {-4: 1, -3: 4, -2: 10, -1: 16, 0: 19, 1: 16, 2: 10, 3: 4, 4: 1}
    assert [LADDER[total] for total in (4, 0, -4)] == ["Great", "Mediocre", "Horrifying"]


def test_each_player_in_turn_rolls_once_and_then_it_is_over() -> None:
    state = play(seated(), Roll(0, (1, 1, 0, -1)))
    assert [(prompt.seat, prompt.kind) for prompt in FOUR_FUDGE_DICE.prompts(state)] == [(1, "roll")]
    assert FOUR_FUDGE_DICE.winners(state) == ()
    state, events = FOUR_FUDGE_DICE.apply(state, Roll(1, (0, 0, 0, 0)))
    assert events[-1] == Ended((0,), 1)
    assert (FOUR_FUDGE_DICE.prompts(state), FOUR_FUDGE_DICE.winners(state)) == ((), (0,))


def test_several_rolls_each_are_added_up_and_equal_tops_share() -> None:
    state = seated(rolls="2")
    state = play(state, Roll(0, (1, 1, 1, 1)), Roll(1, (0, 0, 0, 1)), Roll(0, (-1, -1, 0, 0)), Roll(1, (0, 0, 0, 1)))
    assert [place.score for place in FOUR_FUDGE_DICE.standings(state)] == [2, 2]
    assert FOUR_FUDGE_DICE.winners(state) == (0, 1)


def test_ordinary_dice_are_read_through_a_map() -> None:
    state = seated(map="d6")
    prompt = FOUR_FUDGE_DICE.prompts(state)[0]
    assert prompt.throw is not None
    assert prompt.throw.dice == "d6"
    _, events = FOUR_FUDGE_DICE.apply(state, FOUR_FUDGE_DICE.from_roll(prompt, (1, 4, 6, 5), (0, 1, 2, 3)))
    assert events == (Rolled(0, (1, 4, 6, 5), (-1, 0, 1, 1), 1, "Average"),)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Roll(1, (0, 0, 0, 0)), "It is Ada's turn, not Bo's."),
        (Roll(2, (0, 0, 0, 0)), "There is no seat 2; the seats are 0 to 1."),
        (Roll(-1, (0, 0, 0, 0)), "There is no seat -1; the seats are 0 to 1."),
        (Roll(0, ()), "One face is needed for each die thrown: 4, not 0."),
        (Roll(0, (0, 0, 0)), "One face is needed for each die thrown: 4, not 3."),
        (Roll(0, (0, 0, 0, 2)), "A Fudge die shows -1, 0 or 1 (for −, 0 and +)."),
        (Roll(0, (0, 0, 0, -(10**9))), "A Fudge die shows -1, 0 or 1 (for −, 0 and +)."),
        (Cast(0, (0, 0, 0, 0)), "There is no cast in this game; roll 4 dice."),
    ],
    ids=str,
)
def test_what_is_no_roll_of_the_player_in_turn_is_refused(action: Action, words: str) -> None:
    state = seated()
    with pytest.raises(IllegalAction) as refused:
        FOUR_FUDGE_DICE.apply(state, action)
    assert (str(refused.value), refused.value.legal) == (words, FOUR_FUDGE_DICE.prompts(state))


def test_nothing_is_rolled_after_the_end() -> None:
    with pytest.raises(IllegalAction, match="The rolls are over; start a new game"):
        play(seated("Ada"), Roll(0, (0, 0, 0, 0)), Roll(0, (0, 0, 0, 0)))


@pytest.mark.parametrize("junk", [True, 1.0, float("nan"), "1", None, 10**30], ids=repr)
def test_what_is_no_whole_number_is_no_action(junk: object) -> None:
    for data in ({"faces": [0, 0, 0, junk], "seat": 0}, {"faces": [0, 0, 0, 0], "seat": junk}):
        with pytest.raises(UnreadableAction, match="whole number"):
            action_from_json(FOUR_FUDGE_DICE, {"kind": "roll", **data})


@pytest.mark.parametrize("rolls", ["0", "101", "-1", "", "two", "1.0", "9" * 10**6], ids=lambda text: text[:9])
def test_the_number_of_rolls_is_from_1_to_100(rolls: str) -> None:
    with pytest.raises(BadOption, match=r"^rolls ") as refused:
        seated(rolls=rolls)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("faces", "thrown"), [((), ()), ((0, 0, 0), (0, 1, 2)), ((0, 0, 0, 0), (0, 1, 2)), ((0,) * 5, (0, 1, 2, 3, 4))]
)
def test_a_physical_roll_is_of_all_four_dice(faces: tuple[int, ...], thrown: tuple[int, ...]) -> None:
    with pytest.raises(IllegalAction, match=r"All 4 dice are to be rolled together; on the table: "):
        FOUR_FUDGE_DICE.from_roll(FOUR_FUDGE_DICE.prompts(seated())[0], faces, thrown)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 4), st.integers(1, 5), st.sampled_from(["none", "d6"]), st.integers(0, 2**32))
def test_a_corrected_roll_changes_its_own_sum_and_no_other(seats: int, rolls: int, text: str, seed: int) -> None:
    chance, players, options = Random(seed), tuple("ABCD"[:seats]), {"rolls": str(rolls), "map": text}
    state = FOUR_FUDGE_DICE.start(players, options)
    states, actions = [state], list[Action]()
    while FOUR_FUDGE_DICE.prompts(state):
        actions.append(draw_action(FOUR_FUDGE_DICE, state, chance.randrange))
        state = play(state, actions[-1])
        states.append(state)
    assert len(actions) == seats * rolls
    place = chance.randrange(len(actions))
    corrected = draw_action(FOUR_FUDGE_DICE, states[place], chance.randrange)
    after = replay(FOUR_FUDGE_DICE, players, options, [*actions[:place], corrected, *actions[place + 1 :]])
    _, (event, *_) = FOUR_FUDGE_DICE.apply(states[place], corrected)
    assert isinstance(event, Rolled)
    sheet = [list(player.sums) for player in state.players]
    sheet[place % seats][place // seats] = event.sum
    assert [list(player.sums) for player in after.players] == sheet


def test_everybody_sees_the_last_roll_and_the_ladder() -> None:
    view = FOUR_FUDGE_DICE.view(seated(), None)
    assert (view["turn"], view["dice"], view["hand"], view["sum"], view["word"]) == (0, [], [], None, None)
    view = FOUR_FUDGE_DICE.view(play(seated(map="d6"), Roll(0, (1, 2, 1, 4))), 1)
    assert (view["turn"], view["dice"], view["hand"], view["sum"], view["word"]) == (
        1, [1, 2, 1, 4], [-1, -1, -1, 0], -3, "Catastrophic",
    )  # fmt: skip
    assert view["players"][0] == {"seat": 0, "player": "Ada", "sums": [-3], "total": -3}
    assert view["ladder"][0] == {"sum": 4, "word": "Great"}


def test_players_are_told_what_happened_in_words() -> None:
    state, told = seated(), []
    for action in (Roll(0, (1, 1, 0, -1)), Roll(1, (-1, -1, -1, 0))):
        state, events = FOUR_FUDGE_DICE.apply(state, action)
        told += [FOUR_FUDGE_DICE.tell(state, event) for event in events]
    assert told == [
        "Ada rolls + + 0 −: +1, Average.",
        "Bo rolls − − − 0: −3, Catastrophic.",
        "The rolls are over: Ada is best with +1.",
    ]
    assert FOUR_FUDGE_DICE.tell(state, Ended((0, 1), 0)) == "The rolls are over: Ada and Bo are best with 0."
