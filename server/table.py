"""The live table: the only place that knows both rolls and games. Its state is what its log adds up to.

Every change is a row that is on the disk before the state moves. A roll that is not sure, or that no prompt
awaits, is a question: kept in the log and shown, and never an action until a person says so.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from croupier.rules import find_game
from croupier.rules.game import Action, Game
from croupier.rules.secrecy import hides, public_events
from croupier.rules.wire import action_from_json, to_json
from croupier.server.course import Course, act_of, follow, mended
from croupier.server.errors import LogError, NoGame, NotYours, Stale
from croupier.server.heed import answers, asked_still, nothing_new, rows_of
from croupier.server.log import Entry, Log
from croupier.server.mailbox import board_of
from croupier.server.resume import resume
from croupier.server.seats import Seats
from croupier.vision.roll import Origin, Roll

AS_COUNTED = "The dice lie as they were counted last."

CAMERA = "camera"
OPERATOR = "operator"

Publish = Callable[[str, Any], None]
"""Takes a kind of news ("board", "start", "event", "notice", or `board_of` a seat) and the news."""
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
        self._log, self._publish, self._develop, self._clock, self._find = log, publish, develop, clock, find
        self._lock = threading.RLock()
        self._unwritten: Roll | None = None
        self.seats = Seats(log, self._lock, lambda: publish("board", None), clock)
        self._course = self._sit_down()

    @property
    def course(self) -> Course:
        """The game so far. Raises `NoGame` before the first one."""
        with self._lock:
            if self._course is None:
                raise NoGame
            return self._course

    @property
    def playing(self) -> Course | None:
        """The game so far, or None before the first one."""
        with self._lock:
            return self._course

    @property
    def asks(self) -> bool:
        """Whether a question is open."""
        with self._lock:
            return self._course is not None and self._course.question is not None

    @property
    def hides(self) -> bool:
        """Whether dice lie hidden now, so that nothing of what the camera sees may be shown or kept."""
        with self._lock:
            return self._course is not None and hides(self._course.state)

    def start(self, name: str, players: tuple[str, ...], options: Mapping[str, str], author: str = OPERATOR) -> None:
        """Begin a game; the one before stays in the log as it is. Raises `RulesError` or `LogError`."""
        with self._lock:
            self._find(name).start(players, options)  # refused before anything is written
            players = tuple(player.strip() for player in players)
            first = {"number": self._course.version + 1 if self._course else 1}
            kept = self.seats.kept(players)
            self._log.start_game(name, players, options, author, self._clock(), first, kept)
            self._unwritten = None
            self._course = self._sit_down()
            self._publish("start", None)
            self._publish("board", None)

    def act(self, action: Mapping[str, Any], author: str, version: int | None = None) -> None:
        """Take an action. Raises `RulesError`, `TableError` or `LogError`, and changes nothing then."""
        with self._lock:
            self._expect(version)
            course = self.course
            asked = course.question
            said = to_json(action_from_json(course.game, action))
            if asked is not None and answers(course, said):
                self._write("action", author, {"action": said, "dice": asked.payload["dice"]}, picture=asked.picture)
                return
            self._write("action", author, {"action": said})
            for payload in asked_still(course, self.course):
                self._write("question", CAMERA, payload, picture=asked.picture if asked else None)

    def do(self, action: Action, author: str, version: int | None = None) -> None:
        """Take an action that is at hand as a value."""
        self.act(to_json(action), author, version)

    def throw(
        self, seat: int, kind: str, faces: Sequence[int], thrown: Sequence[int], author: str, version: int | None = None
    ) -> None:
        """Take the action that dice stand for, as `act_of` has it; else as `act`."""
        with self._lock:
            self._expect(version)
            self.do(act_of(self.course.game, self.course.state, seat, kind, faces, thrown), author)

    def undo(self, author: str, version: int | None = None) -> None:
        """Take back the last action or correction that counts, whatever it ended."""
        with self._lock:
            self._expect(version)
            moves = self.course.moves
            self._write("undo", author, {"entry": moves[-1].entry.id if moves else 0, "keeps": True})

    def correct(self, entry: int, action: Mapping[str, Any], author: str, version: int | None = None) -> None:
        """Put another action in the place of an earlier one, by its number, and replay what followed.

        Refused, with nothing written, when something later would then no longer be possible.
        """
        with self._lock:
            self._expect(version)
            said = to_json(action_from_json(self.course.game, action))
            self._write("correct", author, {"entry": self.course.step(entry).entry.id, "action": said})

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
            self._write("correct", author, {"entry": step.entry.id, "action": to_json(action)})

    def dismiss(self, author: str, version: int | None = None) -> None:
        """Drop the open question: its roll does not count."""
        with self._lock:
            self._expect(version)
            self._write("dismiss", author, {})

    def settle(self, roll: Roll) -> None:
        """A physical roll onto what is awaited: an action if there is no doubt, else a question.

        While a game hides dice a roll is neither, and not kept: it may be a cup that was lifted to look.
        """
        with self._lock:
            if self._course is None or self.hides:
                return
            if nothing_new(self._course, roll):
                if roll.origin == Origin.REREAD:
                    self._publish("notice", {"level": "info", "text": AS_COUNTED})
                return
            try:
                self._take(roll)
            except LogError as error:
                self._unwritten = roll
                self._publish("notice", {"level": "warn", "text": f"{error} Then have the table read again."})

    def settle_unwritten(self) -> bool:
        """Try once more to write a roll that the log could not take; whether there was one."""
        with self._lock:
            roll, self._unwritten = self._unwritten, None
            if roll is not None:
                self.settle(roll)
            return roll is not None

    def _take(self, roll: Roll) -> None:
        """The rows that a roll comes to; its picture is developed and kept once for all of them."""
        jpeg, picture = self._develop(roll), None
        for row in rows_of(self.course, roll):
            wet = jpeg if row.pictured and picture is None else None
            entry = self._write(row.kind, CAMERA, row.payload, picture if row.pictured else None, wet)
            picture = entry.picture

    def _sit_down(self) -> Course | None:
        """The newest game in the log, with its seats."""
        course = resume(self._log, self._find)
        if course is not None:
            self.seats.open(course.started)
        return course

    def _expect(self, version: int | None) -> None:
        if version is not None and version != self.course.version:
            raise Stale("The table has moved on: look at the board and try again.")

    def _write(
        self,
        kind: str,
        author: str,
        payload: Mapping[str, Any],
        picture: int | None = None,
        jpeg: bytes | None = None,
    ) -> Entry:
        """One more row, which must be possible; then the state moves."""
        course = self.course
        draft = Entry(0, course.started.id, self._clock(), kind, author, payload, picture)
        follow(course, draft)  # refused before anything is written
        entry = self._log.append(draft.game, draft.at, kind, author, payload, picture, jpeg)
        self._course = after = follow(course, entry)
        self._unwritten = None  # the table has moved on
        told = after.told[-1]
        if told.secret:
            self._publish(board_of(after.steps[-1].action.seat), None)
            return entry
        if told.text:
            step = next((step for step in reversed(after.steps) if step.entry.id == entry.id), None)
            events = to_json(public_events(step.events)) if step else []
            self._publish("event", {"version": after.version, "events": events, "text": told.text})
        self._publish("board", None)
        return entry
