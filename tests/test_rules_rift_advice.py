"""The advisor of Rift and Crag: against a slow reckoning, known answers, the game itself, and games played by it."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations, product
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from croupier.rules.rift import CRAG, RIFT, ThreeDice
from croupier.rules.rift.advice import BadPosition, Choice, advise
from croupier.rules.rift.optimum import CHANCES, HANDS, THROWS, Floats, kept, points_of, solve
from croupier.rules.rift.state import Reroll, Roll, Score
from croupier.rules.rift.table import CRAG_TABLE, RIFT_TABLE, TABLES, Dice, Table

ROLLS = tuple(product(range(1, 7), repeat=3))
EXTRA = 3
NAMES = {table.name: tuple(category.name for category in table.categories) for table in (RIFT_TABLE, CRAG_TABLE)}

both_tables = pytest.mark.parametrize("table", [RIFT_TABLE, CRAG_TABLE], ids=lambda table: table.name)


@cache
def solved(table: Table) -> Floats:
    return solve(table, EXTRA)


def but(table: Table, *unused: str) -> tuple[str, ...]:
    """All the categories that are used when these are not."""
    assert set(unused) <= set(NAMES[table.name])
    return tuple(name for name in NAMES[table.name] if name not in unused)


def worth(table: Table, *unused: str, extra: int = 0) -> float:
    """What the rest of a game is worth before the roll, with these categories left."""
    (choice,) = advise(table, solved(table), but(table, *unused), extra=extra)
    return choice.expected


def slow(table: Table) -> tuple[Callable[..., float], Callable[..., dict[object, float]]]:
    """The same by another way: every ordered roll, forwards, with no hands and no tables of chances.

    Gives what the rest is worth before a roll, by (unused, extra), and all choices by (unused, dice, free, extra).
    """

    @cache
    def rest(unused: tuple[str, ...], extra: int) -> float:
        if not unused:
            return 0.0
        return sum((best(unused, dice, True, extra) for dice in ROLLS), 0.0) / len(ROLLS)

    @cache
    def best(unused: tuple[str, ...], dice: Dice, free: bool, extra: int) -> float:
        return max(choices(unused, dice, free, extra).values())

    def choices(unused: tuple[str, ...], dice: Dice, free: bool, extra: int) -> dict[object, float]:
        found: dict[object, float] = {
            name: table.category(name).points(dice) + rest(tuple(other for other in unused if other != name), extra)
            for name in unused
        }
        if free or extra:
            for throw in (throw for count in (1, 2, 3) for throw in combinations(range(3), count)):
                faces = [range(1, 7) if place in throw else (dice[place],) for place in range(3)]
                outcomes = [best(unused, now, False, extra if free else extra - 1) for now in product(*faces)]
                found[throw] = sum(outcomes, 0.0) / len(outcomes)
        return found

    return rest, choices


def by_what(choices: tuple[Choice, ...]) -> dict[object, float]:
    return {choice.category or choice.dice: choice.expected for choice in choices}


@both_tables
def test_when_no_category_is_left_there_is_nothing_to_do_and_nothing_to_come(table: Table) -> None:
    assert advise(table, solved(table), NAMES[table.name]) == ()
    assert solved(table)[:, -1].tolist() == [0] * (EXTRA + 1)


@both_tables
@pytest.mark.parametrize("extra", range(EXTRA + 1))
@pytest.mark.parametrize("face", range(1, 7))
def test_a_number_left_alone_is_worth_what_a_pencil_says(table: Table, face: int, extra: int) -> None:
    """Whatever does not show it is thrown again, so each die misses it only if it does each time."""
    name = ("ones", "twos", "threes", "fours", "fives", "sixes")[face - 1]
    assert worth(table, name, extra=extra) == pytest.approx(3 * face * (1 - (5 / 6) ** (2 + extra)), abs=1e-12)


@pytest.mark.parametrize(
    ("game", "unused", "extra"),
    [
        ("rift", ("rift",), 0),
        ("rift", ("mage", "tower"), 1),
        ("rift", ("rift", "mage", "ones"), 0),
        ("crag", ("triple",), 3),
        ("crag", ("crag", "triple", "fours"), 0),
    ],
)
def test_every_choice_is_worth_what_a_slow_reckoning_says(game: str, unused: tuple[str, ...], extra: int) -> None:
    table = TABLES[game]
    rest, choices = slow(table)
    rests = solved(table)
    assert worth(table, *unused, extra=extra) == pytest.approx(rest(unused, extra), abs=1e-10)
    for dice in Random(1).sample(ROLLS, 6):
        for free in (True, False):
            advice = advise(table, rests, but(table, *unused), dice, free, extra)
            exact = choices(unused, dice, free, extra)
            assert by_what(advice) == pytest.approx(exact, abs=1e-10)
            best_first = sorted(exact.values(), reverse=True)
            assert [choice.expected for choice in advice] == pytest.approx(best_first, abs=1e-10)


@both_tables
def test_the_last_choice_of_a_game_is_the_points_themselves(table: Table) -> None:
    for name in NAMES[table.name]:
        for dice in ROLLS:
            (choice,) = advise(table, solved(table), but(table, name), dice, free=False)
            assert choice == Choice("score", table.category(name).points(dice), category=name)


def test_dice_turned_upside_down_make_south_of_north_and_thirteen_of_eight() -> None:
    """Opposite faces add up to 7: 1-2-3 mirrors 6-5-4, and three dice that total 8 mirror three that total 13."""
    for extra in range(EXTRA + 1):
        for left, right in (
            (("north",), ("south",)),
            (("nobles",), ("knaves",)),
            (("north", "nobles"), ("south", "knaves")),
            (("north", "knaves"), ("south", "nobles")),
        ):
            assert worth(RIFT_TABLE, *left, extra=extra) == pytest.approx(worth(RIFT_TABLE, *right, extra=extra))
        assert worth(RIFT_TABLE, "rift", extra=extra) / 48 == pytest.approx(worth(CRAG_TABLE, "crag", extra=extra) / 50)
        assert worth(RIFT_TABLE, "mage", extra=extra) / 28 == pytest.approx(
            worth(CRAG_TABLE, "thirteen", extra=extra) / 26
        )
        straights = ("north", "south", "nobles", "knaves"), ("low", "high", "odd", "even")
        assert worth(RIFT_TABLE, *straights[0], extra=extra) == pytest.approx(
            worth(CRAG_TABLE, *straights[1], extra=extra)
        )


@both_tables
def test_the_order_of_dice_turns_the_advice_with_it(table: Table) -> None:
    chance = Random(2)
    for dice in (chance.choice(ROLLS) for _ in range(20)):
        used = tuple(chance.sample(NAMES[table.name], chance.randrange(12)))
        plain = by_what(advise(table, solved(table), used, dice, extra=1))
        for order in permutations(range(3)):
            turned = by_what(advise(table, solved(table), used, tuple(dice[place] for place in order), extra=1))
            for what, expected in turned.items():
                back = tuple(sorted(order[place] for place in what)) if isinstance(what, tuple) else what
                assert plain[back] == pytest.approx(expected, abs=1e-10)


@both_tables
def test_one_more_reroll_or_category_is_never_worth_less_and_nothing_more_than_all_points(table: Table) -> None:
    rests = solved(table)
    assert (np.diff(rests, axis=0) >= 0).all()
    assert (np.diff(rests, axis=0)[:, :-1] > 0).all()
    sets = np.arange(rests.shape[1])
    most = np.zeros(len(sets))
    for number, category in enumerate(table.categories):
        free = sets >> number & 1 == 0
        assert (rests[:, sets[free]] > rests[:, sets[free] | 1 << number]).all()
        most += category.best * free
    assert (rests <= most).all()


@both_tables
def test_the_names_of_used_categories_may_come_in_any_order(table: Table) -> None:
    used = NAMES[table.name][3:9]
    assert advise(table, solved(table), used, (1, 2, 6)) == advise(table, solved(table), used[::-1], (1, 2, 6))


@both_tables
def test_more_extra_rerolls_reckoned_with_change_nothing_for_fewer(table: Table) -> None:
    assert (solve(table, 0) == solved(table)[:1]).all()
    assert (solve(table, 1) == solved(table)[:2]).all()


def test_the_whole_game_is_worth_what_it_was_found_to_be() -> None:
    assert solved(RIFT_TABLE)[:, 0] == pytest.approx([156.686114, 162.935611, 168.619359, 173.830703], abs=1e-6)
    assert solved(CRAG_TABLE)[:, 0] == pytest.approx([149.847593, 156.124235, 161.832996, 167.086176], abs=1e-6)


def test_of_choices_worth_the_same_scoring_comes_first_and_then_the_fewest_dice() -> None:
    rests = solved(RIFT_TABLE)
    done = advise(RIFT_TABLE, rests, but(RIFT_TABLE, "sixes"), (6, 6, 6))
    assert [(choice.kind, choice.dice) for choice in done[:2]] == [("score", ()), ("reroll", (0,))]
    spent = advise(RIFT_TABLE, rests, but(RIFT_TABLE, "rift"), (1, 1, 1), free=False, extra=1)
    assert [choice.dice for choice in spent] == [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2), ()]
    nothing = advise(RIFT_TABLE, rests, but(RIFT_TABLE, "rift", "mage"), (6, 6, 6), free=False)
    assert [choice.category for choice in nothing] == ["mage", "rift"]


@pytest.mark.parametrize(
    ("used", "faces", "extra", "words"),
    [
        (("lions",), (), 0, "There is no category 'lions'; the categories are rift, mage"),
        (("x" * 10_000,), (), 0, "There is no category 'xxx"),
        (("north", "north"), (), 0, "The category north is given twice"),
        ((), (1, 2), 0, "give 3 faces, not 2"),
        ((), (1, 2, 3, 4), 0, "give 3 faces, not 4"),
        ((), (0, 1, 2), 0, "A die shows 1 to 6"),
        ((), (1, 2, 7), 0, "A die shows 1 to 6"),
        (NAMES["rift"], (1, 2, 3), 0, "All categories are used"),
        ((), (), -1, "from 0 to 3 extra rerolls"),
        ((), (1, 2, 3), EXTRA + 1, "from 0 to 3 extra rerolls"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(
    used: tuple[str, ...], faces: Dice, extra: int, words: str
) -> None:
    with pytest.raises(BadPosition, match=words) as refusal:
        advise(RIFT_TABLE, solved(RIFT_TABLE), used, faces, extra=extra)
    assert str(refusal.value).endswith(".")
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("game", [RIFT, CRAG], ids=lambda game: game.name)
def test_the_advisor_offers_what_the_game_offers_and_plays_it_to_the_end(game: ThreeDice) -> None:
    """Every legal choice has its figure, and no other; dice are thrown by chance, choices made by chance or advice."""
    chance = Random(3)
    rests = solved(game.table)
    for round_ in range(6):
        state = game.start(("Ada",), {"extra_rerolls": "2"})
        while prompts := game.prompts(state):
            player = state.current
            used = tuple(name for name, _ in player.used)
            choices = advise(game.table, rests, used, state.dice, state.rerolls == 0, player.extra_rerolls)
            kinds = {prompt.kind for prompt in prompts}
            assert {choice.kind for choice in choices} == kinds
            if "score" in kinds:
                offered = next(prompt.choices for prompt in prompts if prompt.kind == "score")
                advised = {choice.category for choice in choices if choice.kind == "score"}
                assert advised == {action.category for action in offered if isinstance(action, Score)}
            if "reroll" in kinds:
                assert sorted(choice.dice for choice in choices if choice.kind == "reroll") == sorted(THROWS)
            choice = choices[0] if round_ % 2 else chance.choice(choices)
            faces = tuple(chance.randint(1, 6) for _ in choice.dice or range(3))
            match choice.kind:
                case "roll":
                    action: Roll | Reroll | Score = Roll(0, faces)
                case "reroll":
                    action = Reroll(0, choice.dice, faces)
                case _:
                    action = Score(0, choice.category)
            state, _ = game.apply(state, action)


def play_by_advice(table: Table, games: int, seed: int) -> npt.NDArray[np.int64]:
    """The final scores of that many solo games, played at once; some of the choices are held against `advise`."""
    rests, points = solved(table)[0], points_of(table).astype(np.int64)
    hands, throws = np.array(HANDS), np.array([[place in throw for place in range(3)] for throw in THROWS])
    leaves = np.array([[kept(hand, throw) for throw in THROWS] for hand in HANDS])
    number_of = {hand: number for number, hand in enumerate(HANDS)}
    hand_of = np.array([number_of[tuple(sorted(dice))] for dice in ROLLS])
    used, scores = np.zeros(games, np.int64), np.zeros(games, np.int64)
    chance, some = np.random.default_rng(seed), Random(seed)

    def thrown(dice: npt.NDArray[np.int64], again: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        now = np.where(again, chance.integers(1, 7, dice.shape), dice)
        return hand_of[(now - 1) @ (36, 6, 1)]

    for _ in table.categories:
        sets, rows = np.unique(used, return_inverse=True)
        after = np.array([points[number][None] + rests[sets | 1 << number, None] for number in range(len(points))])
        after[(sets >> np.arange(len(points))[:, None] & 1).astype(bool)] = -np.inf
        category, scored = after.argmax(axis=0), after.max(axis=0)
        rerolled = (scored @ CHANCES)[:, leaves]
        throw, again = rerolled.argmax(axis=2), rerolled.max(axis=2) > scored + 1e-9
        first = thrown(np.zeros((games, 3), np.int64), np.ones((games, 3), bool))
        last = thrown(hands[first], throws[throw[rows, first]] & again[rows, first, None])
        for game in some.choices(range(games), k=10):
            names = tuple(name for number, name in enumerate(NAMES[table.name]) if used[game] >> number & 1)
            best = advise(table, solved(table), names, HANDS[first[game]])[0]
            row, hand = rows[game], first[game]
            assert (best.kind == "reroll") == again[row, hand]
            worth = rerolled[row, hand].max() if again[row, hand] else scored[row, hand]
            assert best.expected == pytest.approx(worth)
            best = advise(table, solved(table), names, HANDS[last[game]], free=False)[0]
            assert best.expected == pytest.approx(scored[row, last[game]])
        number = category[rows, last]
        scores += points[number, last]
        used |= 1 << number
    return scores


def bring_what_is_promised(table: Table, games: int) -> None:
    scores = play_by_advice(table, games, seed=4)
    error = scores.std(ddof=1) / math.sqrt(len(scores))
    assert error < 0.1 * math.sqrt(200_000 / games)
    assert abs(scores.mean() - solved(table)[0, 0]) < 4 * error
    assert scores.max() <= table.best


@both_tables
def test_games_played_by_advice_bring_what_it_promises(table: Table) -> None:
    bring_what_is_promised(table, 20_000)


@pytest.mark.trials
@both_tables
def test_200_000_games_played_by_advice_bring_what_it_promises(table: Table) -> None:
    bring_what_is_promised(table, 200_000)
