"""A table and a browser for every test that asks for them; what they are is in `browsing.py` and `windows.py`."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from browsing import House, Street
    from playwright.sync_api import Browser, Page
    from postgres import Server

    from croupier.server.log import Log
    from croupier.server.table import Table


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """More than there are cores: a test of the pages now and then waits for what a browser does by the clock."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + min(cores // 2, 4)


@pytest.fixture(autouse=True)
def _speakers() -> Iterator[None]:
    """A command that begins to write lines about itself has ended with its test."""
    speakers = [logging.getLogger(name) for name in ("croupier", "uvicorn")]
    before = [(list(speaker.handlers), speaker.level, speaker.propagate) for speaker in speakers]
    yield
    for speaker, (handlers, level, propagate) in zip(speakers, before, strict=True):
        speaker.handlers[:], speaker.propagate = handlers, propagate
        speaker.setLevel(level)


@pytest.fixture
def log() -> Iterator[Log]:
    """Kept nowhere."""
    from croupier.server.log import Log

    log = Log("sqlite://")
    yield log
    log.close()


@pytest.fixture
def news() -> list[tuple[str, Any]]:
    """What the table tells, as it comes."""
    return []


@pytest.fixture
def table(log: Log, news: list[tuple[str, Any]]) -> Table:
    """Ada and Bo are at Rift; every picture is the same few bytes, and the clock stands still."""
    from croupier.server.table import Table

    table = Table(log, lambda kind, item: news.append((kind, item)), develop=lambda roll: b"jpeg", clock=lambda: 5.0)
    table.start("rift", ("Ada", "Bo"), {})
    return table


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server; whoever stops it starts it again."""
    from postgres import a_server

    with a_server() as server:
        yield server


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory, where the system has such: a log there waits for no disk."""
    from postgres import in_memory

    with tempfile.TemporaryDirectory(prefix="croupier-test-", dir=in_memory()) as folder:
        yield Path(folder)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, memory: Path) -> str:
    """Where a new log may be kept: each test runs with a file, and with PostgreSQL."""
    if request.param == "sqlite":
        return str(memory / "table.db")
    server: Server = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for a file of tests: while it is open, nothing else in this process may run an event loop."""
    from windows import a_browser

    with a_browser() as browser:
        yield browser


@pytest.fixture(autouse=True)
def _windows(request: pytest.FixtureRequest) -> Iterator[None]:
    """What goes wrong in a window that several tests share fails the one that it happens in; and no window of a test
    that failed is handed on.
    """
    failed = request.session.testsfailed
    yield
    if "browser" not in request.fixturenames:
        return
    from windows import expect_nothing_wrong, hand_none_on

    if request.session.testsfailed > failed:
        hand_none_on()
    expect_nothing_wrong()


@pytest.fixture(scope="module")
def street() -> Iterator[Street]:
    """Where the houses of a file's tests stand, one after another; what they keep is in memory, where that can be."""
    from browsing import Street
    from postgres import in_memory

    with tempfile.TemporaryDirectory(prefix="croupier-test-", dir=in_memory()) as folder:
        street = Street(Path(folder))
        yield street
        street.end()


@pytest.fixture
def house(street: Street) -> Iterator[House]:
    with street.house() as open_house:
        yield open_house


@pytest.fixture
def board(browser: Browser) -> Iterator[Page]:
    """The big screen."""
    from windows import SCREEN, a_window

    with a_window(browser, SCREEN) as page:
        yield page


@pytest.fixture
def operator(browser: Browser) -> Iterator[Page]:
    from windows import a_window

    with a_window(browser) as page:
        yield page


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    from windows import PHONE, a_window

    with a_window(browser, PHONE) as page:
        yield page
