"""A player for recorded games of Rift: sensible, not perfect, and blind to chance to come beyond this turn."""

from __future__ import annotations

import itertools

from croupier.rules.rift.table import RIFT_TABLE, Category

EVERY_THROW = {count: tuple(itertools.product(range(1, 7), repeat=count)) for count in range(4)}
PAR = 0.5
"""A category is well used when it brings this share of the most it can."""
WORTH_IT = 2.0
"""Points that a reroll must promise: nobody likes to touch good dice for less."""


def best_category(faces: tuple[int, ...], free: tuple[Category, ...]) -> Category:
    """Where to score `faces`: the category that gains most on its par."""
    return max(free, key=lambda category: _gain(category, faces))


def to_throw_again(faces: tuple[int, ...], free: tuple[Category, ...]) -> tuple[int, ...]:
    """The dice worth throwing again, as indices; none when the faces are good as they lie."""
    places = range(len(faces))
    subsets = (chosen for count in places for chosen in itertools.combinations(places, count + 1))
    chosen = max(subsets, key=lambda chosen: _prospect(faces, chosen, free))
    return chosen if _prospect(faces, chosen, free) > _best_gain(faces, free) + WORTH_IT else ()


def with_thrown(faces: tuple[int, ...], thrown: tuple[int, ...], new: tuple[int, ...]) -> tuple[int, ...]:
    """The faces after the dice `thrown` have come up `new`."""
    shown = dict(zip(thrown, new, strict=True))
    return tuple(shown.get(place, face) for place, face in enumerate(faces))


def sheet() -> tuple[Category, ...]:
    """All categories, dearest first."""
    return RIFT_TABLE.categories


def _prospect(faces: tuple[int, ...], thrown: tuple[int, ...], free: tuple[Category, ...]) -> float:
    throws = EVERY_THROW[len(thrown)]
    return sum(_best_gain(with_thrown(faces, thrown, new), free) for new in throws) / len(throws)


def _best_gain(faces: tuple[int, ...], free: tuple[Category, ...]) -> float:
    return max(_gain(category, faces) for category in free)


def _gain(category: Category, faces: tuple[int, ...]) -> float:
    return category.points(faces) - PAR * category.best
