"""Faces named: each is flattened, shown to the namer at a few turns and sizes, and the answers are averaged.

Where the first look is plain, and the second witness sees the same face, there are no others: of 132 photographs by
people whose pictures taught it nothing none is read otherwise for it, and none is sure that was not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
import numpy.typing as npt

from croupier.vision.learned.find.search import Candidate
from croupier.vision.learned.flatten import crops
from croupier.vision.learned.judge.witness import AGREES, witness
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.sessions import Namer

FACES: tuple[tuple[str, int] | None, ...] = (
    ("d6", 1), ("d6", 2), ("d6", 3), ("d6", 4), ("d6", 5), ("d6", 6), ("dF", 1), ("dF", -1), ("dF", 0), None
)  # fmt: skip
"""What the namer's probabilities are of, in order: kind and face; the last is no top face."""
NOT_A_FACE = len(FACES) - 1
LOOKS = ((0.0, 1.0), (0.8, 0.93), (0.8, 1.07))
"""Turns in radians and sizes at which a face is shown; what is plainly one, or surely none, is shown only once."""
PLAIN, PLAINLY_NONE, HOT = 0.95, 0.02, 0.5
"""A face is plain that the namer names with this chance or more, and takes for none with no more than that, where the
finder is as hot."""
HOPELESS = 0.04
"""A candidate whose heat times its chance to be a face is less than this is not looked at again."""
BATCH = 32
"""Crops named at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """A candidate, and the namer's probabilities (10,) averaged over its looks, (looks, 10). `plain`: one look was
    enough, since the second witness agrees."""

    candidate: Candidate
    faces: npt.NDArray[np.float64]
    looks: npt.NDArray[np.float64]
    plain: bool = False

    @property
    def not_a_face(self) -> float:
        return float(self.faces[NOT_A_FACE])


def name(namer: Namer, picture: Halves, candidates: Sequence[Candidate]) -> list[Named]:
    """`candidates` named, in their order."""
    first = _look(namer, picture, candidates, LOOKS[:1])
    plain = [_is_plain(picture, c, look[0]) for c, look in zip(candidates, first, strict=True)]
    hope = [c.heat * (1 - look[0, NOT_A_FACE]) >= HOPELESS for c, look in zip(candidates, first, strict=True)]
    again = [h and not p for h, p in zip(hope, plain, strict=True)]
    others = iter(_look(namer, picture, list(compress(candidates, again)), LOOKS[1:]))
    named = []
    for candidate, look, more, is_plain in zip(candidates, first, again, plain, strict=True):
        looks = np.concatenate([look, next(others)]) if more else look
        named.append(Named(candidate, looks.mean(axis=0), looks, is_plain))
    return named


def chances(namer: Namer, picture: Halves, candidates: Sequence[Candidate]) -> list[float]:
    """How likely each of `candidates` is a face, at one look."""
    return [1 - float(look[0, NOT_A_FACE]) for look in _look(namer, picture, candidates, LOOKS[:1])]


def _is_plain(picture: Halves, candidate: Candidate, look: npt.NDArray[np.float64]) -> bool:
    """Whether `look` (10,) shows plainly which face of a die `candidate` is, and the second witness sees the same."""
    best = int(look.argmax())
    what = FACES[best]
    if what is None or candidate.heat < HOT or look[best] < PLAIN or look[NOT_A_FACE] > PLAINLY_NONE:
        return False
    return witness(picture, candidate.top, *what) == AGREES


def _look(
    namer: Namer, picture: Halves, candidates: Sequence[Candidate], looks: Sequence[tuple[float, float]]
) -> npt.NDArray[np.float64]:
    """(candidates, looks, 10)."""
    pairs = [(c, turn, scale) for c in candidates for turn, scale in looks]
    answers = [np.zeros((0, len(FACES)))]
    for start in range(0, len(pairs), BATCH):
        shown = [crops(picture, c.top, turn, scale) for c, turn, scale in pairs[start : start + BATCH]]
        near, wide = (np.stack(several) for several in zip(*shown, strict=True))
        answers.append(namer(near, wide).astype(np.float64))
    return np.concatenate(answers).reshape(len(candidates), len(looks), len(FACES))
