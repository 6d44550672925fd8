"""Liar's Dice: the order, buy-ins, bids and raises, reveals, who is out and who opens, and the referee's table."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules.draw import draw_action
from croupier.rules.game import Action, BadOption, IllegalAction, UnreadableAction
from croupier.rules.liars_dice import LIARS_DICE as GAME
from croupier.rules.liars_dice.actions import (
    Accept,
    Accuse,
    Bid,
    Count,
    Face,
    Initiative,
    Place,
    Reveal,
    Roll,
    Show,
    Sleight,
)
from croupier.rules.liars_dice.events import Claimed, Ended, Judged, Lost, Opened, Ordered, Revealed, Shown, Won
from croupier.rules.liars_dice.state import Claim, Phase, State
from croupier.rules.replay import replay
from croupier.rules.wire import action_from_json, read_json, to_json

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
ONES_TO_FIVES = (1, 2, 3, 4, 5)


def table(count: int = 3, **options: str) -> State:
    return GAME.start(NAMES[:count], options)


def play(state: State, *actions: Action) -> State:
    for action in actions:
        state, _ = GAME.apply(state, action)
    return state


def cast(state: State, *hands: tuple[int, ...]) -> State:
    """The hands of the gamblers in play, by seat; without any, 1 2 3 4 5 for everybody."""
    seats = sorted(state.in_play)
    return play(
        state,
        *(Roll(seat, hands[i] if hands else ONES_TO_FIVES[: state.players[seat].left]) for i, seat in enumerate(seats)),
    )


def refusal(state: State, action: Action) -> str:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, action)
    assert refused.value.legal == GAME.prompts(state)
    return str(refused.value)


def kinds(state: State) -> list[str]:
    return [prompt.kind for prompt in GAME.prompts(state)]


def who(state: State) -> list[int]:
    return [prompt.seat for prompt in GAME.prompts(state)]


def told(state: State, action: Action) -> list[str]:
    after, events = GAME.apply(state, action)
    return [GAME.tell(after, event) for event in events]


# The order


def test_without_initiative_the_seats_order_is_the_order() -> None:
    state = table(4)
    assert (state.order, state.turn, state.phase) == ((0, 1, 2, 3), 0, Phase.CAST)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("17,12,20", (2, 0, 1)),
        (" 3 , 4 , 5 ", (2, 1, 0)),
        ("17+3,17+5,1-2", (1, 0, 2)),
        ("15+3,17+1,2", (0, 1, 2)),
        ("17+1,15+3,20", (2, 1, 0)),
        ("-3,-2,0", (2, 1, 0)),
        ("18,15+3,17+1", (1, 2, 0)),
    ],
)
def test_initiative_goes_highest_first_and_a_tie_to_the_higher_bonus(text: str, order: tuple[int, ...]) -> None:
    state = table(3, initiative=text)
    assert (state.order, state.turn) == (order, order[0])


def test_gamblers_with_the_same_total_and_bonus_roll_off_until_nobody_is_tied() -> None:
    state = table(4, initiative="17+3,20,17+3,17+3")
    assert (kinds(state), who(state)) == (["initiative"] * 3, [0, 2, 3])
    assert refusal(state, Initiative(1, 20)) == (
        "Bo cannot roll for the order now: Ada, Cy and Dee have still to roll a d20 for the order."
    )
    assert refusal(state, Initiative(0, 5, 1)) == "A roll-off is a d20 alone: leave out the bonus."
    state = play(state, Initiative(0, 5), Initiative(3, 12))
    assert who(state) == [2]
    state = play(state, Initiative(2, 5))
    assert who(state) == [0, 2], "Dee is ahead, the others are tied again"
    state = play(state, Initiative(2, 1))
    state, events = GAME.apply(state, Initiative(0, 2))
    assert state.order == (3, 0, 2, 1)
    assert events[1:] == (Ordered((3, 0, 2, 1)),)
    assert GAME.tell(state, events[1]) == "The order is Dee, Ada, Cy, Bo; of equal totals the higher bonus goes first."


def test_initiative_may_be_rolled_at_the_table() -> None:
    state = table(3, initiative="roll")
    assert (kinds(state), who(state)) == (["initiative"] * 3, [0, 1, 2])
    assert told(state, Initiative(1, 12, 4)) == ["Bo rolls 12 for initiative, 16 with the bonus."]
    state = play(state, Initiative(1, 12, 4), Initiative(0, 14, 2))
    assert kinds(state) == ["initiative"]
    state = play(state, Initiative(2, 14, 2))
    assert (kinds(state), who(state)) == (["initiative"] * 2, [0, 2]), "Bo's bonus is higher"
    state = play(state, Initiative(0, 3), Initiative(2, 4))
    assert (state.order, state.turn) == ((1, 2, 0), 1)


THROWS = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 1)), min_size=2, max_size=6)


@settings(max_examples=60, deadline=None)
@given(THROWS, st.booleans(), st.integers(0, 2**32))
def test_the_order_is_by_total_then_bonus_then_the_first_roll_off_that_differs(
    first: list[tuple[int, int]], at_the_table: bool, seed: int
) -> None:
    chance = Random(seed)
    text = "roll" if at_the_table else ",".join(f"{d20}+{bonus}" for d20, bonus in first)
    state = table(len(first), initiative=text)
    thrown = [[d20 + bonus, bonus] for d20, bonus in first]
    while not state.order:
        prompt = chance.choice(GAME.prompts(state))
        if not state.players[prompt.seat].initiative:
            state = play(state, Initiative(prompt.seat, *first[prompt.seat]))
            continue
        mine = list(thrown[prompt.seat])
        assert [other[: len(mine)] for other in thrown].count(mine) > 1, "who rolls off is tied with somebody"
        thrown[prompt.seat].append(chance.randint(1, 3))
        state = play(state, Initiative(prompt.seat, thrown[prompt.seat][-1]))
    assert sorted(state.order) == list(range(len(first)))
    for ahead, behind in pairwise(state.order):
        a, b = next((a, b) for a, b in zip(thrown[ahead], thrown[behind], strict=False) if a != b)
        assert a > b


# Options


@pytest.mark.parametrize("name", ["long", "wild", "exact", "open", "referee"])
@pytest.mark.parametrize(
    ("text", "on"), [("yes", True), ("TRUE", True), ("1", True), (" on ", True), ("no", False), ("0", False)]
)
def test_a_yes_or_no_may_be_spelled_as_people_do(name: str, text: str, on: bool) -> None:
    assert getattr(table(2, **{name: text}).rules, name) is on


@pytest.mark.parametrize(
    ("text", "flags"),
    [("yes", (True, True)), ("no", (False, False)), ("yes,no", (True, False)), ("0, 1", (False, True))],
)
@pytest.mark.parametrize("name", ["proficient", "expert"])
def test_proficiency_and_expertise_are_by_seat_or_for_everybody(name: str, text: str, flags: tuple[bool, ...]) -> None:
    assert tuple(getattr(player, name) for player in table(2, **{name: text}).players) == flags


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("wild", "perhaps"), ("wild", ""), ("opener", "ada"), ("referee", "yes,no"),
        ("proficient", "yes,no,yes"), ("proficient", "2"), ("expert", "Ada"), ("expert", "yes,"),
        ("initiative", "17"), ("initiative", "17,12,3"), ("initiative", "17,"), ("initiative", "21+3,4"),
        ("initiative", "0+3,4"), ("initiative", "120,4"), ("initiative", "-99,4"), ("initiative", "17+,3"),
        ("initiative", "17+100,3"), ("initiative", "1.5,2"), ("initiative", "nan,3"), ("initiative", "roll,roll"),
        ("initiative", "9" * 10**6 + ",1"), ("initiative", "١٧,3"),
        ("buy_in", "0"), ("buy_in", "-5"), ("buy_in", "5.5"), ("buy_in", "gold"), ("buy_in", "1000000 gold"),
        ("buy_in", "5 gold,"), ("buy_in", "5,6,7"), ("buy_in", "5 " + "x" * 41), ("buy_in", "5 a\x1b[31m"),
        ("buy_in", "9" * 10**6), ("buy_in", "5gold"),
    ],
    ids=lambda text: text[:20],
)  # fmt: skip
def test_an_option_that_cannot_be_is_refused_in_one_sentence(option: str, text: str) -> None:
    with pytest.raises(BadOption) as refused:
        table(2, **{option: text})
    assert str(refused.value).endswith(".")
    assert len(str(refused.value)) < 250


def test_the_game_is_for_two_or_more() -> None:
    with pytest.raises(BadOption, match="This game is for 2 to 100 players, not 1"):
        table(1)


# Buy-ins


def test_all_must_accept_the_buy_ins_before_dice_are_cast() -> None:
    state = table(3, buy_in="5")
    assert [prompt.choices for prompt in GAME.prompts(state)] == [(Accept(0),), (Accept(1),), (Accept(2),)]
    assert refusal(state, Roll(0, ONES_TO_FIVES)) == (
        "Ada cannot roll now: Ada, Bo and Cy have still to accept the buy-ins."
    )
    assert told(state, Accept(1)) == ["Bo accepts the buy-ins; 2 still have to."]
    state = play(state, Accept(1), Accept(0))
    assert refusal(state, Accept(1)) == "Bo cannot accept buy-ins now: Cy has still to accept the buy-ins."
    assert told(state, Accept(2)) == ["Cy accepts the buy-ins; all have now."]
    assert kinds(play(state, Accept(2))) == ["roll"] * 3


def test_a_buy_in_is_a_value_and_words_for_everybody_or_by_seat() -> None:
    same = table(2, buy_in="5")
    assert [(p.buy_in.value, p.buy_in.words) for p in same.players if p.buy_in] == [(5, "gold")] * 2
    own = table(3, buy_in="5 gold, 12 a silver ring ,30 a month's work")
    assert [p["buy_in"] for p in GAME.view(own, None)["players"]] == [
        {"value": 5, "words": "gold"},
        {"value": 12, "words": "a silver ring"},
        {"value": 30, "words": "a month's work"},
    ]
    assert GAME.view(own, None)["pot"] == 47


def test_buy_ins_are_accepted_by_initiative_and_after_the_order_is_settled() -> None:
    state = table(3, buy_in="5", initiative="roll")
    assert kinds(state) == ["initiative"] * 3
    state = play(state, Initiative(0, 3), Initiative(1, 20), Initiative(2, 10))
    assert who(state) == [1, 2, 0]


def test_the_last_one_left_takes_all_buy_ins() -> None:
    state = cast(play(table(2, buy_in="5 gold,12 a silver ring"), Accept(0), Accept(1)))
    assert [place.extra for place in GAME.standings(state)] == [(("won", 0),)] * 2
    state, events = GAME.apply(play(state, Bid(0, 10, 6)), Reveal(1))
    assert events[-2:] == (Won(1, 17), Ended(1))
    assert GAME.tell(state, events[-2]) == "Bo takes all buy-ins: gold (5) and a silver ring (12)."
    assert GAME.tell(state, events[-1]) == "The game is over: Bo wins."
    assert [(place.score, place.extra) for place in GAME.standings(state)] == [(0, (("won", 0),)), (5, (("won", 17),))]


def test_without_buy_ins_there_is_nothing_to_accept_and_nothing_to_win() -> None:
    state = table(2)
    assert kinds(state) == ["roll"] * 2
    assert GAME.view(state, None)["pot"] is None
    assert GAME.standings(state)[0].extra == ()


# Casting and bidding


def test_everybody_rolls_five_dice_hidden_in_any_order_and_then_the_first_bids() -> None:
    state = table(3)
    throws = [prompt.throw for prompt in GAME.prompts(state)]
    assert [(throw.dice, throw.counts, throw.hidden) for throw in throws if throw] == [("d6", (5,), True)] * 3
    state = play(state, Roll(2, ONES_TO_FIVES), Roll(0, ONES_TO_FIVES))
    assert refusal(state, Bid(0, 1, 1)) == "Ada cannot bid now: Bo has still to roll."
    assert refusal(state, Roll(0, ONES_TO_FIVES)) == "Ada has rolled already: Bo has still to roll."
    state, events = GAME.apply(state, Roll(1, ONES_TO_FIVES))
    assert events[1:] == (Opened(0, 15),)
    assert GAME.tell(state, events[1]) == "15 dice are in play, and Ada opens."
    (prompt,) = GAME.prompts(state)
    assert [(field.name, field.low, field.high) for field in prompt.fields] == [("quantity", 1, 15), ("face", 1, 6)]


def test_a_first_bid_may_be_the_highest_there_is_and_then_only_reveal_is_legal() -> None:
    state = play(cast(table(3)), Bid(0, 15, 6))
    assert kinds(state) == ["reveal"]
    assert refusal(state, Count(1, 16)) == "Bo cannot raise the quantity now, as all dice are bid already: reveal."
    assert refusal(state, Face(1, 7)) == "Bo cannot raise the face now, as no face is higher: reveal."


def test_a_raise_is_of_the_quantity_or_of_the_face_and_the_next_in_order_makes_it() -> None:
    state, events = GAME.apply(cast(table(3, initiative="1,3,2")), Bid(1, 2, 3))
    assert GAME.tell(state, events[0]) == "Bo bids 2 threes."
    state, events = GAME.apply(state, Count(2, 4))
    assert events == (Claimed(2, 4, 3),)
    state, events = GAME.apply(state, Face(0, 5))
    assert events == (Claimed(0, 4, 5),)
    assert (state.claim, state.turn) == (Claim(0, 4, 5), 1)


def with_dice(state: State, *left: int) -> State:
    """The same game with so many dice left to each seat."""
    pairs = zip(state.players, left, strict=True)
    return replace(state, players=tuple(replace(player, left=count) for player, count in pairs))


def is_legal(state: State, action: Action) -> bool:
    try:
        GAME.apply(state, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
def test_what_may_be_bid_is_exactly_what_the_rules_say(is_open: bool) -> None:
    """Every standing bid on four dice, and none, against every answer there is."""
    total = 4
    opening = cast(with_dice(table(2, open="yes" if is_open else "no"), 3, 1))
    numbers, faces = range(-1, total + 3), range(-1, 9)
    for quantity, face in product(numbers, faces):
        assert is_legal(opening, Bid(0, quantity, face)) == (1 <= quantity <= total and 1 <= face <= 6)
        assert not is_legal(opening, Count(0, quantity))
        assert not is_legal(opening, Face(0, face))
    assert not is_legal(opening, Reveal(0))
    for quantity, face in product(range(1, total + 1), range(1, 7)):
        standing = play(opening, Bid(0, quantity, face))
        assert is_legal(standing, Reveal(1))
        assert [is_legal(standing, Count(1, more)) for more in numbers] == [quantity < m <= total for m in numbers]
        assert [is_legal(standing, Face(1, more)) for more in faces] == [face < more <= 6 for more in faces]
        for more, other in product(numbers, faces):
            higher = is_open and quantity < more <= total and 1 <= other <= 6
            assert is_legal(standing, Bid(1, more, other)) == higher
        assert not any(
            is_legal(standing, Count(seat, total)) or is_legal(standing, Reveal(seat)) for seat in (-1, 0, 2)
        )


def test_an_open_table_may_raise_the_quantity_with_any_face() -> None:
    state = play(cast(table(3, open="yes")), Bid(0, 3, 5))
    assert kinds(state) == ["count", "bid", "face", "reveal"]
    assert play(state, Bid(1, 4, 1)).claim == Claim(1, 4, 1)
    closed = play(cast(table(3)), Bid(0, 3, 5))
    assert refusal(closed, Bid(1, 4, 1)) == (
        "Bo cannot bid now, as a bid lies there already: raise the quantity, raise the face or reveal."
    )


# The reveal


@pytest.mark.parametrize(
    ("options", "claim", "count", "correct"),
    [
        ({}, (4, 3), 4, True),
        ({}, (3, 3), 4, True),
        ({}, (5, 3), 4, False),
        ({"exact": "yes"}, (4, 3), 4, True),
        ({"exact": "yes"}, (3, 3), 4, False),
        ({"exact": "yes"}, (5, 3), 4, False),
        ({"wild": "yes"}, (7, 3), 7, True),
        ({"wild": "yes"}, (8, 3), 7, False),
        ({"wild": "yes"}, (3, 1), 3, True),
        ({"wild": "yes"}, (4, 1), 3, False),
        ({"wild": "yes", "exact": "yes"}, (4, 3), 7, False),
        ({}, (1, 2), 0, False),
        ({"exact": "yes"}, (1, 2), 0, False),
    ],
    ids=str,
)
def test_a_bid_is_correct_when_so_many_dice_show_its_face(
    options: dict[str, str], claim: tuple[int, int], count: int, correct: bool
) -> None:
    state = play(cast(table(2, **options), (3, 3, 1, 1, 6), (3, 3, 4, 5, 1)), Bid(0, *claim))
    after, events = GAME.apply(state, Reveal(1))
    assert events[0] == Revealed(((3, 3, 1, 1, 6), (3, 3, 4, 5, 1)))
    assert events[1] == Judged(0, *claim, 1, count, correct, 1 if correct else 0)
    assert events[2] == Lost(1 if correct else 0, 0)
    assert GAME.winners(after) == ((0,) if correct else (1,))


ON_OFF = st.sampled_from(["no", "yes"])
HANDS = st.lists(st.tuples(*[st.integers(1, 6)] * 5), min_size=2, max_size=5)


@settings(max_examples=12, deadline=None)
@given(HANDS, st.integers(1, 25), st.integers(1, 6), st.integers(0, 2**32))
def test_the_verdict_is_what_counting_the_dice_one_by_one_says_whatever_is_agreed_on(
    hands: list[tuple[int, ...]], quantity: int, face: int, seed: int
) -> None:
    dice = [die for hand in hands for die in hand]
    quantity = min(quantity, len(dice))
    for flags in product(("no", "yes"), repeat=5):
        for opener in ("initiative", "loser"):
            agreed = dict(zip(("wild", "exact", "long", "open", "referee"), flags, strict=True))
            state = table(len(hands), **agreed, opener=opener)
            if agreed["referee"] == "yes":
                state, last = shown_in_parts(play(state, Accuse(1, 0, quantity, face)), dice, Random(seed))
            else:
                state, last = play(cast(state, *hands), Bid(0, quantity, face)), Reveal(1)
            after, events = GAME.apply(state, last)
            found = len(re.findall(f"[1{face}]" if agreed["wild"] == "yes" else str(face), "".join(map(str, dice))))
            correct = (found - quantity) == 0 if agreed["exact"] == "yes" else found - quantity >= 0
            judged = next(event for event in events if isinstance(event, Judged))
            assert (judged.count, judged.correct, judged.loser) == (found, correct, 1 if correct else 0)
            left = [5] * len(hands)
            left[judged.loser] = 4 if agreed["long"] == "yes" else 0
            assert [player.left for player in after.players] == left
            assert after.last is not None
            assert sorted(chain(*after.last.dice)) == sorted(dice)


def shown_in_parts(state: State, dice: list[int], chance: Random) -> tuple[State, Action]:
    """A reveal at the referee's table, the dice in any order and one picture or two, up to the last picture."""
    heap = tuple(chance.sample(dice, len(dice)))
    cut = chance.randint(1, len(heap))
    *first, last = (Show(1, part) for part in (heap[:cut], heap[cut:]) if part)
    return play(state, *first), last


