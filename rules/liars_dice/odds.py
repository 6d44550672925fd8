"""How likely a bid of Liar's Dice stands, exactly."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from croupier.rules.game import RulesError
from croupier.rules.liars_dice.state import FACES, matching

MOST_DICE = 1000


def chance(
    total: int,
    quantity: int,
    face: int,
    mine: tuple[int, ...] | None = None,
    wild: bool = False,
    exact: bool = False,
) -> Fraction:
    """The exact chance that at least `quantity` of `total` dice show `face`, or with `exact` just so many.

    `mine` are one's own dice among the total, which are known; the others fall independently, each face alike. With
    `wild` ones count for every other face too. So the others that match are binomial, with one face in six or two.
    Raises `RulesError` for what cannot be on a table: no dice or more than `MOST_DICE`, a face that no die has, more
    dice of one's own than there are.
    """
    known = () if mine is None else tuple(mine)
    _refuse(total, quantity, face, known)
    others = total - len(known)
    faces = 2 if wild and face != 1 else 1
    needed = quantity - matching(known, face, wild)
    most = needed if exact else others
    ways = sum(
        comb(others, count) * faces**count * (FACES - faces) ** (others - count)
        for count in range(max(0, needed), min(most, others) + 1)
    )
    return Fraction(ways, FACES**others)


def _refuse(total: int, quantity: int, face: int, known: tuple[int, ...]) -> None:
    faults = (
        (_misses(total, 1, MOST_DICE), f"The dice on the table are a whole number from 1 to {MOST_DICE}"),
        (_misses(quantity, 0, MOST_DICE), f"The quantity of a bid is a whole number from 0 to {MOST_DICE}"),
        (any(_misses(die, 1, FACES) for die in (face, *known)), f"A die shows 1 to {FACES}"),
    )
    for fault, words in faults:
        if fault:
            raise RulesError(f"{words}.")
    if len(known) > total:
        raise RulesError(f"Your own dice are among the {total} on the table, so there cannot be {len(known)} of them.")


def _misses(number: int, low: int, high: int) -> bool:
    return type(number) is not int or not low <= number <= high
