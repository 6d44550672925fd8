"""How the three faces of a Fudge die are called and written: the looks of the game, never scored."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.rules.fate.dice import BLANK, MINUS, PLUS, Hand


@dataclass(frozen=True, slots=True)
class Face:
    """One face: its name, to be said, and a symbol for where there is no drawing."""

    face: int
    name: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Theme:
    """One look of the game. `faces` are +, 0 and −, in this order."""

    name: str
    title: str
    faces: tuple[Face, Face, Face]

    def say(self, hand: Hand) -> str:
        """The names of a hand's faces: "scissors, string, string, rod"."""
        names = {face.face: face.name for face in self.faces}
        return ", ".join(names[face] for face in hand)


def _theme(name: str, title: str, plus: tuple[str, str], blank: tuple[str, str], minus: tuple[str, str]) -> Theme:
    return Theme(name, title, (Face(PLUS, *plus), Face(BLANK, *blank), Face(MINUS, *minus)))


THEMES = {
    theme.name: theme
    for theme in (
        _theme("fates", "Fates", ("scissors", "✂"), ("string", "~"), ("rod", "|")),
        _theme("tinker", "Tinker Fudge", ("plus", "+"), ("blank", "0"), ("minus", "−")),
        _theme("rps", "Rock Paper Scissors", ("scissors", "✂"), ("paper", "■"), ("rock", "●")),
    )
}
