"""`croupier record`: what it keeps plays again; nothing is overwritten; whatever ends it leaves what there was."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from croupier.hardware import recorder
from croupier.hardware.camera import CameraLost, open_camera
from croupier.hardware.sources.recording import Recording
from croupier.server.cli import app
from croupier.vision.frame import Frame

Run = Callable[..., int]


@pytest.fixture
def clip(tmp_path: Path) -> str:
    """A camera: 10 frames, 20 a second."""
    path = tmp_path / "clip.mp4"
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), 20, (64, 48))
    for number in range(10):
        writer.write(np.full((48, 64, 3), 20 * number, np.uint8))
    writer.release()
    return f"video:{path}"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `croupier record` in an empty folder; gives the exit status."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["croupier", "record", *arguments])
        with pytest.raises(SystemExit) as ended:
            app.main()
        return int(ended.value.code or 0)

    return run


def of(frames: Callable[[], Iterator[Frame]], live: bool = False) -> Callable[..., Recording]:
    """Stands in for `open_camera`: a camera of those frames."""

    class Played:
        def __enter__(self) -> Iterator[Frame]:
            return frames()

        def __exit__(self, *_: object) -> None: ...

    camera = Recording("made:", Played)
    camera.live = live
    return lambda url, notice: camera


def grey(at: float, index: int = 0) -> Frame:
    return Frame(np.full((48, 64, 3), 90, np.uint8), at, index)


def test_a_recording_plays_again_with_the_same_frames_at_the_same_times(clip: str, run: Run) -> None:
    assert run("red-dice", "--camera", clip, "--lossless") == 0
    with open_camera(clip) as first, open_camera("images:recordings/red-dice") as second:
        pairs = list(zip(first, second, strict=True))
    assert len(pairs) == 10
    assert all(np.array_equal(a.image, b.image) and (a.at, a.index) == (b.at, b.index) for a, b in pairs)


def test_a_recording_is_small_jpeg_pictures_unless_asked(clip: str, run: Run) -> None:
    assert run("red-dice", "--camera", clip) == 0
    names = sorted(path.name for path in Path("recordings/red-dice").iterdir())
    assert names == [f"{number:06d}.jpg" for number in range(10)] + ["truth.json"]


def test_the_truth_to_fill_in_has_what_is_known_of_the_recording(clip: str, run: Run) -> None:
    assert run("red-dice", "--camera", clip, "--frames", "3") == 0
    truth = json.loads(Path("recordings/red-dice/truth.json").read_text())
    assert truth == {
        "fps": 20.0,
        "size": [64, 48],
        "frames": 3,
        "times": pytest.approx([0, 0.05, 0.1]),
        "players": [],
        "rolls": [],
    }


def test_a_recording_says_where_it_is_and_how_to_play_it(
    clip: str, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("red-dice", "--camera", clip, "--into", "kept") == 0
    assert capsys.readouterr().out == (
        "Kept 10 frames (0.5 s) in kept/red-dice: play them with --camera images:kept/red-dice\n"
    )


@pytest.mark.parametrize(
    ("limits", "kept"),
    [((), 10), (("--frames", "4"), 4), (("--seconds", "0.2"), 4), (("--frames", "3", "--seconds", "0.4"), 3)],
)
def test_a_recording_ends_at_its_limit(clip: str, run: Run, limits: tuple[str, ...], kept: int) -> None:
    assert run("red-dice", "--camera", clip, *limits) == 0
    assert len(list(Path("recordings/red-dice").glob("*.jpg"))) == kept


def test_a_limit_of_frames_asks_the_camera_for_no_more() -> None:
    def frames() -> Iterator[Frame]:
        yield grey(0)
        pytest.fail("asked for a second frame")

    assert len(list(recorder.limited(frames(), None, 1))) == 1


def test_no_recording_is_ever_overwritten(clip: str, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("red-dice", "--camera", clip, "--frames", "1") == 0
    before = {path: path.read_bytes() for path in Path("recordings/red-dice").iterdir()}
    assert run("red-dice", "--camera", clip) == 1
    assert {path: path.read_bytes() for path in Path("recordings/red-dice").iterdir()} == before
    assert capsys.readouterr().err == (
        "croupier: There already is recordings/red-dice: choose another name, or move that one away.\n"
    )


@pytest.mark.parametrize("name", ["", ".", "..", "../up", "a/b", "/tmp", ".hidden", "a\nb"])
def test_a_name_that_is_no_folder_name_is_refused(
    clip: str, run: Run, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--camera", clip, "--", name) == 1
    assert "is no name for a folder" in capsys.readouterr().err
    assert not Path("recordings").exists()


def test_a_camera_that_cannot_be_had_leaves_no_folder(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("red-dice", "--camera", "video:none.mp4") == 1
    assert capsys.readouterr().err == "croupier: There is no file none.mp4: check the path.\n"
    assert not Path("recordings").exists()


def test_ctrl_c_keeps_what_was_recorded_counted_from_the_first_live_frame(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def frames() -> Iterator[Frame]:
        yield grey(7.5)
        yield grey(7.75, 1)
        raise KeyboardInterrupt

    monkeypatch.setattr("croupier.server.cli.vision.record.open_camera", of(frames, live=True))
    assert run("red-dice", "--camera", "made:") == 0
    with open_camera("images:recordings/red-dice") as camera:
        assert [frame.at for frame in camera] == [0, 0.25]


def test_a_camera_that_is_lost_keeps_what_was_recorded_and_says_both(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def frames() -> Iterator[Frame]:
        yield grey(7.5)
        raise CameraLost("made: does not answer: check its cable.")

    monkeypatch.setattr("croupier.server.cli.vision.record.open_camera", of(frames, live=True))
    assert run("red-dice", "--camera", "made:") == 1
    said = capsys.readouterr()
    assert said.err == "croupier: made: does not answer: check its cable.\n"
    assert said.out.startswith("Kept 1 frames")
    assert Path("recordings/red-dice/truth.json").exists()


def test_a_camera_that_gives_no_frame_leaves_no_folder(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("croupier.server.cli.vision.record.open_camera", of(lambda: iter(())))
    assert run("red-dice", "--camera", "made:") == 1
    assert "nothing was kept" in capsys.readouterr().err
    assert not Path("recordings/red-dice").exists()


def test_a_full_disk_is_one_sentence_and_keeps_the_whole_pictures(
    clip: str, run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write = Path.write_bytes

    def fills_up(path: Path, content: bytes) -> int:
        if path.name == "000003.jpg":
            write(path, content[:10])
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", fills_up)
    assert run("red-dice", "--camera", clip) == 1
    error = capsys.readouterr().err
    assert error.startswith("croupier: recordings/red-dice/000003.jpg cannot be written (No space left on device)")
    assert error.count("\n") == 1
    with open_camera("images:recordings/red-dice") as camera:
        assert len(list(camera)) == 3


def test_a_place_where_nothing_can_be_written_is_one_sentence(
    clip: str, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("notes").touch()
    assert run("red-dice", "--camera", clip, "--into", "notes") == 1
    error = capsys.readouterr().err
    assert "notes/red-dice cannot be written" in error
    assert error.count("\n") == 1


def test_a_recording_with_a_picture_taken_out_keeps_the_times_of_the_others(clip: str, run: Run) -> None:
    assert run("red-dice", "--camera", clip) == 0
    Path("recordings/red-dice/000001.jpg").unlink()
    with open_camera("images:recordings/red-dice") as camera:
        assert [frame.at for frame in camera][:2] == pytest.approx([0, 0.1])


@pytest.mark.parametrize(
    "truth",
    [
        "{",
        "[" * 100_000,
        '{"times": [0, 1]}',
        '{"times": 3}',
        '{"times": ["a"]}',
        '{"times": [3,2,1,0]}',
        '{"times": [NaN,NaN,NaN,NaN]}',
        '{"times": [0,1,2,1e999]}',
        '{"times": [0,1,2,1' + 400 * "0" + "]}",
    ],
    ids=range(9),
)
def test_a_truth_that_does_not_fit_the_pictures_says_what_to_do(clip: str, run: Run, truth: str) -> None:
    assert run("red-dice", "--camera", clip, "--frames", "4") == 0
    Path("recordings/red-dice/truth.json").write_text(truth)
    with pytest.raises(OSError, match=r"mend it, or give a rate"):
        open_camera("images:recordings/red-dice")
    with open_camera("images:recordings/red-dice?fps=2") as camera:
        assert [frame.at for frame in camera] == [0, 0.5, 1, 1.5]
