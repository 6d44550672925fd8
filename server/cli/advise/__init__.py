"""`croupier advise`: the best play and the odds of a position, exactly."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from croupier.rules import named_so
from croupier.rules.attributes import odds as attributes
from croupier.rules.attributes.reckon import ROUNDINGS
from croupier.rules.attributes.sheet import read_bonus, read_dice
from croupier.rules.fate import advice as fate
from croupier.rules.fate.dice import MINUS, PLUS, SIGNS, read_map
from croupier.rules.fate.state import FUDGES
from croupier.rules.game import BadOption, UnknownGame
from croupier.rules.ladder import odds as ladder
from croupier.rules.ladder.play import LADDER
from croupier.rules.liars_dice import odds as liars_dice
from croupier.rules.rift import advice as rift
from croupier.rules.rift.table import CRAG_TABLE, RIFT_TABLE, Table
from croupier.rules.settings import MOST_DIGITS, meant, shorten
from croupier.rules.words import written
from croupier.server.advice.choices import fate_json, in_signs, in_words, three_dice_json
from croupier.server.advice.solved import rests_of
from croupier.server.cli.advise.choices import best_first, print_best_first, print_json

FACES = {**SIGNS, "1": PLUS, "-1": MINUS}

AsJson = Annotated[bool, typer.Option("--json", help="A JSON object instead of words.")]


class _Games(TyperGroup):
    """The games that advice is given on; another is refused as by every command that takes one."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        args = [named_so(args[0]), *args[1:]]
        if args[0] not in self.commands:
            raise UnknownGame(f"There is no advice on {shorten(args[0])}; there is on {', '.join(self.commands)}.")
        return super().resolve_command(ctx, args)


app = typer.Typer(cls=_Games, no_args_is_help=True, help="Say what is best to do, and what the odds are, exactly.")


def _three_dice(table: Table) -> Callable[..., None]:
    def advise(
        used: Annotated[str, typer.Option(metavar="A,B,…", help="The categories used so far.")] = "",
        faces: Annotated[
            str | None, typer.Option(metavar="A,B,C", help="What the dice show; without it the roll is to come.")
        ] = None,
        rerolls: Annotated[int, typer.Option(metavar="0|1", help="The turn's free reroll: 1 is left, 0 is used.")] = 1,
        extra: Annotated[int, typer.Option(metavar="N", help="Extra rerolls left in the game.")] = 0,
        as_json: AsJson = False,
    ) -> None:
        if rerolls not in (0, 1):
            raise BadOption("A turn has one free reroll: give --rerolls 1 or 0, and further ones with --extra.")
        if not rerolls and faces is None:
            raise BadOption("A reroll is used on dice that lie there: give them with --faces, or leave out --rerolls.")
        dice = () if faces is None else _numbers("--faces", faces)
        names = tuple(_category(table, name) for name in used.split(",")) if used.strip() else ()
        choices = rift.advise(table, rests_of(table, extra), names, dice, bool(rerolls), extra)
        if as_json:
            print_json(best_first([three_dice_json(choice) for choice in choices]))
        else:
            rest = "points of the rest of a solo game, this turn included"
            print_best_first(rest, [(choice.expected, in_words(table, choice, dice)) for choice in choices])

    advise.__doc__ = f"The best play of a solo game of {table.title}: each choice and what the rest is then worth."
    return advise


for _table in (RIFT_TABLE, CRAG_TABLE):
    app.command(_table.name)(_three_dice(_table))


@app.command("liars-dice")
def advise_liars_dice(
    total: Annotated[int, typer.Option(metavar="N", help="How many dice are on the table, one's own included.")],
    quantity: Annotated[int, typer.Option(metavar="N", help="How many of them the bid claims.")],
    face: Annotated[int, typer.Option(metavar="N", help="What they are to show.")],
    mine: Annotated[str | None, typer.Option(metavar="A,B,…", help="One's own dice, which are known.")] = None,
    wild: Annotated[bool, typer.Option("--wild", help="Ones count as whatever face is bid.")] = False,
    exact: Annotated[bool, typer.Option("--exact", help="So many exactly, not at least so many.")] = False,
    as_json: AsJson = False,
) -> None:
    """How likely a bid of Liar's Dice is correct."""
    known = _numbers("--mine", mine) if mine else None
    chance = float(liars_dice.chance(total, quantity, face, known, wild, exact))
    if as_json:
        print_json({"chance": chance})
        return
    amount = "Exactly" if exact else "At least"
    typer.echo(f"{amount} {quantity} of {total} dice show {face}{', ones counted' if wild else ''}: {chance:.2%}")


