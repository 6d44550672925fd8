"""The table over HTTP: who may do what, what every answer looks like, and streams that never hold anybody up."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.server.web.app import create_app
from croupier.server.web.files import FOLDER, modules
from croupier.server.web.gate.body import LARGEST_BODY
from croupier.server.web.gate.guard import Guard
from croupier.vision.reading import Die
from croupier.vision.roll import Roll

TOKEN = "the-operators-token"
OPERATOR = {"authorization": f"Bearer {TOKEN}"}
ROLL = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}
OPERATORS_PAGES = ["/", "/board", "/history", "/setup", "/status", "/table"]


@pytest.fixture
def news() -> News:
    return News()


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(str(tmp_path / "table.db"))
    yield log
    log.close()


@pytest.fixture
def table(log: Log, news: News) -> Table:
    table = Table(log, news.publish, develop=lambda roll: b"\xff\xd8jpeg")
    table.start("rift", ("Ada", "Bo"), {})
    return table


@pytest.fixture
def client(table: Table, log: Log, news: News) -> Iterator[TestClient]:
    live = Live(table, None, _no_camera, _no_camera, news)
    with TestClient(create_app(table, live, news, log, TOKEN), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="module")
def untouched() -> Iterator[TestClient]:
    """A table at which nothing is to happen: shared by all the tests that try to act and must not."""
    with tempfile.TemporaryDirectory() as folder, closing(Log(f"{folder}/table.db")) as log:
        news = News()
        table = Table(log, news.publish)
        table.start("rift", ("Ada", "Bo"), {})
        live = Live(table, None, _no_camera, _no_camera, news)
        with TestClient(create_app(table, live, news, log, TOKEN), raise_server_exceptions=False) as client:
            yield client


def version(client: TestClient) -> int:
    return int(client.get("/api/board").json()["version"])


def _no_camera(*_: object) -> Any:
    raise AssertionError("There is no camera here.")


def post(client: TestClient, address: str, body: object, **headers: str) -> Any:
    return client.post(address, json=body, headers={**OPERATOR, **headers})


# Reading


def test_everybody_may_read_the_whole_board(untouched: TestClient) -> None:
    board = untouched.get("/api/board").json()
    assert board["players"] == ["Ada", "Bo"]
    throw = {"dice": "d6", "counts": [3], "lying": [], "hidden": False, "fixed": [], "beside": False}
    assert board["prompts"][0]["throw"] == throw
    assert board["you"] == {"role": "spectator", "seat": None}
    assert board["camera"]["state"] == "none"
    assert board["phase"] == "empty"


def test_the_operator_is_told_to_be_one(untouched: TestClient) -> None:
    assert untouched.get("/api/board", headers=OPERATOR).json()["you"]["role"] == "operator"


def test_the_games_are_listed_with_their_options(untouched: TestClient) -> None:
    games = untouched.get("/api/games").json()
    rift = next(game for game in games if game["name"] == "rift")
    assert rift["title"] == "Rift"
    assert "tavern" in rift["options"][0]["choices"]
    assert rift["seats"][0] == 1


def test_the_log_is_told_oldest_first(client: TestClient) -> None:
    post(client, "/api/act", {"version": 1, "action": ROLL})
    post(client, "/api/undo", {"version": 2})
    rows = client.get("/api/log").json()["entries"]
    assert [(row["kind"], row["undone"]) for row in rows] == [("action", True), ("undo", False)]


def test_the_evidence_of_a_roll_can_be_seen(client: TestClient, table: Table) -> None:
    die = Die("d6", 4, ((0, 0), (9, 0), (9, 9), (0, 9)), 0.99, True)
    table.settle(Roll((die,) * 3, (0, 1, 2), (), 1.0))
    answer = client.get(client.get("/api/board").json()["last"]["picture"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert answer.content == b"\xff\xd8jpeg"
    assert "no-cache" in answer.headers["cache-control"], "with another log it is another picture"
    known = {"if-none-match": answer.headers["etag"]}
    again = client.get("/api/pictures/1.jpg", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    table.settle(Roll((replace(die, face=5),) * 3, (0, 1, 2), (), 1.0))
    assert client.get("/api/pictures/1.jpg", headers={"if-none-match": '"another"'}).status_code == 200


def test_what_pages_are_made_of_is_kept_for_good_under_an_address_that_changes_with_it(client: TestClient) -> None:
    page = client.get("/board").text
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(named) == len(modules("board-page")) + 3
    for address in named:
        answer = client.get(address)
        assert (answer.status_code, "immutable" in answer.headers["cache-control"]) == (200, True), address
    before, _, name = named[-1].removeprefix("/static/").partition("/")
    for address in (f"/static/{name}", f"/static/{name}?{before}"):
        answer = client.get(address)
        assert answer.headers["cache-control"] == "no-cache"
        again = client.get(address, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.headers["cache-control"]) == (304, "no-cache")
    assert client.get(f"/static/000000000000/{name}").status_code == 404, "of another version there is nothing"


@pytest.mark.parametrize("page", sorted(file.stem for file in (FOLDER / "pages").glob("*.js")))
def test_a_page_names_every_module_that_it_leads_to_so_that_none_is_waited_for(page: str) -> None:
    known = modules(page)
    assert known[0] == f"pages/{page}.js"
    assert len(known) == len(set(known))
    for name in known:
        text = (FOLDER / name).read_text()
        for other in re.findall(r"""from ["'](.+?)["']|import\(["'](.+?)["']\)""", text):
            assert ((FOLDER / name).parent / "".join(other)).resolve().relative_to(FOLDER).as_posix() in known


