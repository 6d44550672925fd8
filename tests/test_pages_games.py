"""Every game is played from the operator's page by what is shown there, with the board open beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from browsing import House, Street, die, follow, operate
from playwright.sync_api import Browser, Locator, Page, expect
from windows import LAPTOP, PHONE, SCREEN, a_window

from croupier.vision.roll import Phase


class Evening:
    """A table without a camera, unless one is asked for; the operator's page, and the board beside it."""

    def __init__(self, house: House, table: Page, board: Page) -> None:
        self.house, self.table, self.board = house, table, board

    def start(self, game: str, *players: str, **options: str) -> None:
        """A game begins: the operator opens the table anew, and the board follows."""
        self.house.start(*players, game=game, **options)
        self.table.goto(f"{self.house.address}/table")
        follow(self.board, self.house)
        expect(self.board.locator("#sheet > *")).to_be_visible()

    def press(self, name: str, within: Locator | None = None) -> None:
        (within or self.table.locator("#main")).get_by_role("button", name=name, exact=True).click()

    def type(self, faces: str) -> None:
        """Dice typed in on the keyboard and sent."""
        expect(self.table.locator("#entry .slot.open").first).to_be_visible()
        for face in faces:
            self.table.keyboard.press(face)
        self.table.keyboard.press("Enter")

    def expect_said(self, words: str) -> None:
        expect(self.table.locator("#log")).to_contain_text(words)

    def look(self) -> None:
        """The board is all in view, and a phone scrolls one way only."""
        assert self.board.evaluate("document.documentElement.scrollHeight <= innerHeight")
        for page, (width, height) in ((self.table, LAPTOP), (self.board, SCREEN)):
            page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
            page.set_viewport_size({"width": width, "height": height})


@contextmanager
def an_evening(browser: Browser, street: Street, with_camera: bool = False) -> Iterator[Evening]:
    with (
        street.house(with_camera=with_camera) as house,
        a_window(browser) as table,
        a_window(browser, SCREEN) as board,
    ):
        operate(table, house)
        board.goto(f"{house.address}/board")
        yield Evening(house, table, board)


@pytest.fixture(scope="module")
def evening(browser: Browser, street: Street) -> Iterator[Evening]:
    with an_evening(browser, street) as started:
        yield started


# ---- Liar's Dice ----


def test_liars_dice_is_played_with_the_whole_bidding(evening: Evening) -> None:
    evening.start("liars-dice", "Ada", "Bo", "Cy", initiative="roll", buy_in="5", expert="no,yes,no", wild="yes")
    table, form = evening.table, evening.table.get_by_role("dialog")
    for player, d20 in (("Ada", 12), ("Cy", 4)):
        evening.press(f"{player}: Roll a d20 for initiative")
        expect(form.get_by_role("heading")).to_have_text(f"{player}’s d20")
        form.get_by_label("The d20 shows").fill(str(d20))
        evening.press(f"Enter {player}’s d20", form)
    expect(table.get_by_role("heading", name="Bo’s d20")).to_be_visible()
    table.keyboard.press("s")
    expect(table.get_by_label("The d20 shows")).to_be_focused()
    table.keyboard.type("18")
    evening.press("Enter Bo’s d20")
    evening.expect_said("The order is Bo, Ada, Cy.")
    evening.press("All of them")
    expect(table.locator("#entry summary")).to_contain_text("Bo: Roll 4 dice under the cup")
    evening.type("2234")
    evening.expect_said("Bo rolls 4 dice under the cup.")
    for page in (table, evening.board):
        expect(page.locator("#turn")).to_contain_text(
            re.compile("Bo: choose the .*Ada and Cy: roll 5 dice under the cup")
        )
    expect(table.get_by_role("heading", name="Bo: Choose the")).to_be_visible()
    expect(evening.board.locator("tr", has_text="Bo")).to_contain_text("to choose")
    evening.press("The last die shows 3")
    evening.press("Cy", table.locator("#entry"))
    expect(table.locator("#entry summary")).to_contain_text("Cy: Roll 5 dice")
    evening.type("44461")
    expect(table.locator("#entry summary")).to_contain_text("Roll 5 dice")
    evening.type("33366")
    evening.expect_said("Ada rolls 5 dice under the cup.")
    expect(table.locator("#log")).not_to_contain_text("3 3 3")
    table.get_by_role("button", name="Correct: Cy rolls 5 dice under the cup.").click()
    form = table.get_by_role("dialog")
    expect(form.locator(".slot.open")).to_have_count(5)
    table.keyboard.type("55562")
    table.keyboard.press("Backspace")
    table.keyboard.type("1")
    evening.press("Correct it", form)
    evening.expect_said("Corrected: Cy rolls 5 dice under the cup.")
    expect(form).to_have_count(0)

    table.get_by_role("button", name="More: How many").click(click_count=4)
    table.get_by_role("group", name="Which face").get_by_role("radio", name="3").check()
    table.keyboard.press("s")
    expect(table.get_by_label("How many", exact=True)).to_be_focused()
    evening.press("Bid 5 threes")
    expect(evening.board.locator(".claim")).to_have_text("5×5 threes")
    expect(evening.board.locator("#turn")).to_contain_text("Ada")
    evening.look()
    table.get_by_role("group", name="5 of which face").get_by_role("radio", name="5").check()
    evening.press("Bid 5 fives")
    evening.press("Doubt Ada’s 5 fives")
    expect(evening.board.locator(".reveal")).to_contain_text("Ada lied")
    expect(evening.board.locator(".reveal")).to_contain_text("Ada bid 5 fives. Ada is out.")
    expect(evening.board.locator(".tally")).to_have_text("4 fives there, wild ones counted")
    expect(evening.board.locator(".hit:not(.dark)")).to_have_count(4)
    expect(evening.board.get_by_role("img", name="5, counts")).to_have_count(3)
    expect(evening.board.locator("#last")).to_be_empty()
    evening.type("2234")
    evening.press("The last die shows 2")
    expect(evening.board.locator("#last")).to_contain_text("Bo chooses what the last die")
    evening.type("55561")
    table.get_by_role("group", name="Which face").get_by_role("radio", name="2").check()
    evening.press("Bid 1 two")
    evening.press("Doubt Bo’s 1 two")
    expect(evening.board.locator("#turn")).to_contain_text("Bo wins")
    expect(evening.board.locator("#turn")).to_contain_text("takes all buy-ins, 15 gold")


