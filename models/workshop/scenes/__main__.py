"""`python -m croupier.models.workshop.scenes OUT --count N --seed S [--jobs J]`: render training scenes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.progress import track

from croupier.models.workshop.scenes.run import Order, render
from croupier.models.workshop.stopped import OtherWork


def main() -> None:
    """The command line. A run that was stopped goes on where it was; pictures of another seed are one sentence."""
    parser = argparse.ArgumentParser(description="Render training scenes; a run that was stopped goes on.")
    parser.add_argument("out", type=Path, help="the folder of pictures and labels.jsonl")
    parser.add_argument("--count", type=int, required=True, help="how many pictures the folder shall hold")
    parser.add_argument("--seed", type=int, required=True, help="another seed, other pictures")
    parser.add_argument("--jobs", type=int, default=2, help="processes that render")
    asked = parser.parse_args()
    made = render(Order(asked.out, asked.count, asked.seed), asked.jobs)
    try:
        for _ in track(made, "Rendering", total=asked.count):
            pass
    except OtherWork as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
