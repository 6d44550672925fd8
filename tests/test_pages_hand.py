"""What must not go wrong in a hand: two taps for one, secrets left lying, stale questions, a keyboard nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browsing import House, Street, die, enter, operate
from playwright.sync_api import Page, expect

ACTIVE = "document.activeElement.matches('body, html') ? 'nowhere' : 'somewhere'"


@pytest.fixture(scope="module")
def house(street: Street) -> Iterator[House]:
    """Each test begins a game there."""
    with street.house() as open_house:
        yield open_house


@pytest.fixture
def new_house(street: Street) -> Iterator[House]:
    """Where nothing was played yet."""
    with street.house() as open_house:
        yield open_house


PLAYERS = ("Ada", "Bo")


def join(page: Page, house: House, name: str) -> Page:
    """Sit down by the operator's link, which is good while dice lie hidden, too."""
    origin, seat = house.address, PLAYERS.index(name)
    page.request.post(f"{origin}/api/redeem", data={"token": house.table.seats.give(seat)}, headers={"Origin": origin})
    page.goto(f"{origin}/play?seat={seat}")
    expect(page.locator("#me")).to_have_text(re.compile(f"{name}$"))
    return page


def roll(seat: int, *faces: int) -> dict[str, Any]:
    return {"kind": "roll", "seat": seat, "faces": list(faces)}


# ---- Once ----


def test_a_double_click_starts_one_game(new_house: House, operator: Page) -> None:
    house = new_house
    starts: list[str] = []
    operator.on("request", lambda request: starts.append(request.url) if request.method == "POST" else None)
    operate(operator, house, "/")
    twice = "button => { button.click(); button.click(); }"
    operator.get_by_role("button", name="Start Rift").evaluate(twice)
    expect(operator.locator("#turn")).to_contain_text("Roll three dice")
    house.start("Ada", game="4df")
    house.play(roll(0, 1, 1, 0, 0))
    operator.get_by_role("button", name="Once more").evaluate(twice)
    expect(operator.locator("#turn")).to_contain_text("Roll")
    assert starts == [f"{house.address}/api/game"] * 2


# ---- Under the cup ----


def seen(page: Page) -> int:
    return page.locator("#cup svg.die:not(.covered)").count()


def test_a_press_that_nobody_holds_looks_under_the_cup_for_a_moment_or_until_the_next(
    house: House, phone: Page
) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    house.play(roll(0, 3, 3, 1, 5, 6))
    phone.clock.install()
    join(phone, house, "Ada")
    press = "button => button.click()"  # as a screen reader does it
    look = phone.locator("#look")
    look.evaluate(press)
    expect(phone.locator("#said")).to_have_text("Your dice: 3, 3, 1, 5, 6.")
    assert seen(phone) == 5
    look.evaluate(press)
    assert seen(phone) == 0
    look.evaluate(press)
    assert seen(phone) == 5
    phone.clock.fast_forward(6000)
    assert seen(phone) == 0
    expect(phone.locator("#said")).to_be_empty()


