"""Every game of a log, the newest first, each with how it ended; those that were looked at are kept at hand."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from croupier.rules import find_game
from croupier.rules.game import Game
from croupier.rules.words import listed
from croupier.server.book import course_of
from croupier.server.course import Course
from croupier.server.errors import LogError, NotInHistory
from croupier.server.history.fairness.throws import Fallen, fallen_in
from croupier.server.history.replay import Replay
from croupier.server.log import Log, StartedGame
from croupier.server.show import SHOWN, title

AT_HAND = 4  # replays that are kept; the figures of every game are
UNREADABLE = "Its rows make no sense to this Croupier, so it cannot be shown. It is kept in the log as it is."

Progress = Literal["playing", "over", "unfinished", "unreadable"]


@dataclass(frozen=True, slots=True)
class Score:
    """What a player has in the end, or now."""

    seat: int
    player: str
    score: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it is listed. `game` is its number, `started` in seconds since 1970, `result` in words."""

    game: int
    name: str
    title: str
    players: list[str]
    options: dict[str, str]
    started: float
    progress: Progress
    result: str
    winners: list[int]
    scores: list[Score]
    steps: int
    rolls: int


@dataclass(frozen=True, slots=True)
class _Figures:
    """What of a game is kept once it is not the newest any more."""

    played: PlayedGame
    throws: Counter[Fallen]


class Shelf:
    """The games of one log. Safe to use from several threads."""

    def __init__(
        self, log: Log, playing: Callable[[], Course | None] = lambda: None, find: Callable[[str], Game] = find_game
    ) -> None:
        """`playing` is the game on the table, which need not be read from the log again."""
        self._log, self._playing, self._find = log, playing, find
        self._figures: dict[int, _Figures | None] = {}
        self._newest: tuple[Course, _Figures] | None = None
        self._replays: OrderedDict[int, Replay] = OrderedDict()
        self._live: Replay | None = None
        self._lock = threading.RLock()

    def page(self, limit: int, before: int | None = None) -> tuple[list[PlayedGame], int | None]:
        """The newest games with numbers under `before`, and what to give as that for the next ones, if there are any.

        A game that makes no sense is among them, and says so. Raises `LogError` where the log cannot be read at all.
        """
        every = self._log.games()
        games = [game for game in every if before is None or game.id < before]
        shown = [self._listed(game, every[0].id) for game in games[:limit]]
        return shown, shown[-1].game if shown and len(games) > limit else None

    def game(self, number: int) -> PlayedGame:
        """One game as it is listed. Raises `NotInHistory` or `LogError`."""
        return self._listed(self._started(number), self.newest())

    def newest(self) -> int:
        """The number of the game that was started last. Raises `NotInHistory` where there is none."""
        game = self._log.newest_game()
        if game is None:
            raise NotInHistory("No game has been played yet.")
        return game.id

    def replay(self, number: int) -> Replay:
        """A game step by step. Raises `NotInHistory` or `LogError`."""
        try:
            with self._lock:
                return self._replayed(self._started(number))
        except LogError as error:
            if not _senseless(error):
                raise
            raise NotInHistory(f"Game {number} cannot be shown. {UNREADABLE}") from error

    def throws(self) -> tuple[Counter[Fallen], int]:
        """The dice that fell in all games, and how many games could not be read."""
        total, unreadable = Counter[Fallen](), 0
        games = self._log.games()
        for game in games:
            figures = self._known(game, games[0].id)
            if figures is None:
                unreadable += 1
            else:
                total.update(figures.throws)
        return total, unreadable

    def _started(self, number: int) -> StartedGame:
        game = self._log.game(number)
        if game is None:
            raise NotInHistory(f"There is no game {number} in the history.")
        return game

    def _listed(self, game: StartedGame, newest: int) -> PlayedGame:
        figures = self._known(game, newest)
        return figures.played if figures else _unreadable(game)

    def _known(self, game: StartedGame, newest: int) -> _Figures | None:
        """The figures of a game, or None for one that makes no sense. No row can follow once another was begun."""
        with self._lock:
            if game.id in self._figures:
                return self._figures[game.id]
            try:
                figures = self._reckoned(game, closed=game.id < newest)
            except LogError as error:
                if not _senseless(error):
                    raise
                figures = None
            if game.id < newest:
                self._figures[game.id] = figures
            return figures

    def _reckoned(self, game: StartedGame, closed: bool) -> _Figures:
        playing = self._playing()
        if playing is None or playing.started.id != game.id:
            course = course_of(self._log, game, self._find)
            return _Figures(_played(course, closed), fallen_in(course))
        if closed or self._newest is None or self._newest[0] is not playing:
            self._newest = playing, _Figures(_played(playing, closed), fallen_in(playing))
        return self._newest[1]

    def _closed(self, game: StartedGame) -> bool:
        """Whether no row can follow: another game was begun."""
        newest = self._log.newest_game()
        return newest is not None and newest.id > game.id

    def _replayed(self, game: StartedGame) -> Replay:
        playing = self._playing()
        if playing is not None and playing.started.id == game.id:
            if self._live is None or self._live.course.started.id != game.id:
                self._live = Replay(playing)
            self._live.grow(playing)
            return self._live
        replay = self._replays.pop(game.id, None)
        if replay is None:
            closed = self._closed(game)
            replay = Replay(course_of(self._log, game, self._find))
            if not closed:
                return replay  # another program may go on with it
        self._replays[game.id] = replay
        while len(self._replays) > AT_HAND:
            self._replays.popitem(last=False)
        return replay


def _played(course: Course, closed: bool) -> PlayedGame:
    started, game, state = course.started, course.game, course.state
    over = not game.prompts(state)
    winners = list(game.winners(state))
    progress: Progress = "over" if over else "unfinished" if closed else "playing"
    return PlayedGame(
        game=started.id,
        name=started.name,
        title=title(game),
        players=list(started.players),
        options=dict(started.options),
        started=started.started,
        progress=progress,
        result=_result(progress, [started.players[seat] for seat in winners], len(started.players)),
        winners=winners,
        scores=[Score(standing.seat, standing.player, standing.score) for standing in game.standings(state)],
        steps=sum(told.entry.kind in SHOWN and not told.secret for told in course.told),
        rolls=sum(step.thrown is not None for step in course.steps),
    )


def _result(progress: Progress, winners: list[str], players: int) -> str:
    if progress != "over":
        return "Still being played" if progress == "playing" else "Left unfinished"
    if not winners:
        return "The game is over"
    if players == 1:
        return f"{winners[0]} finishes"
    return f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}"


def _senseless(error: LogError) -> bool:
    """Whether the rows were read, and it is their meaning that is at fault."""
    return isinstance(error.__cause__, ValueError | LookupError | TypeError | AttributeError)


def _unreadable(game: StartedGame) -> PlayedGame:
    known = dict(game.options) if isinstance(game.options, dict) else {}
    options = {str(name): str(value) for name, value in known.items()}
    players = [str(player) for player in game.players]
    return PlayedGame(
        game.id, game.name, game.name, players, options, game.started, "unreadable", UNREADABLE, [], [], 0, 0
    )
