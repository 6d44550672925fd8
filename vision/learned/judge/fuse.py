"""Which candidates are dice, of what kind, and which of them are one and the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from croupier.vision.learned.judge.plane import fall_alike, side_of
from croupier.vision.learned.name import FACES, NOT_A_FACE, Named
from croupier.vision.learned.top import Top

FOUND, MAYBE = 0.55, 0.4
"""What exists by this much is a die, or may be one."""
FAINT = 0.15
"""What exists less than this is dropped at once."""
ONE_DIE = 0.62
"""Faces whose middles are nearer than this, in edges of the larger, are one die."""
SURELY_ONE, PIP = 0.4, 0.5
"""Nearer than this they are surely one; so is a face this much smaller than the one it lies on. Between, a weaker one
is the same die, and another as strong may be a neighbour in a pile."""
BESIDE = 0.95
"""A much weaker face nearer than this to a stronger one is hardly a die of its own; it may be."""
WEAKER = 0.8
REACH = 3.0
"""Faces farther apart than this, in edges of the larger, have nothing to do with each other."""
SIDE = 0.35
"""A weaker face that lies at the place of a stronger one's side by this much is that side."""
NO_SIDE = 0.6
"""A side falls otherwise than its die by this much or more, in edges; less, and it may be another die's top."""
SMALLEST, LARGEST = 0.55, 1.75
"""Edges of the dice of one table, over the usual one; what is beyond must be a die without help."""
WITHOUT_HELP = 0.75
WIDEST = 0.4, 2.5
"""What is smaller or larger than so many times the usual edge, and hardly exists, is not asked about beside dice."""
FACELESS = 0.5
"""Nor is what shows no face of their kind and exists less than this."""
SEEN = 0.5
"""So much of + and − must be seen before a blank face is taken for one of a Fudge die, and so much of pips, with none
of these, before it is taken for no die at all."""

OTHER_KIND = 3.0
"""A die that is so much more of a kind not asked for shows no face."""

PIPS, SIGNS, NO_SIGN = slice(0, 6), slice(6, 8), 8
LEGAL = {kind: [i for i, what in enumerate(FACES) if what and what[0] == kind] for kind in ("d6", "dF")}
"""Where in `FACES` those of each kind are."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A candidate as a die of `kind`. `exists` 0…1; `face` is None when it shows no legal one; `chance` 0…1 is the
    namer's for it, `likely` all legal ones, likeliest first; `agree` the share of looks that say `face`; `side` 0…1 how
    far it looks like a stronger die's side; `beside`: too near a stronger die, or too like its side, to be one for
    sure."""

    named: Named
    kind: str
    face: int | None
    exists: float
    chance: float
    likely: tuple[int, ...]
    agree: float
    side: float = 0.0
    beside: bool = False

    @property
    def top(self) -> Top:
        return self.named.candidate.top


@dataclass(frozen=True, slots=True)
class Fused:
    """`dice` are there, `grey` may be, `faint` hardly are; each group strongest first."""

    dice: tuple[Judged, ...] = ()
    grey: tuple[Judged, ...] = ()
    faint: tuple[Judged, ...] = ()


def fuse(named: Sequence[Named], kind: str) -> Fused:
    """Which of all faces that were `named` are dice. `kind` as in `Reader.read`."""
    pips, signs = _kinds_seen(named)
    fudge = signs / (signs + pips) if kind == "auto" and signs > SEEN else 0.0
    blank = 0.0 if kind == "auto" and signs <= SEEN < pips else 0.5
    judged = [_judge(n, kind, fudge, blank) for n in named]
    apart = _apart(sorted(judged, key=lambda j: -j.exists))
    dice = [j for j in apart if j.exists >= FOUND and not j.beside and (kind != "auto" or _fits_in(j, fudge))]
    usual = usual_edge(dice)
    fits = [SMALLEST < j.top.edge / usual < LARGEST or j.exists > WITHOUT_HELP for j in dice]
    kept = tuple(j for j, fit in zip(dice, fits, strict=True) if fit)
    odd = [j for j, fit in zip(dice, fits, strict=True) if not fit]
    maybe = [j for j in apart if j.exists >= MAYBE and j not in dice and (j.beside or j.side < SIDE)]
    grey = (*odd, *(j for j in maybe if not kept or _may_be_one_of(j, usual)))
    return Fused(kept, grey, tuple(j for j in apart if j.exists < MAYBE))