def test_the_verdict_is_told_in_words() -> None:
    state = play(cast(table(2, wild="yes"), (3, 3, 1, 1, 6), (2, 2, 4, 5, 6)), Bid(0, 4, 3))
    assert told(state, Reveal(1)) == [
        "All dice are shown: Ada 3 3 1 1 6; Bo 2 2 4 5 6.",
        "There are 4 threes, wild ones counted: Ada, who bid 4, spoke true, and Bo was wrong to doubt.",
        "Bo is out.",
        "The game is over: Ada wins.",
    ]
    state = play(cast(table(2, exact="yes", long="yes"), (6, 3, 1, 1, 6), (2, 2, 4, 5, 4)), Bid(0, 1, 6))
    assert told(state, Reveal(1))[1:] == [
        "There are 2 sixes: Ada, who bid exactly 1, is the liar, and Bo was right to doubt.",
        "Ada gives up a die and has 4 left.",
    ]
    state = play(cast(table(2)), Bid(0, 1, 6))
    assert told(state, Reveal(1))[1] == "There are no sixes: Ada, who bid 1, is the liar, and Bo was right to doubt."
    state = play(cast(table(2), ONES_TO_FIVES, (6, 5, 4, 3, 2)), Bid(0, 1, 6))
    assert told(state, Reveal(1))[1] == "There is 1 six: Ada, who bid 1, spoke true, and Bo was wrong to doubt."


