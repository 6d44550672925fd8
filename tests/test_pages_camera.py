"""A phone's page as the camera, and the owner's page that sets cameras up, in a browser whose camera is a recording."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from browsing import TOKEN, Front
from playwright.sync_api import Browser, Page, Route, expect
from windows import LAPTOP, PHONE, a_browser, a_window

from croupier.hardware.camera import open_camera
from croupier.server.house import open_eyes
from croupier.server.live import Live
from croupier.server.live.photo import Shot
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.setup import Equipment, Settings
from croupier.server.table import Table
from croupier.server.web.app import create_app
from croupier.server.web.camera.frames import CameraKey
from croupier.vision.frame import Frame
from croupier.vision.reading import Die
from croupier.vision.roll import Phase, Seen

SAMPLES = Path(__file__).parent.parent / "samples"
STILL = SAMPLES / "stills" / "d6-2-3-4-slant45.jpg"
BEFORE, ROLL, AFTER = 90, 52, 300
"""Frames of the fake camera's film: of an empty table, of the session's first roll (each twice), and of its dice."""


def film(path: Path) -> Path:
    """What the browser's camera sees, 30 pictures a second: a table, a roll of 4 1 6, and then the dice."""
    session = cv2.VideoCapture(str(SAMPLES / "sessions" / "rift" / "session.mp4"))
    frames = [cv2.imencode(".jpg", session.read()[1])[1].tobytes() for _ in range(ROLL)]
    session.release()
    twice = [frame for frame in frames for _ in range(2)]
    path.write_bytes(b"".join([*frames[:1] * BEFORE, *twice, *frames[-1:] * AFTER]))
    return path


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    fake = film(tmp_path_factory.mktemp("film") / "roll.mjpeg")
    camera = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
    with a_browser(*camera, f"--use-file-for-fake-video-capture={fake}") as browser:
        expect.set_options(timeout=15_000)
        yield browser


class House:
    """A running table that watches with real eyes. It stands behind `front`."""

    def __init__(self, folder: Path, front: Front) -> None:
        self.news, self.log = News(), Log(str(folder / "table.db"))
        self.table = Table(self.log, self.news.publish)
        self.table.start("rift", ("Ada", "Bo"), {})
        self.live = Live(self.table, None, open_camera, open_eyes, self.news)
        equipment = Equipment(settings=Settings(folder / "table.settings.json"))
        front.app = create_app(self.table, self.live, self.news, self.log, TOKEN, equipment=equipment)
        self.address = front.address
        self.link = f"{self.address}/camera?token={CameraKey(TOKEN, None).token}"  # type: ignore[arg-type]

    def close(self) -> None:
        self.live.stop(10)
        self.news.close()
        self.log.close()


@pytest.fixture(scope="module")
def front() -> Iterator[Front]:
    front = Front()
    front.open()
    yield front
    front.close()


@pytest.fixture(scope="module")
def closing(front: Front) -> Iterator[Callable[[House], None]]:
    """Houses that nobody is in any more close behind the test, which need not wait for it."""
    pool = ThreadPoolExecutor()
    closed = []
    yield lambda house: closed.append(pool.submit(house.close))
    for each in closed:
        each.result()
    pool.shutdown()


@pytest.fixture
def house(tmp_path: Path, front: Front, closing: Callable[[House], None]) -> Iterator[House]:
    house = House(tmp_path, front)
    house.live.start()
    yield house
    closing(house)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with a_window(browser, PHONE) as page:
        yield page


@pytest.fixture
def owner(browser: Browser, house: House) -> Iterator[Page]:
    with a_window(browser, LAPTOP) as page:
        page.request.get(f"{house.address}/table?token={TOKEN}")
        page.goto(f"{house.address}/setup")
        yield page


def until(true: Callable[[], Any]) -> None:
    """Wait for something that the camera's thread brings about."""
    tick = threading.Event()
    for _ in range(6000):
        if true():
            return
        tick.wait(0.005)
    raise AssertionError("It did not come about.")


