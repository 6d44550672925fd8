"""Which faces fell, die by die: every physical throw once, with the faces that count for it.

What counts: dice that the camera saw fall, and dice typed in for a throw; of a reroll only those thrown again, and
never a die that was turned by hand or by a rule. A corrected throw counts as corrected. A throw that was undone fell
all the same, and counts where the camera saw it: leaving it out would let people choose. One that was typed in and
undone was most likely a slip, typed in again, and does not. Games that hide dice are left out: what lies under a cup is
nobody's business, and may have been turned there before it is shown. So are rolls that were asked about and dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from croupier.server.course import Course, Step, follow
from croupier.server.log import Entry

Source = Literal["camera", "hand"]


@dataclass(frozen=True, slots=True)
class Fallen:
    """A face of a set of dice (its `kind`), which stands in for dice that the game calls `awaited`."""

    kind: str
    awaited: str
    source: Source
    face: int


def fallen_in(course: Course) -> Counter[Fallen]:
    """How often each face fell in a game."""
    if hasattr(course.first, "hides"):
        return Counter()
    steps = [step for step in course.steps if not step.secret]
    return Counter(fallen for step in (*steps, *_seen_and_undone(course)) for fallen in _of(step))


def _seen_and_undone(course: Course) -> Iterator[Step]:
    """The actions that the camera saw and that were taken back, as they were taken: the course is gone through again
    as far as there are any, and most games have none."""
    count = {step.entry.id for step in course.steps}
    rows = (told.entry for told in course.told if told.entry.kind == "action" and not told.secret)
    gone = {entry.id for entry in rows if entry.id not in count and _source(entry) == "camera"}
    walked = Course(course.started, course.game, course.first)
    for told in course.told:
        if not gone:
            return
        walked = follow(walked, told.entry)
        if told.entry.id in gone:
            gone.remove(told.entry.id)
            yield next(step for step in reversed(walked.steps) if step.entry.id == told.entry.id)


def _of(step: Step) -> list[Fallen]:
    if step.thrown is None or step.thrown.throw.hidden:
        return []
    awaited, source = step.thrown.throw.dice, _source(step.entry)
    return [Fallen(step.dice[place]["kind"], awaited, source, step.dice[place]["face"]) for place in step.thrown.places]


def _source(entry: Entry) -> Source:
    return "camera" if entry.payload.get("dice") else "hand"
