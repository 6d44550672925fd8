"""The chance that a bid stands: against counting every way the dice can fall, and what cannot be asked."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.rules.game import RulesError
from croupier.rules.liars_dice import LIARS_DICE as GAME
from croupier.rules.liars_dice.actions import Bid, Reveal, Roll
from croupier.rules.liars_dice.events import Judged
from croupier.rules.liars_dice.odds import MOST_DICE, chance


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"total": 1, "quantity": 1, "face": 3}, Fraction(1, 6)),
        ({"total": 1, "quantity": 1, "face": 3, "wild": True}, Fraction(1, 3)),
        ({"total": 1, "quantity": 1, "face": 1, "wild": True}, Fraction(1, 6)),
        ({"total": 2, "quantity": 1, "face": 6}, Fraction(11, 36)),
        ({"total": 2, "quantity": 1, "face": 6, "exact": True}, Fraction(10, 36)),
        ({"total": 5, "quantity": 0, "face": 6}, Fraction(1)),
        ({"total": 5, "quantity": 6, "face": 6}, Fraction(0)),
        ({"total": 5, "quantity": 6, "face": 6, "exact": True}, Fraction(0)),
        ({"total": 5, "quantity": 5, "face": 6}, Fraction(1, 6**5)),
        ({"total": 15, "quantity": 4, "face": 3, "mine": (3, 3, 1, 2, 6)}, 1 - Fraction(5**10 + 10 * 5**9, 6**10)),
        ({"total": 15, "quantity": 2, "face": 3, "mine": (3, 3, 1, 2, 6)}, Fraction(1)),
        ({"total": 15, "quantity": 1, "face": 3, "mine": (3, 3, 1, 2, 6), "exact": True}, Fraction(0)),
        ({"total": 5, "quantity": 3, "face": 3, "mine": (3, 3, 1, 2, 6), "wild": True}, Fraction(1)),
        ({"total": 5, "quantity": 3, "face": 3, "mine": (3, 3, 1, 2, 6)}, Fraction(0)),
        ({"total": 5, "quantity": 2, "face": 3, "mine": ()}, chance(5, 2, 3)),
    ],
    ids=str,
)
def test_known_chances(asked: dict[str, object], expected: Fraction) -> None:
    assert chance(**asked) == expected  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 6),
    st.integers(0, 7),
    st.integers(1, 6),
    st.lists(st.integers(1, 6), max_size=6),
    st.booleans(),
    st.booleans(),
)
def test_the_chance_is_the_share_of_all_ways_the_other_dice_can_fall(
    total: int, quantity: int, face: int, mine: list[int], wild: bool, exact: bool
) -> None:
    known = mine[:total]
    stands = ways = 0
    for others in product("123456", repeat=min(total - len(known), 4)):
        dice = "".join(others) + "".join(map(str, known))
        found = dice.count(str(face)) + (dice.count("1") if wild and face != 1 else 0)
        ways += 1
        stands += found == quantity if exact else found >= quantity
    counted = len(known) + min(total - len(known), 4)
    assert chance(counted, quantity, face, tuple(known), wild, exact) == Fraction(stands, ways)


@pytest.mark.parametrize("wild", ["no", "yes"])
@pytest.mark.parametrize("exact", ["no", "yes"])
@pytest.mark.parametrize(("quantity", "face"), [(1, 1), (1, 4), (2, 4), (2, 1)])
def test_the_chance_is_how_often_the_game_itself_finds_the_bid_correct(
    quantity: int, face: int, wild: str, exact: str
) -> None:
    """Two gamblers down to a die each, and every way that the two dice can fall."""
    state = GAME.start(("Ada", "Bo"), {"wild": wild, "exact": exact, "long": "yes"})
    while state.total > 2:
        for seat in (0, 1):
            state, _ = GAME.apply(state, Roll(seat, (2,) * state.players[seat].left))
        ahead = state.players[0].left > state.players[1].left
        state, _ = GAME.apply(state, Bid(0, state.total, 3 if ahead or state.players[1].left == 1 else 2))
        state, _ = GAME.apply(state, Reveal(1))
    correct = 0
    for hers, his in product(range(1, 7), repeat=2):
        rolled = state
        for action in (Roll(0, (hers,)), Roll(1, (his,)), Bid(0, quantity, face)):
            rolled, _ = GAME.apply(rolled, action)
        _, events = GAME.apply(rolled, Reveal(1))
        correct += next(event.correct for event in events if isinstance(event, Judged))
    assert chance(2, quantity, face, wild=wild == "yes", exact=exact == "yes") == Fraction(correct, 36)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 60), st.integers(1, 6), st.booleans())
def test_a_higher_quantity_is_never_likelier_and_the_exact_chances_add_up_to_one(
    total: int, face: int, wild: bool
) -> None:
    at_least = [chance(total, quantity, face, wild=wild) for quantity in range(total + 2)]
    assert at_least == sorted(at_least, reverse=True)
    exactly = [chance(total, quantity, face, wild=wild, exact=True) for quantity in range(total + 1)]
    assert sum(exactly) == 1
    assert [sum(exactly[quantity:]) for quantity in range(total + 2)] == at_least


ENORMOUS = 10**1_000_000


@pytest.mark.parametrize(
    "asked",
    [
        (0, 1, 1), (-1, 1, 1), (MOST_DICE + 1, 1, 1), (5, -1, 1), (5, MOST_DICE + 1, 1), (5, 1, 0), (5, 1, 7),
        (5.0, 1, 1), (True, 1, 1), ("5", 1, 1), (5, float("nan"), 1), (5, 1, None), (ENORMOUS, 1, 1),
        (5, 1, 1, (7,)), (5, 1, 1, (1.0,)), (5, 1, 1, (1,) * 6), (5, 1, 1, (True,)),
    ],
    ids=lambda asked: str(type(asked[0]).__name__) if asked[0] is ENORMOUS else str(asked),
)  # fmt: skip
def test_what_cannot_lie_on_a_table_is_refused_in_one_sentence(asked: tuple[object, ...]) -> None:
    with pytest.raises(RulesError) as refused:
        chance(*asked)  # type: ignore[arg-type]
    assert str(refused.value).endswith(".")
    assert len(str(refused.value)) < 200


def test_the_largest_table_is_answered() -> None:
    assert 0 < chance(MOST_DICE, MOST_DICE // 6, 3) < 1
