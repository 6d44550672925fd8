"""The pages' stylesheet for those who read: sections in order, and ink that stands out from its ground."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).parent.parent / "server" / "static" / "croupier.css"


def test_the_stylesheet_begins_with_its_sections_in_order() -> None:
    contents, styles = STYLES.read_text().split("*/", 1)
    named = [" ".join(part.split()) for part in contents.split("Then:")[1].split("·")]
    assert named == re.findall(r"/\* ---- (.*?) ---- \*/", styles)


def test_a_new_score_is_readable_while_it_is_shown_as_new() -> None:
    moves = re.search(r"@keyframes arrive \{(.*?)\n\}", STYLES.read_text(), re.DOTALL)
    assert moves
    assert re.findall(r"([a-z-]+):", moves[1]) == ["box-shadow"]


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, as WCAG 2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_words_on_the_felt_have_a_contrast_of_seven_to_one(scheme: str) -> None:
    dark, light = (
        dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))
        for block in re.findall(r":root[^{]*\{(.*?)\}", STYLES.read_text(), re.DOTALL)[:2]
    )
    tokens = dark if scheme == "dark" else {**dark, **light}
    for ground in ("felt-deep", "felt", "felt-lit", "panel", "turn"):
        for ink in ("ink", "ink-soft", "brass", "ask", "good"):
            lighter, darker = sorted((luminance(tokens[ink]), luminance(tokens[ground])), reverse=True)
            assert (lighter + 0.05) / (darker + 0.05) >= 7, f"{ink} on {ground}"