@app.command("fate")
def advise_fate(
    faces: Annotated[str, typer.Option(metavar="A,B,C,D", help="What the dice show: +, 0 or - each.")],
    fudges: Annotated[int, typer.Option(metavar="N", help="How many fudges are left in the turn.")] = 2,
    bound: Annotated[str, typer.Option(metavar="I,J,…", help="The places, from 0, of dice bound already.")] = "",
    read_by: Annotated[str, typer.Option("--map", metavar="MAP", help="The game's map, where d6 are thrown.")] = "none",
    as_json: AsJson = False,
) -> None:
    """The best binding in Tinkering With Fate: each choice and the points that the turn then brings on average."""
    if fudges not in range(FUDGES + 1):
        raise BadOption(f"A turn has {FUDGES} fudges: give --fudges 0, 1 or 2, those that are left, not {fudges}.")
    signs = [sign.strip() for sign in faces.split(",")]
    for sign in signs:
        if sign not in FACES:
            raise BadOption(f"--faces takes +, 0 or - for each die (--faces=+,-,0,0), not {shorten(sign)}.")
    places = _numbers("--bound", bound) if bound else ()
    odds = fate.odds_of(read_map(read_by.strip()))
    choices = fate.advise(tuple(FACES[sign] for sign in signs), fudges, places, odds)
    if as_json:
        print_json(best_first([fate_json(choice) for choice in choices]))
    else:
        told = [(float(choice.expected), in_signs(choice, signs)) for choice in choices]
        print_best_first("points of this turn", told)


@app.command("4df")
def advise_4df(
    read_by: Annotated[str, typer.Option("--map", metavar="MAP", help="The game's map, where d6 are thrown.")] = "none",
    as_json: AsJson = False,
) -> None:
    """How likely each sum of a plain 4dF roll is, with the ladder's words."""
    chances = ladder.distribution(read_map(read_by.strip()))
    if as_json:
        print_json({"distribution": {str(total): float(chance) for total, chance in chances.items()}})
        return
    for total, chance in chances.items():
        typer.echo(f"{written(total, sign=True):>5}  {LADDER[total]:<12}  {float(chance):8.3%}")


@app.command("attributes")
def advise_attributes(
    dice: Annotated[str, typer.Option(metavar="NdX", help="The attribute's dice, such as 4d6.")],
    bonus: Annotated[int, typer.Option(metavar="N", help="The R.C.C. bonus.")] = 0,
    rounding: Annotated[
        str, typer.Option(metavar="|".join(ROUNDINGS), help="Round down each bonus die, or their sum.")
    ] = ROUNDINGS[0],
    as_json: AsJson = False,
) -> None:
    """How likely each final value of an exceptional attribute is."""
    rounds = meant(rounding, ROUNDINGS) or rounding
    chances = attributes.distribution(*read_dice("--dice", dice), read_bonus("--bonus", str(bonus)), rounds)
    if as_json:
        print_json({"distribution": {str(value): float(chance) for value, chance in chances.items()}})
        return
    for value, chance in chances.items():
        typer.echo(f"{value:>5}  {float(chance):8.3%}")


def _numbers(name: str, text: str) -> tuple[int, ...]:
    """Raises `typer.BadParameter`: no number where one belongs is wrong usage, and nothing that a game refuses."""
    if not re.fullmatch(rf"\s*-?[0-9]{{1,{MOST_DIGITS}}}\s*(,\s*-?[0-9]{{1,{MOST_DIGITS}}}\s*)*", text):
        words = f"takes whole numbers with commas between (1,2,6), not {shorten(text)}."
        raise typer.BadParameter(words, param_hint=name)
    return tuple(int(part) for part in text.split(","))


def _category(table: Table, text: str) -> str:
    """The name of the category that is meant, by its name or title; what none is called stays as it is."""
    named = (category.name for category in table.categories if meant(text, (category.name, category.title)))
    return next(named, text.strip())
