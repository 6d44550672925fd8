"""A night at the table as its players see it: two phones, a board, the operator and an overlay, all open at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

from browsing import House, Street, operate
from playwright.sync_api import Browser, Page, TimeoutError, expect
from windows import LAPTOP, PHONE, SCREEN, a_window

from croupier.vision.roll import Phase

PLAYERS = ("Ada", "Bo")
VIDEO = (1280, 720)
AGREE_MS = 5000

TOLD = """(turn) => {
    const all = (of) => [...document.querySelectorAll(of)];
    const words = (of) => all(of).map((one) => one.textContent.trim());
    const [me] = words("#me bdi");
    const [own] = words("#turn > .turn-name");
    const who = { "You win": `${me} wins`, "Your turn": turn.includes(me) ? turn : me, "You may doubt": turn };
    const named = words(me === undefined ? "#turn .turn-name > bdi" : "#turn .waiting bdi");
    const scores = words("#sheet thead .total, #sheet td.total, #sheet td.left .visually-hidden, #scores .total");
    const drawn = all("#dice .die, #last [data-die], #turn .dice .die, #lying .dice:not(.heap) .die");
    const face = (one) => one.ariaLabel.replace(/^Die [0-9]+: /, "").replace(/[.].*/, "").replace(/, bound$/, "");
    return {
        scores: scores.map((text) => text.replace(/[^-+−0-9·]/g, "")),
        turn: me === undefined || own === undefined ? named.join(" and ") : (who[own] ?? own),
        dice: drawn.map(face).join(" "),
    };
}"""
AGREED = f"""(told) => {{
    const now = ({TOLD})(told.turn);
    return Object.keys(told).every((name) => String(told[name]) === String(now[name]));
}}"""

OPEN = """() => [...document.querySelectorAll(".die:not(.covered, .cup-drawn)")]
    .filter((die) => !die.closest(".pad, form, .choices, .claim, .slot.open")).map((die) => die.ariaLabel)"""
"""The dice that lie open on a page; the keys of a pad, the fields of a form and a bid are drawn as dice too."""


class Night:
    """Games that are played one after another, and the five pages that follow them."""

    def __init__(self, house: House, phones: tuple[Page, Page], board: Page, operator: Page, overlay: Page) -> None:
        self.house, self.phones, self.board, self.operator = house, phones, board, operator
        self.pages = {"Ada": phones[0], "Bo": phones[1], "board": board, "operator": operator, "overlay": overlay}
        board.goto(f"{house.address}/board")
        overlay.goto(f"{house.address}/overlay")
        operate(operator, house)

    def begin(self, game: str, **options: str) -> None:
        """The tray is emptied, the game starts, and each player takes a seat. Who watches does nothing; the operator
        looks anew, as a shut dialog keeps the dice that it showed last.
        """
        self.house.tray.show(Phase.EMPTY)
        self.house.start(*PLAYERS, game=game, **options)
        self.operator.reload()
        for phone, name in zip(self.phones, PLAYERS, strict=True):
            phone.goto(f"{self.house.address}/play")
            phone.get_by_role("button", name=re.compile(f"^{name}( on this phone)?$")).click()
            expect(phone.locator("#me")).to_have_text(re.compile(f"{name}$"))

    # ---- What people do ----

    def type(self, seat: int, *faces: int) -> None:
        """Dice typed in on a phone, and sent."""
        asks = self.phones[seat].locator("#asks")
        expect(asks.locator(".pad")).to_have_count(1)
        if not asks.locator(".pad").is_visible():
            asks.locator("details", has=asks.page.locator(".pad")).locator("summary").click()
        for place, face in enumerate(faces):
            key = asks.locator(f"[data-key='pad-{face}']")
            key.dispatch_event("click") if place else key.click()  # one key is within reach where another was
        asks.locator("button.primary", has_text=re.compile("^(Enter|Cover)")).click()

    def choose(self, seat: int, name: str) -> None:
        """A choice on a phone, by the beginning of what its button says."""
        self.phones[seat].get_by_role("button", name=re.compile(f"^{name}")).click()

    def bid(self, seat: int, quantity: int, face: int) -> None:
        """The bidding is opened on a phone."""
        asks = self.phones[seat].locator("#asks")
        asks.get_by_label("How many", exact=True).fill(str(quantity))
        asks.get_by_role("radio", name=str(face), exact=True).check()
        asks.get_by_role("button", name=f"Bid {quantity}").click()

    def settle(self, faces: Mapping[int, int]) -> None:
        """Everybody is told of the question, and the operator answers it: each of these dice shows that face."""
        for page in self.pages.values():
            expect(page.locator("main").get_by_text("Two dice touch").first).to_be_visible()
        for place, face in faces.items():
            self.operator.locator(f"#question [data-die='{place}']").click()
            self.operator.locator(f"#face-dialog [data-face='{face}']").click()
        self.operator.get_by_role("button", name="Confirm").click()

    def correct(self, told: str, place: int, face: int) -> None:
        """The operator corrects a die of an older roll, found by what the log tells of it."""
        self.operator.get_by_role("button", name=f"Correct: {told}").click()
        self.operator.get_by_role("dialog").locator(f"[data-die='{place}']").click()
        self.operator.get_by_role("dialog").locator(f"[data-face='{face}']").click()

    def undo(self, told: str, called: str = "") -> None:
        """The operator takes back what was done last, which its button may call otherwise, and everybody is told."""
        self.operator.get_by_role("button", name=f"Undo {called}" if called else f"Undo: {told}").click()
        for name in ("Ada", "Bo", "board", "overlay"):
            expect(self.pages[name].get_by_text(f"Undone: {told}").first).to_be_visible()

    # ---- What all pages show ----

    def agree(self, scores: Sequence[object], turn: str, dice: str | None = "") -> None:
        """All five pages tell these scores by seat, whose turn it is or who won, and the faces that lie there in words,
        unless they are None.
        """
        told = {"scores": [str(score) for score in scores], "turn": turn}
        if dice is not None:
            told["dice"] = dice
        for name, page in self.pages.items():
            try:
                page.wait_for_function(AGREED, arg=told, timeout=AGREE_MS)
            except TimeoutError:
                raise AssertionError(f"{name} tells {page.evaluate(TOLD, turn)}, not {told}") from None

    def keep(self, seat: int, *faces: int) -> None:
        """These dice are on no page but their owner's, and there only while the button is held."""
        phone, words = self.phones[seat], [str(face) for face in faces]
        phone.locator("#look").hover()
        phone.mouse.down()
        assert phone.evaluate(OPEN) == words
        others = [page for page in self.pages.values() if page is not phone]
        for page in others:
            self._tells_nothing(page, words)
        phone.mouse.up()
        self._tells_nothing(phone, words)

    def _tells_nothing(self, page: Page, words: list[str]) -> None:
        assert page.evaluate(OPEN) == []
        content = page.content()
        assert not any(between.join(words) in content for between in (" ", ", ", ","))


@contextmanager
def a_night(browser: Browser, street: Street) -> Iterator[Night]:
    with ExitStack() as stack:
        house = stack.enter_context(street.house())
        sizes = (PHONE, PHONE, SCREEN, LAPTOP, VIDEO)
        ada, bo, board, operator, overlay = (stack.enter_context(a_window(browser, size)) for size in sizes)
        yield Night(house, (ada, bo), board, operator, overlay)
