"""Pictures that phones send: photographs of one roll each, frames of a live camera, and whatever else comes along."""

from __future__ import annotations

import contextlib
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from croupier.hardware.camera import open_camera
from croupier.server.errors import LogError, OutcomeUnknown, TableError
from croupier.server.live import Live
from croupier.server.live.photographs import EVIDENCE_LONG_SIDE_PX, Photographs, Taken
from croupier.server.live.snapshot import ALIKE, WHICH
from croupier.server.live.watch import PHOTOS
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.setup import Equipment
from croupier.server.table import Table
from croupier.server.web.app import create_app
from croupier.server.web.camera import frames
from croupier.server.web.camera.frames import ANOTHER_PHONE, CameraKey
from croupier.vision.frame import Frame, Image
from croupier.vision.reading import Die, Reading
from croupier.vision.roll import Phase, Seen

TOKEN = "the-operators-token"
OPERATOR = {"authorization": f"Bearer {TOKEN}"}
STILLS = Path(__file__).parent.parent / "samples" / "stills"


class Reader:
    """Reads in every picture what it was told to, a little further to the right each time."""

    def __init__(self) -> None:
        self.faces: tuple[int | None, ...] = ()
        self.why: tuple[str, ...] = ()
        self.read_so_far: list[Image] = []

    def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
        self.read_so_far.append(image)
        left = 50 * len(self.read_so_far)
        return Reading(tuple(die(face, left + 60 * i) for i, face in enumerate(self.faces)), self.why)


def die(face: int | None, left: float) -> Die:
    corners = ((left, 20), (left + 40, 20), (left + 40, 60), (left, 60))
    return Die("d6", face, corners, 0.99, face is not None, "" if face else "A pip is missing.")  # type: ignore[arg-type]


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def log(memory: Path) -> Iterator[Log]:
    with closing(Log(str(memory / "table.db"))) as log:
        yield log


@pytest.fixture
def table(log: Log) -> Table:
    return Table(log, develop=lambda roll: None if roll.evidence is None else jpeg(roll.evidence.image))


@pytest.fixture
def live(table: Table) -> Iterator[Live]:
    live = Live(table, None, open_camera, Eyes, News())
    yield live
    live.stop(10)


@pytest.fixture
def client(table: Table, live: Live, log: Log, reader: Reader) -> Iterator[TestClient]:
    table.start("rift", ("Ada", "Bo"), {})
    app = create_app(table, live, News(), log, TOKEN, equipment=Equipment(open_reader=lambda: reader))
    with TestClient(app, raise_server_exceptions=False, headers=OPERATOR) as client:
        yield client


class Eyes:
    """Sees an empty table."""

    def see(self, frame: Frame) -> Seen:
        return Seen(frame.at, Phase.EMPTY)

    def finish(self) -> Seen | None:
        return None

    def reread(self) -> None:
        pass


def jpeg(image: Image, *how: int) -> bytes:
    return cv2.imencode(".jpg", image, how)[1].tobytes()


shots = iter(range(1, 10_000))


def shot(shade: int | None = None) -> bytes:
    """A photograph; each is another file than those before."""
    return jpeg(
        np.full((90, 400, 3), (shade or next(shots)) % 256, np.uint8), cv2.IMWRITE_JPEG_QUALITY, 50 + next(shots) % 50
    )


def send(client: TestClient, content: bytes, name: str = "picture", **query: Any) -> Any:
    return client.post("/api/frame", files={name: ("IMG_0001.JPG", content)}, params=query)


Send = Callable[..., Any]


@pytest.fixture
def photograph(client: TestClient, reader: Reader) -> Send:
    """Sends a new photograph on which these faces are read."""

    def take(*faces: int | None, why: tuple[str, ...] = (), content: bytes | None = None) -> Any:
        reader.faces, reader.why = faces, why
        answer = send(client, content or shot())
        assert answer.status_code == 200, answer.text
        return answer.json()

    return take


# ---- a photograph is a roll


def test_a_photograph_is_read_as_one_roll_and_kept_as_its_evidence(photograph: Send, table: Table) -> None:
    told = photograph(3, 5, 6)
    assert told["outcome"] == "counted"
    assert told["text"]
    assert [die["face"] for die in told["dice"]] == [3, 5, 6]
    assert list(table.course.state.dice) == [3, 5, 6]
    assert table.course.steps[-1].entry.picture is not None


def test_the_same_photograph_sent_twice_counts_once(photograph: Send, table: Table) -> None:
    content = shot()
    photograph(3, 5, 6, content=content)
    version = table.course.version
    told = photograph(1, 1, 1, content=content)  # not even looked at
    assert told["outcome"] == "known"
    assert "counts once" in told["text"]
    assert table.course.version == version


