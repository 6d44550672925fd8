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
    """The finder in an ONNX file's `content`, ready. Raises `ModelsError` when onnxruntime cannot run it, also as it
    looks."""
    run = _opened("finder", content, ("picture",), "maps")

    def find(image: Image) -> Maps:
        return np.asarray(run({"picture": image[None]})[0])

    return find


def _open_namer(content: bytes) -> Namer:
    run = _opened("namer", content, ("near", "wide"), "faces")
    return lambda near, wide: np.asarray(run({"near": near, "wide": wide}))


def _opened(name: str, content: bytes, inputs: tuple[str, ...], output: str) -> Callable[[dict[str, Any]], Any]:
    """The model as a function of its inputs by name."""
    try:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        session_of = onnxruntime.InferenceSession
    except Exception as error:  # a wheel that does not fit the machine fails in many ways
        raise ModelsError(f"onnxruntime, which runs the models, does not load ({_in_a_line(error)}).") from error
    options.intra_op_num_threads = options.inter_op_num_threads = THREADS
    options.log_severity_level = QUIET
    # Pictures come in many sizes; a pool would keep the largest ones' memory for ever.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    try:
        session = session_of(content, options, providers=["CPUExecutionProvider"])
        takes = {one.name for one in session.get_inputs()}
        gives = {one.name for one in session.get_outputs()}
    except Exception as error:
        raise ModelsError(f"The model {name} cannot be run by this onnxruntime: install Croupier again.") from error
    if takes != set(inputs) or output not in gives:
        raise ModelsError(f"The model {name} is another model: install Croupier again.")

    def run(given: dict[str, Any]) -> Any:
        try:
            return session.run([output], given)[0]
        except Exception as error:  # above all for lack of memory
            words = f"The model {name} fails on this picture ({_in_a_line(error)})"
            raise ModelsError(f"{words}: save the picture smaller, or run `croupier doctor`.") from error

    return run


def _in_a_line(error: Exception) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in str(error)).split()).rstrip(".")
