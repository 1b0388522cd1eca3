"""Fixtures for the tests of this folder: a bot in a simulated Discord, and the server of boards."""

from collections.abc import AsyncIterator

import pytest
from aiohttp.test_utils import TestClient, TestServer

from hosting.settings import Settings
from tests.simulated_discord import fixtures
from tests.simulated_discord.table import Table
from tests.web.pages import Site
from web.server import BoardServer

calls, simcord_env, table = fixtures.calls, fixtures.simcord_env, fixtures.table
thinks_quickly = fixtures.thinks_quickly
without_web = fixtures.settings


@pytest.fixture
def settings(without_web: Settings) -> Settings:
    """Have a board in the browser."""
    web = {"web": "127.0.0.1:0", "web_url": "https://board.example"}
    return without_web.model_copy(update=web)


@pytest.fixture
async def site(table: Table) -> AsyncIterator[Site]:
    """Serve the boards of the bot, on a port of its own."""
    server = BoardServer(table.bot)
    served = TestServer(server.app())
    with table.env.time_context():
        await served.start_server()
    async with TestClient(served) as client:
        yield Site(table, server, client)
        server.listeners.end()
