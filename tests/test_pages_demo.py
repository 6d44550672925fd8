"""The demo as a person starts it, from end to end: it plays by itself, and whoever looks on may put it right."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from browsing import TOKEN
from playwright.sync_api import Browser, Locator, Page, expect
from windows import LAPTOP, PHONE, SCREEN, a_window


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def the_demo(*options: str) -> Iterator[str]:
    """`croupier demo` as a person starts it; gives its address once it prints it."""
    port = free_port()
    command = [sys.executable, "-c", "from croupier.server.cli.app import main; main()", "demo", "--port", str(port)]
    environment = {**os.environ, "CROUPIER_OPERATOR_TOKEN": TOKEN, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*command, *options], env=environment, stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        try:
            assert any("Ctrl-C" in line for line in demo.stdout), "the demo did not start"
            yield f"http://127.0.0.1:{port}"
        finally:
            demo.terminate()


def again_until(page: Page, press: Callable[[], None], done: Locator) -> None:
    """Press until it is done: in a game that goes on by itself, somebody may be faster."""
    for _ in range(20):
        press()
        try:
            expect(done).to_be_visible(timeout=1500)
            return
        except AssertionError:
            continue
    expect(done).to_be_visible()


def test_the_demo_scores_by_itself_and_lets_a_person_correct_and_undo(browser: Browser) -> None:
    with (
        the_demo("--speed", "6", "--no-loop") as address,
        a_window(browser, LAPTOP) as operator,
        a_window(browser, SCREEN) as screen,
        a_window(browser, PHONE) as phone,
    ):
        operator.goto(f"{address}/table?token={TOKEN}")
        for page in (screen, phone):
            page.goto(f"{address}/board")

        for page in (screen, phone):
            expect(page.locator("#dice svg").first).to_be_visible(timeout=30_000)
            expect(page.locator("#sheet .used").first).to_be_visible(timeout=30_000)

        first = operator.locator("#log li", has=operator.get_by_role("button", name="Correct:")).last
        before = first.locator("p").first.inner_text()

        def correct() -> None:
            first.get_by_role("button", name="Correct:").click()
            operator.get_by_role("dialog").locator("[data-die='0']").click()
            operator.get_by_role("dialog").locator("[data-face]:not(.now)").first.click()

        again_until(operator, correct, first.get_by_text("corrected"))
        assert before not in first.locator("p").first.inner_text()

        undo = operator.get_by_role("button", name="Undo:")
        again_until(operator, undo.click, operator.locator("#log .undone").first)
