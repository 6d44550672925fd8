"""The figures: of all pictures, of each source, kind and slant, and the mean over sources."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from croupier.models.workshop.measuring.dice import sure_and_wrong
from croupier.models.workshop.measuring.readings import Outcome


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of some pictures; shares are 0…1, each picture counting what it weighs.

    `throws` is what they weigh together. `wrong_when_sure` is a share of the sure pictures, `wrong` the number of sure
    and wrong ones. Of single dice: `precision`, `recall`, the number of `dice` that lie there, `sure_dice` read for
    sure, and `wrong_dice` of those wrong. `ms` is the median processor time of a picture.
    """

    pictures: int
    throws: float
    exact: float
    sure: float
    wrong_when_sure: float
    wrong: int
    precision: float
    recall: float
    dice: int
    sure_dice: int
    wrong_dice: int
    ms: float


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean over sources, each counting alike however many pictures it has."""

    sources: int
    exact: float
    sure: float
    wrong_when_sure: float
    precision: float
    recall: float


def figures(outcomes: Sequence[Outcome]) -> Figures:
    """The figures of `outcomes`, which must not be empty."""
    weight = sum(o.picture.weight for o in outcomes)
    sure = [o for o in outcomes if o.sure]
    wrong = [o for o in sure if not o.exact]
    right = sum(o.right * o.picture.weight for o in outcomes)
    return Figures(
        pictures=len(outcomes),
        throws=weight,
        exact=sum(o.picture.weight for o in outcomes if o.exact) / weight,
        sure=sum(o.picture.weight for o in sure) / weight,
        wrong_when_sure=sum(o.picture.weight for o in wrong) / (sum(o.picture.weight for o in sure) or 1),
        wrong=len(wrong),
        precision=right / (sum(len(o.shown) * o.picture.weight for o in outcomes) or 1),
        recall=right / (sum(len(o.picture.faces) * o.picture.weight for o in outcomes) or 1),
        dice=sum(len(o.picture.faces) for o in outcomes),
        sure_dice=sum(die.sure for o in outcomes for die in o.shown),
        wrong_dice=sum(len(sure_and_wrong(o)) for o in outcomes),
        ms=1000 * statistics.median(o.seconds for o in outcomes),
    )


def grouped(outcomes: Iterable[Outcome], key: Callable[[Outcome], str]) -> dict[str, Figures]:
    """The figures of each group of pictures with the same key, by name."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for o in outcomes:
        groups[key(o)].append(o)
    return {name: figures(groups[name]) for name in sorted(groups)}


def by_source(outcomes: Iterable[Outcome]) -> dict[str, Figures]:
    """The figures of each source."""
    return grouped(outcomes, lambda o: o.picture.source)


def by_kind(outcomes: Iterable[Outcome]) -> dict[str, Figures]:
    """The figures of pips, of Fudge dice and so on."""
    return grouped(outcomes, lambda o: o.picture.kind)


def by_slant(outcomes: Iterable[Outcome]) -> dict[str, Figures]:
    """The figures of each kind of dice and band of slant."""
    return grouped(outcomes, lambda o: f"{o.picture.kind} {o.picture.band}")


def mean(sources: Iterable[Figures]) -> Mean:
    """The mean over sources, of which there is at least one; precision and recall over those with dice, and
    `wrong_when_sure` over those with a sure picture (0 where none has one)."""
    found = list(sources)
    dice = [f for f in found if f.dice] or found
    sure = [f for f in found if f.sure]
    return Mean(
        sources=len(found),
        exact=statistics.mean(f.exact for f in found),
        sure=statistics.mean(f.sure for f in found),
        wrong_when_sure=statistics.mean(f.wrong_when_sure for f in sure) if sure else 0.0,
        precision=statistics.mean(f.precision for f in dice),
        recall=statistics.mean(f.recall for f in dice),
    )


def worst(outcomes: Iterable[Outcome], count: int) -> list[Outcome]:
    """The `count` worst pictures that are not exact: sure and wrong first, then by dice that are wrong or missing."""

    def badness(o: Outcome) -> tuple[bool, int, int]:
        off = len(o.shown) + len(o.picture.faces) - 2 * o.right
        return (o.sure, len(sure_and_wrong(o)), off)

    return sorted((o for o in outcomes if not o.exact), key=badness, reverse=True)[:count]
