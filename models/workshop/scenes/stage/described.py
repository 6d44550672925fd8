"""A die in the shader's own words."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.models.workshop.scenes.prints.crests import CELLS
from croupier.models.workshop.scenes.stage.glsl.bodies import GRAINS
from croupier.models.workshop.scenes.stage.values import Die

NO_CREST = -1


def told(die: Die) -> dict[str, Any]:
    """The uniforms of `DIE_FRAGMENT` that make it look so."""
    look, marks = die.look, die.look.marks
    return {
        "turn": die.turn,
        "middle": die.at,
        "edge": die.edge,
        # Where it lies decides where its grain is cut from: no two are alike, and no chance is needed.
        "luck": np.modf(np.abs(die.at * np.array([7.31, 3.77, 5.13]) + 0.3))[0],
        "fudge": look.kind == "dF",
        "body": np.array(look.body),
        "second": np.array(look.second),
        "grain": GRAINS[look.grain],
        "scale": look.scale,
        "rough": look.rough,
        "metal": look.metal,
        "clear": look.clear,
        "dirt": look.dirt,
        "round_": look.round,
        "logo": CELLS.get(look.logo, NO_CREST),
        "small": CELLS.get(look.small, NO_CREST),
        "small_at": np.array(look.small_at),
        "ink": np.array(marks.ink),
        "one_ink": np.array(marks.one_ink),
        "four_ink": np.array(marks.four_ink),
        "ring_ink": np.array(marks.ring_ink),
        "radius": marks.radius,
        "spread": marks.spread,
        "depth": marks.depth,
        "one": marks.one,
        "ring": marks.ring,
        "wear": marks.wear,
        "bar_length": marks.length,
        "bar_width": marks.width,
        "bar_soft": marks.soft,
        "ink_metal": marks.metal,
        "ink_rough": marks.rough,
    }
