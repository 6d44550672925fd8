"""What a page says and sounds like; the browser's voice and its sounds are stubs that keep what they are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browsing import House, Street, die
from playwright.sync_api import Browser, Page, expect
from windows import a_window

from croupier.vision.roll import Phase

STUBS = """
window.heard = { said: [], cancelled: 0, notes: 0, woken: 0 };
Object.defineProperty(window, "speechSynthesis", { value: {
    speak: (words) => heard.said.push(words.text),
    cancel: () => (heard.cancelled += 1),
    getVoices: () => (window.mute ? [] : [{}]),
} });
const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
const part = () => ({ frequency: {}, gain, connect: (next) => next, stop() {}, start: () => (heard.notes += 1) });
window.AudioContext = class {
    constructor() { heard.woken += 1; this.currentTime = 0; this.state = "running"; }
    createOscillator() { return part(); }
    createGain() { return part(); }
};
"""
CHOOSE = "Ada: choose a category, or reroll any of the dice."


def roll(seat: int, *faces: int) -> dict[str, Any]:
    return {"kind": "roll", "seat": seat, "faces": list(faces)}


def score(seat: int, category: str) -> dict[str, Any]:
    return {"kind": "score", "seat": seat, "category": category}


@pytest.fixture(scope="module")
def one_house(street: Street) -> Iterator[House]:
    with street.house() as house:
        yield house


@pytest.fixture
def house(one_house: House) -> House:
    """Each test begins a game there, with nothing on the tray."""
    one_house.tray.show(Phase.EMPTY)
    return one_house


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with a_window(browser) as page:
        page.add_init_script(STUBS)
        yield page


def open_board(page: Page, house: House, path: str = "/board") -> None:
    page.goto(house.address + path)
    expect(page.locator("#turn")).not_to_be_empty()


def switch(page: Page, name: str) -> None:
    page.get_by_role("switch", name=name).click()


def said(page: Page) -> list[str]:
    words: list[str] = page.evaluate("heard.said")
    return words


def expect_said(page: Page, *words: str) -> None:
    """The newest things said are these, and the live region says the last of them as well."""
    page.wait_for_function("(last) => heard.said.at(-1) === last", arg=words[-1], timeout=5000)
    assert said(page)[-len(words) :] == list(words)
    expect(page.locator("#said")).to_have_text(words[-1])


# ---- The voice ----


def test_nothing_is_said_or_sounds_before_somebody_has_asked_for_it(house: House, page: Page) -> None:
    house.start("Ada", "Bo")
    open_board(page, house)
    house.play(roll(0, 2, 2, 4))
    expect(page.locator("#said")).to_have_text(f"Ada rolls 2 2 4. {CHOOSE}")
    page.locator("#turn").click()
    assert page.evaluate("heard") == {"said": [], "cancelled": 0, "notes": 0, "woken": 0}


def test_the_voice_says_the_turn_the_roll_what_it_brought_and_whose_turn_is_next(house: House, page: Page) -> None:
    house.start("Ada", "Bo")
    open_board(page, house)
    switch(page, "Voice")
    assert said(page) == ["Ada: roll three dice."]
    house.play(roll(0, 2, 2, 4))
    expect_said(page, f"Ada rolls 2 2 4. {CHOOSE}")
    house.play(score(0, "rift"))
    expect_said(page, "Ada scores 48 in Rift: 48 in all. Bo: roll three dice.")
    assert page.evaluate("heard.notes") == 0


def test_what_is_newer_takes_the_place_of_what_is_still_being_said(house: House, page: Page) -> None:
    house.start("Ada", "Bo")
    open_board(page, house)
    switch(page, "Voice")
    for faces in ((2, 2, 4), (1, 2, 5)):
        before = page.evaluate("heard.cancelled")
        house.play(roll(0, *faces))
        expect_said(page, f"Ada rolls {' '.join(map(str, faces))}. {CHOOSE}")
        assert page.evaluate("heard.cancelled") == before + 1
        house.table.undo("operator")
        expect_said(page, f"Undone: Ada rolls {' '.join(map(str, faces))}. Ada: roll three dice.")


def test_a_question_is_said_in_its_own_words(house: House, page: Page) -> None:
    house.start("Ada", "Bo")
    open_board(page, house)
    switch(page, "Voice")
    house.tray.roll(die(2, 0), die(4, 1, sure=False, why="two dice touch"), die(5, 2), ask=("two dice touch",))
    expect_said(page, "Please check. Two dice touch.")


def test_a_correction_says_the_corrected_value_and_the_new_total_and_no_more(house: House, page: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 5))
    first = house.table.course.version
    house.play(score(0, "twos"), roll(1, 6, 6, 6))
    open_board(page, house)
    switch(page, "Voice")
    house.table.mend(first, (2, 2, 2), "operator")
    expect_said(page, "Corrected: Ada rolls 2 2 2. Now Ada has 6.")
    expect(page.locator("#last")).to_have_text("Corrected: Ada rolls 2 2 2. Now Ada has 6.")
    assert len(said(page)) == 2


def test_an_undo_stands_on_the_board_until_something_else_is_done_for_who_comes_later_too(
    house: House, page: Page
) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 3, 4, 6))
    house.table.undo("operator")
    open_board(page, house)
    expect(page.locator("#last .changed, #last.changed")).to_have_text("Undone: Ada rolls 3 4 6.")
    page.reload()
    expect(page.locator("#last")).to_have_text("Undone: Ada rolls 3 4 6.")
    house.play(roll(0, 3, 4, 5))
    expect(page.locator("#last")).to_have_text("Ada rolls 3 4 5.")


def test_the_voice_knows_nothing_of_dice_under_cups_and_tells_a_reveal_with_its_verdict(
    house: House, page: Page
) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    open_board(page, house)
    switch(page, "Voice")
    house.play(roll(0, 6, 6, 6, 1, 5))
    expect_said(page, "Ada rolls 5 dice under the cup. Bo: roll 5 dice under the cup.")
    house.play(roll(1, 4, 4, 4, 4, 4))
    expect_said(
        page, "Bo rolls 5 dice under the cup. 10 dice are in play, and Ada opens. Ada: bid a quantity and a face."
    )
    house.play({"kind": "bid", "seat": 0, "quantity": 4, "face": 6})
    expect_said(page, "Ada bids 4 sixes. Bo: raise the quantity, or doubt it.")
    assert not any("6 6 6" in words or "4 4 4" in words for words in said(page))
    house.play({"kind": "reveal", "seat": 1})
    page.wait_for_function("() => heard.said.at(-1).includes('who bid 4, is the liar')")
    assert said(page)[-1].endswith("Bo wins.")


def test_a_verdict_is_neither_told_nor_said_before_the_dice_are_counted(house: House, page: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    house.play(roll(0, 6, 6, 6, 1, 5), roll(1, 4, 4, 4, 4, 4), {"kind": "bid", "seat": 0, "quantity": 4, "face": 6})
    page.emulate_media(reduced_motion="no-preference")
    open_board(page, house)
    switch(page, "Voice")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    house.play({"kind": "reveal", "seat": 1})
    verdict, winner = page.locator(".reveal .verdict"), page.locator("#turn .winner")
    expect(verdict).to_have_text("Ada lied")
    for hidden in (verdict, winner, page.locator(".gamblers")):
        expect(hidden).to_be_hidden()
    before = len(said(page))
    counts = []
    for _ in range(5):
        page.clock.run_for(350)
        counts.append(page.locator(".tally .count").inner_text())
        assert page.locator(".hit:not(.dark)").count() == int(counts[-1])
    assert counts == ["0", "1", "2", "3", "3"]
    expect(verdict).to_be_visible()
    expect(winner).to_be_visible()
    assert len(said(page)) == before + 1
    page.reload()  # whoever comes later sees how it ended at once
    expect(verdict).to_be_visible()
    expect(page.locator(".hit:not(.dark)")).to_have_count(3)
    expect(page.locator(".hit.dark")).to_have_count(0)


def test_what_one_sees_under_ones_own_cup_is_never_said_aloud(house: House, page: Page) -> None:
    house.start("Ada", "Bo", game="liars-dice")
    house.play(roll(0, 6, 6, 6, 1, 5))
    page.goto(f"{house.address}/play#token={house.table.seats.give(0)}")
    page.wait_for_url("**/play?seat=0*")
    switch(page, "Voice")
    page.get_by_role("button", name="Hold to look").focus()
    page.keyboard.down(" ")
    expect(page.locator("#said")).to_contain_text("Your dice: 6, 6, 6, 1, 5")
    page.keyboard.up(" ")
    assert not any("6, 6" in words for words in said(page))


def test_a_voice_that_was_left_on_waits_for_a_tap_on_the_page(house: House, page: Page) -> None:
    house.start("Ada", "Bo")
    open_board(page, house)
    voice = page.get_by_role("switch", name="Voice")
    expect(voice).not_to_be_checked()
    switch(page, "Voice")
    expect(voice).to_be_checked()
    page.reload()
    expect(page.locator("#turn")).to_contain_text("Ada")
    expect(voice).to_have_text("Voiceon at a tap")
    house.play(roll(0, 2, 2, 4))
    expect(page.locator("#last")).to_contain_text("Ada rolls")
    assert said(page) == []
    page.locator("#turn").click()
    expect(voice).to_be_checked()
    assert said(page) == [CHOOSE]
    switch(page, "Voice")
    expect(voice).not_to_be_checked()
    page.reload()
    expect(voice).to_have_text("Voiceoff")


def test_a_browser_without_a_voice_says_what_is_missing(house: House, page: Page) -> None:
    house.start("Ada", "Bo")
    page.add_init_script("window.mute = true")
    page.clock.install()
    open_board(page, house)
    switch(page, "Voice")
    page.clock.fast_forward(2000)
    expect(page.locator("#notice")).to_contain_text("This browser has no voice")


ADA, BO = ({"seat": seat, "text": "Roll three dice"} for seat in (0, 1))
GAME: dict[str, Any] = {"game": {"name": "any"}, "players": ["Ada", "Bo"], "over": False, "winners": []}
OLD: dict[str, Any] = {**GAME, "prompts": [ADA], "question": None, "changed": None, "last": {"entry": 6}}
DONE: dict[str, Any] = {**OLD, "prompts": [BO], "last": {"entry": 7}}
ASKED: dict[str, Any] = {**OLD, "question": {"ask": ["two dice touch"]}}
UNDONE: dict[str, Any] = {**OLD, "last": {"entry": 5}, "changed": {"kind": "undo", "text": "Undone: it."}}
NEW: dict[str, Any] = {**OLD, "last": None}
ADAS, BOS = "Ada: roll three dice.", "Bo: roll three dice."


TOLD: list[tuple[list[Any], list[str]]] = [
    (["Ada rolls.", DONE, DONE], ["", f"Ada rolls. {BOS}", ""]),  # to whoever watches
    ([DONE, "Ada rolls.", DONE], ["", "", f"Ada rolls. {BOS}"]),  # to whoever acted: the answer is first
    (["Ada rolls.", DONE, "Bo rolls.", {**DONE, "last": {"entry": 8}}], ["", f"Ada rolls. {BOS}", "Bo rolls."]),
    ([UNDONE, "Undone: it.", UNDONE], ["", "", "Undone: it."]),
    ([None, OLD], ["", ""]),  # nothing was missed
    ([None, DONE], ["", BOS]),  # after sleep, or without the table for a while
    ([None, DONE, None, DONE], ["", BOS, ""]),
    ([ASKED, OLD], ["", "Please check. Two dice touch.", ADAS]),  # it was dropped
    ([ASKED, DONE, "Ada rolls.", DONE], ["", "Please check. Two dice touch.", "", f"Ada rolls. {BOS}"]),
    ([NEW, NEW], ["", ADAS, ""]),  # another game
]
"""What comes to a page that showed OLD, and what it says of that."""


def test_each_change_is_said_once_whichever_way_it_comes(house: House, page: Page) -> None:
    page.goto(f"{house.address}/static/icon.svg")
    for came, words in TOLD:
        said = page.evaluate(
            """async (came) => {
                const story = (await import('/static/voice/story.js')).teller();
                const said = [];
                for (const one of came) {
                    if (one === null) story.afresh();
                    else if (typeof one === "string") story.hear(one);
                    else said.push(story.tell(one));
                }
                return said;
            }""",
            [OLD, *came],
        )
        assert said == words, came


def test_the_phone_that_acted_hears_whose_turn_comes_next(house: House, page: Page) -> None:
    house.start("Ada", "Bo")
    house.play(roll(0, 2, 2, 4))
    page.goto(f"{house.address}/play#token={house.table.seats.give(0)}")
    page.wait_for_url("**/play?seat=0*")
    switch(page, "Voice")
    page.get_by_role("button", name=re.compile("^Rift")).click()
    expect_said(page, f"Ada scores 48 in Rift: 48 in all. {BOS}")


# ---- Sounds ----


def test_sounds_have_a_switch_of_their_own_and_a_roll_is_heard_once(house: House, page: Page) -> None:
    house.start("Ada", "Bo")
    open_board(page, house)
    switch(page, "Sound")
    first = page.evaluate("heard.notes")
    assert first > 0
    house.play(roll(0, 2, 2, 4))
    page.wait_for_function("(first) => heard.notes > first", arg=first)
    second = page.evaluate("heard.notes")
    house.play(score(0, "rift"))
    expect(page.locator("#turn")).to_contain_text("Bo")
    house.table.undo("operator")
    expect(page.locator("#last")).to_contain_text("Undone")
    assert page.evaluate("[heard.notes, heard.said.length]") == [second, 0]


BOARD = {"game": {}, "over": False, "question": None, "changed": None, "prompts": [], "last": None}
THROWN = {"entry": 7, "dice": [{"face": 2}], "covered": 0}


CUES: list[tuple[dict[str, Any], int | None, str | None]] = [
    ({}, None, None),
    ({"last": THROWN}, None, "roll"),
    ({"last": {**THROWN, "dice": [], "covered": 4}}, None, "roll"),
    ({"last": {**THROWN, "dice": []}}, None, None),
    ({"last": THROWN, "changed": {"kind": "undo"}}, None, None),
    ({"last": THROWN, "question": {"ask": ["…"]}}, None, "question"),
    ({"last": THROWN, "over": True}, None, "win"),
    ({"prompts": [{"seat": 1}]}, 1, "turn"),
    ({"prompts": [{"seat": 1, "secret": True}]}, 1, None),
    ({"prompts": [{"seat": 1}]}, 0, None),
    ({"prompts": [{"seat": 1}]}, None, None),
]
"""What is new on the board, whose page it is, and what sounds there."""


def test_the_most_telling_sound_of_a_change_is_the_one(house: House, page: Page) -> None:
    page.goto(f"{house.address}/static/icon.svg")
    heard = "async (given) => (await import('/static/voice/cues.js')).cue(...given)"
    for after, seat, name in CUES:
        assert page.evaluate(heard, [BOARD, {**BOARD, **after}, seat]) == name, after