def test_liars_dice_is_refereed_with_the_cups_shown_in_several_pictures(browser: Browser, street: Street) -> None:
    with an_evening(browser, street, with_camera=True) as evening:
        evening.house.tray.show(Phase.SETTLED, die(6, 0))
        evening.start("liars-dice", "Ada", "Bo", referee="yes")
        table = evening.table
        for page in (table, evening.board):
            expect(page.locator("#tray")).to_contain_text("Dice lie under cups: the picture is shut")
            expect(page.locator("#tray img:visible, .found")).to_have_count(0)
        evening.press("Bo: Doubt the standing bid")
        form = table.get_by_role("dialog")
        form.get_by_label("How many were bid", exact=True).fill("3")
        form.get_by_role("group", name="Of which face").get_by_role("radio", name="6").check()
        evening.press("Doubt Ada’s bid of 3 sixes", form)
        expect(evening.board.locator(".moment").first).to_contain_text("doubted by Bo")
        expect(evening.board.get_by_alt_text("The dice tray, live")).to_be_visible()
        evening.house.tray.roll(die(6, 0), die(6, 1), die(1, 2), die(2, 3))
        expect(evening.board.locator(".moment").nth(1)).to_contain_text("4 of 10 dice shown, 6 still missing")
        expect(evening.board.locator("#dice .die")).to_have_count(0)
        expect(table.locator("#entry")).to_contain_text("may be entered at once: type one face after the other")
        evening.look()
        evening.type("162345")
        expect(evening.board.locator(".reveal")).to_contain_text("Ada spoke true")
        expect(evening.board.locator(".reveal .hit")).to_have_count(3)
        expect(evening.board.locator("#turn")).to_contain_text("Ada wins")
        expect(evening.board.locator("#turn")).to_contain_text("the last one left")


# ---- Tinkering With Fate, and a plain roll ----


