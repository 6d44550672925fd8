"""Networks → ONNX files that take pictures as cameras give them: bytes, blue-green-red, rows first."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn

from croupier.models.workshop.training.nets import Finder, Namer

OPSET = 17


class _FinderOfBytes(nn.Module):
    def __init__(self, net: Finder) -> None:
        super().__init__()
        self.net = net

    def forward(self, picture: Tensor) -> Tensor:
        return self.net(picture.float().permute(0, 3, 1, 2) / 255)  # type: ignore[no-any-return]


class _NamerOfBytes(nn.Module):
    def __init__(self, net: Namer) -> None:
        super().__init__()
        self.net = net

    def forward(self, near: Tensor, wide: Tensor) -> tuple[Tensor, Tensor]:
        logits, embedding = self.net(near.float().permute(0, 3, 1, 2) / 255, wide.float().permute(0, 3, 1, 2) / 255)
        return torch.softmax(logits, dim=1), embedding


def export_finder(net: Finder, path: Path) -> None:
    """`picture` (1, H, W, 3) uint8 → `maps` (1, 12, H/4, W/4)."""
    blank = torch.zeros(1, 256, 320, 3, dtype=torch.uint8)
    axes = {"picture": {1: "height", 2: "width"}, "maps": {2: "rows", 3: "columns"}}
    _export(_FinderOfBytes(net), (blank,), path, ["picture"], ["maps"], axes)


def export_namer(net: Namer, path: Path) -> None:
    """`near`, `wide` (N, 64, 64, 3) uint8 → `faces` (N, 10) probabilities, `embedding` (N, 64)."""
    blank = torch.zeros(2, 64, 64, 3, dtype=torch.uint8)
    axes = {name: {0: "crops"} for name in ("near", "wide", "faces", "embedding")}
    _export(_NamerOfBytes(net), (blank, blank), path, ["near", "wide"], ["faces", "embedding"], axes)


def quantize(
    full: Path, small: Path, inputs: Sequence[dict[str, np.ndarray[Any, Any]]], keep: Sequence[str] = ()
) -> None:
    """The model `full` in 8 bits at `small`; `inputs` are typical of what it will see, `keep` names operations that
    stay as they are."""
    prepared = small.with_suffix(".prepared.onnx")
    quant_pre_process(full, prepared, skip_symbolic_shape=True)
    quantize_static(
        prepared,
        small,
        _Typical(inputs),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["Conv"],
        nodes_to_exclude=list(keep),
    )
    prepared.unlink()


class _Typical(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, inputs: Sequence[dict[str, np.ndarray[Any, Any]]]) -> None:
        self._inputs: Iterator[dict[str, np.ndarray[Any, Any]]] = iter(inputs)

    def get_next(self) -> dict[str, np.ndarray[Any, Any]] | None:
        return next(self._inputs, None)


def _export(
    net: nn.Module, blank: tuple[Tensor, ...], path: Path, taken: list[str], given: list[str], axes: dict[str, Any]
) -> None:
    with warnings.catch_warnings():
        # The older exporter warns that it is; the newer one leaves free sides of pictures out.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(),
            blank,
            str(path),
            input_names=taken,
            output_names=given,
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
