"""What three dice are worth in each category: the score tables of Rift and of Crag, its parent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Dice = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Category:
    """One line of the score sheet. `worth` are its points where they are fixed, None where the dice decide."""

    name: str
    title: str
    needs: str
    worth: int | None
    best: int
    points: Callable[[Dice], int]


@dataclass(frozen=True, slots=True)
class Table:
    """A game's score sheet, dearest first, and how its dice's faces are called."""

    name: str
    title: str
    categories: tuple[Category, ...]
    face_names: tuple[str, ...]

    @property
    def best(self) -> int:
        """The most points that a player can score."""
        return sum(category.best for category in self.categories)

    def category(self, name: str) -> Category:
        """The category of that name. Raises `KeyError`."""
        return {category.name: category for category in self.categories}[name]


def _named(name: str, worth: int, needs: str, fits: Callable[[Dice], bool], title: str = "") -> Category:
    return Category(name, title or name.capitalize(), needs, worth, worth, lambda dice: worth if fits(dice) else 0)


def _number(number: int, name: str) -> Category:
    needs = f"the sum of the dice showing {number}"
    return Category(name, name.capitalize(), needs, None, 3 * number, lambda dice: number * dice.count(number))


def _in_any_order(*faces: int) -> Callable[[Dice], bool]:
    return lambda dice: tuple(sorted(dice)) == faces


def _total(total: int) -> Callable[[Dice], bool]:
    return lambda dice: sum(dice) == total


def _pair_and_total(total: int) -> Callable[[Dice], bool]:
    return lambda dice: sum(dice) == total and len(set(dice)) < len(dice)


_NUMBERS = tuple(
    _number(number, name)
    for number, name in ((6, "sixes"), (5, "fives"), (4, "fours"), (3, "threes"), (2, "twos"), (1, "ones"))
)

RIFT_TABLE = Table(
    "rift",
    "Rift",
    (
        _named("rift", 48, "a pair, and the dice total 8", _pair_and_total(8)),
        _named("mage", 28, "the dice total 8", _total(8)),
        _named("tower", 24, "the dice total 12", _total(12)),
        _named("north", 20, "1-2-3 in any order", _in_any_order(1, 2, 3)),
        _named("south", 20, "4-5-6 in any order", _in_any_order(4, 5, 6)),
        _named("nobles", 20, "1-3-5 in any order", _in_any_order(1, 3, 5)),
        _named("knaves", 20, "2-4-6 in any order", _in_any_order(2, 4, 6)),
        *_NUMBERS,
    ),
    ("Kher", "Voc", "Mar", "Brev", "Ward", "Nox"),
)

CRAG_TABLE = Table(
    "crag",
    "Crag",
    (
        _named("crag", 50, "a pair, and the dice total 13", _pair_and_total(13)),
        _named("thirteen", 26, "the dice total 13", _total(13)),
        _named("triple", 25, "three of a kind", lambda dice: len(set(dice)) == 1, "Three of a kind"),
        _named("low", 20, "1-2-3 in any order", _in_any_order(1, 2, 3), "Low straight"),
        _named("high", 20, "4-5-6 in any order", _in_any_order(4, 5, 6), "High straight"),
        _named("odd", 20, "1-3-5 in any order", _in_any_order(1, 3, 5), "Odd straight"),
        _named("even", 20, "2-4-6 in any order", _in_any_order(2, 4, 6), "Even straight"),
        *_NUMBERS,
    ),
    ("One", "Two", "Three", "Four", "Five", "Six"),
)

TABLES = {table.name: table for table in (RIFT_TABLE, CRAG_TABLE)}
