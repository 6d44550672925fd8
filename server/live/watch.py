"""The camera at the table: frames through the watcher onto the table, in a thread of their own.

A camera that fails or ends is said in words, and the game goes on by hand. A live one is opened again, each time
after a longer wait; a recording is played at its own pace. Another camera may take its place at any time.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from croupier.hardware.camera import Camera, CameraError, CameraLost
from croupier.hardware.sources.phone import PhoneCamera
from croupier.server.errors import LogError
from croupier.server.live.onlookers import Eyes, Onlooker
from croupier.server.live.pace import Pace
from croupier.server.live.pulse import Pulse
from croupier.server.live.told import NO_CAMERA, Sight
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.vision.frame import Frame, Image
from croupier.vision.roll import Seen

FIRST_RETRY_S = 0.5
LONGEST_RETRY_S = 15.0
SEES = "The camera sees the table."
CLOSED = "Dice are hidden: the picture is closed until they are shown."
ASIDE = "A test roll is being made: nothing that the camera sees counts until it is over."
COUNTS = "The test roll is over: what is rolled counts again."
PHOTOS = "A phone sends photos: each is read as a roll."
OVER = "The recording is over."
BY_HAND = "Rolls can be entered by hand."
BREATH_S = 0.05
"""How often a recording that waits for a question looks whether it was answered."""

logger = logging.getLogger(__name__)


class Live(Sight):
    """One camera at a time, watched."""

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
        super().__init__(url, news)
        self._table, self._url = table, url
        self._open_camera, self._open_eyes = open_camera, open_eyes
        self._speed, self._pause_for_questions, self._onlooker = speed, pause_for_questions, onlooker
        self._encore_s = encore_s
        self.pulse = Pulse()
        self._stopping, self._turn_over = threading.Event(), threading.Event()
        self._live = True
        self._retry_s = FIRST_RETRY_S
        self._reread_wanted = False
        self._aside_until = 0.0
        self._phone: PhoneCamera | None = None
        self._photographed = False
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    @property
    def url(self) -> str | None:
        """The camera that is to be watched."""
        return self._url

    @property
    def hides(self) -> bool:
        """Whether nothing of what a camera sees may be kept or shown now."""
        return self._table.hides

    def start(self) -> None:
        """Begin to watch, as soon as there is a camera."""
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

    def use(self, url: str | None) -> None:
        """Watch with this camera from now on, or with none; the same one is opened anew.

        The new one looks at the table for the first time: dice that count already lie there as counted, and about
        others it asks.
        """
        self._url = url
        self._photographed = False
        self._retry_s = FIRST_RETRY_S
        self._turn_over.set()

    @property
    def watches_phone(self) -> bool:
        """Whether a phone is the camera now."""
        return self._phone is not None

    def feed(self, image: Image, sender: str = "") -> bool:
        """A picture that a phone sent, from any thread; whether that phone is the camera now."""
        return (phone := self._phone) is not None and phone.put(image, sender)

    def photographed(self) -> None:
        """A phone has sent a photograph: it is no lost camera, though it sends no live picture."""
        if (phone := self._phone) is not None and self.camera["state"] != "ok":
            self._photographed = True
            self._tell_camera(phone.url, "photos", PHOTOS)

    def set_aside(self, for_s: float) -> None:
        """Look on, but let no roll count for so many seconds from now; 0 goes on at once."""
        if (for_s > 0) != self.aside:
            self._news.publish("notice", {"level": "info", "text": ASIDE if for_s > 0 else COUNTS, "about": "test"})
        self._aside_until = time.monotonic() + for_s

    @property
    def aside(self) -> bool:
        """Whether what is rolled now counts for nothing."""
        return time.monotonic() < self._aside_until

    def begin_anew(self) -> None:
        """Play a recording from its beginning, for a new game. A live camera just goes on."""
        if not self._live:
            self._turn_over.set()

    def reread(self) -> None:
        """Have the table read again as soon as it rests."""
        self._reread_wanted = True

    # The rest runs in the camera's thread.

    def _run(self) -> None:
        before = self._url
        while True:
            self._turn_over.clear()
            if self._stopping.is_set():  # looked at after the clearing, which would else undo `end`
                return
            url = self._url
            if url is None:
                self._show(None)
                self._tell_camera(None, "none", NO_CAMERA)
                self._turn_over.wait()
                continue
            if url != before:
                self.lay = None
                self._show(None)
                self._tell_camera(url, "lost", f"Another camera is being opened: {url}. {BY_HAND}")
            before = url
            self._live = True
            try:
                self._watch_through(self._open_camera(url))
                if not self._live and not self._turn_over.is_set():
                    what_next = "It plays again in a moment." if self._encore_s else BY_HAND
                    self._tell_camera(url, "ended", f"{OVER} {what_next}")
            except CameraError as error:
                self._tell_camera(url, "lost", f"{error} {BY_HAND}")
            except Exception:
                logger.exception("The camera's thread")
                self._tell_camera(url, "lost", f"Something went wrong with the picture. {BY_HAND}")
            if not self._live:
                self._encore(url)
            elif not self._turn_over.wait(self._retry_s):
                self._retry_s = min(2 * self._retry_s, LONGEST_RETRY_S)

    def _watch_through(self, camera: Camera) -> None:
        self._live = camera.live
        try:
            with camera:
                self._phone = camera if isinstance(camera, PhoneCamera) else None
                self._watch(camera)
        finally:
            self._phone = None

    def _encore(self, url: str) -> None:
        """After a recording: the same game once more, as soon as the log takes it; its start plays it anew."""
        while not self._turn_over.wait(self._encore_s) and (course := self._table.playing):
            played = course.started
            try:
                self._table.start(played.name, played.players, played.options, advice=course.advice)
                return
            except Exception as error:
                if not isinstance(error, LogError):
                    logger.exception("The recording’s next game")
                what_next = str(error) if isinstance(error, LogError) else BY_HAND
                self._tell_camera(url, "ended", f"{OVER} {what_next}")

    def _watch(self, camera: Camera) -> None:
        """Every frame, until the camera ends or another turn is asked for. A live one may come back on its own."""
        eyes, fresh = self._open_eyes(), True
        self.pulse.attend(eyes)
        pace = Pace(None if camera.live else self._speed, self._turn_over)
        while not self._turn_over.is_set():
            try:
                for frame in camera:
                    pace.keep(frame.at)
                    if self._turn_over.is_set():
                        return
                    fresh = False
                    self._look(eyes, frame, camera.url)
                    while self._pause_for_questions and self._table.asks and not self._turn_over.wait(BREATH_S):
                        pace.put_off(BREATH_S)
                break
            except CameraLost as error:
                if not self._photographed:
                    self._tell_camera(camera.url, "lost", f"{error} {BY_HAND}")
                if not fresh:  # nobody saw how the dice came to lie where they lie now
                    eyes, fresh = self._open_eyes(), True
                    self.pulse.attend(eyes)
        if self._turn_over.is_set():
            return
        if last := eyes.finish():
            self._take(last)
        if self._onlooker:
            self._onlooker.end(self._table)

    def _look(self, eyes: Eyes, frame: Frame, url: str) -> None:
        """One frame."""
        self._retry_s = FIRST_RETRY_S
        hidden = self._table.hides
        self._photographed = False
        self._show(None if hidden else frame)  # before it is said that there is one
        self._tell_camera(url, "ok", CLOSED if hidden else ASIDE if self.aside else SEES)
        if self._reread_wanted:
            self._reread_wanted = False
            eyes.reread()
        self.pulse.begin()
        seen = eyes.see(frame)
        self.pulse.end(hidden or self._table.hides)
        self._take(seen)

    def _take(self, seen: Seen) -> None:
        """What one frame came to; while dice are hidden, no more than its phase."""
        if self._table.hides:
            seen = Seen(seen.at, seen.phase)
        if seen.dice and self.shot is not None:
            self.lay = self.shot.frame.image, seen.dice
        self.seen = seen
        if seen.roll is not None and not self._turn_over.is_set() and not self.aside:
            self._table.settle(seen.roll)
        self._tell_seen(seen)
        if self._onlooker:
            self._onlooker.look(self._table, seen)