def test_tinkering_with_fate_is_played_in_its_pictures(evening: Evening) -> None:
    evening.start("fate", "Ada", "Bo", target="3")
    table, entry = evening.table, evening.table.locator("#entry")
    for face in ("scissors", "rod", "rod", "scissors"):
        entry.get_by_role("button", name=f"Enter {face}").click()
    evening.press("Enter this roll")
    expect(evening.board.get_by_role("img", name="scissors")).to_have_count(2)
    expect(evening.board.locator(".verdict")).to_have_text("Worth 0")
    entry.locator("summary").click()
    expect(entry).to_contain_text("Tap the dice to bind")
    for place in (0, 1):
        entry.locator(f"[data-die='{place}']").click()
    for face in ("rod", "rod"):
        entry.get_by_role("button", name=f"Enter {face}").click()
    evening.press("Enter this reroll")
    expect(evening.board.get_by_role("img", name="bound")).to_have_count(2)
    expect(entry.get_by_role("button", name="Die 1: scissors. bound")).to_be_disabled()
    entry.locator("[data-die='2']").click()
    expect(entry.get_by_role("button", name="Enter this reroll")).to_be_disabled()
    entry.get_by_role("button", name="Enter string").click()
    evening.look()
    evening.press("Enter this reroll")
    expect(evening.board.locator(".moment")).to_contain_text("1 pair of scissors and string, and 2 for rod")
    table.get_by_role("button", name="Take toll 3").click()
    expect(evening.board.locator(".verdict")).to_have_text("Final casts")
    evening.type("++00")
    expect(evening.board.locator("#turn")).to_contain_text("Ada wins")
    expect(evening.board.locator("#turn")).to_contain_text("with 3 points")


def test_a_plain_roll_has_its_word_on_the_ladder(evening: Evening) -> None:
    evening.start("4df", "Ada", map="d6")
    expect(evening.table.locator("#sheet .total")).to_have_text("·")
    evening.type("6651")
    expect(evening.board.locator(".ladder .now")).to_have_text("+2Fair")
    expect(evening.board.locator("#dice")).to_contain_text("−")
    expect(evening.board.locator("#turn")).to_contain_text("with +2")
    evening.look()
    evening.press("Once more")
    expect(evening.board.locator("#turn")).to_contain_text("Roll four dice")
    assert evening.house.table.course.started.options["map"] == "d6"


# ---- Attributes ----


def test_an_attribute_on_eight_siders_is_rolled_with_its_bonus_die(evening: Evening) -> None:
    evening.start("attributes", "Ada", dice="2d8", bonus="1")
    entry = evening.table.locator("#entry")
    expect(evening.board.locator(".moment")).to_contain_text("14 or more is exceptional")
    for face in (8, 5):
        entry.get_by_role("button", name=f"Enter {face}", exact=True).click()
    evening.press("Enter this roll")
    expect(evening.board.locator("#turn")).to_contain_text("Ada finishes")
    evening.table.locator("#last [data-die='1']").click()
    evening.table.get_by_role("dialog").get_by_role("button", name="7", exact=True).click()
    expect(evening.board.locator(".exceptional").first).to_have_text("15 so far")
    evening.look()
    evening.type("6")
    expect(evening.board.locator(".moment")).to_contain_text("15 + 4 bonus + 1 R.C.C. = 20.")


# ---- From three metres ----

MM_A_PIXEL = 43 * 25.4 * 16 / (16**2 + 9**2) ** 0.5 / SCREEN[0]
"""On a television of 43 inches."""
NUMERALS = ".sheet .total, .standings .total, .sheet .used, .sheet .brings > span, .claim, .tally .count"
HEIGHTS = """(places) => places.map((one) => {
    const style = getComputedStyle(one);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return pen.measureText("0").actualBoundingBoxAscent;
})"""
EIGHT = ("Ada", "Bo", "Cy", "Dee", "Eve", "Finn", "Guðrún-Magnolia", "Hal")


def _roll(seat: int, *faces: int, kind: str = "roll") -> dict[str, Any]:
    return {"kind": kind, "seat": seat, "faces": list(faces)}


RIFT = [_roll(0, 6, 6, 6), {"kind": "score", "seat": 0, "category": "sixes"}, _roll(1, 2, 2, 4)]
CUPS = [_roll(seat, 1, 3, 3, 4, 6) for seat in range(8)]


BID = [*CUPS, {"kind": "bid", "seat": 0, "quantity": 9, "face": 3}]
FULL: list[tuple[str, tuple[str, ...], dict[str, str], list[Any]]] = [
    ("rift", EIGHT[:2], {"betting": "tavern"}, RIFT),
    ("rift", EIGHT, {}, RIFT),
    ("fate", EIGHT, {}, [_roll(0, 1, 0, -1, 1, kind="cast")]),
    ("4df", EIGHT, {}, [_roll(0, 1, 0, -1, 1)]),
    ("attributes", EIGHT[:4], {"sheet": "yes"}, [_roll(0, 6, 6, 5)]),
    ("liars-dice", EIGHT, {}, BID),
    ("liars-dice", EIGHT, {}, [*BID, {"kind": "reveal", "seat": 1}]),
]
"""Games, who plays, with which options, and what was done."""