def test_another_photograph_of_the_same_dice_counts_nothing(photograph: Send, table: Table) -> None:
    photograph(3, 5, 6)
    version = table.course.version
    assert photograph(6, 3, 5)["outcome"] == "known"
    assert table.course.version == version


def test_the_same_photograph_counts_in_the_next_game(photograph: Send, table: Table) -> None:
    content = shot()
    photograph(3, 5, 6, content=content)
    table.start("rift", ("Cy",), {})
    assert photograph(3, 5, 6, content=content)["outcome"] == "counted"


def test_dice_that_show_what_came_last_are_asked_about_where_new_ones_are_awaited(
    photograph: Send, table: Table
) -> None:
    photograph(3, 5, 6)
    table.act({"kind": "score", "seat": 0, "category": "sixes"}, "operator")
    told = photograph(3, 5, 6)
    assert told["outcome"] == "asked"
    assert ALIKE in told["text"]
    told = photograph(1, 5, 6)
    assert told["outcome"] == "counted", told["text"]  # another photograph answers it
    assert list(table.course.state.dice) == [1, 5, 6]


def test_which_dice_were_thrown_again_is_asked_and_never_guessed(photograph: Send, table: Table) -> None:
    photograph(3, 5, 6)
    told = photograph(6, 2, 3)
    assert told["outcome"] == "asked"
    assert WHICH in told["text"]
    question = table.course.question
    assert question is not None
    assert [die["face"] for die in question.payload["dice"]] == [3, 2, 6]
    assert (question.payload["thrown"], question.payload["stayed"]) == ([1], [0, 2])


def test_dice_that_all_show_other_faces_were_all_thrown_again(photograph: Send, table: Table) -> None:
    photograph(3, 5, 6)
    assert photograph(1, 2, 4)["outcome"] == "counted"
    assert list(table.course.state.dice) == [1, 2, 4]


def test_a_die_that_is_not_sure_is_a_question_and_a_clearer_photograph_answers_it(
    photograph: Send, table: Table
) -> None:
    told = photograph(3, None, 6)
    assert told["outcome"] == "asked"
    assert "A pip is missing." in told["text"]
    assert not table.course.steps
    assert photograph(3, 5, 6)["outcome"] == "counted"
    assert list(table.course.state.dice) == [3, 5, 6]


def test_another_photograph_is_asked_about_in_place_of_the_first_and_as_a_photograph(
    photograph: Send, table: Table
) -> None:
    photograph(3, 5, 6)
    photograph(6, 2, 3)
    told = photograph(6, 2, 1)  # two other dice than before were thrown again, then
    assert told["outcome"] == "asked"
    assert told["text"] == WHICH
    question = table.course.question
    assert question is not None
    assert question.payload["thrown"] == [0, 1]


def test_a_photograph_of_the_dice_as_they_count_settles_what_was_asked_of_the_one_before(
    photograph: Send, table: Table
) -> None:
    photograph(3, 5, 6)
    photograph(6, 2, 3)
    assert photograph(5, 6, 3)["outcome"] == "known"
    assert table.course.question is None
    assert list(table.course.state.dice) == [3, 5, 6]


def test_dice_that_the_game_does_not_await_are_a_question(photograph: Send, table: Table) -> None:
    assert "3 dice" in photograph(3, 5)["text"]
    assert not table.course.steps


def test_a_photograph_without_dice_says_so_and_changes_nothing(photograph: Send, table: Table) -> None:
    version = table.course.version
    told = photograph()
    assert (told["outcome"], table.course.version) == ("nothing", version)
    assert "from above" in told["text"]


def test_a_large_photograph_is_read_as_it_is_and_kept_smaller(photograph: Send, reader: Reader, table: Table) -> None:
    large = np.zeros((3000, 4000, 3), np.uint8)
    photograph(3, 5, 6, content=jpeg(large))
    assert reader.read_so_far[-1].shape == large.shape
    corners = table.course.lying[0]["corners"]
    assert corners[1][0] - corners[0][0] == pytest.approx(40 * EVIDENCE_LONG_SIDE_PX / 4000, abs=0.2)


def hide(table: Table) -> None:
    """Ada's dice lie under her cup."""
    table.start("liars-dice", ("Ada", "Bo"), {})
    prompt = table.course.game.prompts(table.course.state)[0]
    table.act({"kind": "roll", "seat": prompt.seat, "faces": [1, 2, 3, 4, 5]}, "operator")
    assert table.hides


