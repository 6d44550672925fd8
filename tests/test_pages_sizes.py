"""The pages on every screen: all that counts is in sight, nothing covers it, and it is read from afar."""

from __future__ import annotations

from browsing import WIDTH, House, die, join, operate
from playwright.sync_api import Page, expect
from rift_pages import roll, score
from windows import LAPTOP, PHONE, SCREEN

from croupier.vision.roll import Phase

OVER_THE_EDGE = """() => {
    const cut = (one) => getComputedStyle(one).overflowX !== "visible";
    const kept = (one) => one !== document.body && (cut(one) || kept(one.parentElement));
    const told = (one) => `${one.tagName} ${one.id} ${one.className}: ${one.textContent.trim().slice(0, 40)}`;
    const over = [...document.querySelectorAll("body *")].filter((one) => {
        const { left, right, width, height } = one.getBoundingClientRect();
        return width > 1 && height > 1 && (left < -1 || right > innerWidth + 1) && !kept(one.parentElement);
    });
    return document.documentElement.scrollWidth > innerWidth ? ["all of it", ...over.map(told)] : over.map(told);
}"""
"""What of a page does, but for what lies in a part that scrolls by itself or cuts a long name short."""
MANY = ("Bartholomew-Maximilian", "ליאור", "🐉", "D", "E", "F", "G")


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def test_a_label_in_the_picture_covers_no_die_and_the_categories_are_readable_from_afar(
    house: House, board: Page
) -> None:
    house.start("Ada", "Bo")
    house.tray.show(Phase.SETTLED, *(die(3, place, sure=False) for place in range(4)))
    board.goto(f"{house.address}/board")
    expect(board.locator(".found")).to_have_count(4)
    covered = """() => {
        const boxes = (of) => [...document.querySelectorAll(of)].map((one) => one.getBBox());
        const within = (a, b, at, long) => a[at] < b[at] + b[long] && b[at] < a[at] + a[long];
        const meet = (a, b) => within(a, b, 'x', 'width') && within(a, b, 'y', 'height');
        return boxes(".found rect").some((label) => boxes(".found polygon").some((die) => meet(label, die)));
    }"""
    assert not board.evaluate(covered)
    expect(board.locator("#sheet .needs")).to_have_count(13)
    assert board.locator("#sheet .needs").first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= 24


