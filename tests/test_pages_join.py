"""Coming to the table by phone: the code on the big screen, seats that fill, a seat handed over, sleep, and advice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from browsing import House, Street, join, operate
from playwright.sync_api import Locator, Page, Request, expect
from windows import LAPTOP, PHONE, SCREEN

ADDRESS = "http://192.168.178.23:8000"
WITHIN_MS = 1000
CROWD = (
    "Dimitri, a Very Long-Winded Hierophant!!",
    "عمر بن الخطاب",
    "🎲🧙‍♀️",
    "Anneliese-Margarethe von Schwarzenberg",
    "Bo",
    "김철수와 친구들",
    "Łucja",
    "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
    "Zoë",
)


@pytest.fixture
def house(street: Street) -> Iterator[House]:
    with street.house(with_camera=False, address=ADDRESS) as open_house:
        yield open_house


def read(code: Locator) -> str:
    """What a phone's camera reads on the screen; OpenCV's readers need a few tries, where a phone's need one."""
    expect(code).to_be_visible()
    code.evaluate("code => code.decode?.()")
    pixels = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert pixels is not None
    for scale in (1, 1.5, 0.75, 2):
        picture = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        for reader in (cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector()):
            text, *_ = reader.detectAndDecode(picture)
            if text:
                return text
    return ""


def handed(house: House, operator: Page, player: str) -> Locator:
    """The operator's dialog with a new link for the player."""
    operate(operator, house)
    operator.get_by_text("Seats and phones").click()
    operator.get_by_role("button", name=f"New link for {player}").click()
    if operator.get_by_role("button", name="Make a new link").is_visible():
        operator.get_by_role("button", name="Make a new link").click()
    dialog = operator.locator("#form-dialog")
    expect(dialog).to_be_visible()
    return dialog


# ---- The code ----


def test_a_phone_reads_the_address_off_the_big_screen_before_and_in_a_game(house: House, board: Page) -> None:
    def reads(code: str) -> None:
        for scheme in ("dark", "light"):
            board.emulate_media(color_scheme="light" if scheme == "light" else "dark")
            assert read(board.locator(code)) == f"{ADDRESS}/play", (board.url, scheme)

    board.goto(house.address)
    reads("#join .code")
    expect(board.locator("#join")).to_contain_text(f"{ADDRESS}/play")
    house.start("Ada", "Bo")
    expect(board.locator("#start")).to_be_hidden()
    for path in ("/", "/board"):
        board.goto(house.address + path)
        reads("#join-foot .code")


def test_seats_fill_on_the_big_screen_and_the_code_goes_with_the_last_of_them(
    house: House, board: Page, phone: Page
) -> None:
    house.start("Ada", "Bo")
    board.goto(house.address)
    foot = board.locator("#join-foot")
    expect(foot).to_contain_text("2 seats free of 2: Ada, Bo")
    join(phone, house, "Bo")
    expect(foot).to_contain_text("1 seat free of 2: Ada")
    expect(foot).not_to_contain_text("Bo")
    join(phone, house, "Ada")
    expect(foot.locator(".code")).to_have_count(0)
    expect(foot).to_have_text(f"By phone: {ADDRESS}/play")


def test_the_operator_sees_who_is_seated_while_the_next_game_is_chosen(house: House, operator: Page) -> None:
    house.start("Ada", "عمر")
    operate(operator, house, "/#new-game")
    seats = operator.get_by_role("list", name="Seats of the game in play").get_by_role("listitem")
    expect(seats).to_contain_text(["free", "free"])
    house.table.seats.take("عمر")
    expect(seats).to_contain_text(["free", "taken"])
    expect(seats.locator("bdi")).to_have_text(["Ada", "عمر"])


def test_a_table_that_no_phone_reaches_says_what_to_do_instead(street: Street, board: Page) -> None:
    with street.house(with_camera=False) as house:
        board.goto(house.address)
        expect(board.locator("#join")).to_contain_text("croupier serve --lan")
        house.start("Ada", "Bo")
        expect(board.locator("#join-foot")).to_contain_text("only with croupier serve --lan")
        expect(board.locator(".code")).to_have_count(0)


