"""Figures as tables for people and as values for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table

from croupier.models.workshop.measuring.agreement import Agreement, in_words
from croupier.models.workshop.measuring.dice import MISSED, Calibration, calibration, confusion, name, sure_and_wrong
from croupier.models.workshop.measuring.figures import Figures, by_kind, by_slant, by_source, figures, mean, worst
from croupier.models.workshop.measuring.readings import Outcome

ORDER = ("1", "2", "3", "4", "5", "6", "dF+", "dF-", "dF0", "?", MISSED)


def figures_table(groups: Mapping[str, Figures], what: str, outcomes: Sequence[Outcome] = ()) -> Table:
    """A row a group; with `outcomes` the mean of the groups and all pictures below."""
    table = Table(box=None)
    table.add_column(what, no_wrap=True)
    for heading in ("pictures", "throws", "exact", "sure", "wrong when sure", "precision", "recall", "sure dice", "ms"):
        table.add_column(heading, justify="right", no_wrap=heading in ("wrong when sure", "sure dice"))
    for group, f in groups.items():
        table.add_row(group, *_cells(f))
    if outcomes:
        m = mean(groups.values())
        shares = (f"{m.exact:.1%}", f"{m.sure:.1%}", f"{m.wrong_when_sure:.1%}")
        table.add_row(f"mean of {m.sources}", "", "", *shares, f"{m.precision:.2f}", f"{m.recall:.2f}")
        table.add_row("all", *_cells(figures(outcomes)))
    return table


def disturbed_table(found: Mapping[str, Figures]) -> Table:
    """A row a disturbance, the first being none: the figures, and how they differ from the first in points."""
    table = Table("disturbed by", box=None)
    for heading in ("exact", "", "sure", "", "sure and wrong", "of all", "dice sure and wrong"):
        table.add_column(heading, justify="right")
    first = next(iter(found.values()))
    for disturbance, f in found.items():
        table.add_row(
            disturbance,
            *(f"{f.exact:.1%}", "" if f is first else f"{100 * (f.exact - first.exact):+.1f}"),
            *(f"{f.sure:.1%}", "" if f is first else f"{100 * (f.sure - first.sure):+.1f}"),
            *(str(f.wrong), f"{f.wrong / f.pictures:.1%}", str(f.wrong_dice)),
        )
    return table


def confusion_table(counts: Mapping[tuple[str, str], int]) -> Table:
    """A row for what lies there, a column for what was read; `–` is nothing."""
    names = [n for n in ORDER if any(n in pair for pair in counts)]
    table = Table("lies there", *(f"read {n}" for n in names), box=None)
    for true in names:
        row = [counts.get((true, read), 0) for read in names]
        if any(row):
            table.add_row(true, *(str(n) if n else "·" for n in row))
    return table


def calibration_table(found: Calibration) -> Table:
    """A row a bin of confidence."""
    title = f"expected calibration error {found.error:.3f}"
    table = Table("confidence", "dice", "mean", "right", box=None, title=title, title_justify="left")
    for b in found.bins:
        table.add_row(f"{b.low:.2f}–{b.high:.2f}", str(b.dice), f"{b.confidence:.3f}", f"{b.right:.3f}")
    return table


def wrong_lines(outcomes: Sequence[Outcome]) -> list[str]:
    """A line for every picture that is sure and wrong, and for every die that is, in a picture that is not."""
    lines = []
    for o in outcomes:
        if o.sure and not o.exact:
            lines.append(f"sure and wrong: {o.picture.path} shows {o.picture.faces}, read {o.faces}")
            continue
        kind = "dF" if o.picture.kind == "dF" else "d6"
        for face, die in sure_and_wrong(o):
            true = "no die" if face is None else name(kind, face)
            read = name(die.kind, die.face) if die else MISSED
            lines.append(f"die sure and wrong: {o.picture.path} has {true} where {read} was read")
    return lines


def worst_lines(outcomes: Sequence[Outcome], count: int) -> list[str]:
    """A line for each of the worst pictures."""
    return [
        f"{o.picture.path} shows {o.picture.faces}, read {in_words(o)}" + (f" ({'; '.join(o.why)})" if o.why else "")
        for o in worst(outcomes, count)
    ]


def agreement_lines(found: Agreement) -> list[str]:
    """What to say of an agreement; the pictures that differ come last."""
    first = (
        f"{found.pictures} pictures read by both: {found.same_faces} with the same faces, {found.same_sure} as sure as "
        f"before; confidence differs by {found.confidence_gap:.3f} at most."
    )
    return [first, *(f"{d.name}: {d.before}; now {d.now}" for d in found.differences)]


def as_json(outcomes: Sequence[Outcome], count: int = 0) -> dict[str, Any]:
    """Everything that the tables tell; `count` of the worst pictures."""
    sources = by_source(outcomes)
    return {
        "all": asdict(figures(outcomes)),
        "mean": asdict(mean(sources.values())),
        "sources": {group: asdict(f) for group, f in sources.items()},
        "kinds": {group: asdict(f) for group, f in by_kind(outcomes).items()},
        "slants": {group: asdict(f) for group, f in by_slant(outcomes).items()},
        "confusion": [{"true": true, "read": read, "dice": n} for (true, read), n in confusion(outcomes).items()],
        "calibration": asdict(calibration(outcomes)),
        "wrong": [_read(o) for o in outcomes if o.sure and not o.exact],
        "wrong_dice": [_read(o) for o in outcomes if sure_and_wrong(o)],
        "worst": [_read(o) for o in worst(outcomes, count)],
    }


def _read(o: Outcome) -> dict[str, Any]:
    return {"file": str(o.picture.path), "faces": o.picture.faces, "read": o.faces, "sure": o.sure, "why": o.why}


def _cells(f: Figures) -> tuple[str, ...]:
    wrong = f"{f.wrong} ({f.wrong_when_sure:.1%})" if f.wrong else "0"
    dice = f"{f.sure_dice}/{f.dice}, {f.wrong_dice} wrong"
    shares = f"{f.exact:.1%}", f"{f.sure:.1%}", wrong, f"{f.precision:.2f}", f"{f.recall:.2f}"
    return (str(f.pictures), f"{f.throws:.1f}", *shares, dice, f"{f.ms:.0f}")