def test_the_picture_keeps_its_size_while_a_question_is_open(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.goto(f"{house.address}/board")
    expect(board.get_by_alt_text("The dice tray, live")).to_have_js_property("naturalWidth", WIDTH)
    before = board.locator("#tray .frame").bounding_box()
    house.tray.roll(*(die(4, place, sure=False, why="two dice touch, or one lies on the edge") for place in range(4)))
    expect(board.locator("#status")).to_have_text("Please check")
    assert board.locator("#tray .frame").bounding_box() == before


def test_the_board_fits_the_screen(house: House, board: Page) -> None:
    board.goto(f"{house.address}/board")
    for players in (("Ada",), ("Ada", "Bo"), MANY):
        house.start(*players, betting="tavern")
        expect(board.locator("#sheet thead th bdi")).to_have_text([*players])
        house.tray.roll(die(2, 0), die(4, 1, sure=False, why="two dice touch"), die(None, 2, sure=False))
        expect(board.locator("#status")).to_have_text("Please check")
        for size in (LAPTOP, SCREEN):
            resize(board, size)
            over = board.evaluate("""() => {
                const over = (one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
                const { scrollWidth, scrollHeight } = document.documentElement;
                return [Math.max(0, scrollWidth - innerWidth), Math.max(0, scrollHeight - innerHeight), ...over(sheet)];
            }""")
            assert over == [0, 0, 0, 0], (players, size)


def test_a_phone_scrolls_one_way_only(house: House, phone: Page) -> None:
    house.start(*MANY, betting="tavern")
    house.play(roll(0, 2, 4, 3), score(0, "twos"))
    operate(phone, house)
    for path in ("/table", "/board", "/"):
        if path != "/table":
            phone.goto(house.address + path)
        expect(phone.locator("#sheet table")).to_be_visible()
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_on_a_phone_on_its_side_the_board_shows_the_scores(house: House, board: Page) -> None:
    for game in ("rift", "liars-dice", "fate", "4df", "attributes"):
        house.start("Ada", "Bo", game=game)
        board.goto(f"{house.address}/board")
        for size in ((844, 390), (667, 375)):
            resize(board, size)
            for name in ("Ada", "Bo"):
                expect(board.locator("#sheet bdi", has_text=name).first).to_be_in_viewport(ratio=1)
            expect(board.locator("#turn .token").first).to_be_in_viewport(ratio=1)
            assert board.evaluate("document.documentElement.scrollWidth <= innerWidth"), (game, size)


def test_on_a_phone_the_picture_stays_in_sight_above_the_dice_to_tap(house: House, phone: Page) -> None:
    house.start("Ada", "Bo")
    operate(phone, house)
    house.tray.roll(die(2, 0), die(2, 1), die(5, 2), die(None, 3, sure=False))
    phone.locator("#question [data-die='3']").scroll_into_view_if_needed()
    expect(phone.locator("#tray .frame")).to_be_in_viewport(ratio=1)


def test_the_score_and_the_choices_are_seen_without_scrolling(house: House, operator: Page) -> None:
    house.start("Ada", "Bo", betting="tavern")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(2, 1), die(5, 2))
    expect(operator.locator("[data-choice]")).to_have_count(13)
    for last in ("#sheet tr >> nth=-1", "[data-choice] >> nth=-1"):
        expect(operator.locator(last)).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_pages_are_behind_a_button_and_the_players_phones_among_them(house: House, phone: Page) -> None:
    house.start("Ada", "Bo")
    operate(phone, house)
    expect(phone.get_by_role("link", name="Players")).to_be_hidden()
    phone.get_by_role("button", name="Pages").click()
    phone.get_by_role("link", name="Players").click()
    expect(phone.locator("#seats-body")).to_be_in_viewport()
    expect(phone.locator("#seats-body")).to_contain_text("Bo")


def test_a_die_is_corrected_by_a_tap_and_that_is_undone_at_every_size(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    operate(operator, house)
    house.tray.roll(die(2, 0), die(2, 1), die(5, 2))
    for size in (PHONE, LAPTOP, SCREEN):
        resize(operator, size)
        operator.locator("#last [data-die='2']").click()
        operator.get_by_role("dialog").get_by_role("button", name="4, Brev").click()
        expect(operator.locator("#last")).to_contain_text("Ada rolls 2 2 4.")
        operator.get_by_role("button", name="Undo: the correction").click()
        expect(operator.locator("#last")).to_contain_text("Ada rolls 2 2 5.")
        expect(operator.get_by_role("button", name="Undo: Ada rolls 2 2 5.")).to_be_visible()


def test_letters_half_as_large_again_run_over_no_edge(house: House, operator: Page) -> None:
    house.start("Bartholomew-Maximilian", "ליאור", betting="tavern")
    house.play(roll(0, 2, 4, 3), score(0, "twos"))
    operate(operator, house)
    join(operator, house, "ליאור")
    for path, shows in (
        ("/table", "#sheet table"),
        ("/play?seat=1", "#me"),
        ("/history", "main a"),
        ("/setup", "main button"),
        ("/status", "main dl"),
    ):
        operator.goto(house.address + path)
        expect(operator.locator(shows).first).to_be_visible()
        operator.evaluate("document.documentElement.style.fontSize = '150%'")
        for size in (PHONE, LAPTOP):
            resize(operator, size)
            assert operator.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 24
            assert operator.evaluate(OVER_THE_EDGE) == [], (path, size)
