"""`croupier doctor`: every trouble it knows is found from its facts, and says what to do; a sound machine passes."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from croupier.hardware import checkup, devices
from croupier.hardware.checkup import Finding, Level
from croupier.server.cli import doctor

WELL = [
    checkup.python((3, 11), 64),
    checkup.python((3, 13), 64),
    checkup.environment(pi=False, venv=True, system_packages=False, picamera2=False),
    checkup.environment(pi=True, venv=True, system_packages=True, picamera2=True),
    checkup.opencv(["opencv-python-headless"]),
    checkup.opencv([]),
    checkup.library("numpy", "numpy", "2.4.6", ""),
    checkup.library("onnxruntime", "onnxruntime", "1.21.1", ""),
    checkup.cameras(["usb:/dev/video0"], {"usb:/dev/video0": ()}),
    checkup.disk("/home/ada", 5e9),
    checkup.samples(["rift"]),
    checkup.port(8000, free=True),
    checkup.reading([3, 5, 6], [6, 5, 3], sure=True, ms=12.3),
    checkup.reading([], [], sure=True, ms=1),
]
TROUBLE = [
    (checkup.python((3, 10), 64), Level.FAIL, "Python 3.10 is too old: use Python 3.11, 3.12 or 3.13."),
    (checkup.python((3, 14), 64), Level.CHECK, "newer than any tried"),
    (checkup.python((3, 11), 32), Level.FAIL, "install a 64-bit system"),
    (checkup.environment(True, True, False, False), Level.CHECK, "--system-site-packages"),
    (checkup.environment(True, True, True, False), Level.CHECK, "sudo apt install python3-picamera2"),
    (
        checkup.opencv(["opencv-python-headless", "opencv-python"]),
        Level.FAIL,
        "run `pip uninstall -y opencv-python opencv-python-headless`, then `pip install opencv-python-headless`",
    ),
    (
        checkup.library("cv2", "opencv-python", "4.10", "ImportError: libGL.so.1: cannot open shared object file"),
        Level.FAIL,
        "run `pip uninstall -y opencv-python`, then `pip install opencv-python-headless`",
    ),
    (
        checkup.library("cv2", "opencv-python-headless", "4.8", "AttributeError: _ARRAY_API not found\nImportError: x"),
        Level.FAIL,
        "built for another NumPy than is installed: run `pip install --force-reinstall opencv-python-headless`",
    ),
    (checkup.library("numpy", "numpy", "2.0", "numpy.dtype size changed, may indicate"), Level.FAIL, "another NumPy"),
    (
        checkup.library("onnxruntime", "onnxruntime", None, "ModuleNotFoundError: No module named 'onnxruntime'"),
        Level.FAIL,
        "onnxruntime is missing: run `pip install onnxruntime`.",
    ),
    (checkup.library("onnxruntime", "onnxruntime", "1.21.0", ""), Level.FAIL, "pip install -U onnxruntime"),
    (
        checkup.library("onnxruntime", "onnxruntime", "1.20.0", "Illegal instruction"),
        Level.FAIL,
        "does not load (Illegal instruction): run",
    ),
    (checkup.cameras([], {}), Level.CHECK, "No webcam is found: plug one in"),
    (
        checkup.cameras(["usb:/dev/video0"], {"usb:/dev/video0": ("cheese (process 41)",)}),
        Level.CHECK,
        "usb:/dev/video0 is in use by cheese (process 41): close that program",
    ),
    (
        checkup.disk("/home/ada", 1e8),
        Level.FAIL,
        "0.1 GB free for games and pictures of rolls in /home/ada: that is too little, make room",
    ),
    (checkup.disk("/home/ada", 5e8), Level.CHECK, "make room"),
    (checkup.samples([]), Level.FAIL, "install croupier again"),
    (checkup.port(8000, free=False), Level.CHECK, "--port 8001"),
    (checkup.reading([3, 5, 6], [5, 5, 6], True, 9), Level.FAIL, "A sample that shows 3 5 6 was read as 5 5 6"),
    (checkup.reading([3, 5], [3, 5, None], False, 9), Level.FAIL, "read as 3 5 ?"),
    (checkup.reading([3, 5], [], True, 9), Level.FAIL, "read as no dice"),
    (checkup.not_done("reading", "no session"), Level.FAIL, "could not be tried (no session)"),
]


@pytest.mark.parametrize("finding", WELL, ids=lambda finding: finding.text)
def test_what_is_well_is_ok(finding: Finding) -> None:
    assert finding.level == Level.OK
    assert re.fullmatch(r"[^\n]{25,}\.", finding.text), "it is too short to say what it means"


@pytest.mark.parametrize(("finding", "level", "says"), TROUBLE, ids=[found.text[:50] for found, _, _ in TROUBLE])
def test_trouble_is_found_and_says_what_to_do(finding: Finding, level: Level, says: str) -> None:
    assert finding.level == level
    assert says in finding.text
    assert "\n" not in finding.text


def test_a_sample_read_right_but_not_for_sure_is_said_so() -> None:
    finding = checkup.reading([3, 5], [3, 5], sure=False, ms=9)
    words = "A sample that shows 3 5 was read right, though not for sure, in 9 ms; later ones take less."
    assert finding == Finding("reading", Level.OK, words)


def test_each_finding_is_a_line_and_the_exit_status_says_whether_one_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [checkup.port(8000, free=False), checkup.samples(["rift"])]
    monkeypatch.setattr(doctor, "look", lambda: iter(found))
    doctor.doctor()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["check", "port"], ["ok", "samples"]]
    found.append(checkup.samples([]))
    with pytest.raises(typer.Exit) as ended:
        doctor.doctor()
    assert ended.value.exit_code == 1


def test_as_json_the_findings_are_one_object(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "look", lambda: iter([checkup.samples([])]))
    with pytest.raises(typer.Exit):
        doctor.doctor(as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told == {"ok": False, "findings": [{"about": "samples", "level": "fail", "text": checkup.samples([]).text}]}


def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`croupier` in a process of its own."""
    program = "from croupier.server.cli.start import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, env={**os.environ, **environment}
    )


