"""Which dice are the ones that lay there before: stayed, bumped, turned over, lifted or thrown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from croupier.vision.reading import Die
from croupier.vision.rolls.vote import SAME_PLACE, nearest

BUMPED = 1.2
"""A die that shows the same face at most this many edges from where it lay was bumped, not thrown."""
RETURNED = 0.35
"""A die that shows the same face at most this many edges from where it vanished was only covered."""


@dataclass(frozen=True, slots=True)
class Place:
    """A die's place in the order of the table. `lifted`: it has been picked up, or is covered."""

    die: Die
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """The table after it settled anew. The indices point into `lying`, the dice that lie there now."""

    places: tuple[Place, ...]
    thrown: tuple[int, ...] = ()
    stayed: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()

    @property
    def lying(self) -> tuple[Die, ...]:
        return tuple(place.die for place in self.places if not place.lifted)


def match(places: Sequence[Place], dice: Sequence[Die], kept: Sequence[bool], known: Sequence[bool]) -> Change:
    """What became of `places` now that `dice` are read.

    `kept[i]`: place i looks as it did, so its die still lies there even if it was not read this time.
    `known[j]`: where die j lies now, the table looked the same before, so it was there and had been missed.
    """
    after = list(places)
    free = dict(enumerate(dice))
    fate: dict[int, str] = {}

    def claim(place: int, within: float, face_too: bool = False) -> Die | None:
        found = nearest(places[place].die, list(free.values()), within)
        if found is None:
            return None
        index = list(free)[found]
        if face_too and places[place].die.face != free[index].face:
            return None
        return free.pop(index)

    present = [i for i, place in enumerate(places) if not place.lifted]
    for i in sorted(present, key=lambda i: not kept[i]):
        die = claim(i, SAME_PLACE)
        if die and not _may_be_one(places[i].die, die):
            fate[i] = "touched"
            after[i] = Place(die)
        elif kept[i]:
            fate[i] = "stayed"
        elif die:
            fate[i] = "stayed"
            after[i] = Place(die if die.sure else replace(places[i].die, corners=die.corners))
    for i in present:
        if i not in fate and (die := claim(i, BUMPED, face_too=True)):
            fate[i] = "stayed"
            after[i] = Place(die)
    for i, place in enumerate(places):
        if place.lifted and (die := claim(i, RETURNED, face_too=True)):
            fate[i] = "stayed"
            after[i] = Place(die)
    for i in present:
        if i not in fate:
            after[i] = replace(places[i], lifted=True)

    missed = [free.pop(j) for j in list(free) if known[j]]
    if free and not fate and not missed:
        after = []  # nothing of the old table is left: a new order
    empty = [i for i, place in enumerate(after) if place.lifted]
    for die in free.values():
        index = empty.pop(0) if empty else len(after)
        after[index : index + 1] = [Place(die)]
        fate[index] = "thrown"
    for die in missed:
        after.append(Place(die))
        fate[len(after) - 1] = "stayed"

    if "thrown" in fate.values():  # a die that fell where another lay; only a lone turned die is a touch
        fate = {i: "thrown" if kind == "touched" else kind for i, kind in fate.items()}
    order = [i for i, place in enumerate(after) if not place.lifted]

    def indices(kind: str) -> tuple[int, ...]:
        return tuple(n for n, i in enumerate(order) if fate.get(i) == kind)

    return Change(tuple(after), indices("thrown"), indices("stayed"), indices("touched"))


def _may_be_one(before: Die, after: Die) -> bool:
    """Whether two readings may be of one unturned die: the same face, or either not read for sure."""
    return before.face == after.face or not (before.sure and after.sure)
