"""The best binding in Tinkering With Fate: the exact points that a turn brings on average, for everything one may do.

A hand's worth does not depend on the order of its dice, so what lies bound and what lies loose are reckoned with as
sorted faces, and each way to throw n dice as how often each face comes up in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

from croupier.rules.fate.dice import BLANK, DICE, MINUS, PLUS, Hand, Map, points
from croupier.rules.fate.state import FUDGES
from croupier.rules.game import RulesError

Odds = tuple[int, int, int]
"""How often a die shows −, 0 and +, as weights."""

EVEN: Odds = (1, 1, 1)
MOST_KEPT = 10_000  # results; one kind of odds has a few hundred


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do with a hand, and the points that the turn then brings on average, if it is played on best.

    `kind` is `toll` or `fudge`. `bind` are the places of all the dice that stay, those bound before included; empty
    for the toll.
    """

    kind: str
    bind: tuple[int, ...]
    expected: Fraction


def advise(faces: Hand, fudges: int, bound: tuple[int, ...] = (), odds: Odds = EVEN) -> tuple[Choice, ...]:
    """Everything one may do with a hand, best first; of equals the toll first, then the fudge that binds most.

    `faces` are four of −1, 0, +1, `fudges` the ones left in this turn (0 to 2), `bound` the places of the dice bound
    already. `odds` are those of the dice: `odds_of` a map, where ordinary dice are thrown. Exact. Raises `RulesError`.
    """
    _refuse(faces, fudges, bound, odds)
    loose = tuple(place for place in range(DICE) if place not in bound)
    choices = [Choice("toll", (), Fraction(points(faces)))]
    for more in range(1, len(loose)) if fudges else ():
        for places in combinations(loose, more):
            bind = tuple(sorted((*bound, *places)))
            kept = tuple(sorted(faces[place] for place in bind))
            choices.append(Choice("fudge", bind, _thrown(kept, fudges - 1, odds)))
    return tuple(sorted(choices, key=lambda choice: (-choice.expected, choice.kind != "toll", -len(choice.bind))))


def odds_of(map_: Map) -> Odds:
    """The odds of ordinary dice that are read through a map, or of Fudge dice where there is none."""
    return (map_.count(MINUS), map_.count(BLANK), map_.count(PLUS)) if map_ else EVEN


@lru_cache(MOST_KEPT)
def _thrown(kept: Hand, fudges: int, odds: Odds) -> Fraction:
    """What the turn brings on average when all dice but the `kept` ones are thrown now, `fudges` being left then."""
    throws = _throws(DICE - len(kept), odds)
    ways = sum((weight * _best(kept, thrown, fudges, odds) for thrown, weight in throws), Fraction(0))
    return ways * Fraction(1, sum(odds) ** (DICE - len(kept)))


@lru_cache(MOST_KEPT)
def _best(bound: Hand, loose: Hand, fudges: int, odds: Odds) -> Fraction:
    """What the turn brings on average, played best, with these dice lying there."""
    best = Fraction(points(bound + loose))
    if fudges:
        for more in range(1, len(loose)):
            for kept in set(combinations(loose, more)):
                best = max(best, _thrown(tuple(sorted(bound + kept)), fudges - 1, odds))
    return best


def _throws(count: int, odds: Odds) -> Iterator[tuple[Hand, int]]:
    """Every throw of `count` dice as sorted faces, with its weight out of `sum(odds) ** count`."""
    weight_of = dict(zip((MINUS, BLANK, PLUS), odds, strict=True))
    for thrown in combinations_with_replacement((MINUS, BLANK, PLUS), count):
        orders = factorial(count) // prod(factorial(thrown.count(face)) for face in weight_of)
        yield thrown, orders * prod(weight_of[face] for face in thrown)


def _refuse(faces: Hand, fudges: int, bound: tuple[int, ...], odds: Odds) -> None:
    """Raise for the first thing that is wrong with a question."""
    faults = (
        (len(faces) != DICE, f"A hand is {DICE} dice, not {len(faces)}"),
        (not set(faces) <= {MINUS, BLANK, PLUS}, "A Fudge die shows -1, 0 or 1 (for −, 0 and +)"),
        (fudges not in range(FUDGES + 1), f"There are 0 to {FUDGES} fudges left in a turn"),
        (
            len(set(bound)) != len(bound) or not set(bound) <= set(range(DICE)),
            f"Name the dice that are bound by their places 0 to {DICE - 1}, each once",
        ),
        (len(odds) != len(EVEN) or min(odds) < 0 or sum(odds) < 1, "Odds are three weights, for −, 0 and +"),
    )
    for fault, words in faults:
        if fault:
            raise RulesError(f"{words}.")
