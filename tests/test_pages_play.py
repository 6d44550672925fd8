"""A player's phone: joining, playing from the seat's own page, and a cup that nobody else ever sees into."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from browsing import TOKEN, House, Street, a_house, enter, join
from playwright.sync_api import Browser, FloatRect, Locator, Page, Route, expect
from windows import PHONE, SCREEN, a_window

GAMBLERS = ("Ada", "Bo", "Cleo", "Dan", "Eve")
CUPS = ((3, 3, 1, 5, 6), (2, 2, 4, 1, 6), (5, 5, 5, 1, 2), (6, 4, 4, 2, 3), (1, 1, 6, 6, 3))
LONG, ARABIC, EMOJI = "Dimitri, a Very Long-Winded Hierophant", "عمر", "🎲🧙‍♀️"


@pytest.fixture(scope="module")
def one_house(street: Street) -> Iterator[House]:
    with street.house(with_camera=False) as open_house:
        yield open_house


@pytest.fixture
def house(one_house: House) -> House:
    """Each test begins a game there, and nobody sits at it yet."""
    one_house.start("Nobody", game="4df")
    return one_house


@pytest.fixture
def new_house(street: Street) -> Iterator[House]:
    """Where nothing was played yet."""
    with street.house(with_camera=False) as open_house:
        yield open_house


def cast(page: Page, *faces: int) -> None:
    """Enter what was rolled under the cup."""
    enter(page, *faces)
    page.get_by_role("button", name="Cover them").click()
    expect(page.locator("#look")).to_be_visible()
    expect(page.get_by_role("button", name="Clear it")).to_have_count(0)


def seen(page: Page) -> list[str]:
    """The dice of the cup that are in the page, by the words of their drawings."""
    return page.locator("#cup svg.die:not(.covered)").evaluate_all("dice => dice.map(die => die.ariaLabel)")


class Ear:
    """Everything that the table tells a page: bodies of answers, and the messages of its stream."""

    def __init__(self, page: Page) -> None:
        self._texts: list[str] = []
        page.route(re.compile("/api/(?!events)"), self._overhear)
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.eventSourceMessageReceived", lambda message: self._texts.append(message["data"]))

    def _overhear(self, route: Route) -> None:
        answer = route.fetch()
        self._texts.append(answer.text())
        route.fulfill(response=answer)

    def heard(self) -> list[Any]:
        """All of it so far, as JSON values."""
        return [json.loads(text) for text in self._texts]


def tells(value: Any, dice: tuple[int, ...]) -> bool:
    """Whether these dice are anywhere in it, as numbers in any order or as words."""
    if isinstance(value, dict):
        return any(tells(each, dice) for each in value.values())
    if isinstance(value, list):
        faces = [each.get("face") if isinstance(each, dict) else each for each in value]
        alike = all(isinstance(face, int) for face in faces) and sorted(faces) == sorted(dice)
        return alike or any(tells(each, dice) for each in value)
    return isinstance(value, str) and " ".join(map(str, dice)) in value


@contextmanager
def a_night(browser: Browser, house: House) -> Iterator[tuple[dict[int, Page], Page]]:
    """Five gamblers, of whom Ada, Cleo and Dan have a phone each, and the big screen."""
    house.start(*GAMBLERS, game="liars-dice")
    with ExitStack() as stack:
        phones = {seat: stack.enter_context(a_window(browser, PHONE)) for seat in (0, 2, 3)}
        board = stack.enter_context(a_window(browser, SCREEN))
        board.goto(f"{house.address}/board")
        yield phones, board


def box_of(part: Locator) -> FloatRect:
    """Where it is on the page, in pixels."""
    box = part.bounding_box()
    assert box is not None
    return box


def test_gamblers_play_a_night_of_liars_dice_from_their_phones(house: House, browser: Browser) -> None:
    with a_night(browser, house) as (phones, board):
        ears = {seat: Ear(page) for seat, page in (*phones.items(), (None, board))}
        for seat, page in phones.items():
            join(page, house, GAMBLERS[seat])
            cast(page, *CUPS[seat])
        for seat in (1, 4):
            house.play({"kind": "roll", "seat": seat, "faces": list(CUPS[seat])})
        ada, cleo, dan = phones.values()

        expect(ada.locator("#turn")).to_contain_text("Your turn")
        ada.get_by_role("button", name="More: How many").click(click_count=2)
        ada.get_by_role("radio", name="3", exact=True).check()
        ada.get_by_role("button", name="Bid 3 threes").press("Enter")
        expect(ada.locator("#turn")).to_contain_text("Waiting for")
        expect(ada.locator("#turn")).to_be_focused()
        house.play({"kind": "count", "seat": 1, "quantity": 4})
        expect(cleo.locator("#turn")).to_contain_text("Bo bids 4 threes.")
        lowest = box_of(cleo.get_by_role("button", name="Doubt Bo’s 4 threes"))
        assert lowest["y"] + lowest["height"] <= PHONE[1]
        cleo.get_by_role("radio", name="5", exact=True).check()
        cleo.get_by_role("button", name="Bid 4 fives").click()
        expect(dan.locator("#turn")).to_contain_text("Your turn")

        for page in phones.values():
            assert seen(page) == []
        for seat, ear in ears.items():
            everything = ear.heard()
            assert everything
            for other, dice in enumerate(CUPS):
                assert any(tells(each, dice) for each in everything) == (other == seat), f"{other}'s dice at {seat}"

        reveal = dan.get_by_role("button", name="Doubt Cleo’s 4 fives")
        reveal.click()
        dan.get_by_role("button", name="Go back").click()
        expect(dan.get_by_role("dialog")).to_have_count(0)
        reveal.click()
        dan.get_by_role("button", name="Doubt it").click()
        for page in (*phones.values(), board):
            expect(page.locator("body")).to_contain_text("Cleo 5 5 5 1 2")
        expect(board.locator("#sheet")).to_contain_text("Dan is out")
        expect(dan.locator("#asks")).to_be_empty()
        expect(dan.locator("#turn .turn-name")).to_have_text("You are out")
        expect(dan.locator("#turn .waiting").first.locator("bdi")).to_have_text(["Ada", "Bo", "Cleo", "Eve"])
        expect(ada.get_by_role("heading", name="Roll 5 dice under the cup")).to_be_visible()
        assert seen(cleo) == []


def test_the_cup_is_open_only_for_as_long_as_its_button_is_held(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    join(phone, house, "Ada")
    cast(phone, 3, 3, 1, 5, 6)
    look = phone.locator("#look")
    look.hover()
    look.focus()
    mouse, keyboard = phone.mouse, phone.keyboard
    ways = ((mouse.down, mouse.up), (lambda: keyboard.down("Space"), lambda: keyboard.up("Space")))
    for hold, release in ways:
        assert seen(phone) == []
        hold()
        assert seen(phone) == ["3", "3", "1", "5", "6"]
        expect(phone.locator("#said")).to_have_text("Your dice: 3, 3, 1, 5, 6.")
        release()
        assert seen(phone) == []
        assert "3, 3, 1" not in phone.content()
        for leaving in (
            "window.dispatchEvent(new Event('blur'))",
            "document.dispatchEvent(new Event('visibilitychange'))",
        ):
            hold()
            assert seen(phone)
            phone.evaluate(leaving)
            assert seen(phone) == []
            release()


def test_dice_under_the_cup_are_put_right_by_their_owner_and_everybody_is_told(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", "Cleo", game="liars-dice")
    join(phone, house, "Ada")
    cast(phone, 3, 3, 1, 5, 6)
    house.play({"kind": "roll", "seat": 1, "faces": [2, 2, 2, 2, 2]})
    amend = phone.get_by_role("button", name="Put my dice right")
    amend.click()
    phone.get_by_role("button", name="Leave it as it is").click()
    amend.click()
    enter(phone, 3, 3)
    phone.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(phone.get_by_role("img", name="2 covered dice")).to_be_visible()
    phone.get_by_role("button", name="Go on entering").click()
    cast(phone, 4, 5, 6)
    expect(phone.locator("#turn .changed")).to_have_text("Corrected: Ada rolls 5 dice under the cup.")
    expect(amend).to_be_visible()
    phone.locator("#look").hover()
    phone.mouse.down()
    assert seen(phone) == ["3", "3", "4", "5", "6"]
    phone.mouse.up()
    house.table.undo("operator")
    house.table.undo("operator")
    expect(phone.locator("#turn .changed")).to_have_text("Undone: Bo rolls 5 dice under the cup.")
    house.play({"kind": "roll", "seat": 2, "faces": [4, 4, 4, 4, 4]})
    expect(phone.locator("#turn .last")).to_have_text("Cleo rolls 5 dice under the cup.")
    expect(phone.locator("#turn .changed")).to_have_count(0)


def test_a_phone_says_what_is_accepted_with_whom_one_is_tied_and_what_one_may_do(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice", buy_in="5 gold,12 silver")
    join(phone, house, "Ada")
    expect(phone.locator("#asks .buy-ins li > :last-child")).to_have_text(["5 gold", "12 silver"])
    house.play({"kind": "accept", "seat": 1})
    expect(phone.locator("#turn")).to_contain_text("Bo accepts")
    expect(phone.locator("#said")).to_contain_text("Bo accepts")
    house.start("Ada", "Bo", "Cleo", game="liars-dice", initiative="roll")
    expect(phone.get_by_role("heading", name="d20")).to_be_visible()
    expect(phone.locator("#said")).to_have_text("Ada, Bo and Cleo: roll a d20 for initiative.")
    for seat, d20 in enumerate((7, 7, 12)):
        house.play({"kind": "initiative", "seat": seat, "d20": d20, "bonus": 0})
    expect(phone.locator("#asks")).to_contain_text("tie with Bo.")
    house.start("Ada", "Bo", game="liars-dice", referee="yes")
    expect(phone.locator("#turn .turn-name")).to_have_text("You may doubt")


def test_dice_that_are_being_entered_are_covered_when_the_phone_is_put_away(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", "Cleo", game="liars-dice")
    join(phone, house, "Ada")
    enter(phone, 3, 3, 1)
    expect(phone.get_by_role("button", name="Die 3: 1. Clear it")).to_be_visible()
    phone.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(phone.get_by_role("img", name="3 covered dice")).to_be_visible()
    expect(phone.locator("#asks svg.die:not(.covered)")).to_have_count(0)
    house.play({"kind": "roll", "seat": 1, "faces": [2, 2, 2, 2, 2]})
    expect(phone.locator("#turn")).to_contain_text("Bo rolls 5 dice")
    phone.get_by_role("button", name="Go on entering").click()

    def faster(route: Route) -> None:
        house.play({"kind": "roll", "seat": 2, "faces": [4, 4, 4, 4, 4]})
        route.continue_()

    phone.route("**/api/act*", faster, times=1)
    cast(phone, 5, 6)
    expect(phone.locator("#notice")).to_be_hidden()


def test_an_expert_chooses_the_last_die_and_a_secret_check_is_its_gamblers_alone(
    house: House, phone: Page, browser: Browser
) -> None:
    house.start("Ada", "Bo", game="liars-dice", expert="yes,no", proficient="yes,no")
    join(phone, house, "Ada")
    with a_window(browser, PHONE) as other:
        ear = Ear(other)
        join(other, house, "Bo")
        cast(phone, 3, 3, 1, 5)
        last = phone.get_by_role("button", name="The last die shows 6")
        assert box_of(last)["width"] < PHONE[0] / 6
        last.click()
        cast(other, 2, 2, 4, 1, 6)
        phone.locator("summary", has_text="Sleight of Hand").click()
        phone.get_by_role("radio", name="Die 5").check()
        phone.get_by_role("group", name="Turn it to").get_by_role("radio", name="2", exact=True).check()
        phone.get_by_label("Your d20").fill("17")
        phone.get_by_label("DC").fill("15")
        phone.get_by_role("button", name="Enter").last.click()
        expect(phone.locator("summary", has_text="Sleight of Hand")).to_have_count(0)
        expect(phone.locator("#notice")).to_contain_text("Hold to look")
        phone.locator("#look").hover()
        phone.mouse.down()
        assert seen(phone) == ["3", "3", "1", "5", "2"]
        expect(phone.locator("#cup")).to_contain_text("17 against DC 15")
        phone.mouse.up()
        expect(phone.locator("#cup")).not_to_contain_text("17")
        phone.get_by_role("radio", name="3", exact=True).check()
        phone.get_by_role("button", name="Bid 1 three").click()
        expect(other.locator("#turn")).to_contain_text("Your turn")
        heard = json.dumps(ear.heard())
        assert "Ada bids 1 three." in heard
        assert "sleight" not in heard
        assert '"check": {' not in heard


def test_a_turn_of_fate_is_played_from_a_phone(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", game="fate")
    join(phone, house, "Ada")
    enter(phone, "scissors", "rod", "rod", "scissors")
    phone.get_by_role("button", name="Enter", exact=True).click()
    phone.locator("summary", has_text="Fudge fate").click()
    for die in (1, 2, 3):
        phone.get_by_role("button", name=re.compile(f"^Die {die}")).click()
    enter(phone, "string")
    phone.get_by_role("button", name="Enter", exact=True).click()
    expect(phone.locator("#turn")).to_contain_text("throws string: worth 3.")
    phone.get_by_role("button", name="Take toll").click()
    expect(phone.locator("#turn")).to_contain_text("Ada scores 3: 3 in all.")
    expect(phone.locator("#turn")).to_contain_text("Waiting for")
    expect(phone.locator("#asks")).to_be_empty()


def test_a_turned_die_opens_the_form_that_turns_dice_with_it_filled_in(house: House, phone: Page) -> None:
    house.start("Ada", "Bo")
    house.play({"kind": "roll", "seat": 0, "faces": [2, 2, 5]})
    question = {"ask": ["turned over?"], "dice": [], "thrown": [], "stayed": [], "early": False, "picture": None}
    touched = [{"die": 2, "was": 5, "face": 4}]

    def as_seen(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "question": {**question, "touched": touched}})

    phone.route("**/api/board*", as_seen)
    phone.route("**/api/events*", lambda route: route.abort())
    join(phone, house, "Ada")
    turned = phone.get_by_role("radio", name="Die 3, which shows 5")
    face = phone.get_by_role("group", name="Turn it to").get_by_role("radio", name="4", exact=True)
    second = phone.get_by_label("Your d20 (2 of 2)")
    expect(second).to_have_count(0)
    for _ in ("as it opens", "with disadvantage"):
        expect(turned).to_be_checked()
        expect(face).to_be_checked()
        phone.get_by_label("With disadvantage").check()
        expect(second).to_be_visible()


def test_a_bid_that_is_not_legal_cannot_be_sent(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    join(phone, house, "Bo")
    house.play({"kind": "roll", "seat": 0, "faces": [1] * 5}, {"kind": "roll", "seat": 1, "faces": [1] * 5})
    house.play({"kind": "bid", "seat": 0, "quantity": 3, "face": 5})
    quantity = phone.get_by_role("spinbutton")
    phone.get_by_role("button", name="Less: How many").click()
    expect(quantity).to_have_value("4")
    expect(phone.get_by_role("button", name="Bid 3 sixes")).to_be_visible()
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    quantity.fill("3")
    quantity.press("Enter")
    quantity.fill("4")
    phone.get_by_role("button", name="Bid 4 fives").click()
    expect(phone.locator("#turn")).to_contain_text("Bo bids 4 fives.")
    assert [url.partition("/api/")[2] for url in asked if "/api/act" in url] == ["act?seat=1"]


def test_a_phone_waits_for_a_game_then_asks_who_one_is_and_is_handed_round(new_house: House, phone: Page) -> None:
    house = new_house
    phone.goto(f"{house.address}/play")
    expect(phone.get_by_role("heading", name="No game is being played yet")).to_be_visible()
    house.start("Ada", "Bo", "Cleo")
    phone.get_by_role("button", name="Ada", exact=True).click()
    phone.get_by_role("link", name="Another seat on this phone").click()
    expect(phone.get_by_role("button", name="Ada on this phone")).to_be_visible()
    phone.get_by_role("button", name="Bo", exact=True).click()
    expect(phone.locator("#me")).to_contain_text("Bo")
    expect(phone.locator("#asks")).to_be_empty()
    phone.get_by_role("link", name="Ada", exact=True).click()
    enter(phone, "2, Voc", "2, Voc", "4, Brev")
    phone.get_by_role("button", name="Enter", exact=True).click()
    phone.get_by_role("button", name="Rift").click()
    expect(phone.locator("#turn")).to_contain_text("Ada scores 48 in Rift")
    house.start("Cleo", "Ada", game="fate")
    phone.get_by_role("link", name="Choose your seat").click()
    phone.get_by_role("button", name="Ada on this phone").click()
    expect(phone.locator("#turn")).to_contain_text("Waiting for")
    expect(phone).to_have_url(f"{house.address}/play?seat=1")


def test_a_taken_seat_says_so_and_a_void_token_leads_back_to_joining(
    house: House, phone: Page, browser: Browser
) -> None:
    house.start("Ada", "Bo")
    join(phone, house, "Ada")
    with a_window(browser, PHONE) as other:
        other.goto(f"{house.address}/play")
        expect(other.locator(".seat.taken")).to_contain_text("Ada")
        expect(other.get_by_role("button", name="Ada")).to_have_count(0)
        handed = other.request.post(
            f"{house.address}/api/seat", data={"seat": 0}, headers={"Authorization": f"Bearer {TOKEN}"}
        )
        other.goto(house.address + handed.json()["link"].removeprefix(house.address))
        expect(other.locator("#me")).to_contain_text("Ada")
        assert "token" not in other.url
    expect(phone.locator("#void")).to_contain_text(re.compile(r"\w\."))
    phone.get_by_role("link", name="Choose your seat").click()
    phone.get_by_role("button", name="Ada on this phone").click()
    expect(phone.get_by_role("alert").filter(has_text="ask the operator to hand it over")).to_be_visible()
    expect(phone.locator(".seat.taken")).to_contain_text("Ada")
    phone.goto(f"{house.address}/play?seat=7")
    expect(phone.locator("#void")).to_contain_text(re.compile(r"\w\."))


def test_a_phone_finds_its_seat_again_when_the_table_was_started_anew(tmp_path: Path, phone: Page) -> None:
    with a_house(tmp_path, with_camera=False) as house:
        house.start("Ada", "Bo", game="liars-dice")
        join(phone, house, "Ada")
        cast(phone, 3, 3, 1, 5, 6)
    expect(phone.get_by_role("alert").filter(has_text="The table does not answer")).to_be_visible()
    with a_house(tmp_path, house.port, with_camera=False) as again:
        again.play({"kind": "roll", "seat": 1, "faces": [2, 2, 4, 1, 6]})
        expect(phone.locator("#gone")).to_be_hidden()
        expect(phone.get_by_role("heading", name="Open the bidding")).to_be_visible()


def test_the_winner_is_told_so_on_the_own_phone_and_everybody_else_by_name(
    house: House, phone: Page, browser: Browser
) -> None:
    house.start("Ada", "Bo", game="4df")
    join(phone, house, "Ada")
    with a_window(browser, PHONE) as other:
        join(other, house, "Bo")
        for seat, faces in enumerate(([1, 1, 0, 0], [0, 0, 0, 0])):
            house.play({"kind": "roll", "seat": seat, "faces": faces})
        expect(phone.locator("#turn .winner")).to_have_text("You win")
        expect(other.locator("#turn .winner")).to_have_text("Ada wins")


def test_a_bid_that_will_not_do_is_said_in_the_pages_own_words(house: House, phone: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    join(phone, house, "Bo")
    house.play({"kind": "roll", "seat": 0, "faces": [1] * 5}, {"kind": "roll", "seat": 1, "faces": [1] * 5})
    house.play({"kind": "bid", "seat": 0, "quantity": 3, "face": 3})
    quantity, refused = phone.get_by_role("spinbutton"), phone.locator("#asks .refused:not(:empty)")
    quantity.fill("3")
    quantity.press("Enter")
    expect(refused).to_have_text("How many threes: a whole number from 4 to 10.")
    expect(quantity).to_be_focused()
    expect(quantity).to_have_attribute("aria-invalid", "true")
    quantity.fill("4")
    expect(refused).to_have_count(0)
    phone.get_by_role("button", name="Bid", exact=True).click()
    expect(refused).to_have_text("3 of which face: choose one.")
    expect(phone.get_by_text("3 of which face", exact=True)).to_be_visible()


def test_five_dice_left_stand_in_one_row(house: House, phone: Page) -> None:
    house.start(LONG, "Bo", game="liars-dice")
    join(phone, house, "Bo")
    phone.locator("summary", has_text="Scores").click()
    for row in phone.locator("#sheet .cubes").all():
        tops = row.locator("i").evaluate_all("cubes => cubes.map(cube => cube.getBoundingClientRect().top)")
        assert len(tops) == 5
        assert len(set(tops)) == 1


def test_choices_that_bring_points_stand_first_and_the_end_says_who_starts_the_next_game(
    house: House, phone: Page
) -> None:
    house.start("Ada")
    join(phone, house, "Ada")
    house.play({"kind": "roll", "seat": 0, "faces": [1, 2, 6]})
    first = phone.locator("#asks .choices button")
    expect(first.nth(0)).to_contain_text("Sixes")
    expect(first.nth(2)).to_contain_text("Ones")
    expect(first.nth(3)).to_have_class("nil")
    advice, choices = phone.locator("#advice").bounding_box(), phone.locator("#asks").bounding_box()
    assert advice is not None
    assert choices is not None
    assert advice["y"] < choices["y"]
    house.start("Ada", game="4df", rolls="1")
    house.play({"kind": "roll", "seat": 0, "faces": [1, 0, 0, -1]})
    expect(phone.locator("#turn")).to_contain_text("The operator starts the next game with “Once more”.")