def test_after_a_reveal_all_reroll_and_the_first_of_those_left_opens() -> None:
    state = play(cast(table(4, initiative="2,4,3,1")), Bid(1, 20, 6), Reveal(2))
    assert (state.in_play, state.turn, state.total) == ((2, 0, 3), 2, 15)
    assert kinds(state) == ["roll"] * 3
    assert refusal(state, Roll(1, ONES_TO_FIVES)) == "Bo is out: Cy, Ada and Dee have still to roll."
    state = cast(state)
    state = play(state, Bid(2, 1, 1), Count(0, 2), Count(3, 3))
    assert state.turn == 2, "Bo is passed over"


def test_with_opener_loser_whoever_comes_after_the_loser_opens() -> None:
    options = {"initiative": "2,4,3,1", "opener": "loser"}  # the order is Bo, Cy, Ada, Dee
    lies = play(cast(table(4, **options)), Bid(1, 1, 1), Count(2, 20), Reveal(0))
    assert (lies.players[2].left, lies.turn) == (0, 0)
    true = play(cast(table(4, **options)), Bid(1, 1, 1), Count(2, 2), Count(0, 3), Count(3, 4), Reveal(1))
    assert (true.players[1].left, true.turn) == (0, 2), "the last in order is followed by the first"
    long = play(cast(table(4, long="yes", **options)), Bid(1, 20, 6), Reveal(2))
    assert (long.players[1].left, long.turn) == (4, 2), "who only gave up a die is followed all the same"


