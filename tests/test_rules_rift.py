"""Rift: whose turn it is, rerolls, Sleight of Hand, the coppers, and what each audience is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules.draw import draw_action
from croupier.rules.game import Action, BadOption, IllegalAction
from croupier.rules.replay import replay
from croupier.rules.rift import CRAG, RIFT, ThreeDice
from croupier.rules.rift.pot import BETTING, coppers, pot_takers
from croupier.rules.rift.state import Ended, Kept, Paid, Player, Reroll, Roll, Score, Sleight, State, Tried

CATEGORIES = tuple(category.name for category in RIFT.table.categories)
NAMED = CATEGORIES[:7]
CHECK = Sleight(seat=0, die=0, face=6, d20=(15,), bonus=2, opponent=1, opponent_d20=(11,), opponent_bonus=5)


def play(state: State, *actions: Action) -> State:
    for action in actions:
        state, _ = RIFT.apply(state, action)
    return state


def two_players(**options: str) -> State:
    return RIFT.start(("Ada", "Bo"), options)


def refusal(state: State, action: Action) -> str:
    with pytest.raises(IllegalAction) as refused:
        RIFT.apply(state, action)
    return str(refused.value)


def kinds(state: State) -> list[str]:
    return [prompt.kind for prompt in RIFT.prompts(state)]


# A turn


def test_a_turn_is_a_roll_then_a_category_then_the_next_seat() -> None:
    state = two_players()
    assert kinds(state) == ["roll"]
    state = play(state, Roll(0, (3, 5, 6)))
    assert kinds(state) == ["score", "reroll", "sleight", "sleight"]
    state = play(state, Score(0, "sixes"))
    assert (state.turn, state.dice, state.players[0].used) == (1, (), (("sixes", 6),))


def test_a_category_whose_requirement_is_not_met_scores_0_and_is_used_up() -> None:
    state = play(RIFT.start(("Ada",), {}), Roll(0, (3, 5, 6)), Score(0, "rift"), Roll(0, (1, 1, 6)))
    assert state.players[0].used == (("rift", 0),)
    assert refusal(state, Score(0, "rift")).startswith("Ada has used Rift already; still free: mage, tower")


def test_each_player_uses_every_category_once_and_then_the_game_is_over() -> None:
    state = two_players()
    for category in CATEGORIES:
        for seat in (0, 1):
            assert RIFT.winners(state) == ()
            state = play(state, Roll(seat, (1, 1, 6)), Score(seat, category))
    assert state.over
    assert RIFT.prompts(state) == ()
    assert RIFT.winners(state) == (0, 1)
    assert refusal(state, Roll(0, (1, 1, 1))) == "The game is over; start a new one to play on."


def test_the_best_game_there_is_scores_243() -> None:
    best = {
        "rift": (1, 6, 1), "mage": (1, 2, 5), "tower": (4, 4, 4), "north": (3, 2, 1), "south": (6, 4, 5),
        "nobles": (5, 3, 1), "knaves": (2, 6, 4), "sixes": (6, 6, 6), "fives": (5, 5, 5), "fours": (4, 4, 4),
        "threes": (3, 3, 3), "twos": (2, 2, 2), "ones": (1, 1, 1),
    }  # fmt: skip
    state = RIFT.start(("Ada",), {"betting": "take-all"})
    for category, dice in best.items():
        state = play(state, Roll(0, dice), Score(0, category))
    assert state.over
    assert [(place.score, place.extra) for place in RIFT.standings(state)] == [(243, (("copper", 243),))]
    assert (state.pot, state.house) == (0, 7)


# Rerolls


def test_a_reroll_throws_the_chosen_dice_again_and_leaves_the_others() -> None:
    state = play(two_players(), Roll(0, (3, 5, 6)), Reroll(0, (2, 0), (1, 4)))
    assert state.dice == (4, 5, 1)


def test_without_extra_rerolls_a_turn_has_one_reroll() -> None:
    state = play(two_players(), Roll(0, (3, 5, 6)), Reroll(0, (0,), (4,)))
    assert "reroll" not in kinds(state)
    assert refusal(state, Reroll(0, (0,), (4,))) == "Ada has no reroll left; choose a category."


def test_the_first_reroll_of_a_turn_is_free_and_the_following_ones_each_spend_an_extra_one() -> None:
    state = play(two_players(extra_rerolls="2,0"), Roll(0, (3, 5, 6)), Reroll(0, (0,), (4,)))
    assert state.players[0].extra_rerolls == 2
    state = play(state, Reroll(0, (0, 1, 2), (1, 1, 1)), Reroll(0, (1,), (6,)))
    assert (state.players[0].extra_rerolls, state.dice) == (0, (1, 6, 1))
    assert "reroll" not in kinds(state)
    state = play(state, Score(0, "rift"), Roll(1, (2, 2, 2)), Reroll(1, (0,), (1,)))
    assert "reroll" not in kinds(state), "Bo has none"
    state = play(state, Score(1, "ones"), Roll(0, (2, 2, 2)))
    assert "reroll" in kinds(state), "the free one comes back each turn"


@pytest.mark.parametrize(
    ("given_text", "allowances"),
    [("", None), ("0", (0, 0)), ("1", (1, 1)), ("0,1", (0, 1)), (" 3 , 12 ", (3, 12)), ("999999,0", (999999, 0)),
     ("0,1,2", None), ("0,", None), ("-1,0", None), ("1000000", None), ("1.5", None),
     ("one", None), ("٣", None), ("9" * 10**6, None)],
    ids=lambda value: str(value)[:12],
)  # fmt: skip
def test_extra_rerolls_are_whole_numbers_by_seat_or_one_for_everybody(
    given_text: str, allowances: tuple[int, ...] | None
) -> None:
    if allowances is None:
        with pytest.raises(BadOption, match="extra rerolls") as refused:
            two_players(extra_rerolls=given_text)
        assert len(str(refused.value)) < 200
    else:
        assert tuple(player.extra_rerolls for player in two_players(extra_rerolls=given_text).players) == allowances


# Sleight of Hand


@pytest.mark.parametrize(
    ("change", "success"),
    [
        ({}, True),
        ({"opponent_d20": (12,)}, False),
        ({"opponent_d20": (13,)}, False),
        ({"d20": (20, 15), "disadvantage": True}, True),
        ({"d20": (15, 14), "disadvantage": True}, False),
        ({"bonus": 1}, False),
        ({"d20": (1,), "bonus": 20, "opponent_d20": (20,), "opponent_bonus": 0}, True),
    ],
    ids=str,
)
def test_the_cheat_needs_the_higher_total_and_a_tie_fails(change: Mapping[str, object], success: bool) -> None:
    state, (event,) = RIFT.apply(play(two_players(), Roll(0, (1, 1, 5))), replace(CHECK, **change))
    assert isinstance(event, Tried)
    assert event.success is success
    assert state.dice == ((6, 1, 5) if success else (1, 1, 5))


def test_each_further_die_needs_its_own_check_and_a_die_is_tried_once_until_it_is_rerolled() -> None:
    state = play(two_players(extra_rerolls="1"), Roll(0, (1, 1, 5)), replace(CHECK, opponent_d20=(20,)))
    assert refusal(state, CHECK) == "That die was tried already, and may be again once it is rerolled."
    state = play(state, replace(CHECK, die=1), replace(CHECK, die=2, face=2))
    assert state.dice == (1, 6, 2)
    assert "sleight" not in kinds(state)
    state = play(state, Reroll(0, (1,), (3,)))
    assert refusal(state, CHECK)
    assert play(state, replace(CHECK, die=1)).dice == (1, 6, 2)


def test_a_die_turned_over_counts_in_the_category() -> None:
    state = play(two_players(), Roll(0, (1, 1, 5)), replace(CHECK, die=2), Score(0, "rift"))
    assert state.players[0].used == (("rift", 48),)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"die": 3}, "Name the die to turn by its place, 0 to 2."),
        ({"face": 0}, "A die shows 1 to 6, not 0."),
        ({"opponent": 0}, "A check is against an opponent, not oneself."),
        ({"opponent": 2}, "There is no seat 2 to check against."),
        ({"d20": ()}, "Without disadvantage the cheat throws 1 d20."),
        ({"d20": (3, 4)}, "Without disadvantage the cheat throws 1 d20."),
        ({"disadvantage": True}, "With disadvantage the cheat throws 2 d20."),
        ({"d20": (21,)}, "A d20 shows 1 to 20."),
        ({"opponent_d20": (0,)}, "A d20 shows 1 to 20."),
        ({"opponent_d20": (1, 2)}, "The opponent throws 1 d20."),
        ({"bonus": 100}, "A bonus is from -99 to 99."),
        ({"opponent_bonus": -100}, "A bonus is from -99 to 99."),
    ],
    ids=str,
)
def test_a_check_that_cannot_be_is_refused(change: Mapping[str, object], words: str) -> None:
    assert refusal(play(two_players(), Roll(0, (1, 1, 5))), replace(CHECK, **change)) == words


def test_a_check_is_offered_plain_and_with_disadvantage_for_the_dice_not_tried() -> None:
    state = play(RIFT.start(("Ada", "Bo", "Cy"), {}), Roll(0, (1, 1, 5)), replace(CHECK, die=1))
    plain, hindered = ({field.name: field for field in prompt.fields} for prompt in RIFT.prompts(state)[2:])
    assert [prompt.text for prompt in RIFT.prompts(state)[2:]] == [
        "Turn a die by Sleight of Hand",
        "Turn a die by Sleight of Hand, with disadvantage",
    ]
    assert (plain["d20"].count, hindered["d20"].count) == (1, 2)
    assert (plain["disadvantage"].low, hindered["disadvantage"].low) == (0, 1)
    assert plain["disadvantage"].flag
    assert (plain["die"].among, plain["opponent"].among) == ((0, 2), (1, 2))


def test_nobody_is_cheated_before_the_roll_or_in_a_solo_game() -> None:
    assert refusal(two_players(), CHECK) == "Ada has not rolled yet; roll 3 dice."
    solo = play(RIFT.start(("Ada",), {}), Roll(0, (1, 1, 5)))
    assert "sleight" not in kinds(solo)
    assert refusal(solo, CHECK) == "In a solo game there is nobody to cheat."


# What a physical roll stands for


def test_a_physical_roll_becomes_a_roll_or_a_reroll_of_what_was_thrown() -> None:
    state = two_players()
    roll = RIFT.from_roll(RIFT.prompts(state)[0], (3, 5, 6), (0, 1, 2))
    assert roll == Roll(0, (3, 5, 6))
    reroll = RIFT.from_roll(RIFT.prompts(play(state, roll))[1], (4, 5, 1), (2, 0))
    assert reroll == Reroll(0, (0, 2), (4, 1))


@pytest.mark.parametrize(
    ("rolled", "faces", "thrown", "words"),
    [
        (False, (), (), "with 3 dice; on the table: 0"),
        (False, (3, 5), (0, 1), "with 3 dice; on the table: 2"),
        (False, (3, 5, 6), (0, 1), "All 3 dice are to be rolled together; thrown: 2"),
        (False, (3, 5, 6), (0, 1, 3), "places 0 to 2"),
        (True, (3, 5, 6), (), "No die was thrown again"),
        (True, (3, 5, 6, 1), (3,), "on the table: 4"),
        (True, (4, 5, 2), (0,), "A die that was not thrown shows 2 and lay at 6"),
    ],
)
def test_a_physical_roll_that_does_not_fit_is_refused(
    rolled: bool, faces: tuple[int, ...], thrown: tuple[int, ...], words: str
) -> None:
    state = play(two_players(), Roll(0, (3, 5, 6))) if rolled else two_players()
    prompt = next(prompt for prompt in RIFT.prompts(state) if prompt.throw)
    with pytest.raises(IllegalAction, match=words):
        RIFT.from_roll(prompt, faces, thrown)


def test_no_dice_are_awaited_where_a_category_is() -> None:
    prompt = RIFT.prompts(play(two_players(), Roll(0, (3, 5, 6))))[0]
    with pytest.raises(IllegalAction, match="No dice are awaited: choose a category"):
        RIFT.from_roll(prompt, (3, 5, 6), (0, 1, 2))


# Coppers


def test_without_betting_there_are_no_coppers() -> None:
    state = play(two_players(), Roll(0, (1, 1, 6)), Score(0, "rift"))
    assert coppers(state) == 0
    assert RIFT.standings(state)[0].extra == ()
    assert RIFT.view(state, None)["pot"] is None


@pytest.mark.parametrize(("game", "stake", "thanks"), [(RIFT, 243, 7), (CRAG, 244, 6)])
def test_every_player_puts_in_the_most_points_there_are_and_thanks_the_house(
    game: ThreeDice, stake: int, thanks: int
) -> None:
    state = game.start(("Ada", "Bo", "Cy"), {"betting": "tavern"})
    assert (state.pot, state.house) == (3 * stake, 3 * thanks)


def test_each_point_takes_a_copper_out_of_the_pot_at_once() -> None:
    state, events = RIFT.apply(play(two_players(betting="tavern"), Roll(0, (1, 1, 6))), Score(0, "rift"))
    assert Paid(0, 48) in events
    assert (state.players[0].copper, state.pot, state.house) == (48, 2 * 243 - 48, 14)


def before_the_end(betting: str, *sheets: dict[str, int]) -> State:
    """A game in which only the last seat's last category, Ones, is open; the sheets tell the points so far."""
    start = RIFT.start(tuple("ABCD"[: len(sheets)]), {"betting": betting})
    players = []
    for player, sheet in zip(start.players, sheets, strict=True):
        used = tuple((name, sheet.get(name, 0)) for name in CATEGORIES)
        players.append(replace(player, used=used, copper=sum(sheet.values())))
    players[-1] = replace(players[-1], used=players[-1].used[:-1])
    paid = sum(player.copper for player in players)
    return replace(start, players=tuple(players), turn=len(sheets) - 1, pot=start.pot - paid)