@pytest.mark.parametrize(
    ("seen", "status", "says"),
    [
        ([0, [400.0, 54.5], None], 200, None),
        ([0, 1], 422, "give seen for each of faces"),
        ([0, 7, None], 409, "The question is of 2 dice"),
        ([0, [400.0], None], 422, "seen"),
    ],
)
def test_a_throw_tells_which_of_the_dice_in_question_it_is_of_and_where_a_missed_one_lies(
    client: TestClient, table: Table, seen: list[Any], status: int, says: str | None
) -> None:
    dice = tuple(Die("d6", face, ((0, 0), (9, 0), (9, 9), (0, 9)), 0.99, True) for face in (1, 1))
    table.settle(Roll(dice, (0, 1), (), 1.0))
    throw = {"seat": 0, "kind": "roll", "faces": [1, 6, 2], "thrown": [0, 1, 2], "seen": seen}
    answer = client.post("/api/act", json={"version": 2, "throw": throw}, headers=OPERATOR)
    assert answer.status_code == status
    if says:
        assert says in answer.json()["error"]
    else:
        corners = [die.get("corners") for die in answer.json()["last"]["dice"]]
        assert corners == [[[0, 0], [9, 0], [9, 9], [0, 9]], [[395.5, 50], [404.5, 50], [404.5, 59], [395.5, 59]], None]


def test_the_dice_thrown_last_are_told_after_they_are_scored_and_when_they_were_typed(
    client: TestClient, table: Table
) -> None:
    dice = tuple(Die("d6", face, ((0, 0), (9, 0), (9, 9), (0, 9)), 0.99, True) for face in (1, 1, 6))
    assert client.get("/api/board").json()["last_throw"] is None
    table.settle(Roll(dice, (0, 1, 2), (), 1.0))
    post(client, "/api/act", {"version": 2, "action": {"kind": "score", "seat": 0, "category": "rift"}})
    thrown = client.get("/api/board").json()["last_throw"]
    assert ([die["face"] for die in thrown["dice"]], thrown["entry"]) == ([1, 1, 6], 2)
    post(client, "/api/act", {"version": 3, "action": {**ROLL, "seat": 1}})
    thrown = client.get("/api/board").json()["last_throw"]
    assert [(die["kind"], die["face"]) for die in thrown["dice"]] == [("d6", 3), ("d6", 5), ("d6", 6)]


