"""A log in PostgreSQL: a server that is away, comes back, or is lost in the middle of a commit, and what is said."""

from __future__ import annotations

import builtins
import contextlib
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from postgres import PASSWORD, Server

from croupier.server.errors import LogError, OutcomeUnknown, Stale
from croupier.server.log import Draft, Log
from croupier.server.log.database import base
from croupier.server.log.database.words import of_postgres
from croupier.server.table import Table

ACTION = Draft("action", "operator", {})
ROLL = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}
PATIENCE_S = 10.0


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.new_database()


@pytest.fixture
def log(url: str) -> Iterator[Log]:
    log = Log(url)
    yield log
    log.close()


def kinds(log: Log, game: int) -> list[str]:
    return [entry.kind for entry in log.entries(game)]


# What is refused at the start


@pytest.mark.parametrize("spelled", ["postgres://", "postgresql://", "postgresql+psycopg://"])
def test_it_is_understood_however_its_url_begins(url: str, spelled: str) -> None:
    with contextlib.closing(Log(url.replace("postgresql://", spelled))) as log:
        assert log.lasting
        assert log.database.startswith(spelled)


def test_a_server_that_is_away_is_said(tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        for url in (f"postgresql://127.0.0.1:{nobody.getsockname()[1]}/table", f"postgresql:///table?host={tmp_path}"):
            with pytest.raises(LogError, match=r"does not answer: check that its server runs"):
                Log(url)


def test_an_address_that_is_not_known_is_said() -> None:
    with pytest.raises(LogError, match="is at an address that is not known: check the host"):
        Log("postgresql://nowhere.invalid/table")


@pytest.mark.parametrize(
    ("user", "words"),
    [
        ("ada:wrong", "refuses the password or the user: check both in the URL of --database"),
        ("ada", "asks for a password: write it into the URL"),
        ("nobody-here", "does not know the user"),
    ],
)
def test_whoever_is_not_let_in_is_told_why(postgres: Server, user: str, words: str) -> None:
    with pytest.raises(LogError, match=words) as refused:
        Log(postgres.url(user=user))
    assert "wrong" not in str(refused.value)


def test_a_user_who_may_not_make_tables_is_told_so(postgres: Server, url: str) -> None:
    database = url.split("@/")[1].split("?")[0]
    with pytest.raises(LogError, match="does not let its user make tables: make the user the database’s owner") as said:
        Log(postgres.url(database, f"ada:{PASSWORD}"))
    assert PASSWORD not in str(said.value)
    assert "ada:***@" in str(said.value)
    postgres.do(f"ALTER DATABASE {database} OWNER TO ada")
    Log(postgres.url(database, f"ada:{PASSWORD}")).close()


def test_a_database_that_is_not_there_is_said(postgres: Server) -> None:
    with pytest.raises(LogError, match="is not there: make the database with `createdb`"):
        Log(postgres.url("nothing"))


def test_a_database_that_only_reads_is_refused_when_it_is_claimed(postgres: Server, url: str) -> None:
    Log(url).close()
    database = url.split("@/")[1].split("?")[0]
    postgres.do(f"ALTER DATABASE {database} SET default_transaction_read_only = on")
    with (
        contextlib.closing(Log(url)) as log,
        pytest.raises(LogError, match="may not be written, its server only reads"),
    ):
        log.claim()


def test_another_programs_database_is_left_alone(postgres: Server, url: str) -> None:
    database = url.split("@/")[1].split("?")[0]
    postgres.do("CREATE TABLE recipes (name text)", database)
    with pytest.raises(LogError, match="something else than Croupier's log"):
        Log(url)
    assert postgres.do("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", database) == [("recipes",)]


def test_a_driver_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_psycopg(name: str, *how: Any, **more: Any) -> Any:
        if name.partition(".")[0] == "psycopg":
            raise ImportError("no psycopg", name="psycopg")
        return real(name, *how, **more)

    monkeypatch.setattr(builtins, "__import__", without_psycopg)
    with pytest.raises(
        LogError, match=r'needs a driver that is missing: run `python -m pip install "psycopg\[binary\]"`'
    ):
        Log("postgresql://ada:hunter2@localhost/table")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("connection failed: FATAL:  sorry, too many clients already", "has no connection left: close other programs"),
        ("connection failed: FATAL:  the database system is starting up", "is not ready, its server is just starting"),
        (
            'connection failed: FATAL:  permission denied for database "x"',
            "may not be written: give its user the right",
        ),
        ('connection failed: FATAL:  no pg_hba.conf entry for host "space"', "refuses this computer or user: allow it"),
        ("could not extend file: No space left on device", "cannot grow, its server’s disk is full: free some space"),
        ('invalid page in block 3 of relation "entries"', "is damaged: keep it to be rescued, and go on with a backup"),
        ("SSL SYSCALL error: EOF detected", "does not answer: check that its server runs"),
        ("the sky falls.\nHINT: run", r"cannot be used \(the sky falls\): check it, then try again"),
        ("", r"cannot be used \(no reason given\)"),
    ],
)
def test_what_a_server_says_is_told_with_what_to_do(said: str, words: str) -> None:
    assert re.match(rf"The log X {words}.*\.$", of_postgres("X", said))


