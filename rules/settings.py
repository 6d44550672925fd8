"""What is settled before a game starts: who plays, and the options as typed. Shared by every game."""

from __future__ import annotations

import re
from collections.abc import Mapping

from croupier.rules.game import BadOption, Option

LONGEST_NAME = 40  # characters
MOST_DIGITS = 6  # of a number in an option
JOINERS = {0x200C: None, 0x200D: None}  # they join letters of some scripts, and emoji; nothing else invisible may pass
LARGEST_NUMBER = 10**MOST_DIGITS - 1


def seat_players(players: tuple[str, ...], seats: tuple[int, int]) -> tuple[str, ...]:
    """The players' names, trimmed, in seat order. Raises `BadOption` for too few, too many or unfit names."""
    fewest, most = seats
    if not fewest <= len(players) <= most:
        raise BadOption(f"This game is for {fewest} to {most} players, not {len(players)}.")
    names = tuple(name.strip() for name in players)
    for name in names:
        if not name.translate(JOINERS) or not name.translate(JOINERS).isprintable() or len(name) > LONGEST_NAME:
            raise BadOption(f"A player's name is 1 to {LONGEST_NAME} visible characters, not {shorten(name)}.")
        if names.count(name) > 1:
            raise BadOption(f"Two players are called {name}; give each a name of their own.")
    return names


def settle(options: tuple[Option, ...], given: Mapping[str, str]) -> dict[str, str]:
    """Every option's value: the given one, else its default. Raises `BadOption` for an unknown option or choice."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(f"There is no option {shorten(name)}; the options are {', '.join(known) or 'none'}.")
    settled = {name: given.get(name, option.default).strip() for name, option in known.items()}
    for name, value in settled.items():
        choices = known[name].choices
        if choices is not None and value not in choices:
            raise BadOption(f"{name} is one of {', '.join(choices)}, not {shorten(value)}.")
    return settled


def numbers_by_seat(name: str, text: str, seats: int) -> tuple[int, ...]:
    """A whole number for each seat, from `0,1` or from one number that holds for everybody. Raises `BadOption`."""
    numbers = tuple(whole_number(name, part) for part in text.split(","))
    if len(numbers) == 1:
        return numbers * seats
    if len(numbers) != seats:
        raise BadOption(f"{name} needs one number for everybody or {seats} (one a player), not {len(numbers)}.")
    return numbers


def whole_number(name: str, text: str) -> int:
    """The number 0…`LARGEST_NUMBER` that `text` spells. Raises `BadOption`."""
    digits = text.strip()
    if not re.fullmatch(f"[0-9]{{1,{MOST_DIGITS}}}", digits):
        raise BadOption(f"{name} takes whole numbers from 0 to {LARGEST_NUMBER}, not {shorten(text)}.")
    return int(digits)


def shorten(text: str, longest: int = 40) -> str:
    """How a text that was given reads inside an error: in quotes, with nothing invisible, and never long."""
    quoted = repr(text[: longest + 1])
    return quoted if len(quoted) <= longest else quoted[:longest] + "…"
