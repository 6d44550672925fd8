"""From an empty folder to the models: `python -m croupier.models.workshop.training WORK --photos FOLDER`.

Renders the scenes, teaches the finder (first on renders, then with photographs), closes gaps in other people's labels
with what it finds, teaches the namer on the finder's own finds, exports both, and calibrates. Every stage keeps its
result in WORK and is skipped when it is there: stop it at any time and run it again. `--without SOURCE` leaves a source
of photographs out from the first step to the last, so that it can be measured as a stranger; `--from MODELS` goes on
from shipped models instead of beginning anew; `--smoke` is two minutes of all that, to see that every stage works.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from croupier.models.workshop.training.examples import SOURCES
from croupier.models.workshop.training.plan import FULL, SMOKE
from croupier.models.workshop.training.stages import run


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m croupier.models.workshop.training", description="Train the models."
    )
    parser.add_argument("work", type=Path, metavar="WORK", help="a folder for scenes, checkpoints and models")
    parser.add_argument("--photos", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--without", default="", metavar="SOURCE,…", help="sources to leave out, to be measured on")
    parser.add_argument("--from", type=Path, metavar="MODELS", dest="start", help="models to learn on from")
    parser.add_argument("--smoke", action="store_true", help="two minutes, to see that every stage works")
    given = parser.parse_args()
    if given.start and given.without:
        parser.error("--from cannot go with --without: the models may have been trained on that source")
    without = frozenset(filter(None, given.without.split(",")))
    if unknown := without - SOURCES.keys():
        parser.error(
            f"no photographs of {', '.join(sorted(unknown))} are learned from; sources are {', '.join(SOURCES)}"
        )
    run(SMOKE if given.smoke else FULL, given.work, given.photos, without, given.start, Console())


if __name__ == "__main__":
    main()
