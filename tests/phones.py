"""A table over HTTP for the tests of what phones may do, and the phones around it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from croupier.server.live import Live
from croupier.server.log import Log
from croupier.server.mailbox import News
from croupier.server.table import Table
from croupier.server.web.app import create_app

TOKEN = "the-operators-token"
OPERATOR = {"authorization": f"Bearer {TOKEN}"}
ADDRESS = "http://table.local"


class House:
    """One table, and where others find it."""

    def __init__(self, file: Path, address: str = ADDRESS) -> None:
        self.log, self.news = Log(str(file)), News()
        self.table = Table(self.log, self.news.publish)
        live = Live(self.table, None, _no_camera, _no_camera, self.news)
        self.app = create_app(self.table, live, self.news, self.log, TOKEN, address)

    def phone(self) -> TestClient:
        return TestClient(self.app, raise_server_exceptions=False, headers={"origin": "http://testserver"})

    def seated(self, name: str) -> TestClient:
        """A phone with that player's seat: by the name alone, or by the operator's link where dice lie hidden."""
        phone = self.phone()
        if phone.post("/api/join", json={"name": name}).status_code == 409:
            seat = self.table.course.started.players.index(name)
            handed = self.phone().post("/api/seat", json={"seat": seat}, headers=OPERATOR).json()
            assert phone.post("/api/redeem", json={"token": handed["token"]}).status_code == 200
        return phone

    def version(self) -> int:
        return self.table.course.version

    def act(self, phone: TestClient, address: str = "/api/act", headers: Any = None, **body: Any) -> Any:
        return phone.post(address, json={"version": self.version(), **body}, headers=headers)


def said(answer: Any, status: int) -> str:
    """The one sentence of a refusal."""
    assert answer.status_code == status, answer.text
    sentence = str(answer.json()["error"])
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def _no_camera(*_: object) -> Any:
    raise AssertionError("There is no camera here.")
