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

from croupier.models.store import MANIFEST, NAMES, sha256_of
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
    """What the models in `folder` have learned from, or None when their manifest does not tell."""
    told = _read(folder)
    if "learned_from" not in told:
        return None
    return Learned(frozenset(told["learned_from"]), frozenset(told["scene_seeds"]))


def write_calibration(folder: Path, calibration: Mapping[str, float], sure: float) -> None:
    """Add to the manifest in `folder` by which coefficients its models are judged, and from which confidence on a die
    is `sure`."""
    _write(folder, {**_read(folder), "calibration": dict(calibration), "thresholds": {"sure": sure}})


def _read(folder: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    return told


def _write(folder: Path, told: Mapping[str, Any]) -> None:
    write_whole(folder / MANIFEST, (json.dumps(told, indent=2) + "\n").encode())