def test_a_photograph_needs_a_game(table: Table, live: Live, log: Log) -> None:
    app = create_app(table, live, News(), log, TOKEN)
    with TestClient(app, headers=OPERATOR) as client:
        answer = send(client, shot())
    assert answer.status_code == 409
    assert "choose one first" in answer.json()["error"]


def test_a_photograph_is_not_looked_at_while_dice_are_hidden(client: TestClient, table: Table, reader: Reader) -> None:
    hide(table)
    answer = send(client, shot())
    assert answer.status_code == 409
    assert "Dice are hidden" in answer.json()["error"]
    assert not reader.read_so_far


class Meanwhile(Reader):
    """Somebody else does something while it reads."""

    def __init__(self, do: Callable[[], object]) -> None:
        super().__init__()
        self.faces, self._do = (3, 5, 6), do

    def read(self, image: Image, kind: str = "auto", edge: float | None = None) -> Reading:
        self._do()
        return super().read(image, kind, edge)


def take(table: Table, do: Callable[[], object] = lambda: None, aside: Callable[[], bool] = lambda: False) -> Taken:
    """What becomes of a photograph of 3 5 6, while somebody does this."""
    image = np.full((90, 400, 3), 200, np.uint8)
    return Photographs(table, lambda: Meanwhile(do), aside).take(image, b"a photograph")


@pytest.fixture
def game(table: Table) -> Table:
    table.start("rift", ("Ada", "Bo"), {})
    return table


ROLL = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}


def test_a_roll_that_is_typed_in_while_its_photograph_is_read_counts_once(game: Table) -> None:
    taken = take(game, lambda: game.act(ROLL, "seat 0"))
    assert (taken.outcome, len(game.course.steps)) == ("known", 1)


def test_a_photograph_is_of_the_game_in_which_it_was_sent(game: Table) -> None:
    with pytest.raises(TableError, match="Another game has begun"):
        take(game, lambda: game.start("rift", ("Cy",), {}))
    assert not game.course.steps


def test_a_photograph_counts_for_nothing_when_dice_were_hidden_while_it_was_read(game: Table) -> None:
    with pytest.raises(TableError, match="Dice are hidden"):
        take(game, lambda: hide(game))
    assert not game.course.question


def test_a_photograph_that_had_to_wait_is_not_even_read_once_dice_are_hidden(game: Table) -> None:
    hide(game)
    with pytest.raises(TableError, match="Dice are hidden"):
        take(game, lambda: pytest.fail("It was read."))


@pytest.mark.parametrize("begins", ["before", "while it is read"])
def test_photographs_count_for_nothing_while_rolls_are_set_aside(game: Table, begins: str) -> None:
    aside = [begins == "before"]
    with pytest.raises(TableError, match="A test roll is being made"):
        take(game, lambda: aside.append(True), lambda: aside[-1])
    assert not game.course.steps


def test_the_cameras_test_roll_sets_photographs_aside_too(client: TestClient, live: Live, table: Table) -> None:
    live.set_aside(60)
    assert "test roll" in send(client, shot()).json()["error"]
    assert not table.course.steps


@pytest.mark.parametrize("kept", [False, True])
def test_what_kept_a_photograph_from_the_log_is_said_as_it_is(
    game: Table, log: Log, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    write = log.append
    error = OutcomeUnknown("The log does not answer.") if kept else LogError("The log is locked by another program.")

    def fail(*what: Any) -> Any:
        if kept:
            write(*what)
        raise error

    with monkeypatch.context() as failing:
        failing.setattr(log, "append", fail)
        with pytest.raises(LogError) as raised:
            take(game)
    assert raised.value is error
    assert not game.settle_unwritten(), "whoever sent it was told, and sends it again"
    assert take(game).outcome == ("known" if kept else "counted")
    assert len(game.course.steps) == 1


def test_pictures_are_decoded_one_after_another(
    client: TestClient, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader.faces, at_once, most = (3, 5, 6), [0], [0]
    inside, decode = threading.Barrier(2), frames.decoded

    def slow(content: bytes) -> Image:
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        with contextlib.suppress(threading.BrokenBarrierError):
            inside.wait(0.2)  # for another one, which must not come
        image = decode(content)
        at_once[0] -= 1
        return image

    monkeypatch.setattr(frames, "decoded", slow)
    with ThreadPoolExecutor(2) as phones:
        answers = list(phones.map(lambda content: send(client, content), [shot(), shot()]))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert most == [1]


def test_a_real_photograph_goes_all_the_way(table: Table, live: Live, log: Log) -> None:
    table.start("rift", ("Ada", "Bo"), {})
    app = create_app(table, live, News(), log, TOKEN)
    with TestClient(app, headers=OPERATOR) as client:
        told = send(client, (STILLS / "d6-2-3-4-slant45.jpg").read_bytes()).json()
    assert told["outcome"] == "counted"
    assert sorted(table.course.state.dice) == [2, 3, 4]


# ---- what cannot be read gets one clear sentence


def png(width: int, height: int, *chunks: tuple[bytes, bytes]) -> bytes:
    """A PNG file whose header claims that size, and which ends right after these chunks."""
    parts = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), *chunks, (b"IEND", b""))
    written = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


