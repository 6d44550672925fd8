"""The two models opened: pictures in, arrays out. Everything that knows onnxruntime is here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.models.store import MODELS, Manifest, ModelsError, open_store
from croupier.vision.frame import Image
from croupier.vision.learned.find.decode import Maps
from croupier.vision.learned.find.search import Finder

THREADS = 1
"""A table's computer has other work, and several readers may run side by side."""
QUIET = 3
"""onnxruntime's level of logging: errors only, which come as exceptions anyway."""

Faces = npt.NDArray[np.float32]
Namer = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.uint8]], Faces]
"""near and wide crops (N, 64, 64, 3) → (N, 10) probabilities."""


@dataclass(frozen=True, slots=True)
class Models:
    """The finder and the namer as functions, what the manifest tells, and the folder that they came from."""

    finder: Finder
    namer: Namer
    manifest: Manifest
    folder: Path = MODELS


def open_models(folder: Path = MODELS) -> Models:
    """The models in `folder`, ready. Raises `ModelsError` in one sentence when they cannot be used."""
    store = open_store(folder)
    return Models(
        finder=open_finder(store.models["finder"]),
        namer=_open_namer(store.models["namer"]),
        manifest=store.manifest,
        folder=folder,
    )


def open_finder(content: bytes) -> Finder:
    """The finder in an ONNX file's `content`, ready. Raises `ModelsError` when onnxruntime cannot run it."""
    session = _opened("finder", content)

    def find(image: Image) -> Maps:
        return np.asarray(session.run(["maps"], {"picture": image[None]})[0][0])

    return find


def _open_namer(content: bytes) -> Namer:
    session = _opened("namer", content)
    return lambda near, wide: np.asarray(session.run(["faces"], {"near": near, "wide": wide})[0])


def _opened(name: str, content: bytes) -> Any:
    try:
        import onnxruntime
    except Exception as error:  # a wheel that does not fit the machine fails in many ways
        raise ModelsError(f"onnxruntime, which runs the models, does not load ({error}).") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = THREADS
    options.log_severity_level = QUIET
    # Pictures come in many sizes; a pool would keep the largest ones' memory for ever.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    try:
        return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelsError(f"The model {name} cannot be run by this onnxruntime: install Croupier again.") from error
