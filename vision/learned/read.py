"""Reading dice with trained models: find, flatten, name, then judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from croupier.models.store import MODELS
from croupier.vision.frame import Image
from croupier.vision.learned.find.plan import Plan, coarse_to_fine, every_scale, one_scale
from croupier.vision.learned.find.search import search
from croupier.vision.learned.judge.confidence import SURE, judge
from croupier.vision.learned.judge.doubts import doubts
from croupier.vision.learned.judge.evidence import Evidence, gather, without_verdict
from croupier.vision.learned.judge.fuse import fuse
from croupier.vision.learned.name import chances, name
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.sessions import Models, open_models
from croupier.vision.reading import Corners, Die, Reading

LARGEST_PX = 4200
"""Larger pictures are shrunk to this long side first, to bound time and memory."""
FOUND, MAYBE = 0.55, 0.4
"""What exists by this much is a die, or may be one, unless the manifest says otherwise."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What one look at a picture came to: each die with its evidence, and what is wrong with the picture."""

    dice: tuple[tuple[Die, Evidence], ...]
    why: tuple[str, ...]


class LearnedReader:
    """The reader that needs the models, and onnxruntime to run them."""

    def __init__(self, models: Models) -> None:
        self._models = models
        thresholds = models.manifest.thresholds
        self._found, self._maybe = thresholds.get("found", FOUND), thresholds.get("maybe", MAYBE)
        self._sure = thresholds.get("sure", SURE)

    def __reduce__(self) -> tuple[Callable[[Path], LearnedReader], tuple[Path]]:
        """In another process the models are opened anew."""
        return open_learned, (self._models.folder,)

    def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
        """Read the dice in `image`; see `Reader.read`."""
        looked = self.look(image, kind, edge)
        calibration = self._models.manifest.calibration
        dice = tuple(judge(die, evidence, calibration, self._sure) for die, evidence in looked.dice)
        return Reading(dice, looked.why)

    def look(self, image: Image, kind: str = "auto", edge: float | None = None, plan: Plan | None = None) -> Looked:
        """All that `read` judges by, before it says how sure it is. `plan` overrules how the picture is searched."""
        shrunk = min(1.0, LARGEST_PX / max(image.shape[:2]))
        if shrunk < 1:
            image = np.asarray(cv2.resize(image, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA), np.uint8)
        picture = Halves(image)
        plan = plan or self._plan(picture, edge and edge * shrunk)
        namer = self._models.namer
        found = search(self._models.finder, picture, plan, partial(chances, namer, picture))
        fused = fuse(name(namer, picture, found.candidates), kind, self._found, self._maybe)
        evidence = gather(picture, fused.dice, len(fused.grey))
        dice = (_enlarged(without_verdict(die), 1 / shrunk) for die in fused.dice)
        why = doubts(picture, fused, evidence, found.left_out)
        return Looked(tuple(zip(dice, evidence, strict=True)), why)

    def _plan(self, picture: Halves, edge: float | None) -> Plan:
        if edge:
            return one_scale(edge)
        return coarse_to_fine(picture.size) if self._models.manifest.looks_closer else every_scale(picture.size)


def open_learned(folder: Path = MODELS) -> LearnedReader:
    """The reader with the models in `folder`. Raises `ModelsError` when they cannot be used."""
    return LearnedReader(open_models(folder))


def _enlarged(die: Die, factor: float) -> Die:
    if factor == 1:
        return die
    corners: Corners = tuple((round(x * factor, 1), round(y * factor, 1)) for x, y in die.corners)  # type: ignore[assignment]
    return Die(die.kind, die.face, corners, die.confidence, die.sure, die.why)
