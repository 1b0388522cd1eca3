"""Whoever asks too slowly, takes no answer or goes away: nothing is held for them, or lost."""

import asyncio
import socket
from typing import Any

import pytest

from data.values import Happened
from tests.programs import PATIENCE
from tests.simulated_discord.table import Table
from tests.web.pages import Site
from web.server import serving_boards


async def test_body_that_does_not_come_is_not_waited_for(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.requests.SLOW_SECONDS", 0.05)
    reader, writer = await asyncio.open_connection(*address(site))
    writer.write(b"POST /api/enter HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
    async with asyncio.timeout(PATIENCE):
        answered = await reader.readuntil(b"\r\n\r\n")
    assert answered.startswith(b"HTTP/1.1 422")
    writer.close()


async def test_request_that_is_not_finished_and_idle_connection_are_closed(
    table: Table, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setattr("web.server.IDLE_SECONDS", 0.05)
    web = {"web": f"127.0.0.1:{unused_tcp_port}", "web_url": "https://board.example"}
    table.bot.settings = table.settings.model_copy(update=web)
    async with serving_boards(table.bot):
        for begun in (b"", b"GET / HTTP/1.1\r\nHost:"):
            reader, writer = await asyncio.open_connection("127.0.0.1", unused_tcp_port)
            writer.write(begun)
            async with asyncio.timeout(PATIENCE):
                assert await reader.read() == b""
            writer.close()


async def test_whoever_takes_no_answer_is_cut_off(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.requests.SLOW_SECONDS", 0.05)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    slow.setblocking(False)
    loop = asyncio.get_running_loop()

    async def ask_on() -> None:
        while True:
            await loop.sock_sendall(slow, b"GET /board.js HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
            await asyncio.sleep(0)

    await loop.sock_connect(slow, address(site))
    with slow, pytest.raises(ConnectionError):
        await asyncio.wait_for(ask_on(), PATIENCE)


async def test_move_whose_page_goes_away_before_the_answer_is_made_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, may_go_on, asked, done = site.table, asyncio.Event(), asyncio.Event(), asyncio.Event()
    match = await table.begin("bizingo")
    page, matches = await site.page(table.ada), table.bot.store.matches
    apply = matches.apply

    async def slowly(*which: Any, **given: Any) -> Happened:
        asked.set()
        try:
            await may_go_on.wait()
            return await apply(*which, **given)
        finally:
            done.set()

    monkeypatch.setattr(matches, "apply", slowly)
    move = next(iter(match.position.moves()))
    asking = asyncio.create_task(page.asks("play", count=0, move=move))
    await asked.wait()
    asking.cancel()
    await asyncio.wait([asking])
    may_go_on.set()
    await done.wait()
    assert await moves_of(table) == [move]
    status, told = await page.asks("play", count=0, move=move)
    assert (status, told["state"]["count"]) == (409, 1)
    await site.settle()
    assert await moves_of(table) == [move]


async def moves_of(table: Table) -> list[str]:
    events = await table.bot.store.matches.happened(1, 0)
    return [event.text for event in events]


def address(site: Site) -> tuple[str, int]:
    """Return where the boards are served."""
    assert site.client.port is not None
    return site.client.host, site.client.port
