"""A chart of how often each face fell, as SVG: a bar a face, the line that is expected, and the band around it.

Colours are classes of the pages' stylesheet, so that a chart inside a page follows its theme; on its own it is drawn in
the text's colour on nothing. It has no style of its own, which the pages' policy would not let pass.
"""

from __future__ import annotations

import math
from hashlib import sha256
from xml.etree import ElementTree as Xml

from croupier.server.history.fairness.values import SetOfDice

WIDTH, HEIGHT = 380, 230
LEFT, RIGHT, TOP, BOTTOM = 40, 372, 22, 196  # the sides of what is drawn in
BAR = 0.62  # of its share of the width
MOST_WORDS = 10  # bars with more than these have numbers at some of them only
TICKS = 4
HIGH_ENOUGH = 28  # a bar that has room for its number


def chart(dice: SetOfDice) -> str:
    """The chart of one set."""
    key = sha256(dice.set.encode()).hexdigest()[:8]
    title, told = f"fairness-{key}-title", f"fairness-{key}-desc"
    root = Xml.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "chart",
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "role": "img",
            "aria-labelledby": title,
            "aria-describedby": told,
            "fill": "currentColor",
            "font-family": "sans-serif",
            "font-size": "14",
        },
    )
    _add(root, "title", f"How often each face of {_plain(dice.set)} fell", id=title)
    _add(root, "desc", _in_words(dice), id=told)
    step = _step(max(*(face.count for face in dice.faces), dice.faces[0].high))
    top = step * TICKS
    high, low = (_height(count, top) for count in (dice.faces[0].high, dice.faces[0].low))
    for tick in range(TICKS + 1):
        y = _height(tick * step, top)
        _add(root, "line", x1=LEFT, x2=RIGHT, y1=y, y2=y, stroke="currentColor", stroke_opacity=0.2, class_="tick")
        _add(root, "text", str(tick * step), x=LEFT - 8, y=y + 5, text_anchor="end", class_="count")
    band = {"y": high, "height": round(low - high, 1), "fill_opacity": 0.15, "class_": "band"}
    _add(root, "rect", x=LEFT, width=RIGHT - LEFT, **band)
    _bars(root, dice, top)
    line = _height(dice.expected, top)
    dashed = {"stroke": "currentColor", "stroke_width": 2, "stroke_dasharray": "6 4"}
    _add(root, "line", x1=LEFT, x2=RIGHT, y1=line, y2=line, class_="expected", **dashed)
    return Xml.tostring(root, encoding="unicode")


def _bars(root: Xml.Element, dice: SetOfDice, top: int) -> None:
    share = (RIGHT - LEFT) / len(dice.faces)
    every = math.ceil(len(dice.faces) / MOST_WORDS)
    for place, face in enumerate(dice.faces):
        middle, y = round(LEFT + share * (place + 0.5), 1), _height(face.count, top)
        inside = face.low <= face.count <= face.high
        bar = {"x": round(middle - share * BAR / 2, 1), "y": y, "height": round(BOTTOM - y, 1)}
        style = {"rx": 2, "fill_opacity": 0.75, "class_": "bar" if inside else "bar outside"}
        _add(root, "rect", width=round(share * BAR, 1), **bar, **style)
        if every == 1:
            within = BOTTOM - y > HIGH_ENOUGH  # where neither line nor band is behind it
            place_of_count = {"y": BOTTOM - 9, "fill": "white", "class_": "inside"} if within else {"y": y - 5}
            _add(root, "text", str(face.count), x=middle, text_anchor="middle", **{"class_": "count", **place_of_count})
        if place % every == 0 or every == 1:
            _add(root, "text", face.word, x=middle, y=BOTTOM + 20, text_anchor="middle", class_="face")


def _in_words(dice: SetOfDice) -> str:
    counts = ", ".join(f"{face.word}: {face.count}" for face in dice.faces)
    low, high = dice.faces[0].low, dice.faces[0].high
    return (
        f"{dice.thrown} dice thrown. {counts}. Fair dice show each face about {dice.expected:.1f} times, and from "
        f"{low} to {high} times in 95 of 100 cases."
    )


def _height(count: float, top: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * count / top, 1)


def _step(most: int) -> int:
    """A round number, of which some reach up to `most`."""
    least = max(1, math.ceil(most / TICKS))
    unit: int = 10 ** (len(str(least)) - 1)
    return next(unit * part for part in (1, 2, 3, 4, 5, 6, 8, 10) if unit * part >= least)


def _add(parent: Xml.Element, tag: str, text: str | None = None, /, **attributes: object) -> None:
    names = {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()}
    Xml.SubElement(parent, tag, names).text = text


def _plain(name: str) -> str:
    """A set's name without what no XML may hold."""
    return "".join(sign for sign in name if sign.isprintable())
