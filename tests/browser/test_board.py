"""The board in a real browser: what its pages tell, and how they go on."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
import simcord
from aiohttp.test_utils import TestServer
from playwright.async_api import Page, Route, expect

from data import StoredMatch
from data.web_links import Opener
from rules import Move, Position
from tests.browser.channel import Channel
from tests.browser.stages import MOVE
from tests.browser.test_practice_page import practice
from tests.simulated_discord import fixtures
from tests.simulated_discord.computer import begin as begin_unrated
from tests.simulated_discord.table import Table
from tests.tools.website.test_site import AXE, RUN
from tests.web import conftest
from web.server import BoardServer

simcord_env, table, without_web = fixtures.simcord_env, fixtures.table, fixtures.settings
thinks_quickly = fixtures.thinks_quickly
settings = conftest.settings


@pytest.fixture
def width() -> int:
    """Return the width of a small phone."""
    return 360


@dataclass
class Served:
    """The boards of the bot, served at an address that stays when it restarts."""

    table: Table
    address: str = ""
    port: int | None = None

    async def start(self) -> None:
        """Begin to serve, knowing nobody."""
        self._server = BoardServer(self.table.bot)
        self._served = TestServer(self._server.app(), port=self.port)
        with self.table.env.time_context():
            await self._served.start_server(shutdown_timeout=0.1)
        self._looking = asyncio.create_task(self._server.listeners.look_on())
        self.port, self.address = self._served.port, str(self._served.make_url("/"))

    async def stop(self) -> None:
        """Stop as the bot does."""
        self._looking.cancel()
        self._server.listeners.end()
        await self._served.close()

    async def settle(self) -> None:
        """Wait until Discord shows what has happened."""
        await self._server.actions.settle()
        await self.table.env.settle()

    async def restart(self) -> None:
        """Forget who has a page open."""
        await self.stop()
        await self.start()


@pytest.fixture
async def served(table: Table) -> AsyncIterator[Served]:
    """Serve the boards of the bot."""
    boards = Served(table)
    await boards.start()
    yield boards
    await boards.stop()


async def opened(
    table: Table, address: str, page: Page, told: list[str], who: simcord.MemberActor | None = None
) -> None:
    """Open a page by a link, Ada's unless told."""
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    token = await table.bot.store.web_links.make(Opener((who or table.ada).id), table.env.now())
    await page.set_viewport_size({"width": 360, "height": 740})
    await page.goto(f"{address}#{token}/1")
    await expect(page.locator("#rest")).to_be_visible()
    await expect(page.locator("#whose")).to_contain_text("This is")
    assert "#" not in page.url
    assert await page.evaluate("document.documentElement.scrollWidth") <= 360


def first_move(match: StoredMatch) -> Move:
    """Return the first legal move."""
    return next(iter(match.position.moves().values()))


async def held_back(page: Page, path: str) -> asyncio.Event:
    """Let what a page asks at a path wait for an event, which is returned."""
    may_go_on = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_go_on.wait()
        await route.continue_()

    await page.route(path, hold)
    return may_go_on


async def tap(page: Page, cell: str) -> None:
    """Tap a cell where it is, as a finger does."""
    await page.mouse.click(*await middle(page, cell))


async def middle(page: Page, cell: str) -> tuple[float, float]:
    """Return the middle of a cell that can be chosen."""
    hit, box = page.locator(f".hit[data-cell='{cell}']").last, None
    while box is None:  # a page that has just heard of something makes them anew
        await expect(hit).to_be_visible()
        box = await hit.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def tap_move(page: Page, position: Position, move: Move) -> int:
    """Make a move by taps; return how many presses that took."""
    moves = [each for each in position.moves().values() if each.path]
    from_there = [each for each in moves if each.path[0] == move.path[0]]
    await tap(page, move.path[0])
    presses = 2
    if len(from_there) > 1:
        presses += 1
        if position.single_choice:
            await page.get_by_role("button", name=str(position.caption(move))).click()
        else:
            await tap(page, move.path[-1])
            same = [each for each in from_there if each.path[-1] == move.path[-1]]
            if len(same) > 1:
                presses += 1
                await page.locator("#choices button").nth(same.index(move)).click()
    await page.get_by_role("button", name=re.compile("^Play ")).click()
    return presses