def test_with_opener_initiative_the_first_opens_even_after_losing_a_die() -> None:
    state = play(cast(table(3, long="yes")), Bid(0, 15, 6), Reveal(1))
    assert ([player.left for player in state.players], state.turn, state.total) == ([4, 5, 5], 0, 14)
    throws = [prompt.throw.counts for prompt in GAME.prompts(state) if prompt.throw]
    assert throws == [(4,), (5,), (5,)]


def test_in_the_long_game_a_gambler_is_out_at_none_and_the_last_with_dice_wins() -> None:
    state = table(2, long="yes")
    for left in (4, 3, 2, 1, 0):
        state = cast(state)
        state = play(state, Bid(0, state.total, 6), Reveal(1))
        assert [player.left for player in state.players] == [left, 5]
    assert GAME.winners(state) == (1,)
    assert [place.score for place in GAME.standings(state)] == [0, 5]
    assert GAME.prompts(state) == ()
    assert refusal(state, Roll(1, ONES_TO_FIVES)) == "The game is over; start a new one to play on."


# Expertise and Sleight of Hand (what others may know of it is in test_rules_liars_dice_secrecy.py)


def test_an_expert_rolls_four_and_chooses_the_fifth_dies_face() -> None:
    state = table(2, expert="yes,no")
    prompt = GAME.prompts(state)[0]
    assert (prompt.text, prompt.throw and prompt.throw.counts) == (
        "Roll 4 dice under the cup and choose the last one’s face (or give all 5, the chosen one last)", (4, 5),
    )  # fmt: skip
    state = play(state, Roll(0, (1, 2, 3, 4)), Roll(1, ONES_TO_FIVES))
    assert [prompt.choices for prompt in GAME.prompts(state)] == [tuple(Place(0, face) for face in range(1, 7))]
    assert (
        refusal(state, Roll(0, (1, 2, 3, 4)))
        == "Ada has rolled already: Ada has still to choose the face of the last die."
    )
    assert refusal(state, Place(0, 7)) == "A die shows 1 to 6."
    assert (
        refusal(state, Place(1, 6))
        == "Bo cannot choose the face of a die now: Ada has still to choose the face of the last die."
    )
    state = play(state, Place(0, 6))
    assert state.players[0].dice == (1, 2, 3, 4, 6)
    assert kinds(state) == ["bid"]


