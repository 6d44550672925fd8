"""A game as a file: JSON for programs, CSV for spreadsheets. Both hold what everybody may know, and nothing more."""

from __future__ import annotations

import csv
import io
import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # commands start fast: whoever only asks for the formats loads no database
    from croupier.server.history.shelf import PlayedGame
    from croupier.server.history.steps import HistoryDie, HistoryStep

Format = Literal["json", "csv"]
MEDIA_TYPES: dict[Format, str] = {"json": "application/json", "csv": "text/csv; charset=utf-8"}

COLUMNS = (
    *("step", "time (UTC)", "entered by", "player", "what", "counts", "text", "dice", "thrown"),
    *("corrected", "corrected text", "corrected dice", "changes step", "picture"),
)
FORMULA = (*"=+-@", *"＝＋－＠", "\t", "\r", "\n")
"""How a cell begins that a spreadsheet would reckon, or send something off with."""
BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel takes UTF-8 for the machine's old code page; whoever reads CSV by program says `utf-8-sig`."""


def export(game: PlayedGame, steps: list[HistoryStep], form: Format) -> bytes:
    """The file's bytes."""
    return _json(game, steps) if form == "json" else _csv(game, steps)


def file_name(game: PlayedGame, form: Format) -> str:
    """What to call the file: plain ASCII, with the day it was started, UTC."""
    name = "".join(sign for sign in game.name if sign.isascii() and (sign.isalnum() or sign == "-")) or "game"
    return f"croupier-{name}-{time.strftime('%Y-%m-%d', time.gmtime(game.started))}-game-{game.game}.{form}"


def _json(game: PlayedGame, steps: list[HistoryStep]) -> bytes:
    whole = {"croupier": "game", "version": 1, **asdict(game), "steps": [asdict(step) for step in steps]}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def _csv(game: PlayedGame, steps: list[HistoryStep]) -> bytes:
    text = io.StringIO(newline="")
    text.write(BYTE_ORDER_MARK)
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    for step in steps:
        rows.writerow([_harmless(value) for value in _row(game, step)])
    return text.getvalue().encode()


def _row(game: PlayedGame, step: HistoryStep) -> list[object]:
    return [
        step.step,
        time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(step.at)),
        _author(game, step.author),
        "" if step.seat is None else game.players[step.seat],
        step.action["kind"] if step.action and step.kind == "action" else step.kind,
        _yes(step.kind == "action" and not step.undone),
        step.text,
        _dice(step.dice),
        _dice([die for die in step.dice if die.thrown]),
        _yes(step.corrected),
        step.now or "",
        _dice(step.dice_now or []),
        step.of or "",
        step.picture or "",
    ]


def _author(game: PlayedGame, author: str) -> str:
    """Who entered it, by name where it was a seat."""
    by_seat = {f"seat {seat}": player for seat, player in enumerate(game.players)}
    return by_seat.get(author, author)


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


def _dice(dice: list[HistoryDie]) -> str:
    """“d6 3, d6 5”: begins with the kind, so that a Fudge die's minus is no formula."""
    return ", ".join(f"{die.kind} {'?' if die.face is None else die.face}" for die in dice)


def _harmless(value: object) -> object:
    """Texts that a spreadsheet would take for a formula get an apostrophe before them."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
