"""What is reckoned from all games is made once for all who ask, and keeps no thread from those who read the table."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import httpx2 as httpx
import pytest
from phones import House

from croupier.server.errors import LogError
from croupier.server.history.fairness.values import Asked, Fairness
from croupier.server.web.history import routes as history
from croupier.server.web.history.figures import Figures

PATIENCE_S = 30.0
MANY = 60
"""More than there are threads."""
NOTHING = Fairness("all", [], "No dice have been thrown yet.", 0)


def test_many_who_ask_at_once_have_one_figure_made_and_the_board_is_there_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, begun, go_on = list[Asked](), threading.Event(), threading.Event()

    def slow(_: object, source: Asked) -> Fairness:
        made.append(source)
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return NOTHING

    monkeypatch.setattr(history, "_fairness", slow)
    house = House(tmp_path / "table.db")

    async def story() -> None:
        way = httpx.ASGITransport(app=house.app)
        async with httpx.AsyncClient(transport=way, base_url="http://testserver") as phone:
            asking = [asyncio.create_task(phone.get("/api/fairness")) for _ in range(MANY)]
            try:
                assert await asyncio.to_thread(begun.wait, PATIENCE_S)
                board = await asyncio.wait_for(phone.get("/api/board"), PATIENCE_S / 2)
                assert board.status_code == 200
                assert not any(one.done() for one in asking)
            finally:
                go_on.set()
            assert {answer.text for answer in await asyncio.gather(*asking)} == {asking[0].result().text}
            assert asking[0].result().json()["note"] == NOTHING.note

    asyncio.run(story())
    house.log.close()
    assert made == ["all"]


def test_what_went_wrong_is_told_to_all_who_waited_and_is_tried_anew_by_the_next() -> None:
    tries = list[Asked]()

    def broken(source: Asked) -> Fairness:
        tries.append(source)
        if len(tries) == 1:
            raise LogError("The log cannot be read.")
        return NOTHING

    async def story() -> None:
        figures = Figures(broken)
        waited = await asyncio.gather(*(figures.of("all") for _ in range(3)), return_exceptions=True)
        assert [str(one) for one in waited] == ["The log cannot be read."] * 3
        assert await figures.of("all") is NOTHING

    asyncio.run(story())


def test_who_leaves_does_not_end_it_for_those_who_wait() -> None:
    go_on = threading.Event()

    def slow(_: Asked) -> Fairness:
        assert go_on.wait(PATIENCE_S)
        return NOTHING

    async def story() -> None:
        figures = Figures(slow)
        leaves, stays = (asyncio.create_task(figures.of("all")) for _ in range(2))
        await asyncio.sleep(0)  # both have asked
        leaves.cancel()
        await asyncio.gather(leaves, return_exceptions=True)
        go_on.set()
        assert await stays is NOTHING
        assert leaves.cancelled()

    asyncio.run(story())
