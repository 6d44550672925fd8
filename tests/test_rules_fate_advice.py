"""The best binding in Tinkering With Fate, against every way that the dice can fall, one by one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from random import Random

import pytest

from croupier.rules.fate import FATE
from croupier.rules.fate.advice import EVEN, Choice, Odds, advise, odds_of
from croupier.rules.fate.dice import read_map
from croupier.rules.fate.state import Cast, Fudge, State, Toll
from croupier.rules.game import RulesError

HANDS = tuple(product((-1, 0, 1), repeat=4))
SKEWED: Odds = (1, 1, 2)


def worth(hand: tuple[int, ...]) -> int:
    """Points by taking the dice away: a + with a 0 for one, and then each −, if there was such a pair."""
    left, pairs = list(hand), 0
    while 1 in left and 0 in left:
        left.remove(1)
        left.remove(0)
        pairs += 1
    return pairs + sum(face == -1 for face in left) if pairs else 0


def every_way(hand: tuple[int, ...], mask: int, odds: Odds) -> list[tuple[int, ...]]:
    """What a hand may become when the dice not in `mask` are thrown, each way as often as it comes up."""
    sides = [-1] * odds[0] + [0] * odds[1] + [1] * odds[2]
    return list(product(*([face] if mask >> place & 1 else sides for place, face in enumerate(hand))))


@cache
def by_force(odds: Odds) -> list[dict[tuple[tuple[int, ...], int], Fraction]]:
    """The best expected points of every hand with every set of dice bound, with 0, 1 and 2 fudges left.

    Sets of places are the bits of a number. Worked out from the last fudge backwards, place by place.
    """
    tables = [{(hand, mask): Fraction(worth(hand)) for hand in HANDS for mask in range(16)}]
    for _ in range(2):
        table = {}
        for hand, mask in tables[0]:
            more = [wider for wider in range(15) if wider & mask == mask and wider != mask]
            table[hand, mask] = max(
                [Fraction(worth(hand)), *(on_average(tables[-1], hand, wide, odds) for wide in more)]
            )
        tables.append(table)
    return tables


def on_average(
    then: dict[tuple[tuple[int, ...], int], Fraction], hand: tuple[int, ...], mask: int, odds: Odds
) -> Fraction:
    ways = every_way(hand, mask, odds)
    return sum((then[fallen, mask] for fallen in ways), Fraction(0)) / len(ways)


def mask_of(places: tuple[int, ...]) -> int:
    return sum(1 << place for place in places)


@pytest.mark.parametrize("fudges", [0, 1, 2])
def test_every_choice_for_each_of_the_81_hands_is_worth_what_brute_force_says(fudges: int) -> None:
    tables = by_force(EVEN)
    for hand in HANDS:
        for bound in (places for count in range(5) for places in combinations(range(4), count)):
            expected: dict[tuple[str, tuple[int, ...]], Fraction] = {("toll", ()): Fraction(worth(hand))}
            for bind in (places for count in range(4) for places in combinations(range(4), count)):
                if fudges and set(bound) < set(bind):
                    expected["fudge", bind] = on_average(tables[fudges - 1], hand, mask_of(bind), EVEN)
            choices = advise(hand, fudges, bound)
            assert {(choice.kind, choice.bind): choice.expected for choice in choices} == expected
            assert choices[0].expected == tables[fudges][hand, mask_of(bound)]
            assert [choice.expected for choice in choices] == sorted(expected.values(), reverse=True)


def test_dice_that_are_not_even_change_what_is_best_as_brute_force_says() -> None:
    tables = by_force(SKEWED)
    for hand in HANDS:
        for fudges in (1, 2):
            assert advise(hand, fudges, odds=SKEWED)[0].expected == tables[fudges][hand, 0]
    assert advise((1, 1, 1, 1), 1)[0] != advise((1, 1, 1, 1), 1, odds=SKEWED)[0]


@pytest.mark.parametrize(
    ("faces", "fudges", "bound", "best"),
    [
        # 3 is the most there is
        ((1, -1, -1, 0), 2, (), Choice("toll", (), Fraction(3))),
        # + 0 − and one die: + makes 2, 0 makes 2, − makes 3
        ((1, -1, 0, 0), 1, (), Choice("fudge", (0, 1, 2), Fraction(7, 3))),
        # three are bound: nothing more can be done
        ((1, -1, -1, 1), 1, (0, 1, 2), Choice("toll", (), Fraction(0))),
        # one of the two + has to be bound, and the other thrown: only a 0 makes a pair, worth 2 with the −
        ((1, -1, 1, 1), 1, (0, 1), Choice("fudge", (0, 1, 2), Fraction(2, 3))),
        ((0, 0, 0, 0), 0, (), Choice("toll", (), Fraction(0))),
    ],
)
def test_known_answers(faces: tuple[int, ...], fudges: int, bound: tuple[int, ...], best: Choice) -> None:
    assert advise(faces, fudges, bound)[0] == best


def test_two_dice_thrown_beside_a_scissors_and_a_rod() -> None:
    """Of the nine ways 0 0, 0 + and + 0 make 2, 0 − and − 0 make 3, and the others nothing."""
    expected = {choice.bind: choice.expected for choice in advise((1, -1, 1, 1), 1)}
    assert expected[0, 1] == Fraction(2 + 2 + 2 + 3 + 3, 9)


def test_a_turn_from_its_cast_on_is_worth_the_same_by_both_reckonings() -> None:
    by_advice = sum((advise(hand, 2)[0].expected for hand in HANDS), Fraction(0))
    assert by_advice == sum(by_force(EVEN)[2][hand, 0] for hand in HANDS) == 81 * Fraction(14924, 6561)


def test_with_nothing_left_to_throw_or_no_fudge_there_is_only_the_toll() -> None:
    toll = (Choice("toll", (), Fraction(2)),)
    assert advise((1, 1, 0, 0), 0) == toll
    assert advise((1, 1, 0, 0), 2, (0, 1, 2)) == toll
    assert advise((1, 1, 0, 0), 2, (0, 1, 2, 3)) == toll


def test_every_set_of_dice_that_leaves_one_to_throw_may_be_bound() -> None:
    assert len(advise((1, 1, 0, 0), 2)) == 1 + 14
    more = {choice.bind for choice in advise((1, 1, 0, 0), 1, (2,))}
    assert more == {(), (0, 2), (1, 2), (2, 3), (0, 1, 2), (0, 2, 3), (1, 2, 3)}


def test_the_order_of_the_dice_never_counts() -> None:
    hand = (1, 1, 0, -1)
    for fudges in (1, 2):
        assert len({tuple(choice.expected for choice in advise(order, fudges)) for order in permutations(hand)}) == 1


def test_a_fudge_more_never_makes_a_hand_worth_less() -> None:
    for hand in HANDS:
        best = [advise(hand, fudges)[0].expected for fudges in (0, 1, 2)]
        assert best == sorted(best)


def test_of_equals_the_toll_comes_first_and_then_the_fudge_that_binds_most() -> None:
    worthless = [(choice.kind, choice.bind) for choice in advise((1, -1, -1, -1), 1) if choice.expected == 0]
    assert worthless == [("toll", ()), ("fudge", (1, 2, 3))]
    equal = [choice.bind for choice in advise((0, 0, -1, -1), 1) if choice.expected == Fraction(2, 3)]
    assert equal == [(0, 1, 2), (0, 1, 3), (2, 3)]


def test_everything_that_is_advised_is_legal_and_nothing_else() -> None:
    chance = Random(3)
    for _ in range(200):
        state = FATE.start(("Ada",), {"target": "1"})
        state, _ = FATE.apply(state, Cast(0, tuple(chance.choice((-1, 0, 1)) for _ in range(4))))
        while state.dice:
            left = 2 - state.fudges
            choice = chance.choice(advise(state.hand, left, state.bound))
            state = take(state, choice, chance)


def take(state: State, choice: Choice, chance: Random) -> State:
    if choice.kind == "toll":
        return FATE.apply(state, Toll(0))[0]
    faces = tuple(chance.choice((-1, 0, 1)) for _ in range(4 - len(choice.bind)))
    return FATE.apply(state, Fudge(0, choice.bind, faces))[0]


def test_a_turn_played_as_advised_brings_as_much_as_promised() -> None:
    chance, turns = Random(11), 1000
    brought = 0
    for _ in range(turns):
        state, _ = FATE.apply(FATE.start(("Ada",), {}), Cast(0, chance.choice(HANDS)))
        while state.dice:
            state = take(state, advise(state.hand, 2 - state.fudges, state.bound)[0], chance)
        brought += state.players[0].score
    assert abs(brought / turns - 14924 / 6561) < 0.1


def test_a_map_has_the_odds_of_its_pips() -> None:
    assert odds_of(read_map("none")) == (1, 1, 1)
    assert odds_of(read_map("d6")) == (2, 2, 2)
    assert odds_of(read_map("---0++")) == (3, 1, 2)
    assert advise((1, 1, 0, -1), 2, odds=(2, 2, 2)) == advise((1, 1, 0, -1), 2)


@pytest.mark.parametrize(
    ("faces", "fudges", "bound", "odds", "words"),
    [
        ((), 1, (), EVEN, "A hand is 4 dice, not 0."),
        ((1, 1, 0), 1, (), EVEN, "A hand is 4 dice, not 3."),
        ((1, 1, 0, 2), 1, (), EVEN, "A Fudge die shows -1, 0 or 1 (for −, 0 and +)."),
        ((1, 1, 0, 10**40), 1, (), EVEN, "A Fudge die shows -1, 0 or 1 (for −, 0 and +)."),
        ((1, 1, 0, 0), 3, (), EVEN, "There are 0 to 2 fudges left in a turn."),
        ((1, 1, 0, 0), -1, (), EVEN, "There are 0 to 2 fudges left in a turn."),
        ((1, 1, 0, 0), 1, (4,), EVEN, "Name the dice that are bound by their places 0 to 3, each once."),
        ((1, 1, 0, 0), 1, (0, 0), EVEN, "Name the dice that are bound by their places 0 to 3, each once."),
        ((1, 1, 0, 0), 1, (), (0, 0, 0), "Odds are three weights, for −, 0 and +."),
        ((1, 1, 0, 0), 1, (), (-1, 3, 1), "Odds are three weights, for −, 0 and +."),
    ],
    ids=str,
)
def test_a_question_that_makes_no_sense_is_refused(
    faces: tuple[int, ...], fudges: int, bound: tuple[int, ...], odds: Odds, words: str
) -> None:
    with pytest.raises(RulesError) as refused:
        advise(faces, fudges, bound, odds)
    assert str(refused.value) == words
