"""A table and a browser for every test that asks for them; what they are is in `browsing.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from browsing import House
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for a file of tests: while it is open, nothing else in this process may run an event loop."""
    from browsing import a_browser

    with a_browser() as browser:
        yield browser


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    from browsing import a_house

    with a_house(tmp_path) as open_house:
        yield open_house


@pytest.fixture
def board(browser: Browser) -> Iterator[Page]:
    """The big screen."""
    from browsing import SCREEN, a_window

    with a_window(browser, SCREEN) as page:
        yield page


@pytest.fixture
def operator(browser: Browser) -> Iterator[Page]:
    from browsing import a_window

    with a_window(browser) as page:
        yield page
