"""Which die of a roll is which of the state's: by where it lies, else by its face. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from croupier.rules.game import Throw
from croupier.server.course import Course
from croupier.vision.reading import Die
from croupier.vision.roll import Roll

SAME_PLACE = 0.6
"""A die that stayed lies at most this many edges from where it was seen after the throw."""
NEARBY = 1.2
"""A die that was bumped, or perhaps tipped over its edge since it was asked about, lies at most this many edges from
where it lay."""

Lying = Sequence[Mapping[str, Any]]
"""The dice of the last throw in the order of the state's, as JSON; with `corners` where a camera saw them."""


def lying_now(course: Course) -> Lying:
    """The dice that lie on the table and count, with the faces that count now; none once they are done with."""
    dice, held = course.lying, course.game.lying(course.state)
    if held and len(held) == len(dice):
        return tuple({**die, "face": face} for die, face in zip(dice, held, strict=True))
    newest = next((step for step in reversed(course.steps) if not step.secret), None)
    return dice if newest and newest.dice else ()


def known_again(throw: Throw, roll: Roll, lying: Lying) -> dict[int, int]:
    """Which of the roll's dice lies at which of the state's places, of those that stayed and are known again.

    A die is known by where it lies; by the face that it fell on where it was bumped, or nobody saw where it lay because
    a person typed the throw.
    """
    places: dict[int, int] = {}
    fell = {turned.die: turned.fell for turned in roll.turned}
    shown = {i: fell.get(i, roll.dice[i].face) for i in (*roll.stayed, *roll.touched)}

    def by_place(p: int, i: int) -> bool:
        corners = seen(lying, p)
        return bool(corners) and _apart(roll.dice[i], corners) < SAME_PLACE

    def as_fixed(p: int, i: int) -> bool:
        """Of equal faces that nobody saw, the one that must stay is taken for the one that did."""
        return p in throw.fixed and not seen(lying, p) and by_face(p, i)

    def by_index(p: int, i: int) -> bool:
        return p == i and by_face(p, i)

    def by_face(p: int, i: int) -> bool:
        corners = seen(lying, p)
        return throw.lying[p] == shown[i] and (not corners or _apart(roll.dice[i], corners) <= NEARBY)

    for matches in (by_place, as_fixed, by_index, by_face):
        for i in shown:
            free = [p for p in range(len(throw.lying)) if p not in places]
            if i not in places.values() and (found := [p for p in free if matches(p, i)]):
                places[found[0]] = i
    return places


def nearest_to(dice: Lying, roll: Roll) -> dict[int, int]:
    """Which of the roll's dice is closest to which of the `dice`, as far as any is near; each of them once."""
    pairs = sorted(
        (_apart(die, corners), p, i)
        for p in range(len(dice))
        if (corners := seen(dice, p))
        for i, die in enumerate(roll.dice)
    )
    places: dict[int, int] = {}
    for apart, p, i in pairs:
        if apart <= NEARBY and p not in places and i not in places.values():
            places[p] = i
    return places


def left_over(count: int, places: Mapping[int, int], dice: Iterable[int]) -> dict[int, int]:
    """`places` and the other dice in the places left: each in its own if it can, else in the first."""
    filled = dict(places)
    for i in dice:
        if i not in filled.values():
            free = [p for p in range(count) if p not in filled]
            filled[i if i in free else free[0]] = i
    return filled


def seen(lying: Lying, place: int) -> Sequence[Sequence[float]]:
    """The corners of a die that lies there; none where no camera saw it."""
    return lying[place].get("corners") or () if place < len(lying) else ()


def _apart(die: Die, corners: Sequence[Sequence[float]]) -> float:
    """How far a die lies from where one was seen, in its edges."""
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    return math.dist((x, y), die.center) / die.edge