def test_every_figure_is_18_mm_high_on_the_board_and_all_of_it_is_in_view(evening: Evening) -> None:
    house, board = evening.house, evening.board
    for game, players, options, actions in FULL:
        house.start(*players, game=game, **options)
        house.play(*actions)
        follow(board, house)
        expect(board.locator("#sheet > *")).to_be_visible()
        heights = board.locator(NUMERALS).evaluate_all(HEIGHTS)
        assert min(heights) * MM_A_PIXEL >= 18, (game, len(players))
        assert board.locator("#sheet").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1, game


def test_a_score_counts_up_and_is_right_within_a_second(evening: Evening, board: Page) -> None:
    house = evening.house
    house.start("Ada", "Bo")
    house.play(_roll(0, 2, 2, 4))
    board.emulate_media(reduced_motion="no-preference")
    board.goto(f"{house.address}/board")
    total = board.locator("[data-score]").first
    expect(total).to_have_text("0")
    board.evaluate(
        """() => {
            window.seen = new Set();
            new MutationObserver(() => seen.add(document.querySelector("[data-score]").textContent)).observe(
                document.querySelector("#sheet"), { childList: true, subtree: true, characterData: true });
        }"""
    )
    house.play({"kind": "score", "seat": 0, "category": "rift"})
    expect(total).to_have_text("48", timeout=1500)
    assert len(board.evaluate("[...seen]")) > 2


# ---- What every game shares ----


def test_a_turned_die_is_offered_as_a_trick_with_its_numbers_filled_in(house: House, operator: Page) -> None:
    house.start("Ada", "Bo")
    house.play({"kind": "roll", "seat": 0, "faces": [2, 2, 5]})
    evening = Evening(house, operator, operator)
    question = {
        "ask": ["A die was turned over by hand: which face counts?"],
        "dice": [{"kind": "d6", "face": face, "sure": True, "why": "", "corners": []} for face in (2, 2, 4)],
        "thrown": [2],
        "stayed": [0, 1],
        "early": False,
        "alone": True,
        "picture": None,
        "touched": [{"die": 2, "was": 5, "face": 4}],
    }

    def touched(route: Any) -> None:
        route.fulfill(json={**route.fetch().json(), "question": question})

    evening.table.route("**/api/board", touched)
    evening.table.route("**/api/events", lambda route: None)  # neither answered nor refused
    operate(evening.table, evening.house)
    for other in ("5 counts: it is turned back", "It was thrown again"):
        expect(evening.table.get_by_role("button", name=other)).to_be_visible()
    evening.press("Die 3, turned from 5 to 4: Sleight of Hand…")
    form = evening.table.get_by_role("dialog")
    expect(form.get_by_role("radio", name="Die 3, which shows 5")).to_be_checked()
    expect(form.get_by_role("group", name="Turn it to").get_by_role("radio", name="4")).to_be_checked()
    evening.press("Cancel", form)
    evening.press("4 counts: correct the roll")
    evening.expect_said("Ada rolls 2 2 4.")


def test_a_seat_has_a_new_link_and_the_board_says_who_plays_by_phone(evening: Evening) -> None:
    evening.start("4df", "Adam", "Bob")  # who sat nowhere before
    expect(evening.board.locator("#facts")).not_to_contain_text("By phone")
    evening.table.get_by_text("Seats and phones").click()
    evening.press("New link for Bob")
    link = evening.table.get_by_role("dialog").get_by_label("Link").input_value()
    assert re.match(rf"{evening.house.address}/play#token=.+", link)
    expect(evening.table.get_by_role("dialog")).to_contain_text("croupier serve --lan")
    evening.table.get_by_role("button", name="Copy the link").click()
    expect(evening.table.get_by_role("dialog").get_by_role("status")).to_have_text("Copied.")
    expect(evening.board.locator("#facts")).to_contain_text("By phone")
    expect(evening.board.locator("#facts")).to_contain_text("Bob")


