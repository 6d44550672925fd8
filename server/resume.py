"""The game that a log ends with, as far as it went."""

from __future__ import annotations

from collections.abc import Callable

from croupier.rules.game import Game, RulesError
from croupier.server.course import Course, follow
from croupier.server.errors import LogError, TableError
from croupier.server.log import Log


def resume(log: Log, find: Callable[[str], Game]) -> Course | None:
    """The course of the newest game; None if there is none. Raises `LogError` for rows that make no sense."""
    started = log.newest_game()
    if started is None:
        return None
    try:
        game = find(started.name)
        course = Course(started, game, game.start(started.players, started.options))
        for entry in log.entries(started.id):
            course = follow(course, entry)
    except (RulesError, TableError, LookupError, TypeError, AttributeError) as error:
        # the last three: a row that was not written by a Croupier, or not as it is now
        raise LogError(
            f"The game in {log.database} cannot be gone on with ({error}): name another file with --database."
        ) from error
    return course
