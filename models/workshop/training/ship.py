"""What a training ends with: the models as the reader takes them, in full and in 8 bits, and their manifest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from croupier.models.store import open_store, read_manifest
from croupier.models.workshop.stopped import write_whole
from croupier.models.workshop.training.examples import Example, face_crops
from croupier.models.workshop.training.export import export_finder, export_namer, quantize
from croupier.models.workshop.training.nets import Finder, Namer
from croupier.models.workshop.training.told import Learned, write_calibration, write_manifest
from croupier.vision.frame import Image
from croupier.vision.learned.pixels import Halves

LOOK_PX = (480, 352)
MAPS = "/net/maps/Conv"
"""The last layer stays as it is: twelve maps of different ranges would share one scale."""


def ship(
    folder: Path,
    found: Finder,
    faces: Namer | None,
    typical: Sequence[Example],
    learned: Learned,
    start: Path | None = None,
) -> Path:
    """Write `finder.onnx` and `namer.onnx` with a manifest into `folder`/full, and in 8 bits into `folder`/small.

    `typical` pictures tell the range of each layer; the manifest tells what the networks have `learned` from. Without
    `faces` the namer is that of the models in `start`; models that learned on from these are judged as they are.
    """
    full, small = folder / "full", folder / "small"
    for one in (full, small):
        one.mkdir(parents=True, exist_ok=True)
    export_finder(found, full / "finder.onnx")
    if faces is not None:
        export_namer(faces, full / "namer.onnx")
    elif start is not None:
        write_whole(full / "namer.onnx", open_store(start).models["namer"])
    pictures = [(example, example.load()) for example in typical]
    looks = [{"picture": _look(image)[None]} for _, image in pictures]
    quantize(full / "finder.onnx", small / "finder.onnx", looks, [MAPS])
    quantize(full / "namer.onnx", small / "namer.onnx", [_crops(*one) for one in pictures if one[0].dice])
    for one in (full, small):
        write_manifest(one, learned)
        if start is not None and (judged := read_manifest(start)).calibration:
            write_calibration(one, judged.calibration, judged.thresholds["sure"])
    return folder


def _look(image: Image) -> Image:
    return np.asarray(cv2.resize(image, LOOK_PX, interpolation=cv2.INTER_AREA), np.uint8)


def _crops(example: Example, image: Image) -> dict[str, Any]:
    near, wide = face_crops(Halves(image), example.dice or ())
    return {"near": near, "wide": wide}
