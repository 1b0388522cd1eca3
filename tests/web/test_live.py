"""Pages that listen: they hear of what happens on cards and other pages, and end when they must."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from unittest.mock import AsyncMock

import pytest
from aiohttp import ClientResponse

from tests.programs import PATIENCE
from tests.web.pages import Page, Site
from web.live import AT_ONCE, MOST_LISTENING


@asynccontextmanager
async def listening(page: Page, count: int = 0) -> AsyncIterator[ClientResponse]:
    """Listen as a page does."""
    headers = {"Authorization": f"Bearer {page.key}"}
    fields = {"match": page.match, "count": count}
    async with page.site.client.post("/api/listen", json=fields, headers=headers) as response:
        assert (response.status, response.content_type) == (200, "text/event-stream")
        yield response


async def heard(response: ClientResponse) -> str:
    async with asyncio.timeout(PATIENCE):
        return (await response.content.readuntil(b"\n\n")).decode()


async def test_page_hears_of_a_move_on_the_card(site: Site) -> None:
    match = await site.table.begin("bizingo")
    async with listening(await site.page(site.table.ben)) as response:
        await site.server.listeners.look()
        await site.table.play(next(iter(match.position.moves())))
        await site.server.listeners.look()
        assert await heard(response) == "data: 1\n\n"


async def test_page_that_saw_less_hears_at_once(site: Site) -> None:
    match = await site.table.begin("bizingo")
    await site.table.play(next(iter(match.position.moves())))
    async with listening(await site.page(site.table.ben)) as response:
        await site.server.listeners.look()
        assert await heard(response) == "data: 1\n\n"


async def test_quiet_match_has_a_heartbeat(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.HEARTBEAT", 0.01)
    await site.table.begin("bizingo")
    async with listening(await site.page(site.table.ben)) as response:
        assert await heard(response) == ": nothing\n\n"


async def test_page_hears_that_its_link_was_taken_away(site: Site) -> None:
    await site.table.begin("bizingo")
    async with listening(await site.page(site.table.ben), count=7) as response:
        await site.table.bot.store.web_links.revoke(site.table.ben.id)
        await site.server.listeners.look()
        assert await heard(response) == "event: end\ndata: 0\n\n"


async def test_onlooker_who_no_longer_sees_the_channel_hears_nothing_more(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await site.table.begin("bizingo")
    async with listening(await site.page(site.table.cleo)) as response:
        monkeypatch.setattr("web.server.may_watch", AsyncMock(return_value=False))
        site.table.env.backend.advance_clock(61)
        await site.table.play(next(iter(match.position.moves())))
        await site.server.listeners.look()
        assert await heard(response) == "event: end\ndata: 0\n\n"


async def test_page_too_many_ends_the_first(site: Site) -> None:
    await site.table.begin("bizingo")
    page = await site.page(site.table.ben)
    async with listening(page) as first:
        for _ in range(MOST_LISTENING):
            response = await page.site.client.post(
                "/api/listen",
                json={"match": 1, "count": 0},
                headers={"Authorization": f"Bearer {page.key}"},
            )
            assert response.status == 200
        assert (await heard(first)).startswith("event: end")


async def test_many_pages_are_told_a_few_at_a_time(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await site.table.begin("bizingo")
    told: list[int] = []

    async def pause(_seconds: float) -> None:
        told.append(sum(each.news.is_set() for each in pages))

    with ExitStack() as stack:
        pages = [
            stack.enter_context(site.server.listeners.listening(person, 1, 7))
            for person in range(2 * AT_ONCE + 1)
        ]
        with monkeypatch.context() as patch:
            patch.setattr("web.live.asyncio.sleep", pause)
            await site.server.listeners.look()
        assert told == [AT_ONCE, 2 * AT_ONCE]
        assert all(each.news.is_set() for each in pages)
