"""The loop that teaches a network, whichever it is: batches in, losses down, kept safe every few steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import torch
from rich.console import Console
from torch import Tensor, nn

from croupier.models.workshop.training.progress import Average, Checkpoint, rate
from croupier.models.workshop.training.stream import Batch, batches

Net = TypeVar("Net", bound=nn.Module)
TOLD = 250
"""Steps after which progress is told and kept."""
SHORT = 20
"""A lesson of fewer steps is over before processes that make examples have started: it makes its own."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """`steps` of `batch` examples that `make` draws in `workers` processes; the rate falls from `highest`. `figures`
    names what is told beside the loss."""

    name: str
    steps: int
    batch: int
    highest: float
    seed: int
    workers: int
    figures: str
    make: Callable[..., Iterator[Batch]]


def teach(
    lesson: Lesson,
    net: Net,
    empty: Net,
    learn: Callable[[Net, Batch], tuple[Tensor, tuple[float, ...]]],
    checkpoint: Path,
    console: Console,
) -> Net:
    """`empty`, filled with the averaged weights of `net` after the lesson, which goes on from `checkpoint` where there
    is one. `learn` gives the loss of a batch, and figures to tell."""
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimizer = torch.optim.AdamW(net.parameters(), lesson.highest, weight_decay=1e-3)
    kept = Checkpoint(checkpoint, net, optimizer)
    step = kept.resume()
    if step >= lesson.steps:
        return kept.averaged(empty)
    net.train()
    began, shown = time.monotonic(), Average()
    source = batches(lesson.make, lesson.workers if lesson.steps >= SHORT else 0, lesson.seed + step)
    while step < lesson.steps:
        for group in optimizer.param_groups:
            group["lr"] = rate(lesson.highest, step, lesson.steps)
        loss, figures = learn(net, next(source))
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        kept.average()
        shown.add(*figures)
        step += 1
        if step % TOLD == 0:
            pace = shown.count * lesson.batch / (time.monotonic() - began)
            told = f"{lesson.name} {step}/{lesson.steps}  {pace:.0f} a second  {lesson.figures} {shown}"
            console.print(told, highlight=False)
            began, shown = time.monotonic(), Average()
            kept.save(step)
    source.close()  # type: ignore[attr-defined]
    kept.save(step)
    return kept.averaged(empty)