def test_an_expert_may_give_all_five_at_once_the_chosen_one_last() -> None:
    state = play(table(2, expert="yes"), Roll(0, (1, 2, 3, 4, 6)))
    assert state.players[0].cast
    assert refusal(state, Place(0, 1)) == "Ada cannot choose the face of a die now: Bo has still to roll."
    assert refusal(state, Roll(1, (1, 2, 3))) == "Bo rolls 4 or 5 dice, not 3."


def test_an_expert_with_one_die_left_just_chooses_its_face() -> None:
    state = with_dice(table(2, expert="yes,no", long="yes"), 1, 2)
    assert kinds(state) == ["roll", "place", "roll"]
    assert play(state, Place(0, 6)).players[0].dice == (6,)
    assert play(state, Roll(0, (2,))).players[0].dice == (2,)


CHECK = Sleight(seat=0, die=1, face=6, d20=(12,), bonus=3, dc=15)


@pytest.mark.parametrize(
    ("d20", "bonus", "dc", "success"),
    [(12, 3, 15, True), (11, 3, 15, False), (20, -10, 11, False), (1, 14, 15, True), (20, 0, 99, False)],
)
def test_a_check_that_reaches_the_dc_turns_the_die(d20: int, bonus: int, dc: int, success: bool) -> None:
    state = play(cast(table(2, proficient="yes")), replace(CHECK, d20=(d20,), bonus=bonus, dc=dc))
    assert state.players[0].dice == ((1, 6, 3, 4, 5) if success else ONES_TO_FIVES)
    check = {"total": d20 + bonus, "dc": dc, "success": success}
    assert GAME.view(state, 0)["mine"] == {"dice": list(state.players[0].dice), "check": check, "may_turn": False}


def test_a_check_may_be_made_once_per_roll_at_any_time_from_the_roll_to_the_reveal() -> None:
    state = play(table(3, proficient="yes,no,yes", long="yes"), Roll(0, ONES_TO_FIVES))
    assert kinds(state) == ["roll", "roll", "sleight"]
    state = play(state, CHECK)
    assert refusal(state, CHECK) == (
        "Ada has tried once already, and may again after the next roll: Bo and Cy have still to roll."
    )
    assert refusal(state, replace(CHECK, seat=2)) == "Cy cannot turn a die now: Bo and Cy have still to roll."
    state = play(state, Roll(1, ONES_TO_FIVES), Roll(2, ONES_TO_FIVES), Bid(0, 1, 6), Count(1, 2))
    assert refusal(state, replace(CHECK, seat=1)).startswith(
        "Bo has no proficiency to turn a die with: it is Cy's turn"
    )
    state = play(state, replace(CHECK, seat=2))
    state, events = GAME.apply(state, Reveal(2))
    assert Judged(1, 2, 6, 2, 2, True, 2) in events, "the turned dice count"
    state = cast(state)
    assert kinds(state) == ["bid", "sleight", "sleight"]


def test_whoever_is_out_and_who_has_not_placed_the_last_die_turns_none() -> None:
    state = play(cast(table(3, proficient="yes")), Bid(0, 15, 6), Reveal(1))
    assert refusal(state, CHECK) == "Ada is out: Bo and Cy have still to roll."
    expert = play(table(2, proficient="yes", expert="yes"), Roll(0, (1, 2, 3, 4)))
    assert "sleight" not in kinds(expert)
    assert "sleight" in kinds(play(expert, Place(0, 1)))


