"""How well the reader reads pictures whose truth is known: `python -m croupier.models.workshop.measure FOLDER…`.

A folder holds `labels.jsonl` or `truth.jsonl`: a line a picture with `file`, `kind`, `faces` and maybe `source`.
Figures, by source and in all: **exact**, every die of the picture right; **sure**, the share the reader accepts;
**wrong when sure**, the only unforgivable one; precision and recall of single dice (faces as a multiset); the median
time a picture.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
from rich.console import Console
from rich.progress import track
from rich.table import Table

from croupier.vision.picture import load_picture
from croupier.vision.reader import open_reader
from croupier.vision.reading import Reader

PROCESSES = 2
TRUTHS = ("labels.jsonl", "truth.jsonl")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and the faces that lie in it, sorted."""

    path: Path
    source: str
    kind: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the reader made of a picture; `seconds` of processor time."""

    picture: Picture
    faces: tuple[int, ...]
    sure: bool
    seconds: float

    @property
    def exact(self) -> bool:
        return self.faces == self.picture.faces


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of some pictures; shares are 0…1, `wrong_when_sure` is a share of the sure ones."""

    pictures: int
    exact: float
    sure: float
    wrong_when_sure: float
    wrong: int
    precision: float
    recall: float
    ms: float


def pictures_in(folder: Path, kinds: Sequence[str] = ("d6",)) -> list[Picture]:
    """The pictures of `folder` whose truth is known and whose kind is one of `kinds`."""
    truth = next((folder / name for name in TRUTHS if (folder / name).is_file()), None)
    if truth is None:
        raise FileNotFoundError(f"{folder} has neither {' nor '.join(TRUTHS)}; give a folder of labelled pictures.")
    rows = [json.loads(line) for line in truth.read_text().splitlines() if line.strip()]
    return [
        Picture(folder / row["file"], row.get("source", folder.name), row["kind"], tuple(sorted(row["faces"])))
        for row in rows
        if row["kind"] in kinds
    ]


def measure(pictures: Iterable[Picture]) -> Iterable[Outcome]:
    """What the reader makes of each picture, in order, on two processes."""
    # Started afresh: a fork of a process in which OpenCV's threads ran hangs.
    with ProcessPoolExecutor(PROCESSES, get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        yield from pool.map(outcome, pictures, chunksize=2)


def outcome(picture: Picture) -> Outcome:
    """What the reader makes of one picture."""
    image = load_picture(picture.path)
    began = time.process_time()
    reading = _reader().read(image, "dF" if picture.kind == "dF" else "auto")
    seconds = time.process_time() - began
    faces = tuple(sorted(die.face for die in reading.dice if die.face is not None))
    return Outcome(picture, faces, reading.sure, seconds)


@cache
def _reader() -> Reader:
    return open_reader()


def figures(outcomes: Sequence[Outcome]) -> Figures:
    """The figures of `outcomes`, which must not be empty."""
    sure = [o for o in outcomes if o.sure]
    wrong = sum(not o.exact for o in sure)
    right = sum(sum((Counter(o.faces) & Counter(o.picture.faces)).values()) for o in outcomes)
    return Figures(
        pictures=len(outcomes),
        exact=sum(o.exact for o in outcomes) / len(outcomes),
        sure=len(sure) / len(outcomes),
        wrong_when_sure=wrong / max(len(sure), 1),
        wrong=wrong,
        precision=right / max(sum(len(o.faces) for o in outcomes), 1),
        recall=right / max(sum(len(o.picture.faces) for o in outcomes), 1),
        ms=1000 * statistics.median(o.seconds for o in outcomes),
    )


def by_source(outcomes: Iterable[Outcome]) -> dict[str, Figures]:
    """The figures of each source, and of all under "all"."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for o in outcomes:
        groups[o.picture.source].append(o)
        groups["all"].append(o)
    everything = groups.pop("all", [])
    return {name: figures(group) for name, group in (*groups.items(), ("all", everything)) if group}


def as_table(found: dict[str, Figures]) -> Table:
    """The figures for people."""
    table = Table(box=None)
    table.add_column("source", no_wrap=True)
    for name in ("pictures", "exact", "sure", "wrong when sure", "precision", "recall", "ms"):
        table.add_column(name, justify="right", no_wrap=name == "wrong when sure")
    for source, f in found.items():
        wrong = f"{f.wrong} ({f.wrong_when_sure:.1%})" if f.wrong else "0"
        row = (source, str(f.pictures), f"{f.exact:.0%}", f"{f.sure:.0%}", wrong)
        table.add_row(*row, f"{f.precision:.2f}", f"{f.recall:.2f}", f"{f.ms:.0f}")
    return table


def main() -> None:
    """Measure the folders named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--kind", action="append", help="the kinds of dice to measure (d6)")
    parser.add_argument("--every", type=int, default=1, help="measure every n-th picture only")
    given = parser.parse_args()
    pictures = [p for folder in given.folders for p in pictures_in(folder, given.kind or ("d6",))][:: given.every]
    outcomes = list(track(measure(pictures), "Reading", len(pictures), transient=True, disable=given.json))
    found = by_source(outcomes)
    wrong = [o for o in outcomes if o.sure and not o.exact]
    if given.json:
        told: dict[str, Any] = {"sources": {name: asdict(f) for name, f in found.items()}}
        told["wrong"] = [{"file": str(o.picture.path), "faces": o.picture.faces, "read": o.faces} for o in wrong]
        print(json.dumps(told))
        return
    console = Console()
    console.print(as_table(found))
    for o in wrong:
        console.print(f"sure and wrong: {o.picture.path} shows {o.picture.faces}, read {o.faces}", soft_wrap=True)


if __name__ == "__main__":
    main()