def streaming(phone: Page, house: House) -> None:
    """The phone is the camera, and live: a page that may use it begins by itself."""
    house.live.use("phone:")
    until(lambda: house.live.watches_phone)
    phone.goto(house.link)
    expect(phone.locator("#live-state")).to_contain_text("Live: the table sees this picture.")


# ---- /camera


def test_a_phone_streams_and_a_roll_is_read_from_it(phone: Page, house: House) -> None:
    streaming(phone, house)
    assert "token" not in phone.url
    until(lambda: house.table.course.steps)
    assert sorted(house.table.course.state.dice) == [1, 4, 6]
    assert house.table.course.question is None
    phone.get_by_role("button", name="Stop").click()
    expect(phone.get_by_role("button", name="Start the camera")).to_be_focused()
    until(lambda: house.live.camera["state"] == "lost")
    assert "unlock it" in house.live.camera["text"]
    phone.get_by_role("button", name="Start the camera").click()
    until(lambda: house.live.camera["state"] == "ok")


def test_a_phone_whose_network_drops_says_so_and_is_live_again_by_itself(phone: Page, house: House) -> None:
    streaming(phone, house)
    cut: Callable[[Route], None] = lambda route: route.abort()  # noqa: E731
    phone.route("**/api/frame*", cut)
    expect(phone.locator("#live-state")).to_contain_text("does not answer")
    until(lambda: house.live.camera["state"] == "lost")
    phone.unroute("**/api/frame*", cut)
    expect(phone.locator("#live-state")).to_contain_text("Live: the table sees this picture.")
    until(lambda: house.live.camera["state"] == "ok")


def test_while_another_camera_is_in_use_no_frame_is_sent_and_then_it_is_live_by_itself(
    phone: Page, house: House
) -> None:
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.method) if "/api/frame" in request.url else None)
    phone.goto(house.link)
    told = "The table does not watch a phone yet. The owner chooses “A phone”"
    expect(phone.locator("#live-state")).to_contain_text(told)
    assert "POST" not in sent
    house.live.use("phone:")
    expect(phone.locator("#live-state")).to_contain_text("Live: the table sees this picture.")


def test_a_photo_is_one_roll_and_says_what_was_read(phone: Page, house: House) -> None:
    phone.goto(house.link)
    phone.locator("#photo").set_input_files(STILL)
    told = phone.locator("#photo-state")
    expect(told).to_contain_text("Read, and it counts.")
    assert sorted(house.table.course.state.dice) == [2, 3, 4]
    for face in ("2", "3", "4"):
        expect(told.get_by_role("img", name=face)).to_be_visible()
    phone.locator("#stored").set_input_files(STILL)
    expect(told).to_contain_text("Nothing new.")
    phone.locator("#stored").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    expect(told).to_contain_text("This photo cannot be read.")
    expect(told).to_contain_text("give a JPEG or PNG file")


def test_over_plain_http_a_phone_sends_photos_and_is_told_what_a_live_picture_needs(phone: Page, house: House) -> None:
    phone.add_init_script("Object.defineProperty(navigator, 'mediaDevices', {value: undefined})")
    phone.goto(house.link)
    expect(phone.locator("#live-state")).to_contain_text("--https")
    expect(phone.get_by_role("button", name="Start the camera")).to_be_hidden()
    phone.locator("#photo").set_input_files(STILL)
    expect(phone.locator("#photo-state")).to_contain_text("Read, and it counts.")


def test_a_camera_that_may_not_be_used_says_what_to_do(phone: Page, house: House) -> None:
    phone.add_init_script(
        "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError') }"
    )
    phone.goto(house.link)
    expect(phone.locator("#live-state")).to_contain_text("allow it in the browser’s settings")
    expect(phone.get_by_role("button", name="Start the camera")).to_be_visible()


def test_whoever_has_no_link_is_no_camera(phone: Page, house: House) -> None:
    phone.goto(f"{house.address}/camera")
    expect(phone.get_by_role("heading", name="This phone is not a camera yet")).to_be_visible()
    expect(phone.locator("#photo")).to_be_hidden()