def test_a_phone_that_came_to_the_board_is_led_on_and_shows_no_code(house: House, phone: Page) -> None:
    phone.goto(house.address)
    expect(phone.locator("#join .code")).to_be_hidden()
    phone.locator("#join").get_by_role("link", name="Play on this phone").click()
    expect(phone.get_by_role("heading", name="No game is being played yet")).to_be_visible()


# ---- A seat handed over ----


def test_a_seat_is_handed_over_by_a_code_whose_token_is_in_no_address_that_is_kept(
    house: House, operator: Page, phone: Page
) -> None:
    house.start("Ada", "Bo")
    dialog = handed(house, operator, "Bo")
    link = dialog.get_by_label("Link").input_value()
    assert read(dialog.locator(".code")) == link
    assert link.startswith(f"{ADDRESS}/play#token=")
    token = link.partition("=")[2]
    sent: list[str] = []

    def hear(request: Request) -> None:
        sent.extend((request.url, request.headers.get("referer", "")))

    phone.on("request", hear)
    phone.goto(house.address + link.removeprefix(ADDRESS))
    expect(phone.locator("#me")).to_contain_text("Bo")
    assert phone.url == f"{house.address}/play?seat=1"
    assert not any(token in address for address in sent)
    phone.go_back()
    phone.go_forward()
    assert token not in phone.url
    assert token not in phone.content()


def test_a_link_that_is_void_says_so_and_so_does_the_phone_that_lost_its_seat(
    house: House, operator: Page, phone: Page
) -> None:
    house.start("Ada", "Bo")
    join(phone, house, "Bo")
    first = handed(house, operator, "Bo").get_by_label("Link").input_value()
    expect(phone.locator("#void")).to_contain_text("given to another phone")
    expect(phone.get_by_role("link", name="Choose your seat")).to_be_visible()
    handed(house, operator, "Bo")
    phone.goto(house.address + first.removeprefix(ADDRESS))
    expect(phone.locator("#void")).to_contain_text("good for no seat now")
    assert "token" not in phone.url


def test_a_link_opened_on_a_page_of_the_same_address_is_followed_too(house: House, phone: Page) -> None:
    house.start("Ada", "Bo")
    phone.goto(f"{house.address}/play")
    expect(phone.get_by_role("heading", name="Who are you?")).to_be_visible()
    phone.evaluate("token => { location.hash = `token=${token}` }", house.table.seats.give(1))
    expect(phone.locator("#me")).to_contain_text("Bo")


# ---- Sleep ----


def asleep(page: Page, state: str) -> None:
    page.context.new_cdp_session(page).send("Page.setWebLifecycleState", {"state": state})


def test_a_phone_that_was_frozen_is_right_within_a_second(house: House, phone: Page) -> None:
    house.start("Ada", "Bo")
    join(phone, house, "Bo")
    asleep(phone, "frozen")
    house.play({"kind": "roll", "seat": 0, "faces": [2, 2, 4]}, {"kind": "score", "seat": 0, "category": "rift"})
    asleep(phone, "active")
    expect(phone.get_by_role("heading", name="Roll three dice")).to_be_visible(timeout=WITHIN_MS)


def test_a_phone_that_had_no_network_is_right_within_a_second(house: House, phone: Page) -> None:
    house.start("Ada", "Bo")
    join(phone, house, "Bo")
    phone.context.set_offline(True)
    expect(phone.locator("#gone")).to_be_visible()
    house.play({"kind": "roll", "seat": 0, "faces": [2, 2, 4]}, {"kind": "score", "seat": 0, "category": "rift"})
    phone.context.set_offline(False)
    expect(phone.locator("#gone")).to_be_hidden(timeout=WITHIN_MS)
    expect(phone.get_by_role("heading", name="Roll three dice")).to_be_visible(timeout=WITHIN_MS)


