"""`kill -9` in the middle, and a new start: every page is right again within a second, and nobody reloads it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from windows import LAPTOP, PHONE, SCREEN, a_window

from croupier.server.log import Log
from croupier.server.table import Table

TOKEN = "the-operators-token-for-tests"
SERVER = "from croupier.server.cli.start import main; main()"
PATIENCE_S = 60.0
RIGHT_WITHIN_S = 1.0
WATCH = """
(words) => {
  const right = () => document.getElementById("gone")?.hidden !== false && document.body.innerText.includes(words);
  const look = () => { if (right()) window.rightAt ??= Date.now() / 1000; };
  setInterval(look, 5);
}
"""
"""Notes when the page says the `words` and no longer that the server is gone; for it stays the same page."""


class Server:
    """Croupier in a process of its own, always at the same place and with the same log."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "table.db"
        self._environment = {**os.environ, "CROUPIER_OPERATOR_TOKEN": TOKEN, "XDG_DATA_HOME": str(folder)}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Until it says that it is well; when that was, in seconds since 1970."""
        command = [sys.executable, "-c", SERVER, "serve", "--port", str(self.port), "--database", str(self.database)]
        self._process = subprocess.Popen(
            [*command, "--game", "rift", "--players", "Ada,Bo"], env=self._environment, stdout=subprocess.DEVNULL
        )
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            try:
                if self.ask("/healthz") == {"status": "ok"}:
                    return time.time()
            except (OSError, HTTPException):
                time.sleep(0.002)  # between two knocks at a door that is not there yet
        raise AssertionError("The server did not come up.")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE_S)
            self._process = None

    def ask(self, path: str, body: object = None) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
        try:
            connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            said = json.loads(answer.read())
        finally:
            connection.close()
        assert answer.status == 200, said
        return said


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.kill()


def meanwhile(server: Server) -> None:
    """What nobody's page can know yet: Ada's throw is in the log, and scored."""
    log = Log(str(server.database))
    table = Table(log)
    table.act({"kind": "roll", "seat": 0, "faces": [2, 2, 4]}, "operator")
    table.act({"kind": "score", "seat": 0, "category": "rift"}, "operator")
    log.close()


def test_every_page_is_right_within_a_second_of_the_servers_return_and_nobody_reloads_it(
    server: Server, browser: Browser
) -> None:
    server.start()
    link = server.ask("/api/seat", {"seat": 1})["link"].replace("localhost", "127.0.0.1")
    with ExitStack() as windows:

        def window(size: tuple[int, int], path: str, before: str = "") -> Page:
            page = windows.enter_context(a_window(browser, size))
            for address in (before, path):
                if address:
                    page.goto(address if address.startswith("http") else f"{server.address}{address}")
            return page

        pages = {
            "board": window(SCREEN, "/board"),
            "phone": window(PHONE, link),
            "table": window(LAPTOP, f"/table?token={TOKEN}"),
            "overlay": window(SCREEN, "/overlay?layout=bar"),
        }
        for name in ("board", "phone", "table"):
            expect(pages[name].locator("#turn")).to_contain_text("Ada")
        expect(pages["overlay"].locator("body")).to_contain_text("Ada")
        server.kill()
        for name in ("board", "phone", "table"):
            expect(pages[name].locator("#gone")).to_be_visible()
        meanwhile(server)
        for page in pages.values():
            page.evaluate(WATCH, "48")
        assert not any(page.evaluate("window.rightAt") for page in pages.values())
        up = server.start()
        took = {}
        for name, page in pages.items():
            right = page.wait_for_function("() => window.rightAt", timeout=10_000).json_value()
            took[name] = right - up
        print({name: f"{1000 * seconds:.0f} ms" for name, seconds in took.items()})
        assert {name for name, seconds in took.items() if seconds > RIGHT_WITHIN_S} == set(), took