def test_dice_are_put_right_in_their_own_round_alone(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice", long="yes")
    house.play(roll(0, 3, 3, 1, 5, 6), roll(1, 2, 2, 2, 2, 2))
    join(phone, house, "Ada")
    amend, leave = (phone.get_by_role("button", name=name) for name in ("Put my dice right", "Leave it as it is"))
    amend.click()
    expect(leave).to_be_visible()
    phone.context.set_offline(True)
    expect(phone.locator("#gone")).to_be_visible()
    house.play({"kind": "bid", "seat": 0, "quantity": 9, "face": 6}, {"kind": "reveal", "seat": 1})
    house.play(roll(0, 1, 1, 1, 1), roll(1, 2, 2, 2, 2, 2))
    phone.context.set_offline(False)
    expect(phone.locator("#gone")).to_be_hidden()
    expect(amend).to_be_visible()
    expect(leave).to_have_count(0)


def test_nothing_of_what_was_typed_stays_on_a_phone_that_lost_its_seat(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    join(phone, house, "Ada")
    enter(phone, 3, 3, 1)
    expect(phone.locator("#asks svg.die:not(.covered)")).not_to_have_count(0)
    house.table.seats.give(0)
    expect(phone.get_by_role("link", name="Choose your seat")).to_be_visible()
    assert phone.locator("#asks").inner_html() == ""
    assert phone.locator("#playing button[data-key^=slot], #playing svg.die:not(.covered)").count() == 0
    phone.evaluate("window.dispatchEvent(new Event('blur'))")
    assert phone.locator("#asks").inner_html() == ""


# ---- Questions and notices ----


def test_a_question_goes_with_what_it_was_about_and_with_the_seat(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    bid = {"kind": "bid", "seat": 0, "quantity": 2, "face": 6}
    house.play(roll(0, 3, 3, 1, 5, 6), roll(1, 2, 2, 2, 2, 2), bid)
    join(phone, house, "Bo")
    reveal, asked = phone.get_by_role("button", name="Doubt Ada’s 2 sixes"), phone.get_by_role("dialog")
    reveal.click()
    expect(asked).to_contain_text("Doubt Ada’s 2 sixes?")
    house.table.undo("operator")
    expect(asked).to_have_count(0)
    expect(phone.locator("#notice")).to_contain_text("moved on while you were asked")
    assert phone.evaluate(ACTIVE) == "somewhere"
    house.play(bid)
    reveal.click()
    house.table.seats.give(1)
    expect(phone.get_by_role("link", name="Choose your seat")).to_be_visible()
    expect(asked).to_have_count(0)
    assert house.table.course.state.accuser is None


def test_a_notice_covers_nothing_that_could_not_be_scrolled_out_from_under_it(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    house.play(roll(0, 3, 3, 1, 5, 6), roll(1, 2, 2, 2, 2, 2))
    join(phone, house, "Ada")
    phone.evaluate(
        "async () => (await import('/static/base/shell.js')).notice('The table does not do that. '.repeat(5))"
    )
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    notice, last = phone.locator("#notice"), phone.get_by_role("link", name="Another seat on this phone")
    covered = notice.evaluate(
        "(notice, last) => last.getBoundingClientRect().bottom > notice.getBoundingClientRect().top",
        last.element_handle(),
    )
    assert not covered


# ---- The keyboard's place ----


def test_the_keyboard_keeps_a_place_whatever_goes_from_under_it(new_house: House, operator: Page) -> None:
    house = new_house

    def place() -> str:
        return str(operator.evaluate(ACTIVE))

    operate(operator, house, "/")
    operator.get_by_role("button", name="Add a player").press("Enter")
    operator.get_by_role("button", name="Remove player 3").press("Enter")
    expect(operator.get_by_role("textbox", name="Player 2")).to_be_focused()
    operator.get_by_role("button", name="Start Rift").press("Enter")
    expect(operator.get_by_role("button", name="New game")).to_be_focused()
    operator.keyboard.press("Enter")
    operator.get_by_role("button", name="Back to the board").press("Enter")
    expect(operator.get_by_role("button", name="New game")).to_be_focused()

    operator.goto(f"{house.address}/table")
    dropped, settled = operator.get_by_role("button", name="Drop this roll"), operator.locator("#question")
    house.tray.roll(die(2, 0), die(4, 1, sure=False), die(5, 2), ask=("two dice touch",))
    dropped.press("Enter")
    expect(settled).to_be_hidden()
    assert place() == "somewhere"
    close = operator.get_by_role("button", name="Close")
    close.press("Enter")
    expect(operator.locator("#notice")).to_be_hidden()
    assert place() == "somewhere"
    house.tray.roll(die(2, 0), die(4, 1, sure=False), die(5, 2), ask=("two dice touch",))
    operator.get_by_role("button", name="Confirm").press("Enter")
    expect(settled).to_be_hidden()
    assert place() == "somewhere"
    operator.keyboard.press("s")
    operator.keyboard.press("Enter")
    expect(operator.locator("#turn")).to_contain_text("Player 2")
    assert place() == "somewhere"