def test_a_phone_whose_connection_died_while_it_was_in_a_pocket_is_right_within_a_second(
    house: House, phone: Page
) -> None:
    phone.add_init_script("window.EventSource = class extends EventTarget { close() {} }")  # it looks open, and is dead
    house.start("Ada", "Bo")
    join(phone, house, "Bo")
    woken = "document.dispatchEvent(new Event('visibilitychange'))"
    house.play({"kind": "roll", "seat": 0, "faces": [2, 2, 5]})
    house.table.undo("operator")
    phone.evaluate(woken)
    expect(phone.locator("#turn .changed")).to_have_text("Undone: Ada rolls 2 2 5.", timeout=WITHIN_MS)
    house.play({"kind": "roll", "seat": 0, "faces": [2, 2, 4]}, {"kind": "score", "seat": 0, "category": "rift"})
    phone.evaluate(woken)
    expect(phone.get_by_role("heading", name="Roll three dice")).to_be_visible(timeout=WITHIN_MS)
    expect(phone.locator("#turn .last")).to_have_text("Ada scores 48 in Rift: 48 in all.")
    expect(phone.locator("#turn .changed")).to_have_count(0)
    expect(phone.locator("#said")).to_have_text("Bo: roll three dice.")


def test_a_phone_finds_out_that_its_seat_was_handed_over_while_it_slept(house: House, phone: Page) -> None:
    house.start("Ada", "Bo")
    join(phone, house, "Bo")
    asleep(phone, "frozen")
    house.table.seats.give(1)
    asleep(phone, "active")
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.get_by_role("link", name="Choose your seat")).to_be_visible(timeout=WITHIN_MS)


# ---- Advice ----


def test_advice_is_told_on_request_and_folded_by_whatever_happens_next(house: House, phone: Page) -> None:
    house.start("Ada", "Bo")
    join(phone, house, "Ada")
    house.play({"kind": "roll", "seat": 0, "faces": [2, 2, 5]})
    ask = phone.get_by_role("button", name="What would you do?")
    expect(phone.locator("#advice")).not_to_contain_text("again and keep")
    ask.press("Enter")
    expect(phone.locator("#advice li").first).to_have_text(re.compile(r"^\d+\.\dThrow 5 again and keep 2 2$"))
    expect(phone.locator("#said")).to_contain_text("Throw 5 again and keep 2 2: ")
    phone.get_by_role("button", name="Fold it away").press("Enter")
    expect(ask).to_be_focused()
    expect(phone.locator("#said")).to_be_empty()
    ask.click()
    expect(phone.locator("#advice li")).not_to_have_count(0)
    house.play({"kind": "reroll", "seat": 0, "dice": [2], "faces": [4]})
    expect(phone.locator("#advice li")).to_have_count(0)
    ask.click()
    expect(phone.locator("#advice li").first).to_contain_text("Score 48 in Rift")
    phone.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(phone.locator("#advice li")).to_have_count(0)
    house.play({"kind": "score", "seat": 0, "category": "rift"})
    expect(phone.locator("#advice")).to_be_hidden()


def test_the_operator_begins_a_serious_game_and_no_phone_offers_advice(
    house: House, operator: Page, phone: Page
) -> None:
    operate(operator, house, "/")
    operator.get_by_role("textbox", name="Player 1").fill("Ada")
    operator.get_by_role("textbox", name="Player 2").fill("Bo")
    operator.locator("summary", has_text="Options").click()
    operator.get_by_label("Advice on phones").select_option("no")
    operator.get_by_role("button", name="Start Rift").click()
    join(phone, house, "Ada")
    expect(phone.get_by_role("heading", name="Roll three dice")).to_be_visible()
    expect(phone.get_by_role("button", name="What would you do?")).to_have_count(0)
    operator.get_by_role("button", name="New game").click()
    expect(operator.get_by_label("Advice on phones")).to_have_value("no")
    operator.get_by_label("Advice on phones").select_option("yes")
    operator.get_by_role("button", name="Start Rift").click()
    operator.get_by_role("button", name="Start anew").click()
    expect(phone.get_by_role("button", name="What would you do?")).to_be_visible()


