"""Where the models are, and that they are the ones they should be: each file is checked against the manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MODELS = Path(__file__).resolve().parent
"""The models that come with the program."""
MANIFEST = "manifest.json"
NAMES = ("finder", "namer")
LARGEST = 1000.0
"""Weights are of the size of logits: one beyond this is damage."""


class ModelsError(OSError):
    """The models cannot be used; says why, and what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What `manifest.json` tells. `sha256` of each model's file by its name; `calibration` and `thresholds` are what
    the reader judges by."""

    files: Mapping[str, str]
    sha256: Mapping[str, str]
    calibration: Mapping[str, float]
    thresholds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Store:
    """The manifest, and the bytes of each model by its name."""

    manifest: Manifest
    models: Mapping[str, bytes]


def open_store(folder: Path = MODELS) -> Store:
    """The models in `folder`. Raises `ModelsError` when one is missing or is not the file that the manifest names."""
    manifest = read_manifest(folder)
    return Store(manifest, {name: _checked(folder / manifest.files[name], manifest.sha256[name]) for name in NAMES})


def read_manifest(folder: Path = MODELS) -> Manifest:
    """What the manifest in `folder` tells. Raises `ModelsError`."""
    try:
        told = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        models = {name: told["models"][name] for name in NAMES}
        return Manifest(
            files={name: str(model["file"]) for name, model in models.items()},
            sha256={name: str(model["sha256"]) for name, model in models.items()},
            calibration={
                str(name): _within(-LARGEST, LARGEST, value) for name, value in told.get("calibration", {}).items()
            },
            thresholds={str(name): _within(0.5, 1.0, value) for name, value in told.get("thresholds", {}).items()},
        )
    except FileNotFoundError:
        raise ModelsError("The models that read dice are not installed: install Croupier again.") from None
    except (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        raise ModelsError(f"The models' {MANIFEST} is damaged: install Croupier again.") from None


def _within(least: float, most: float, value: Any) -> float:
    """`value` as a number. Raises `ValueError` unless it is one between `least` and `most`."""
    number = float(value)
    if not least <= number <= most:
        raise ValueError(f"{number} is not between {least} and {most}")
    return number


def sha256_of(content: bytes) -> str:
    """The checksum as the manifest writes it."""
    return hashlib.sha256(content).hexdigest()


def _checked(path: Path, sha256: str) -> bytes:
    try:
        content = path.read_bytes()
    except OSError:
        raise ModelsError(f"The model {path.name} is missing: install Croupier again.") from None
    if sha256_of(content) != sha256:
        raise ModelsError(f"The model {path.name} is damaged: install Croupier again.")
    return content
