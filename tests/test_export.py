"""A game as a file: what a program and what a spreadsheet gets, over HTTP and from the command line alike."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from croupier.server.cli.app import main
from croupier.server.history.export import FORMULA, _harmless, export, file_name
from croupier.server.history.shelf import Shelf
from croupier.server.history.steps import steps_of
from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.server.web.app import create_app

Runs = Callable[..., tuple[int, bytes, str]]


def no_camera(*_: object) -> Any:
    raise AssertionError("There is no camera here.")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def table(database: Path) -> Iterator[Table]:
    """Two games: the first corrected and undone, the second just begun. The clock stands still."""
    log = Log(str(database))
    table = Table(log, clock=lambda: 1_000_000_000.0)
    table.start("rift", ("=Ada", "Bo"), {"betting": "tavern"})
    table.act({"kind": "roll", "seat": 0, "faces": [1, 2, 6]}, "operator")
    table.mend(table.course.version, [1, 1, 6], "operator")
    table.act({"kind": "score", "seat": 0, "category": "ones"}, "seat 0")
    table.undo("operator")
    table.start("4df", ("Ada", "Bo"), {})
    table.act({"kind": "roll", "seat": 0, "faces": [-1, 0, 1, 1]}, "operator")
    yield table
    log.close()


@pytest.fixture
def client(table: Table, database: Path) -> Iterator[TestClient]:
    log, news = Log(str(database)), News()
    live = Live(table, None, no_camera, no_camera, news)
    with TestClient(create_app(table, live, news, log, "the-operators-token")) as client:
        yield client
    log.close()


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], database: Path) -> Runs:
    """Runs the command; gives its exit status, its output, and what it said to a person."""

    def run(*words: str) -> tuple[int, bytes, str]:
        monkeypatch.setattr(sys, "argv", ["croupier", "export", "--database", str(database), *words])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capfdbinary.readouterr()
        return int(ended.value.code or 0), said.out, said.err.decode()

    return run


def whole(database: Path, form: str, game: int = 1) -> bytes:
    log = Log(str(database))
    shelf = Shelf(log)
    exported = export(shelf.game(game), steps_of(shelf.replay(game)), form)  # type: ignore[arg-type]
    log.close()
    return exported


def rows(text: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline="")))


def test_json_tells_the_game_and_every_step_of_it(table: Table, database: Path) -> None:
    game = json.loads(whole(database, "json"))
    assert (game["croupier"], game["version"]) == ("game", 1)
    assert (game["title"], game["players"], game["options"]) == ("Rift", ["=Ada", "Bo"], {"betting": "tavern"})
    assert [step["kind"] for step in game["steps"]] == ["action", "correct", "action", "undo"]
    assert game["steps"][0]["action"] == {"kind": "roll", "seat": 0, "faces": [1, 1, 6]}
    assert [die["face"] for die in game["steps"][0]["dice"]] == [1, 2, 6]


def test_csv_tells_what_was_told_then_and_what_counts_now(table: Table, database: Path) -> None:
    first, correction, score, undo = rows(whole(database, "csv"))
    assert (first["dice"], first["corrected dice"]) == ("d6 1, d6 2, d6 6", "d6 1, d6 1, d6 6")
    assert (first["what"], first["entered by"], first["time (UTC)"]) == ("roll", "operator", "2001-09-09 01:46:40")
    assert (correction["what"], correction["changes step"], undo["changes step"]) == ("correct", "1", "3")
    assert score["entered by"] == score["player"] == "'=Ada"
    assert [row["counts"] for row in (first, correction, score, undo)] == ["yes", "no", "no", "no"]
    assert [row["corrected"] for row in (first, correction, score, undo)] == ["yes", "no", "no", "no"]


def test_no_cell_is_a_formula_to_a_spreadsheet(table: Table, database: Path) -> None:
    told = [rows(whole(database, "csv", game)) for game in (1, 2)]
    cells = [cell for game in told for row in game for cell in row.values()]
    assert [cell for cell in cells if cell.startswith(FORMULA)] == []
    assert told[0][0]["player"] == "'=Ada"
    assert told[1][0]["dice"] == "dF -1, dF 0, dF 1, dF 1"


def test_csv_begins_with_the_mark_by_which_spreadsheets_know_utf_8(table: Table, database: Path) -> None:
    assert whole(database, "csv").startswith(b"\xef\xbb\xbfstep,")


def test_a_file_is_called_after_its_game_and_day(table: Table, database: Path) -> None:
    log = Log(str(database))
    assert file_name(Shelf(log).game(1), "csv") == "croupier-rift-2001-09-09-game-1.csv"
    log.close()


@pytest.mark.parametrize(("form", "kind"), [("json", "application/json"), ("csv", "text/csv; charset=utf-8")])
def test_a_download_is_a_file_with_a_fitting_name(client: TestClient, database: Path, form: str, kind: str) -> None:
    answer = client.get(f"/api/history/1.{form}")
    assert answer.headers["content-type"] == kind
    named = f'attachment; filename="croupier-rift-2001-09-09-game-1.{form}"'
    assert answer.headers["content-disposition"] == named
    assert answer.content == whole(database, form)


# ---- The command ----


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("game", [1, 2])
def test_the_command_writes_what_the_page_gives(client: TestClient, runs: Runs, form: str, game: int) -> None:
    status, out, said = runs("--game", str(game), "--format", form)
    assert (status, said) == (0, "")
    assert out == client.get(f"/api/history/{game}.{form}").content


def test_without_a_number_it_is_the_newest_game(table: Table, runs: Runs) -> None:
    assert json.loads(runs()[1])["game"] == 2


def test_a_file_is_written_as_its_name_ends(table: Table, runs: Runs, tmp_path: Path, database: Path) -> None:
    status, out, _ = runs("--game", "1", str(tmp_path / "night.CSV"))
    assert status == 0
    assert out.decode() == f"Wrote game 1, Rift with 4 steps, to {tmp_path / 'night.CSV'}.\n"
    assert (tmp_path / "night.CSV").read_bytes() == whole(database, "csv")


def test_a_file_that_is_there_is_kept_unless_told_otherwise(table: Table, runs: Runs, tmp_path: Path) -> None:
    kept = tmp_path / "night.json"
    kept.write_text("mine")
    status, out, said = runs(str(kept))
    assert (status, out, kept.read_text()) == (1, b"", "mine")
    assert said == f"croupier: {kept} is there already: name another file, or say --overwrite.\n"
    assert runs(str(kept), "--overwrite")[0] == 0
    assert json.loads(kept.read_text())["game"] == 2


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_file_that_cannot_be_written_whole_is_not_written_at_all(
    table: Table, runs: Runs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, overwrite: bool
) -> None:
    (folder := tmp_path / "out").mkdir()
    if overwrite:
        (folder / "night.json").write_text("mine")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    status, out, said = runs(str(folder / "night.json"), *["--overwrite"] * overwrite)
    assert (status, out) == (1, b"")
    assert said.endswith("night.json cannot be written (No space left on device): name another file.\n")
    assert [file.read_text() for file in folder.iterdir()] == ["mine"] * overwrite


@pytest.mark.parametrize("target", ["nowhere/x.json", "loop.json"])
def test_a_link_to_nowhere_is_a_sentence(table: Table, runs: Runs, tmp_path: Path, target: str) -> None:
    (link := tmp_path / "loop.json").symlink_to(tmp_path / target)
    assert runs(str(link))[2] == f"croupier: {link} is there already: name another file, or say --overwrite.\n"
    status, _, said = runs(str(link), "--overwrite")
    if target == "loop.json":  # nothing is behind it: the file takes its place
        assert (status, json.loads(link.read_text())["game"]) == (0, 2)
    else:
        assert (status, said) == (
            1,
            f"croupier: {link} cannot be written (No such file or directory): name another file.\n",
        )


def test_a_link_to_a_file_is_written_through(table: Table, runs: Runs, tmp_path: Path) -> None:
    (file := tmp_path / "real.json").write_text("mine")
    (link := tmp_path / "link.json").symlink_to(file)
    assert runs(str(link), "--overwrite")[0] == 0
    assert link.is_symlink()
    assert json.loads(file.read_text())["game"] == 2


def test_a_number_larger_than_any_database_knows_is_a_game_that_is_not_there(table: Table, runs: Runs) -> None:
    number = "9" * 20
    assert runs("--game", number) == (1, b"", f"croupier: There is no game {number} in the history.\n")


@pytest.mark.parametrize("sign", [*"=+-@＝＋－＠", "\t", "\r", "\n"])
def test_no_way_to_begin_a_formula_is_left(sign: str) -> None:
    assert _harmless(f"{sign}1") == f"'{sign}1"


def test_a_game_that_is_not_there_is_a_sentence(table: Table, runs: Runs, tmp_path: Path) -> None:
    assert runs("--game", "7", str(tmp_path / "x")) == (1, b"", "croupier: There is no game 7 in the history.\n")
    assert not (tmp_path / "x").exists()


def test_a_log_that_is_not_there_is_not_begun(runs: Runs, database: Path) -> None:
    status, _, said = runs()
    assert status == 1
    assert said == f"croupier: There is no log {database}: say with --database where it is.\n"
    assert not database.exists()


def test_a_log_without_a_game_is_a_sentence(runs: Runs, database: Path) -> None:
    Log(str(database)).close()
    assert runs() == (1, b"", "croupier: No game has been played yet.\n")


def test_a_log_is_read_and_neither_made_nor_upgraded(runs: Runs, database: Path) -> None:
    database.touch()
    assert runs() == (1, b"", f"croupier: {database} holds no log yet: say with --database where it is.\n")
    assert [(file.name, file.stat().st_size) for file in database.parent.iterdir()] == [(database.name, 0)]
    Log(str(database)).close()
    with closing(sqlite3.connect(database)) as old:
        old.execute("UPDATE about SET schema_version = 2")
        old.commit()
    before = database.read_bytes()
    status, _, said = runs()
    assert (status, said) == (
        1,
        f"croupier: {database} is of an earlier Croupier: serve it once with this one, then try again.\n",
    )
    assert database.read_bytes() == before


def test_a_url_of_a_file_that_is_not_there_makes_none(runs: Runs, database: Path) -> None:
    status, _, said = runs("--database", f"sqlite:///{database}")
    assert (status, said) == (
        1,
        f"croupier: There is no log sqlite:///{database}: say with --database where it is.\n",
    )
    assert not database.exists()


def test_another_format_is_a_usage_error(table: Table, runs: Runs) -> None:
    status, _, said = runs("--format", "xml")
    assert status == 2
    assert said.startswith("croupier: --format takes json or csv, not 'xml'")
