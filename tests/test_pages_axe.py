"""Every page at every moment of a table breaks no rule of accessibility, dark and light, and runs over no edge.

Those of the camera, /setup and /camera, are looked at where there is one: in test_pages_camera.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from browsing import LAPTOP, PHONE, SCREEN, House, Leaving, a_house, a_window, die, operate, picture
from playwright.sync_api import Browser, Page, expect

from croupier.vision.frame import Frame
from croupier.vision.reading import Die
from croupier.vision.roll import Phase, Roll

LONG, ARABIC, EMOJI = "Dimitri, a Very Long-Winded Hierophant!!", "عمر", "🎲🧙‍♀️"
ADDRESS = "http://192.168.178.23:8000"

FIND = """async (options) => {
    const found = await axe.run(document, { resultTypes: ["violations"], ...options });
    return found.violations.map(({ id, nodes }) => [id, ...nodes.map((node) => `${node.target} ${node.html}`)]);
}"""
NEAR, AFAR = ["color-contrast"], ["color-contrast", "color-contrast-enhanced"]
"""In light only colours differ; the board is read from afar, and stands out seven to one."""

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


def look(page: Page, size: tuple[int, int]) -> None:
    """Nothing is found wrong with the page as it stands there, folded parts and all."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    colours = AFAR if page.locator("html.far").count() else NEAR
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    wrong = page.evaluate(FIND, {"rules": {rule: {"enabled": True} for rule in colours}})
    page.emulate_media(color_scheme="light")
    wrong += page.evaluate(FIND, {"runOnly": colours})
    page.emulate_media(color_scheme="dark")
    assert not wrong, page.url
    page.set_viewport_size({"width": PHONE[0], "height": size[1]})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def go(page: Page, house: House, path: str) -> None:
    page.goto(house.address + path)
    expect(page.locator(READY[path.split("?")[0]]).first).to_be_visible()


def size_of(path: str) -> tuple[int, int]:
    return SCREEN if path in ("/", "/board") else LAPTOP if path in ("/table", "/overlay") else PHONE


# ---- Moments ----


def roll(seat: int, *faces: int, kind: str = "roll") -> dict[str, Any]:
    return {"kind": kind, "seat": seat, "faces": list(faces)}


def thrown(house: House, *dice: Die) -> None:
    """The camera saw them thrown, and sees them lie there."""
    house.tray.show(Phase.SETTLED, *dice)
    house.table.settle(Roll(dice, tuple(range(len(dice))), (), 0.0, evidence=Frame(picture(dice), 0.0, 0)))


def before_a_game(house: House) -> None:
    house.table.wait(LONG)


def rift(house: House) -> None:
    house.start(LONG, ARABIC, EMOJI, betting="tavern", extra_rerolls="1")
    thrown(house, die(2, 0), die(2, 1), die(4, 2))
    house.play({"kind": "score", "seat": 0, "category": "rift"}, roll(1, 2, 2, 5))


def a_question(house: House) -> None:
    rift(house)
    house.play({"kind": "score", "seat": 1, "category": "fives"})
    house.table.undo("operator")
    thrown(house, die(2, 0), die(4, 1, sure=False, why="two dice touch"), die(None, 2, sure=False))


def rift_over(house: House) -> None:
    house.start("Ada", "Bo", game="rift")
    state: Any = house.table.course.state
    for category in state.table.categories:
        for seat in (0, 1):
            score = {"kind": "score", "seat": seat, "category": category.name}
            house.play(roll(seat, 2, 2, 4 + seat), score)


def buy_ins(house: House) -> None:
    house.start(LONG, ARABIC, EMOJI, game="liars-dice", initiative="roll", buy_in="5 gold,12 silver,5 gold")
    for seat in (0, 1):
        house.play({"kind": "initiative", "seat": seat, "d20": 12, "bonus": 0})


def cups(house: House) -> None:
    house.start(LONG, ARABIC, EMOJI, game="liars-dice", proficient="yes", wild="yes", buy_in="5")
    house.play(*({"kind": "accept", "seat": seat} for seat in range(3)))
    house.play(*(roll(seat, 1, 3, 3, 4, 6) for seat in (0, 1)))


def a_bid(house: House) -> None:
    cups(house)
    house.play(roll(2, 1, 3, 3, 4, 6), {"kind": "bid", "seat": 0, "quantity": 4, "face": 3})


def a_reveal(house: House) -> None:
    a_bid(house)
    house.play({"kind": "reveal", "seat": 1})


def shown(house: House) -> None:
    house.start(LONG, EMOJI, game="liars-dice", referee="yes")
    house.play({"kind": "accuse", "seat": 1, "bidder": 0, "quantity": 3, "face": 6})
    thrown(house, die(6, 0), die(6, 1), die(1, 2))