# ---- Looks ----


def test_many_and_long_names_leave_everything_on_the_screen(house: House, board: Page, phone: Page) -> None:
    for game, player in zip(("rift", "liars-dice", "fate"), CROWD, strict=False):
        house.start(*CROWD[: 8 if game == "rift" else None], game=game)
        board.goto(house.address)
        _all_in_view(board, game)
        phone.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        join(phone, house, player)
        phone.locator("summary", has_text="Scores").click()
        _all_in_view(phone, game)


def _all_in_view(page: Page, game: str) -> None:
    """At every size of a screen."""
    for size in (PHONE, LAPTOP, SCREEN):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator("#sheet bdi").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (page.url, game, size)
        if game != "rift" and size != SCREEN:
            assert page.evaluate("sheet.scrollWidth <= sheet.clientWidth"), (page.url, game, size)


# ---- Before a game ----


def test_phones_that_come_before_the_game_fill_the_big_screen_and_are_led_to_their_seats(
    house: House, board: Page, operator: Page, phone: Page
) -> None:
    board.goto(house.address)
    operate(operator, house, "/")
    expect(operator.get_by_role("textbox", name="Player 2")).to_be_visible()
    phone.goto(f"{house.address}/play")
    phone.get_by_label("Your name").fill("x" * 3 + "\u202e")
    phone.get_by_role("button", name="Play along").click()
    expect(phone.get_by_role("alert").filter(has_text="visible characters")).to_be_visible()
    phone.get_by_label("Your name").fill("عمر")
    phone.get_by_label("Your name").press("Enter")
    expect(phone.locator("#joining")).to_contain_text("You are in as عمر")
    expect(phone.locator("#notice")).to_be_hidden()
    expect(board.locator("#join bdi")).to_have_text("عمر")
    expect(operator.get_by_role("textbox", name="Player 1")).to_have_value("عمر")
    phone.get_by_label("Another name").fill("Łucja")
    phone.get_by_role("button", name="Take this name").click()
    expect(board.locator("#join bdi")).to_have_text("Łucja")
    expect(operator.get_by_role("textbox", name="Player 1")).to_have_value("Łucja")
    operator.get_by_role("textbox", name="Player 2").fill("Bo")
    operator.get_by_role("button", name="Start Rift").click()
    expect(phone).to_have_url(f"{house.address}/play?seat=0")
    expect(phone.get_by_role("heading", name="Roll three dice")).to_be_visible()
    expect(board.locator("#join-foot")).to_contain_text("1 seat free of 2: Bo")


def test_a_name_that_the_operator_removes_is_gone_until_its_phone_gives_it_again(
    house: House, board: Page, operator: Page, phone: Page
) -> None:
    board.goto(house.address)
    operate(operator, house, "/")
    house.table.wait("Bo")
    phone.goto(f"{house.address}/play")
    phone.get_by_label("Your name").fill("Ada")
    phone.get_by_label("Your name").press("Enter")
    names = operator.get_by_role("list", name="In the next game").locator("bdi")
    players = operator.get_by_role("textbox", name=re.compile(r"Player \d"))
    expect(names).to_have_text(["Bo", "Ada"])
    assert [field.input_value() for field in players.all()] == ["Bo", "Ada"]
    expect(board.locator("#join bdi")).to_have_text(["Bo", "Ada"])
    expect(board.get_by_role("button", name="Remove")).to_have_count(0)  # only the operator sends anybody away
    operator.get_by_role("button", name="Remove Ada, who waits").click()
    expect(names).to_have_text(["Bo"])
    expect(players.nth(1)).to_have_value("")
    expect(players.nth(0)).to_have_value("Bo")
    expect(board.locator("#join bdi")).to_have_text(["Bo"])
    phone.get_by_label("Your name").fill("Ada")
    phone.get_by_role("button", name="Play along").click()
    expect(phone.locator("#joining")).to_contain_text("You are in as Ada")
    expect(names).to_have_text(["Bo", "Ada"])
    expect(players.nth(1)).to_have_value("Ada")
