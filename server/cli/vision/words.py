"""What `croupier read` says of pictures: the dice, what speaks against them, and how many pictures came to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.text import Text

from croupier.server.cli.vision.dice import face_words
from croupier.server.errors import in_one_line
from croupier.vision.reading import Die, Reading

BELOW = "\n        "
NOT_SURE = "a die is not sure"


def reasons(reading: Reading, expect: int | None = None) -> list[str]:
    """All that speaks against the reading, in plain words, each once; empty when it is sure."""
    why = [*reading.why, *(die.why or NOT_SURE for die in reading.dice if not die.sure)]
    if expect is not None and len(reading.dice) != expect:
        why.append(f"{expect} {'die' if expect == 1 else 'dice'} expected, {len(reading.dice)} seen")
    return list(dict.fromkeys(why))


def picture_words(name: str, reading: Reading, why: Sequence[str]) -> Text:
    """A line on the picture, with a `?` at each die that is not sure, and a line on each doubt: those of the dice, and
    what else of `why` there is, all that speaks against the reading. What was said of the picture is not said again of
    its dice."""
    told = Text(overflow="fold")
    told.append("unsure  " if why else "sure    ", "yellow" if why else "green").append(f"{in_one_line(name)}: ")
    told.append(" ".join(map(face_words, reading.dice)) or "no dice", "bold")
    of_dice = doubts_of(reading.dice)
    of_picture = [words for words in why if words not in of_dice]
    said = {advice(words) for words in of_picture}
    lines = [f"{which}: {words}" for words, which in of_dice.items() if advice(words) not in said]
    return told.append("".join(BELOW + in_one_line(line) for line in [*of_picture, *lines]), "dim")


def doubts_of(dice: Sequence[Die]) -> Mapping[str, str]:
    """Each doubt, and which of `dice` it is about: "die 2 (5?)", or "dice 1 and 3 each"."""
    about: dict[str, list[int]] = {}
    for index, die in enumerate(dice):
        if not die.sure:
            about.setdefault(die.why or NOT_SURE, []).append(index)
    return {why: _which(dice, indices) for why, indices in about.items()}


def _which(dice: Sequence[Die], indices: Sequence[int]) -> str:
    if len(indices) == 1:
        return f"die {indices[0] + 1} ({face_words(dice[indices[0]])})"
    places = [str(index + 1) for index in indices]
    return f"dice {', '.join(places[:-1])} and {places[-1]} each"


def advice(doubt: str) -> str:
    """What a doubt asks for: whatever follows its colon, or all of it."""
    return doubt.rpartition(": ")[2]


def closing_words(ends: Counter[str]) -> str:
    """The last line on several pictures, by how many were `sure`, `unsure` and an `error`."""
    told = f"{ends.total()} pictures: {ends['sure']} sure, {ends['unsure']} to ask about"
    return f"{told}, {ends['error']} that could not be read." if ends["error"] else f"{told}."
