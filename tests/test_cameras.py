"""Every kind of camera keeps the same promises; each kind keeps its own; trouble is said in a sentence."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np
import pytest

from croupier.hardware import devices
from croupier.hardware.camera import Camera, CameraError, CameraLost, open_camera
from croupier.hardware.sources.demo import session_folder
from croupier.hardware.sources.fake import FakeWebcam
from croupier.hardware.sources.live import LiveCamera, Patience
from croupier.hardware.sources.phone import SILENT_S, PhoneCamera
from croupier.hardware.sources.usb import connect, open_usb
from croupier.vision.frame import Frame, Image

TALL, WIDE = 48, 64
HURRIED = Patience(first_s=0.2, silent_s=0.05, frozen_s=0.02, stuck_s=0.1, retry_s=(0.001, 0.002), leave_s=5)
LIMIT_S = 10.0
"""No test waits longer than this for a thing to happen."""


def shade(number: int) -> int:
    """The grey level of the picture of that number: far enough apart to survive a lossy codec."""
    return 20 + 20 * (number % 11)


def write_pictures(folder: Path, *names: str) -> Path:
    folder.mkdir(exist_ok=True)
    for number, name in enumerate(names):
        assert cv2.imwrite(str(folder / name), np.full((TALL, WIDE, 3), shade(number), np.uint8))
    return folder


def write_clip(path: Path, frames: int = 10, fps: float = 20, code: str = "mp4v") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*code), fps, (WIDE, TALL))
    assert writer.isOpened()
    for number in range(frames):
        image = np.full((TALL, WIDE, 3), shade(number), np.uint8)
        image[: TALL // 4, : WIDE // 4] = (0, 0, 255)  # red at the top left
        writer.write(image)
    writer.release()
    return path


def brightness(frame: Frame) -> int:
    return int(frame.image[-10:, -10:].mean())


def until(thing: Callable[[], bool], webcam: FakeWebcam) -> None:
    with webcam.changed:
        assert webcam.changed.wait_for(thing, LIMIT_S), "it never happened"


def until_lost(camera: Camera) -> CameraLost:
    with pytest.raises(CameraLost) as lost:
        for _ in camera:
            pass
    return lost.value


def until_back(camera: Camera) -> Frame:
    for _ in range(1000):
        try:
            return next(iter(camera))
        except CameraLost:
            continue
    pytest.fail("the camera never came back")


class SendingPhone(PhoneCamera):
    """A phone that sends a picture a millisecond for as long as it is the camera."""

    def __enter__(self) -> Self:
        self._over = threading.Event()
        self._sending = threading.Thread(target=self._send, args=(self._over,))
        super().__enter__()
        self._sending.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._sending.join(LIMIT_S)
        super().__exit__(kind, error, trace)

    def _send(self, over: threading.Event) -> None:
        number = 0
        while not over.wait(0.001):
            self.put(np.full((TALL, WIDE, 3), shade(number), np.uint8))
            number += 1


@pytest.fixture
def webcam() -> Iterator[FakeWebcam]:
    webcam = FakeWebcam()
    yield webcam
    webcam.plugged_in_again()  # lets go of a thread that a test left hanging
    webcam.vanishes()


# ---- what every camera promises

KINDS = ("images", "video", "demo", "phone", "usb")
RECORDINGS = KINDS[:3]


@pytest.fixture
def opener(request: pytest.FixtureRequest, tmp_path: Path, webcam: FakeWebcam) -> Callable[[], Camera]:
    match request.param:
        case "images":
            folder = write_pictures(tmp_path / "rolls", *(f"{number}.png" for number in range(12)))
            return lambda: open_camera(f"images:{folder}")
        case "video":
            clip = write_clip(tmp_path / "a clip.mp4")
            return lambda: open_camera(f"video:{clip}")
        case "demo":
            return lambda: open_camera("demo:")
        case "phone":
            return SendingPhone
        case _:
            return lambda: LiveCamera("usb:fake", webcam.connect, patience=HURRIED)


every_kind = pytest.mark.parametrize("opener", KINDS, indirect=True)
every_recording = pytest.mark.parametrize("opener", RECORDINGS, indirect=True)


@every_kind
def test_frames_are_pictures_of_three_colours_counted_from_nought_and_time_never_goes_back(
    opener: Callable[[], Camera],
) -> None:
    with opener() as camera:
        frames = list(islice(camera, 8))
    assert len(frames) == 8
    assert all(frame.image.dtype == np.uint8 and frame.image.shape[2:] == (3,) for frame in frames)
    assert [frame.index for frame in frames] == list(range(8))
    assert all(a.at < b.at for a, b in pairwise(frames))


@every_kind
def test_a_second_loop_goes_on_where_the_first_one_stopped(opener: Callable[[], Camera]) -> None:
    with opener() as camera:
        first = list(islice(camera, 3))
        second = next(iter(camera))
    assert second.index == 3
    assert second.at > first[-1].at


@every_kind
def test_a_frame_stays_as_it_was_when_later_ones_come(opener: Callable[[], Camera]) -> None:
    with opener() as camera:
        frame = next(iter(camera))
        before = frame.image.copy()
        list(islice(camera, 5))
    assert np.array_equal(frame.image, before)


@every_kind
def test_a_camera_that_was_left_gives_no_more_frames(opener: Callable[[], Camera]) -> None:
    with opener() as camera:
        frames = iter(camera)
        next(frames)
    with pytest.raises(CameraError, match="open it again"):
        next(frames)
    with pytest.raises(CameraError, match="open it again"):
        iter(camera)


@every_kind
def test_a_camera_that_was_never_entered_gives_no_frames(opener: Callable[[], Camera]) -> None:
    with pytest.raises(CameraError, match="open it again"):
        iter(opener())


@every_kind
def test_leaving_a_camera_leaves_no_thread_and_no_open_file(opener: Callable[[], Camera]) -> None:
    with opener() as camera:  # what libraries keep open or running after first use is none of the camera's
        list(islice(camera, 3))
    files, threads = len(os.listdir("/proc/self/fd")), set(threading.enumerate())
    with opener() as camera:
        list(islice(camera, 3))
    assert set(threading.enumerate()) <= threads
    assert len(os.listdir("/proc/self/fd")) <= files


@every_kind
def test_leaving_by_an_error_lets_the_error_through_and_the_camera_go(opener: Callable[[], Camera]) -> None:
    camera = opener()
    with pytest.raises(ZeroDivisionError), camera:
        _ = 1 // 0
    with pytest.raises(CameraError):
        iter(camera)


@every_recording
def test_a_recording_gives_the_same_frames_twice(opener: Callable[[], Camera]) -> None:
    def frames() -> list[tuple[int, float, int]]:
        with opener() as camera:
            return [(frame.index, frame.at, hash(frame.image.tobytes())) for frame in islice(camera, 40)]

    assert frames() == frames()


@every_recording
def test_a_recording_starts_anew_when_entered_again_and_is_not_live(opener: Callable[[], Camera]) -> None:
    camera = opener()
    starts = []
    for _ in range(2):
        with camera:
            starts.append(next(iter(camera)).index)
    assert starts == [0, 0]
    assert not camera.live


# ---- folders of pictures


def test_pictures_come_in_natural_order_a_second_apart(tmp_path: Path) -> None:
    folder = write_pictures(tmp_path / "rolls", "roll-1.png", "roll-2.png", "Roll-10.png", "roll-11.png")
    with open_camera(f"images:{folder}") as camera:
        frames = list(camera)
    assert [brightness(frame) for frame in frames] == [shade(number) for number in range(4)]
    assert [frame.at for frame in frames] == [0, 1, 2, 3]


def test_a_rate_sets_the_times_of_pictures(tmp_path: Path) -> None:
    folder = write_pictures(tmp_path / "rolls", "1.png", "2.png", "3.png")
    with open_camera(f"images:{folder}?fps=4") as camera:
        assert [frame.at for frame in camera] == [0, 0.25, 0.5]


def test_a_broken_picture_is_told_and_the_others_keep_their_times(tmp_path: Path) -> None:
    folder = write_pictures(tmp_path / "rolls", "1.png", "2.png", "3.png")
    (folder / "2.png").write_bytes(b"no picture")
    told: list[str] = []
    with open_camera(f"images:{folder}", told.append) as camera:
        frames = list(camera)
    assert [(frame.index, frame.at) for frame in frames] == [(0, 0), (1, 2)]
    assert len(told) == 1
    assert "2.png" in told[0]


def test_what_nobody_asks_to_be_told_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = write_pictures(tmp_path / "rolls", "1.png", "2.png")
    (folder / "2.png").write_bytes(b"")
    with open_camera(f"images:{folder}") as camera:
        list(camera)
    assert "2.png" in caplog.text


def test_a_folder_of_nothing_but_broken_pictures_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"")
    told: list[str] = []
    with open_camera(f"images:{tmp_path}", told.append) as camera, pytest.raises(CameraError, match=r"put whole \.jpg"):
        list(camera)
    assert len(told) == 1


def test_notes_and_hidden_files_beside_the_pictures_are_no_pictures(tmp_path: Path) -> None:
    folder = write_pictures(tmp_path / "rolls", "1.png")
    (folder / "notes.txt").write_text("felt, evening")
    (folder / "._1.png").write_bytes(b"what macOS leaves behind")
    (folder / "more.png").mkdir()
    told: list[str] = []
    with open_camera(f"images:{folder}", told.append) as camera:
        assert len(list(camera)) == 1
    assert told == []


# ---- clips


def test_a_clip_gives_all_its_frames_in_order_at_its_own_times(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "clip.mp4", frames=10, fps=20)
    with open_camera(f"video:{clip}") as camera:
        frames = list(camera)
    assert [frame.at for frame in frames] == pytest.approx([number / 20 for number in range(10)], abs=1e-6)
    assert [brightness(frame) for frame in frames] == pytest.approx([shade(number) for number in range(10)], abs=6)


def test_a_clip_of_uneven_pace_keeps_its_times(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "clip.mp4", frames=5, fps=20)
    film = bytearray(clip.read_bytes())
    start = film.index(b"moov")
    for box in (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stts"):  # each grows by one entry of 8 bytes
        place = film.index(box, start - 4) - 4
        struct.pack_into(">I", film, place, struct.unpack_from(">I", film, place)[0] + 8)
    place = film.index(b"stts", start) + 8
    count, step = struct.unpack_from(">II", film, place + 4)
    assert count == 5
    film[place : place + 12] = struct.pack(">IIIII", 2, 2, step, 3, 3 * step)
    struct.pack_into(">I", film, film.index(b"elst", start) + 12, 1000)  # played for a second, not for a quarter
    clip.write_bytes(film)
    with open_camera(f"video:{clip}") as camera:
        assert [frame.at for frame in camera] == pytest.approx([0, 0.05, 0.1, 0.25, 0.4], abs=1e-3)


def test_a_clip_filmed_on_its_side_comes_upright(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "clip.mp4")
    film = bytearray(clip.read_bytes())
    place = film.index(b"tkhd") + 4 + 40  # the matrix of the track header
    one = 1 << 16
    struct.pack_into(">9i", film, place, 0, one, 0, -one, 0, 0, 0, 0, 1 << 30)  # a quarter turn clockwise
    clip.write_bytes(film)
    with open_camera(f"video:{clip}") as camera:
        image = next(iter(camera)).image
    assert image.shape == (WIDE, TALL, 3)
    blue, _, red = image[4, -4]
    assert red > 180 > 60 > blue, "the red corner moves from the top left to the top right"


def test_a_clip_cut_short_gives_what_there_is_and_says_so(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "clip.avi", frames=40, code="MJPG")
    film = clip.read_bytes()
    clip.write_bytes(film[: len(film) // 2])
    told: list[str] = []
    with open_camera(f"video:{clip}", told.append) as camera:
        frames = list(camera)
    assert 5 < len(frames) < 35
    assert len(told) == 1
    assert "cut short" in told[0]


def test_a_whole_clip_is_not_called_cut_short(tmp_path: Path) -> None:
    told: list[str] = []
    for name, code in (("a.avi", "MJPG"), ("b.mp4", "mp4v"), ("c.mkv", "mp4v")):
        with open_camera(f"video:{write_clip(tmp_path / name, code=code)}", told.append) as camera:
            assert len(list(camera)) == 10
    assert told == []


@pytest.fixture
def no_clips(tmp_path: Path) -> list[Path]:
    unfinished = write_clip(tmp_path / "unfinished.mp4")
    unfinished.write_bytes(unfinished.read_bytes()[:600])
    (tmp_path / "letter.mp4").write_text("Dear Ada, " * 100)
    (tmp_path / "empty.mp4").touch()
    return sorted(tmp_path.glob("*.mp4"))


def test_a_file_that_is_no_clip_says_so(no_clips: list[Path]) -> None:
    assert len(no_clips) == 3
    for path in no_clips:
        with pytest.raises(CameraError, match="is not a video that can be read"), open_camera(f"video:{path}"):
            pass


def test_opening_no_clip_lets_no_library_talk_on_stderr(no_clips: list[Path]) -> None:
    program = """if True:
        import sys
        from croupier.hardware.camera import CameraError, open_camera
        for path in sys.argv[1:]:
            try:
                open_camera(f"video:{path}").__enter__()
            except CameraError as error:
                print(error)
    """
    ran = subprocess.run([sys.executable, "-c", program, *map(str, no_clips)], capture_output=True, text=True)
    assert ran.stdout.count("is not a video") == 3
    assert ran.stderr == ""


# ---- the recorded demo


def test_an_unknown_session_lists_those_there_are(tmp_path: Path) -> None:
    for name in ("rift", "crag"):
        (tmp_path / "sessions" / name).mkdir(parents=True)
        (tmp_path / "sessions" / name / "session.mp4").touch()
    assert session_folder("crag", tmp_path) == tmp_path / "sessions" / "crag"
    with pytest.raises(CameraError, match=r"'chess': use demo:crag, demo:rift\."):
        session_folder("chess", tmp_path)
    with pytest.raises(CameraError, match="install croupier again"):
        session_folder("rift", tmp_path / "elsewhere")


# ---- live cameras, by a fake that behaves like silicon


def test_a_live_camera_skips_to_the_newest_picture(webcam: FakeWebcam) -> None:
    with LiveCamera("usb:fake", webcam.connect, patience=HURRIED) as camera:
        first = next(iter(camera))
        taken = webcam.taken
        until(lambda: webcam.taken >= taken + 20, webcam)
        second = next(iter(camera))
    skipped = int(second.image[0, 0, 0]) - int(first.image[0, 0, 0])
    assert skipped >= 10
    assert (first.index, second.index) == (0, 1)


def test_a_live_camera_takes_its_times_from_the_clock_it_is_given(webcam: FakeWebcam) -> None:
    ticks = iter(range(1_000_000))
    with LiveCamera("usb:fake", webcam.connect, clock=lambda: next(ticks) / 100, patience=Patience()) as camera:
        times = [frame.at for frame in islice(camera, 5)]
    assert times == sorted(set(times))
    assert times[-1] < 10_000


@pytest.mark.parametrize("trouble", ["blocks", "freezes", "vanishes"])
def test_a_camera_that_fails_is_told_within_its_patience_and_comes_back(webcam: FakeWebcam, trouble: str) -> None:
    with LiveCamera("usb:fake", webcam.connect, patience=HURRIED) as camera:
        before = next(iter(camera))
        for _ in range(3):
            getattr(webcam, trouble)()
            until_lost(camera)
            until_lost(camera)
            webcam.works()
            after = until_back(camera)
            assert after.index > before.index
            assert after.at > before.at
            before = after
        assert webcam.held == 1
    assert webcam.held == 0


def test_a_lost_camera_is_told_in_words_that_fit(webcam: FakeWebcam) -> None:
    with LiveCamera("usb:fake", webcam.connect, patience=HURRIED) as camera:
        webcam.blocks()
        assert str(until_lost(camera)) == "usb:fake does not answer: check its cable."
        webcam.works()
        until_back(camera)
        webcam.freezes()
        assert "the same picture for ever" in str(until_lost(camera))
        webcam.works()
        until_back(camera)
        webcam.vanishes()
        said = {str(until_lost(camera)) for _ in range(3)}
        assert "There is no camera at fake: check its cable." in said


def test_a_read_that_never_returns_is_given_up_once_the_camera_is_plugged_in_again(webcam: FakeWebcam) -> None:
    with LiveCamera("usb:fake", webcam.connect, patience=HURRIED) as camera:
        next(iter(camera))
        webcam.blocks()
        until_lost(camera)
        webcam.plugged_in_again(old_reads_hang=True)
        assert until_back(camera).index > 0
    assert webcam.held == 0


def test_leaving_while_the_driver_blocks_does_not_wait_for_it(webcam: FakeWebcam) -> None:
    patience = Patience(silent_s=0.05, leave_s=0.05)
    with LiveCamera("usb:fake", webcam.connect, patience=patience) as camera:
        webcam.blocks()
        until_lost(camera)
    assert webcam.held == 1, "the driver still has it"
    webcam.works()
    until(lambda: webcam.held == 0, webcam)


def test_a_camera_that_is_not_there_or_silent_is_told_on_entering(webcam: FakeWebcam) -> None:
    webcam.vanishes()
    with pytest.raises(CameraError, match="no camera at fake"), LiveCamera("usb:fake", webcam.connect):
        pass
    webcam.works()
    webcam.blocks()
    with (
        pytest.raises(CameraError, match="does not answer"),
        LiveCamera("usb:fake", webcam.connect, patience=Patience(first_s=0.05, leave_s=0.05)),
    ):
        pass


def test_a_second_start_never_opens_the_same_camera_twice(webcam: FakeWebcam) -> None:
    with (
        LiveCamera("usb:fake", webcam.connect, patience=HURRIED),
        pytest.raises(CameraError, match=r"in use by somebody \(process 1\)"),
        LiveCamera("usb:fake", webcam.connect, patience=HURRIED),
    ):
        pass


# ---- webcams: what surrounds the driver


class Capture:
    """Stands in for OpenCV's capture of a webcam that has pictures of one size only."""

    def __init__(self, opens: bool = True) -> None:
        self.opens = opens
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        return self.opens

    def set(self, setting: int, value: float) -> bool:
        return False

    def get(self, setting: int) -> float:
        return {cv2.CAP_PROP_FRAME_WIDTH: 640.0, cv2.CAP_PROP_FRAME_HEIGHT: 480.0}.get(setting, 0.0)

    def read(self) -> tuple[bool, Image | None]:
        return (False, None) if self.released else (True, np.zeros((480, 640, 3), np.uint8))

    def release(self) -> None:
        self.released = True


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    """A /dev with one webcam, of two nodes, in it."""
    named = tmp_path / "dev" / "v4l" / "by-id"
    named.mkdir(parents=True)
    for index in (0, 1):
        node = tmp_path / "dev" / f"video{index}"
        node.touch()
        (named / f"usb-Acme_Eye-video-index{index}").symlink_to(node)
    return tmp_path / "dev"


