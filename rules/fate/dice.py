"""Four Fudge dice: what a hand is worth, and the map that lets ordinary six-siders stand for them."""

from __future__ import annotations

from croupier.rules.game import BadOption
from croupier.rules.settings import meant, shorten

DICE = 4
PLUS, BLANK, MINUS = 1, 0, -1
HIGHEST_PIP = 6

Hand = tuple[int, ...]
"""What dice mean: −1, 0 or +1 each."""
Map = tuple[int, ...]
"""What the pips 1 to 6 of an ordinary die mean, in that order; empty where Fudge dice are thrown."""

EVEN_MAP: Map = (MINUS, MINUS, BLANK, BLANK, PLUS, PLUS)
MAP_WORDS: dict[str, Map] = {"none": (), "d6": EVEN_MAP}
MAP_TEXT = "Ordinary dice for Fudge dice: none, d6 (1-2 −, 3-4 0, 5-6 +), or six signs for the pips 1 to 6 (--00++)"

SIGNS = {"+": PLUS, "0": BLANK, "-": MINUS, "−": MINUS}
"""How people write what Fudge dice show."""


def points(hand: Hand) -> int:
    """What a hand is worth: its pairs of a scissors (+) and a string (0), and if there is one, its rods (−) too."""
    pairs = min(hand.count(PLUS), hand.count(BLANK))
    return pairs + hand.count(MINUS) if pairs else 0


def read_map(text: str) -> Map:
    """The map that an option spells: a word, or six signs for the pips 1 to 6 (`--00++`, or with commas).

    Every sign must occur, so that each hand can be thrown and every game can end. Raises `BadOption`.
    """
    if word := meant(text, MAP_WORDS):
        return MAP_WORDS[word]
    signs = text.replace(",", "").replace(" ", "")
    read = tuple(SIGNS[sign] for sign in signs if sign in SIGNS)
    if not len(signs) == len(read) == HIGHEST_PIP or set(read) != {PLUS, BLANK, MINUS}:
        raise BadOption(
            "map is none, d6, or what the pips 1 to 6 mean as six signs, with +, 0 and - each at least once "
            f"(--00++), not {shorten(text)}.",
            "map",
        )
    return read


def kind_of(map_: Map) -> str:
    """The kind of dice that is thrown."""
    return "d6" if map_ else "dF"


def faces_of(map_: Map) -> tuple[int, ...]:
    """The faces that a die thrown may show."""
    return tuple(range(1, HIGHEST_PIP + 1)) if map_ else (MINUS, BLANK, PLUS)


def faces_in_words(map_: Map) -> str:
    """What a die shows, as the end of a sentence."""
    return f"A die shows 1 to {HIGHEST_PIP}." if map_ else "A Fudge die shows -1, 0 or 1 (for −, 0 and +)."


def meaning(faces: tuple[int, ...], map_: Map) -> Hand:
    """The hand that faces as thrown stand for."""
    return tuple(map_[face - 1] for face in faces) if map_ else faces
