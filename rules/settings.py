"""What is settled before a game starts: who plays, and the options as typed. Shared by every game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar
from unicodedata import category, normalize
from unicodedata import name as unicode_name

from croupier.rules.game import BadOption, Option

LONGEST_NAME = 40  # characters
MOST_DIGITS = 6  # of a number in an option
JOINERS = {0x200C: None, 0x200D: None}  # they join letters of some scripts, and emoji; nothing else invisible may pass
UNSEEN = "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]"
"""Letters and marks that show nothing by themselves; a blank between words is another matter."""
LOOKS_LATIN = str.maketrans("авеіјкмнорсѕтухһԁԛԝαβεικνορτυχγ", "abeijkmhopcstyxhdqwabeikvoptuxy")
"""The small letters of Cyrillic and Greek that, small or large, look like one of Latin."""
LARGEST_NUMBER = 10**MOST_DIGITS - 1

T = TypeVar("T")

YES_OR_NO = ("no", "yes")
"""The choices of an option that is a flag."""
SAYINGS = {
    **dict.fromkeys(("no", "n", "false", "off", "0"), "no"),
    **dict.fromkeys(("yes", "y", "true", "on", "1"), "yes"),
}
"""How people write a yes or a no."""


def seat_players(players: tuple[str, ...], seats: tuple[int, int]) -> tuple[str, ...]:
    """The players' names, trimmed, in seat order. Raises `BadOption` for too few, too many or unfit names.

    Names that only look alike are `refuse_alike`'s business: what is refused today may stand in a log of yesterday.
    """
    fewest, most = seats
    if not fewest <= len(players) <= most:
        raise BadOption(f"This game is for {fewest} to {most} players, not {len(players)}.")
    names = tuple(name.strip() for name in players)
    for name in names:
        if not name or not name.translate(JOINERS).isprintable() or len(name) > LONGEST_NAME:
            raise _unfit(name)
        if names.count(name) > 1:
            raise _twice(name)
    return names


def refuse_alike(players: Sequence[str]) -> None:
    """Raise `BadOption` where people at a new table could not tell the players apart by their names."""
    names = [name.strip() for name in players]
    for name in names:
        if not plain_name(name):
            raise _unfit(name)
        if [plain_name(other) for other in names].count(plain_name(name)) > 1:
            raise _twice(name)
        if like := next((other for other in names if other != name and _looks(other) == _looks(name)), None):
            raise BadOption(f"The names {name} and {like} look the same; give each a name of their own.")


def _unfit(name: str) -> BadOption:
    return BadOption(f"A player's name is 1 to {LONGEST_NAME} visible characters, not {shorten(name)}.")


def _twice(name: str) -> BadOption:
    return BadOption(f"Two players are called {name}; give each a name of their own.")


def plain_name(name: str) -> str:
    """What is the same for all ways to write a name that people would take for one: case, accents put together or
    apart, outer blanks, how many there are between words, and invisible signs do not count. Empty for an unseen name.
    """
    shown = "".join(sign for sign in normalize("NFKC", name) if category(sign) != "Cf" and not re.match(UNSEEN, sign))
    return " ".join(normalize("NFKC", shown.casefold()).split())


def _looks(name: str) -> str:
    """A name as it looks: words in which scripts are mixed are read as Latin where their letters look so."""
    return " ".join(word.translate(LOOKS_LATIN) if _mixed(word) else word for word in plain_name(name).split())


def _mixed(word: str) -> bool:
    scripts = {unicode_name(sign, "").split(" ")[0] for sign in normalize("NFD", word) if sign.isalpha()}
    return len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1


def settle(options: tuple[Option, ...], given: Mapping[str, str]) -> dict[str, str]:
    """Every option's value: the given one, else its default. Raises `BadOption` for an unknown option or choice.

    Options and choices may be written in capitals or with blanks (`Take All`), and a yes or no as `SAYINGS` has it.
    """
    known = {option.name: option for option in options}
    values = {name: option.default for name, option in known.items()}
    settled = set[str]()
    for written, text in given.items():
        name = meant(written, known)
        if name is None:
            raise BadOption(f"There is no option {shorten(written)}; the options are {', '.join(known) or 'none'}.")
        if name in settled:
            raise BadOption(f"The option {name} is given twice; give it once.", name)
        _refuse_gaps(known[name], text)
        values[name] = text
        settled.add(name)
    return {name: _chosen(option, values[name].strip()) for name, option in known.items()}


def _refuse_gaps(option: Option, text: str) -> None:
    if not text.strip() and option.default:
        words = f"{spoken(option.name)} has no value: give it one, or leave it out (it is {option.default} then)."
        raise BadOption(words, option.name)
    if text.strip() and not all(part.strip() for part in text.split(",")):
        words = f"{spoken(option.name)} has nothing before or after a comma: {shorten(text)}; fill in the gap."
        raise BadOption(words, option.name)


def _chosen(option: Option, text: str) -> str:
    if option.choices is None:
        return text
    choice = flag(text) if option.choices == YES_OR_NO else meant(text, option.choices)
    if choice is None:
        words = "yes or no" if option.choices == YES_OR_NO else f"one of {', '.join(option.choices)}"
        raise BadOption(f"{spoken(option.name)} is {words}, not {shorten(text)}.", option.name)
    return choice


def flag(text: str) -> str | None:
    """A yes or no in any of its spellings, as `YES_OR_NO` has it; None for what is neither."""
    return SAYINGS.get(text.strip().casefold())


def meant(text: str, names: Iterable[str]) -> str | None:
    """The one of `names` that `text` spells, where capitals, outer blanks and signs between words do not count."""
    return next((name for name in names if _plain(name) == _plain(text)), None)


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", "-", text.strip()).casefold()


def flags_by_seat(name: str, text: str, seats: int) -> tuple[bool, ...]:
    """A yes (True) or no for each seat, from `yes,no` or from one that holds for everybody. Raises `BadOption`."""
    flags = [flag(part) for part in text.split(",")]
    if None in flags:
        words = f"{spoken(name)} takes yes or no, for everybody or by seat (yes,no), not {shorten(text)}."
        raise BadOption(words, name)
    return tuple(said == "yes" for said in by_seat(name, flags, seats, "yes or no"))


def by_seat(name: str, parts: Sequence[T], seats: int, what: str) -> tuple[T, ...]:
    """A part for each seat; one alone holds for everybody. `what` a part is, in words. Raises `BadOption`."""
    if len(parts) not in (1, seats):
        words = f"{spoken(name)} needs one {what} for everybody or {seats} (one a player), not {len(parts)}."
        raise BadOption(words, name)
    return tuple(parts) * (seats if len(parts) == 1 else 1)


def numbers_by_seat(name: str, text: str, seats: int) -> tuple[int, ...]:
    """A whole number for each seat, from `0,1` or from one number that holds for everybody. Raises `BadOption`."""
    return by_seat(name, [whole_number(name, part) for part in text.split(",")], seats, "number")


def whole_number(name: str, text: str) -> int:
    """The number 0…`LARGEST_NUMBER` that `text` spells. Raises `BadOption`."""
    digits = text.strip()
    if not re.fullmatch(f"[0-9]{{1,{MOST_DIGITS}}}", digits):
        words = f"{spoken(name)} takes whole numbers from 0 to {LARGEST_NUMBER}, not {shorten(text)}."
        raise BadOption(words, name)
    return int(digits)


def spoken(name: str) -> str:
    """An option's name in a sentence; written so, it is understood too."""
    return name.replace("_", " ")


def shorten(text: str, longest: int = 40) -> str:
    """How a text that was given reads inside an error: in quotes, with nothing invisible, and never long."""
    quoted = repr(text[: longest + 1])
    return quoted if len(quoted) <= longest else quoted[:longest] + "…"
