"""`croupier play`: a script of actions played through the rules alone, with no camera and no table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from croupier.rules import GAMES, find_game, named_so
from croupier.rules.draw import draw_action
from croupier.rules.game import JSON, BadOption, Game, IllegalAction, UnreadableAction
from croupier.rules.secrecy import is_secret, prompts_for, public_events
from croupier.rules.settings import refuse_alike, shorten
from croupier.rules.wire import action_from_json, read_json, to_json
from croupier.rules.words import listed, written
from croupier.server.errors import in_one_line

LONGEST_LINE = 10**7  # bytes
BINARY = (b"\x89PNG", b"\xff\xd8\xff", b"\x1f\x8b", b"%PDF", b"PK\x03\x04", b"\xff\xfe", b"\xfe\xff")
"""How files begin that are no scripts and may go on for a while without a null byte."""
MOST_UNREADABLE = 10  # lines in a row; in words, to spare the terminal
MOST_SEATS = 4  # that a refusal names
SECRET = "What is its player's alone to do was refused; with --json it is said why."


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
    it still count, and the exit status is 1 in the end. In words, what is its player's alone to know is not told,
    nor why it was refused.
    """
    engine = find_game(named_so(game))
    names = tuple(players.split(","))
    state = engine.start(names, parse_options(option or []))
    refuse_alike(names)
    refused, in_a_row = False, 0
    with _open_script(script) as lines:
        for number, line in _numbered(lines, script):
            try:
                said = None
                said = read_json(line)
                state, events = engine.apply(state, action_from_json(engine, said))
            except (UnreadableAction, IllegalAction) as error:
                if as_json:
                    _print_json({"error": str(error), "legal": to_json(engine.prompts(state))})
                reason = error if as_json or not _secret(engine, said) else SECRET
                typer.echo(in_one_line(f"croupier: line {number}: {reason}{_legal_in_words(engine, state)}"), err=True)
                refused, in_a_row = True, in_a_row + 1 if isinstance(error, UnreadableAction) else 0
                if in_a_row == MOST_UNREADABLE and not as_json:
                    raise ScriptError(f"This is no script: {in_a_row} lines in a row are no actions.") from error
                continue
            in_a_row = 0
            if as_json:
                _print_json({"events": to_json(events)})
            elif told := public_events(events):
                typer.echo(" ".join(engine.tell(state, event) for event in told))
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
            raise typer.BadParameter(f"takes KEY=VALUE (betting=tavern), not {shorten(text)}.", param_hint="--option")
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


def _secret(game: Game, said: JSON) -> bool:
    """Whether a line is of a kind of which nobody but its seat may know."""
    kinds: tuple[Any, ...] = game.actions
    return isinstance(said, dict) and any(is_secret(kind) for kind in kinds if kind.kind == said.get("kind"))


def _legal_in_words(game: Game, state: Any) -> str:
    """The kinds of actions that everybody may know to be legal now, by whom, and one of them as a script has it."""
    offers = prompts_for(None, game.prompts(state))
    if not offers:
        return ""
    by_seats: dict[tuple[int, ...], list[str]] = {}
    for kind in dict.fromkeys(prompt.kind for prompt in offers):
        by_seats.setdefault(tuple(sorted({o.seat for o in offers if o.kind == kind})), []).append(kind)
    legal = "; ".join(f"{listed(kinds, 'or')} by {_in_seats(seats)}" for seats, kinds in by_seats.items())
    example = draw_action(game, state, pick=lambda among: 0)  # of the first prompt, which is no secret one
    return f" Legal now is {legal}, such as {json.dumps(to_json(example))}."


def _in_seats(seats: tuple[int, ...]) -> str:
    return f"seat {listed(seats, 'or')}" if len(seats) <= MOST_SEATS else f"{len(seats)} of the seats"


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
    """The lines that hold something, as they come, with their numbers from 1. Raises `ScriptError` for no text."""
    try:
        for number, line in enumerate(iter(lambda: lines.readline(LONGEST_LINE + 1), b""), 1):
            if b"\0" in line or (number == 1 and line.startswith(BINARY)):
                raise ScriptError(f"The script {shorten(script)} is no text: give one action a line, as JSON in UTF-8.")
            if len(line) > LONGEST_LINE:
                raise ScriptError(f"Line {number} of the script {shorten(script)} is far too long to be an action.")
            text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            if text.strip():
                yield number, text
    except ScriptError:
        raise
    except OSError as error:
        raise _unreadable(script, error) from error


def _unreadable(script: str, error: Exception) -> ScriptError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return ScriptError(f"The script {shorten(script)} cannot be read: {reason}.")


def _print_json(value: JSON) -> None:
    typer.echo(json.dumps(value))


def _in_words(game: Game, state: Any) -> str:
    scores = ", ".join(
        " ".join(
            (
                standing.player,
                written(standing.score),
                *(f"({written(count)} {what})" for what, count in standing.extra),
            )
        )
        for standing in game.standings(state)
    )
    return f"{'Final score' if not game.prompts(state) else 'So far'}: {scores}"
