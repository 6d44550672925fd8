"""What a training ends with: the models as the reader takes them, in full and in 8 bits, and their manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from croupier.models.workshop.training.examples import Example
from croupier.models.workshop.training.export import export_finder, export_namer, quantize
from croupier.models.workshop.training.nets import Finder, Namer
from croupier.vision.frame import Image
from croupier.vision.learned.flatten import crops
from croupier.vision.learned.pixels import Halves

LOOK_PX = (480, 352)
MAPS = "/net/maps/Conv"
"""The last layer stays as it is: eleven maps of different ranges would share one scale."""


def ship(folder: Path, found: Finder, faces: Namer, typical: Sequence[Example]) -> Path:
    """Write `finder.onnx` and `namer.onnx` with a manifest into `folder`/full, and in 8 bits into `folder`/small.

    `typical` pictures tell the range of each layer.
    """
    full, small = folder / "full", folder / "small"
    for one in (full, small):
        one.mkdir(parents=True, exist_ok=True)
    export_finder(found, full / "finder.onnx")
    export_namer(faces, full / "namer.onnx")
    pictures = [(example, example.load()) for example in typical]
    looks = [{"picture": _look(image)[None]} for _, image in pictures]
    quantize(full / "finder.onnx", small / "finder.onnx", looks, [MAPS])
    quantize(full / "namer.onnx", small / "namer.onnx", [_crops(*one) for one in pictures if one[0].dice])
    for one in (full, small):
        write_manifest(one)
    return folder


def write_manifest(folder: Path, **told: Any) -> None:
    """`manifest.json` with the checksum of each model in `folder`, and what else is `told`."""
    models = {
        name: {"file": f"{name}.onnx", "sha256": hashlib.sha256((folder / f"{name}.onnx").read_bytes()).hexdigest()}
        for name in ("finder", "namer")
    }
    text = json.dumps({"models": models, "looks_closer": True, **told}, indent=2)
    (folder / "manifest.json").write_text(text + "\n", encoding="utf-8")


def _look(image: Image) -> Image:
    return np.asarray(cv2.resize(image, LOOK_PX, interpolation=cv2.INTER_AREA), np.uint8)


def _crops(example: Example, image: Image) -> dict[str, Any]:
    picture = Halves(image)
    pairs = [crops(picture, die.face_up, turn) for die in example.dice or () for turn in (0.0, 0.8)]
    return {"near": np.stack([pair[0] for pair in pairs]), "wide": np.stack([pair[1] for pair in pairs])}
