"""Where a training works: it keeps the result of each stage there, and goes on with no other training's."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from croupier.models.store import read_manifest, sha256_of
from croupier.models.workshop.measuring.lines import content
from croupier.models.workshop.stopped import claim, write_whole
from croupier.models.workshop.training.examples import LABELS
from croupier.models.workshop.training.plan import Plan

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where a training works, how much it does, and what tells how far it is."""

    plan: Plan
    folder: Path
    scenes: tuple[Path, ...]
    base: Path
    """The checkpoint of the finder that has seen renders alone: it is the same whatever photographs come after it."""
    console: Console
    start: Path | None = None
    """A folder of models to go on from instead of beginning anew."""

    def kept(self, name: str, make: Callable[[], Result]) -> Result:
        """The result of a stage, made when it is not kept yet."""
        path = self.folder / f"{name}.pickle"
        if path.is_file():
            result: Result = pickle.loads(path.read_bytes())
            return result
        self.console.rule(name)
        result = make()
        write_whole(path, pickle.dumps(result))
        return result


def work_in(
    folder: Path,
    plan: Plan,
    photos: Sequence[Path],
    without: frozenset[str],
    start: Path | None,
    console: Console,
) -> Workplace:
    """The place in `folder` for this training: without a source, or from models, it has a folder of its own.

    Models to go on from may have seen any source: what learns on from them is never the base of another training.
    Raises `OtherWork` when the folder holds what another plan, other photographs or other models have led to,
    and `MeasureError` when a folder of photographs has no labels.
    """
    own = folder / "learned-on" if start else folder
    work = own / "-".join(["without", *sorted(without)]) if without else own
    # All trainings in a folder share its scenes and its first finder, which the plan alone decides.
    claim(folder / "plan.json", "training", asdict(plan))
    labels = {str(photo.resolve()): sha256_of(content(photo / LABELS)) for photo in photos}
    models = dict(read_manifest(start).sha256) if start else None
    claim(work / "inputs.json", "training", {"photographs": labels, "without": sorted(without), "from": models})
    return Workplace(plan, work, (folder / "scenes",), own / "finder-renders.ckpt", console, start)