@pytest.mark.parametrize("address", ["/api/pictures/99.jpg", "/api/nothing", "/static/nothing.js", "/nothing"])
def test_what_is_not_there_is_a_404_in_words(untouched: TestClient, address: str) -> None:
    answer = untouched.get(address)
    assert answer.status_code == 404
    assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize("address", ["/", "/board", "/table"])
def test_the_pages_are_there_and_run_nothing_from_elsewhere(untouched: TestClient, address: str) -> None:
    answer = untouched.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_server_says_that_it_is_up(untouched: TestClient) -> None:
    assert untouched.get("/healthz").json() == {"status": "ok"}


# Acting


def test_the_operator_acts_and_gets_the_new_board(client: TestClient) -> None:
    answer = post(client, "/api/act", {"version": 1, "action": ROLL})
    assert answer.status_code == 200
    assert answer.json()["view"]["dice"] == [3, 5, 6]
    assert answer.json()["you"]["role"] == "operator"


def test_undo_correct_and_dismiss_answer_with_the_new_board(client: TestClient, table: Table) -> None:
    post(client, "/api/act", {"version": 1, "action": ROLL})
    corrected = post(client, "/api/correct", {"version": 2, "entry": 2, "action": {**ROLL, "faces": [1, 1, 1]}})
    assert corrected.json()["view"]["dice"] == [1, 1, 1]
    assert post(client, "/api/undo", {"version": 3}).json()["view"]["dice"] == [3, 5, 6]
    table.settle(Roll((), (), (), 1.0, ("What is this?",)))
    assert client.get("/api/board").json()["question"]["ask"] == ["What is this?"]
    assert post(client, "/api/dismiss", {"version": 5}).json()["question"] is None


def test_a_new_game_takes_the_place_of_the_old_one(client: TestClient) -> None:
    answer = post(client, "/api/game", {"game": "crag", "players": ["Bo"], "options": {}})
    assert answer.json()["game"]["name"] == "crag"
    assert answer.json()["version"] > 1


def test_reading_again_needs_no_camera(untouched: TestClient) -> None:
    assert post(untouched, "/api/reread", {}).status_code == 200


ACTIONS = ["/api/act", "/api/undo", "/api/correct", "/api/dismiss", "/api/reread", "/api/game"]


@pytest.mark.parametrize("address", ACTIONS)
@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer guess"}, {"authorization": f"Basic {TOKEN}"}])
def test_a_spectator_cannot_act(untouched: TestClient, address: str, headers: dict[str, str]) -> None:
    answer = untouched.post(address, json={"version": 1, "action": ROLL}, headers=headers)
    assert answer.status_code == 401
    assert "operator" in answer.json()["error"]
    assert version(untouched) == 1


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://testserver:81", "http://[::1", "testserver"]
)
def test_another_sites_page_cannot_act_even_with_the_cookie(client: TestClient, table: Table, origin: str) -> None:
    client.cookies.set("croupier", TOKEN)
    answer = client.post("/api/act", json={"version": 1, "action": ROLL}, headers={"origin": origin})
    assert answer.status_code == 403
    assert table.course.version == 1


def test_the_tables_own_page_can(client: TestClient) -> None:
    assert post(client, "/api/act", {"version": 1, "action": ROLL}, origin="http://testserver").status_code == 200


def test_the_operators_link_sets_a_strict_cookie_and_hides_the_token(client: TestClient) -> None:
    answer = client.get(f"/table?token={TOKEN}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/table")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    page = {"origin": "http://testserver"}
    assert client.post("/api/act", json={"version": 1, "action": ROLL}, headers=page).status_code == 200


@pytest.mark.parametrize("path", OPERATORS_PAGES)
def test_every_page_takes_the_operators_link(untouched: TestClient, path: str) -> None:
    answer = untouched.get(f"{path}?game=1&token={TOKEN}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}?game=1")
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    untouched.cookies.clear()


@pytest.mark.parametrize(
    ("base", "heeded"),
    [
        ("http://localhost:8000", True),
        ("http://[::1]", True),
        ("https://table.lan", True),
        ("http://192.168.1.7", False),
    ],
)
def test_a_policy_that_browsers_ignore_there_is_not_sent(client: TestClient, base: str, heeded: bool) -> None:
    answer = client.get(f"{base}/board")
    assert ("cross-origin-opener-policy" in answer.headers) == heeded