# What is written is safe


def test_a_commit_is_on_the_disk_before_it_is_acknowledged(log: Log) -> None:
    """The server's own setting is a careless one."""
    with log._database.writing() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"


def test_two_logs_in_two_schemas_of_one_database_do_not_meet(postgres: Server, url: str) -> None:
    postgres.do("CREATE SCHEMA upstairs", url.split("@/")[1].split("?")[0])
    with (
        contextlib.closing(Log(url)) as below,
        contextlib.closing(Log(f"{url}&options=-csearch_path%3Dupstairs")) as above,
    ):
        below.claim()
        above.claim()
        below.start_game("rift", ("Ada",), {}, "operator", 1.0)
        assert above.newest_game() is None


def test_tables_can_not_be_emptied(postgres: Server, url: str, log: Log) -> None:
    log.start_game("rift", ("Ada",), {}, "operator", 1.0)
    for table in ("games", "entries", "seats", "pictures"):
        with pytest.raises(Exception, match="insert-only"):
            postgres.do(f"TRUNCATE {table} CASCADE", url.split("@/")[1].split("?")[0])


def test_rows_are_refused_while_the_server_is_away_and_written_when_it_is_back(postgres: Server, log: Log) -> None:
    game = log.start_game("rift", ("Ada",), {}, "operator", 1.0).game
    postgres.stop()
    try:
        for _ in range(2):
            with pytest.raises(LogError, match="does not answer") as refused:
                log.append(game, 2.0, [ACTION])
            assert not isinstance(refused.value, OutcomeUnknown)
            with pytest.raises(LogError, match="does not answer"):
                log.entries(game)
    finally:
        postgres.start()
    log.append(game, 3.0, [ACTION])
    assert [entry.at for entry in log.entries(game)] == [1.0, 3.0]


def test_a_server_that_was_started_again_unnoticed_loses_nothing(postgres: Server, log: Log) -> None:
    game = log.start_game("rift", ("Ada",), {}, "operator", 1.0).game
    postgres.stop()
    postgres.start()
    log.append(game, 2.0, [ACTION])
    assert [entry.at for entry in log.entries(game)] == [1.0, 2.0]