def last_score(state: State, dice: tuple[int, int, int] = (2, 3, 5)) -> tuple[State, tuple[object, ...]]:
    seat = state.turn
    return RIFT.apply(play(state, Roll(seat, dice)), Score(seat, "ones"))


def test_tavern_leaves_the_rest_in_the_pot_as_drinking_money() -> None:
    state, events = last_score(before_the_end("tavern", {"rift": 48}, {"mage": 28}), (1, 1, 1))
    assert events[-1] == Ended((0,), 48, 2 * 243 - 48 - 28 - 3)
    assert [player.copper for player in state.players] == [48, 31]


def test_take_all_gives_the_rest_to_the_top_scorer() -> None:
    state, _ = last_score(before_the_end("take-all", {"rift": 48}, {"mage": 28}))
    assert ([player.copper for player in state.players], state.pot, state.house) == ([2 * 243 - 28, 28], 0, 14)


@pytest.mark.parametrize(
    ("sheets", "takers"),
    [
        ([{"north": 20}, {"sixes": 18, "twos": 2}], (0,)),
        ([{"sixes": 18, "twos": 2}, {"north": 20}, {"south": 20}], (1, 2)),
        ([{"north": 20}, {"south": 20}, {"rift": 48}], (2,)),
        ([{"north": 20, "south": 20, "knaves": 20}, {"nobles": 20, "south": 20, "knaves": 20}, {"rift": 48}], (0, 1)),
        ([{"rift": 48}, {"mage": 28, "north": 20}], (1,)),
        ([{}, {}, {}], (0, 1, 2)),
    ],
)
def test_a_take_all_tie_goes_to_whoever_scored_in_the_most_named_categories(
    sheets: list[dict[str, int]], takers: tuple[int, ...]
) -> None:
    before = before_the_end("take-all", *sheets)
    state, _ = last_score(before)
    assert pot_takers(state) == takers
    share, remainder = divmod(before.pot, len(takers))
    for seat, player in enumerate(state.players):
        assert player.copper == player.total + (share if seat in takers else 0)
    assert (state.pot, state.house) == (0, 7 * len(sheets) + remainder)
    best = max(player.total for player in state.players)
    assert RIFT.winners(state) == tuple(seat for seat, player in enumerate(state.players) if player.total == best)


