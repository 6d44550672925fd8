"""`croupier play`: a script of actions played through the rules alone, with no camera and no table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from croupier.rules import GAMES, find_game
from croupier.rules.game import JSON, BadOption, Game, IllegalAction, UnreadableAction
from croupier.rules.wire import action_from_json, read_json, to_json


class ScriptError(OSError):
    """A script that cannot be opened or read."""


def play(
    game: Annotated[str, typer.Argument(help=f"Which game: {', '.join(GAMES)}.")],
    players: Annotated[str, typer.Option(help="The players' names in seat order, with commas between.")],
    script: Annotated[str, typer.Option(help="A file with one action a line, as JSON; - reads standard input.")],
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="A setting of the game.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line instead of words.")] = False,
) -> None:
    """Play a script of actions by the rules alone, and say what happens.

    An action that cannot be read or is not legal changes nothing and is answered with what is legal; the lines after
    it still count, and the exit status is 1 in the end.
    """
    engine = find_game(game)
    state = engine.start(tuple(players.split(",")), parse_options(option or []))
    refused = False
    with _open_script(script) as lines:
        for number, line in _numbered(lines, script):
            try:
                state, events = engine.apply(state, action_from_json(engine, read_json(line)))
            except (UnreadableAction, IllegalAction) as error:
                if as_json:
                    _print_json({"error": str(error), "legal": to_json(engine.prompts(state))})
                typer.echo(f"croupier: line {number}: {error}", err=True)
                refused = True
                continue
            if as_json:
                _print_json({"events": to_json(events)})
            else:
                typer.echo(" ".join(engine.tell(state, event) for event in events))
    if as_json:
        _print_json({**outcome(engine, state), "state": to_json(state)})
    else:
        typer.echo(_in_words(engine, state))
    if refused:
        raise typer.Exit(1)


def parse_options(given: list[str]) -> dict[str, str]:
    """Options as the game takes them, from `key=value` each. Raises `typer.BadParameter` (usage) and `BadOption`."""
    options: dict[str, str] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise typer.BadParameter(f"{text!r} is not KEY=VALUE.", param_hint="--option")
        if name in options:
            raise BadOption(f"The option {name} is given twice; give it once.")
        options[name] = value
    return options


def outcome(game: Game, state: Any) -> dict[str, JSON]:
    """How a game stands, as JSON: `over`, `standings` (each player's points and whatever else counts), `winners`."""
    standings = [
        {"seat": standing.seat, "player": standing.player, "score": standing.score, **dict(standing.extra)}
        for standing in game.standings(state)
    ]
    return {"over": not game.prompts(state), "standings": standings, "winners": list(game.winners(state))}


def _open_script(script: str) -> AbstractContextManager[BinaryIO]:
    if script == "-":
        if sys.stdin is None:
            raise ScriptError("Standard input is closed: send the script there, or name its file.")
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(script).open("rb")
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        raise _unreadable(script, error) from error


def _numbered(lines: BinaryIO, script: str) -> Iterator[tuple[int, bytes]]:
    """The lines that hold something, as they come, with their numbers from 1."""
    try:
        for number, line in enumerate(lines, 1):
            text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            if text.strip():
                yield number, text
    except OSError as error:
        raise _unreadable(script, error) from error


def _unreadable(script: str, error: Exception) -> ScriptError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return ScriptError(f"The script {script!r} cannot be read: {reason}.")


def _print_json(value: JSON) -> None:
    typer.echo(json.dumps(value))


def _in_words(game: Game, state: Any) -> str:
    scores = ", ".join(
        " ".join((standing.player, str(standing.score), *(f"({count} {what})" for what, count in standing.extra)))
        for standing in game.standings(state)
    )
    return f"{'Final score' if not game.prompts(state) else 'So far'}: {scores}"
