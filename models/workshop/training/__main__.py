"""From an empty folder to the models: `python -m croupier.models.workshop.training WORK --photos FOLDER`.

Renders the scenes, teaches the finder (first on renders, then with photographs), closes gaps in other people's labels
with what it finds, teaches the namer on the finder's own finds, and exports both; `calibrate` comes after it. Every
stage keeps its result in WORK and is skipped when it is there: stop it at any time and run it again. What a training is
made from is kept there too, and another one is refused. `--without SOURCE` leaves a source of photographs out of
everything that is learned, so that it can be measured as a stranger: scenes and the first finder, which know no
photographs, are those of the other trainings in WORK. `--from MODELS` lets the finder of shipped models learn on, on
scenes that it has not seen; `--smoke` is a minute of all that, to see that every stage works.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from rich.console import Console

from croupier.models.workshop.measuring.lines import MeasureError
from croupier.models.workshop.stopped import OtherWork
from croupier.models.workshop.training.examples import SOURCES
from croupier.models.workshop.training.plan import FULL, ON, SMOKE
from croupier.models.workshop.training.stages import run
from croupier.vision.picture import PictureError


def main() -> None:
    """Train as the command line says. What cannot be done is one sentence and exit status 1."""
    parser = argparse.ArgumentParser(
        prog="python -m croupier.models.workshop.training", description="Train the models."
    )
    parser.add_argument("work", type=Path, metavar="WORK", help="a folder for scenes, checkpoints and models")
    parser.add_argument("--photos", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--without", default="", metavar="SOURCE,…", help="sources to leave out, to be measured on")
    parser.add_argument("--from", type=Path, metavar="MODELS", dest="start", help="models to learn on from")
    parser.add_argument("--smoke", action="store_true", help="a minute, to see that every stage works")
    given = parser.parse_args()
    if given.start and given.without:
        parser.error("--from cannot go with --without: the models may have been trained on that source")
    without = frozenset(filter(None, given.without.split(",")))
    if unknown := without - SOURCES.keys():
        parser.error(
            f"no photographs of {', '.join(sorted(unknown))} are learned from; sources are {', '.join(SOURCES)}"
        )
    plan = SMOKE if given.smoke else ON if given.start else FULL
    try:
        run(plan, given.work, given.photos, without, given.start, Console())
    except subprocess.CalledProcessError as error:
        # The renderer has said why.
        sys.exit(error.returncode)
    except (OtherWork, MeasureError, PictureError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
