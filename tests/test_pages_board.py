"""The board on the big screen: turn, dice, picture and scores, and that it is right again when the table was away."""

from __future__ import annotations

from pathlib import Path

from browsing import WIDTH, House, Street, a_house, die
from playwright.sync_api import Page, expect
from rift_pages import CATEGORIES, column, roll, score

from croupier.vision.roll import Phase

STATUS = [
    ("roll", "ok", "empty", "Throw the dice"),
    ("roll", "ok", "taken", "Throw the dice"),
    ("roll", "none", "empty", "Throw the dice"),
    ("roll", "ok", "rolling", "Rolling…"),
    ("roll", "ok", "settling", "Reading…"),
    ("roll", "ok", "hand", "Hand in view"),
    ("reroll", "ok", "rolling", "Rolling…"),
    ("reroll", "ok", "settled", "Dice read"),
    ("reroll", "ok", "taken", "Waiting"),
    ("choice", "ok", "settled", "Dice read"),
    ("choice", "ok", "rolling", "Waiting"),
    ("choice", "ok", "empty", "Waiting"),
    ("roll", "lost", "empty", "Picture lost"),
    ("roll", "ended", "empty", "Recording over"),
    ("nothing", "ended", "empty", "Game over"),
]
"""What is awaited, the camera, the phase of the roll: and the one word for it."""


def play_out(house: House) -> None:
    """A whole game; Ada wins."""
    for category in CATEGORIES:
        house.play(roll(0, 2, 2, 4), score(0, category), roll(1, 6, 6, 6), score(1, category))


def test_the_status_says_what_is_awaited_or_going_on(house: House, board: Page) -> None:
    throw = {"text": "Roll three dice", "throw": {"lying": []}}
    again = {"text": "Reroll any of the dice", "throw": {"lying": [2, 2, 5]}}
    choose = {"text": "Choose a category", "throw": None}
    prompts = {"roll": [throw], "reroll": [choose, again], "choice": [choose], "nothing": []}
    given = [
        [
            {"over": awaits == "nothing", "question": None, "camera": {"state": camera}, "prompts": prompts[awaits]},
            phase,
        ]
        for awaits, camera, phase, _ in STATUS
    ]
    board.goto(f"{house.address}/static/icon.svg")
    said = board.evaluate(
        """async (given) => {
            const { status } = await import('/static/words.js');
            return given.map((one) => status(...one).word);
        }""",
        given,
    )
    assert [(*case[:3], word) for case, word in zip(STATUS, said, strict=True)] == STATUS