def test_the_screen_stays_on_while_it_is_live_and_no_longer(phone: Page, house: House) -> None:
    phone.add_init_script("""
        window.locks = 0;
        const request = async () => {
            const lock = new EventTarget();
            lock.release = async () => {
                if (lock.gone) return;
                lock.gone = true;
                locks -= 1;
                lock.dispatchEvent(new Event('release'));
            };
            locks += 1;
            return lock;
        };
        Object.defineProperty(navigator, 'wakeLock', {value: {request}});
    """)
    streaming(phone, house)
    assert phone.evaluate("locks") == 1
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert phone.evaluate("locks") == 1
    phone.get_by_role("button", name="Stop").click()
    until(lambda: phone.evaluate("locks") == 0)
    phone.get_by_role("button", name="Start the camera").click()
    until(lambda: phone.evaluate("locks") == 1)


# ---- /setup


def test_a_camera_is_chosen_by_keyboard_with_its_thumbnail_and_seen_through(owner: Page, house: House) -> None:
    use = owner.get_by_role("button", name="Use A recorded game")
    expect(owner.locator("#cameras img").first).to_be_visible()
    use.focus()
    owner.keyboard.press("Enter")
    expect(owner.get_by_role("dialog")).to_contain_text("Use it all the same?")
    owner.keyboard.press("Shift+Tab")
    owner.keyboard.press("Enter")
    expect(owner.get_by_role("button", name="A recorded game is in use")).to_have_attribute("aria-pressed", "true")
    expect(owner.locator("#cameras .in-use")).to_contain_text("640 × 480 pixels")
    expect(owner.locator("#cameras .in-use img")).to_be_visible()
    expect(owner.locator("#cameras .refused")).to_have_count(0)
    expect(owner.locator("#camera-state")).to_contain_text("In use")
    expect(owner.locator("#meters")).to_contain_text("Bright enough.")
    expect(owner.locator("#meters")).to_contain_text("Sharp enough.")
    expect(owner.locator("#view-state")).to_contain_text("All is well")
    owner.get_by_role("button", name="Do without a camera").click()
    expect(owner.locator("#camera-state")).to_contain_text("None is in use")


def test_a_camera_of_any_address_is_looked_through_before_it_is_used(owner: Page, house: House) -> None:
    owner.get_by_text("Another camera or recording").click()
    owner.get_by_label("Its address").fill("webcam:7")
    owner.keyboard.press("Enter")
    expect(owner.locator("#other-told")).to_contain_text("No camera is known by 'webcam:7'")
    owner.get_by_label("Its address").fill(f"video:{SAMPLES}/sessions/rift/session.mp4")
    owner.keyboard.press("Enter")
    expect(owner.locator("#other-told")).to_contain_text("It works")
    owner.locator("#other-told").get_by_role("button", name="Use video:").click()
    asked = owner.get_by_role("dialog")
    expect(asked).to_contain_text("A recording would play into Ada and Bo’s game of Rift.")
    owner.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    assert house.live.url is None
    owner.locator("#other-told").get_by_role("button", name="Use video:").click()
    asked.get_by_role("button", name="Use it").click()
    until(lambda: house.live.url is not None and house.live.url.startswith("video:"))


def test_a_test_roll_is_typed_by_keyboard_and_told_in_words_and_counts_for_no_game(owner: Page, house: House) -> None:
    expect(owner.locator("#cameras li").first).to_be_visible()
    corners = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
    version = house.table.course.version
    owner.get_by_role("button", name="Start a test").click()
    until(lambda: house.live.aside)
    expect(owner.locator("#notice")).to_be_hidden()  # it knows: the words would cover the faces
    house.live.camera = {"url": "", "state": "ok", "text": "It sees."}
    house.live.shot = Shot(Frame(np.full((60, 80, 3), 120, np.uint8), 0.0, 0))
    house.live.seen = Seen(0.0, Phase.SETTLED, tuple(Die("d6", face, corners, 0.99, True) for face in (3, 5)))
    for key in ("3", "6", "Backspace", "5"):
        owner.keyboard.press(key)
    expect(owner.locator("#typed")).to_have_text("Typed: 3, 5")
    owner.get_by_role("button", name="Compare").click()
    expect(owner.locator("#verdict")).to_contain_text("Passed: every die was read right, and for sure.")
    expect(owner.locator("#test-state")).to_contain_text("Passed")
    owner.get_by_role("button", name="Enter 4").click()
    owner.get_by_role("button", name="Compare").click()
    expect(owner.locator("#verdict")).to_contain_text("Failed: 1 die lies there, but 2 are seen.")
    owner.get_by_role("button", name="End the test").click()
    until(lambda: not house.live.aside)
    assert house.table.course.version == version


