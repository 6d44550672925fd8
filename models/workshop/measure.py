"""How well the reader reads pictures whose truth is known: `python -m croupier.models.workshop.measure FOLDER…`.

A folder holds `labels.jsonl` or `truth.jsonl`: a line a picture with `file`, `kind`, `faces` and maybe `source`,
`boxes` or `dice` (where they lie), `slant` and `throw`. Figures, by source, by slant and in all: **exact**, every die
of the picture right; **sure**, the share the reader accepts; **wrong when sure**, the only unforgivable one; precision
and recall of single dice; how many dice were read for sure and how many of those are wrong; the median time a picture.

Near-duplicates count once: pictures of one source with the same three or more faces (or the same `throw`) are one
throw, and each of n weighs 1/n. "mean of n" is the mean over sources, each counting alike where it has the figure.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console
from rich.progress import track

from croupier.models.workshop.measuring.agreement import Agreement, agreement
from croupier.models.workshop.measuring.dice import calibration, confusion
from croupier.models.workshop.measuring.disturb import DISTURBANCES
from croupier.models.workshop.measuring.figures import Figures, by_kind, by_slant, by_source, figures
from croupier.models.workshop.measuring.lines import MeasureError
from croupier.models.workshop.measuring.pictures import KINDS, Picture, chosen, pictures_in
from croupier.models.workshop.measuring.readings import (
    PROCESSES,
    Choice,
    Outcome,
    check_to_save,
    measure,
    reweighed,
    save,
    saved,
)
from croupier.models.workshop.measuring.tables import (
    agreement_lines,
    as_json,
    calibration_table,
    confusion_table,
    disturbed_table,
    figures_table,
    worst_lines,
    wrong_lines,
)

DIGITS = 6
"""No number on the command line has more."""


def main() -> None:
    """Measure the folders named on the command line. What cannot be done is one sentence and exit status 1; so is a
    picture that cannot be opened, after the figures of the others."""
    given = _parser().parse_args()
    left_out: list[str] = []
    try:
        pictures = _pictures(given)
        before = saved(given.compare, pictures) if given.compare else None
        if given.save:
            check_to_save(given.save)
        choice = Choice(given.reader, given.models)
        if given.readings:
            outcomes = saved(given.readings, pictures)
        else:
            choice.open()
            outcomes = _read(pictures, choice, given, left_out)
        if not outcomes:
            sys.exit(_nothing(given, left_out))
        outcomes = reweighed(outcomes)
        found = {"nothing": figures(outcomes)}
        # A turned picture's dice are elsewhere: there, faces alone are compared.
        placeless = [replace(o.picture, places=()) for o in outcomes]
        for name in given.disturb:
            found[name] = figures(_read(placeless, choice, given, left_out, name))
        if given.save:
            save(outcomes, given.save)
    except (OSError, MeasureError) as error:
        sys.exit(str(error))
    agreed = None if before is None else agreement(before, outcomes)
    if given.json:
        told = as_json(outcomes, given.worst)
        told["disturbed"] = {name: asdict(f) for name, f in found.items() if name != "nothing"}
        told |= {"agreement": agreed and asdict(agreed), "left_out": left_out}
        print(json.dumps(told, ensure_ascii=False))
    else:
        _tell(outcomes, found, agreed, given)
    if left_out:
        sys.exit("\n".join(left_out))


def _nothing(given: argparse.Namespace, left_out: Sequence[str]) -> str:
    """Why there are no figures."""
    if left_out:
        return "\n".join(left_out)
    if given.readings:
        return f"{given.readings} tells of none of these pictures; name the readings of these folders."
    return "No picture of those kinds is there; name others with --kind."


def _pictures(given: argparse.Namespace) -> list[Picture]:
    kinds = given.kind or ["d6"]
    kinds = KINDS if "all" in kinds else kinds
    there = [picture for folder in given.folders for picture in pictures_in(folder, kinds)]
    return chosen(there, given.sources, given.without, given.every)


def _read(
    pictures: Sequence[Picture],
    choice: Choice,
    given: argparse.Namespace,
    left_out: list[str],
    disturbance: str = "",
) -> list[Outcome]:
    outcomes = measure(pictures, choice, disturbance, given.processes, left_out.append)
    return list(track(outcomes, disturbance or "Reading", len(pictures), transient=True, disable=given.json))


def _tell(
    outcomes: Sequence[Outcome], found: dict[str, Figures], agreed: Agreement | None, given: argparse.Namespace
) -> None:
    # A pipe has no width; a table that is cut off tells nothing.
    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(figures_table(by_source(outcomes), "source", outcomes))
    kinds, slants = by_kind(outcomes), by_slant(outcomes)
    if len(kinds) > 1:
        console.print(figures_table(kinds, "kind"))
    if len(slants) > len(kinds):
        console.print(figures_table(slants, "slant"))
    if given.disturb:
        console.print(disturbed_table(found))
    if given.confusion:
        console.print(confusion_table(confusion(outcomes)))
    if given.calibration:
        console.print(calibration_table(calibration(outcomes)))
    lines = wrong_lines(outcomes) + worst_lines(outcomes, given.worst) + (agreement_lines(agreed) if agreed else [])
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False)


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _disturbances(text: str) -> list[str]:
    unknown = [name for name in _names(text) if name not in DISTURBANCES]
    if unknown:
        raise argparse.ArgumentTypeError(f"no disturbance is called {unknown[0]!r}; take {', '.join(DISTURBANCES)}")
    return _names(text)


def _at_least(least: int) -> Callable[[str], int]:
    def count(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > DIGITS or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is no whole number from {least} on")
        return int(text)

    return count


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="one JSON object with everything, instead of tables")
    parser.add_argument("--kind", action="append", help=f"the kinds of dice (d6), or all: {', '.join(KINDS)}")
    parser.add_argument(
        "--sources", type=_names, default=[], metavar="A,B", help="only these, by a part of their names"
    )
    parser.add_argument("--without", type=_names, default=[], metavar="A,B", help="not these sources")
    parser.add_argument("--every", type=_at_least(1), default=1, metavar="N", help="measure every N-th picture only")
    parser.add_argument("--reader", choices=("best", "classical", "learned"), default="best")
    parser.add_argument("--models", type=Path, metavar="FOLDER", help="other models than the installed ones")
    parser.add_argument("--confusion", action="store_true", help="which faces are taken for which")
    parser.add_argument("--calibration", action="store_true", help="whether confidence keeps its word")
    parser.add_argument("--worst", type=_at_least(0), default=0, metavar="N", help="the N worst pictures")
    parser.add_argument("--disturb", type=_disturbances, default=[], metavar="A,B", help=", ".join(DISTURBANCES))
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep what was read")
    parser.add_argument("--readings", type=Path, metavar="FILE", help="measure what was kept instead of reading")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="whether what was kept reads the same")
    parser.add_argument("--processes", type=_at_least(1), default=PROCESSES, metavar="N")
    return parser


if __name__ == "__main__":
    main()
