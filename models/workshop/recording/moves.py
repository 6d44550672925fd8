"""What a die does on the table: it is thrown and lies, or it is swept away. Seconds are of the session's clock."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from croupier.models.workshop.recording.throws import Tumble
from croupier.models.workshop.studio.cube import Array, rotation
from croupier.models.workshop.studio.scene import Pose

SWEEP_S = 0.55
SWEEP_CM_S2 = 150.0
"""A swept die is 23 cm away when it is gone."""
CLEAR_CM = 2.35
"""Middles of dice of 1.6 cm never come nearer in flight: round corners just miss each other."""
LOOK_EVERY_S = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """A die that flies in along `angle`, comes to rest at `x`, `y`, and stays. `face` (3, 3) puts its face up."""

    starts: float
    tumble: Tumble
    angle: float
    x: float
    y: float
    face: Array

    @property
    def ends(self) -> float:
        return self.starts + self.tumble.lasts

    def pose(self, seconds: float) -> Pose | None:
        """Where the die is then; None while it is still in the hand."""
        if seconds < self.starts:
            return None
        pose = self.tumble.pose(seconds - self.starts)
        turn = rotation((0, 0, 1), self.angle)
        return Pose(turn @ pose.at + (self.x, self.y, 0), turn @ pose.turn @ self.face)


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """A die that lay at `lying` and is drawn off along `angle`, faster and faster, until it is gone."""

    starts: float
    lying: Pose
    angle: float

    @property
    def ends(self) -> float:
        return self.starts + SWEEP_S

    def pose(self, seconds: float) -> Pose | None:
        """Where the die is then; None once it is gone."""
        if seconds > self.ends:
            return None
        way = np.array([math.cos(self.angle), math.sin(self.angle), 0.0])
        return Pose(self.lying.at + 0.5 * SWEEP_CM_S2 * max(seconds - self.starts, 0) ** 2 * way, self.lying.turn)


Move = Throw | Sweep


def clear(move: Move, others: Sequence[Move]) -> bool:
    """Whether the die passes all others at a distance, until all lie still."""
    ends = max(move.ends, *(other.ends for other in others)) if others else move.ends
    for seconds in np.arange(move.starts, ends + LOOK_EVERY_S, LOOK_EVERY_S):
        here = move.pose(seconds)
        for other in others:
            there = other.pose(seconds)
            if here and there and np.linalg.norm(here.at - there.at) < CLEAR_CM:
                return False
    return True