ANIMATED_WEBP = b"RIFF" + struct.pack("<I", 40) + b"WEBPVP8X" + struct.pack("<I", 10) + b"\x02" + bytes(39)
BAD = {
    "empty": (b"", "is empty"),
    "no picture": (b"GET / HTTP/1.1", "no picture that can be read"),
    "a page": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture that can be read"),
    "cut short": (shot()[:-40], "cut short or damaged"),
    "damaged": (png(100, 100, (b"IDAT", b"no deflate")), "cut short or damaged"),
    "a bomb": (png(50_000, 50_000, (b"IDAT", zlib.compress(bytes(1000)))), "50000 × 50000 pixels, which is too many"),
    "an animated WebP": (ANIMATED_WEBP, "animated"),
    "an animated PNG": (png(100, 100, (b"acTL", bytes(8)), (b"IDAT", b"")), "animated"),
    "a GIF": (b"GIF89a" + bytes(40), "GIF; convert it to JPEG"),
    "HEIC": (struct.pack(">I", 24) + b"ftypheic" + bytes(4) + b"mif1heic" + bytes(20), "HEIC; convert it to JPEG"),
    "tiny": (jpeg(np.zeros((20, 20, 3), np.uint8)), "only 20 × 20 pixels"),
}


@pytest.fixture(scope="module")
def untouched() -> Iterator[tuple[TestClient, Table]]:
    """A table at which nothing is to happen: shared by all the pictures that cannot be read."""
    with closing(Log("sqlite://")) as log:
        table = Table(log)
        table.start("rift", ("Ada", "Bo"), {})
        app = create_app(table, Live(table, None, open_camera, Eyes, News()), News(), log, TOKEN)
        with TestClient(app, raise_server_exceptions=False, headers=OPERATOR) as client:
            yield client, table


@pytest.mark.parametrize("bad", BAD)
def test_a_picture_that_cannot_be_read_gets_one_sentence(untouched: tuple[TestClient, Table], bad: str) -> None:
    client, table = untouched
    content, says = BAD[bad]
    version = table.course.version
    answer = send(client, content)
    assert answer.status_code == 422
    assert says in answer.json()["error"]
    assert answer.json()["error"].count("\n") == 0
    assert table.course.version == version


GOOD = {
    "PNG of 16 bits": lambda image: cv2.imencode(".png", image.astype(np.uint16) * 257)[1].tobytes(),
    "WebP": lambda image: cv2.imencode(".webp", image)[1].tobytes(),
    "a grey JPEG": lambda image: cv2.imencode(".jpg", image[:, :, 0])[1].tobytes(),
}


@pytest.mark.parametrize("good", GOOD)
def test_pictures_of_many_kinds_are_read(client: TestClient, reader: Reader, good: str) -> None:
    reader.faces = (3, 5, 6)
    assert send(client, GOOD[good](np.full((90, 400, 3), 90, np.uint8))).json()["outcome"] == "counted"


def test_a_photograph_is_turned_upright_by_its_tag(client: TestClient, reader: Reader) -> None:
    plain = jpeg(np.zeros((90, 400, 3), np.uint8))
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    turned = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]
    send(client, turned)
    assert reader.read_so_far[-1].shape == (400, 90, 3)


def test_a_body_that_is_no_form_or_holds_no_file_says_what_to_send(client: TestClient) -> None:
    no_form = client.post("/api/frame", content=shot(), headers={"content-type": "image/jpeg"})
    assert (no_form.status_code, "multipart/form-data" in no_form.json()["error"]) == (415, True)
    no_file = client.post("/api/frame", files={"note": (None, "hello")})
    assert (no_file.status_code, "no picture in the form" in no_file.json()["error"]) == (422, True)
    for kind in ("multipart/form-data; boundary=x", "multipart/form-data", "multipart/form-data; boundary=\u00e9"):
        broken = client.post("/api/frame", content=b"nonsense", headers={"content-type": kind.encode()})
        assert (broken.status_code, "multipart/form-data" in broken.json()["error"]) == (400, True), kind