# The referee's table


def refereed(count: int = 3, **options: str) -> State:
    return table(count, referee="yes", **options)


def test_the_referee_is_told_the_bid_who_made_it_and_who_doubts_it() -> None:
    state = refereed(3)
    assert (kinds(state), who(state)) == (["accuse"] * 3, [0, 1, 2])
    assert [(field.name, field.low, field.high, field.among) for field in GAME.prompts(state)[1].fields] == [
        ("bidder", 0, 2, (0, 2)), ("quantity", 1, 15, ()), ("face", 1, 6, ()),
    ]  # fmt: skip
    assert told(state, Accuse(0, 2, 4, 3)) == ["Ada doubts Cy's bid of 4 threes."]
    state = play(state, Accuse(0, 2, 4, 3))
    (prompt,) = GAME.prompts(state)
    assert (prompt.seat, prompt.kind, prompt.text) == (0, "show", "Show all 15 dice")
    assert prompt.throw is not None
    assert (prompt.throw.counts, prompt.throw.hidden, prompt.throw.beside) == (tuple(range(1, 16)), False, True)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Accuse(0, 0, 4, 3), "Ada cannot doubt a bid of their own: name the seat that made it."),
        (Accuse(0, 3, 4, 3), "bidder is 1 or 2, not 3."),
        (Accuse(0, 1, 0, 3), "quantity is from 1 to 15, not 0."),
        (Accuse(0, 1, 16, 3), "quantity is from 1 to 15, not 16."),
        (Accuse(0, 1, 4, 7), "face is from 1 to 6, not 7."),
        (Accuse(3, 1, 4, 3), "There is no seat 3; the seats are 0 to 2."),
        (Show(0, (1,)), "Ada cannot show dice now: tell the standing bid, who made it and who doubts it."),
        (Bid(0, 1, 1), "Ada cannot bid now: tell the standing bid, who made it and who doubts it."),
        (Roll(0, ONES_TO_FIVES), "Ada cannot roll now: tell the standing bid, who made it and who doubts it."),
    ],
    ids=str,
)
def test_an_accusation_that_cannot_be_is_refused(action: Action, words: str) -> None:
    assert refusal(refereed(3), action) == words


def test_a_reveal_in_several_pictures_asks_for_what_is_missing_and_then_judges() -> None:
    state = play(refereed(3), Accuse(1, 0, 4, 3))
    state, events = GAME.apply(state, Show(1, (3, 3, 1, 2, 6)))
    assert events == (Shown((3, 3, 1, 2, 6), 5, 10),)
    assert GAME.tell(state, events[0]) == "5 dice shown: 3 3 1 2 6; 10 of 15 dice are still missing."
    assert GAME.prompts(state)[0].text == "Show the 10 dice still missing"
    assert GAME.view(state, None)["missing"] == 10
    state = play(state, Show(1, (3, 1, 1)))
    assert refusal(state, Accuse(2, 0, 4, 3)) == "Cy cannot doubt a bid now: show the 7 dice still missing."
    state, events = GAME.apply(state, Show(1, (3, 1, 1, 1, 1, 1, 1)))
    assert [GAME.tell(state, event) for event in events] == [
        "7 dice shown: 3 1 1 1 1 1 1; all 15 dice are there.",
        "There are 4 threes: Ada, who bid 4, spoke true, and Bo was wrong to doubt.",
        "Bo is out.",
        "10 dice are in play.",
    ]
    assert (state.in_play, state.shown, state.claim, state.accuser) == ((0, 2), (), None, None)


def test_too_many_or_no_dice_are_refused_with_what_is_missing() -> None:
    state = play(refereed(3), Accuse(1, 0, 4, 3))
    assert refusal(state, Show(1, (1,) * 16)) == "15 dice are in play, but 16 were shown: show them again."
    assert refusal(state, Show(1, ())) == "No die was shown: show the 15 dice still missing."
    state = play(state, Show(1, (1,) * 12))
    assert refusal(state, Show(1, (1,) * 4)) == (
        "3 of 15 dice are still missing, but 4 more were shown: show what is missing, or all 15 together."
    )
    assert refusal(state, Show(1, (1, 2, 7))) == "A die shows 1 to 6."
    assert refusal(state, Show(0, (1, 2, 3))) == (
        "Bo (seat 1) doubts the bid and shows the dice of all, Ada's too: show the 3 dice still missing."
    )


def test_all_dice_in_one_picture_take_the_place_of_what_was_shown_before() -> None:
    state = play(refereed(2), Accuse(1, 0, 1, 6), Show(1, (6,) * 9))
    (prompt,) = GAME.prompts(state)
    assert (prompt.text, prompt.throw and prompt.throw.counts) == ("Show the die still missing", (1, 10))
    state, events = GAME.apply(state, Show(1, (1,) * 10))
    assert Judged(0, 1, 6, 1, 0, False, 0) in events
    assert GAME.winners(state) == (1,)


def test_at_the_referees_table_the_long_game_and_buy_ins_hold_too() -> None:
    state = refereed(2, long="yes", buy_in="5", opener="loser", initiative="1,2")
    state = play(state, Accept(0), Accept(1))
    for left in (4, 3, 2, 1):
        state = play(state, Accuse(1, 0, state.total, 6), Show(1, (1,) * state.total))
        assert (state.players[0].left, state.turn) == (left, 1)
    state, events = GAME.apply(play(state, Accuse(0, 1, 1, 2)), Show(0, (2,) * 6))
    assert events[-2:] == (Won(1, 10), Ended(1))