async def test_page_hears_of_the_opponents_move_and_leads_to_the_next_board(
    table: Table, served: Served, channel: Channel
) -> None:
    page, told = channel.page, list[str]()
    match = await table.begin("bizingo")
    await table.begin("ringo")
    await opened(table, served.address, page, told)
    await tap_move(page, match.position, first_move(match))
    await page.get_by_role("button", name="Next board (1)").click()
    await expect(page.get_by_role("heading")).to_have_text("Ringo #2")
    await expect(page.locator("#told")).to_contain_text("Your move.")
    assert told == []


async def test_two_pages_play_each_other_across_a_restart(
    table: Table, served: Served, channel: Channel
) -> None:
    page, told = channel.page, list[str]()
    match = await table.begin("bizingo")
    await opened(table, served.address, page, told)
    other = await page.context.new_page()
    await opened(table, served.address, other, told, who=table.ben)
    await tap_move(page, match.position, first_move(match))
    await expect(other.locator("#told")).to_contain_text("Your move.")
    await served.restart()
    match = await table.match()
    await tap_move(other, match.position, first_move(match))
    await expect(other.locator("#told")).to_contain_text("is to move.")
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page.locator("#told")).to_contain_text("Your move.")
    assert (await table.match()).moves == (1, 1)


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is missing: make .venv/tools/axe.min.js")
@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_axe_finds_nothing(
    table: Table, served: Served, channel: Channel, colours: Literal["light", "dark"]
) -> None:
    page = channel.page
    match = await table.begin("bizingo")
    await page.emulate_media(color_scheme=colours)
    await opened(table, served.address, page, [])
    await page.evaluate(AXE.read_text(encoding="utf-8"))
    assert await page.evaluate(RUN) == []
    await tap(page, first_move(match).path[0])
    await expect(page.locator("#told")).to_contain_text("Where to from")
    assert await page.evaluate(RUN) == []
    await tap(page, first_move(match).path[-1])
    await page.get_by_role("button", name="Say something").click()
    assert await page.evaluate(RUN) == []


async def test_piece_is_dragged_and_taps_snap_to_the_nearest_cell(
    table: Table, served: Served, channel: Channel
) -> None:
    page, match = channel.page, await table.begin("ringo")
    move = next(each for each in match.position.moves().values() if each.text == "a1-a2")
    await page.add_init_script(MOVE)
    await opened(table, served.address, page, [])
    x, y = await middle(page, move.path[0])
    await page.mouse.click(x + 14, y - 12)
    await expect(page.locator("#told")).to_contain_text("Where to from a1?")
    there = await middle(page, move.path[-1])
    await page.keyboard.press("Escape")
    await expect(page.locator("#told")).to_contain_text("Your move.")
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 20, y + 20, steps=3)
    await expect(page.locator("#told")).to_contain_text("Where to from a1?")
    await page.mouse.move(*there, steps=3)
    await page.mouse.up()
    play = page.get_by_role("button", name="Play a1-a2")
    await expect(play).to_be_visible()
    assert await page.evaluate("animated") == 0, "it is there already"
    await play.click()
    await expect(page.locator("#told")).to_contain_text("is to move.")


@pytest.mark.parametrize("key", ["bizingo", "hoyito"])
async def test_a_second_tap_where_a_move_ends_plays_it(
    table: Table, served: Served, channel: Channel, key: str
) -> None:
    page, match = channel.page, await table.begin(key)
    move = first_move(match)
    start, end = move.path[0], move.path[0 if key == "hoyito" else -1]
    await opened(table, served.address, page, [])
    for cell in dict.fromkeys((start, end)):
        await tap(page, cell)
    play = page.get_by_role("button", name=f"Play {move.text}")
    await expect(play).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(play).to_have_count(0)
    for cell in dict.fromkeys((start, end)):
        await tap(page, cell)
    await expect(play).to_be_visible()
    await tap(page, end)
    await expect(page.locator("#told")).to_contain_text("is to move.")
    assert (await table.match()).last_move == move


async def test_a_tap_where_no_move_leads_says_why(
    table: Table, served: Served, channel: Channel
) -> None:
    page, match = channel.page, await table.begin("ringo")
    move = next(each for each in match.position.moves().values() if each.text == "a1-a2")
    await opened(table, served.address, page, [])
    told, fortress = page.locator("#told"), await page.locator("#board").bounding_box()
    assert fortress is not None
    middle_of_board = (
        fortress["x"] + fortress["width"] / 2,
        fortress["y"] + fortress["height"] / 2,
    )
    await page.mouse.click(*middle_of_board)
    await expect(told).to_contain_text("A piece in the fortress never leaves it")
    await tap(page, move.path[0])
    await expect(told).to_contain_text("Where to from")
    await page.mouse.click(*middle_of_board)
    await expect(told).to_contain_text("The fortress is too far from a1")
    await tap(page, move.path[-1])
    await page.get_by_role("button", name="Play a1-a2").click()
    await expect(told).to_contain_text("is to move.")