def test_a_test_goes_on_when_the_table_misses_one_word_of_it_and_says_so_at_the_second(
    owner: Page, house: House
) -> None:
    owner.clock.install()
    owner.reload()
    expect(owner.locator("#cameras li").first).to_be_visible()
    owner.get_by_role("button", name="Start a test").click()
    until(lambda: house.live.aside)
    owner.keyboard.press("3")
    owner.route("**/api/setup/aside", lambda route: route.abort(), times=1)
    with owner.expect_event("requestfailed", lambda request: request.url.endswith("/aside")):
        owner.clock.run_for(4_000)
    with owner.expect_response("**/api/setup/aside") as heard:
        owner.clock.run_for(4_000)
    heard.value.finished()
    expect(owner.locator("#typed")).to_have_text("Typed: 3")
    expect(owner.locator("#notice")).not_to_contain_text("does not answer")
    owner.route("**/api/setup/aside", lambda route: route.abort())
    with owner.expect_event("requestfailed", lambda request: request.url.endswith("/aside")):
        owner.clock.run_for(4_000)
    expect(owner.locator("#notice")).not_to_contain_text("does not answer")
    owner.clock.run_for(4_000)
    expect(owner.locator("#notice")).to_contain_text("The table does not answer.")
    expect(owner.locator("#notice")).to_contain_text("Do not roll meanwhile: a roll may count.")
    expect(owner.locator("#typed")).to_have_text("Typed: 3")


def test_how_well_it_sees_is_asked_anew_only_once_it_was_answered(owner: Page, house: House) -> None:
    asked: list[Route] = []
    owner.goto("about:blank")  # what the page that is left asks for is no question of the next
    owner.clock.install()
    owner.route("**/api/setup/view", lambda route: asked.append(route))
    owner.goto(f"{house.address}/setup")
    until(lambda: owner.evaluate("1") and asked)
    owner.clock.run_for(5_000)
    assert len(asked) == 1  # it is still under way
    with owner.expect_request("**/api/setup/view"):
        asked[0].abort()
        owner.clock.run_for(2_000)


def test_the_setup_is_for_the_owner(phone: Page, house: House) -> None:
    phone.goto(f"{house.address}/setup")
    expect(phone.get_by_role("heading", name="This page is for the owner")).to_be_visible()
    expect(phone.locator("#cameras")).to_be_hidden()


def test_axe_finds_nothing_wrong_and_nothing_runs_over_the_edge(owner: Page, house: House) -> None:
    axe, looks = Axe(), ((LAPTOP, "dark"), (PHONE, "light"))
    house.live.use("demo:")
    for path in ("/setup", "/camera"):
        if path == "/setup":
            expect(owner.locator("#meters li")).to_have_count(5)
            owner.get_by_text("Code and link for the phone").click()
            owner.get_by_text("Another camera or recording").click()
            owner.get_by_role("button", name="Start a test").click()
        else:
            owner.goto(house.address + path)
            owner.locator("#photo").set_input_files(STILL)
            expect(owner.locator("#photo-state")).to_contain_text(".")
        for (width, height), scheme in looks:
            owner.set_viewport_size({"width": width, "height": height})
            owner.emulate_media(color_scheme="light" if scheme == "light" else "dark")
            found = axe.run(owner, options={"resultTypes": ["violations"]})
            assert found.violations_count == 0, (path, scheme, found.generate_report())
            assert not owner.evaluate("document.documentElement.scrollWidth > innerWidth"), (path, width)
