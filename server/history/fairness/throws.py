"""Which faces fell, die by die: every physical throw once, with the faces that count for it.

What counts: dice that the camera saw fall, and dice typed in for a throw; of a reroll only those thrown again, and
never a die that was turned by hand or by a rule. A corrected throw counts as corrected. A throw that was undone fell
all the same, and counts where the camera saw it: leaving it out would let people choose. One that was typed in and
undone was most likely a slip, typed in again, and does not. Games that hide dice are left out: what lies under a cup is
nobody's business, and may have been turned there before it is shown. So are rolls that were asked about and dropped.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from croupier.server.course import Step
from croupier.server.history.replay import Moment, Replay

Source = Literal["camera", "hand"]


@dataclass(frozen=True, slots=True)
class Fallen:
    """A face of a set of dice (its `kind`), which stands in for dice that the game calls `awaited`."""

    kind: str
    awaited: str
    source: Source
    face: int


def fallen_in(replay: Replay) -> Counter[Fallen]:
    """How often each face fell in a game."""
    if hasattr(replay.course.first, "hides"):
        return Counter()
    counted = {step.entry.id: step for step in replay.course.steps}
    return Counter(fallen for moment in replay.moments for fallen in _of(moment, counted.get(moment.told.entry.id)))


def _of(moment: Moment, counts: Step | None) -> list[Fallen]:
    """What fell with a row that came as an action; `counts` is that action as it counts now, None once undone."""
    source: Source = "camera" if moment.told.entry.payload.get("dice") else "hand"
    step = moment.step if counts is None and source == "camera" else counts
    if step is None or step.thrown is None or step.thrown.throw.hidden:
        return []
    awaited = step.thrown.throw.dice
    return [Fallen(step.dice[place]["kind"], awaited, source, step.dice[place]["face"]) for place in step.thrown.places]
