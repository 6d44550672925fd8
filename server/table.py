"""The live table: what people and the camera do at it, one after another, as rows of its book.

A roll that is not sure, or that no prompt awaits, is a question: kept in the log and shown, and never an action until a
person says so.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from croupier.rules import find_game
from croupier.rules.game import Action, Game
from croupier.rules.secrecy import covered, hides
from croupier.rules.settings import plain_name
from croupier.rules.wire import action_from_json, to_json
from croupier.server.book import Book, Publish
from croupier.server.course import Course, act_of, mended, refuse_unsettled
from croupier.server.errors import LogError, NoGame, NotYours, Stale, TableError
from croupier.server.heed import Told, answers, as_told, asked_still, nothing_new, rows_of
from croupier.server.log import Draft, Log
from croupier.server.seats import Seats
from croupier.vision.roll import Origin, Roll

COVERED = "Dice of {player} lie hidden now: ask the operator for the link to the seat, or wait until they are shown."
REREAD = "Then have the table read again."
AS_COUNTED = "The dice lie as they were counted last."

CAMERA = "camera"
OPERATOR = "operator"

Develop = Callable[[Roll], bytes | None]
"""The evidence of a roll as JPEG."""


class Table:
    """One game at a time, on one log. Safe to use from several threads."""

    def __init__(
        self,
        log: Log,
        publish: Publish = lambda kind, news: None,
        develop: Develop = lambda roll: None,
        clock: Callable[[], float] = time.time,
        find: Callable[[str], Game] = find_game,
    ) -> None:
        """Goes on with the game that the log ends with, if there is one. Raises `LogError`."""
        self._publish, self._develop = publish, develop
        self._lock = threading.RLock()
        self._unwritten: Roll | None = None
        self._name = log.database
        self._book = Book(log, publish, clock, find)
        self.seats = Seats(log, self._lock, lambda: publish("board", None), clock)
        if self._book.course is not None:
            self.seats.open(self._book.course.started)

    @property
    def course(self) -> Course:
        """The game so far. Raises `NoGame` before the first one."""
        course = self.playing
        if course is None:
            raise NoGame
        return course

    @property
    def playing(self) -> Course | None:
        """The game so far, or None before the first one. At once, also while something is written."""
        return self._book.course

    @property
    def asks(self) -> bool:
        """Whether a question is open."""
        return (course := self.playing) is not None and course.question is not None

    @property
    def hides(self) -> bool:
        """Whether dice lie hidden now, so that nothing of what the camera sees may be shown or kept."""
        return (course := self.playing) is not None and hides(course.state)

    def start(
        self,
        name: str,
        players: tuple[str, ...],
        options: Mapping[str, str],
        author: str = OPERATOR,
        advice: bool = True,
    ) -> None:
        """Begin a game, with or without `advice` on phones; the one before stays in the log as it is.

        Raises `RulesError` or `LogError`.
        """
        with self._lock:
            self._catch_up()
            self._book.start(name, players, options, author, self.seats.kept, advice)
            self._unwritten = None
            started = self.course.started
            self.seats.open(started, self.seats.kept(started.players))
            self._publish("start", None)
            self._publish("board", None)

    def join(self, name: str, brought: Sequence[str] = ()) -> tuple[int, str]:
        """Take the seat of that name, as `Seats.take` has it.

        Raises `TableError` too for a free one whose dice lie hidden: they are for whoever rolled them.
        """
        with self._lock:
            self._catch_up()
            if (course := self.playing) is not None:
                for seat, player in enumerate(course.started.players):
                    mine = plain_name(player) == plain_name(name) and not self.seats.taken(seat)
                    if mine and covered(course.state, seat):
                        raise TableError(COVERED.format(player=player))
            with self._book.doubting():
                return self.seats.take(name, brought)

    def hand_over(self, seat: int) -> str:
        """A new token for the seat, as `Seats.give` has it."""
        with self._lock:
            self._catch_up()
            with self._book.doubting():
                return self.seats.give(seat)

    def wait(self, name: str, brought: Sequence[str] = (), address: str = "") -> tuple[str, str]:
        """Have somebody wait for the next game, as `Seats.wait` has it. Raises `TableError` while one is played."""
        with self._lock:
            self._catch_up()
            if (course := self.playing) is not None and course.game.prompts(course.state):
                raise TableError("A game is being played: take one of its free seats, or wait until it is over.")
            return self.seats.wait(name, brought, address)

    def act(self, action: Mapping[str, Any], author: str, version: int | None = None, seen: Told | None = None) -> None:
        """Take an action. Raises `RulesError`, `TableError` or `LogError`, and changes nothing then.

        Where a throw is asked about, only the operator may go on as if there were none. `seen`: see `as_told`.
        """
        with self._lock:
            self._expect(version)
            course, asked = self.course, self.course.question
            said = to_json(taken := action_from_json(course.game, action))
            if asked is not None and answers(course, said):
                payload = {"action": said, "dice": as_told(asked.payload["dice"], seen)}
                self._write((Draft("action", author, payload, asked.picture),))
                return
            if author != OPERATOR:
                refuse_unsettled(course, taken)
            self._by_hand("action", author, {"action": said})

    def do(self, action: Action, author: str, version: int | None = None) -> None:
        """Take an action that is at hand as a value."""
        self.act(to_json(action), author, version)

    def throw(
        self,
        seat: int,
        kind: str,
        faces: Sequence[int],
        thrown: Sequence[int],
        author: str,
        version: int | None = None,
        seen: Told | None = None,
    ) -> None:
        """Take the action that dice stand for, as `act_of` has it; else as `act`."""
        with self._lock:
            self._expect(version)
            action = act_of(self.course.game, self.course.state, seat, kind, faces, thrown)
            self.act(to_json(action), author, seen=seen)

    def undo(self, author: str, version: int | None = None) -> None:
        """Take back the last action or correction that counts, whatever it ended."""
        with self._lock:
            self._expect(version)
            moves = self.course.moves
            self._by_hand("undo", author, {"entry": moves[-1].entry.id if moves else 0, "keeps": True})

    def correct(self, entry: int, action: Mapping[str, Any], author: str, version: int | None = None) -> None:
        """Put another action in the place of an earlier one, by its number, and replay what followed.

        Refused, with nothing written, when something later would then no longer be possible.
        """
        with self._lock:
            self._expect(version)
            said = to_json(action_from_json(self.course.game, action))
            self._by_hand("correct", author, {"entry": self.course.step(entry).entry.id, "action": said})

    def mend(
        self, entry: int, faces: Sequence[int], author: str, version: int | None = None, seat: int | None = None
    ) -> None:
        """Correct an entry by the faces that its dice showed, as `mended` has it.

        A `seat` puts only its own dice right, and while they lie hidden; else `NotYours` is raised.
        """
        with self._lock:
            self._expect(version)
            if seat is not None:
                own = self.course.step(entry)
                if own.action.seat != seat or not self.course.covers(own):
                    raise NotYours
            step, action = mended(self.course, entry, faces)
            self._by_hand("correct", author, {"entry": step.entry.id, "action": to_json(action)})

    def dismiss(self, author: str, version: int | None = None) -> None:
        """Drop the open question: its roll does not count."""
        with self._lock:
            self._expect(version)
            self._write((Draft("dismiss", author, {}),))

    def settle(self, roll: Roll) -> None:
        """A physical roll onto what is awaited: an action if there is no doubt, else a question.

        While a game hides dice a roll is neither, and not kept: it may be a cup that was lifted to look.
        """
        with self._lock:
            if self.playing is None or self.hides:
                return
            try:
                self.record(roll)
            except LogError as error:
                self._unwritten = roll
                said = str(error).replace(f"The log {self._name}", "The log").replace(self._name, "The log")
                self._publish("notice", {"level": "warn", "text": f"{said} {REREAD}"})  # to everybody

    def record(self, roll: Roll) -> None:
        """As `settle`, for whoever can be told what kept it from being written. Raises `LogError`."""
        with self._lock:
            self._catch_up()
            if self.playing is None or self.hides:
                return
            if nothing_new(self.course, roll):
                if roll.origin == Origin.REREAD:
                    self._publish("notice", {"level": "info", "text": AS_COUNTED})
                return
            rows = rows_of(self.course, roll)
            jpeg = self._develop(roll) if any(row.pictured for row in rows) else None
            self._write([Draft(row.kind, CAMERA, row.payload, new=row.pictured) for row in rows], jpeg)

    @contextmanager
    def held(self) -> Iterator[Course]:
        """The game as it stands, which nobody else moves on meanwhile. Raises `NoGame` or `LogError`."""
        with self._lock:
            self._catch_up()
            yield self.course

    def settle_unwritten(self) -> bool:
        """Try once more to write a roll that the log could not take; whether there was one."""
        with self._lock:
            self._catch_up()
            roll, self._unwritten = self._unwritten, None
            if roll is not None:
                self.settle(roll)
            return roll is not None

    def _catch_up(self) -> None:
        """Go on from what the log holds, where nobody could tell whether it kept the last change. Raises `LogError`."""
        if self._book.catch_up(self.seats.open):
            self._unwritten = None  # whatever came last is written
            self._publish("board", None)

    def _expect(self, version: int | None) -> None:
        self._catch_up()
        if version is not None and version != self.course.version:
            raise Stale("The table has moved on: look at the board and try again.")

    def _by_hand(self, kind: str, author: str, payload: Mapping[str, Any]) -> None:
        """A row that a person wrote, and what it leaves of an open question that it does not answer."""
        before, row = self.course, Draft(kind, author, payload)
        picture = before.question.picture if before.question else None
        left = asked_still(before, self._book.ahead(before, (row,)))
        self._write((row, *(Draft("question", CAMERA, asked, picture) for asked in left)))

    def _write(self, drafts: Sequence[Draft], jpeg: bytes | None = None) -> None:
        if drafts:
            self._book.write(self.course, drafts, jpeg)
            self._unwritten = None  # the table has moved on