def test_a_picture_of_too_many_bytes_is_refused_as_such(client: TestClient) -> None:
    answer = send(client, bytes(17 * 1024 * 1024))
    assert answer.status_code == 413
    assert "at most" in answer.json()["error"]


def test_the_file_may_have_any_name(client: TestClient, reader: Reader) -> None:
    reader.faces = (3, 5, 6)
    assert send(client, shot(), name="frame").json()["outcome"] == "counted"


# ---- who may send


def key(client: TestClient) -> str:
    link = client.get("/api/setup", headers=OPERATOR).json()["link"]
    return str(link.partition("token=")[2])


def test_only_the_camera_and_the_operator_may_send_and_the_camera_nothing_else(
    client: TestClient, table: Table
) -> None:
    token = key(client)
    client.headers.pop("authorization")
    assert send(client, shot()).status_code == 401
    assert client.get("/api/frame").status_code == 401
    bearer = {"authorization": f"Bearer {token}"}
    assert client.get("/api/frame", headers=bearer).status_code == 200
    assert client.post("/api/undo", json={"version": table.course.version}, headers=bearer).status_code == 401
    assert client.get("/api/setup", headers=bearer).status_code == 401
    assert client.get("/api/frame", headers={"authorization": "Bearer wrong"}).status_code == 401


def test_the_cameras_link_leaves_a_cookie_and_no_token_in_the_address(client: TestClient) -> None:
    token = key(client)
    client.headers.pop("authorization")
    there = client.get(f"/camera?token={token}")
    assert there.status_code == 200
    assert "token" not in str(there.url)
    assert client.get("/api/frame").status_code == 200
    assert client.get("/camera?token=old").status_code == 401


def test_the_operators_token_cannot_be_told_from_the_cameras() -> None:
    keys = {CameraKey(token, None).token for token in ("one", "two", "one")}  # type: ignore[arg-type]
    assert len(keys) == 2
    assert not any(token in key for token in ("one", "two") for key in keys)


# ---- a live camera


def test_frames_are_for_a_table_that_watches_a_phone(client: TestClient, live: Live) -> None:
    answer = send(client, shot(), stream=True)
    assert answer.status_code == 409
    assert "/setup" in answer.json()["error"]
    assert client.get("/api/frame").json()["outcome"] == "unwatched"


def test_a_phones_frames_are_watched_and_no_photograph_is_made_of_them(
    client: TestClient, live: Live, table: Table, reader: Reader
) -> None:
    live.start()
    live.use("phone:")
    until(lambda: live.watches_phone)
    until(lambda: "Open the link on the phone" in live.camera["text"])
    assert send(client, shot(), stream=True).json()["outcome"] == "watched"
    until(lambda: live.camera["state"] == "ok")
    assert live.shot is not None
    assert not reader.read_so_far
    assert not table.course.steps


def test_a_phone_that_sends_photographs_is_no_lost_camera(photograph: Send, live: Live) -> None:
    live.start()
    live.use("phone:")
    until(lambda: live.camera["state"] == "lost")
    photograph(3, 5, 6)
    assert live.camera == {"url": "phone:", "state": "photos", "text": PHOTOS}
    live.use("phone:")  # chosen anew: nobody knows whether the phone is there still
    until(lambda: live.camera["state"] == "lost")


def test_frames_are_neither_kept_nor_shown_while_dice_are_hidden(client: TestClient, live: Live, table: Table) -> None:
    hide(table)
    live.start()
    live.use("phone:")
    until(lambda: live.watches_phone)
    assert send(client, shot(), stream=True).json()["hidden"]
    until(lambda: live.camera["state"] == "ok")
    assert live.shot is None
    assert "Dice are hidden" in live.camera["text"]


def test_a_second_phone_is_told_that_another_one_is_the_camera(client: TestClient, live: Live) -> None:
    live.start()
    live.use("phone:")
    until(lambda: live.watches_phone)
    assert send(client, shot(), stream=True, sender="one").status_code == 200
    answer = send(client, shot(), stream=True, sender="two")
    assert (answer.status_code, answer.json()["error"]) == (409, ANOTHER_PHONE)


def until(true: Callable[[], Any]) -> None:
    """Wait for something that the camera's thread brings about."""
    tick = threading.Event()
    for _ in range(2000):
        if true():
            return
        tick.wait(0.005)
    raise AssertionError("It did not come about.")
