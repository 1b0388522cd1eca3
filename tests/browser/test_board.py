"""The board in a real browser: whole games by taps on a phone, with an opponent on the card."""

import random
import re
from collections.abc import AsyncIterator

import pytest
from aiohttp.test_utils import TestServer
from playwright.async_api import Page, expect

from data import StoredMatch
from rules import GAMES, Move
from tests.browser.channel import Channel
from tests.simulated_discord import fixtures
from tests.simulated_discord.table import Table
from tests.web import conftest
from web.server import BoardServer

simcord_env, table, without_web = fixtures.simcord_env, fixtures.table, fixtures.settings
settings = conftest.settings
MOST_MOVES = 8
"""How many moves of a game are made by taps; what follows would be more of the same."""


@pytest.fixture
def width() -> int:
    """Return the width of a small phone."""
    return 360


@pytest.fixture
async def address(table: Table) -> AsyncIterator[str]:
    """Serve the boards of the bot; return where."""
    server = BoardServer(table.bot)
    served = TestServer(server.app())
    with table.env.time_context():
        await served.start_server()
    yield str(served.make_url("/"))
    server.listeners.end()
    await served.close()


async def opened(table: Table, address: str, page: Page, told: list[str], number: int = 1) -> None:
    """Open a page by Ada's link."""
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    token = await table.bot.store.web_links.make(table.ada.id, table.env.now())
    await page.set_viewport_size({"width": 360, "height": 740})
    await page.goto(f"{address}#{token}/{number}")
    await expect(page.locator("#whose")).to_contain_text("This is")
    assert "#" not in page.url
    assert await page.evaluate("document.documentElement.scrollWidth") <= 360


async def tap(page: Page, cell: str) -> None:
    """Tap a cell where it is, as a finger does."""
    hit = page.locator(f".hit[data-cell='{cell}']").last
    box = await hit.bounding_box()
    assert box is not None, cell
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


async def tap_move(page: Page, match: StoredMatch, move: Move) -> int:
    """Make a move by taps; return how many presses that took."""
    moves = [each for each in match.position.moves().values() if each.path]
    from_there = [each for each in moves if each.path[0] == move.path[0]]
    await tap(page, move.path[0])
    presses = 2
    if len(from_there) > 1:
        presses += 1
        if match.position.single_choice:
            await page.get_by_role("button", name=str(match.position.caption(move))).click()
        else:
            await tap(page, move.path[-1])
            same = [each for each in from_there if each.path[-1] == move.path[-1]]
            if len(same) > 1:
                presses += 1
                await page.locator("#choices button").nth(same.index(move)).click()
    await page.get_by_role("button", name=re.compile("^Play ")).click()
    return presses


@pytest.mark.parametrize("key", GAMES)
async def test_game_is_played_by_taps(
    table: Table, address: str, channel: Channel, key: str
) -> None:
    page, told, lots = channel.page, list[str](), random.Random(3)
    match = await table.begin(key)
    await opened(table, address, page, told)
    for _ in range(MOST_MOVES):
        match = await table.match()
        if match.over:
            break
        moves = [move for move in match.position.moves().values() if move.path]
        move = lots.choice(moves)
        if match.to_move == table.ada.id:
            await expect(page.locator("#told")).to_contain_text("Your move.")
            presses = await tap_move(page, match, move)
            assert presses <= (2 if match.position.single_choice else 4)
        else:
            await table.play(move.text)
            await page.evaluate("dispatchEvent(new Event('online'))")
        await expect(page.locator("#verbs, #told").first).to_be_visible()
        count = match.count
        for _ in range(200):
            match = await table.match()
            if match.count > count:
                break
            await page.wait_for_timeout(25)
        assert match.last_move == move
    assert told == []


async def test_page_hears_of_the_opponents_move_and_leads_to_the_next_board(
    table: Table, address: str, channel: Channel
) -> None:
    page, told = channel.page, list[str]()
    match = await table.begin("bizingo")
    await table.begin("ringo")
    await opened(table, address, page, told)
    await tap_move(page, match, next(iter(match.position.moves().values())))
    await page.get_by_role("button", name="Next board (1)").click()
    await expect(page.get_by_role("heading")).to_have_text("Ringo #2")
    await expect(page.locator("#told")).to_contain_text("Your move.")
    assert told == []


async def test_board_is_played_by_keys_alone(table: Table, address: str, channel: Channel) -> None:
    page, told = channel.page, list[str]()
    match = await table.begin("bizingo")
    await opened(table, address, page, told)
    await expect(page.locator("#told")).to_contain_text("Your move.")
    await page.locator(".hit").first.focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await expect(page.locator("#told")).to_contain_text("Where to from")
    await page.locator(".hit.target").first.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name=re.compile("^Play "))).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#told")).to_contain_text("is to move.")
    assert (await table.match()).count == match.count + 1
    assert told == []
