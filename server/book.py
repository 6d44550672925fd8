"""The game in play and its log, kept in step: a change is rows that are on the disk before anybody is told of it.

Rows that come of one moment are one write: all of them are there, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from croupier.rules.game import Game, RulesError
from croupier.rules.secrecy import public_events
from croupier.rules.settings import refuse_alike
from croupier.rules.wire import to_json
from croupier.server.course import Course, follow
from croupier.server.errors import LogError, OutcomeUnknown, TableError
from croupier.server.log import Draft, Entry, Log, StartedGame
from croupier.server.mailbox import board_of

Publish = Callable[[str, Any], None]
"""Takes a kind of news ("board", "start", "event", "notice", or `board_of` a seat) and the news."""


class Book:
    """One log, and the `course` of the newest game in it; None before the first one.

    The `course` is a value that is put in place once its rows are safe: whoever reads it never waits for a writer.
    """

    def __init__(self, log: Log, publish: Publish, clock: Callable[[], float], find: Callable[[str], Game]) -> None:
        """Raises `LogError` for rows that make no sense."""
        self._log, self._publish, self._clock, self._find = log, publish, clock, find
        self.course = self._read()
        self._doubtful = False

    def start(
        self,
        name: str,
        players: tuple[str, ...],
        options: Mapping[str, str],
        author: str,
        seated: Callable[[Sequence[str]], Mapping[int, str]],
        advice: bool = True,
    ) -> None:
        """Begin a game; `seated` says whose seats are taken already, `advice` whether phones may ask for it.

        Raises `RulesError` or `LogError`.
        """
        game, at = self._find(name), self._clock()
        game.start(players, options)  # refused before anything is written
        refuse_alike(players)
        players = tuple(player.strip() for player in players)
        first = {"number": self.course.version + 1 if self.course else 1, **({} if advice else {"advice": False})}
        with self.doubting():
            entry = self._log.start_game(name, players, options, author, at, first, seated(players))
        started = StartedGame(entry.game, name, players, dict(options), at)
        self.course = follow(Course(started, game, game.start(players, options)), entry)

    def ahead(self, course: Course, drafts: Sequence[Draft]) -> Course:
        """The course as it would be with these rows. Raises `RulesError` or `TableError` for what cannot be."""
        for i, draft in enumerate(drafts):
            entry = Entry(-i, course.started.id, 0.0, draft.kind, draft.author, draft.payload, draft.picture)
            course = follow(course, entry)
        return course

    def write(self, course: Course, drafts: Sequence[Draft], jpeg: bytes | None = None) -> None:
        """These rows after the `course`, with their new evidence; then the news. Raises as `ahead`, or `LogError`."""
        self.ahead(course, drafts)  # refused before anything is written
        with self.doubting():
            entries = self._log.append(course.started.id, self._clock(), drafts, jpeg)
        for entry in entries:
            course = follow(course, entry)
        self.course = course
        for told in course.told[-len(drafts) :]:
            self._tell(course, told.entry, told.number, told.text)
        if not all(told.secret for told in course.told[-len(drafts) :]):
            self._publish("board", None)

    def catch_up(self, opened: Callable[[StartedGame], None]) -> bool:
        """Read the log anew if nobody could tell whether it kept the last change; whether it did.

        The game as it is then is `opened` first. Raises `LogError` as long as nobody can tell.
        """
        if not self._doubtful:
            return False
        self._log.settle()
        before, course = self.course, self._read()
        if course is not None:
            opened(course.started)
        self.course = course
        self._doubtful = False
        return self.course is not None and (before is None or self.course.told != before.told)

    @contextmanager
    def doubting(self) -> Iterator[None]:
        """What is written inside is doubtful where `OutcomeUnknown` is raised: `catch_up` finds out."""
        try:
            yield
        except OutcomeUnknown:
            self._doubtful = True
            raise

    def _tell(self, course: Course, entry: Entry, number: int, text: str) -> None:
        """The news of one row. Of a secret its seat alone hears, and not what."""
        step = next((step for step in reversed(course.steps) if step.entry.id == entry.id), None)
        if not number and step is not None:
            self._publish(board_of(step.action.seat), None)
        elif text:
            events = to_json(public_events(step.events)) if step else []
            self._publish("event", {"version": number, "events": events, "text": text})

    def _read(self) -> Course | None:
        """The newest game in the log, as far as it went."""
        started = self._log.newest_game()
        return None if started is None else course_of(self._log, started, self._find)


def course_of(log: Log, started: StartedGame, find: Callable[[str], Game]) -> Course:
    """A game of the log, as far as it went. Raises `LogError` for rows that make no sense."""
    try:
        if not started.players:
            raise LookupError("a row without players")
        game = find(started.name)
        course = Course(started, game, game.start(started.players, started.options))
        for entry in log.entries(started.id):
            course = follow(course, entry)
    except (LookupError, TypeError, AttributeError) as error:  # a row that no Croupier wrote, or not as it is now
        raise LogError(
            f"The log {log.database} is damaged, the rows of game {started.id} make no sense: keep it to be rescued, "
            f"and go on with a backup of it or another one, with --database."
        ) from error
    except (RulesError, TableError) as error:
        raise LogError(
            f"The game in {log.database} cannot be gone on with ({error}): name another file with --database."
        ) from error
    return course
