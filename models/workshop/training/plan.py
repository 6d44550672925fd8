"""How much of everything: the full training, what learning on takes, and a small one that shows in a minute that every
stage works."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """Scenes to render; views for the finder without and with photographs; crops for the namer, before and after the
    dice of pictures of which only the faces are known have been told apart. The finder's rate falls from `rate` where
    photographs are mixed in."""

    scenes: int
    finder_renders: int
    finder_photos: int
    harvested_scenes: int
    namer_first: int
    namer: int
    seed: int = 7
    rate: float = 1.75e-3


FULL = Plan(
    scenes=6000,
    finder_renders=125_000,
    finder_photos=280_000,
    harvested_scenes=900,
    namer_first=700_000,
    namer=300_000,
)
ON = Plan(
    scenes=800,
    finder_renders=0,
    finder_photos=110_000,
    harvested_scenes=0,
    namer_first=0,
    namer=0,
    seed=41,
    rate=1e-3,
)
"""From shipped models: the finder alone, on scenes that it has not seen; the namer stays as it is."""
SMOKE = Plan(scenes=4, finder_renders=32, finder_photos=32, harvested_scenes=2, namer_first=192, namer=192)
REAL = 0.45
"""The share of photographs once they are mixed in."""
