"""Somebody who means ill, at a real server: gets nothing, breaks nothing, and leaves no row in the log."""

from __future__ import annotations

import json
import logging
import socket
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import httpx2 as httpx
import pytest
from browsing import TOKEN, House, a_house

from croupier.server.https.addresses import names
from croupier.server.web.files import edition
from croupier.server.web.gate import Door, body, limits, line

OPERATOR = {"authorization": f"Bearer {TOKEN}"}
PATIENCE_S = 10.0
ROLL = {"kind": "roll", "seat": 0, "faces": [3, 5, 6]}
OTHERS_FILES = (b"from __future__", b"root:", b"SQLite format", b"[project]")
"""What begins files that are nobody's business."""


class Hall:
    """A running table, what its log holds, and the ways to speak to it."""

    def __init__(self, house: House, database: Path) -> None:
        self.house, self._database = house, database
        self.client = httpx.Client(base_url=house.address, timeout=PATIENCE_S)
        self.origin = {"origin": house.address}

    def rows(self) -> dict[str, int]:
        """How many each table of the log has, but for who sits where."""
        with closing(sqlite3.connect(self._database)) as log:
            tables = [name for (name,) in log.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            counts = {name: log.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables}
        return {name: count for name, count in counts.items() if name not in ("seats", "sqlite_sequence")}

    def version(self) -> int:
        return int(self.client.get("/api/board").json()["version"])

    def post(self, address: str, body: object, headers: dict[str, str]) -> httpx.Response:
        return self.client.post(address, json=body, headers=headers)

    def act(self, headers: dict[str, str], address: str = "/api/act") -> httpx.Response:
        return self.post(address, {"version": self.version(), "action": ROLL}, headers)

    def seated(self, seat: int) -> dict[str, str]:
        return {"authorization": f"Bearer {self.house.table.seats.give(seat)}"}

    def raw(self, sent: bytes) -> bytes:
        """All that is answered to these bytes."""
        with socket.create_connection(("127.0.0.1", self.house.port), timeout=PATIENCE_S) as connection:
            with suppress(OSError):
                connection.sendall(sent)
            return heard(connection)

    def send(self, head: str, body: bytes = b"", last: bool = True) -> bytes:
        """`head` has its lines; who asks is the operator. The `last` request on its connection says so."""
        lines = [*head.split("\n"), f"Authorization: Bearer {TOKEN}", *(["Connection: close"] if last else [])]
        return self.raw("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def heard(connection: socket.socket) -> bytes:
    answer = b""
    with suppress(OSError):
        while part := connection.recv(65536):
            answer += part
    return answer


def status(answer: bytes) -> int:
    """Of an answer that came as bytes; 0 when there was none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Guesses are counted elsewhere: here many are made."""
    folder = tmp_path_factory.mktemp("hostile")
    plenty = limits.parse("100000/minute")
    with a_house(folder, with_camera=False, door=Door(names())) as house, pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "GUESSES", limits.Pace("guesses", plenty, plenty))
        patch.setattr(line, "HEAD_S", 1.0)
        patch.setattr(body, "BODY_S", 1.0)
        patch.setattr(body, "LINGER_S", 1.0)
        house.start("Ada", "Bo")
        hall = Hall(house, folder / "table.db")
        yield hall
        hall.client.close()


@pytest.fixture(autouse=True)
def unharmed(hall: Hall, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Afterwards nothing has changed and nothing has gone wrong, and the table goes on."""
    before = hall.rows(), hall.version()
    yield
    hall.client.cookies.clear()
    rows, version = hall.rows(), hall.version()
    assert (rows, version) == before
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    mended = hall.post("/api/act", {"version": before[1], "action": {"kind": "dance", "seat": 0}}, OPERATOR)
    assert mended.status_code == 422, "the operator is heard, and told what is legal"


def refused(answer: httpx.Response, *codes: int) -> str:
    """The sentence."""
    assert answer.status_code in codes, (answer.status_code, answer.text[:300])
    sentence = str(answer.json()["error"])
    assert sentence.endswith(".")
    assert "Traceback" not in answer.text
    return sentence


# Whoever is not who they say they are


@pytest.mark.parametrize("address", ["/api/act", "/api/act?seat=0", "/api/act?seat=1", "/api/act?seat=7"])
def test_a_seat_cannot_act_for_another(hall: Hall, address: str) -> None:
    refused(hall.act(hall.seated(1), address), 403)


def test_a_token_that_was_handed_on_is_worth_nothing(hall: Hall) -> None:
    stolen = hall.seated(0)
    hall.seated(0)
    refused(hall.act(stolen), 401)
    refused(hall.act(stolen, "/api/act?seat=0"), 403)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seats_token_is_no_operators(hall: Hall, seat: int) -> None:
    token = hall.seated(seat)
    version = hall.version()
    for address, sent in {
        "/api/undo": {"version": version},
        "/api/dismiss": {"version": version},
        "/api/game": {"game": "rift", "players": ["Eve"]},
        "/api/seat": {"seat": 0},
    }.items():
        refused(hall.post(address, sent, token), 401)


@pytest.mark.parametrize(
    "token",
    ["null", "' OR 1=1 --", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "*", "%00", "\xff" * 40, "x" * 20_000],
)
def test_a_made_up_token_opens_nothing(hall: Hall, token: str) -> None:
    for headers in (
        {b"authorization": f"Bearer {token}".encode("latin-1")},
        {b"authorization": f"Basic {token}".encode("latin-1")},
        {
            b"cookie": f"croupier={token}; croupier-{hall.house.port}={token}".encode("latin-1"),
            b"origin": hall.house.address.encode(),
        },
    ):
        sent = {b"content-type": b"application/json", **headers}
        asked = json.dumps({"version": hall.version(), "action": ROLL})
        assert hall.client.post("/api/act", content=asked, headers=sent).status_code in (401, 403)
    assert hall.client.get("/table", params={"token": token}).status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:{port}"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://127.0.0.1"},
        {"origin": "http://localhost:{port}"},
        {"origin": "http://127.0.0.1:{port}.evil.example"},
        {"origin": "http://evil.example", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
    ],
    ids=str,
)
def test_another_sites_page_cannot_use_the_cookies_of_its_visitor(hall: Hall, headers: dict[str, str]) -> None:
    sent = {name: value.format(port=hall.house.port) for name, value in headers.items()}
    hall.client.cookies.set("croupier", TOKEN)
    refused(hall.act(sent), 403)
    hall.client.cookies.clear()
    hall.client.cookies.set("croupier-seat-0", hall.house.table.seats.give(0))
    refused(hall.act(sent, "/api/act?seat=0"), 403)


def test_a_page_of_the_tables_own_may_and_is_told_what_is_legal(hall: Hall) -> None:
    hall.client.cookies.set("croupier", TOKEN)
    for own in (hall.origin, {"sec-fetch-site": "same-origin"}):
        answer = hall.post("/api/act", {"version": hall.version(), "action": {"kind": "dance", "seat": 0}}, own)
        refused(answer, 422)


def test_a_form_of_another_site_is_no_json(hall: Hall) -> None:
    hall.client.cookies.set("croupier", TOKEN)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        asked = json.dumps({"version": hall.version(), "action": ROLL})
        refused(hall.client.post("/api/act", content=asked, headers={"content-type": kind, **hall.origin}), 415)


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "", "a b", "[::1", "x" * 9000, "127.0.0.1:x"]
)
def test_a_name_that_leads_here_unbidden_is_not_answered(hall: Hall, host: str) -> None:
    for path in ("/", "/api/board", "/api/events", "/static/croupier.css"):
        assert status(hall.send(f"GET {path} HTTP/1.1\nHost: {host}")) in (400, 421)


def test_what_is_refused_to_a_person_is_a_page(hall: Hall) -> None:
    answer = hall.send("GET / HTTP/1.1\nHost: evil.example\nAccept: text/html")
    assert status(answer) == 421
    assert b"--allow-host" in answer
    assert b"text/html" in answer


# What is sent twice, late, or is no request at all


def test_what_was_acted_upon_once_is_not_when_it_comes_again(hall: Hall) -> None:
    stale = hall.version() - 1
    for address, sent in {
        "/api/act": {"version": stale, "action": ROLL},
        "/api/undo": {"version": stale},
        "/api/correct": {"version": stale, "entry": 2, "faces": [1, 1, 1]},
        "/api/dismiss": {"version": stale},
    }.items():
        answer = hall.post(address, sent, OPERATOR)
        refused(answer, 409)
        assert answer.json()["board"]["version"] == hall.version()


SMUGGLED = (
    f"POST /api/game HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
    'Content-Length: 36\r\n\r\n{"game": "rift", "players": ["Eve"]}'
    "GET /api/board HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
).encode()
"""A request that nobody is to hear, and one that ends the connection where it is heard after all."""
CARRIER = "POST /api/reread HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"


@pytest.mark.parametrize(
    "head",
    [
        CARRIER + "Content-Length: 6\nTransfer-Encoding: chunked",
        CARRIER + "Transfer-Encoding: chunked\nContent-Length: 6",
        CARRIER + "Content-Length: 2\nContent-Length: 300",
        CARRIER + "Content-Length: +300",
        CARRIER + "Content-Length: 0x12c",
        CARRIER + "Content-Length: -1",
        CARRIER + "Content-Length: 3 0 0",
        CARRIER + "Content-Length: " + "9" * 5000,
        CARRIER + "Transfer-Encoding: xchunked",
        CARRIER + "Transfer-Encoding: gzip, chunked",
        CARRIER + "Transfer-Encoding: chunked\nTransfer-Encoding: identity",
        CARRIER + "Transfer-Encoding : chunked",
        CARRIER + "Transfer-Encoding:\x0bchunked",
        "POST /api/reread HTTP/1.1\nHost: localhost\nHost: evil.example\nContent-Length: 300",
        "POST /api/reread HTTP/1.1\nContent-Length: 300",
        "POST /api/reread\nHost: localhost",
        "POST  /api/reread HTTP/1.1\nHost: localhost",
        "POST /api/reread HTTP/1.1\nHost: localhost\nX\x00: 1",
    ],
)
def test_no_request_is_smuggled_in_behind_another(hall: Hall, head: str) -> None:
    answer = hall.send(head, b"0\r\n\r\n" + SMUGGLED, last=False)
    assert 400 <= status(answer) < 500, answer[:200]
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"Eve" not in answer


@pytest.mark.parametrize(
    "head",
    [
        CARRIER + " Transfer-Encoding: chunked",
        "POST /api/reread HTTP/9.9\nHost: localhost",
        "PRI * HTTP/2.0",
        "CONNECT evil.example:443 HTTP/1.1\nHost: localhost",
        "GET http://evil.example/api/board HTTP/1.1\nHost: localhost",
    ],
)
def test_an_odd_request_has_no_body_and_what_follows_it_is_none(hall: Hall, head: str) -> None:
    answer = hall.send(head, b"0\r\n\r\n" + SMUGGLED, last=False)
    codes = [status(b"HTTP/1.1 " + one) for one in answer.split(b"HTTP/1.1 ")[1:]]
    assert codes, "it is answered"
    assert all(400 <= code < 500 for code in codes), codes


@pytest.mark.parametrize("size", ["FFFFFFFFFFFFFFFFFFFF", "-1", "0x5", "5;" + "x" * 40_000, "zz"])
def test_a_chunk_of_no_size_ends_the_connection(hall: Hall, size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "BODY_S", 0.1)
    monkeypatch.setattr(body, "LINGER_S", 0.1)
    sent = f"{size}\r\n{{}}\r\n0\r\n\r\n".encode() + SMUGGLED
    answer = hall.send(CARRIER + "Transfer-Encoding: chunked", sent, last=False)
    assert status(answer) in (0, 400, 408, 413)
    assert answer.count(b"HTTP/1.1 ") <= 1
    assert b"Eve" not in answer


@pytest.mark.parametrize(
    "bad", [b"\x16\x03\x01\x02\x00\x01\x00", b"\x00" * 70_000, b"GET / HTTP/1.1\r\n" + b"a" * 70_000]
)
def test_what_is_no_http_is_told_so(hall: Hall, bad: bytes) -> None:
    assert status(hall.raw(bad)) in (0, 400)


def test_an_upgrade_leads_nowhere(hall: Hall) -> None:
    upgrade = "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Key: x\nSec-WebSocket-Version: 13"
    assert status(hall.send(f"GET /api/events HTTP/1.1\nHost: localhost:1\n{upgrade}".replace("events", "none"))) == 404


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW", "x" * 5000])
def test_odd_methods_get_a_plain_answer(hall: Hall, method: str) -> None:
    for path in ("/", "/api/board", "/api/events", "/api/act", "/static/croupier.css", "*"):
        answer = hall.send(f"{method} {path} HTTP/1.1\nHost: localhost", b"")
        head, _, rest = answer.partition(b"\r\n\r\n")
        assert status(answer) in ((200, 404, 405) if method == "HEAD" else (400, 404, 405)), answer[:200]
        assert TOKEN.encode() not in answer, "a request is not sent back"
        assert b"access-control" not in head.lower()
        assert not rest or method != "HEAD"


# Too much, and too slow


def test_a_hundred_megabytes_are_refused_before_they_are_sent(hall: Hall) -> None:
    for path in ("/api/act", "/api/frame"):
        with socket.create_connection(("127.0.0.1", hall.house.port), timeout=PATIENCE_S) as connection:
            head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            connection.sendall(f"{head}Content-Length: 100000000\r\n\r\n".encode())
            assert status(connection.recv(65536)) == 413


@pytest.mark.parametrize(("path", "most"), [("/api/act", 1_000_000), ("/api/frame", 20_000_000)])
def test_a_hundred_megabytes_in_chunks_are_refused_when_it_is_enough(
    hall: Hall, path: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body, "LINGER_BYTES", 1_000_000)
    chunk = b"F4240\r\n" + b" " * 1_000_000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", hall.house.port), timeout=PATIENCE_S) as connection:
        kind = "multipart/form-data; boundary=x" if path == "/api/frame" else "application/json"
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head.encode())
        taken = 0
        with suppress(OSError):
            for _ in range(100):
                connection.sendall(chunk)
                taken += len(chunk)
        assert taken < 30_000_000 + most, "what waits on the way counts as well"
        answer = heard(connection)
    assert status(answer) in (0, 413), "who goes on sending may not hear it"


def test_who_sends_a_picture_that_is_too_large_is_told_and_not_cut_off(hall: Hall) -> None:
    picture = {"picture": ("big.jpg", b"\xff\xd8\xff" + bytes(17 * 2**20), "image/jpeg")}
    assert "16 MiB" in refused(hall.client.post("/api/frame", files=picture, headers=OPERATOR), 413)


def test_a_request_that_never_ends_is_cut(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "HEAD_S", 0.1)
    for begun in (b"", b"GET /api/board HTTP/1.1\r\nHost: localhost\r\nX-"):
        with socket.create_connection(("127.0.0.1", hall.house.port), timeout=PATIENCE_S) as connection:
            connection.sendall(begun)
            assert heard(connection) == b""


def test_a_body_that_never_ends_is_told_so(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "BODY_S", 0.1)
    monkeypatch.setattr(body, "LINGER_S", 0.1)
    with socket.create_connection(("127.0.0.1", hall.house.port), timeout=PATIENCE_S) as connection:
        head = (
            "POST /api/act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
        )
        connection.sendall(head.encode())
        answer = heard(connection)
    assert status(answer) == 408
    assert b"connection: close" in answer.lower()


def test_thousands_of_cookies_do_no_harm(hall: Hall) -> None:
    cookies = [f"croupier-seat-{n}=x" for n in range(10_000)]
    assert status(hall.send("GET /api/board HTTP/1.1\nHost: localhost\nCookie: " + "; ".join(cookies))) == 400
    assert status(hall.send("GET /api/board HTTP/1.1\nHost: localhost\nCookie: " + "; ".join(cookies[:1000]))) == 200


def test_readers_that_leave_in_the_middle_do_no_harm(hall: Hall) -> None:
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", hall.house.port), timeout=PATIENCE_S) as connection:
            connection.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\nGARBAGE\r\n\r\n")
            assert connection.recv(100).startswith(b"HTTP/1.1 200")


# Bodies


@pytest.mark.parametrize(
    "sent",
    [
        b'{"version": 1, "action": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
        b"[" * 60_000,
        b'{"version": NaN, "action": {"kind": "roll", "seat": 0, "faces": [1, 2, 3]}}',
        b'{"version": %d, "action": {"kind": "roll", "seat": 0, "faces": [NaN, Infinity, -Infinity]}}',
        b'{"version": %d, "action": {"kind": "roll", "seat": 0, "faces": [1e999, 2, 3]}}',
        b'{"version": %d, "action": {"kind": "roll", "seat": 0, "faces": [' + b"9" * 4000 + b", 2, 3]}}",
        b'{"version": %d, "action": {"kind": "roll", "seat": 0, "faces": [1, 2, 3], "seat": 1}}',
        b'{"version": %d, "action": {"kind": "roll", "seat": 0, "faces": [1, 2, 3]}, "action": {}}',
        b'{"version": %d, "action": {"kind": "roll", "seat": -1, "faces": [1, 2, 3]}}',
        b'{"version": %d, "action": {"kind": "roll", "seat": 0, "faces": [1, 2, "3"]}}',
        b'{"version": %d, "action": {"kind": "roll", "seat": 0, "faces": [true, true, true]}}',
        b'{"version": %d, "action": {"kind": "roll", "seat": 0, "faces": {"0": 1}}}',
        b'{"version": %d, "action": {"kind": "__class__", "seat": 0}}',
        b'{"version": %d, "action": {"kind": "roll\\u0000", "seat": 0, "faces": [1, 2, 3]}}',
        b'{"version": %d, "action": {"kind": "\\ud800", "seat": 0}}',
        b'{"version": %d, "action": {"kind": "\xff\xfe", "seat": 0}}',
        b'\xef\xbb\xbf{"version": %d, "action": {"kind": "roll", "seat": 7, "faces": [1, 2, 3]}}',
        '{"version": 1}'.encode("utf-16"),
        '{"version": 1}'.encode("utf-32"),
        b"\x00\x00\x00\x00",
        b"version=1",
        b"null",
    ],
    ids=lambda sent: sent[:60].decode("latin-1") if isinstance(sent, bytes) else sent,
)
def test_a_body_that_is_made_to_break_something_is_refused_in_a_sentence(hall: Hall, sent: bytes) -> None:
    filled = sent.replace(b"%d", str(hall.version()).encode())
    for address in ("/api/act", "/api/correct", "/api/game", "/api/join"):
        answer = hall.client.post(address, content=filled, headers={**OPERATOR, "content-type": "application/json"})
        refused(answer, 400, 409, 422)


@pytest.mark.parametrize("kind", ["application/json5", "text/json", "application", "x" * 5000])
def test_a_body_of_another_kind_is_refused(hall: Hall, kind: str) -> None:
    asked = json.dumps({"version": hall.version(), "action": ROLL})
    sent = {b"content-type": kind.encode(), b"authorization": f"Bearer {TOKEN}".encode()}
    assert hall.client.post("/api/act", content=asked, headers=sent).status_code in (400, 415)


EVIL = [
    "'; DROP TABLE games; --",
    '" OR ""="',
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "{{7*7}}${7*7}",
    "../../etc/passwd",
    "Ada\r\nSet-Cookie: croupier=x",
    "Ada\x00Bo",
    "\u202eoB",
    "x" * 20_000,
]


@pytest.mark.parametrize("evil", EVIL)
def test_sql_and_html_are_but_text(hall: Hall, evil: str) -> None:
    refused(hall.post("/api/join", {"name": evil}, {}), 422)
    game = {"game": "rift", "players": ["Ada"]}
    refused(hall.post("/api/game", {**game, "game": evil}, OPERATOR), 422)
    refused(hall.post("/api/game", {**game, "options": {evil: "1"}}, OPERATOR), 422)
    refused(hall.post("/api/game", {**game, "options": {"betting": evil}}, OPERATOR), 422)
    for asked in ("/api/board", "/api/history", "/api/fairness", "/api/log", "/play", "/", "/table"):
        for fields in (("seat", "before", "source"), ("token", "set", "q")):
            answer = hall.client.get(asked, params=dict.fromkeys(fields, evil), headers=OPERATOR)
            assert answer.status_code < 500
            assert "<script>alert" not in answer.text
            assert "<img src=x" not in answer.text
            assert "49" not in answer.headers.get("location", "")
            assert "croupier=x" not in answer.headers.get("set-cookie", "")


# Paths


TRICKS = [
    "/../../etc/passwd",
    "/static/../templates/base.html",
    "/static/..%2ftemplates/base.html",
    "/static/%2e%2e/%2e%2e/pyproject.toml",
    "/static/%252e%252e%252fpyproject.toml",
    "/static/..\\..\\pyproject.toml",
    "/static/..%5c..%5cpyproject.toml",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/croupier.css%00.html",
    "/static/%00",
    "/static/" + "a/" * 3000,
    "/static/" + "x" * 20_000,
    "/static/",
    "/static",
    "/static/games",
    "/static/%c0%ae%c0%ae/app.py",
    "/static/....//....//pyproject.toml",
    "/api/pictures/../../../etc/passwd",
    "/api/pictures/%2e%2e%2f1.jpg",
    "/api/pictures/1.jpg%00",
    "/api/pictures/-1.jpg",
    "/api/pictures/99999999999999999999999.jpg",
    "/api/pictures/1e3.jpg",
    "/api/pictures/0x1.jpg",
    "/api/pictures/ 1.jpg".replace(" ", "%20"),
    "/api/history/..%2f1.json",
    "/api/history/1.exe",
    "/api/setup/thumbnails/..%2f..%2fx.jpg",
    "/api/setup/thumbnails/%2fdev%2fvideo0.jpg",
    "//evil.example/board",
    "/%2f%2fevil.example",
    "/board/../../../x",
    "/.git/config",
    "/.env",
    "/table.db",
    "/\\evil.example",
    *(
        f"/static/{edition()}/{trick}"
        for trick in (
            "",
            "../../pyproject.toml",
            "../../templates/base.html",
            "%2e%2e/%2e%2e/pyproject.toml",
            "..%2f..%2fpyproject.toml",
            "%252e%252e%252fpyproject.toml",
            "..\\..\\pyproject.toml",
            "/etc/passwd",
            "%2fetc%2fpasswd",
            f"{edition()}/croupier.css",
            f"{edition()}/../../../pyproject.toml",
            "croupier.css%00",
            "%00",
        )
    ),
    f"/static/{edition()}",
    f"/static/{edition()}%2f..%2f..%2fpyproject.toml",
    f"/static/{edition()[::-1]}/croupier.css",
]


@pytest.mark.parametrize("path", TRICKS, ids=lambda path: path.replace(edition(), "EDITION")[:40])
def test_no_path_leads_out_of_what_is_served(hall: Hall, path: str) -> None:
    answer = hall.send(f"GET {path} HTTP/1.1\nHost: localhost")
    assert 300 <= status(answer) < 500, answer[:300]
    head, _, content = answer.partition(b"\r\n\r\n")
    assert not any(begins in content for begins in OTHERS_FILES)
    assert b"evil.example" not in head


# Pictures


def png(width: int, height: int, data: bytes = b"") -> bytes:
    """A picture of one grey tone that claims this size."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


BOMBS = {
    "a PNG of 50000 × 50000": png(50_000, 50_000, zlib.compress(bytes(10_000_000))),
    "a PNG of 2³¹ × 2³¹": png(2**31 - 1, 2**31 - 1),
    "a PNG of nothing": png(0, 0),
    "a PNG with half its data": png(640, 480, zlib.compress(bytes(1000))),
    "a JPEG cut short": b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(50),
    "a JPEG of 65535 × 65535": b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03" + bytes(9) + b"\xff\xd9",
    "a GIF of 65535 × 65535": b"GIF89a\xff\xff\xff\xff\x80\x00\x00" + bytes(20),
    "a WebP that says it is large": b"RIFF\xff\xff\xff\xffWEBPVP8X\x0a" + bytes(7) + b"\xff" * 6,
    "a TIFF": b"II*\x00\xff\xff\xff\xff",
    "an SVG with an entity": b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
    "a page": b"<script>alert(1)</script>",
    "a program": b"#!/bin/sh\necho hi",
    "nothing": b"",
}


@pytest.mark.parametrize("stream", ["true", "false"])
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_picture_that_is_made_to_break_something_is_refused_in_a_sentence(hall: Hall, bomb: str, stream: str) -> None:
    files = {"picture": ("a.jpg", BOMBS[bomb], "image/jpeg")}
    refused(hall.client.post(f"/api/frame?stream={stream}", files=files, headers=OPERATOR), 400, 409, 415, 422)


@pytest.mark.parametrize(
    "name", ["../../../x.jpg", "/etc/passwd", "a\x00.jpg", 'a"; x="', "x" * 5000, "🎲.jpg", "%0d%0aX: 1"]
)
def test_the_name_of_a_picture_means_nothing(hall: Hall, name: str) -> None:
    files = {"picture": (name, BOMBS["a page"], "text/html")}
    answer = hall.client.post("/api/frame", files=files, headers=OPERATOR)
    refused(answer, 400, 409, 422)
    assert "x" not in answer.headers


# of a form that breaks off, Starlette leaves the file to the garbage collector, which has something to say about it
@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
@pytest.mark.filterwarnings("ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    "form",
    [
        b"",
        b"--x",
        b"--x\r\n\r\n",
        b'--x\r\nContent-Disposition: form-data; name="picture"\r\n\r\nno file\r\n--x--\r\n',
        b'--x\r\nContent-Disposition: form-data; name="picture"; filename="a"\r\n\r\n',
        b"--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--\r\n",
        b"--x\r\n" + b"A: b\r\n" * 5000 + b"\r\n--x--\r\n",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' * 2000 + b"--x--\r\n",
        b'--x\r\nContent-Disposition: form-data; name="\xff"; filename="\xff"\r\n\r\n1\r\n--x--\r\n',
    ],
    ids=lambda form: form[:30].decode("latin-1") or "nothing",
)
def test_a_broken_form_is_refused_in_a_sentence(hall: Hall, form: bytes) -> None:
    for kind in (
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "multipart/form-data; boundary=" + "x" * 300,
    ):
        answer = hall.client.post("/api/frame", content=form, headers={**OPERATOR, "content-type": kind})
        refused(answer, 400, 409, 422)


def test_a_picture_without_the_cameras_token_is_not_looked_at(hall: Hall) -> None:
    files = {"picture": ("a.png", png(640, 480), "image/png")}
    refused(hall.client.post("/api/frame", files=files), 401)