@pytest.mark.parametrize("path", OPERATORS_PAGES)
def test_a_wrong_operators_link_sets_no_cookie(untouched: TestClient, path: str) -> None:
    answer = untouched.get(f"{path}?token=guess", follow_redirects=False)
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers


def test_a_stale_version_gets_409_and_the_new_board(client: TestClient) -> None:
    post(client, "/api/act", {"version": 1, "action": ROLL})
    answer = post(client, "/api/act", {"version": 1, "action": ROLL})
    assert answer.status_code == 409
    assert answer.json()["board"]["version"] == 2
    assert answer.json()["board"]["you"]["role"] == "operator"


def test_an_illegal_action_gets_422_and_what_is_legal(client: TestClient) -> None:
    answer = post(client, "/api/act", {"version": 1, "action": {"kind": "score", "seat": 0, "category": "rift"}})
    assert answer.status_code == 422
    assert "has not rolled" in answer.json()["error"]
    assert answer.json()["legal"][0]["kind"] == "roll"


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("/api/act", b"{", 400),
        ("/api/act", b"\xff\xfe", 400),
        ("/api/act", b"", 422),
        ("/api/act", b"[]", 422),
        ("/api/act", b"{}", 422),
        ("/api/act", b'{"version": "1", "action": {}}', 422),
        ("/api/act", b'{"version": true, "action": {}}', 422),
        ("/api/act", b'{"version": -1, "action": {}}', 422),
        ("/api/act", b'{"version": 1e999, "action": {}}', 422),
        ("/api/act", b'{"version": 1, "action": 5}', 422),
        ("/api/act", b"5", 422),
        ("/api/act", b'{"version": 1.5, "action": {}}', 422),
        ("/api/act", b'{"version": 9999999999, "action": {}}', 422),
        ("/api/act", b'{"version": 1, "throw": []}', 422),
        ("/api/act", b'{"version": 1, "throw": {"seat": 0, "kind": 1, "faces": [], "thrown": []}}', 422),
        ("/api/act", b'{"version": 1, "throw": {"seat": 0, "kind": "roll", "faces": 3, "thrown": []}}', 422),
        ("/api/act", b'{"version": 1, "throw": {"seat": 0, "kind": "roll", "faces": [null], "thrown": []}}', 422),
        ("/api/correct", b'{"version": 1, "entry": 1, "faces": [' + b"1," * 2000 + b"1]}", 422),
        ("/api/act", b'{"version": 1, "action": {"kind": "dance"}}', 422),
        ("/api/act", b'{"version": 1, "action": {"kind": "roll", "seat": 0, "faces": [1, 2, 1e400]}}', 422),
        ("/api/act", b'{"version": 1, "action": {"kind": "roll", "seat": 0, "faces": [1, 2, "\\ud800"]}}', 422),
        ("/api/act", b'{"version": 1, "action": {}, "more": 1}', 422),
        ("/api/act", b'{"version": ' + b"9" * 5000 + b', "action": {}}', 400),
        ("/api/act", b"[" * 30000, 400),
        ("/api/correct", b'{"version": 1, "entry": 9, "action": {"kind": "roll", "seat": 0, "faces": []}}', 409),
        ("/api/act", b'{"version": 1, "version": 1, "action": {"kind": "roll", "seat": 0, "faces": [1, 1, 1]}}', 422),
        ("/api/act", b'{"version": 1, "action": {"kind": "roll", "seat": 0, "faces": [1, 1, 1], "seat": 0}}', 422),
        ("/api/undo", b'{"version": 1}', 409),
        ("/api/dismiss", b'{"version": 1}', 409),
        ("/api/game", b'{"game": "chess", "players": ["Ada"]}', 422),
        ("/api/game", b'{"game": "rift", "players": []}', 422),
        ("/api/game", b'{"game": "rift", "players": ["Ada", "Ada"]}', 422),
        ("/api/game", b'{"game": "rift", "players": ["\\ud800"]}', 422),
        ("/api/game", b'{"game": "rift", "players": ["Ada"], "options": {"betting": "much"}}', 422),
        ("/api/game", b'{"game": "rift", "players": ["Ada"], "options": {"betting": 5}}', 422),
    ],
)
def test_a_bad_body_is_refused_in_one_sentence(untouched: TestClient, address: str, body: bytes, status: int) -> None:
    answer = untouched.post(address, content=body, headers={**OPERATOR, "content-type": "application/json"})
    assert answer.status_code == status
    sentence = answer.json()["error"]
    assert sentence.endswith(".")
    assert not re.search("should|valid|dictionary|integer|string|input|permitted", sentence, re.I), "a library's words"
    assert version(untouched) == 1


