"""Where things are kept: in the user's own folders, and what works for a user who has none."""

from __future__ import annotations

import pwd
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.hardware.checkup import Level
from croupier.server.cli import doctor
from croupier.server.cli.app import main
from croupier.server.cli.table import serve
from croupier.server.cli.table.serve import made_ready
from croupier.server.errors import LogError
from croupier.server.folders import NO_HOME, cache_folder, data_folder, default_database
from croupier.server.house import House
from croupier.server.status import lines
from croupier.server.status.facts import free_bytes

Run = Callable[..., tuple[object, str, str]]


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user as a container or a service may have: no home is named, and the system knows of none."""

    def unknown(number: int) -> Any:
        raise KeyError(f"getpwuid(): uid not found: {number}")

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)


@pytest.fixture
def run(homeless: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs a command in this process, up to where a table would be open; its status, and what it printed and said."""

    def run_one(*arguments: object) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["croupier", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        return ended.value.code, *capsys.readouterr()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROUPIER_OPERATOR_TOKEN", "the-operators-token")
    for module in (serve, lines):
        monkeypatch.setattr(module, "begin", lambda *_: None)  # of how a process writes its lines
    monkeypatch.setattr(House, "serve", lambda _, place, *__: place.close())
    return run_one


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_the_log_lies_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == tmp_path / "croupier" / "table.db"
    assert not (tmp_path / "croupier").exists(), "whoever only reads it makes nothing"
    made_ready(default_database())
    assert (tmp_path / "croupier").is_dir()


def test_without_a_data_folder_of_its_own_it_is_where_the_system_keeps_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/ada")
    assert data_folder() == Path("/home/ada/.local/share/croupier")


@pytest.mark.usefixtures("homeless")
def test_without_a_home_there_is_no_data_folder_but_one_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (data_folder, default_database):
        with pytest.raises(LogError) as refused:
            place()
        assert str(refused.value) == NO_HOME
    assert cache_folder() is None
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/croupier")


def test_an_empty_name_of_a_home_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "")
    with pytest.raises(LogError):
        data_folder()


@pytest.mark.parametrize("named", ["", "data", "./data"])
def test_a_data_folder_that_is_named_from_here_is_not_taken(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("XDG_DATA_HOME", named)
    assert data_folder() == Path("/home/ada/.local/share/croupier")


@pytest.mark.parametrize(
    "arguments",
    [("serve",), ("serve", "--https", "--database", "t.db"), ("demo", "--https"), ("export",), ("backup", "copy.db")],
    ids=" ".join,
)
def test_what_would_be_kept_at_home_is_refused_without_one_in_a_sentence(
    run: Run, port: int, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    at = ("--port", port) if arguments[0] in ("serve", "demo") else ()
    assert run(*arguments, *at) == (1, "", f"croupier: {NO_HOME}\n")
    assert not list(tmp_path.iterdir()), "and nothing is made"


@pytest.mark.parametrize("arguments", [("serve", "--database", "t.db"), ("demo",)], ids=" ".join)
def test_a_table_that_keeps_nothing_at_home_needs_none(run: Run, port: int, arguments: tuple[str, ...]) -> None:
    status, out, err = run(*arguments, "--port", port)
    assert (status, err) == (0, "")
    assert f"Board:    http://localhost:{port}/board" in out.splitlines()


@pytest.mark.usefixtures("homeless")
def test_what_is_told_needs_no_home(tmp_path: Path) -> None:
    assert lines.masked("The camera sees the table.") == "The camera sees the table."
    assert all(free_bytes(near) > 0 for near in (None, "~/table.db", str(tmp_path / "table.db")))


@pytest.mark.usefixtures("homeless")
def test_the_doctor_tells_of_no_home_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "error_of_loading", lambda _: "No module named 'it'")  # which takes a while
    found = {finding.about: finding for finding in doctor.look()}
    assert (found["disk"].level, found["disk"].text) == (Level.FAIL, NO_HOME)
    assert [*found][[*found].index("disk") + 1 :] == ["port", "samples", "models", "reading"]
