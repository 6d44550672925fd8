"""Whether two readings of the same pictures agree: two models, two machines, two versions of a library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.models.workshop.measuring.readings import Outcome


@dataclass(frozen=True, slots=True)
class Difference:
    """A picture of which two readings differ."""

    name: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of `pictures` that both read: how many show the `same_faces` and how many are `same_sure`; those that differ in
    either; and the largest gap of confidence between dice of the same face in the same place of the order."""

    pictures: int
    same_faces: int
    same_sure: int
    differences: tuple[Difference, ...]
    confidence_gap: float


def agreement(before: Sequence[Outcome], now: Sequence[Outcome]) -> Agreement:
    """How far two readings agree on the pictures that are in both."""
    earlier = {o.picture.name: o for o in before}
    both = [(earlier[o.picture.name], o) for o in now if o.picture.name in earlier]
    gaps = [
        abs(a[2] - b[2])
        for one, other in both
        for a, b in zip(_told(one), _told(other), strict=False)
        if a[:2] == b[:2]
    ]
    return Agreement(
        pictures=len(both),
        same_faces=sum(_faces(a) == _faces(b) for a, b in both),
        same_sure=sum(a.sure == b.sure for a, b in both),
        differences=tuple(
            Difference(b.picture.name, in_words(a), in_words(b))
            for a, b in both
            if _faces(a) != _faces(b) or a.sure != b.sure
        ),
        confidence_gap=max(gaps, default=0.0),
    )


def in_words(outcome: Outcome) -> str:
    """`1 4 4, sure`."""
    faces = " ".join(str(face) for face in outcome.faces) or "nothing"
    return f"{faces}, {'sure' if outcome.sure else 'not sure'}"


def _told(outcome: Outcome) -> list[tuple[str, int, float]]:
    return sorted((die.kind, die.face, die.confidence) for die in outcome.shown if die.face is not None)


def _faces(outcome: Outcome) -> list[tuple[str, int]]:
    return [(kind, face) for kind, face, _ in _told(outcome)]