def test_a_body_that_is_too_large_is_refused_unread(untouched: TestClient) -> None:
    answer = post(untouched, "/api/act", {"version": 1, "action": {"kind": "x" * LARGEST_BODY}})
    assert answer.status_code == 413


def test_a_body_that_does_not_say_its_size_is_refused_once_it_is_too_large(untouched: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1024

    answer = untouched.post("/api/act", content=endless(), headers={**OPERATOR, "content-type": "application/json"})
    assert answer.status_code == 413


SENT = {
    "type": "http",
    "method": "POST",
    "path": "/api/act",
    "scheme": "http",
    "query_string": b"",
    "headers": [(b"host", b"localhost"), (b"transfer-encoding", b"chunked")],
}


@pytest.mark.parametrize("sent", [[], [b'{"version": 1, '], [b'{"version": 1}']], ids=["nothing", "half", "all of it"])
def test_a_body_that_is_cut_short_is_not_acted_upon(sent: list[bytes]) -> None:
    messages = [{"type": "http.request", "body": part, "more_body": True} for part in sent]
    messages.append({"type": "http.disconnect"})
    acted, answered = list[Any](), list[Any]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        acted.append(scope)

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        answered.append(message)

    asyncio.run(Guard(app)(SENT, receive, send))
    assert (acted, answered) == ([], [])


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_that_is_not_declared_as_json_is_refused(untouched: TestClient, kind: str) -> None:
    answer = untouched.post("/api/act", content=b"{}", headers={**OPERATOR, "content-type": kind})
    assert answer.status_code == 415


def test_a_wrong_method_is_refused_in_words(untouched: TestClient) -> None:
    assert untouched.post("/api/board").status_code == 405
    answer = untouched.get("/api/act")
    assert answer.status_code == 405
    assert "error" in answer.json()


def test_a_log_that_cannot_be_written_is_a_503_and_changes_nothing(client: TestClient, log: Log) -> None:
    before = client.get("/api/board").json()
    with log._database.reading() as connection:
        connection.exec_driver_sql("PRAGMA query_only=ON")
    answer = post(client, "/api/act", {"version": 1, "action": ROLL})
    assert answer.status_code == 503
    assert "may not be written" in answer.json()["error"]
    assert client.get("/api/board").json() == before


def test_the_description_names_every_address_and_every_answer(untouched: TestClient) -> None:
    description = untouched.get("/openapi.json").json()
    assert set(ACTIONS) | {"/api/board", "/api/events", "/api/log", "/api/games", "/healthz"} <= set(
        description["paths"]
    )
    for address in ACTIONS:
        answers = description["paths"][address]["post"]["responses"]
        assert {"200", "400", "401", "403", "409", "413", "415", "422"} <= set(answers)
        assert answers["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"buy_in": "5,6,7"}, "buy_in"),
        ({"BUY-IN": "x"}, "buy_in"),
        ({"long": "perhaps"}, "long"),
        ({"hats": "1"}, None),
    ],
)
def test_a_refused_option_is_named_beside_the_sentence(
    untouched: TestClient, options: dict[str, str], named: str | None
) -> None:
    answer = post(untouched, "/api/game", {"game": "liars-dice", "players": ["Ada", "Bo"], "options": options})
    assert answer.status_code == 422
    assert answer.json().get("option") == named
    assert "buy_in" not in answer.json()["error"] or named is None
