"""`python -m croupier.models.workshop.judge OUT --count 300 --empty 60 --seed 1`: slanted scenes with their truth.

Writes JPEGs and `truth.jsonl`, a line a picture once it is complete. Run it again and it goes on where it stopped;
each picture depends on the seed and its number alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np
from rich.progress import track

from croupier.models.workshop.judge.film import develop
from croupier.models.workshop.judge.layout import lay_out
from croupier.models.workshop.judge.rendering import Renderer
from croupier.models.workshop.judge.scene import truth
from croupier.models.workshop.stopped import OtherWork, made_already

TRUTH = "truth.jsonl"
QUALITY = (78, 96)
"""Of the JPEGs, from worst to best."""


def main() -> None:
    """Render what is missing. An unusable folder or a missing renderer is one sentence and exit status 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--count", type=int, default=300, help="pictures with dice")
    parser.add_argument("--empty", type=int, default=0, help="pictures without dice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=24, help="paths a pixel")
    given = parser.parse_args()
    try:
        given.out.mkdir(parents=True, exist_ok=True)
        done = made_already(given.out / TRUTH, given.seed)
        wanted = [
            (number, empty) for empty, count in ((False, given.count), (True, given.empty)) for number in range(count)
        ]
        missing = [one for one in wanted if file_name(*one) not in done]
        renderer = Renderer(given.samples)
    except (RuntimeError, OtherWork) as error:
        sys.exit(str(error))
    for number, empty in track(missing, "Rendering"):
        _render(renderer, given.out, given.seed, number, empty)


def file_name(number: int, empty: bool) -> str:
    """`dice-0007.jpg`, or `none-0007.jpg` for a picture without dice."""
    return f"{'none' if empty else 'dice'}-{number:04}.jpg"


def _render(renderer: Renderer, folder: Path, seed: int, number: int, empty: bool) -> None:
    rng = np.random.default_rng([seed, int(empty), number])
    planned = lay_out(rng, empty)
    picture = develop(renderer.take(planned, int(rng.integers(2**31))), rng)
    name = file_name(number, empty)
    cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*QUALITY))])
    with (folder / TRUTH).open("a") as told:
        told.write(json.dumps({**truth(planned, name), "seed": seed}) + "\n")


if __name__ == "__main__":
    main()
