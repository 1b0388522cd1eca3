"""Whole games in a real browser: by taps on a phone, by keys alone, by roles and names alone."""

import random
import re
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from data import StoredMatch
from match import verbs
from match.event import Event
from match.match import Match
from rules import GAMES, Move, Position
from rules.move import PASS
from tests.browser import test_board
from tests.browser.channel import Channel
from tests.browser.test_board import Served, opened, tap
from tests.browser.test_board_beside_cards import moved
from tests.simulated_discord.table import Table

simcord_env, table, served = test_board.simcord_env, test_board.table, test_board.served
without_web, settings, width = test_board.without_web, test_board.settings, test_board.width
SEEDS = {"bizingo": 18, "hoyito": 12, "bivouac": 1, "ringo": 2, "agon": 20}
"""Games of players who take what they can, and else choose by lot, that end soon enough."""
BY_HAND = 7
"""How many moves of a game are made by hand, the last ones; those before, in the database."""
ARROWS = """() => {
  const before = document.activeElement, leads = {};
  for (const hit of [...document.querySelectorAll(".hit")]) {
    leads[hit.dataset.cell] = {};
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
      hit.focus();
      hit.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      leads[hit.dataset.cell][key] = document.activeElement.dataset.cell;
    }
  }
  before.focus();
  return leads;
}"""
"""Tries where each arrow leads from each cell."""
Play = Callable[[Page, StoredMatch, Move], Awaitable[None]]


def whole_game(position: Position) -> list[Move]:
    """Play a game to its end; forced passes, which are played by themselves, are left out."""
    lots, moves = random.Random(SEEDS[position.key]), list[Move]()
    while legal := [*position.moves().values()]:
        safe = [move for move in legal if not position.loses(move)]
        taking = [move for move in safe if move.taken]
        taking = taking or [move for move in safe if position.takes(move)]
        move = lots.choice(taking or legal)
        if move.text != PASS:
            moves.append(move)
        position = position.after(move)
    return moves


async def begin_near_the_end(table: Table, key: str) -> list[Move]:
    """Begin a match, and play a game in the database but for its last moves; return these."""
    match = await table.begin(key)
    moves = whole_game(match.position)
    now = table.env.now()
    for move in moves[:-BY_HAND]:

        def decide(match: Match, text: str = move.text) -> Event:
            return verbs.play(match, match.seats[match.turn], now, text)

        match = (await table.bot.store.matches.apply(match, decide)).after
    return moves[-BY_HAND:]


async def play_to_the_end(
    table: Table, served: Served, page: Page, key: str, play: Play
) -> list[str]:
    """Play the last moves of a game on a page, and as Ben on the card; return what went wrong."""
    told, moves = list[str](), await begin_near_the_end(table, key)
    await opened(table, served.address, page, told)
    for move in moves:
        match = await table.match()
        if match.to_move == table.ada.id:
            await expect(page.get_by_role("status")).to_contain_text("Your move.")
            await play(page, match, move)
        else:
            await table.play(move.text)
        after = await moved(page, table, match.count + 1)
        assert after.last[0] == move.text
    assert after.over
    await page.evaluate("dispatchEvent(new Event('online'))")  # hear of it now
    assert after.result
    words = {table.ada.id: "You've won it!", table.ben.id: "wins"}
    winner = None if after.result.winner is None else after.seats[after.result.winner]
    await expect(page.get_by_role("status")).to_contain_text(words.get(winner or 0, "draw"))
    await expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    return told


def alike(match: StoredMatch, move: Move) -> tuple[list[Move], list[Move]]:
    """Return the moves of the same piece, and those among them to the same cell."""
    moves = [each for each in match.position.moves().values() if each.path]
    from_there = [each for each in moves if each.path[0] == move.path[0]]
    return from_there, [each for each in from_there if each.path[-1] == move.path[-1]]


async def by_taps(page: Page, match: StoredMatch, move: Move) -> None:
    """Tap the piece, where it goes, and Play: three presses, in a single choice two."""
    from_there, same = alike(match, move)
    await tap(page, move.path[0])
    if len(from_there) > 1 and not match.position.single_choice:
        await tap(page, move.path[-1])
    if len(same) > 1:
        await page.locator("#choices button").nth(same.index(move)).click()
    await page.get_by_role("button", name=re.compile("^Play ")).click()


async def by_keys(page: Page, match: StoredMatch, move: Move) -> None:
    """Reach the board with Tab, its cells with arrows, and press Enter."""
    from_there, same = alike(match, move)
    await reach(page, move.path[0])
    if len(from_there) > 1 and not match.position.single_choice:
        await reach(page, move.path[-1])
    if len(same) > 1:
        for _ in range(1 + same.index(move)):
            await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name=re.compile("^Play "))).to_be_focused()
    await page.keyboard.press("Enter")


async def reach(page: Page, cell: str) -> None:
    """Go to a cell by keys, and choose it."""
    for _ in range(16):
        if here := await focused(page):
            break
        await page.keyboard.press("Tab")
    leads = await page.evaluate(ARROWS)
    ways: dict[str, list[str]] = {here: []}
    for place in (queue := [here]):
        for key, there in leads[place].items():
            if there not in ways:
                ways[there] = [*ways[place], key]
                queue.append(there)
    assert ways.keys() >= leads.keys(), "every cell is reached by arrows"
    for key in ways[cell]:
        await page.keyboard.press(key)
    assert await focused(page) == cell
    await page.keyboard.press("Enter")


async def focused(page: Page) -> str:
    """Return the cell that the keys are at, if any."""
    return str(await page.evaluate("document.activeElement.dataset.cell ?? ''"))


async def by_names(page: Page, match: StoredMatch, move: Move) -> None:
    """Press what a screen reader names."""
    from_there, same = alike(match, move)
    board = page.get_by_role("group")
    await board.get_by_role("button", name=move.path[0], exact=True).press("Enter")
    if len(from_there) > 1 and not match.position.single_choice:
        end = re.compile(f"^{move.path[-1]}(:.*)?$")
        await board.get_by_role("button", name=end).last.press("Enter")
    if len(same) > 1:
        name = str(move.text)
        await page.get_by_role("button", name=name, exact=True).press("Enter")
    await page.get_by_role("button", name=re.compile("^Play ")).press("Enter")


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("play", [by_taps, by_keys, by_names])
async def test_game_is_played_to_its_end(
    table: Table, served: Served, channel: Channel, key: str, play: Play
) -> None:
    assert await play_to_the_end(table, served, channel.page, key, play) == []
