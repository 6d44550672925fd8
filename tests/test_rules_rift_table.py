"""The score tables of Rift and Crag against the rule book, over all 216 rolls."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from croupier.rules.rift.table import CRAG_TABLE, RIFT_TABLE, Table

ROLLS = tuple(product(range(1, 7), repeat=3))
NUMBERS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
TOTAL_8 = {"116", "125", "134", "224", "233"}
TOTAL_12 = {"156", "246", "255", "336", "345", "444"}
TOTAL_13 = {"166", "256", "346", "355", "445"}

# As the rule book lists them: the points, and every set of dice that brings them.
RULE_BOOK = {
    "rift": {
        "rift": (48, {"116", "224", "233"}),
        "mage": (28, TOTAL_8),
        "tower": (24, TOTAL_12),
        "north": (20, {"123"}),
        "south": (20, {"456"}),
        "nobles": (20, {"135"}),
        "knaves": (20, {"246"}),
    },
    "crag": {
        "crag": (50, {"166", "355", "445"}),
        "thirteen": (26, TOTAL_13),
        "triple": (25, {"111", "222", "333", "444", "555", "666"}),
        "low": (20, {"123"}),
        "high": (20, {"456"}),
        "odd": (20, {"135"}),
        "even": (20, {"246"}),
    },
}

both_tables = pytest.mark.parametrize("table", [RIFT_TABLE, CRAG_TABLE], ids=lambda table: table.name)


@both_tables
def test_every_roll_scores_in_every_category_as_the_rule_book_says(table: Table) -> None:
    named = RULE_BOOK[table.name]
    assert [category.name for category in table.categories] == [*named, *reversed(NUMBERS)]
    for dice in ROLLS:
        spelled = "".join(map(str, sorted(dice)))
        for category in table.categories:
            if category.name in named:
                points, sets = named[category.name]
                expected = points if spelled in sets else 0
            else:
                number = NUMBERS[category.name]
                expected = sum(face for face in dice if face == number)
            assert category.points(dice) == expected, (category.name, dice)


@both_tables
def test_the_order_of_the_dice_never_counts(table: Table) -> None:
    for dice in ROLLS:
        for category in table.categories:
            assert {category.points(order) for order in permutations(dice)} == {category.points(dice)}


@both_tables
def test_the_best_that_a_category_promises_is_the_most_that_any_roll_brings(table: Table) -> None:
    for category in table.categories:
        assert category.best == max(category.points(dice) for dice in ROLLS)
        assert category.worth in (None, category.best)


def test_the_most_points_there_are_is_243_in_rift_and_244_in_crag() -> None:
    assert (RIFT_TABLE.best, CRAG_TABLE.best) == (243, 244)


def test_how_many_of_216_rolls_hit_each_named_category_of_rift() -> None:
    hits = Counter(
        category.name for category in RIFT_TABLE.categories[:7] for dice in ROLLS if category.points(dice) > 0
    )
    assert hits == {"rift": 9, "mage": 21, "tower": 25, "north": 6, "south": 6, "nobles": 6, "knaves": 6}


def test_the_faces_of_rift_are_called_after_the_six_cities() -> None:
    assert RIFT_TABLE.face_names == ("Kher", "Voc", "Mar", "Brev", "Ward", "Nox")


def test_an_unknown_category_is_not_found() -> None:
    with pytest.raises(KeyError):
        RIFT_TABLE.category("lions")