async def test_move_is_said_something_with(table: Table, served: Served, channel: Channel) -> None:
    page, match = channel.page, await table.begin("bizingo")
    await opened(table, served.address, page, [])
    await tap(page, first_move(match).path[0])
    await tap(page, first_move(match).path[-1])
    await page.get_by_role("button", name="Say something").click()
    await page.get_by_placeholder("Your message").fill("<b>nice</b>")
    await page.keyboard.press("Enter")
    await expect(page.locator("#told")).to_contain_text("<b>nice</b>")


@pytest.mark.usefixtures("thinks_quickly")
async def test_hint_leads_to_its_move(table: Table, served: Served, channel: Channel) -> None:
    page = channel.page
    await begin_unrated(table, "bizingo")
    await opened(table, served.address, page, [])
    await page.get_by_role("button", name="Hint").click()
    await expect(page.locator("#told")).to_contain_text("Look at")
    await expect(page.locator(".hit.chosen")).to_have_count(1)
    await page.get_by_role("button", name="Which move?").click()
    await expect(page.get_by_role("button", name=re.compile("^Play "))).to_be_visible()
    await page.get_by_role("button", name="Why?").click()
    await expect(page.locator("#told")).to_contain_text("It is as good as any.")
    await page.get_by_role("button", name=re.compile("^Play ")).click()
    await expect(page.locator("#told")).to_contain_text(re.compile(r"level 3 \w+ → "))


async def test_long_words_cover_no_board_on_a_small_phone(
    table: Table, served: Served, channel: Channel
) -> None:
    page = channel.page
    await table.begin("ringo")  # whose aims, which a first match tells, are the longest
    await opened(table, served.address, page, [])
    await page.set_viewport_size({"width": 275, "height": 600})
    await expect(page.locator("#told")).to_contain_text("the siege has failed")
    board = await page.locator("#board").bounding_box()
    panel = await page.locator("#panel").bounding_box()
    assert board
    assert panel
    assert panel["y"] >= board["y"] + board["height"]
    await page.locator("#all summary").click()
    await page.locator("#moves button").first.click()
    await expect(page.get_by_role("button", name=re.compile("^Play "))).to_be_in_viewport()


async def test_link_that_was_used_before_asks_who_it_is(
    table: Table, served: Served, channel: Channel
) -> None:
    page = channel.page
    await table.begin("bizingo")
    token = await table.bot.store.web_links.make(Opener(table.ada.id), table.env.now())
    await table.bot.store.web_links.trade(token, table.env.now())
    await page.goto(f"{served.address}#{token}/1")
    await expect(page.locator("#told")).to_contain_text("Is that you?")
    await expect(page.locator("#board")).to_be_hidden()
    await page.get_by_role("button", name="Yes, it's me").click()
    await expect(page.get_by_role("heading")).to_have_text("Bizingo #1")
    await page.get_by_role("button", name="Not you?").click()
    await expect(page.locator("#told")).to_contain_text("Then please close this page")
    await page.reload()
    await expect(page.locator("#told")).to_contain_text("This page is closed.")


async def test_practice_channel_has_the_board(tmp_path: Path, channel: Channel) -> None:
    async with practice(tmp_path, channel):
        await channel.types("hoyito", opponent="Ben", side="South")
        await channel.look_as("Ben")
        await channel.presses("Accept")
        await channel.look_as("Ada")
        await channel.presses("Board")
        link = channel.newest.get_by_role("link", name="Open the board")
        address = await link.get_attribute("href")
        assert address is not None
        board = await channel.page.context.new_page()
        await board.goto(address)
        await expect(board.get_by_role("heading")).to_have_text("Hoyito #1")
        await board.get_by_role("button", name="b", exact=True).press("Enter")
        await board.get_by_role("button", name="Play b").click()
        await expect(board.get_by_role("button", name="Replay the turn")).to_be_visible()
        await board.close()
        await expect(channel.newest).to_contain_text("Ada sows b")
