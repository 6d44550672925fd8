"""The test of fairness by numbers that were found otherwise: by enumeration, by hand, and by published tables."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from croupier.server.history.fairness.reckon import band, chi_square, p_value, throws_needed
from croupier.server.history.fairness.throws import Fallen
from croupier.server.history.fairness.verdict import fairness

FALLEN = {
    "no dice": (0, 0, 0, 0, 0, 0),
    "one die": (1, 0, 0, 0, 0, 0),
    "as even as can be": (2, 2, 2, 2, 2, 2),
    "a coin": (9, 1),
    "Fudge dice": (6, 1, 2),
    "a die that likes sixes": (1, 0, 1, 1, 0, 7),
    "as uneven as can be": (0, 0, 11, 0),
    "five sides": (4, 1, 0, 2, 3),
}


def outcomes(total: int, faces: int) -> Iterator[tuple[int, ...]]:
    if faces == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in outcomes(total - first, faces - 1))


def enumerated(counts: tuple[int, ...]) -> float:
    """The exact p-value as it is defined, in fractions, over every outcome."""
    total, faces = sum(counts), len(counts)
    uneven = sum(count * count for count in counts)
    ways = Fraction(0)
    for outcome in outcomes(total, faces):
        if sum(count * count for count in outcome) >= uneven:
            ways += Fraction(math.factorial(total), math.prod(map(math.factorial, outcome)))
    return float(ways / faces**total)


@pytest.mark.parametrize("counts", FALLEN.values(), ids=FALLEN)
def test_the_exact_p_value_is_what_enumerating_every_outcome_gives(counts: tuple[int, ...]) -> None:
    assert p_value(counts) == (pytest.approx(enumerated(counts), abs=1e-12), "exact")


def test_of_two_faces_the_exact_test_is_the_binomial_test() -> None:
    for heads in range(41):
        assert p_value((heads, 40 - heads))[0] == pytest.approx(stats.binomtest(heads, 40).pvalue, abs=1e-8)


def test_chi_square_is_what_a_library_makes_of_it() -> None:
    for counts in ((5, 8, 9, 8, 10, 20), (16, 18, 16, 14, 12, 12), (1, 0, 0)):
        assert chi_square(counts) == pytest.approx(stats.chisquare(counts).statistic)


def test_the_die_of_the_textbooks_is_odd_at_five_per_cent_and_not_at_one() -> None:
    """60 throws of a die, 20 of them sixes: chi-square is 13.4, between the critical values 11.07 and 15.09."""
    counts = (5, 8, 9, 8, 10, 20)
    assert chi_square(counts) == pytest.approx(13.4)
    p, method = p_value(counts)
    assert method == "exact"
    assert 0.01 < p < 0.05


def test_what_is_too_much_to_sum_goes_by_the_chi_square_distribution_and_says_so() -> None:
    counts = tuple(10_000 + 60 * (-1) ** face for face in range(6))
    assert p_value(counts) == (pytest.approx(stats.chisquare(counts).pvalue), "chi-square")


def test_exact_and_approximate_meet_where_many_dice_were_thrown() -> None:
    counts = (170, 150, 180, 165, 175, 160)
    p, method = p_value(counts)
    assert method == "exact"
    assert p == pytest.approx(stats.chisquare(counts).pvalue, rel=0.01)


@pytest.mark.parametrize(("faces", "published"), [(2, 7.849), (3, 9.635), (6, 12.828), (11, 16.241)])
def test_the_throws_needed_are_those_of_the_published_noncentrality(faces: int, published: float) -> None:
    """For a power of 0.8 at a level of 0.05, after the tables of Haynam, Govindarajulu and Leone."""
    favoured = 1.5 / faces
    others = (1 - favoured) / (faces - 1)
    effect = faces * ((favoured - 1 / faces) ** 2 + (faces - 1) * (others - 1 / faces) ** 2)
    assert throws_needed(faces) == pytest.approx(published / effect, abs=0.001 / effect + 1)


def test_so_many_throws_do_find_out_four_loaded_dice_of_five() -> None:
    thrown = throws_needed(6)
    tried = np.random.default_rng(8).multinomial(thrown, [0.25] + [0.15] * 5, 4000)
    uneven = ((tried - thrown / 6) ** 2).sum(axis=1) / (thrown / 6)
    assert (uneven > stats.chi2.isf(0.05, 5)).mean() == pytest.approx(0.8, abs=0.05)


@pytest.mark.parametrize(("total", "faces"), [(0, 6), (1, 6), (60, 6), (35, 3), (400, 20)])
def test_the_band_is_the_middle_of_the_binomial_distribution(total: int, faces: int) -> None:
    low, high = stats.binom.interval(0.95, total, 1 / faces) if total else (0, 0)
    assert band(total, faces) == (max(low, 0), high)


# ---- In words ----


def d6(*counts: int, kind: str = "d6") -> Counter[Fallen]:
    return Counter({Fallen(kind, "d6", "camera", face): count for face, count in enumerate(counts, 1)})


def test_before_anything_was_thrown_it_says_so() -> None:
    assert fairness({}).sets == []
    assert fairness({}).note == "No dice have been thrown yet that could be counted here."


def test_few_throws_say_nothing_and_it_is_told_how_many_more_would() -> None:
    (dice,) = fairness(d6(6, 5, 6, 6, 5, 6)).sets
    assert dice.finding == "too few"
    assert dice.sentence == (
        "With 34 dice thrown nothing can be said yet; about 220 more would show dice that favour one face by half "
        "again."
    )


def test_three_of_a_kind_in_the_first_roll_say_nothing_yet() -> None:
    (dice,) = fairness(d6(0, 0, 0, 0, 0, 3)).sets
    assert dice.p < 0.05
    assert dice.finding == "too few"


def test_many_even_throws_are_nothing_odd() -> None:
    (dice,) = fairness(d6(50, 52, 48, 51, 49, 50)).sets
    assert (dice.finding, dice.thrown, dice.expected) == ("even", 300, 50)
    assert dice.sentence.startswith("Nothing odd in 300 dice thrown.")


def test_a_loaded_set_is_found_out_with_the_face_that_is_to_blame() -> None:
    (dice,) = fairness(d6(40, 42, 38, 41, 39, 90)).sets
    assert dice.finding == "odd"
    assert "6 came too often" in dice.sentence


def test_a_face_that_is_missing_is_named_too() -> None:
    (dice,) = fairness(d6(60, 62, 58, 61, 59, 10)).sets
    assert "6 fell too seldom" in dice.sentence


def test_what_is_odd_alone_may_be_chance_among_many_sets() -> None:
    suspect = d6(13, 4, 13, 6, 5, 14)
    (alone,) = fairness(suspect).sets
    assert 0.01 < alone.p < 0.05
    assert alone.finding == "odd"
    others = d6(9, 10, 9, 8, 9, 10, kind="red")
    for number in range(4):
        others.update(d6(9, 10, 9, 8, 9, 10, kind=f"blue {number}"))
    among = fairness(suspect + others)
    assert next(dice for dice in among.sets if dice.set == "d6").finding == "perhaps"
    assert "one in twenty fair ones looks odd by chance alone" in among.note
    assert "less than 0.83 of 100" in among.note


def test_a_set_has_the_faces_of_the_dice_that_it_stands_in_for() -> None:
    fallen = {
        Fallen("bone", "dF", "camera", 1): 2,
        Fallen("dF", "dF", "camera", 0): 1,
        Fallen("d20", "d20", "hand", 20): 1,
    }
    by_name = {dice.set: [face.word for face in dice.faces] for dice in fairness(fallen).sets}
    assert by_name["bone"] == by_name["dF"] == ["minus", "blank", "plus"]
    assert by_name["d20"] == [str(face) for face in range(1, 21)]


def test_the_source_leaves_out_the_others_throws() -> None:
    fallen = {Fallen("d6", "d6", "camera", 1): 2, Fallen("d6", "d6", "hand", 6): 3}
    assert [fairness(fallen, source).sets[0].thrown for source in ("camera", "hand", "all")] == [2, 3, 5]
