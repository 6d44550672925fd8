"""Which dice are the ones that lay there before: stayed, bumped, turned over, lifted or thrown.

A die that shows another face where it lay was turned over by hand, if both faces were read for sure: else the later
reading is only a better one. One that fell there while others were thrown may have been thrown itself: it is told as
turned only where it lies as good as unmoved and none of the others fell near it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from croupier.vision.reading import Die
from croupier.vision.roll import Turned
from croupier.vision.rolls.vote import SAME_PLACE, distance, nearest

BUMPED = 1.2
"""A die that shows the same face at most this many edges from where it lay was bumped, not thrown. One that shows
another may have been tipped over its edge, which takes it one edge further."""
RETURNED = 0.35
"""A die that shows the same face at most this many edges from where it vanished was only covered."""


@dataclass(frozen=True, slots=True)
class Place:
    """A die's place in the order of the table. `lifted`: it has been picked up, or is covered.

    Of a die that was turned over since it was thrown, `fell` is the face that it fell on, and `before` the one that it
    showed before it was turned last.
    """

    die: Die
    lifted: bool = False
    fell: int | None = None
    before: int | None = None

    def stays(self, die: Die) -> Place:
        """The die still lies here; one not read for sure only says where."""
        return replace(self, die=die if die.sure else replace(self.die, corners=die.corners), lifted=False)

    def turns(self, die: Die) -> Place:
        """A hand has turned the die here over, or back."""
        fell = self.die.face if self.fell is None else self.fell
        return Place(die, fell=fell, before=self.die.face)

    @property
    def is_turned(self) -> bool:
        return self.fell is not None and self.fell != self.die.face


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

    @property
    def turned(self) -> tuple[Turned, ...]:
        """Every die that lies there and shows another face than it fell on, and those turned back just now."""
        there = [place for place in self.places if not place.lifted]
        return tuple(
            Turned(i, place.fell, place.before)
            for i, place in enumerate(there)
            if place.fell is not None and place.before is not None and (place.is_turned or i in self.touched)
        )


def match(
    places: Sequence[Place], dice: Sequence[Die], kept: Sequence[bool], known: Sequence[bool], again: bool = False
) -> Change:
    """What became of `places` now that `dice` are read.

    `kept[i]`: place i looks as it did, so its die still lies there even if it was not read this time.
    `known[j]`: where die j lies now, the table looked the same before, so it was there and had been missed.
    `again`: the same dice are read once more, so that another face is another reading and no hand's doing.
    """
    after = list(places)
    free = dict(enumerate(dice))
    fate: dict[int, str] = {}

    def claim(place: int, within: float, fits: Callable[[Die, Die], bool]) -> int | None:
        """The free die closest to where the place's lay, if it fits that one."""
        found = nearest(places[place].die, list(free.values()), within)
        index = None if found is None else list(free)[found]
        return index if index is not None and fits(places[place].die, free[index]) else None

    present = [i for i, place in enumerate(places) if not place.lifted]
    for i in sorted(present, key=lambda i: not kept[i]):
        index = claim(i, SAME_PLACE, lambda before, die: True)
        die = None if index is None else free.pop(index)
        if die and _turned(places[i].die, die):
            fate[i] = "touched"
            after[i] = replace(places[i], die=die) if again else places[i].turns(die)
        elif kept[i] or die:
            fate[i] = "stayed"
            if die and (not kept[i] or not places[i].die.sure):
                after[i] = places[i].stays(die)
    for i in present:
        if i not in fate and (index := claim(i, BUMPED, _same_face)) is not None:
            fate[i] = "stayed"
            after[i] = places[i].stays(free.pop(index))
    for i, place in enumerate(places):
        if place.lifted and (index := claim(i, RETURNED, _same_face)) is not None:
            fate[i] = "stayed"
            after[i] = place.stays(free.pop(index))
    missed = [free.pop(j) for j in list(free) if known[j]]
    moved: dict[int, int] = {}
    lies_on = "stayed" in fate.values()
    for i, place in enumerate(places):
        if i not in fate and not again and (lies_on or (len(places) == 1 and not place.lifted)):
            index = claim(i, RETURNED if place.lifted else BUMPED, _turned)
            if index is not None:
                moved[i] = index
                free.pop(index)
    if free:  # others were thrown, and these may have been
        free = {j: die for j, die in enumerate(dice) if j in free or j in moved.values()}
    else:  # tipped over an edge, or set back turned
        fate |= dict.fromkeys(moved, "touched")
        for i, index in moved.items():
            after[i] = places[i].turns(dice[index])
    for i in present:
        if i not in fate:
            after[i] = replace(places[i], lifted=True)

    if free and not fate and not missed:
        after = []  # nothing of the old table is left: a new order
    for i, kind in fate.items():
        if kind == "touched" and free and not _unmoved(places[i].die, after[i].die, list(free.values())):
            fate[i] = "thrown"
            after[i] = Place(after[i].die)
    empty = [i for i, place in enumerate(after) if place.lifted]
    for die in free.values():
        index = empty.pop(0) if empty else len(after)
        after[index : index + 1] = [Place(die)]
        fate[index] = "thrown"
    for die in missed:
        after.append(Place(die))
        fate[len(after) - 1] = "stayed"
    order = [i for i, place in enumerate(after) if not place.lifted]

    def indices(kind: str) -> tuple[int, ...]:
        return tuple(n for n, i in enumerate(order) if fate.get(i) == kind)

    return Change(tuple(after), indices("thrown"), indices("stayed"), indices("touched"))


def _same_face(before: Die, after: Die) -> bool:
    return before.face == after.face


def _turned(before: Die, after: Die) -> bool:
    """Whether two readings of one die are surely of different faces; of a doubtful one the other is a better look."""
    return before.face != after.face and before.sure and after.sure


def _unmoved(before: Die, after: Die, thrown: Sequence[Die]) -> bool:
    """Whether a die lies as good as where it lay, and those thrown fell far from it."""
    return distance(before, after) <= RETURNED and nearest(before, thrown, BUMPED) is None
