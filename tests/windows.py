"""A browser for the tests of the pages, and its windows: one test after another finds them as the first one did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes.util import find_library
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

CHROMIUM, SHELL = Path("/usr/bin/chromium"), Path("/usr/bin/chromium-headless-shell")
"""Debian's. The shell has no window to draw, and takes half of the time; it has no camera either."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, LAPTOP, SCREEN = (390, 844), (1280, 800), (1920, 1080)

OF_ITS_PAGE = ("add_init_script", "expose_binding", "expose_function", "on", "once", "route_web_socket")
OF_ITS_PAGE += ("add_locator_handler", "set_default_navigation_timeout", "set_default_timeout")
OF_ITS_PAGE += ("set_extra_http_headers",)
"""What is done so to a page stays with it, and ends with it."""
OF_ALL = (*(name for name in OF_ITS_PAGE if name != "add_locator_handler"), "grant_permissions", "route")
OF_ALL += ("route_from_har", "set_geolocation")
"""What is done so to all pages of a window stays with the window."""

REST = """() => {
    const clocked = "__pwClock" in globalThis;
    return clocked || new Promise((done) => setTimeout(() => done(false)));
}"""
"""Once everything has happened that was to happen at once; whether the page has a clock that stays another one."""
FORGET = "localStorage.clear(), sessionStorage.clear(), void (window.name = '')"


@contextmanager
def a_browser(*camera: str) -> Iterator[Browser]:
    """Chromium, with a `camera` by these arguments, or without any; the test is left out for want of it."""
    browser = next((file for file in ([] if camera else [SHELL]) + [CHROMIUM] if file.exists()), None)
    if browser is None:
        pytest.skip("no Chromium: apt install chromium chromium-headless-shell")
    if find_library("atomic") is None:
        pytest.skip("what drives the browser needs libatomic: apt install libatomic1")
    expect.set_options(timeout=10_000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=[*ARGUMENTS, *camera])
        yield chromium
        _KEPT.clear()
        chromium.close()


class Window:
    """A page and what it fetched; `wrongs` is what went wrong in scripts there, or broke their policy."""

    def __init__(self, browser: Browser, size: tuple[int, int], scheme: str) -> None:
        self._size = ViewportSize(width=size[0], height=size[1])
        self._scheme: Literal["dark", "light"] = "light" if scheme == "light" else "dark"
        self.context = browser.new_context(viewport=self._size, color_scheme=self._scheme, reduced_motion="reduce")
        self.wrongs: list[str] = []
        self.spent = False
        self._origins: set[str] = set()
        self._used = False
        self.context.on("weberror", lambda wrong: self.wrongs.append(str(wrong.error)))
        self.context.on("console", self._hear)
        self._watch(self.context, OF_ALL, "spent")
        self._watch(self.context, ("new_cdp_session",), "_used")
        self.page = self._open()

    def _open(self) -> Page:
        page = self.context.new_page()
        page.on("framenavigated", lambda frame: self._origins.add("/".join(frame.url.split("/")[:3])))
        self._watch(page, OF_ITS_PAGE, "_used")
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            self.wrongs.append(message.text)

    def _watch(self, thing: Page | BrowserContext, names: tuple[str, ...], mark: str) -> None:
        """`mark` tells whether one of these was called."""

        def watched(does: Any) -> Any:
            def noted(*given: Any, **named: Any) -> Any:
                setattr(self, mark, True)
                return does(*given, **named)

            return noted

        for name in names:
            setattr(thing, name, watched(getattr(thing, name)))

    def rest(self) -> None:
        """Until what scripts there were about to do is done, and what went wrong with it is known."""
        for page in self.context.pages:
            try:
                self.spent |= page.evaluate(REST)
            except Error:  # it is just going elsewhere
                self.spent = True

    def tidy(self) -> bool:
        """Whether nothing went wrong, and nothing of what was done in the window is left in it but what it fetched."""
        self.rest()
        page = self.page
        if self.spent or page.is_closed() or len(self._origins) > 1 or not page.url.startswith("http"):
            return False
        try:
            page.evaluate(FORGET)
            for one in self.context.pages:
                if one != page:
                    one.close()
            if self._used:
                page.close()
                self.page = self._open()
            else:
                page.goto("about:blank")
                page.unroute_all()
                page.set_viewport_size(self._size)
                page.emulate_media(color_scheme=self._scheme, reduced_motion="reduce")
                for key in ("Shift", "Control", "Alt", "Meta"):
                    page.keyboard.up(key)
                page.mouse.up()
                page.mouse.move(0, 0)
            self.context.clear_cookies()
            self.context.set_offline(False)
        except Error:
            return False
        self._origins.clear()
        self._used = False
        return not self.wrongs


_OPEN: list[Window] = []
_KEPT: dict[tuple[Browser, tuple[int, int], str], list[Window]] = {}
"""Windows that were left as they were found, by size and colours."""


@contextmanager
def a_window(browser: Browser, size: tuple[int, int] = LAPTOP, scheme: str = "dark") -> Iterator[Page]:
    """A page in a window that knows nobody; what goes wrong in its scripts, or breaks its policy, fails the test."""
    left = _KEPT.setdefault((browser, size, scheme), [])
    window = left.pop() if left else Window(browser, size, scheme)
    _OPEN.append(window)
    try:
        yield window.page
    except BaseException:
        window.context.close()
        raise
    finally:
        _OPEN.remove(window)
    if window.tidy():
        left.append(window)
    else:
        window.context.close()
    assert not window.wrongs, window.wrongs


def expect_nothing_wrong() -> None:
    """In the windows that stay open behind a test."""
    for window in _OPEN:
        window.rest()
    wrongs = [wrong for window in _OPEN for wrong in window.wrongs]
    for window in _OPEN:
        window.wrongs.clear()
    assert not wrongs, wrongs


def hand_none_on() -> None:
    """No test has a window that is open or kept now, but those that have it already."""
    for window in _OPEN:
        window.spent = True
    for left in _KEPT.values():
        while left:
            left.pop().context.close()
