"""What keeps a long training safe and visible: checkpoints, averaged weights, the falling rate, running means."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TypeVar

import torch
from torch import nn

WARM_UP = 100
"""Steps over which the rate rises."""
LAST = 0.012
"""The share of the rate that is left at the end."""
MEMORY = 0.997
"""How slowly the averaged weights follow."""

Net = TypeVar("Net", bound=nn.Module)


def rate(highest: float, step: int, steps: int) -> float:
    """The learning rate at `step` of `steps`: a short rise, then half a cosine down."""
    fall = 0.5 + 0.5 * math.cos(math.pi * min(1.0, step / max(steps, 1)))
    return highest * min(1.0, (step + 1) / WARM_UP) * (LAST + (1 - LAST) * fall)


class Checkpoint:
    """A network in training, its running average and its optimizer, kept in `path`."""

    def __init__(self, path: Path, net: nn.Module, optimizer: torch.optim.Optimizer) -> None:
        self._path, self._net, self._optimizer = path, net, optimizer
        self._averaged = {name: value.detach().clone() for name, value in net.state_dict().items()}
        self._steps = 0

    def resume(self) -> int:
        """Load what was kept, if anything; the step to go on from."""
        if not self._path.is_file():
            return 0
        kept = torch.load(self._path, weights_only=True)
        self._net.load_state_dict(kept["net"])
        self._optimizer.load_state_dict(kept["optimizer"])
        self._averaged = kept["averaged"]
        self._steps = int(kept["step"])
        return self._steps

    @torch.no_grad()
    def average(self) -> None:
        """Let the average follow by one step."""
        self._steps += 1
        memory = min(MEMORY, (1 + self._steps) / (10 + self._steps))
        for name, value in self._net.state_dict().items():
            if value.dtype.is_floating_point:
                self._averaged[name].lerp_(value, 1 - memory)
            else:
                self._averaged[name].copy_(value)

    def save(self, step: int) -> None:
        """Keep all; a crash in the middle leaves the older checkpoint."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".new")
        state = {"net": self._net.state_dict(), "optimizer": self._optimizer.state_dict()}
        torch.save({**state, "averaged": self._averaged, "step": step}, fresh)
        fresh.replace(self._path)

    def averaged(self, empty: Net) -> Net:
        """`empty` filled with the averaged weights, ready to be used."""
        empty.load_state_dict(self._averaged)
        empty.eval()
        return empty


class Average:
    """Means of what was added since it was made."""

    def __init__(self) -> None:
        self.count = 0
        self._sums: list[float] = []

    def add(self, *values: float) -> None:
        self._sums = [a + b for a, b in zip(self._sums or [0.0] * len(values), values, strict=True)]
        self.count += 1

    def __str__(self) -> str:
        return ", ".join(f"{total / self.count:.3f}" for total in self._sums)
