"""Tinkering With Fate: what a hand is worth, binding, the target, final casts, ties, ordinary dice and the looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules.draw import draw_action
from croupier.rules.fate import FATE
from croupier.rules.fate.dice import EVEN_MAP, meaning, points, read_map
from croupier.rules.fate.state import (
    Cast,
    Ended,
    Fudge,
    Fudged,
    Player,
    Reached,
    Scored,
    State,
    Thrown,
    Tied,
    Toll,
)
from croupier.rules.fate.themes import THEMES
from croupier.rules.game import Action, BadOption, IllegalAction, UnreadableAction
from croupier.rules.replay import replay
from croupier.rules.wire import action_from_json

HANDS = tuple(product((-1, 0, 1), repeat=4))
PLACES = range(4)
SUBSETS = tuple(places for count in range(5) for places in combinations(PLACES, count))

# Every hand there is as (+, 0, −) counts, and its points by the rule book.
RULE_BOOK = {
    (4, 0, 0): 0, (3, 1, 0): 1, (2, 2, 0): 2, (1, 3, 0): 1, (0, 4, 0): 0,
    (3, 0, 1): 0, (2, 1, 1): 2, (1, 2, 1): 2, (0, 3, 1): 0,
    (2, 0, 2): 0, (1, 1, 2): 3, (0, 2, 2): 0,
    (1, 0, 3): 0, (0, 1, 3): 0, (0, 0, 4): 0,
}  # fmt: skip

THREE, TWO, ONE, NOTHING = (1, -1, -1, 0), (1, 1, 0, 0), (1, 1, 1, 0), (-1, -1, 0, 0)


def play(state: State, *actions: Action) -> State:
    for action in actions:
        state, _ = FATE.apply(state, action)
    return state


def seated(*names: str, **options: str) -> State:
    return FATE.start(names or ("Ada", "Bo"), options)


def turn(seat: int, *faces: int) -> tuple[Cast, Toll]:
    return Cast(seat, faces), Toll(seat)


def refusal(state: State, action: Action) -> str:
    with pytest.raises(IllegalAction) as refused:
        FATE.apply(state, action)
    assert refused.value.legal == FATE.prompts(state)
    return str(refused.value)


def kinds(state: State) -> list[str]:
    return [prompt.kind for prompt in FATE.prompts(state)]


def scores(state: State) -> list[int]:
    return [place.score for place in FATE.standings(state)]


# What a hand is worth


def test_every_hand_is_worth_what_the_rule_book_says_in_any_order() -> None:
    for hand in HANDS:
        assert points(hand) == RULE_BOOK[hand.count(1), hand.count(0), hand.count(-1)], hand


def test_three_points_are_the_most_possible_and_only_by_one_pair_and_two_rods() -> None:
    assert max(map(points, HANDS)) == 3
    assert {tuple(sorted(hand)) for hand in HANDS if points(hand) == 3} == {(-1, -1, 0, 1)}


# A turn


def test_a_turn_is_a_cast_then_the_toll_then_the_next_seat() -> None:
    state = seated()
    assert kinds(state) == ["cast"]
    state = play(state, Cast(0, TWO))
    assert kinds(state) == ["toll", "fudge"]
    state = play(state, Toll(0))
    assert (state.turn, state.dice, scores(state)) == (1, (), [2, 0])


def test_a_fudge_binds_dice_and_throws_all_the_others_again() -> None:
    state = play(seated(), Cast(0, (1, -1, 0, 1)), Fudge(0, (2, 0), (0, -1)))
    assert (state.dice, state.bound) == ((1, 0, 0, -1), (0, 2))


def test_bound_dice_stay_and_a_second_fudge_binds_at_least_one_more() -> None:
    state = play(seated(), Cast(0, (1, -1, 0, 1)), Fudge(0, (0, 1), (0, 0)))
    assert refusal(state, Fudge(0, (), (1, 1))) == "Bind at least one die that is not bound yet."
    assert refusal(state, Fudge(0, (0, 1), (1, 1))) == "Bind at least one die that is not bound yet."
    assert play(state, Fudge(0, (2,), (-1,))).dice == (1, -1, 0, -1)


def test_dice_bound_before_may_be_named_again_or_left_out() -> None:
    state = play(seated(), Cast(0, (1, -1, 0, 1)), Fudge(0, (0, 1), (0, 0)))
    assert play(state, Fudge(0, (2,), (-1,))) == play(state, Fudge(0, (0, 1, 2), (-1,)))


def test_a_turn_has_two_fudges_at_most() -> None:
    state = play(seated(), Cast(0, (1, 1, 1, 1)), Fudge(0, (0,), (1, 1, 1)), Fudge(0, (1,), (1, 1)))
    assert kinds(state) == ["toll"]
    assert refusal(state, Fudge(0, (2,), (0,))) == "Ada has fudged twice in this turn; take the toll."
    state = play(state, Toll(0), Cast(1, TWO))
    assert kinds(state) == ["toll", "fudge"], "Bo has his own"


def test_with_nothing_left_to_roll_there_is_no_further_fudge() -> None:
    state = play(seated(), Cast(0, (1, 1, 1, 1)), Fudge(0, (0, 1, 2), (0,)))
    assert kinds(state) == ["toll"]
    assert (
        refusal(state, Fudge(0, (3,), ())) == "With the last die bound nothing would be left to throw; take the toll."
    )


def test_the_prompts_of_a_fudge_say_which_dice_must_stay_and_how_many_may_be_thrown() -> None:
    state = play(seated(), Cast(0, (1, -1, 0, 1)))
    first = FATE.prompts(state)[1].throw
    assert first is not None
    assert (first.dice, first.counts, first.lying, first.fixed) == ("dF", (1, 2, 3), (1, -1, 0, 1), ())
    second = FATE.prompts(play(state, Fudge(0, (3,), (0, 0, 0))))[1].throw
    assert second is not None
    assert (second.counts, second.lying, second.fixed) == ((1, 2), (0, 0, 0, 1), (3,))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Cast(0, TWO), "Ada has cast already; fudge fate or take the toll."),
        (Toll(1), "It is Ada's turn, not Bo's."),
        (Toll(2), "There is no seat 2; the seats are 0 to 1."),
        (Toll(-1), "There is no seat -1; the seats are 0 to 1."),
        (Fudge(1, (0,), (1, 1, 1)), "It is Ada's turn, not Bo's."),
        (Fudge(0, (), (1, 1, 1, 1)), "Bind at least one die that is not bound yet."),
        (Fudge(0, (0, 1, 2, 3), ()), "Leave at least one die to throw, or take the toll."),
        (Fudge(0, (4,), (1, 1, 1)), "Name the dice to bind by their places 0 to 3, each once."),
        (Fudge(0, (-1,), (1, 1, 1)), "Name the dice to bind by their places 0 to 3, each once."),
        (Fudge(0, (10**9,), (1, 1, 1)), "Name the dice to bind by their places 0 to 3, each once."),
        (Fudge(0, (1, 1), (1, 1)), "Name the dice to bind by their places 0 to 3, each once."),
        (Fudge(0, (1,), (1, 1)), "One face is needed for each die thrown: 3, not 2."),
        (Fudge(0, (1,), (1, 1, 1, 1)), "One face is needed for each die thrown: 3, not 4."),
        (Fudge(0, (1,), (1, 2, 1)), "A Fudge die shows -1, 0 or 1 (for −, 0 and +)."),
        (Fudge(0, (1,), (1, 10**9, 1)), "A Fudge die shows -1, 0 or 1 (for −, 0 and +)."),
    ],
    ids=str,
)
def test_what_cannot_be_done_with_a_hand_is_refused(action: Action, words: str) -> None:
    assert refusal(play(seated(), Cast(0, (1, -1, 0, 1))), action) == words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Toll(0), "Ada has not cast yet; cast 4 dice."),
        (Fudge(0, (0,), (1, 1, 1)), "Ada has not cast yet; cast 4 dice."),
        (Cast(1, TWO), "It is Ada's turn, not Bo's."),
        (Cast(0, (1, 1, 1)), "One face is needed for each die thrown: 4, not 3."),
        (Cast(0, ()), "One face is needed for each die thrown: 4, not 0."),
        (Cast(0, (1, 1, 1, -2)), "A Fudge die shows -1, 0 or 1 (for −, 0 and +)."),
    ],
    ids=str,
)
def test_before_the_cast_there_is_only_the_cast(action: Action, words: str) -> None:
    assert refusal(seated(), action) == words


@pytest.mark.parametrize("junk", [True, 1.0, float("nan"), "1", None, 10**30, [1], {}], ids=repr)
@pytest.mark.parametrize(
    "spoil",
    [
        lambda junk: {"kind": "cast", "seat": 0, "faces": [1, 1, 0, junk]},
        lambda junk: {"kind": "cast", "seat": junk, "faces": [1, 1, 0, 0]},
        lambda junk: {"kind": "fudge", "seat": 0, "bind": [junk], "faces": [1, 1, 1]},
        lambda junk: {"kind": "fudge", "seat": 0, "bind": [1], "faces": [1, junk, 1]},
        lambda junk: {"kind": "toll", "seat": junk},
    ],
    ids=["a face cast", "who casts", "a place bound", "a face fudged", "whose toll"],
)
def test_what_is_no_whole_number_is_no_action(spoil: Any, junk: object) -> None:
    with pytest.raises(UnreadableAction, match="whole number"):
        action_from_json(FATE, spoil(junk))


# The target and the final casts


def test_reaching_the_target_ends_normal_play_at_once() -> None:
    state, events = FATE.apply(play(seated(target="3"), Cast(0, THREE)), Toll(0))
    assert events == (Scored(0, 3, 3), Reached(0, 3, (1,)))
    assert [(prompt.kind, prompt.text) for prompt in FATE.prompts(state)] == [
        ("cast", "Final cast: throw four dice, once")
    ]


def test_one_point_less_than_the_target_does_not_end_normal_play() -> None:
    state = play(seated(target="3"), *turn(0, *TWO), Cast(1, TWO))
    assert kinds(state) == ["toll", "fudge"]


def test_the_target_is_ten_and_may_be_any_number_from_one_on() -> None:
    assert seated().target == 10
    assert play(seated("Ada", target="1"), *turn(0, *ONE)).over
    assert seated(target="999999").target == 999999


def test_every_other_player_has_one_final_cast_in_turn_order_without_a_fudge() -> None:
    state = play(seated("Ada", "Bo", "Cy", "Di", target="3"), *turn(0, *TWO), *turn(1, *THREE))
    for seat, faces in ((2, NOTHING), (3, ONE)):
        assert [(prompt.seat, prompt.kind) for prompt in FATE.prompts(state)] == [(seat, "cast")]
        assert refusal(state, Toll(seat)).endswith("has a single cast now, which is not fudged; cast 4 dice.")
        assert refusal(state, Fudge(seat, (0,), (1, 1, 1))).endswith("which is not fudged; cast 4 dice.")
        assert refusal(state, Cast(1, THREE)).endswith("turn, not Bo's.")
        state = play(state, Cast(seat, faces))
    state, events = FATE.apply(state, Cast(0, NOTHING))
    assert events == (Thrown(0, NOTHING, NOTHING, 0), Scored(0, 0, 2), Ended((1,), 3))
    assert (state.over, scores(state), FATE.winners(state)) == (True, [2, 3, 0, 1], (1,))
    assert refusal(state, Cast(1, TWO)) == "The game is over; start a new one to play on."


def test_a_final_cast_may_overtake_the_one_who_reached_the_target() -> None:
    state = play(seated(target="3"), *turn(0, *TWO), *turn(1, *TWO), *turn(0, *ONE), Cast(1, THREE))
    assert (state.over, scores(state), FATE.winners(state)) == (True, [3, 5], (1,))


def test_a_final_cast_that_reaches_the_target_gives_nobody_a_further_one() -> None:
    state = play(seated("Ada", "Bo", "Cy", target="2"), *turn(0, *THREE), Cast(1, TWO), Cast(2, NOTHING))
    assert (state.over, FATE.winners(state)) == (True, (0,))


def test_a_solo_game_is_over_when_the_target_is_reached() -> None:
    state, events = FATE.apply(play(seated("Ada", target="3"), Cast(0, THREE)), Toll(0))
    assert events == (Scored(0, 3, 3), Ended((0,), 3))
    assert (state.over, FATE.prompts(state), FATE.winners(state)) == (True, (), (0,))


# Ties


def tied(**options: str) -> State:
    """Bo has reached 3, and Cy and Ada have drawn level in their final casts."""
    start = seated("Ada", "Bo", "Cy", target="3", **options)
    return play(start, *turn(0, *TWO), *turn(1, *THREE), Cast(2, THREE), Cast(0, ONE))


def test_tied_leaders_cast_once_each_round_after_round_until_one_leads() -> None:
    state = tied()
    assert (state.over, FATE.winners(state)) == (False, ())
    assert FATE.prompts(state)[0].text == "Cast against the tie: throw four dice, once"
    assert refusal(state, Toll(1)) == "Bo has a single cast now, which is not fudged; cast 4 dice."
    for seat in (1, 2, 0):
        assert [(prompt.seat, prompt.kind) for prompt in FATE.prompts(state)] == [(seat, "cast")]
        state, events = FATE.apply(state, Cast(seat, TWO))
    assert events[-1] == Tied((0, 1, 2), 5)
    state, events = FATE.apply(play(state, Cast(1, THREE), Cast(2, ONE)), Cast(0, THREE))
    assert events[-1] == Tied((0, 1), 8)
    assert refusal(play(state, Cast(1, NOTHING)), Cast(2, THREE)) == "It is Ada's turn, not Cy's."
    state, events = FATE.apply(play(state, Cast(1, NOTHING)), Cast(0, ONE))
    assert events[-1] == Ended((0,), 9)
    assert (scores(state), FATE.winners(state)) == ([9, 8, 6], (0,))


def test_who_is_not_tied_for_the_lead_casts_no_more() -> None:
    start = seated("Ada", "Bo", "Cy", target="3")
    state = play(start, *turn(0, *NOTHING), *turn(1, *THREE), Cast(2, THREE), Cast(0, TWO))
    assert state.casters == (1, 2)


def test_nobody_is_tied_while_a_round_goes_on() -> None:
    state = play(tied(), Cast(1, NOTHING), Cast(2, THREE))
    assert (state.over, [prompt.seat for prompt in FATE.prompts(state)]) == (False, [0])


def test_tied_leaders_may_share_the_win() -> None:
    state = tied(ties="share")
    assert (state.over, FATE.winners(state), scores(state)) == (True, (0, 1, 2), [3, 3, 3])


# Ordinary dice


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("none", ()),
        ("d6", (-1, -1, 0, 0, 1, 1)),
        ("--00++", (-1, -1, 0, 0, 1, 1)),
        ("−−00++", (-1, -1, 0, 0, 1, 1)),
        ("-,-,0,0,+,+", (-1, -1, 0, 0, 1, 1)),
        (" + 0 - + 0 - ", (1, 0, -1, 1, 0, -1)),
        ("+++++-", None), ("------", None), ("--00--", None), ("--00+", None), ("--00+++", None),
        ("--oo++", None), ("110022", None), ("dF", None), ("-" * 10**6, None), ("--00+\N{NULL}", None),
    ],
    ids=lambda value: repr(value)[:16],
)  # fmt: skip
def test_a_map_is_a_word_or_six_signs_of_which_each_occurs(text: str, expected: tuple[int, ...] | None) -> None:
    if expected is not None:
        assert seated(map=text).map == expected
        return
    with pytest.raises(BadOption, match=r"^map is none, d6, or") as refused:
        seated(map=text)
    assert len(str(refused.value)) < 200


def test_the_map_that_comes_with_the_game_reads_two_pips_for_each_sign() -> None:
    assert meaning((1, 2, 3, 4, 5, 6), EVEN_MAP) == (-1, -1, 0, 0, 1, 1)
    assert read_map("d6") == EVEN_MAP


def test_with_a_map_ordinary_dice_are_awaited_and_lie_as_thrown() -> None:
    state = seated(map="d6")
    first = FATE.prompts(state)[0]
    assert first.throw is not None
    assert first.throw.dice == "d6"
    state, events = FATE.apply(state, FATE.from_roll(first, (6, 2, 1, 3), (0, 1, 2, 3)))
    assert events == (Thrown(0, (6, 2, 1, 3), (1, -1, -1, 0), 3),)
    second = FATE.prompts(state)[1]
    assert second.throw is not None
    assert (second.throw.dice, second.throw.lying) == ("d6", (6, 2, 1, 3))
    state, events = FATE.apply(state, FATE.from_roll(second, (6, 2, 1, 5), (3,)))
    assert events == (Fudged(0, (0, 1, 2), (3,), (5,), (1, -1, -1, 1), 0),)
    assert (state.dice, state.hand) == ((6, 2, 1, 5), (1, -1, -1, 1))


@pytest.mark.parametrize("face", [0, -1, 7, 10**9])
def test_an_ordinary_die_shows_one_to_six(face: int) -> None:
    assert refusal(seated(map="--00++"), Cast(0, (1, 1, 1, face))) == "A die shows 1 to 6."


@pytest.mark.parametrize("text", ["d6", "0-+0-+", "-000++"])
def test_a_game_with_ordinary_dice_is_the_game_with_what_they_mean(text: str) -> None:
    chance = Random(5)
    pips, signs = seated(map=text, target="20"), seated(target="20")
    while FATE.prompts(pips):
        action = draw_action(FATE, pips, chance.randrange)
        pips = play(pips, action)
        match action:
            case Cast(seat, faces):
                action = Cast(seat, meaning(faces, pips.map))
            case Fudge(seat, bind, faces):
                action = Fudge(seat, bind, meaning(faces, pips.map))
        signs = play(signs, action)
        assert (signs.hand, signs.bound, scores(signs)) == (pips.hand, pips.bound, scores(pips))
    assert signs.over


# Other options


@pytest.mark.parametrize(
    "target", ["0", "-1", "", "ten", "1.5", "1000000", "9" * 10**6, "٣", "1e3"], ids=lambda text: text[:9]
)
def test_a_target_is_a_whole_number_from_one_on(target: str) -> None:
    with pytest.raises(BadOption, match=r"^target ") as refused:
        seated(target=target)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(("name", "value"), [("ties", "split"), ("theme", "dragons")])
def test_an_option_has_only_its_choices(name: str, value: str) -> None:
    with pytest.raises(BadOption, match=f"^{name} is one of"):
        seated(**{name: value})


# What a physical roll stands for


def test_what_was_not_thrown_again_is_bound() -> None:
    state = play(seated(), Cast(0, (1, -1, 0, 1)))
    fudge = FATE.from_roll(FATE.prompts(state)[1], (1, 0, 0, -1), (3, 1))
    assert fudge == Fudge(0, (0, 2), (0, -1))
    again = FATE.from_roll(FATE.prompts(play(state, fudge))[1], (1, 1, 0, -1), (1,))
    assert again == Fudge(0, (0, 2, 3), (1,))


@pytest.mark.parametrize(
    ("before", "faces", "thrown", "words"),
    [
        ((), (), (), "with 4 dice; on the table: 0"),
        ((), (1, 1, 1), (0, 1, 2), "with 4 dice; on the table: 3"),
        ((), (1, 1, 1, 1), (0, 1, 2), "All 4 dice are to be cast together; thrown: 3"),
        ((), (1, 1, 1, 1), (0, 1, 2, 4), "places 0 to 3"),
        ((), (1, 1, 1, 1), (-1,), "places 0 to 3"),
        ((Cast(0, TWO),), (1, 1, 1, 1), (0, 1, 2, 3), "A fudge throws 1 to 3 of the dice here; thrown: 4"),
        ((Cast(0, TWO),), TWO, (), "A fudge throws 1 to 3 of the dice here; thrown: 0"),
        ((Cast(0, TWO),), (1, 0, 0, 1), (3,), "A die that was not thrown shows 0 and lay at 1"),
        ((Cast(0, TWO), Fudge(0, (0,), (1, 1, 1))), (1, 1, 0, 0), (1, 2, 3), "A fudge throws 1 to 2 of the dice here"),
        ((Cast(0, TWO), Fudge(0, (0,), (1, 1, 1))), (0, 1, 1, 1), (0,), "A bound die was thrown"),
        ((Cast(0, TWO), Fudge(0, (0,), (1, 1, 1))), (1, 1, 1, 1), (0, 1), "A bound die was thrown"),
        ((Cast(0, TWO), Fudge(0, (0,), (1, 1, 1))), (0, 0, 1, 1), (1,), "was not thrown shows 0 and lay at 1"),
    ],
)
def test_a_physical_roll_that_does_not_fit_is_refused(
    before: Sequence[Action], faces: tuple[int, ...], thrown: tuple[int, ...], words: str
) -> None:
    prompt = next(prompt for prompt in FATE.prompts(play(seated(), *before)) if prompt.throw)
    with pytest.raises(IllegalAction, match=words):
        FATE.from_roll(prompt, faces, thrown)


def test_no_dice_are_awaited_where_the_toll_is() -> None:
    with pytest.raises(IllegalAction, match="No dice are awaited: take toll: 2 points"):
        FATE.from_roll(FATE.prompts(play(seated(), Cast(0, TWO)))[0], TWO, (0, 1, 2, 3))


# Laws

TABLES = st.fixed_dictionaries(
    {
        "seats": st.integers(1, 4),
        "target": st.integers(1, 15),
        "ties": st.sampled_from(["cast", "share"]),
        "map": st.sampled_from(["none", "d6", "0-+0-+", "+---00"]),
        "theme": st.sampled_from(sorted(THEMES)),
        "seed": st.integers(0, 2**32),
    }
)


def players_and_options(at: dict[str, Any]) -> tuple[tuple[str, ...], dict[str, str]]:
    return tuple("ABCD"[: at["seats"]]), {name: str(at[name]) for name in ("target", "ties", "map", "theme")}


def random_game(at: dict[str, Any]) -> tuple[list[State], list[Action]]:
    """Every state of a game played at random, and its actions."""
    chance = Random(at["seed"])
    states = [FATE.start(*players_and_options(at))]
    actions: list[Action] = []
    while FATE.prompts(states[-1]):
        actions.append(draw_action(FATE, states[-1], chance.randrange))
        states.append(FATE.apply(states[-1], actions[-1])[0])
    return states, actions


def referee(at: dict[str, Any], actions: Sequence[Action]) -> tuple[list[int], list[int]]:
    """Points and winners, told from the list of actions alone, as somebody with paper and pencil would."""
    signs = {"none": "-0+", "d6": "?--00++", "0-+0-+": "?0-+0-+", "+---00": "?+---00"}[at["map"]]
    sheet = [0] * at["seats"]
    waiting = list(actions)

    def draw(faces: Sequence[int]) -> list[str]:
        return [signs[face + 1] if at["map"] == "none" else signs[face] for face in faces]

    def count(hand: Sequence[str]) -> int:
        return RULE_BOOK[hand.count("+"), hand.count("0"), hand.count("-")]

    def take_cast(seat: int) -> list[str]:
        cast = waiting.pop(0)
        assert isinstance(cast, Cast)
        assert cast.seat == seat
        return draw(cast.faces)

    seat = -1
    while max(sheet) < at["target"]:
        seat = (seat + 1) % at["seats"]
        hand, bound = take_cast(seat), set[int]()
        while isinstance(waiting[0], Fudge):
            fudge = waiting.pop(0)
            assert isinstance(fudge, Fudge)
            bound |= set(fudge.bind)
            fresh = draw(fudge.faces)
            hand = [hand[place] if place in bound else fresh.pop(0) for place in PLACES]
            assert not fresh
        assert waiting.pop(0) == Toll(seat)
        sheet[seat] += count(hand)
    around = [(seat + step) % at["seats"] for step in range(1, at["seats"])]
    for other in around:
        sheet[other] += count(take_cast(other))
    best = [who for who in range(at["seats"]) if sheet[who] == max(sheet)]
    while at["ties"] == "cast" and len(best) > 1:
        for other in [who for who in [seat, *around] if who in best]:
            sheet[other] += count(take_cast(other))
        best = [who for who in range(at["seats"]) if sheet[who] == max(sheet)]
    assert not waiting
    return sheet, best


@settings(max_examples=60, deadline=None)
@given(TABLES)
def test_a_game_comes_out_as_a_referee_with_paper_and_pencil_says(at: dict[str, Any]) -> None:
    states, actions = random_game(at)
    sheet, best = referee(at, actions)
    assert (scores(states[-1]), list(FATE.winners(states[-1]))) == (sheet, best)
    assert at["ties"] == "share" or len(best) == 1


@settings(max_examples=40, deadline=None)
@given(TABLES)
def test_bound_dice_never_change_and_each_fudge_binds_more(at: dict[str, Any]) -> None:
    states, actions = random_game(at)
    for before, action, after in zip(states, actions, states[1:], strict=False):
        assert after.fudges <= 2
        if isinstance(action, Fudge):
            assert set(before.bound) < set(after.bound) < set(PLACES)
            assert all(after.dice[place] == before.dice[place] for place in after.bound)
            assert after.fudges == before.fudges + 1
        else:
            assert (after.bound, after.fudges) == ((), 0)


@settings(max_examples=10, deadline=None)
@given(TABLES)
def test_every_action_is_legal_just_when_it_is_offered(at: dict[str, Any]) -> None:
    states, _ = random_game(at)
    face = 0 if at["map"] == "none" else 1
    for state in states[:: max(1, len(states) // 6)]:
        offered = {prompt.kind for prompt in FATE.prompts(state)}
        for seat in range(-1, at["seats"] + 1):
            mine = seat == state.turn
            for count in range(6):
                cast = Cast(seat, (face,) * count)
                assert legal(state, cast) == ("cast" in offered and mine and count == 4)
            assert legal(state, Toll(seat)) == ("toll" in offered and mine)
            for bind, count in product(SUBSETS, range(5)):
                thrown = 4 - len({*bind, *state.bound})
                fits = bool(set(bind) - set(state.bound)) and thrown == count > 0
                assert legal(state, Fudge(seat, bind, (face,) * count)) == ("fudge" in offered and mine and fits)


def legal(state: State, action: Action) -> bool:
    try:
        FATE.apply(state, action)
    except IllegalAction:
        return False
    return True


def test_correcting_only_the_faces_of_a_cast_changes_the_score_and_nothing_else() -> None:
    after: list[Action] = [Fudge(0, (0, 1), (0, 0)), Toll(0), Cast(1, TWO)]
    as_read = replay(FATE, ("Ada", "Bo"), {}, [Cast(0, (1, 1, 1, 1)), *after])
    corrected = replay(FATE, ("Ada", "Bo"), {}, [Cast(0, (1, -1, 1, 1)), *after])
    assert (scores(as_read), as_read.dice) == ([2, 0], TWO)
    assert (scores(corrected), corrected.dice) == ([2, 0], TWO)
    corrected = replay(FATE, ("Ada", "Bo"), {}, [Cast(0, (-1, -1, 1, 1)), *after])
    assert (scores(corrected), corrected.players[1]) == ([0, 0], Player("Bo"))


# What is shown


def test_the_view_tells_the_board_all_there_is_to_show() -> None:
    state = play(seated(map="d6", theme="rps", target="7"), Cast(0, (6, 2, 1, 3)), Fudge(0, (0,), (4, 3, 5)))
    assert FATE.view(state, None) == FATE.view(state, 1) == {
        "stage": "play",
        "turn": 0,
        "target": 7,
        "ties": "cast",
        "dice_kind": "d6",
        "dice": [6, 4, 3, 5],
        "hand": [1, 0, 0, 1],
        "worth": 2,
        "bound": [0],
        "fudges": 1,
        "fudges_left": 1,
        "casters": [],
        "players": [{"seat": 0, "player": "Ada", "score": 0}, {"seat": 1, "player": "Bo", "score": 0}],
        "map": [-1, -1, 0, 0, 1, 1],
        "theme": {
            "name": "rps",
            "title": "Rock Paper Scissors",
            "faces": [
                {"face": 1, "name": "scissors", "symbol": "✂"},
                {"face": 0, "name": "paper", "symbol": "■"},
                {"face": -1, "name": "rock", "symbol": "●"},
            ],
        },
    }  # fmt: skip


def test_the_view_tells_the_stage_of_the_game() -> None:
    state, stages = seated("Ada", "Bo", "Cy", target="3"), []
    for action in (*turn(0, *THREE), Cast(1, THREE), Cast(2, ONE), Cast(0, ONE), Cast(1, NOTHING)):
        view = FATE.view(state, None)
        stages.append((view["stage"], view["turn"], view["casters"], view["worth"], view["fudges_left"]))
        state = play(state, action)
    assert stages == [
        ("play", 0, [], None, 0),
        ("play", 0, [], 3, 2),
        ("final", 1, [1, 2], None, 0),
        ("final", 2, [2], None, 0),
        ("tied", 0, [0, 1], None, 0),
        ("tied", 1, [1], None, 0),
    ]
    view = FATE.view(state, None)
    assert (view["stage"], view["turn"], view["casters"], view["map"]) == ("over", None, [], None)


@pytest.mark.parametrize(
    ("theme", "names"),
    [
        ("fates", ("scissors", "string", "rod")),
        ("tinker", ("plus", "blank", "minus")),
        ("rps", ("scissors", "paper", "rock")),
    ],
)
def test_each_theme_has_a_name_and_a_symbol_of_its_own_for_every_face(theme: str, names: tuple[str, ...]) -> None:
    faces = THEMES[theme].faces
    assert [face.face for face in faces] == [1, 0, -1]
    assert tuple(face.name for face in faces) == names
    assert len({face.symbol for face in faces}) == 3


def test_a_theme_changes_what_is_said_and_nothing_that_counts() -> None:
    told = []
    for theme in ("fates", "tinker", "rps"):
        state, events = FATE.apply(seated(theme=theme), Cast(0, THREE))
        told.append(FATE.tell(state, events[0]))
        assert events == (Thrown(0, THREE, THREE, 3),)
    assert told == [
        "Ada casts scissors, rod, rod, string: worth 3.",
        "Ada casts plus, minus, minus, blank: worth 3.",
        "Ada casts scissors, rock, rock, paper: worth 3.",
    ]


def test_players_are_told_what_happened_in_words() -> None:
    state, told = seated("Ada", "Bo", "Cy", target="3", theme="tinker"), []
    for action in (
        Cast(0, (1, 1, 1, -1)), Fudge(0, (0, 3), (0, -1)), Toll(0), Cast(1, TWO), Cast(2, THREE),
        Cast(0, NOTHING), Cast(2, ONE),
    ):  # fmt: skip
        state, events = FATE.apply(state, action)
        told += [FATE.tell(state, event) for event in events]
    assert told == [
        "Ada casts plus, plus, plus, minus: worth 0.",
        "Ada binds plus, minus and throws blank, minus: worth 3.",
        "Ada scores 3: 3 in all.",
        "Ada has reached the target of 3: everybody else has one final cast.",
        "Bo casts plus, plus, blank, blank: worth 2.",
        "Bo scores 2: 2 in all.",
        "Cy casts plus, minus, minus, blank: worth 3.",
        "Cy scores 3: 3 in all.",
        "Ada and Cy are tied with 3: each casts once more.",
        "Ada casts minus, minus, blank, blank: worth 0.",
        "Ada scores 0: 3 in all.",
        "Cy casts plus, plus, plus, blank: worth 1.",
        "Cy scores 1: 4 in all.",
        "The game is over: Cy wins with 4.",
    ]
    assert FATE.tell(state, Reached(0, 3, (1,))) == "Ada has reached the target of 3: Bo has one final cast."
    assert FATE.tell(state, Ended((0, 1, 2), 5)) == "The game is over: Ada, Bo and Cy share the win with 5."


# The documentation


def test_the_documentation_names_every_theme() -> None:
    page = (Path(__file__).parent.parent / "docs" / "games" / "fate.md").read_text("utf-8")
    for theme in THEMES.values():
        names = r" \| ".join(face.name for face in theme.faces)
        assert re.search(rf"^\| `{theme.name}`.* \| {names} \|$", page, re.MULTILINE)
