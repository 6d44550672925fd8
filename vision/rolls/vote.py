"""Several readings of dice at rest, put together die by die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from croupier.vision.reading import Die, Reading

SAME_PLACE = 0.5
"""Two dice closer than this many edges are one die."""
SURE_VOTES = 2
"""A die is sure when this many readings were sure of the same face, and none of another."""
ENOUGH_VOTES = 5
"""After this many readings the rest is a question."""

DISAGREE = "I read this die differently from one moment to the next."
ONCE = "I saw this die well only once."
FLEETING = "I saw one more die, but only for a moment."


def distance(one: Die, other: Die) -> float:
    """How far apart two dice lie, in edges of the larger."""
    (ax, ay), (bx, by) = one.center, other.center
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5) / max(one.edge, other.edge, 1.0)


def nearest(die: Die, others: Sequence[Die], within: float) -> int | None:
    """The index of the closest of `others` at most `within` edges away, or None."""
    near = [(distance(die, other), index) for index, other in enumerate(others)]
    near = [pair for pair in near if pair[0] <= within]
    return min(near)[1] if near else None


def agree(readings: Sequence[Reading]) -> bool:
    """Whether the vote can end early: every die sure in enough of the last readings, nothing wrong with them."""
    last = readings[-SURE_VOTES:]
    if len(last) < SURE_VOTES or not all(reading.sure for reading in last):
        return False
    merged = merge(readings)
    return merged.sure and len({len(reading.dice) for reading in last}) == 1


def merge(readings: Sequence[Reading]) -> Reading:
    """One reading out of several of the same dice at rest, left to right.

    A die counts when at least half of the readings saw it; one that fewer saw, but one of the last, is asked about. No
    readings give an empty one.
    """
    groups: list[list[Die]] = []
    for reading in readings:
        free = list(range(len(groups)))
        for die in reading.dice:
            found = nearest(die, [groups[index][-1] for index in free], SAME_PLACE)
            if found is None:
                groups.append([die])
            else:
                groups[free.pop(found)].append(die)
    seen = [group for group in groups if 2 * len(group) >= len(readings)]
    dice = sorted((_verdict(group) for group in seen), key=lambda die: die.center)
    lost = any(die in group for group in groups if group not in seen for r in readings[-SURE_VOTES:] for die in r.dice)
    why = dict.fromkeys(readings[-1].why if readings else ())
    return Reading(dice=tuple(dice), why=(*why, *([FLEETING] if lost else [])))


def _verdict(group: Sequence[Die]) -> Die:
    """What several readings of one die come to."""
    sure = Counter((die.kind, die.face) for die in group if die.sure)
    if len(sure) == 1:
        ((kind, face), votes) = sure.most_common(1)[0]
        best = max((die for die in group if die.sure), key=lambda die: die.confidence)
        if votes >= SURE_VOTES:
            return best
        return replace(best, kind=kind, face=face, sure=False, why=ONCE)
    best = max(group, key=lambda die: (die.face is not None, die.confidence))
    return replace(best, sure=False, why=DISAGREE if len(sure) > 1 else best.why, likely=_likely(best, group))


def _likely(best: Die, group: Sequence[Die]) -> tuple[int, ...]:
    """The faces of `best`, likeliest first: what other readings took it for comes before what none did."""
    read = Counter(die.face for die in group if die.kind == best.kind and die.face not in (None, best.face))
    ranked = (best.face, *(face for face, _ in read.most_common()), *best.likely)
    return tuple(dict.fromkeys(face for face in ranked if face is not None))
