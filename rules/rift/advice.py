"""What the optimum says of one position: all that may be done now, and what the rest of the game is then worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from croupier.rules.game import RulesError
from croupier.rules.rift.optimum import CHANCES, HANDS, THROWS, Floats, best_reroll, kept, points_of
from croupier.rules.rift.state import DICE, FACES
from croupier.rules.rift.table import Dice, Table
from croupier.rules.settings import shorten

SAME = 9  # decimals; choices that differ by less are worth the same, and only reckoned in another order


class BadPosition(RulesError):
    """Not a position of a solo game, or one with more extra rerolls than were reckoned with."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be done now, and the expected points of the rest of the game, this turn included.

    `kind` is `roll`, `score` (in `category`) or `reroll` (of the dice at the places `dice`), as of the actions.
    """

    kind: str
    expected: float
    category: str = ""
    dice: tuple[int, ...] = ()


def advise(
    table: Table, rests: Floats, used: Sequence[str] = (), faces: Dice = (), free: bool = True, extra: int = 0
) -> tuple[Choice, ...]:
    """All that may be done in a position of a solo game, best first; nothing when the game is over.

    `rests` is what `optimum.solve` gives. `used` are the names of categories; without `faces` the turn's roll is to
    come; `free` says whether the turn's free reroll is still there, and `extra` how many extra ones the game has left.
    Of choices that are worth the same, a category comes before a reroll, and fewer dice before more. Raises
    `BadPosition`.
    """
    position = _used(table, used)
    _refuse_unfit(table, rests, used, faces, extra)
    if not faces:
        return () if len(used) == len(table.categories) else (Choice("roll", float(rests[extra, position])),)
    unused = [number for number in range(len(table.categories)) if not position >> number & 1]
    choices = [
        Choice(
            "score",
            table.categories[number].points(faces) + float(rests[extra, position | 1 << number]),
            category=table.categories[number].name,
        )
        for number in unused
    ]
    if free or extra:
        keeping = _spent(table, rests, position, unused, extra if free else extra - 1) @ CHANCES
        choices += [Choice("reroll", float(keeping[kept(faces, places)]), dice=places) for places in THROWS]
    return tuple(sorted(choices, key=lambda choice: -round(choice.expected, SAME)))


def _spent(table: Table, rests: Floats, position: int, unused: list[int], extra: int) -> Floats:
    """What each hand is worth with the turn's free reroll behind it and `extra` ones left, (56,)."""
    brings = points_of(table)[unused]
    after = rests[: extra + 1, [position | 1 << number for number in unused]]
    scored = (brings + after[:, :, None]).max(axis=1)
    hands = scored[0]
    for worth in scored[1:]:
        hands = np.maximum(worth, best_reroll(hands))
    return np.asarray(hands)


def _used(table: Table, used: Sequence[str]) -> int:
    """The set of used categories, as a row of `rests`."""
    names = [category.name for category in table.categories]
    for name in used:
        if name not in names:
            raise BadPosition(f"There is no category {shorten(name)}; the categories are {', '.join(names)}.")
        if used.count(name) > 1:
            raise BadPosition(f"The category {name} is given twice; give it once.")
    return sum(1 << names.index(name) for name in used)


def _refuse_unfit(table: Table, rests: Floats, used: Sequence[str], faces: Dice, extra: int) -> None:
    if len(faces) not in (0, DICE):
        raise BadPosition(f"The game is played with {DICE} dice; give {DICE} faces, not {len(faces)}.")
    if faces and tuple(sorted(faces)) not in HANDS:
        raise BadPosition(f"A die shows 1 to {FACES}.")
    if faces and len(used) == len(table.categories):
        raise BadPosition("All categories are used: the game is over, and no dice lie on the table.")
    if not 0 <= extra < len(rests):
        raise BadPosition(f"There are from 0 to {len(rests) - 1} extra rerolls in this reckoning, not {extra}.")