def _may_be_one_of(one: Judged, usual: float) -> bool:
    """Whether `one`, which hardly exists, may be one of the dice that are usually that large."""
    if one.exists >= FOUND:
        return True
    return WIDEST[0] < one.top.edge / usual < WIDEST[1] and (one.face is not None or one.exists >= FACELESS)


def _fits_in(die: Judged, fudge: float) -> bool:
    """Whether `die` shows a face, and is of the table's kind or clearly of the other one."""
    usual = "dF" if fudge > 0.5 else "d6"
    return die.face is not None and (die.kind == usual or die.exists > WITHOUT_HELP)


def usual_edge(dice: Sequence[Judged]) -> float:
    """The edge of most of `dice`, in px; 1 where there are none."""
    if not dice:
        return 1.0
    edges = np.array([j.top.edge for j in dice])
    order = np.argsort(edges)
    below = np.cumsum(np.array([j.exists**2 for j in dice])[order])
    return float(edges[order][np.searchsorted(below, below[-1] / 2)])


def size_off(dice: Sequence[Judged]) -> list[float]:
    """How far each die's edge is off the usual one, as the log of their ratio."""
    usual = usual_edge(dice)
    return [abs(math.log(j.top.edge / usual)) for j in dice]


def _kinds_seen(named: Sequence[Named]) -> tuple[float, float]:
    """How much of faces with pips, and of those with + or −, is seen, in dice."""
    weights = np.array([n.candidate.heat * (1 - n.not_a_face) for n in named])
    faces = np.array([n.faces for n in named]).reshape(-1, len(FACES))
    pips = float((weights * faces[:, PIPS].sum(axis=1)).sum())
    signs = float((weights * faces[:, SIGNS].sum(axis=1)).sum())
    return pips, signs


def _judge(named: Named, kind: str, fudge: float, blank: float) -> Judged:
    """`named` as a die of `kind`, or of the kind that fits best on a table with so large a share of Fudge dice.

    A blank face of another kind than its own counts `blank` as a die, any other face half.
    """
    faces = named.faces.tolist()
    mass = {"d6": sum(faces[PIPS]), "dF": sum(faces[SIGNS])}
    if kind == "dF" or fudge > 0:
        mass["dF"] += faces[NO_SIGN]
    if kind == "auto":
        prior = {"d6": 1 - fudge, "dF": fudge}
        kind = max(mass, key=lambda k: mass[k] * prior[k])
    legal = LEGAL[kind]
    ranked = sorted(legal, key=lambda i: -faces[i])
    best = ranked[0]
    none, own = faces[NOT_A_FACE], sum(faces[i] for i in legal)
    others = max(0.0, 1 - none - own)
    plain = 0.0 if NO_SIGN in legal else faces[NO_SIGN]
    foreign = (others - plain) / 2 + plain * blank
    return Judged(
        named=named,
        kind=kind,
        face=_value(best) if own * OTHER_KIND >= others else None,
        exists=math.sqrt(named.candidate.heat * max(0.0, own + foreign)),
        chance=faces[best] / max(1 - none, 1e-6),
        likely=tuple(_value(i) for i in ranked),
        agree=_agreement(named.looks[:, legal], legal.index(best)),
    )


def _agreement(looks: npt.NDArray[np.float64], best: int) -> float:
    return float((looks.argmax(axis=1) == best).mean())


def _value(index: int) -> int:
    what = FACES[index]
    assert what is not None
    return what[1]


def _apart(judged: Sequence[Judged]) -> list[Judged]:
    """`judged`, strongest first, without what is part of a stronger one."""
    kept: list[Judged] = []
    for one in judged:
        if one.exists < FAINT:
            break
        side, part, beside = 0.0, False, False
        for other in kept:
            apart = math.dist(one.top.center, other.top.center)
            edge = max(one.top.edge, other.top.edge)
            if apart >= REACH * edge:
                continue
            weaker = one.exists < WEAKER * other.exists
            neighbour = fall_alike(one.top, other.top)
            like = 0.0 if neighbour else side_of(one.top, other.top)
            side = max(side, like)
            beside |= weaker and not neighbour and apart < BESIDE * edge
            within = apart < ONE_DIE * edge
            part |= apart < SURELY_ONE * edge or (within and one.top.edge < PIP * other.top.edge)
            off = math.dist(one.top.down, other.top.down)
            part |= weaker and (within or (like > SIDE and off > NO_SIDE))
            beside |= within or (weaker and like > SIDE)
        if not part:
            kept.append(replace(one, side=side, beside=beside))
    return kept
