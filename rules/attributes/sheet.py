"""Which attributes each player rolls: the options `sheet`, `dice` and `bonus`, as typed, made into sheets.

A part of `dice` or `bonus` is one value (`3d6`), which holds for every attribute, or names attributes with theirs
(`IQ:3d6,ME:4d6`). One part is for everybody. Parts with a slash between are by seat, and so are plain values with a
comma between.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from croupier.rules.attributes.reckon import BOUNDS, possible
from croupier.rules.attributes.state import Attribute
from croupier.rules.game import BadOption
from croupier.rules.settings import shorten

TITLES = {
    "IQ": "I.Q.",
    "ME": "M.E.",
    "MA": "M.A.",
    "PS": "P.S.",
    "PP": "P.P.",
    "PE": "P.E.",
    "PB": "P.B.",
    "Spd": "Spd",
}
"""The attributes of a character sheet, in its order, and how each is written there."""
USUAL_DICE = "3d6"
USUAL_BONUS = "0"
LARGEST_BONUS = 999

Part = dict[str, str]
"""Texts by attribute; one text for all stands under the empty name."""


def deal_sheets(settled: Mapping[str, str], seats: int) -> tuple[tuple[Attribute, ...], ...]:
    """Every seat's attributes, nothing rolled yet. Raises `BadOption`."""
    dice = _by_seat("dice", settled["dice"], seats)
    bonuses = _by_seat("bonus", settled["bonus"], seats)
    whole = settled["sheet"] == "yes"
    return tuple(_sheet(of_dice, of_bonus, whole) for of_dice, of_bonus in zip(dice, bonuses, strict=True))


def read_dice(name: str, text: str) -> tuple[int, int]:
    """How many dice of how many sides `text` (`3d6`) spells; `name` is what it was given for. Raises `BadOption`."""
    found = re.fullmatch(r"([0-9]{1,4})[dD]([0-9]{1,4})", text.strip())
    count, sides = (int(found[1]), int(found[2])) if found else (0, 0)
    if not possible(count, sides):
        raise BadOption(f"{name} takes dice like 3d6 ({BOUNDS}), not {shorten(text)}.", name)
    return count, sides


def read_bonus(name: str, text: str) -> int:
    """The whole number that `text` (`2`, `-1`, `+3`) spells; `name` is what it was given for. Raises `BadOption`."""
    if not re.fullmatch(r"[+-]?[0-9]{1,3}", text.strip()):
        words = f"{name} takes whole numbers from -{LARGEST_BONUS} to {LARGEST_BONUS}, not {shorten(text)}."
        raise BadOption(words, name)
    return int(text)


def _sheet(dice: Part, bonuses: Part, whole: bool) -> tuple[Attribute, ...]:
    names = tuple(TITLES) if whole else tuple(dice)
    for name in bonuses:
        if name and name not in names:
            words = f"bonus names {name}, which is not rolled: name it in dice too, or set sheet=yes."
            raise BadOption(words, "bonus")
    return tuple(
        Attribute(
            name,
            *read_dice("dice", dice.get(name, dice.get("", USUAL_DICE))),
            read_bonus("bonus", bonuses.get(name, bonuses.get("", USUAL_BONUS))),
        )
        for name in names
    )


def _by_seat(option: str, text: str, seats: int) -> tuple[Part, ...]:
    parts = text.split("/" if "/" in text or ":" in text else ",")
    if len(parts) not in (1, seats):
        raise BadOption(
            f"{option} needs one value for everybody or {seats} (one a player), not {len(parts)}; "
            f"for a sheet name the attributes: {'IQ:3d6,ME:4d6' if option == 'dice' else 'IQ:1,ME:2'}.",
            option,
        )
    read = tuple(_part(option, part) for part in parts)
    return read * seats if len(read) == 1 else read


def _part(option: str, text: str) -> Part:
    if ":" not in text:
        return {"": text}
    part: Part = {}
    for item in text.split(","):
        written, colon, value = item.partition(":")
        name = _known(written)
        if not colon or name is None:
            words = f"{option} has {shorten(item)}; before each colon goes one of {', '.join(TITLES)}."
            raise BadOption(words, option)
        if name in part:
            raise BadOption(f"{option} names {name} twice; name it once.", option)
        part[name] = value
    return part


def _known(written: str) -> str | None:
    """The attribute that is written so: capitals and full stops do not count."""
    plain = written.strip().replace(".", "").casefold()
    return next((name for name in TITLES if name.casefold() == plain), None)
