"""The pages' one stylesheet: nothing in it is for what no page has, nothing is said twice, colours have names, sections
are in order, and ink stands out from its ground.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

SERVER = Path(__file__).parent.parent / "server"
STYLES = SERVER / "static" / "croupier.css"
DRAWINGS = SERVER / "history" / "fairness"

COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
LITERAL = re.compile(r'"([^"\n]*)"|`([^`]*)`')
ATTRIBUTE = re.compile(r'\b(?:class|id)="([^"]*)"')
FILLED_IN = re.compile(r"\$?\{[^{}]*\}")
NAME = re.compile(r"[a-z][\w-]*", re.I)
SELECTED = re.compile(r"[.#]([a-z][\w-]*)", re.I)
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|\b(?:black|white)\b", re.I)
REFERENCE = re.compile(r"var\((--[\w-]+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; `around` are the conditions that it stands in, as `@media (…)`."""

    around: tuple[str, ...]
    selectors: tuple[str, ...]
    declarations: tuple[tuple[str, str], ...]


def split(text: str, mark: str) -> tuple[str, ...]:
    """At each `mark` that stands in no brackets."""
    parts = re.split(rf"{mark}(?![^(]*\))", text)
    return tuple(" ".join(part.split()) for part in parts if part.strip())


@cache
def rules() -> tuple[Rule, ...]:
    """All rules of the stylesheet but those of its @keyframes, whose steps are no selectors."""
    text = re.sub(r"@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", COMMENT.sub("", STYLES.read_text()))
    found: list[Rule] = []
    opened: list[str] = []
    for words, mark in re.findall(r"([^{}]*)([{}])", text):
        head = " ".join(words.split())
        if mark == "{":
            opened.append(head)
        elif not (top := opened.pop()).startswith("@"):
            pairs = (part.partition(":") for part in split(head, ";"))
            declarations = tuple((name.strip(), value.strip()) for name, _, value in pairs)
            found.append(Rule(tuple(opened), split(top, ","), declarations))
    assert not opened
    return tuple(found)


def words(text: str) -> Iterator[str]:
    """The names that are given to an element; of one that is put together at run time, what it begins with: "seat-"."""
    for part in FILLED_IN.sub("\0", text).split():
        yield part.split("\0")[0]


@cache
def named() -> frozenset[str]:
    """Every name that a page's template, its modules or a drawing of the server may give to an element."""
    found: set[str] = set()
    for template in (SERVER / "templates").glob("*.html"):
        for attribute in ATTRIBUTE.findall(template.read_text()):
            found.update(words(re.sub(r"\{%.*?%\}", " ", attribute)))
        found.update(re.findall(r"\{% block scale %\}(\w+)", template.read_text()))
    for source in (*(SERVER / "static").rglob("*.js"), *DRAWINGS.glob("*.py")):
        for literal in LITERAL.findall(COMMENT.sub("", source.read_text())):
            parts = list(words("".join(literal)))
            if all(NAME.fullmatch(part) for part in parts if part):  # a sentence gives nobody a name
                found.update(parts)
    return frozenset(found - {""})


def test_every_class_and_id_of_the_stylesheet_is_given_somewhere() -> None:
    selected = {
        name for rule in rules() for one in rule.selectors for name in SELECTED.findall(re.sub(r"\[.*?\]", "", one))
    }
    begun = tuple(name for name in named() if name.endswith("-"))
    assert len(selected) > 100
    assert sorted(name for name in selected - named() if not name.startswith(begun)) == []


def test_a_colour_is_written_once_where_it_gets_its_name() -> None:
    written = [
        (rule.selectors, name, value)
        for rule in rules()
        for name, value in rule.declarations
        if not name.startswith("--") and COLOUR.search(re.sub(r"url\([^)]*\)", "", value))
    ]
    assert written == []


def test_what_is_defined_is_used_and_what_is_used_is_defined() -> None:
    styles = COMMENT.sub("", STYLES.read_text())
    modules = "".join(module.read_text() for module in (SERVER / "static").rglob("*.js"))
    defined = {name for rule in rules() for name, _ in rule.declarations if name.startswith("--")}
    given = set(re.findall(r'setProperty\("(--[\w-]+)"', modules))
    assert defined - set(REFERENCE.findall(styles)) == set()
    assert set(REFERENCE.findall(styles)) - defined - given == set()


def test_no_two_rules_say_the_same_of_the_same() -> None:
    said: defaultdict[tuple[tuple[str, ...], str, str], int] = defaultdict(int)
    for rule in rules():
        for selector in rule.selectors:
            for name in {name for name, _ in rule.declarations}:
                said[rule.around, selector, name] += 1
    assert [where for where, times in said.items() if times > 1] == []


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
