"""Reading dice with trained models: find, flatten, name, then judge."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from croupier.models.store import MODELS
from croupier.vision.flicker import COLUMNS, ROWS, without_bands
from croupier.vision.frame import Image, resized
from croupier.vision.learned.find.border import cut_off
from croupier.vision.learned.find.plan import Plan, coarse_to_fine, one_scale
from croupier.vision.learned.find.search import search
from croupier.vision.learned.judge.confidence import SURE, WORDS, judge, weights
from croupier.vision.learned.judge.doubts import PLANES, doubts
from croupier.vision.learned.judge.evidence import Evidence, gather, without_verdict
from croupier.vision.learned.judge.fuse import Judged, fuse, usual_edge
from croupier.vision.learned.judge.inside import FEW_PIPS, die_inside
from croupier.vision.learned.name import chances, name
from croupier.vision.learned.pixels import Halves
from croupier.vision.learned.second import in_doubt, seconded, still_doubted
from croupier.vision.learned.sessions import Models, open_models
from croupier.vision.reading import Die, Reading, enlarged

LARGEST_PX = 4200
"""Larger pictures are shrunk to this long side first, to bound time and memory."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What one look at a picture came to: each die with its evidence, and what is wrong with the picture."""

    dice: tuple[tuple[Die, Evidence], ...]
    why: tuple[str, ...]


class LearnedReader:
    """The reader that needs the models, and onnxruntime to run them. Raises `ModelsError` when their confidence was
    fitted for another reader."""

    def __init__(self, models: Models) -> None:
        self._models = models
        self.lap: Callable[[str], None] = lambda stage: None
        """Called at the end of each stage of a reading, by its name: whoever has a clock can time it."""
        self._weights = weights(models.manifest.calibration)
        self._sure = models.manifest.thresholds.get("sure", SURE)

    def __reduce__(self) -> tuple[Callable[[Path], LearnedReader], tuple[Path]]:
        """In another process the models are opened anew."""
        return open_learned, (self._models.folder,)

    def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
        """Read the dice in `image`; see `Reader.read`."""
        looked = self.look(image, kind, edge)
        dice = [judge(die, evidence, self._weights, self._sure) for die, evidence in looked.dice]
        if PLANES in looked.why:
            # Any of them may be a side.
            dice = [replace(die, sure=False, why=die.why or WORDS["side"]) for die in dice]
        return Reading(tuple(dice), looked.why)

    def look(self, image: Image, kind: str = "auto", edge: float | None = None, plan: Plan | None = None) -> Looked:
        """All that `read` judges by, before it says how sure it is. `plan` overrules how the picture is searched."""
        whole, shrunk = image, LARGEST_PX / max(image.shape[:2])
        if shrunk < 1:
            image = resized(image, shrunk)
        picture = _evenly_lit(Halves(image))
        if plan is None:
            plan = one_scale(picture.size, edge * min(1.0, shrunk)) if edge else coarse_to_fine(picture.size)
        namer = self._models.namer
        found = search(self._models.finder, picture, plan, partial(chances, namer, picture))
        self.lap("find")
        named = name(namer, picture, found.candidates)
        self.lap("name")
        fused = fuse(named, kind)
        if kind != "dF" and in_doubt(fused, picture.size):
            surer = fuse(seconded(picture, named, partial(name, namer, picture)), kind)
            fused = still_doubted(fused, surer)
            self.lap("name again")
        evidence = gather(picture, fused.dice, len(fused.grey))
        cut = 0.0
        if fused.dice and not edge:
            # Dice of known size are no larger things that dice lie on, and the borders were looked at to know it.
            evidence = [self._looked_into(picture, *one) for one in zip(fused.dice, evidence, strict=True)]
            cut = cut_off(
                self._models.finder,
                partial(chances, namer),
                picture,
                usual_edge(fused.dice),
                [one.top for one in fused.dice],
            )
        dice = (enlarged(without_verdict(die), image, whole) for die in fused.dice)
        why = doubts(picture, fused, evidence, found.left_out, cut)
        return Looked(tuple(zip(dice, evidence, strict=True)), why)

    def _looked_into(self, picture: Halves, die: Judged, evidence: Evidence) -> Evidence:
        """`evidence`, which tells whether a mark on the face is a die itself, where there are few of them."""
        if die.kind != "d6" or die.face is None or die.face > FEW_PIPS:
            return evidence
        inside = die_inside(self._models.finder, partial(chances, self._models.namer), picture, die.top)
        return replace(evidence, inside=inside)


def _evenly_lit(picture: Halves) -> Halves:
    """`picture` without the bands of a flickering lamp; they are as plain in a smaller one."""
    smaller, _ = picture.level(max(0, int(math.log2(min(picture.size[0] / COLUMNS, picture.size[1] / ROWS)))))
    lit = without_bands(picture.image, smaller)
    return picture if lit is picture.image else Halves(lit)


def open_learned(folder: Path = MODELS) -> LearnedReader:
    """The reader with the models in `folder`. Raises `ModelsError` when they cannot be used."""
    return LearnedReader(open_models(folder))
