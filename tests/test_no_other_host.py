"""No request leaves the machine: nothing that is served names another host, and no page asks one for anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browsing import TOKEN, House, Street, die
from fastapi.routing import APIRoute
from playwright.sync_api import Browser, Page, Response
from windows import LAPTOP, a_window

from croupier.server import table
from croupier.vision.roll import Phase

SERVED = Path(table.__file__).parent
SERVED_FROM = ("static", "templates")
ABSOLUTE = re.compile(r"""(?:\b(?:https?|wss?|ftp):)?//(?!\s)[\w\[{$][^\s"'<>)]*""", re.IGNORECASE)
NAMES_OF_LANGUAGES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/1999/xhtml")
"""They look like addresses, and nobody asks there."""
TAKEN_APART = {"static/base/reach.js": ["http://${address}"]}
"""Addresses that are only read, for their host and port."""
PAGES = ("/", "/board", "/play", "/table", "/overlay", "/setup", "/status", "/history", "/camera")


def without_comments(text: str, kind: str) -> str:
    """A comment is never asked for."""
    if kind == ".js":
        return re.sub(r"(?m)(^|[\s;{}(,])//.*$|/\*.*?\*/", r"\1", text)
    return re.sub(r"(?s)/\*.*?\*/|<!--.*?-->|{#.*?#}", "", text)


def named(text: str, kind: str) -> list[str]:
    """The absolute addresses in a file of that kind."""
    found = (match[0].rstrip(".,;`") for match in ABSOLUTE.finditer(without_comments(text, kind)))
    return [address for address in found if not address.startswith(NAMES_OF_LANGUAGES)]


@pytest.mark.parametrize(
    ("text", "kind", "addresses"),
    [
        ("", ".js", []),
        ('import "./dom.js"; // as on https://example.org', ".js", []),
        ('fetch("https://example.org/x")', ".js", ["https://example.org/x"]),
        ("fetch('//example.org/x')", ".js", ["//example.org/x"]),
        ('new WebSocket("wss://example.org")', ".js", ["wss://example.org"]),
        ("@import url(https://example.org/a.css);", ".css", ["https://example.org/a.css"]),
        ('<script src="//example.org/a.js"></script>', ".html", ["//example.org/a.js"]),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', ".svg", []),
    ],
)
def test_an_address_of_another_host_is_found(text: str, kind: str, addresses: list[str]) -> None:
    assert named(text, kind) == addresses


def test_nothing_that_is_served_names_another_host() -> None:
    files = [file for folder in SERVED_FROM for file in (SERVED / folder).rglob("*") if file.is_file()]
    assert len(files) > 20
    kinds = {file.suffix for file in files}
    assert kinds <= {".js", ".css", ".html", ".svg"}, "of other kinds, say here how they are looked through"
    found = {str(file.relative_to(SERVED)): named(file.read_text(), file.suffix) for file in files}
    assert {file: addresses for file, addresses in found.items() if addresses} == TAKEN_APART


@pytest.fixture(scope="module")
def hall(street: Street) -> Iterator[House]:
    """A game of Rift in which there is something to see on every page."""
    with street.house() as house:
        house.start("Ada", "Bo")
        house.tray.show(Phase.SETTLED, die(1, 0), die(2, 1), die(3, 2))
        house.play({"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, {"kind": "score", "seat": 0, "category": "north"})
        yield house


def _within(route: Any) -> list[Any]:
    router = getattr(route, "original_router", None)
    return [] if router is None else list(router.routes)


def pages(house: House) -> list[str]:
    """Those that the application says it has; what they are made of it sends from one place."""
    found = [route for router in house.app.routes for route in _within(router)]
    shown = [route.path for route in found if isinstance(route, APIRoute) and not route.include_in_schema]
    return [path for path in shown if not path.startswith("/static/")]


def visited(page: Page, house: House) -> Iterator[tuple[str, Response, list[str]]]:
    """One page after another: its answer, and every address that it or a window it opens asks for until it rests."""
    asked: list[str] = []

    def note_sockets(one: Page) -> None:
        one.on("websocket", lambda socket: asked.append(socket.url))

    page.context.on("request", lambda request: asked.append(request.url))
    page.context.on("page", note_sockets)
    note_sockets(page)
    for path in PAGES:
        answer = page.goto(house.address + path, wait_until="load")
        assert answer is not None
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        for control in page.locator("button:visible:enabled").all()[:8]:
            control.hover()
        yield path, answer, [*asked]
        asked.clear()


def expect_its_own_host_alone(house: House, asked: list[str], path: str) -> None:
    assert house.address + path in asked
    own = urlsplit(house.address).netloc
    elsewhere = [address for address in asked if urlsplit(address).scheme != "data" and urlsplit(address).netloc != own]
    assert elsewhere == [], path


def test_no_page_asks_another_host_for_anything(hall: House, browser: Browser) -> None:
    with a_window(browser, LAPTOP) as page:
        for path, _, asked in visited(page, hall):
            expect_its_own_host_alone(hall, asked, path)


def test_no_page_of_the_operators_does_and_only_those_with_a_camera_may_use_one(hall: House, browser: Browser) -> None:
    with a_window(browser, LAPTOP) as page:
        page.goto(f"{hall.address}/table?token={TOKEN}")
        allowed = {}
        for path, answer, asked in visited(page, hall):
            expect_its_own_host_alone(hall, asked, path)
            allowed[path] = "camera=(self)" in answer.headers["permissions-policy"]
            assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert {path for path, may in allowed.items() if may} == {"/camera", "/setup"}


def test_every_page_is_tried(hall: House) -> None:
    assert set(pages(hall)) <= set(PAGES)
