"""The finder's maps → faces: peaks of the heat, and what the other maps say there, all peaks at once."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from croupier.vision.learned.find.plan import LEAST_PX, MOST_PX
from croupier.vision.learned.top import Floats, Top

CELL_PX = 4
"""Pixels of a picture looked at that a cell of the maps stands for, across."""
HEAT, CLOSER, EDGE, PLACE, STRETCH, TURN, DOWN = 0, 1, 2, slice(3, 5), slice(5, 7), slice(7, 9), slice(9, 11)
TILT = 11
"""Where the maps (12, h, w) hold what."""
FAINT = 0.1
"""Peaks below this heat are no faces."""
SLACK = 1.15
"""Faces smaller or larger than the finder's range by this much still count: the scales overlap."""

Maps = npt.NDArray[np.float32]
Index = npt.NDArray[np.intp] | npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Peaks:
    """N faces: `heat` 0…1, `center` (N, 2) px, `edge` px, `stretch` (N, 2), `turn` rad, `down` (N, 2) edges,
    `tilt` rad, and the `scale` that each was seen at."""

    heat: Floats
    center: Floats
    edge: Floats
    stretch: Floats
    turn: Floats
    down: Floats
    tilt: Floats
    scale: Floats

    def __len__(self) -> int:
        return len(self.heat)

    def pick(self, index: Index) -> Peaks:
        """The peaks at `index`."""
        return Peaks(*(getattr(self, name)[index] for name in self.__slots__))

    def top(self, n: int) -> Top:
        """Face `n`."""
        (x, y), (a, b), (dx, dy) = self.center[n].tolist(), self.stretch[n].tolist(), self.down[n].tolist()
        return Top((x, y), float(self.edge[n]), (a, b), float(self.turn[n]), (dx, dy), float(self.tilt[n]))


def together(several: list[Peaks]) -> Peaks:
    """All of `several`; at least one."""
    return Peaks(*(np.concatenate([getattr(peaks, name) for peaks in several]) for name in Peaks.__slots__))


def decode(maps: Maps) -> Peaks:
    """The faces in `maps`, hottest first, places and edges in pixels of the picture looked at."""
    heat = np.ascontiguousarray(maps[HEAT])
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > _logit(FAINT)))
    best = np.argsort(-heat[rows, columns], kind="stable")
    rows, columns = rows[best], columns[best]
    told = maps[:, rows, columns].astype(np.float64)
    edge = CELL_PX * np.exp(np.clip(told[EDGE], -3, 5))
    cell = np.stack([columns, rows])
    peaks = Peaks(
        heat=likely(told[HEAT]),
        center=((cell + told[PLACE]) * CELL_PX).T,
        edge=edge,
        stretch=told[STRETCH].T,
        turn=np.arctan2(told[TURN][1], told[TURN][0]) / 4,
        down=told[DOWN].T,
        tilt=np.clip(told[TILT], 0, np.pi / 2),
        scale=np.ones(len(rows)),
    )
    return peaks.pick((edge > LEAST_PX / SLACK) & (edge < MOST_PX * SLACK))


def likely(logit: npt.NDArray[np.floating]) -> Floats:
    """Probabilities 0…1 of `logit`."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logit, -30, 30))), np.float64)


def _logit(probability: float) -> float:
    return float(np.log(probability / (1 - probability)))
