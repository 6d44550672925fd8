"""The best reader that this machine can run."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from croupier.models.store import MODELS, ModelsError
from croupier.vision.classical import ClassicalReader
from croupier.vision.reading import Reader


@cache
def tell(sentence: str) -> None:
    """Say it on stderr, once; a process that another one started to work for it leaves that to the other."""
    if multiprocessing.parent_process() is None:
        print(f"croupier: {sentence}", file=sys.stderr, flush=True)


def open_reader(folder: Path = MODELS, notice: Callable[[str], None] = tell) -> Reader:
    """A reader ready to read, with the models in `folder`; where they cannot be used, the one that needs none.

    That reader asks far more often, so `notice` is told in one sentence when it has to do.
    """
    try:
        from croupier.vision.learned import open_learned

        return open_learned(folder)
    except ModelsError as error:
        notice(f"{error} Until then dice are read without them, and more are asked about.")
        return ClassicalReader()