def fate(house: House) -> None:
    house.start(LONG, ARABIC, game="fate")
    house.play(roll(0, 1, 0, -1, 1, kind="cast"), {"kind": "fudge", "seat": 0, "bind": [0, 1], "faces": [-1, 0]})


def fate_over(house: House) -> None:
    house.start(LONG, ARABIC, game="fate", target="2", theme="rps")
    house.play(roll(0, 1, 0, 1, 0, kind="cast"), {"kind": "toll", "seat": 0}, roll(1, 1, 1, 1, 1, kind="cast"))


def ladder(house: House) -> None:
    house.start(LONG, ARABIC, game="4df", rolls="2")
    house.play(roll(0, 1, 0, -1, 1))


def an_attribute(house: House) -> None:
    house.start(LONG, ARABIC, game="attributes", dice="2d8", bonus="1")
    house.play(roll(0, 8, 7))


def sheets(house: House) -> None:
    house.start(LONG, ARABIC, EMOJI, game="attributes", sheet="yes")
    house.play(roll(0, 6, 6, 5), {"kind": "bonus", "seat": 0, "face": 6}, {"kind": "bonus", "seat": 0, "face": 2})


BOARD, TABLE, ADA, BO, VIDEO = "/board", "/table", "/play?seat=0", "/play?seat=1", "/overlay"
MOMENTS: dict[Callable[[House], None], tuple[str, ...]] = {
    before_a_game: ("/", BOARD, TABLE, "/play", "/history", "/status", "/camera"),
    rift: ("/", BOARD, TABLE, ADA, BO, VIDEO, "/play", "/history", "/history?game=1&step=1"),
    a_question: (BOARD, TABLE, ADA, BO, VIDEO, "/history?game=1&step=5"),
    rift_over: (BOARD, TABLE, ADA, BO, VIDEO, "/history"),
    buy_ins: (BOARD, TABLE, ADA),
    cups: (BOARD, TABLE, "/play?seat=2", VIDEO, "/history?game=1&step=4"),
    a_bid: (BOARD, TABLE, ADA, BO, VIDEO),
    a_reveal: (BOARD, TABLE, BO, VIDEO),
    shown: (BOARD, TABLE, BO),
    fate: (BOARD, TABLE, ADA, VIDEO),
    fate_over: (BOARD, BO),
    ladder: (BOARD, TABLE, BO, VIDEO),
    an_attribute: (BOARD, TABLE, BO),
    sheets: (BOARD, TABLE, BO, VIDEO),
}
"""What is played, and the pages that are looked at while it is so."""


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__.replace("_", " "))
def test_axe_finds_nothing_wrong_and_nothing_runs_over_the_edge(
    browser: Browser, leaving: Leaving, moment: Callable[[House], None]
) -> None:
    with (
        a_house(leaving.room(), leaving=leaving, address="http://192.168.178.23:8000") as house,
        a_window(browser) as page,
    ):
        moment(house)
        operate(page, house)
        for player in house.table.playing.started.players if house.table.playing else ():
            page.request.post(f"{house.address}/api/join", data={"name": player}, headers={"Origin": house.address})
        for path in MOMENTS[moment]:
            go(page, house, path)
            look(page, size_of(path))


# ---- What opens when it is asked for ----


def test_axe_finds_nothing_wrong_with_what_opens_over_the_operators_page(browser: Browser, leaving: Leaving) -> None:
    def opened(press: str, dialog: str) -> None:
        page.locator(press).first.click()
        expect(page.locator(f"#{dialog}")).to_be_visible()
        look(page, LAPTOP)
        page.keyboard.press("Escape")
        expect(page.locator(f"#{dialog}")).to_be_hidden()

    with (
        a_house(leaving.room(), leaving=leaving, address="http://192.168.178.23:8000") as house,
        a_window(browser) as page,
    ):
        rift(house)
        operate(page, house)
        go(page, house, "/table")
        look(page, LAPTOP)  # and all that is folded is open
        opened("#help", "help-dialog")
        opened("#last [data-die='0']", "face-dialog")
        opened("[data-key^='correct-']", "form-dialog")
        opened("[data-key^='picture-']", "picture-dialog")
        opened("[data-key='form-sleight']", "form-dialog")
        opened("[data-key='seat-2']", "form-dialog")


def test_axe_finds_nothing_wrong_with_what_a_phone_is_asked_to_open(browser: Browser, leaving: Leaving) -> None:
    with a_house(leaving.room(), leaving=leaving, with_camera=False) as house, a_window(browser, PHONE) as phone:
        a_bid(house)
        phone.goto(f"{house.address}/play")
        phone.get_by_role("button", name=ARABIC).click()
        phone.get_by_role("button", name="What would you do?").click()
        expect(phone.locator("#advice li").first).to_be_visible()
        phone.get_by_role("button", name="Put my dice right").click()
        look(phone, PHONE)
        phone.get_by_role("button", name="Doubt").click()
        expect(phone.get_by_role("dialog")).to_be_visible()
        look(phone, PHONE)