def test_a_remainder_that_does_not_divide_goes_to_the_house() -> None:
    sheets: tuple[dict[str, int], ...] = ({"north": 20}, {"south": 20}, {})
    even, events = last_score(before_the_end("take-all", *sheets), (1, 2, 3))
    assert not any(isinstance(event, Kept) for event in events)
    assert (even.pot, even.house) == (0, 21)
    odd, events = last_score(before_the_end("take-all", *sheets), (1, 1, 3))
    assert Kept(1) in events
    assert (odd.pot, odd.house) == (0, 22)
    assert [player.copper for player in odd.players] == [20 + 343, 20 + 343, 2]


# Laws

TABLES = st.tuples(
    st.sampled_from([RIFT, CRAG]),
    st.integers(1, 4),
    st.sampled_from(BETTING),
    st.integers(0, 3),
    st.integers(0, 2**32),
)
AtTable = tuple[ThreeDice, int, str, int, int]


def players_and_options(at: AtTable) -> tuple[tuple[str, ...], dict[str, str]]:
    _, seats, betting, extra, _ = at
    return tuple("ABCD"[:seats]), {"betting": betting, "extra_rerolls": str(extra)}


def random_game(at: AtTable) -> tuple[list[State], list[Action]]:
    """Every state of a game played at random, and its actions."""
    game, *_, seed = at
    chance = Random(seed)
    states = [game.start(*players_and_options(at))]
    actions: list[Action] = []
    while game.prompts(states[-1]):
        actions.append(draw_action(game, states[-1], chance.randrange))
        states.append(game.apply(states[-1], actions[-1])[0])
    return states, actions


