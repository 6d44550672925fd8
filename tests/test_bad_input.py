"""Whatever a command is given, bad input ends in one clear sentence and exit status 1, never in a traceback."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import typer.main

from croupier.server.cli import start
from croupier.server.cli.app import app, main
from croupier.server.cli.table.serve import announce
from croupier.server.errors import TokenError, in_one_line
from croupier.server.web.roles import operator_token
from croupier.vision.picture import PictureError, load_picture

Ends = Callable[..., str]
PATIENCE_S = 60.0
CHILDREN = "/proc/{pid}/task/{pid}/children"
TOO_LONG = "a" * 5000
"""A name that no file system takes: looking at it is an error of its own."""


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Ends:
    """Runs a command that must end with exit status 1; gives its one sentence."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> str:
        with pytest.raises(SystemExit) as ended:
            _main(monkeypatch, *words)
        assert ended.value.code == 1
        err = capsys.readouterr().err
        assert err.startswith("croupier: ")
        assert err.endswith(".\n")
        assert err.count("\n") == 1
        return err

    return run


def commands() -> Iterator[tuple[str, Any]]:
    """Every command by its words, those within others too."""
    for name, command in typer.main.get_group(app).commands.items():
        within = getattr(command, "commands", {})
        yield from ((f"{name} {inner}", one) for inner, one in within.items()) if within else [(name, command)]


NUMBERS = [
    (name, param.opts[0])
    for name, command in commands()
    for param in command.params
    if type(param.default) in (int, float)
]
MISUSED = [
    *((f"{name} --hats", f"`croupier {name}` has no option '--hats'") for name, _ in commands()),
    *((f"{name} {option} many", f"{option} takes a ") for name, option in NUMBERS),
    *((f"{name} {option}", f"{option} needs a value after it") for name, option in NUMBERS),
    *((line, "`croupier") for line in ("hats", "--hats", "watch", "play", "read", "record", "doctor hats")),
]


@pytest.mark.parametrize(("line", "sentence"), MISUSED, ids=[line for line, _ in MISUSED])
def test_a_command_line_that_cannot_be_read_is_a_sentence_of_our_own_and_exit_status_2(
    line: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        _main(monkeypatch, *line.split())
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert said.err.startswith("croupier: ")
    assert sentence in said.err
    assert said.err.endswith(" --help` tells all.\n")
    assert said.err.count("\n") == 1


def test_there_are_numbers_to_misspell() -> None:
    assert {("serve", "--port"), ("advise rift", "--extra")} <= set(NUMBERS)


@pytest.mark.parametrize(
    "command",
    [
        ["watch", "--camera"],
        ["record", "x", "--camera"],
        ["serve", "--database", "t.db", "--camera"],
    ],
)
@pytest.mark.parametrize("scheme", ["", "images:", "video:"])
def test_a_path_that_cannot_be_looked_at_is_a_sentence(ends: Ends, command: list[str], scheme: str) -> None:
    said = ends(*command, scheme + TOO_LONG)
    assert "File name too long" in said
    assert len(said) < 200


def test_a_picture_that_may_not_be_read_costs_no_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)  # which root never meets
    assert cv2.imwrite("good.png", np.full((64, 64, 3), 128, np.uint8))
    with pytest.raises(SystemExit) as ended:
        _main(monkeypatch, "read", "--json", "gone.png", "good.png")
    assert ended.value.code == 1
    assert [list(json.loads(line))[1] for line in capsys.readouterr().out.splitlines()] == ["error", "dice"]


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")], ids=["a pipe", "a device"])
def test_a_pipe_or_a_device_is_no_picture(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "endless.png")
    with pytest.raises(PictureError, match="save the picture to a file"):
        load_picture(tmp_path / "endless.png")


def test_a_line_end_or_a_colour_in_a_name_is_written_out(ends: Ends) -> None:
    assert r"no\nsuch\x1b[31m.mp4" in ends("watch", "--camera", "video:no\nsuch\x1b[31m.mp4")