def test_a_roll_appears_on_the_board_by_itself_with_what_each_category_would_bring(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    with board.expect_response("**/api/events"):
        board.goto(f"{house.address}/board")
    expect(board.locator("#turn")).to_contain_text("Ada")
    expect(board.locator("#turn")).to_contain_text("Roll three dice")
    expect(board.locator("#status")).to_have_text("Throw the dice")
    house.tray.show(Phase.ROLLING)
    expect(board.locator("#status")).to_have_text("Rolling…")
    house.tray.roll(die(2, 0), die(2, 1), die(4, 2))
    expect(board.locator("#status")).to_have_text("Dice read")
    expect(board.get_by_role("img", name="2, Voc")).to_have_count(2)
    expect(board.get_by_role("img", name="4, Brev")).to_have_count(1)
    expect(column(board, 0, "Rift")).to_have_text("would bring 48")
    expect(column(board, 1, "Rift")).to_be_empty()


def test_dice_that_are_scored_stay_until_the_next_roll_and_come_back_when_that_is_undone(
    house: House, board: Page
) -> None:
    house.start("Ada", "Bo")
    board.goto(f"{house.address}/board")
    house.tray.roll(die(2, 0), die(2, 1), die(4, 2))
    expect(board.get_by_role("img", name="2, Voc")).to_have_count(2)
    house.play(score(0, "rift"))
    expect(column(board, 0, "Rift")).to_have_text("48")
    expect(board.locator("#turn")).to_contain_text("Bo")
    expect(board.locator("#dice .die")).to_have_count(3)
    expect(board.locator("#dice")).to_contain_text("Ada’s dice")
    house.tray.roll(die(6, 0), die(6, 1), die(5, 2))
    expect(board.get_by_role("img", name="6, Nox")).to_have_count(2)
    house.table.undo("operator")
    expect(board.get_by_role("img", name="2, Voc")).to_have_count(2)
    expect(board.get_by_role("img", name="6, Nox")).to_have_count(0)


def test_the_board_shows_the_live_picture_with_outlines_and_faces(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    house.tray.show(Phase.UNSURE, die(3, 0), die(5, 1, sure=False))
    board.goto(f"{house.address}/board")
    expect(board.locator(".found")).to_have_count(2)
    expect(board.locator(".found.unsure text")).to_have_text("5?")
    expect(board.get_by_alt_text("The dice tray, live")).to_have_js_property("naturalWidth", WIDTH)


def test_a_doubtful_roll_is_shown_as_a_question(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.goto(f"{house.address}/board")
    house.tray.roll(die(2, 0), die(4, 1, sure=False, why="two dice touch"), die(None, 2, sure=False))
    expect(board.locator("#status")).to_have_text("Please check")
    expect(board.locator("#last")).to_contain_text("Two dice touch")
    expect(board.get_by_role("img", name="4, Brev, not sure")).to_be_visible()
    expect(board.get_by_role("img", name="not read")).to_be_visible()


def test_the_board_says_who_won(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    play_out(house)
    board.goto(f"{house.address}/board")
    expect(board.locator("#turn")).to_contain_text("Ada wins")
    expect(board.locator("#status")).to_have_text("Game over")
    expect(board.locator("#sheet th.won")).to_contain_text("Ada")


def test_the_pot_is_shown_when_there_is_betting(house: House, board: Page) -> None:
    house.start("Ada", "Bo", betting="tavern")
    board.goto(f"{house.address}/board")
    expect(board.locator("#facts")).to_contain_text("486 copper")
    house.play(roll(0, 2, 2, 4), score(0, "rift"))
    expect(board.locator("#facts")).to_contain_text("438 copper")


def test_the_camera_is_said_in_words_when_there_is_none(street: Street, board: Page) -> None:
    with street.house(with_camera=False) as house:
        house.start("Ada", "Bo")
        board.goto(f"{house.address}/board")
        expect(board.locator("#tray figcaption")).to_contain_text("rolls are entered by hand")
        expect(board.get_by_alt_text("The dice tray, live")).to_be_hidden()


def test_the_end_of_a_recording_is_no_advice_when_the_game_is_over(street: Street, board: Page) -> None:
    with street.house(with_camera=False) as house:
        house.live.camera = {"url": "demo:", "state": "ended", "text": "It is over. Rolls can be entered by hand."}
        house.start("Ada", "Bo")
        board.goto(f"{house.address}/board")
        expect(board.locator("#tray figcaption")).to_have_text("It is over. Rolls can be entered by hand.")
        play_out(house)
        expect(board.locator("#tray figcaption")).to_have_text("It is over.")


def test_names_are_shown_as_they_are_written(house: House, board: Page) -> None:
    house.start("<img src=x onerror=alert(1)>", "Bo & <b>Co</b>")
    board.goto(f"{house.address}/board")
    expect(board.locator("#turn")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(board.locator("#sheet")).to_contain_text("Bo & <b>Co</b>")


def test_a_game_the_pages_do_not_know_is_shown_by_its_standings(house: House, board: Page) -> None:
    take = {"kind": "take", "seat": 1, "heap": 2}
    prompt = {"seat": 1, "kind": "take", "text": "Take some pebbles", "choices": [take], "throw": None, "fields": []}
    standings = [("Ada", 12, {"pebbles": 3}), ("Bo", 9, {})]
    strange = {
        "version": 7,
        "game": {"name": "pebbles", "title": "Pebbles", "options": {}},
        "players": ["Ada", "Bo"],
        "prompts": [prompt],
        "view": {"heaps": [1, 2]},
        "standings": [
            {"seat": seat, "player": player, "score": points, "extra": extra}
            for seat, (player, points, extra) in enumerate(standings)
        ],
        "winners": [],
        "over": False,
        "question": None,
        "last": None,
        "camera": {"url": "", "state": "none", "text": "There is no camera."},
        "phase": "empty",
        "you": {"role": "operator", "seat": None},
    }
    board.route("**/api/board", lambda route: route.fulfill(json=strange))
    board.route("**/api/events", lambda route: route.fulfill(status=204))
    board.goto(f"{house.address}/board")
    expect(board.locator("#sheet")).to_contain_text("12")
    expect(board.locator("#sheet")).to_contain_text("Pebbles 3")
    expect(board.locator("#turn")).to_contain_text("Take some pebbles")
    board.goto(f"{house.address}/table")
    expect(board.get_by_role("button", name="Take 2")).to_be_visible()


# ---- When things go ----


def test_the_page_says_that_the_server_is_gone_and_is_right_again_when_it_is_back(tmp_path: Path, board: Page) -> None:
    with a_house(tmp_path) as house:
        house.start("Ada", "Bo")
        board.goto(f"{house.address}/board")
        expect(board.locator("#turn")).to_contain_text("Ada")
    expect(board.get_by_role("alert").filter(has_text="The table does not answer")).to_be_visible()
    with a_house(tmp_path, house.port) as again:
        again.play(roll(0, 2, 2, 4), score(0, "rift"))
        expect(board.locator("#gone")).to_be_hidden()
        expect(column(board, 0, "Rift")).to_have_text("48")
        expect(board.locator("#turn")).to_contain_text("Bo")


def test_a_page_that_slept_is_right_when_it_wakes(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.route("**/api/events", lambda route: route.abort())
    board.goto(f"{house.address}/board")
    expect(board.locator("#turn")).to_contain_text("Ada")
    house.play(roll(0, 2, 2, 4), score(0, "rift"))
    board.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(board.locator("#turn")).to_contain_text("Bo", timeout=1000)


def test_a_page_whose_connection_is_dead_without_a_word_finds_out_by_itself(house: House, board: Page) -> None:
    house.start("Ada", "Bo")
    board.clock.install()
    board.route("**/api/events", lambda route: None)  # neither answered nor refused
    board.goto(f"{house.address}/board")
    expect(board.locator("#turn")).to_contain_text("Ada")
    house.play(roll(0, 2, 2, 4), score(0, "rift"))
    board.clock.fast_forward(10_000)
    expect(board.locator("#turn")).to_contain_text("Bo")


def test_a_server_that_comes_back_without_a_game_leaves_none_on_the_board(tmp_path: Path, board: Page) -> None:
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
    with a_house(tmp_path / "before") as house:
        house.start("Ada", "Bo")
        board.goto(f"{house.address}/board")
        expect(board.locator("#turn")).to_contain_text("Ada")
    with a_house(tmp_path / "after", house.port):
        expect(board.locator("#turn")).to_have_text("No game is being played yet")
        expect(board.locator("#sheet")).to_be_empty()
