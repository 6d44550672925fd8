"""A PostgreSQL server for the tests alone, from the programs that a distribution installs; it is gone afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
fsync = off
full_page_writes = off
synchronous_commit = off
shared_buffers = 16MB
max_connections = 40
logging_collector = off
"""
"""Quick, as nobody needs what is written afterwards; what a Croupier itself asks for is looked at in the tests."""
LOGINS = """
local all ada scram-sha-256
local all all trust
"""
PASSWORD = "hunter2"


class Server:
    """One server, with a socket in a folder of its own. The user `ada` needs the `PASSWORD`, all others none."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self.folder, self._data = programs, folder, folder / "data"
        self._as = {"user": _unprivileged(), "group": _unprivileged(), "extra_groups": []} if os.geteuid() == 0 else {}
        if self._as:
            shutil.chown(folder, self._as["user"], None)
        self._run("initdb", "-D", self._data, "-U", "postgres", "-E", "UTF8", "--no-sync", "--no-instructions")
        (self._data / "postgresql.auto.conf").write_text(SETTINGS.format(folder=folder))
        (self._data / "pg_hba.conf").write_text(LOGINS)
        self._numbers = count(1)
        self.start()
        self.do(f"CREATE ROLE ada LOGIN PASSWORD '{PASSWORD}'")

    def start(self) -> None:
        """Up and ready when this returns."""
        self._run("pg_ctl", "-D", self._data, "-w", "-l", self._data / "said", "start")

    def stop(self, how: str = "immediate") -> None:
        """Gone when this returns; `immediate` is as good as a crash."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", how, "stop")

    def url(self, database: str = "postgres", user: str = "postgres", folder: Path | None = None) -> str:
        """For `--database`; `folder` is where the socket lies, if it is another one."""
        return f"postgresql://{user}@/{database}?host={folder or self.folder}"

    def new_database(self) -> str:
        """The URL of an empty one."""
        name = f"table{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name} STRATEGY file_copy")
        return self.url(name)

    def do(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """What a statement brings, as the server's own user."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def _run(self, program: str, *arguments: object) -> None:
        command = [self._programs / program, *map(str, arguments)]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(command, check=True, cwd=self.folder, **quiet, **self._as)


@contextmanager
def a_server() -> Iterator[Server]:
    """Skips the test where PostgreSQL is not installed, but fails it in continuous integration."""
    programs = _programs()
    if programs is None:
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("PostgreSQL is not installed: `apt install postgresql`")
    with tempfile.TemporaryDirectory(prefix="croupier-postgres-", dir=in_memory()) as folder:
        server = Server(programs, Path(folder))
        try:
            yield server
        finally:
            server.stop()


def in_memory() -> Path | None:
    """A folder that is kept in memory, where there is one: tests need no disk."""
    shared = Path("/dev/shm")
    return shared if os.access(shared, os.W_OK) else None


def _programs() -> Path | None:
    """Where `initdb` is, of the newest version that is there."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


def _unprivileged() -> str:
    """PostgreSQL does not run as root."""
    import pwd

    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
