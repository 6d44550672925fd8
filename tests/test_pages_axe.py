"""Every page at every moment of a table breaks no rule of accessibility, dark and light, and runs over no edge.

Those of the camera, /setup and /camera, are looked at where there is one: in test_pages_camera.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from browsing import House, Street, die, follow, operate, picture
from playwright.sync_api import Browser, Page, expect
from windows import LAPTOP, PHONE, SCREEN, a_window

from croupier.vision.frame import Frame
from croupier.vision.reading import Die
from croupier.vision.roll import Phase, Roll

LONG, ARABIC, EMOJI = "Dimitri, a Very Long-Winded Hierophant!!", "عمر", "🎲🧙‍♀️"
ADDRESS = "http://192.168.178.23:8000"

FIND = """async ([within, options]) => {
    const beneath = within ? [...document.body.children].filter((one) => !one.hidden && !one.matches(within)) : [];
    for (const one of beneath) one.hidden = true;
    const found = await axe.run(within ?? document, { resultTypes: ["violations"], ...options });
    for (const one of beneath) one.hidden = false;
    return found.violations.map(({ id, nodes }) => [id, ...nodes.map((node) => `${node.target} ${node.html}`)]);
}"""
OPENED = """() => {
    document.querySelectorAll("details").forEach((one) => (one.open = true));
    return [document.documentElement.matches(".far"), "axe" in window];
}"""
NEAR, AFAR = ["color-contrast"], ["color-contrast", "color-contrast-enhanced"]
"""In light only colours differ; the board is read from afar, and stands out seven to one."""
HELD = "css-orientation-lock"
"""A page may be held either way. Axe leaves this out unless it is asked for."""

READY = {
    "/": "#start-body > :visible, #sheet > :visible",
    "/board": "#turn > *",
    "/table": "#no-game:visible, #log > *",
    "/play": "#joining > *, #turn > *",
    "/overlay": "main:not(.away)",
    "/history": ".played, #games p, #moment > *",
    "/status": "#cards section",
    "/camera": "#locked:visible, #live-state:not(:empty)",
}


def look(page: Page, size: tuple[int, int], light: bool = False, within: str | None = None) -> None:
    """Nothing is found wrong with the page as it stands there, folded parts and all; nor, if asked, in `light`. Where
    only a dialog is new, what lies beneath it is put away to look `within` that alone.
    """
    _resize(page, *size)
    far, ready = page.evaluate(OPENED)
    colours = AFAR if far else NEAR
    if not ready:
        page.evaluate(AXE_SCRIPT)
    wrong = page.evaluate(FIND, [within, {"rules": {rule: {"enabled": True} for rule in (*colours, HELD)}}])
    if light:
        page.emulate_media(color_scheme="light")
        wrong += page.evaluate(FIND, [within, {"runOnly": colours, "preload": False}])
        page.emulate_media(color_scheme="dark")
    assert not wrong, page.url
    _resize(page, PHONE[0], size[1])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def _resize(page: Page, width: int, height: int) -> None:
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})


def go(page: Page, house: House, path: str) -> None:
    page.goto(house.address + path)
    expect(page.locator(READY[path.split("?")[0]]).first).to_be_visible()


def size_of(path: str) -> tuple[int, int]:
    return SCREEN if path in ("/", "/board") else LAPTOP if path in ("/table", "/overlay") else PHONE


# ---- A table at which one game follows another ----

BOARD, TABLE, ADA, BO, VIDEO = "/board", "/table", "/play?seat=0", "/play?seat=1", "/overlay"
STAY = (BOARD, TABLE, VIDEO)
"""The pages that stay open while one game follows another."""


class Stage:
    """A house, a window that operates it and has every seat, and others that stay at the page they show."""

    def __init__(self, house: House, page: Page, stay: Mapping[str, Page] | None = None) -> None:
        self.house, self._passing, self._staying = house, page, stay or {}
        operate(page, house)
        for path, one in self._staying.items():
            operate(one, house, path)

    def start(self, *players: str, game: str = "rift", **options: str) -> None:
        """A game begins on an empty tray, and its seats are taken before dice lie hidden."""
        self.house.tray.show(Phase.EMPTY)
        self.house.start(*players, game=game, **options)
        origin = self.house.address
        for player in players:
            self._passing.request.post(f"{origin}/api/join", data={"name": player}, headers={"Origin": origin})

    def at(self, path: str) -> Page:
        """The page there, as the table is now."""
        course = self.house.table.course
        if path in self._staying:
            return follow(self._staying[path], self.house)
        go(self._passing, self.house, path.replace("?step", f"?game={course.started.id}&step"))
        return self._passing


# ---- Moments ----


def roll(seat: int, *faces: int, kind: str = "roll") -> dict[str, Any]:
    return {"kind": kind, "seat": seat, "faces": list(faces)}


def thrown(house: House, *dice: Die) -> None:
    """The camera saw them thrown, and sees them lie there."""
    house.tray.show(Phase.SETTLED, *dice)
    house.table.settle(Roll(dice, tuple(range(len(dice))), (), 0.0, evidence=Frame(picture(dice), 0.0, 0)))


def rift(stage: Stage) -> None:
    stage.start(LONG, ARABIC, EMOJI, betting="tavern", extra_rerolls="1")
    thrown(stage.house, die(2, 0), die(2, 1), die(4, 2))
    stage.house.play({"kind": "score", "seat": 0, "category": "rift"}, roll(1, 2, 2, 5))


def a_question(stage: Stage) -> None:
    rift(stage)
    stage.house.play({"kind": "score", "seat": 1, "category": "fives"})
    stage.house.table.undo("operator")
    thrown(stage.house, die(2, 0), die(4, 1, sure=False, why="two dice touch"), die(None, 2, sure=False))


def rift_over(stage: Stage) -> None:
    stage.start("Ada", "Bo", game="rift")
    state: Any = stage.house.table.course.state
    for category in state.table.categories:
        for seat in (0, 1):
            score = {"kind": "score", "seat": seat, "category": category.name}
            stage.house.play(roll(seat, 2, 2, 4 + seat), score)


def buy_ins(stage: Stage) -> None:
    stage.start(LONG, ARABIC, EMOJI, game="liars-dice", initiative="roll", buy_in="5 gold,12 silver,5 gold")
    for seat in (0, 1):
        stage.house.play({"kind": "initiative", "seat": seat, "d20": 12, "bonus": 0})


def cups(stage: Stage) -> None:
    stage.start(LONG, ARABIC, EMOJI, game="liars-dice", proficient="yes", wild="yes", buy_in="5")
    stage.house.play(*({"kind": "accept", "seat": seat} for seat in range(3)))
    stage.house.play(*(roll(seat, 1, 3, 3, 4, 6) for seat in (0, 1)))


def a_bid(stage: Stage) -> None:
    cups(stage)
    stage.house.play(roll(2, 1, 3, 3, 4, 6), {"kind": "bid", "seat": 0, "quantity": 4, "face": 3})


def a_reveal(stage: Stage) -> None:
    a_bid(stage)
    stage.house.play({"kind": "reveal", "seat": 1})


def shown(stage: Stage) -> None:
    stage.start(LONG, EMOJI, game="liars-dice", referee="yes")
    stage.house.play({"kind": "accuse", "seat": 1, "bidder": 0, "quantity": 3, "face": 6})
    thrown(stage.house, die(6, 0), die(6, 1), die(1, 2))


def fate(stage: Stage) -> None:
    stage.start(LONG, ARABIC, game="fate")
    stage.house.play(roll(0, 1, 0, -1, 1, kind="cast"), {"kind": "fudge", "seat": 0, "bind": [0, 1], "faces": [-1, 0]})


def fate_over(stage: Stage) -> None:
    stage.start(LONG, ARABIC, game="fate", target="2", theme="rps")
    stage.house.play(roll(0, 1, 0, 1, 0, kind="cast"), {"kind": "toll", "seat": 0}, roll(1, 1, 1, 1, 1, kind="cast"))


def ladder(stage: Stage) -> None:
    stage.start(LONG, ARABIC, game="4df", rolls="2")
    stage.house.play(roll(0, 1, 0, -1, 1))


def an_attribute(stage: Stage) -> None:
    stage.start(LONG, ARABIC, game="attributes", dice="2d8", bonus="1")
    stage.house.play(roll(0, 8, 7))


def sheets(stage: Stage) -> None:
    stage.start(LONG, ARABIC, EMOJI, game="attributes", sheet="yes")
    stage.house.play(roll(0, 6, 6, 5), {"kind": "bonus", "seat": 0, "face": 6}, {"kind": "bonus", "seat": 0, "face": 2})


MOMENTS: dict[Callable[[Stage], None], tuple[str, ...]] = {
    rift: ("/", BOARD, TABLE, ADA, BO, VIDEO, "/play", "/history?step=1"),
    a_question: (BOARD, TABLE, BO, VIDEO, "/history?step=5"),
    rift_over: (BOARD, TABLE, ADA, VIDEO, "/history"),
    buy_ins: (BOARD, TABLE, ADA),
    cups: (BOARD, TABLE, "/play?seat=2"),
    a_bid: (BOARD, TABLE, BO, VIDEO, "/history?step=4"),
    a_reveal: (BOARD, TABLE, BO, VIDEO),
    shown: (BOARD, TABLE, BO),
    fate: (BOARD, TABLE, ADA, VIDEO),
    fate_over: (BOARD, BO),
    ladder: (BOARD, TABLE, BO, VIDEO),
    an_attribute: (BOARD, TABLE, BO),
    sheets: (BOARD, TABLE, BO, VIDEO),
}
"""What is played, and the pages that are looked at while it is so: not those that show nothing that was not looked at
before, as a phone that only waits, the plates while cups are shaken, and a step of them in the history.
"""
LIGHT = (rift, a_question, rift_over, a_bid, a_reveal, fate, sheets)
"""The moments that are looked at in light too: between them they show whatever has a colour of its own."""
BEFORE = ("/", BOARD, TABLE, "/play", "/history", "/status", "/camera")


@pytest.fixture(scope="module")
def stage(browser: Browser, street: Street) -> Iterator[Stage]:
    with ExitStack() as stack:
        house = stack.enter_context(street.house(address=ADDRESS))
        page, *staying = (stack.enter_context(a_window(browser)) for _ in range(1 + len(STAY)))
        yield Stage(house, page, dict(zip(STAY, staying, strict=True)))


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__.replace("_", " "))
def test_axe_finds_nothing_wrong_and_nothing_runs_over_the_edge(stage: Stage, moment: Callable[[Stage], None]) -> None:
    moment(stage)
    for path in MOMENTS[moment]:
        look(stage.at(path), size_of(path), moment in LIGHT)


def test_axe_finds_nothing_wrong_before_a_game(browser: Browser, street: Street) -> None:
    with street.house(address=ADDRESS) as house, a_window(browser) as page:
        house.table.wait(LONG)
        operate(page, house)
        for path in BEFORE:
            go(page, house, path)
            look(page, size_of(path), light=True)


# ---- What opens when it is asked for ----


def test_axe_finds_nothing_wrong_with_what_opens_over_the_operators_page(browser: Browser, street: Street) -> None:
    def opened(press: str, dialog: str) -> None:
        page.locator(press).first.click()
        expect(page.locator(f"#{dialog}")).to_be_visible()
        look(page, LAPTOP, light=True, within=f"#{dialog}")  # what lies beneath was looked at
        page.keyboard.press("Escape")
        expect(page.locator(f"#{dialog}")).to_be_hidden()

    with street.house(address=ADDRESS) as house, a_window(browser) as page:
        rift(Stage(house, page))
        go(page, house, "/table")  # which was looked at as it is
        page.evaluate(OPENED)
        opened("#help", "help-dialog")
        opened("#last [data-die='0']", "face-dialog")
        opened("[data-key^='correct-']", "form-dialog")
        opened("[data-key^='picture-']", "picture-dialog")
        opened("[data-key='form-sleight']", "form-dialog")
        page.locator("[data-key='seat-2']").click()
        expect(page.get_by_role("button", name="Make a new link")).to_be_visible()
        look(page, LAPTOP, light=True, within="dialog[open]")
        opened("text=Make a new link >> visible=true", "form-dialog")


def test_axe_finds_nothing_wrong_with_what_a_phone_is_asked_to_open(browser: Browser, street: Street) -> None:
    with street.house(with_camera=False) as house, a_window(browser, PHONE) as phone:
        a_bid(Stage(house, phone))
        go(phone, house, BO)
        phone.get_by_role("button", name="What would you do?").click()
        expect(phone.locator("#advice li").first).to_be_visible()
        phone.get_by_role("button", name="Put my dice right").click()
        look(phone, PHONE, light=True)
        phone.get_by_role("button", name="Doubt").click()
        expect(phone.get_by_role("dialog")).to_be_visible()
        look(phone, PHONE, light=True, within="dialog[open]")