def test_this_machine_is_looked_over() -> None:
    ran = start("doctor", "--json")
    told = json.loads(ran.stdout)
    looked_at = [finding["about"] for finding in told["findings"]]
    assert looked_at == [
        *("python", "environment", "opencv", "numpy", "cv2", "onnxruntime", "cameras", "disk", "port"),
        *("samples", "models", "reading"),
    ]
    assert ran.stderr == ""
    assert ran.returncode == (0 if told["ok"] else 1)
    levels = {finding["about"]: finding["level"] for finding in told["findings"]}
    assert [levels[name] for name in ("python", "opencv", "numpy", "cv2", "onnxruntime")] == ["ok"] * 5


def test_the_doctor_works_where_opencv_does_not_load_and_nothing_else_does(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')")
    ran = start("doctor", PYTHONPATH=str(tmp_path))
    lines = [line.split(maxsplit=2) for line in ran.stdout.splitlines()]
    assert {about: level for level, about, _ in lines if level == "fail"} == dict.fromkeys(
        ("cv2", "samples", "reading"), "fail"
    )
    assert ran.returncode == 1
    assert ran.stderr == ""
    ran = start("record", "dice", "--camera", "demo:", PYTHONPATH=str(tmp_path))
    assert ran.returncode == 1
    assert "libGL.so.1" in ran.stderr
    assert "run `croupier doctor`" in ran.stderr
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("broken", "samples", "reading"),
    [
        pytest.param("raise ImportError('libonnx.so: cannot open')", "ok", "ok", id="it says that it does not load"),
        pytest.param("import os, signal; os.kill(os.getpid(), signal.SIGILL)", "ok", "fail", id="it ends the process"),
    ],
)
def test_where_onnxruntime_does_not_load_the_doctor_tries_what_works_without_it(
    tmp_path: Path, broken: str, samples: str, reading: str
) -> None:
    (tmp_path / "onnxruntime.py").write_text(broken)
    ran = start("doctor", "--json", PYTHONPATH=str(tmp_path))
    levels = {finding["about"]: finding["level"] for finding in json.loads(ran.stdout)["findings"]}
    assert [levels[name] for name in ("onnxruntime", "samples", "reading")] == ["fail", samples, reading]
    assert ran.stderr == ""


def test_an_onnxruntime_that_loads_and_cannot_run_the_models_is_found(tmp_path: Path) -> None:
    (tmp_path / "onnxruntime.py").write_text("")
    ran = start("doctor", "--json", PYTHONPATH=str(tmp_path))
    found = {finding["about"]: finding for finding in json.loads(ran.stdout)["findings"]}
    assert found["models"]["level"] == "check"
    assert "SessionOptions" in found["models"]["text"]
    assert found["reading"]["level"] == "ok"


def test_the_disk_looked_at_is_the_one_that_games_are_kept_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[Path] = []
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "not" / "yet"))
    monkeypatch.setattr(doctor, "error_of_loading", lambda _: "No module named 'it'")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: asked.append(path) or SimpleNamespace(free=5e9))
    (finding,) = [finding for finding in doctor.look() if finding.about == "disk"]
    assert str(tmp_path / "not" / "yet" / "croupier") in finding.text
    assert asked == [tmp_path]


def test_the_doctor_loads_nothing_that_may_be_broken() -> None:
    program = (
        "import sys, croupier.server.cli.doctor; print(sorted({'numpy', 'cv2', 'onnxruntime'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_a_library_that_kills_the_process_is_survived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deadly.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGILL)")
    (tmp_path / "broken.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert doctor.error_of_loading("deadly") == "Illegal instruction"
    assert "libGL.so.1" in doctor.error_of_loading("broken")
    assert "No module named 'absent'" in doctor.error_of_loading("absent")
    assert doctor.error_of_loading("json") == ""


def test_a_port_that_something_listens_on_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as place:
        number = place.getsockname()[1]
        assert not doctor.is_free(number)
    assert doctor.is_free(number)


def test_who_holds_a_device_is_read_from_the_processes_that_may_be_looked_into(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    for process, name, file in ((9, "croupier", device), (10, "cheese", device), (11, "bash", tmp_path / "tty")):
        fds = tmp_path / str(process) / "fd"
        fds.mkdir(parents=True)
        (fds / "0").symlink_to("/dev/null")
        (fds / "7").symlink_to(file)
        (fds.parent / "comm").write_text(f"{name}\n")
    (tmp_path / "12").mkdir()  # somebody else's, or just gone
    (tmp_path / "self").mkdir()
    assert devices.holders(device, tmp_path) == ("croupier (process 9)", "cheese (process 10)")


def test_who_holds_a_file_is_told_of_this_very_process(tmp_path: Path) -> None:
    with (tmp_path / "video0").open("w") as file:
        assert any(f"(process {os.getpid()})" in holder for holder in devices.holders(Path(file.name)))
