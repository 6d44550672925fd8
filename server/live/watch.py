"""The camera at the table: frames through the watcher onto the table, in a thread of their own.

A camera that fails or ends is said in words, and the game goes on by hand. A live one is opened again, each time
after a longer wait; a recording is played at its own pace.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from croupier.hardware.camera import Camera, CameraError, CameraLost
from croupier.server.live.onlookers import Eyes, Onlooker
from croupier.server.live.pace import Pace
from croupier.server.live.photo import Shot
from croupier.server.live.told import seen_json, without_at
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.vision.frame import Frame
from croupier.vision.roll import Phase, Seen

FIRST_RETRY_S = 0.5
LONGEST_RETRY_S = 15.0
SEES = "The camera sees the table."
CLOSED = "Dice are hidden: the picture is closed until they are shown."
SEEN_EVERY_S = 0.1
"""What is seen is told at most this often, but for a new phase."""
BREATH_S = 0.05
"""How often a recording that waits for a question looks whether it was answered."""

logger = logging.getLogger(__name__)


class Live:
    """One camera, watched. `camera` is its state for the pages, `shot` the newest frame there is, and `seen` what was
    seen in it, while the camera sees.
    """

    def __init__(
        self,
        table: Table,
        url: str | None,
        open_camera: Callable[[str], Camera],
        open_eyes: Callable[[], Eyes],
        news: News,
        speed: float | None = 1.0,
        pause_for_questions: bool = False,
        onlooker: Onlooker | None = None,
        encore_s: float | None = None,
    ) -> None:
        """`speed` is how fast a recording is played; None or 0 plays it as fast as it can be read.

        `encore_s` after a recording's end its game is started once more.
        """
        self._table, self._url, self._news = table, url, news
        self._open_camera, self._open_eyes = open_camera, open_eyes
        self._speed, self._pause_for_questions, self._onlooker = speed, pause_for_questions, onlooker
        self._encore_s = encore_s
        self._stopping, self._turn_over = threading.Event(), threading.Event()
        self._live = True
        self._retry_s = FIRST_RETRY_S
        self._reread_wanted = False
        self._told: dict[str, Any] | None = None
        self._told_at = 0.0
        self.camera = {"url": url or "", "state": "none", "text": "There is no camera: rolls are entered by hand."}
        self.seen: Seen | None = None
        self.shot: Shot | None = None
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    @property
    def phase(self) -> Phase:
        """The phase seen last, as long as the camera sees."""
        return seen.phase if (seen := self.seen) else Phase.EMPTY

    def start(self) -> None:
        """Begin to watch, if there is a camera."""
        if self._url:
            self._thread.start()

    def end(self) -> None:
        """Let the camera go after the frame that is being looked at."""
        self._stopping.set()
        self._turn_over.set()

    def stop(self, within_s: float = 1.0) -> None:
        """Let the camera go, and wait for that, but not for long."""
        self.end()
        if self._thread.is_alive():
            self._thread.join(within_s)

    def begin_anew(self) -> None:
        """Play a recording from its beginning, for a new game. A live camera just goes on."""
        if not self._live:
            self._turn_over.set()

    def reread(self) -> None:
        """Have the table read again as soon as it rests."""
        self._reread_wanted = True

    # The rest runs in the camera's thread.

    def _run(self) -> None:
        assert self._url is not None
        while True:
            self._turn_over.clear()
            if self._stopping.is_set():  # looked at after the clearing, which would else undo `end`
                return
            self._live = True
            try:
                camera = self._open_camera(self._url)
                self._live = camera.live
                with camera:
                    self._watch(camera)
                if not self._live and not self._turn_over.is_set():
                    what_next = "It plays again in a moment." if self._encore_s else "Rolls can be entered by hand."
                    self._tell_camera("ended", f"The recording is over. {what_next}")
            except CameraError as error:
                self._tell_camera("lost", f"{error} Rolls can be entered by hand.")
            except Exception:
                logger.exception("The camera's thread")
                self._tell_camera("lost", "Something went wrong with the picture. Rolls can be entered by hand.")
            if self._turn_over.wait(self._retry_s if self._live else self._encore_s):
                continue
            if self._live:
                self._retry_s = min(2 * self._retry_s, LONGEST_RETRY_S)
            else:
                self._encore()

    def _encore(self) -> None:
        """The same game once more; its start begins the recording anew."""
        if course := self._table.playing:
            played = course.started
            self._table.start(played.name, played.players, played.options)

    def _watch(self, camera: Camera) -> None:
        """Every frame, until the camera ends or another turn is asked for. A live one may come back on its own."""
        eyes = self._open_eyes()
        pace = Pace(None if camera.live else self._speed, self._turn_over)
        while not self._turn_over.is_set():
            try:
                for frame in camera:
                    pace.keep(frame.at)
                    if self._turn_over.is_set():
                        return
                    self._look(eyes, frame)
                    while self._pause_for_questions and self._table.asks and not self._turn_over.wait(BREATH_S):
                        pace.put_off(BREATH_S)
                break
            except CameraLost as error:
                self._tell_camera("lost", f"{error} Rolls can be entered by hand.")
                eyes = self._open_eyes()  # nobody saw how the dice came to lie where they lie now
        if self._turn_over.is_set():
            return
        if last := eyes.finish():
            self._take(last)
        if self._onlooker:
            self._onlooker.end(self._table)

    def _look(self, eyes: Eyes, frame: Frame) -> None:
        """One frame."""
        self._retry_s = FIRST_RETRY_S
        hidden = self._table.hides
        self._tell_camera("ok", CLOSED if hidden else SEES)
        if self._reread_wanted:
            self._reread_wanted = False
            eyes.reread()
        self.shot = None if hidden else Shot(frame)
        if self.shot is not None and self._news.wanted("shot"):
            self._news.publish("shot", self.shot)
        self._take(eyes.see(frame))

    def _take(self, seen: Seen) -> None:
        """What one frame came to; while dice are hidden, no more than its phase."""
        if self._table.hides:
            seen = Seen(seen.at, seen.phase)
        self.seen = seen
        if seen.roll is not None and not self._turn_over.is_set():
            self._table.settle(seen.roll)
        self._tell_seen(seen)
        if self._onlooker:
            self._onlooker.look(self._table, seen)

    def _tell_camera(self, state: str, text: str) -> None:
        told = {"url": self._url or "", "state": state, "text": text}
        if told != self.camera:
            self.camera = told
            if state != "ok":
                self.seen = self._told = None  # nobody knows whether dice still roll
            self._news.publish("board", None)

    def _tell_seen(self, seen: Seen) -> None:
        told = seen_json(seen, self.shot)
        new_phase = self._told is None or told["phase"] != self._told["phase"]
        now = time.monotonic()
        if new_phase or (without_at(told) != without_at(self._told) and now - self._told_at >= SEEN_EVERY_S):
            self._told, self._told_at = told, now
            self._news.publish("seen", told)