def test_the_board_says_who_is_tied_with_whom_and_why_the_order_is_so(evening: Evening) -> None:
    evening.house.start("Ada", "Bo", "Cy", game="liars-dice", initiative="roll", buy_in="5")
    for seat, d20, bonus in ((0, 14, 2), (1, 16, 0), (2, 16, 0)):
        evening.house.play({"kind": "initiative", "seat": seat, "d20": d20, "bonus": bonus})
    moment = evening.board.locator(".moment")
    expect(moment).to_contain_text("Bo and Cy are tied at 16: each rolls a d20 again")
    for seat, d20 in ((1, 3), (2, 4)):
        evening.house.play({"kind": "initiative", "seat": seat, "d20": d20, "bonus": 0})
    expect(moment).to_contain_text("Equal totals are settled by the higher bonus, then by a roll-off.")


def test_what_a_roll_lacks_is_said_for_every_kind_of_throw(evening: Evening, operator: Page) -> None:
    def throw(counts: list[int], **more: Any) -> dict[str, Any]:
        return {"seat": 0, "kind": "roll", "throw": {"dice": "d6", "counts": counts, **more}}

    cases = [
        (throw([3]), [], "3 faces are still to be entered.", None),
        (throw([4, 5]), [1, 2, 3, 4, 5], "", [[1, 2, 3, 4, 5], [0, 1, 2, 3, 4]]),
        (throw([4, 5]), [1, 2, 3, 4], "", [[1, 2, 3, 4], [0, 1, 2, 3]]),
        (throw([1, 2, 3, 9], beside=True), [6, 6], "", [[6, 6], [0, 1]]),
        (throw([1, 2, 3, 9], beside=True), [6] * 4, "1 to 3 dice, or all 9 are awaited, and there are 4.", None),
        (throw([1, 2], lying=[4, 4, 4], fixed=[0]), [], "Choose the dice that were thrown again.", None),
    ]
    operator.goto(f"{evening.house.address}/static/icon.svg")
    for prompt, faces, lacks, sent in cases:
        said, thrown = operator.evaluate(
            """async ([prompt, faces]) => {
                const drafts = await import('/static/dice/draft.js');
                const draft = faces.reduce(drafts.enter, drafts.fresh(prompt));
                return [drafts.missing(draft), drafts.toThrow(draft)];
            }""",
            [prompt, faces],
        )
        assert said == lacks
        assert sent is None or [thrown["faces"], thrown["thrown"]] == sent


def test_the_options_of_a_game_are_chosen_in_words(house: House, operator: Page) -> None:
    table = operator
    operate(table, house, "/")
    table.get_by_role("radio", name="Liar’s Dice").check()
    table.get_by_role("textbox", name="Player 1").fill("Ada")
    table.get_by_role("textbox", name="Player 2").fill("Bo")
    table.get_by_text("Options").click()
    table.get_by_label("Ones are wild").select_option("Yes: they count as whatever is bid")
    table.get_by_label("Buy-in").select_option("Something else…")
    table.get_by_label("Buy-in, written out").fill("1,2,3")
    table.get_by_role("group", name="Who is an expert").get_by_label("Bo").check()
    table.get_by_label("Who keeps the bidding").select_option("yes")
    for idle in ("Free raises", "Who opens after a reveal"):
        expect(table.get_by_label(idle)).to_be_disabled()
    expect(table.get_by_role("group", name="Who is an expert").get_by_label("Bo")).to_be_disabled()
    table.get_by_label("Who keeps the bidding").select_option("no")
    table.get_by_role("button", name="Start Liar’s Dice").click()
    expect(table.get_by_role("alert").filter(has_text="needs one buy-in")).to_be_visible()
    expect(table.locator("#notice")).to_be_hidden()
    wrong = table.get_by_label("Buy-in, written out")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_attribute("aria-invalid", "true")
    wrong.fill("2 silver")
    table.get_by_role("button", name="Start Liar’s Dice").click()
    expect(table.locator("#sheet")).to_contain_text("2 silver, has not accepted yet · expert")
    chosen = house.table.course.started.options
    assert {name: chosen[name] for name in ("wild", "buy_in", "expert", "proficient")} == {
        "wild": "yes",
        "buy_in": "2 silver",
        "expert": "no,yes",
        "proficient": "no",
    }
    table.get_by_role("button", name="New game").click()
    expect(table.get_by_role("radio", name="Liar’s Dice")).to_be_checked()
    expect(table.get_by_label("Buy-in, written out")).to_have_value("2 silver")
    expect(table.get_by_role("group", name="Who is an expert").get_by_label("Bo")).to_be_checked()
    expect(table.get_by_role("group", name="Who is an expert").get_by_label("Ada")).not_to_be_checked()