@pytest.mark.parametrize(
    ("text", "line"),
    [("", ""), ("Zoë 🎲", "Zoë 🎲"), ("a\nb\tc", r"a\nb\tc"), (os.fsdecode(b"\xff"), r"\udcff"), ("\u202e", r"\u202e")],
)
def test_one_line_holds_all_that_shows_and_spells_the_rest(text: str, line: str) -> None:
    assert in_one_line(text) == line


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_an_output_that_takes_nothing_is_said() -> None:
    with open("/dev/full", "w") as full:
        ran = _program("play", "rift", "--players", "Ada", "--script", "-", stdin=subprocess.DEVNULL, stdout=full)
    assert ran.returncode == 1
    assert ran.stderr == "croupier: The output cannot be used (No space left on device): check it, then try again.\n"


def test_an_output_that_is_closed_is_said(tmp_path: Path) -> None:
    ran = _program("read", "--json", str(tmp_path), preexec_fn=lambda: os.close(1))
    assert ran.returncode == 1
    assert ran.stderr == "croupier: The output cannot be used (Bad file descriptor): check it, then try again.\n"


@pytest.mark.parametrize(
    "speaks",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "cp1252"},
    ],
    ids=str,
)
def test_signs_that_the_output_does_not_have_are_written_out(tmp_path: Path, speaks: dict[str, str]) -> None:
    assert cv2.imwrite(str(tmp_path / "tiny.png"), np.zeros((8, 8, 3), np.uint8))
    (tmp_path / "tiny.png").rename(tmp_path / "🎲–×.png")
    ran = _program("read", "🎲–×.png", "gone ŧ.png", cwd=tmp_path, env={**os.environ, **speaks}, errors="replace")
    assert ran.returncode == 1
    tiny, gone = ran.stderr.splitlines()
    assert "8 pixels" in tiny
    assert "does not exist" in gone


@pytest.mark.parametrize(("encoding", "minus"), [("cp1252", "-"), ("latin-1", "-"), ("utf-8", "−")])
def test_a_minus_is_a_minus_on_every_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, minus: str
) -> None:
    script = tmp_path / "script"
    script.write_text('{"kind": "roll", "seat": 0, "faces": [-1, -1, 0, -1]}')
    said, before = io.BytesIO(), signal.getsignal(signal.SIGTERM)
    try:
        with io.TextIOWrapper(said, encoding=encoding) as terminal, monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", terminal)
            patch.setattr(sys, "argv", ["croupier", "play", "4df", "--players", "Ada", "--script", str(script)])
            with pytest.raises(SystemExit, match="0"):
                start.main()
            terminal.flush()
            lines = said.getvalue().decode(encoding).splitlines()
    finally:
        signal.signal(signal.SIGTERM, before)  # which a command heeds in a way of its own
    assert lines[0].startswith(f"Ada rolls {minus} {minus} 0 {minus}: ")
    assert lines[-1] == f"Final score: Ada {minus}3"


