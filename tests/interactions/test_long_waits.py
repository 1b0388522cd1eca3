"""Discord asks to wait for minutes: no request waits inside discord.py, and none is lost after."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable

import discord
import pytest
from aiohttp import web

from bot import Parlour
from hosting.settings import Settings
from hosting.startup import is_temporary, reason
from tests.programs import PATIENCE
from tests.simulated_discord import fixtures

settings = fixtures.settings
WAIT = int(2 * PATIENCE)
LIMITED = {"Retry-After": str(WAIT), "Via": "1.1 google"}
Ask = Callable[[Parlour], Awaitable[object]]


class Limited:
    """A Discord that answers 429, until it is `over`."""

    def __init__(self) -> None:
        self.headers = LIMITED
        self.over = False

    async def answer(self, _request: web.Request) -> web.Response:
        told: dict[str, object] = {"id": "1"}
        if not self.over:
            told = {"message": "limited", "retry_after": float(self.headers["Retry-After"])}
            told["global"] = "X-RateLimit-Global" in self.headers
        # discord.py reads JSON only of exactly this type.
        headers = {"Content-Type": "application/json", **self.headers}
        return web.Response(
            body=json.dumps(told).encode(), status=200 if self.over else 429, headers=headers
        )


@pytest.fixture
async def limited(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Limited]:
    """Serve it on loopback, as the one that discord.py knows."""
    there, app = Limited(), web.Application()
    app.router.add_route("*", "/{path:.*}", there.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}")
    yield there
    await runner.cleanup()


@pytest.fixture
async def bot(settings: Settings, limited: Limited) -> AsyncIterator[Parlour]:
    """Log in, and connect to nothing."""
    async with Parlour(settings) as bot:
        limited.over = True
        await bot.http.static_login("a.b.c")
        limited.over = False
        yield bot


async def edit_card(bot: Parlour) -> None:
    await bot.get_partial_messageable(1).get_partial_message(2).edit(content="")


async def answer_press(bot: Parlour) -> None:
    await discord.Webhook.partial(1, "token", client=bot).send("")


@pytest.mark.usefixtures("limited")
@pytest.mark.parametrize("ask", [edit_card, answer_press])
async def test_a_wait_of_minutes_is_no_wait_of_whoever_asks(bot: Parlour, ask: Ask) -> None:
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(discord.RateLimited) as refused:
            await ask(bot)
    assert refused.value.retry_after == WAIT


async def test_a_limit_of_everything_that_is_over_stops_nothing(
    bot: Parlour, limited: Limited
) -> None:
    limited.headers = {**LIMITED, "Retry-After": "0.5", "X-RateLimit-Global": "true"}
    with pytest.raises((discord.HTTPException, TimeoutError)):
        async with asyncio.timeout(0.25):  # less than discord.py would sleep
            await edit_card(bot)
    limited.over = True
    async with asyncio.timeout(PATIENCE):
        await bot.http.request(discord.http.Route("GET", "/users/@me"))


def test_a_host_reads_when_to_start_again() -> None:
    error = discord.RateLimited(WAIT)
    assert reason(error) == (
        "Discord has had too many requests of this bot and asks to wait: start again in 10 minutes."
    )
    assert is_temporary(error)
