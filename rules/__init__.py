"""The games as pure state machines. Knows no picture, no clock, no chance, no disk."""

from __future__ import annotations

from croupier.rules.attributes import ATTRIBUTES
from croupier.rules.fate import FATE
from croupier.rules.game import Game, UnknownGame
from croupier.rules.ladder import FOUR_FUDGE_DICE
from croupier.rules.liars_dice import LIARS_DICE
from croupier.rules.rift import CRAG, RIFT
from croupier.rules.settings import meant, shorten

GAMES: dict[str, Game] = {game.name: game for game in (RIFT, CRAG, FATE, FOUR_FUDGE_DICE, ATTRIBUTES, LIARS_DICE)}


def find_game(name: str) -> Game:
    """The game of that name. Raises `UnknownGame`, which lists the games there are."""
    if name not in GAMES:
        raise UnknownGame(f"There is no game {shorten(name)}; the games are {', '.join(GAMES)}.")
    return GAMES[name]


def named_so(text: str) -> str:
    """The name of the game that a person calls so, by its name or title; what no game is called stays as it is."""
    return next((game.name for game in GAMES.values() if meant(text, (game.name, game.title))), text)
