"""Setting up a camera: which there are, how well one sees in words, a test roll, and the choice that is kept."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import numpy as np
import pytest
from fastapi.testclient import TestClient

from croupier.hardware import meters
from croupier.hardware.camera import CameraError, open_camera
from croupier.hardware.meters import Level
from croupier.server.house import House, open_camera_first
from croupier.server.live import Live
from croupier.server.live.photo import Shot
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.setup import Equipment, Settings, SettingsError, beside
from croupier.server.setup.choices import choices, device_name
from croupier.server.setup.probe import probe
from croupier.server.setup.trial import judge
from croupier.server.table import Table
from croupier.server.web.app import create_app
from croupier.server.web.camera.setup import HIDDEN
from croupier.vision.frame import Frame, Image
from croupier.vision.picture import load_picture
from croupier.vision.reader import open_reader
from croupier.vision.reading import Die
from croupier.vision.roll import Phase, Seen

TOKEN = "the-operators-token"
STILLS = Path(__file__).parent.parent / "samples" / "stills"
SQUARE = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))


def die(face: int | None = 5, corners: Any = SQUARE, sure: bool = True, why: str = "", kind: str = "d6") -> Die:
    return Die(kind, face, corners, 0.99, sure, why)


def scaled(edge: float, high: float = 1.0) -> Die:
    """A die of that edge; seen from the side it is only so many times as high."""
    return die(corners=((0, 0), (edge, 0), (edge, edge * high), (0, edge * high)))


# ---- meters


@pytest.fixture(scope="module")
def measured() -> Callable[[str], dict[str, meters.Meter]]:
    reader = open_reader()

    def measure(name: str) -> dict[str, meters.Meter]:
        image = load_picture(STILLS / f"{name}.jpg")
        return {meter.about: meter for meter in meters.meters(image, reader.read(image).dice)}

    return measure


@pytest.mark.parametrize(
    ("still", "about", "level", "says"),
    [
        ("d6-4-5-dark", "light", Level.POOR, "Too dark: add light from the side"),
        ("d6-2-6-3-dark", "light", Level.FAIR, "Rather dark"),
        ("d6-1-3-dusk", "light", Level.FAIR, "Rather dark"),
        ("d6-5-4-6-noise", "light", Level.FAIR, "grainy"),
        ("d6-2-4-blur", "focus", Level.POOR, "Blurred: focus the camera"),
        ("d6-6-3-blur", "focus", Level.POOR, "Blurred: focus the camera"),
        ("d6-5-1-glare", "glare", Level.FAIR, "lamp"),
        ("d6-6-2-glare", "glare", Level.POOR, "Turn the light down"),
        ("d6-6-5-tiny", "size", Level.POOR, "Dice are 19 px: come closer"),
        ("d6-1-4-6-small", "size", Level.FAIR, "come closer if you can"),
        ("d6-5-close", "size", Level.FAIR, "Go further away"),
        ("d6-5-6-slant45", "slant", Level.FAIR, "45° from the side"),
        ("none-felt", "focus", Level.UNKNOWN, "Lay a die"),
        ("none-felt", "light", Level.GOOD, "Bright enough"),
    ],
)
def test_what_is_wrong_with_a_picture_is_said_with_what_to_do(
    measured: Callable[[str], dict[str, meters.Meter]], still: str, about: str, level: Level, says: str
) -> None:
    meter = measured(still)[about]
    assert (meter.level, says in meter.text) == (level, True), meter


@pytest.mark.parametrize(
    "still",
    [
        "d6-1-plain",
        "d6-2-5-plain",
        "d6-1-6-paper",
        "d6-6-6-1-oak",
        "d6-3-3-3-darkmat",
        "d6-4-6-slant15",
        "d6-6-3-1-sharp",
    ],
)
def test_all_is_well_with_a_good_picture(measured: Callable[[str], dict[str, meters.Meter]], still: str) -> None:
    assert {meter.about: meter.text for meter in measured(still).values() if meter.level != Level.GOOD} == {}


def test_the_low_light_sample_is_bright_enough_to_be_read(measured: Callable[[str], dict[str, meters.Meter]]) -> None:
    assert measured("d6-3-4-1-lowlight")["light"].level == Level.GOOD  # the lamp is weak, the picture is not


@pytest.mark.parametrize("degrees", [0, 20, 45, 60, 80])
def test_slant_is_told_in_degrees(degrees: int) -> None:
    assert meters.tilt(scaled(60, float(np.cos(np.radians(degrees))))) == pytest.approx(degrees, abs=1e-6)


def test_slant_does_not_depend_on_how_a_die_is_turned() -> None:
    turn, lean = np.radians(33), np.cos(np.radians(50))
    corners = np.array(SQUARE) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * (1, lean)
    assert meters.tilt(die(corners=tuple(map(tuple, corners)))) == pytest.approx(50)


def test_dice_that_were_seen_before_tell_on_while_none_lie_there() -> None:
    corners = ((5.0, 5.0), (45.0, 5.0), (45.0, 45.0), (5.0, 45.0))
    before = np.zeros((60, 80, 3), np.uint8), (Die("d6", 3, corners, 0.99, True),)
    told = {meter.about: meter.level for meter in meters.meters(np.zeros((60, 80, 3), np.uint8), (), before)}
    assert told["slant"] == Level.GOOD
    assert told["size"] != Level.UNKNOWN


def test_a_black_picture_without_dice_is_measured_all_the_same() -> None:
    told = meters.meters(np.zeros((60, 80, 3), np.uint8), ())
    assert [meter.level for meter in told] == [Level.POOR, Level.GOOD, Level.UNKNOWN, Level.UNKNOWN, Level.UNKNOWN]


def test_a_die_cut_off_by_the_edge_tells_no_focus() -> None:
    outside = die(corners=((-50, -50), (-10, -50), (-10, -10), (-50, -10)))
    assert meters.focus(np.zeros((60, 80, 3), np.uint8), (outside,)).level == Level.UNKNOWN


# ---- which cameras there are


def test_what_is_plugged_in_a_phone_and_the_recording_can_be_chosen(tmp_path: Path) -> None:
    (tmp_path / "v4l" / "by-id").mkdir(parents=True)
    (tmp_path / "v4l" / "by-id" / "usb-046d_HD_Pro_Webcam_C920_1234ABCD-video-index0").touch()
    there = choices(None, tmp_path)
    assert [choice.name for choice in there] == ["HD Pro Webcam C920", "A phone", "A recorded game"]
    assert [choice.url for choice in there][1:] == ["phone:", "demo:"]


def test_a_camera_that_was_chosen_by_its_address_is_listed_once(tmp_path: Path) -> None:
    assert [choice.url for choice in choices("video:a.mp4", tmp_path)] == ["video:a.mp4", "phone:", "demo:"]
    assert [choice.url for choice in choices("phone:", tmp_path)] == ["phone:", "demo:"]


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("usb:/dev/v4l/by-id/usb-Acme_Eye-video-index0", "Acme Eye"),
        ("usb:/dev/v4l/by-id/usb-046d_0825_A1B2C3D4-video-index0", "0825"),
        ("usb:/dev/video0", "video0"),
    ],
)
def test_a_webcam_is_called_what_people_call_it(url: str, name: str) -> None:
    assert device_name(url) == name


# ---- a look through a camera


def test_a_look_through_a_camera_gives_a_picture_and_lets_it_go() -> None:
    probed = probe("demo:", open_camera)
    assert probed.image is not None
    assert probed.image.shape == (480, 640, 3)


def test_a_camera_that_does_not_open_says_why() -> None:
    assert "There is no file" in probe("video:none.mp4", open_camera).text


class Hanging:
    """A camera whose driver does not return."""

    url, live = "hanging:", True

    def __init__(self) -> None:
        self.over = threading.Event()

    def __enter__(self) -> Self:
        self.over.wait()
        return self

    def __exit__(self, *why: object) -> None:
        pass

    def __iter__(self) -> Iterator[Frame]:
        return iter(())


def test_a_camera_that_hangs_is_given_up_in_words() -> None:
    hanging = Hanging()
    try:
        assert "gave no picture within" in probe("hanging:", lambda url: hanging, 0.01).text
    finally:
        hanging.over.set()


# ---- a test roll


@pytest.mark.parametrize(
    ("truth", "dice", "passed", "says"),
    [
        ([3], (), False, "no dice are seen"),
        ([5, 3], (die(3), die(5)), True, "Passed"),
        ([5, 3, 1], (die(3), die(5)), False, "3 dice lie there, but 2 are seen"),
        ([5, 3], (die(3), die(6)), False, "5 was read as 6"),
        ([5, 3], (die(3), die(None, sure=False)), False, "5 was read as no face"),
        ([5, 3], (die(3), die(5, sure=False, why="two dice touch")), False, "Nearly: .* Two dice touch."),
        ([-1, 1], (die(-1, kind="dF"), die(0, kind="dF")), False, r"\+ was read as 0"),
    ],
)
def test_a_test_roll_passes_or_fails_in_words(truth: list[int], dice: tuple[Die, ...], passed: bool, says: str) -> None:
    verdict = judge(truth, dice)
    assert verdict.passed == passed
    assert re.search(says, verdict.text), verdict.text


def test_what_speaks_against_the_whole_picture_keeps_a_test_from_passing() -> None:
    verdict = judge([5], (die(5),), ("a die may be cut off",))
    assert (verdict.passed, "A die may be cut off." in verdict.text) == (False, True)


# ---- what is kept


def test_the_choice_outlives_a_restart(tmp_path: Path) -> None:
    with closing(Log(str(tmp_path / "table.db"))) as log:
        settings = Settings(beside(log))
    assert settings.camera() is None
    settings.keep_camera("phone:")
    assert Settings(tmp_path / "table.db.settings.json").camera() == "phone:"
    settings.keep_camera(None)
    assert settings.camera() is None


def test_a_table_on_a_server_keeps_its_settings_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    on_server, another = (SimpleNamespace(file=None, database=f"postgresql://ada:***@here/{name}") for name in "ab")
    Settings(beside(on_server)).keep_camera("demo:")  # type: ignore[arg-type]
    (kept,) = (tmp_path / "croupier").iterdir()
    assert re.fullmatch(r"table-[0-9a-f]{16}\.settings\.json", kept.name)
    assert json.loads(kept.read_text()) == {"camera": "demo:"}
    assert Settings(beside(another)).camera() is None, "each database has its own"  # type: ignore[arg-type]


@pytest.mark.parametrize("named", ["~/table.db", "sqlite:///{home}/table.db", "{home}/table.db", "table.db"])
def test_settings_lie_beside_the_file_that_was_opened_however_it_was_named(
    memory: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("HOME", str(memory))
    monkeypatch.chdir(memory)
    with closing(Log(named.format(home=memory))) as log:
        assert beside(log) == memory / "table.db.settings.json"


def test_two_logs_in_one_folder_have_settings_of_their_own_however_much_alike_they_are_called(memory: Path) -> None:
    for name, camera in (("table.db", "phone:"), ("table.sqlite", "demo:")):
        with closing(Log(str(memory / name))) as log:
            assert Settings(beside(log)).camera() is None, name
            Settings(beside(log)).keep_camera(camera)
    for name, camera in (("table.db", "phone:"), ("table.sqlite", "demo:")):
        with closing(Log(str(memory / name))) as log:
            assert Settings(beside(log)).camera() == camera, name


@pytest.mark.parametrize("text", ["", "no JSON", "[]", '{"camera": 5}', "{}", "[" * 100_000])
def test_settings_that_cannot_be_read_are_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "table.settings.json").write_text(text)
    assert Settings(tmp_path / "table.settings.json").camera() is None


def test_settings_that_are_no_file_are_as_none_and_nobody_waits_for_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    os.mkfifo(tmp_path / "a pipe")
    (tmp_path / "a device").symlink_to("/dev/zero")
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a number").write_text('{"camera": 3}')
    for name in ("a pipe", "a device", "a folder", "a number"):
        assert Settings(tmp_path / name).camera() is None
        assert f"{name} cannot be read" in caplog.text


def test_a_choice_that_cannot_be_kept_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="choose it again"):
        Settings(tmp_path / "file" / "table.settings.json").keep_camera("demo:")


def test_a_table_starts_with_the_camera_that_was_chosen_unless_another_one_is_named(memory: Path) -> None:
    database = str(memory / "table.db")
    Settings(memory / "table.db.settings.json").keep_camera("phone:")
    for named, used in ((None, "phone:"), ("demo:", "demo:")):
        with House(Log(database), named) as house:
            assert house.live.url == used


def test_a_choice_that_the_commands_camera_takes_back_at_the_next_start_says_so(memory: Path) -> None:
    with House(Log(str(memory / "table.db")), "demo:") as house:
        app = create_app(house.table, house.live, house.news, house.log, TOKEN, equipment=house.equipment)
        with TestClient(app, headers={"authorization": f"Bearer {TOKEN}"}) as client:
            answers = {url: client.post("/api/setup/camera", json={"url": url}).json() for url in ("phone:", "demo:")}
    assert "it watches demo: again" in answers["phone:"]["text"]
    assert answers["demo:"]["text"] == ""


def test_a_camera_opened_at_the_start_is_not_taken_for_another_one() -> None:
    open_one = open_camera_first("demo:")
    assert open_one("phone:").url == "phone:"
    assert open_one("demo:").url == "demo:"


# ---- over HTTP


@pytest.fixture
def log(memory: Path) -> Iterator[Log]:
    with closing(Log(str(memory / "table.db"))) as log:
        yield log


@pytest.fixture
def table(log: Log) -> Table:
    return Table(log)


@pytest.fixture
def live(table: Table) -> Live:
    return Live(table, None, open_camera, lambda: pytest.fail("nobody watches"), News())


@pytest.fixture
def client(table: Table, live: Live, log: Log, tmp_path: Path) -> Iterator[TestClient]:
    table.start("rift", ("Ada", "Bo"), {})
    equipment = Equipment(settings=Settings(tmp_path / "table.settings.json"))
    app = create_app(table, live, News(), log, TOKEN, "http://10.0.0.7:8000", equipment=equipment)
    with TestClient(app, raise_server_exceptions=False, headers={"authorization": f"Bearer {TOKEN}"}) as client:
        yield client


def sees(live: Live, *dice: Die, phase: Phase = Phase.SETTLED, image: Image | None = None) -> None:
    """As if the camera saw this."""
    live.camera = {"url": live.url or "", "state": "ok", "text": "It sees."}
    live.shot = Shot(Frame(np.full((60, 80, 3), 120, np.uint8) if image is None else image, 0.0, 0))
    live.seen = Seen(0.0, phase, dice)


def test_the_setup_is_the_operators_alone(client: TestClient) -> None:
    client.headers.pop("authorization")
    for path in ("", "/view", "/phone.svg", "/thumbnails/x.jpg"):
        assert client.get(f"/api/setup{path}").status_code == 401
    for path, body in (
        ("probe", {"url": "demo:"}),
        ("camera", {"url": "demo:"}),
        ("aside", {"on": True}),
        ("test", {"faces": [1]}),
    ):
        assert client.post(f"/api/setup/{path}", json=body).status_code == 401


def test_the_cameras_are_listed_with_a_link_for_a_phone(client: TestClient) -> None:
    told = client.get("/api/setup").json()
    assert {"phone:", "demo:"} <= {camera["url"] for camera in told["cameras"]}
    assert told["link"].startswith("http://10.0.0.7:8000/camera?token=")
    assert TOKEN not in told["link"]
    assert (told["reached"], told["live"]) == (True, False)
    assert "<svg" in client.get("/api/setup/phone.svg").text


def test_a_camera_is_looked_through_and_shown_as_a_thumbnail(client: TestClient) -> None:
    told = client.post("/api/setup/probe", json={"url": "demo:"}).json()
    assert (told["opens"], told["size"]) == (True, [640, 480])
    shown = client.get(told["thumbnail"])
    assert shown.headers["content-type"] == "image/jpeg"
    assert shown.content.startswith(b"\xff\xd8")
    assert client.get("/api/setup/thumbnails/none.jpg").status_code == 404


def test_a_camera_that_is_none_says_so_and_has_no_thumbnail(client: TestClient) -> None:
    told = client.post("/api/setup/probe", json={"url": "webcam:0"}).json()
    assert (told["opens"], told["thumbnail"]) == (False, None)
    assert "No camera is known" in told["text"]


def test_the_camera_in_use_is_not_opened_a_second_time(client: TestClient, live: Live) -> None:
    live.use("usb:0")
    sees(live)
    assert client.post("/api/setup/probe", json={"url": "usb:0"}).json()["size"] == [80, 60]


def test_only_the_newest_thumbnails_are_kept(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.setup.thumbnails.MOST_THUMBNAILS", 2)
    first, _, last = (client.post("/api/setup/probe", json={"url": "demo:"}).json()["thumbnail"] for _ in range(3))
    assert client.get(first).status_code == 404
    assert client.get(last).status_code == 200


def test_a_camera_is_chosen_for_now_and_for_the_next_start(client: TestClient, live: Live, tmp_path: Path) -> None:
    assert client.post("/api/setup/camera", json={"url": "phone:"}).json() == {"url": "phone:", "text": ""}
    assert live.url == "phone:"
    assert Settings(tmp_path / "table.settings.json").camera() == "phone:"
    client.post("/api/setup/camera", json={"url": None})
    assert live.url is None


def test_a_choice_that_cannot_be_kept_counts_for_now_and_says_so(
    client: TestClient, live: Live, tmp_path: Path
) -> None:
    (tmp_path / "table.settings.json").mkdir()
    answer = client.post("/api/setup/camera", json={"url": "demo:"})
    assert answer.status_code == 503
    assert "is chosen for now" in answer.json()["error"]
    assert live.url == "demo:"


def test_how_well_the_camera_sees_is_told_in_words(client: TestClient, live: Live) -> None:
    assert client.get("/api/setup/view").json()["meters"] == []
    sees(live, scaled(22))
    told = client.get("/api/setup/view").json()
    assert told["dice"] == 1
    assert "Dice are 22 px: come closer, 34 are good." in [meter["text"] for meter in told["meters"]]


def test_a_test_roll_counts_for_no_game(client: TestClient, live: Live, table: Table) -> None:
    version = table.course.version
    client.post("/api/setup/aside", json={"on": True})
    assert live.aside
    sees(live, die(3), die(5))
    assert client.post("/api/setup/test", json={"faces": [5, 3]}).json()["passed"]
    assert not client.post("/api/setup/test", json={"faces": [5, 4]}).json()["passed"]
    client.post("/api/setup/aside", json={"on": False})
    assert not live.aside
    assert table.course.version == version


def test_a_test_waits_for_dice_that_lie_still_and_a_camera_that_sees(client: TestClient, live: Live) -> None:
    nothing = client.post("/api/setup/test", json={"faces": [3]})
    assert (nothing.status_code, "choose a camera" in nothing.json()["error"]) == (409, True)
    sees(live, phase=Phase.ROLLING)
    rolling = client.post("/api/setup/test", json={"faces": [3]})
    assert (rolling.status_code, "wait until the dice lie still" in rolling.json()["error"]) == (409, True)


@pytest.mark.parametrize("body", [{}, {"faces": []}, {"faces": ["3"]}, {"faces": [3], "more": 1}])
def test_a_test_without_faces_is_refused(client: TestClient, body: dict[str, Any]) -> None:
    assert client.post("/api/setup/test", json=body).status_code == 422


def test_nothing_is_shown_while_dice_are_hidden(client: TestClient, live: Live, table: Table) -> None:
    thumbnail = client.post("/api/setup/probe", json={"url": "demo:"}).json()["thumbnail"]
    table.start("liars-dice", ("Ada", "Bo"), {})
    prompt = table.course.game.prompts(table.course.state)[0]
    table.act({"kind": "roll", "seat": prompt.seat, "faces": [1, 2, 3, 4, 5]}, "operator")
    sees(live, die(3))
    for answer in (
        client.get("/api/setup/view"),
        client.get(thumbnail),
        client.post("/api/setup/probe", json={"url": "demo:"}),
        client.post("/api/setup/test", json={"faces": [3]}),
    ):
        assert answer.status_code == 409
        assert "Dice are hidden" in answer.json()["error"]


def test_a_camera_that_fails_while_it_is_looked_through_says_what_its_driver_said() -> None:
    def refuse(url: str) -> Any:
        raise CameraError("It is in use by cheese (process 41): close that program first.")

    assert "cheese" in probe("usb:0", refuse).text


def test_no_picture_is_shown_of_dice_that_were_hidden_while_a_camera_was_looked_through(
    table: Table, live: Live, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def covered(url: str) -> Any:
        monkeypatch.setattr(Table, "hides", True)
        return open_camera(url)

    app = create_app(table, live, News(), log, TOKEN, equipment=Equipment(covered))
    with TestClient(app, headers={"authorization": f"Bearer {TOKEN}"}) as client:
        answer = client.post("/api/setup/probe", json={"url": "demo:"})
    assert (answer.status_code, answer.json()["error"]) == (409, HIDDEN)