# What a physical roll stands for


def test_a_physical_roll_is_a_gamblers_roll_or_dice_of_a_reveal() -> None:
    assert GAME.from_roll(GAME.prompts(table(2))[1], ONES_TO_FIVES, (0, 1, 2, 3, 4)) == Roll(1, ONES_TO_FIVES)
    reveal = GAME.prompts(play(refereed(2), Accuse(1, 0, 1, 6)))[0]
    assert GAME.from_roll(reveal, (6, 6), (1, 0)) == Show(1, (6, 6))
    for prompt, faces, thrown, words in [
        (reveal, (6,) * 11, tuple(range(11)), "Show all 10 dice; read: 11"),
        (reveal, (6, 6), (0,), "some were left out"),
        (GAME.prompts(table(2))[0], (6, 6), (0, 1), "Roll 5 dice under the cup; read: 2"),
        (GAME.prompts(cast(table(2)))[0], (6, 6), (0, 1), "No dice are awaited: bid a quantity and a face"),
    ]:
        with pytest.raises(IllegalAction, match=words):
            GAME.from_roll(prompt, faces, thrown)


# What cannot be


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Bid(0, 16, 1), "quantity is from 1 to 15, not 16."),
        (Bid(0, 1, 0), "face is from 1 to 6, not 0."),
        (Bid(1, 1, 1), "Bo cannot bid now: it is Ada's turn to bid."),
        (Bid(9, 1, 1), "There is no seat 9; the seats are 0 to 2."),
        (Bid(-1, 1, 1), "There is no seat -1; the seats are 0 to 2."),
        (Reveal(0), "Ada cannot reveal now, as there is no bid yet: bid."),
        (Accuse(0, 1, 1, 1), "Ada cannot doubt a bid now: it is Ada's turn to bid."),
        (Show(0, (1,)), "Ada cannot show dice now: it is Ada's turn to bid."),
        (Initiative(0, 1), "Ada cannot roll for the order now: it is Ada's turn to bid."),
        (Accept(0), "Ada cannot accept buy-ins now: it is Ada's turn to bid."),
        (Place(0, 1), "Ada cannot choose the face of a die now: it is Ada's turn to bid."),
        (replace(CHECK, die=5), "die is from 0 to 4, not 5."),
        (replace(CHECK, face=0), "face is from 1 to 6, not 0."),
        (replace(CHECK, d20=()), "d20 takes a list of 1, not of 0."),
        (replace(CHECK, d20=(3, 4)), "d20 takes a list of 1, not of 2."),
        (replace(CHECK, d20=(21,)), "d20 is from 1 to 20, not 21."),
        (replace(CHECK, bonus=100), "bonus is from -99 to 99, not 100."),
        (replace(CHECK, dc=0), "dc is from 1 to 99, not 0."),
        (Bid(0, True, 1), "quantity is from 1 to 15, not that."),
        (Bid(0, 1.0, 1), "quantity is from 1 to 15, not that."),  # type: ignore[arg-type]
        (Bid(0, float("nan"), 1), "quantity is from 1 to 15, not that."),  # type: ignore[arg-type]
        (Bid(0, 10**1_000_000, 1), "quantity is from 1 to 15, not that."),
        (Bid(False, 1, 1), "There is no seat that; the seats are 0 to 2."),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else type(value).__name__,
)
def test_what_cannot_be_is_refused_in_one_sentence_and_changes_nothing(action: Action, words: str) -> None:
    state = cast(table(3, proficient="yes"))
    before = to_json(state)
    assert refusal(state, action) == words
    assert to_json(state) == before


@pytest.mark.parametrize(
    "roll", [(), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4), (1, 2, 3, 4, 7), (1, 2, 3, 4, -1)], ids=str
)
def test_a_roll_of_other_dice_than_five_six_siders_is_refused(roll: tuple[int, ...]) -> None:
    words = "A die shows 1 to 6." if len(roll) == 5 else f"Ada rolls 5 dice, not {len(roll)}."
    assert refusal(table(2), Roll(0, roll)) == words


@pytest.mark.parametrize(
    "line",
    [
        '{"kind": "bid", "seat": 0, "quantity": true, "face": 1}',
        '{"kind": "bid", "seat": 0, "quantity": 1.0, "face": 1}',
        '{"kind": "bid", "seat": 0, "quantity": "1", "face": 1}',
        '{"kind": "bid", "seat": 0, "quantity": NaN, "face": 1}',
        '{"kind": "bid", "seat": 0, "quantity": null, "face": 1}',
        '{"kind": "bid", "seat": 0, "quantity": [1], "face": 1}',
        '{"kind": "bid", "seat": 0, "quantity": 1}',
        '{"kind": "bid", "seat": 0, "quantity": 1, "face": 1, "hat": 1}',
        '{"kind": "bid", "seat": 0, "quantity": ' + "9" * 1_000_000 + ', "face": 1}',
        '{"kind": "roll", "seat": 0, "faces": [1, 2, 3, 4, 5.0]}',
        '{"kind": "roll", "seat": 0, "faces": 12345}',
        '{"kind": "sleight", "seat": 0, "die": 1, "face": 6, "d20": 12, "bonus": 3, "dc": 15}',
        '{"kind": "tried", "seat": 0}',
    ],
    ids=lambda line: line[:60],
)
def test_what_is_no_action_is_unreadable(line: str) -> None:
    with pytest.raises(UnreadableAction) as refused:
        action_from_json(GAME, read_json(line))
    assert str(refused.value).endswith(".")


