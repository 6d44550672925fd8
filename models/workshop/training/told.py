"""What the manifest of trained models tells beside their files: what they have learned from, and how sure to be.

Figures from pictures that a model has learned from flatter it, so that it is written down with the model what these
were.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.models.store import MANIFEST, NAMES, ModelsError, sha256_of
from croupier.models.workshop.stopped import write_whole


@dataclass(frozen=True, slots=True)
class Learned:
    """The sources of photographs and the seeds of rendered scenes that models have learned from."""

    sources: frozenset[str]
    seeds: frozenset[int]

    def __or__(self, other: Learned) -> Learned:
        """From these and from those of `other`."""
        return Learned(self.sources | other.sources, self.seeds | other.seeds)


def write_manifest(folder: Path, learned: Learned) -> None:
    """A manifest with the checksum of each model in `folder`, and what both have `learned` from."""
    files = {name: f"{name}.onnx" for name in NAMES}
    models = {name: {"file": file, "sha256": sha256_of((folder / file).read_bytes())} for name, file in files.items()}
    _write(folder, {"models": models, "learned_from": sorted(learned.sources), "scene_seeds": sorted(learned.seeds)})


def learned_from(folder: Path) -> Learned | None:
    """What the models in `folder` have learned from, or None when their manifest does not tell. Raises `ModelsError`
    when there is none, or when it is damaged."""
    told = _read(folder)
    if "learned_from" not in told:
        return None
    sources, seeds = told["learned_from"], told.get("scene_seeds", ())
    for values, kind in ((sources, str), (seeds, int)):
        if not isinstance(values, list) or not all(isinstance(value, kind) for value in values):
            raise _damaged(folder)
    return Learned(frozenset(sources), frozenset(seeds))


def write_calibration(folder: Path, calibration: Mapping[str, float], sure: float) -> None:
    """Add to the manifest in `folder` by which coefficients its models are judged, and from which confidence on a die
    is `sure`."""
    _write(folder, {**_read(folder), "calibration": dict(calibration), "thresholds": {"sure": sure}})


def _read(folder: Path) -> dict[str, Any]:
    try:
        told = json.loads((folder / MANIFEST).read_bytes())
    except FileNotFoundError:
        raise ModelsError(f"{folder} has no {MANIFEST}; give a folder of models.") from None
    # Brackets without end are too deep, and that is no ValueError.
    except (OSError, ValueError, RecursionError):
        raise _damaged(folder) from None
    if not isinstance(told, dict):
        raise _damaged(folder)
    return told


def _damaged(folder: Path) -> ModelsError:
    return ModelsError(f"{folder / MANIFEST} is damaged; give other models, or export these again.")


def _write(folder: Path, told: Mapping[str, Any]) -> None:
    write_whole(folder / MANIFEST, (json.dumps(told, indent=2) + "\n").encode())