def test_the_lock_is_taken_again_with_a_new_session_or_the_write_refused(
    postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the session of the first is cut, another Croupier comes in."""
    monkeypatch.setattr(base, "LOCK_WAIT_S", 0.01)
    with contextlib.closing(Log(url)) as first, contextlib.closing(Log(url)) as second:
        game = first.start_game("rift", ("Ada",), {}, "operator", 1.0).game
        postgres.do("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'table%'")
        second.claim()
        with pytest.raises(LogError, match="Another Croupier writes to"):
            first.append(game, 2.0, [ACTION])
        second.append(game, 3.0, [ACTION])
        assert [entry.at for entry in second.entries(game)] == [1.0, 3.0]


def test_a_log_that_somebody_locked_says_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "LOCK_WAIT_S", 0.01)
    with contextlib.closing(Log(url)) as log:
        game = log.start_game("rift", ("Ada",), {}, "operator", 1.0).game
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE entries IN EXCLUSIVE MODE")  # readers may go on
            with pytest.raises(LogError, match="locked by another program"):
                log.append(game, 2.0, [ACTION])
            assert kinds(log, game) == ["start"]
        log.append(game, 3.0, [ACTION])


# A commit that nobody answers


class Wire:
    """Between a Croupier and its server: a socket that can be cut at a commit, before it arrives or at its answer."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.folder = folder
        self.cut_at: str | None = None
        self.dead = self.stays_dead = False
        self._server = str(server.folder / ".s.PGSQL.5432")
        self._open: list[socket.socket] = []
        self._place = socket.socket(socket.AF_UNIX)
        self._place.bind(str(folder / ".s.PGSQL.5432"))
        self._place.listen()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def cut(self, at: str, stays_dead: bool) -> None:
        """Cut the next commit off `at` its "arrival" or its "answer"; nobody comes through after one that stays so."""
        self.cut_at, self.stays_dead = at, stays_dead

    def close(self) -> None:
        self._place.shutdown(socket.SHUT_RDWR)
        for end in self._open:
            self._end(end)
        for thread in self._threads:
            thread.join(PATIENCE_S)
        for end in (self._place, *self._open):
            end.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._place.accept()
                self._open.append(client)
                if self.dead:
                    self._end(client)
                    continue
                server = socket.socket(socket.AF_UNIX)
                self._open.append(server)
                server.connect(self._server)
                committing = threading.Event()
                for ends in ((client, server, True), (server, client, False)):
                    thread = threading.Thread(target=self._carry, args=(*ends, committing))
                    self._threads.append(thread)
                    thread.start()

    def _carry(self, here: socket.socket, there: socket.socket, up: bool, committing: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while said := here.recv(65536):
                if up and self.cut_at and b"COMMIT" in said:
                    committing.set()
                if committing.is_set() and (not up or self.cut_at == "arrival"):
                    self.cut_at, self.dead = None, self.stays_dead
                    break
                there.sendall(said)
        self._end(here)
        self._end(there)

    @staticmethod
    def _end(end: socket.socket) -> None:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def wire(postgres: Server, memory: Path) -> Iterator[Wire]:
    wire = Wire(postgres, memory)
    yield wire
    wire.close()


@pytest.fixture
def far(postgres: Server, url: str, wire: Wire) -> Iterator[Log]:
    """A log at the other end of the wire."""
    log = Log(url.replace(str(postgres.folder), str(wire.folder)))
    yield log
    log.close()


def test_a_commit_that_was_kept_is_acknowledged_though_its_answer_was_lost(far: Log, wire: Wire) -> None:
    game = far.start_game("rift", ("Ada",), {}, "operator", 1.0).game
    wire.cut("answer", stays_dead=False)
    (written,) = far.append(game, 2.0, [ACTION])
    assert wire.cut_at is None
    assert far.entries(game)[-1] == written
    far.append(game, 3.0, [ACTION])
    assert kinds(far, game) == ["start", "action", "action"]


def test_a_commit_that_never_arrived_is_refused_and_nothing_is_written(far: Log, wire: Wire) -> None:
    game = far.start_game("rift", ("Ada",), {}, "operator", 1.0).game
    wire.cut("arrival", stays_dead=False)
    with pytest.raises(LogError, match="does not answer") as refused:
        far.append(game, 2.0, [ACTION])
    assert not isinstance(refused.value, OutcomeUnknown)
    assert kinds(far, game) == ["start"]
    far.append(game, 3.0, [ACTION])
    assert [entry.at for entry in far.entries(game)] == [1.0, 3.0]


@pytest.mark.parametrize(("at", "kept"), [("answer", True), ("arrival", False)])
def test_a_change_of_which_nobody_can_tell_is_looked_up_before_anything_else_is_done(
    far: Log, wire: Wire, at: str, kept: bool
) -> None:
    news: list[str] = []
    table = Table(far, lambda kind, item: news.append(kind))
    table.start("rift", ("Ada",), {})
    version = table.course.version
    news.clear()
    wire.cut(at, stays_dead=True)
    with pytest.raises(OutcomeUnknown):
        table.act(ROLL, "operator", version)
    with pytest.raises(LogError):
        table.undo("operator")
    assert table.course.version == version, "readers see the board as it was, until it is known"
    assert news == []
    wire.dead = False
    if kept:
        with pytest.raises(Stale):
            table.act(ROLL, "operator", version)
        assert news == ["board"]
    else:
        table.act(ROLL, "operator", version)
    assert table.course.version == version + 1
    assert len(far.entries(1)) == 2
    table.act({"kind": "score", "seat": 0, "category": "sixes"}, "operator", version + 1)


def test_a_game_of_which_nobody_could_tell_whether_it_was_started_has_its_seats_when_it_was(
    far: Log, wire: Wire
) -> None:
    table = Table(far)
    table.start("rift", ("Ada", "Bo"), {})
    _, token = table.seats.take("Bo")
    wire.cut("answer", stays_dead=True)
    with pytest.raises(OutcomeUnknown):
        table.start("rift", ("Bo", "Cy"), {})
    assert table.seats.held_by(token) == 1
    wire.dead = False
    with pytest.raises(Stale):
        table.undo("operator", table.course.version)
    assert table.course.started.players == ("Bo", "Cy")
    assert table.seats.held_by(token) == 0
