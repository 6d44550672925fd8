"""What a table of Liar's Dice settles before its first throw: the options as typed, and the first state."""

from __future__ import annotations

import re
from collections.abc import Mapping

from croupier.rules.game import BadOption, Option
from croupier.rules.liars_dice.state import NAME, VERSION, BuyIn, Player, Rules, State, by_initiative
from croupier.rules.settings import (
    LARGEST_NUMBER,
    LONGEST_NAME,
    MOST_DIGITS,
    YES_OR_NO,
    by_seat,
    flags_by_seat,
    meant,
    seat_players,
    settle,
    shorten,
)

SEATS = (2, 100)
D20 = 20
LARGEST_BONUS = 99  # of a throw; nobody at a table has more
TO_ROLL = "roll"
PLAIN_WORDS = "gold"  # of a buy-in that is a number alone

OPENERS = ("initiative", "loser")

OPTIONS = (
    Option("long", "no", "The long game: a loser gives up one die, and is out at none", YES_OR_NO),
    Option("wild", "no", "Ones are wild: they count as whatever face is bid", YES_OR_NO),
    Option("exact", "no", "A bid is correct only with exactly as many dice", YES_OR_NO),
    Option("open", "no", "A raise may be a higher quantity with any face", YES_OR_NO),
    Option(
        "opener",
        "initiative",
        "Who opens after a reveal: the first by initiative, or who sits after the loser",
        OPENERS,
    ),
    Option(
        "proficient",
        "no",
        "Who may try Sleight of Hand: yes or no for everybody, or by seat (yes,no)",
        examples=("yes",),
    ),
    Option(
        "expert", "no", "Who rolls one die less and chooses its face: yes or no, or by seat (yes,no)", examples=("yes",)
    ),
    Option(
        "initiative",
        "",
        "Totals by seat (17,12), d20 and bonus (17+3,12-1), or roll; empty for the seats' order",
        examples=(TO_ROLL,),
    ),
    Option(
        "buy_in",
        "",
        "A value that all agree on, and what it is, for everybody (5 gold) or by seat (5 gold,5 a ring)",
        examples=("5 gold",),
    ),
    Option(
        "referee",
        "no",
        "The table keeps its own bidding, Sleight of Hand and expertise too; only reveals are judged",
        YES_OR_NO,
    ),
)
FLAGS = ("long", "wild", "exact", "open", "referee")


def start(players: tuple[str, ...], options: Mapping[str, str]) -> State:
    """The first state. Raises `BadOption`."""
    names = seat_players(players, SEATS)
    settled = settle(OPTIONS, options)
    seats = len(names)
    proficient = flags_by_seat("proficient", settled["proficient"], seats)
    expert = flags_by_seat("expert", settled["expert"], seats)
    initiative = _initiative(settled["initiative"], seats)
    buy_ins = _buy_ins(settled["buy_in"], seats)
    gamblers = tuple(
        Player(
            names[seat],
            proficient=proficient[seat],
            expert=expert[seat],
            initiative=initiative[seat],
            buy_in=buy_ins[seat],
        )
        for seat in range(seats)
    )
    flags = {name: settled[name] == "yes" for name in FLAGS}
    rules = Rules(**flags, opener=settled["opener"])
    order = by_initiative(gamblers) if settled["initiative"] else tuple(range(seats))
    return State(NAME, VERSION, rules, gamblers, order, turn=order[0] if order else 0)


def _initiative(text: str, seats: int) -> tuple[tuple[int, ...], ...]:
    """Total and bonus by seat, as `Player.initiative` has them; empty tuples where nothing has been thrown yet."""
    if not text or meant(text, (TO_ROLL,)):
        return ((),) * seats
    parts = text.split(",")
    if len(parts) != seats:
        raise BadOption(
            f"initiative needs a total for each of the {seats} players (17,12), or roll, not {shorten(text)}.",
            "initiative",
        )
    return tuple(_throw(part) for part in parts)


def _throw(text: str) -> tuple[int, int]:
    """Total and bonus, from `17` (a total whose bonus nobody told: 0) or `17+3` (a d20 and its bonus)."""
    found = re.fullmatch(r"(-?[0-9]{1,3})(?:([+-][0-9]{1,2}))?", text.strip())
    if found:
        first, bonus = int(found[1]), int(found[2] or 0)
        if 1 - LARGEST_BONUS <= first <= D20 + LARGEST_BONUS and (found[2] is None or 1 <= first <= D20):
            return first + bonus, bonus
    words = f"initiative takes totals (17,12), a d20 and its bonus (17+3,12-1), or roll, not {shorten(text)}."
    raise BadOption(words, "initiative")


def _buy_ins(text: str, seats: int) -> tuple[BuyIn | None, ...]:
    if not text:
        return (None,) * seats
    return tuple(_buy_in(part) for part in by_seat("buy_in", text.split(","), seats, "buy-in"))


def _buy_in(text: str) -> BuyIn:
    found = re.fullmatch(rf"([0-9]{{1,{MOST_DIGITS}}})(?:\s+(\S.*))?", text.strip())
    words = found[2] or PLAIN_WORDS if found else ""
    if found is None or int(found[1]) == 0 or len(words) > LONGEST_NAME or not words.isprintable():
        raise BadOption(
            f"A buy-in is a value from 1 to {LARGEST_NUMBER} and up to {LONGEST_NAME} characters that say what it is "
            f"(5 gold, 12 a silver ring), not {shorten(text)}.",
            "buy_in",
        )
    return BuyIn(int(found[1]), words)
