"""How much of everything: the full training, and a small one that shows in a minute that every stage works."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """Scenes to render; views for the finder without and with photographs; crops for the namer, before and after the
    dice of pictures of which only the faces are known have been told apart."""

    scenes: int
    finder_renders: int
    finder_photos: int
    harvested_scenes: int
    namer_first: int
    namer: int
    seed: int = 7


FULL = Plan(
    scenes=6000,
    finder_renders=125_000,
    finder_photos=280_000,
    harvested_scenes=900,
    namer_first=700_000,
    namer=300_000,
)
SMOKE = Plan(scenes=8, finder_renders=32, finder_photos=32, harvested_scenes=2, namer_first=192, namer=192)
REAL = 0.45
"""The share of photographs once they are mixed in."""