@settings(max_examples=30, deadline=None)
@given(TABLES)
def test_coppers_are_conserved_at_every_step(at: AtTable) -> None:
    game, seats, betting, *_ = at
    states, _ = random_game(at)
    brought = 0 if betting == "none" else 250 * seats
    stakes = 0 if betting == "none" else game.table.best * seats
    for state in states:
        assert state.pot + state.house + sum(player.copper for player in state.players) == brought
        assert min(state.pot, state.house, *(player.copper for player in state.players)) >= 0
        if not state.over and betting != "none":
            assert [player.copper for player in state.players] == [player.total for player in state.players]
            assert state.pot == stakes - sum(player.total for player in state.players)
    assert states[-1].pot == 0 or betting == "tavern"


@settings(max_examples=15, deadline=None)
@given(TABLES)
def test_extra_rerolls_spent_are_the_rerolls_after_the_first_of_each_turn(at: AtTable) -> None:
    _, seats, _, extra, _ = at
    states, actions = random_game(at)
    spent = [0] * seats
    rerolls = 0
    for action in actions:
        if isinstance(action, Roll):
            rerolls = 0
        if isinstance(action, Reroll):
            spent[action.seat] += rerolls > 0
            rerolls += 1
    assert [player.extra_rerolls for player in states[-1].players] == [extra - each for each in spent]


