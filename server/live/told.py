"""What is seen, as JSON for the pages."""

from __future__ import annotations

from typing import Any

from croupier.server.die import die_json
from croupier.server.live.photo import Shot
from croupier.vision.roll import Seen


def seen_json(seen: Seen, shot: Shot | None) -> dict[str, Any]:
    """What is seen, for the pages; `size` is the picture's width and height in the pixels of `corners`."""
    height, width = shot.frame.image.shape[:2] if shot else (0, 0)
    dice = [die_json(die) for die in seen.dice]
    return {"at": seen.at, "phase": seen.phase.value, "size": [width, height], "dice": dice, "why": list(seen.why)}


def without_at(told: dict[str, Any] | None) -> dict[str, Any] | None:
    """All of it but the time, to see whether anything changed."""
    return told and {key: value for key, value in told.items() if key != "at"}
