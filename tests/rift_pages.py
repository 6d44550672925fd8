"""Moves of a game of Rift, and where they are seen and touched on a page."""

from __future__ import annotations

import re
from typing import Any

from browsing import HEIGHT, WIDTH
from playwright.sync_api import Locator, Page

NAMED = ("rift", "mage", "tower", "north", "south", "nobles", "knaves")
CATEGORIES = (*NAMED, "sixes", "fives", "fours", "threes", "twos", "ones")


def roll(seat: int, *faces: int) -> dict[str, Any]:
    return {"kind": "roll", "seat": seat, "faces": list(faces)}


def score(seat: int, category: str) -> dict[str, Any]:
    return {"kind": "score", "seat": seat, "category": category}


def column(page: Page, seat: int, category: str) -> Locator:
    """The cell of a player in a category's row of the score sheet."""
    named = page.locator(".category", has_text=re.compile(f"^{category}$"))
    return page.locator("#sheet tr", has=named).locator("td").nth(seat)


def tap_in_picture(page: Page, x: float, y: float) -> None:
    """Where the picture's pixel is on the page."""
    frame = page.locator("#tray .frame").bounding_box()
    assert frame is not None
    page.mouse.click(frame["x"] + x / WIDTH * frame["width"], frame["y"] + y / HEIGHT * frame["height"])


def faces_offered(dialog: Locator) -> list[int]:
    """By the dialog that asks for a face, in their order."""
    return [int(face) for face in dialog.locator("[data-face]").evaluate_all("all => all.map(one => one.dataset.face)")]