def test_correcting_only_the_faces_of_a_roll_changes_the_score_and_nothing_else() -> None:
    actions: list[Action] = [Roll(0, (1, 1, 5)), Score(0, "rift"), Roll(1, (2, 2, 2)), Score(1, "twos")]
    as_read = replay(RIFT, ("Ada", "Bo"), {"betting": "tavern"}, actions)
    corrected = replay(RIFT, ("Ada", "Bo"), {"betting": "tavern"}, [Roll(0, (1, 1, 6)), *actions[1:]])
    ada = as_read.players[0]
    assert corrected == replace(
        as_read, players=(replace(ada, used=(("rift", 48),), copper=48), as_read.players[1]), pot=as_read.pot - 48
    )


@settings(max_examples=12, deadline=None)
@given(TABLES)
def test_every_score_and_reroll_is_legal_just_when_it_is_offered(at: AtTable) -> None:
    game, seats, *_ = at
    states, _ = random_game(at)
    subsets = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    for state in states[:: max(1, len(states) // 8)]:
        offered = {prompt.kind: prompt for prompt in game.prompts(state)}
        for seat in range(-1, seats + 1):
            for category in (*(category.name for category in game.table.categories), "lions"):
                score = Score(seat, category)
                assert legal(game, state, score) == ("score" in offered and score in offered["score"].choices)
            for dice in subsets:
                reroll = Reroll(seat, dice, (1,) * len(dice))
                assert legal(game, state, reroll) == ("reroll" in offered and seat == state.turn)
            assert legal(game, state, Roll(seat, (1, 1, 1))) == ("roll" in offered and seat == state.turn)


def legal(game: ThreeDice, state: State, action: Action) -> bool:
    try:
        game.apply(state, action)
    except IllegalAction:
        return False
    return True


# What is shown


def test_the_view_tells_the_board_all_there_is_to_show() -> None:
    state = play(two_players(betting="tavern", extra_rerolls="0,1"), Roll(0, (1, 1, 6)))
    view = RIFT.view(state, None)
    assert {name: view[name] for name in ("round", "rounds", "turn", "dice", "rerolls", "free_reroll")} == {
        "round": 1,
        "rounds": 13,
        "turn": 0,
        "dice": [1, 1, 6],
        "rerolls": 0,
        "free_reroll": True,
    }
    assert view["players"][1] == {
        "seat": 1,
        "player": "Bo",
        "total": 0,
        "extra_rerolls": 1,
        "copper": 0,
        "used": {},
    }
    assert view["categories"][0] == {
        "name": "rift",
        "title": "Rift",
        "needs": "a pair, and the dice total 8",
        "points": 48,
        "brings": 48,
    }
    assert [category["brings"] for category in view["categories"]] == [48, 28, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 2]
    assert (view["betting"], view["pot"], view["house"]) == ("tavern", 486, 14)


def test_the_view_of_a_finished_game_names_no_turn() -> None:
    state, _ = last_score(before_the_end("none", {}, {}))
    view = RIFT.view(state, 0)
    assert (view["turn"], view["round"], view["dice"]) == (None, 13, [])


def test_players_are_told_what_happened_in_words() -> None:
    state = two_players(betting="take-all", extra_rerolls="1")
    told = []
    for action in (
        Roll(0, (1, 1, 5)),
        Reroll(0, (2,), (4,)),
        Reroll(0, (2,), (5,)),
        replace(CHECK, die=0, opponent_d20=(12,)),
        replace(CHECK, die=2),
        Score(0, "rift"),
    ):
        state, events = RIFT.apply(state, action)
        told += [RIFT.tell(state, event) for event in events]
    assert told == [
        "Ada rolls 1 1 5.",
        "Ada rerolls 4: now 1 1 4.",
        "Ada rerolls 5 for an extra reroll: now 1 1 5.",
        "Ada fails to turn the first die (17 against Bo's 17).",
        "Ada turns the third die to 6 (17 against Bo's 16): now 1 1 6.",
        "Ada scores 48 in Rift: 48 in all.",
        "Ada takes 48 copper out of the pot.",
    ]
    state, events = last_score(before_the_end("take-all", {"north": 20}, {"south": 20}, {}), (1, 1, 3))
    assert [RIFT.tell(state, event) for event in events[-2:]] == [
        "The house keeps 1 copper, which does not divide.",
        "The game is over: A and B share the win with 20.",
    ]
    state, events = last_score(before_the_end("tavern", {"north": 20}, {}), (1, 1, 3))
    assert RIFT.tell(state, events[-1]) == "The game is over: A wins with 20. 464 copper are left to drink."


def test_a_player_is_a_sheet_whose_total_is_the_sum_of_its_points() -> None:
    assert Player("Ada", 0).total == 0
    assert Player("Ada", 0, used=(("rift", 48), ("ones", 2))).total == 50