@pytest.mark.parametrize("command", ["doctor --json", "watch --camera demo:"])
def test_a_library_that_says_much_as_it_fails_is_told_in_one_line(tmp_path: Path, command: str) -> None:
    (tmp_path / "cv2.py").write_text(r"raise ImportError('cannot open\nsecond line\n\x1b[31mred')")
    ran = _program(*command.split(), env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == (0 if command.startswith("doctor") else 1)
    assert "\x1b" not in ran.stdout + ran.stderr


def test_an_input_that_is_closed_is_said() -> None:
    ran = _program("play", "rift", "--players", "Ada", "--script", "-", preexec_fn=lambda: os.close(0))
    assert ran.returncode == 1
    assert ran.stderr == "croupier: Standard input is closed: send the script there, or name its file.\n"


def test_ctrl_c_while_libraries_load_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGINT)")
    ran = _program("watch", "--camera", "demo:", env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert ran.returncode == -signal.SIGINT
    assert ran.stderr == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_recording_that_is_told_to_end_is_a_whole_one(tmp_path: Path, number: int) -> None:
    told_after_two = f"""
from os import getpid, kill
from croupier.hardware.recorder import Recorder
keep = Recorder.keep
def keep_and_be_told(self, frame):
    keep(self, frame)
    if len(self.times) == 2:
        kill(getpid(), {int(number)})
Recorder.keep = keep_and_be_told
"""
    ran = _program("record", "cut", "--into", str(tmp_path), "--camera", "demo:", before=told_after_two)
    assert ran.returncode == 0
    assert "Kept 2 frames" in ran.stdout
    assert len(json.loads((tmp_path / "cut" / "truth.json").read_text())["times"]) == 2


@pytest.fixture
def pictures(tmp_path: Path) -> list[str]:
    """Enough of them to be at it for a while."""
    assert cv2.imwrite(str(tmp_path / "grey.png"), np.full((64, 64, 3), 128, np.uint8))
    return [str(tmp_path / "grey.png")] * 500


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_reader_that_is_ended_leaves_no_process_behind(pictures: list[str], number: int) -> None:
    with _begun("read", "--jobs", "2", *pictures) as reading:
        reading.send_signal(number)
        _, err = reading.communicate(timeout=PATIENCE_S)  # until the last process lets go of the output
    assert reading.returncode in (-signal.SIGKILL, 130)
    assert err == "" or number == signal.SIGKILL  # Python's own word on what a killed process left


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system does not say which process began which")
def test_a_process_that_dies_over_a_picture_is_said(pictures: list[str]) -> None:
    with _begun("read", "--jobs", "2", *pictures) as reading:
        os.kill(_one_that_reads(reading.pid), signal.SIGKILL)
        _, err = reading.communicate(timeout=PATIENCE_S)
    assert reading.returncode == 1
    assert err == "croupier: Reading broke off, perhaps for lack of memory: try again with fewer --jobs.\n"


def _one_that_reads(parent: int) -> int:
    """A process that reads pictures for `parent`, as soon as there is one; Python begins others too."""
    while True:
        for child in Path(CHILDREN.format(pid=parent)).read_text().split():
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                return int(child)


@pytest.mark.parametrize("token", ["two words", "a\nb", "schlüssel", "\x00"])
def test_a_token_that_no_link_can_hold_is_refused(token: str) -> None:
    with pytest.raises(TokenError, match="CROUPIER_OPERATOR_TOKEN"):
        operator_token(token)


def test_a_token_that_nobody_gave_cannot_be_guessed() -> None:
    assert len(operator_token("")) >= 32
    assert operator_token(None) != operator_token(None)


def test_any_sign_of_a_token_survives_its_link(capsys: pytest.CaptureFixture[str]) -> None:
    announce(operator_token("a+b/c&d#e"), "http://localhost:8000")
    assert "/table?token=a%2Bb%2Fc%26d%23e\n" in capsys.readouterr().out


def _main(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """The command line in this process."""
    monkeypatch.setattr(sys, "argv", ["croupier", *words])
    main()


def _command(*words: str, before: str = "") -> list[str]:
    return [sys.executable, "-c", f"{before}\nfrom croupier.server.cli.start import main; main()", *words]


def _program(*words: str, before: str = "", **how: Any) -> subprocess.CompletedProcess[str]:
    """The program, run to its end in a process of its own."""
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "preexec_fn": _heeds_ctrl_c, **how}
    return subprocess.run(_command(*words, before=before), text=True, timeout=PATIENCE_S, **piped)


def _heeds_ctrl_c() -> None:
    """Tests that run in the background were told to ignore it, and what they start would be too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def _begun(*words: str) -> Iterator[subprocess.Popen[str]]:
    """The program, once it has said something."""
    command = _command(*words)
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "preexec_fn": _heeds_ctrl_c}
    with subprocess.Popen(command, text=True, **piped) as begun:
        try:
            assert begun.stdout is not None
            assert begun.stdout.readline()
            yield begun
        finally:
            begun.kill()
