"""The live table: the only place that knows both rolls and games. Its state is what its log adds up to.

Every change is a row that is on the disk before the state moves. A roll that is not sure, or that no prompt
awaits, is a question: kept in the log and shown, and never an action until a person says so.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from croupier.rules import find_game
from croupier.rules.game import Action, Game, RulesError
from croupier.rules.secrecy import hides, public_events
from croupier.rules.wire import action_from_json, to_json
from croupier.server.course import Course, act_of, follow, kept_by_undo, mended
from croupier.server.errors import LogError, NoGame, Stale, TableError
from croupier.server.fit import answer, lying_now, still_asked
from croupier.server.log import Entry, Log
from croupier.server.lying import lie_as_came, lie_as_counted
from croupier.server.question import asked_on, die_json, question, witnessed
from croupier.server.seats import Seats
from croupier.vision.roll import Origin, Roll

READ_AGAIN = "The table was read again: do these dice count as a roll?"
THROWN_EARLY = "These dice were thrown early: do they count now?"

CAMERA = "camera"
OPERATOR = "operator"

Publish = Callable[[str, Any], None]
"""Takes a kind of news ("board", "start", "event", "notice", or `board_of` a seat) and the news."""
Develop = Callable[[Roll], bytes | None]
"""The evidence of a roll as JPEG."""


def board_of(seat: int) -> str:
    """The kind of news that a seat's own board has changed, and nobody else's."""
    return f"board of seat {seat}"


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
        self.seats = Seats(log, clock)
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
            if asked is not None and _throws(course, said):
                self._write("action", author, {"action": said, "dice": asked.payload["dice"]}, picture=asked.picture)
                return
            self._write("action", author, {"action": said})
            if asked is None or self.course.question is not None or self.hides:
                return
            if left := still_asked(self.course, asked.payload):
                self._write("question", CAMERA, asked_on(asked.payload, left), picture=asked.picture)
            if asked.payload["early"] and course.game.prompts(self.course.state):
                self._write("question", CAMERA, {**asked.payload, "ask": [THROWN_EARLY]}, picture=asked.picture)

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
            undone = moves[-1].entry.id if moves else 0
            self._write("undo", author, {"entry": undone, "keeps": kept_by_undo(self.course)})

    def correct(self, entry: int, action: Mapping[str, Any], author: str, version: int | None = None) -> None:
        """Put another action in the place of an earlier one, by its number, and replay what followed.

        Refused, with nothing written, when something later would then no longer be possible.
        """
        with self._lock:
            self._expect(version)
            said = to_json(action_from_json(self.course.game, action))
            self._write("correct", author, {"entry": self.course.step(entry).entry.id, "action": said})

    def mend(self, entry: int, faces: Sequence[int], author: str, version: int | None = None) -> None:
        """Correct an entry by the faces that its dice showed, as `mended` has it."""
        with self._lock:
            self._expect(version)
            step, action = mended(self.course, entry, faces)
            self._write("correct", author, {"entry": step.entry.id, "action": to_json(action)})

    def dismiss(self, author: str, version: int | None = None) -> None:
        """Drop the open question: its roll does not count."""
        with self._lock:
            self._expect(version)
            self._write("dismiss", author, {})

    def join(self, name: str, tokens: Sequence[str] = ()) -> tuple[int, str]:
        """Take the seat of that name, as `Seats.take` has it. Raises `TableError` or `LogError`."""
        with self._lock:
            taken = self.seats.take(name, tokens)
            self._publish("board", None)
            return taken

    def hand_over(self, seat: int) -> str:
        """A new token for a seat; whoever had it before is out. Raises `TableError` or `LogError`."""
        with self._lock:
            token = self.seats.give(seat)
            self._publish("board", None)
            return token

    def settle(self, roll: Roll) -> None:
        """A physical roll onto what is awaited: an action if there is no doubt, else a question.

        While a game hides dice a roll is neither, and not kept: it may be a cup that was lifted to look.
        """
        with self._lock:
            if self._course is None or self.hides:
                return
            again = roll.origin == Origin.REREAD and not self.asks
            counted = lie_as_counted(self._course, roll)
            if roll.origin == Origin.LAY and (counted or lie_as_came(self._course, roll)):
                return
            if again and counted:
                self._publish("notice", {"level": "info", "text": "The dice lie as they were counted last."})
                return
            if again:
                roll = replace(roll, ask=(*roll.ask, READ_AGAIN))
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
        course = self.course
        meant, lying = answer(course, roll), lying_now(course)
        jpeg, picture = self._develop(roll), None
        if meant.action is not None:
            dice = [die_json(roll.dice[i]) for i in meant.order if i is not None]
            self._write("action", CAMERA, {"action": to_json(meant.action), "dice": dice}, jpeg=jpeg)
            return
        if meant.witnessed.touches:
            picture = self._write("touch", CAMERA, witnessed(roll, meant, lying), jpeg=jpeg).picture
        if meant.ask:
            asked = question(roll, meant, lying)
            self._write("question", CAMERA, asked, picture, None if picture else jpeg)
        elif meant.closes and self.asks:
            self._write("dismiss", CAMERA, {})

    def _sit_down(self) -> Course | None:
        """The newest game in the log, as far as it went."""
        started = self._log.newest_game()
        if started is None:
            return None
        try:
            game = self._find(started.name)
            course = Course(started, game, game.start(started.players, started.options))
            for entry in self._log.entries(started.id):
                course = follow(course, entry)
        except (RulesError, TableError, LookupError, TypeError, AttributeError) as error:
            # the last three: a row that was not written by a Croupier, or not as it is now
            raise LogError(
                f"The game in {self._log.database} cannot be gone on with ({error}): name another file with --database."
            ) from error
        self.seats.open(started)
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
            events = to_json(public_events(after.steps[-1].events)) if kind == "action" else []
            self._publish("event", {"version": after.version, "events": events, "text": told.text})
        self._publish("board", None)
        return entry


def _throws(course: Course, action: Mapping[str, Any]) -> bool:
    """Whether an action answers a prompt that awaits dice on the table."""
    throws = {p.kind: p.throw for p in course.game.prompts(course.state) if p.throw is not None}
    return action["kind"] in throws and not throws[action["kind"]].hidden