@pytest.fixture
def proc(tmp_path: Path, dev: Path) -> Path:
    """A /proc in which cheese has that webcam open."""
    for process, name, file in ((7, "bash", "tty"), (41, "cheese", "video0")):
        fds = tmp_path / "proc" / str(process) / "fd"
        fds.mkdir(parents=True)
        (fds / "3").symlink_to(dev / file)
        (fds.parent / "comm").write_text(f"{name}\n")
    return tmp_path / "proc"


def test_a_camera_that_is_not_there_lists_those_that_are_by_lasting_name(dev: Path) -> None:
    with pytest.raises(CameraError) as error, open_usb("usb:5", "5", dev=dev):
        pass
    assert "There is no camera at" in str(error.value)
    assert str(error.value).endswith(f"There is usb:{dev}/v4l/by-id/usb-Acme_Eye-video-index0.")


def test_with_no_camera_at_all_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"No camera is plugged in\.$"), open_usb("usb:0", "0", dev=tmp_path):
        pass


def test_a_camera_without_a_lasting_name_is_listed_by_number(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    assert devices.cameras(tmp_path) == (f"usb:{tmp_path}/video0",)


def test_a_camera_in_use_names_the_program_that_has_it(dev: Path, proc: Path) -> None:
    path = dev / "v4l" / "by-id" / "usb-Acme_Eye-video-index0"
    closed = Capture(opens=False)
    with pytest.raises(CameraError, match=r"in use by cheese \(process 41\): close that program first"):
        connect(path, None, 30, dev, proc, lambda path, backend: closed)  # type: ignore[arg-type,return-value]
    assert closed.released


def test_a_camera_that_does_not_open_for_no_known_reason_still_says_what_to_do(dev: Path, tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="another program may be using it"):
        connect(dev / "video0", None, 30, dev, tmp_path / "proc", lambda path, backend: Capture(opens=False))  # type: ignore[arg-type,return-value]


def test_a_webcam_opens_at_the_node_its_name_points_to_and_is_let_go(dev: Path) -> None:
    asked: list[tuple[str, int]] = []
    capture = Capture()

    def capture_of(path: str, backend: int) -> Capture:
        asked.append((path, backend))
        return capture

    device = connect(dev / "v4l" / "by-id" / "usb-Acme_Eye-video-index0", None, 30, dev, dev, capture_of)  # type: ignore[arg-type]
    image = device.read()
    assert image is not None
    assert image.shape == (480, 640, 3)
    device.close()
    assert device.read() is None
    assert asked == [(str(dev / "video0"), cv2.CAP_V4L2)]


def test_a_size_that_was_asked_for_must_be_met(dev: Path) -> None:
    with pytest.raises(CameraError, match=r"no pictures of 1920x1080: use size=640x480"):
        connect(dev / "video0", (1920, 1080), 30, dev, dev, lambda path, backend: Capture())  # type: ignore[arg-type,return-value]


def test_a_camera_one_may_not_use_says_how_to_be_let(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(CameraError, match="usermod"):
        connect(dev / "video0", None, 30, dev)


# ---- a phone


def picture(number: int) -> Image:
    return np.full((TALL, WIDE, 3), shade(number), np.uint8)


def test_a_phone_opens_before_it_sends_anything_and_says_what_to_do() -> None:
    with PhoneCamera(silent_s=0.001) as camera, pytest.raises(CameraLost, match="Open the link on the phone"):
        next(iter(camera))


def test_a_phone_that_falls_asleep_is_told_within_two_seconds_and_comes_back_by_itself() -> None:
    assert SILENT_S < 2
    with PhoneCamera(silent_s=0.001) as camera:
        camera.put(picture(1))
        assert brightness(next(iter(camera))) == shade(1)
        assert "unlock it" in str(until_lost(camera))
        camera.put(picture(2))
        frame = next(iter(camera))
        assert (frame.index, brightness(frame)) == (1, shade(2))


def test_of_what_a_phone_sends_only_the_newest_is_looked_at() -> None:
    times = iter([5.0, 6.0, 7.0])
    with PhoneCamera(clock=lambda: next(times)) as camera:
        for number in range(3):
            camera.put(picture(number))
        frame = next(iter(camera))
    assert (frame.index, frame.at, brightness(frame)) == (0, 7.0, shade(2))


def test_two_phones_at_once_are_not_mixed_and_the_second_takes_over_when_the_first_falls_silent() -> None:
    times = iter([0.0, 0.1, 0.5, 2.0])
    with PhoneCamera(clock=lambda: next(times), silent_s=1.0) as camera:
        assert [camera.put(picture(0), sender) for sender in ("a", "b", "a", "b")] == [True, False, True, True]


def test_what_a_phone_sends_while_it_is_not_the_camera_is_kept_nowhere() -> None:
    camera = PhoneCamera(silent_s=0.001)
    camera.put(picture(1))
    with camera, pytest.raises(CameraLost):
        next(iter(camera))


# ---- names of cameras


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", "use demo:"),
        ("nothing", "use demo:"),
        ("webcam:0", r"No camera is known by 'webcam:0': use demo: .*, images:FOLDER, phone: .*, usb:0 .*, video:FILE"),
        ("pi:0", "use a webcam"),
        ("phone:mine", "Just phone: is enough"),
        ("rtsp://10.0.0.7/live", "not in this version"),
        ("http://10.0.0.7/live", "not in this version"),
        ("HTTPS://10.0.0.7/live", "not in this version"),
        ("images:", "Say which folder"),
        ("images:no such folder", "There is no folder no such folder"),
        ("images:~nobody-here/rolls", "There is no folder ~nobody-here/rolls"),
        ("video:~nobody-here/a.mp4", "There is no file ~nobody-here/a"),
        ("~nobody-here", "No camera is known by '~nobody-here'"),
        ("images:{folder}", "There is no picture in"),
        ("images:{clip}", r"is a file: use images:{parent}"),
        ("images:{parent}?fps=fast", "fps=fast is no frame rate"),
        ("images:{parent}?fps=0", "fps=0 is no frame rate"),
        ("images:{parent}?speed=2", "no option 'speed': it takes fps"),
        ("video:", "Say which file"),
        *(
            (f"{kind}:{'a' * 1990}", r"^That path cannot be opened \(File name too long\)")
            for kind in ("video", "images")
        ),
        ("video:no such.mp4", r"There is no file no such\.mp4"),
        ("video:{folder}", "is a folder: use images:{folder}"),
        ("{clip}", "use video:{clip}|Say what .* is: video:{clip}"),
        ("{folder}", "images:{folder}"),
        ("usb:", "Say which camera"),
        ("usb:front", "Say which camera"),
        ("usb:0?size=big", "size=big is no picture size"),
        ("usb:0?fps=-1", "fps=-1 is no frame rate"),
        ("usb:/dev/v4l/by-id/none", "There is no camera at /dev/v4l/by-id/none"),
        ("/dev/v4l/by-id/none", "There is no camera at /dev/v4l/by-id/none"),
        ("demo:chess", "session"),
    ],
)
def test_a_name_that_names_no_camera_says_what_to_use(tmp_path: Path, url: str, says: str) -> None:
    clip = write_clip(tmp_path / "clip.mp4")
    (folder := tmp_path / "empty").mkdir()
    write_pictures(tmp_path, "1.png")
    places = {"folder": folder, "clip": clip, "parent": tmp_path}
    with pytest.raises(CameraError, match=says.format(**places)) as error, open_camera(url.format(**places)):
        pass
    assert "\n" not in str(error.value)


def test_paths_may_be_relative_have_blanks_and_start_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_clip(tmp_path / "a b?.mp4")
    write_pictures(tmp_path / "what?", "1.png")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    for url in ("video:../a b?.mp4", "video:~/a b?.mp4", "images:../what?", "images:~/what??fps=5"):
        with open_camera(url) as camera:
            assert next(iter(camera)).index == 0
