"""Shipped models → networks that can learn on.

An exported model has no batch normalization left: it is folded into the convolutions. To learn on, each convolution
gets one again that changes nothing for the pictures it is shown here, and so starts where the model stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from croupier.models.workshop.training.nets import Finder, Namer


def thaw_finder(path: Path, views: Iterable[Tensor]) -> Finder:
    """The finder in `path`, ready to learn on; `views` (N, 3, H, W) 0…1 are typical of what it sees."""
    net = Finder()
    _thaw(net, path, [(view,) for view in views])
    return net


def thaw_namer(path: Path, crops: Iterable[tuple[Tensor, Tensor]]) -> Namer:
    """The namer in `path`, ready to learn on; `crops` are typical near and wide ones, (N, 3, 64, 64) 0…1 each."""
    net = Namer()
    _thaw(net, path, list(crops))
    kept = _initializers(path)
    for name in ("embed.weight", "embed.bias", "faces.weight"):
        net.get_parameter(name).data = torch.from_numpy(kept[f"net.{name}"])
    return net


@torch.no_grad()
def _thaw(net: nn.Module, path: Path, inputs: list[tuple[Tensor, ...]]) -> None:
    net.eval()
    convs = _in_order(net, inputs[0])
    kept = _initializers(path)
    nodes = [node for node in onnx.load(path).graph.node if node.op_type == "Conv"]
    norms = _norms(net)
    for conv, node in zip(convs, nodes, strict=True):
        conv.weight.data = torch.from_numpy(kept[node.input[1]])
        bias = torch.from_numpy(kept[node.input[2]])
        if conv.bias is not None:
            conv.bias.data = bias
        else:
            norms[conv].bias.data = bias
            norms[conv].running_var = torch.full_like(bias, 1 - norms[conv].eps)
    seen: dict[nn.Conv2d, list[Tensor]] = {conv: [] for conv in norms}
    hooks = [conv.register_forward_hook(lambda conv, _, out: seen[conv].append(out)) for conv in norms]
    for one in inputs:
        net(*one)
    for hook in hooks:
        hook.remove()
    for conv, norm in norms.items():
        values = torch.cat([out.transpose(0, 1).flatten(1) for out in seen[conv]], dim=1)
        mean, variance = values.mean(1), values.var(1)
        norm.running_mean, norm.running_var = mean, variance
        norm.weight.data = torch.sqrt(variance + norm.eps)
        norm.bias.data = norm.bias + mean


def _in_order(net: nn.Module, inputs: tuple[Tensor, ...]) -> list[nn.Conv2d]:
    """The convolutions in the order in which they are used, which is that of the exported graph."""
    order: list[nn.Conv2d] = []
    hooks = [
        module.register_forward_hook(lambda conv, _, __: order.append(conv))
        for module in net.modules()
        if isinstance(module, nn.Conv2d)
    ]
    net(*inputs)
    for hook in hooks:
        hook.remove()
    return order


def _norms(net: nn.Module) -> dict[nn.Conv2d, nn.BatchNorm2d]:
    """The normalization that follows each convolution."""
    pairs = {}
    for block in net.modules():
        if isinstance(block, nn.Sequential):
            for first, second in zip(block, list(block)[1:], strict=False):
                if isinstance(first, nn.Conv2d) and isinstance(second, nn.BatchNorm2d):
                    pairs[first] = second
    return pairs


def _initializers(path: Path) -> dict[str, np.ndarray]:
    model = onnx.load(path)
    return {one.name: numpy_helper.to_array(one).copy() for one in model.graph.initializer}