def test_sentences_stay_short_at_the_largest_table() -> None:
    names = tuple(f"{'x' * 36}{seat:03}" for seat in range(100))
    state = GAME.start(names, {})
    words = refusal(state, Bid(0, 1, 1))
    assert "and 97 others have still to roll." in words
    assert len(words) < 300


# Laws


TABLES = st.fixed_dictionaries(
    {
        "count": st.integers(2, 6),
        **dict.fromkeys(("long", "wild", "exact", "open", "referee"), ON_OFF),
        "opener": st.sampled_from(["initiative", "loser"]),
        "initiative": st.sampled_from(["", "roll"]),
        "buy_in": st.sampled_from(["", "5 gold"]),
        "proficient": ON_OFF,
        "expert": ON_OFF,
    }
)


def random_game(options: dict[str, Any], chance: Random) -> tuple[list[State], list[Action]]:
    """Every state of a game played at random, and its actions."""
    states, actions = [table(**options)], list[Action]()
    while GAME.prompts(states[-1]):
        actions.append(draw_action(GAME, states[-1], chance.randrange))
        states.append(GAME.apply(states[-1], actions[-1])[0])
    return states, actions


@settings(max_examples=15, deadline=None)
@given(TABLES, st.integers(0, 2**32))
def test_every_game_ends_with_one_gambler_left_and_dice_only_ever_go_by_one_loser_a_reveal(
    options: dict[str, Any], seed: int
) -> None:
    states, actions = random_game(options, Random(seed))
    long = options["long"] == "yes"
    for before, after in pairwise(states):
        lost = before.total - after.total
        losers = [
            old.left - new.left
            for old, new in zip(before.players, after.players, strict=True)
            if old != new and old.left != new.left
        ]
        assert lost == sum(losers)
        assert losers in ([], [1]) if long else losers in ([], [5])
        assert (lost > 0) == (before.last is not after.last)
        assert all(len(player.dice) <= player.left for player in after.players)
    assert len(states[-1].in_play) == 1
    assert GAME.winners(states[-1]) == states[-1].in_play
    assert (
        replay(GAME, NAMES[: options["count"]], {k: v for k, v in options.items() if k != "count"}, actions)
        == states[-1]
    )


@pytest.mark.parametrize(
    ("initiative", "throws", "tied"),
    [
        ("roll", [], [[], [], []]),
        ("roll", [Initiative(0, 9, 1)], [[], [], []]),
        ("roll", [Initiative(0, 9, 1), Initiative(1, 9, 1)], [[1], [0], []]),
        ("roll", [Initiative(0, 9, 1), Initiative(1, 8, 2), Initiative(2, 9, 1)], [[2], [], [0]]),
        ("3,3,3", [], [[1, 2], [0, 2], [0, 1]]),
        ("3,3,3", [Initiative(0, 5), Initiative(1, 5)], [[1, 2], [0, 2], [0, 1]]),
        ("3,3,3", [Initiative(0, 5), Initiative(1, 5), Initiative(2, 6)], [[1], [0], []]),
    ],
)
def test_who_is_tied_with_whom_is_in_the_view_and_in_the_prompts(
    initiative: str, throws: list[Initiative], tied: list[list[int]]
) -> None:
    state = play(table(3, initiative=initiative), *throws)
    assert [player["tied_with"] for player in GAME.view(state, None)["players"]] == tied
    for prompt in GAME.prompts(state):
        others = [("Ada", "Bo", "Cy")[seat] for seat in tied[prompt.seat]]
        if state.players[prompt.seat].initiative:
            assert prompt.text == f"Roll a d20 to settle the tie with {' and '.join(others)}"


def test_an_expert_who_has_still_to_choose_a_face_is_seen_to_be_at_it() -> None:
    state = table(2, expert="yes,no")

    def placing() -> list[bool]:
        return [player["placing"] for player in GAME.view(state, None)["players"]]

    assert placing() == [False, False]
    state = play(state, Roll(0, (1, 2, 3, 4)))
    assert placing() == [True, False]
    state = play(state, Place(0, 5))
    assert placing() == [False, False]


@pytest.mark.parametrize(
    ("buy_ins", "words"),
    [
        ("5", "Bo takes all buy-ins, worth 15: 3 × gold (5)."),
        ("5 gold,7 gold,9", "Bo takes all buy-ins, worth 21: gold (5), gold (7) and gold (9)."),
        ("5 silver,5 gold,12 a ring", "Bo takes all buy-ins: silver (5), gold (5) and a ring (12)."),
    ],
)
def test_values_are_added_up_in_words_only_where_all_have_put_in_the_same_thing(buy_ins: str, words: str) -> None:
    state = table(3, buy_in=buy_ins)
    pot = sum(player.buy_in.value for player in state.players if player.buy_in)
    assert GAME.tell(state, Won(1, pot)) == words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Face(1, 4), "A face is raised, from 4 up: 4 is no higher."),
        (Face(1, 3), "A face is raised, from 4 up: 3 is no higher."),
        (Face(1, 7), "face is from 5 to 6, not 7."),
        (Face(1, 0), "face is from 5 to 6, not 0."),
        (Count(1, 3), "A quantity is raised, from 3 up: 3 is no higher."),
        (Count(1, 16), "quantity is from 4 to 15, not 16."),
        (Bid(1, 2, 6), "A quantity is raised, from 3 up: 2 is no higher."),
        (Bid(1, 4, 7), "face is from 1 to 6, not 7."),
    ],
)
def test_a_bid_that_is_no_raise_is_told_what_a_raise_is(action: Action, words: str) -> None:
    state = play(cast(table(3, open="yes")), Bid(0, 3, 4))
    assert refusal(state, action) == words
