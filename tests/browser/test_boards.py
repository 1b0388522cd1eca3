"""Puzzles, lessons, replays and matches of others on the board in a real browser, by taps."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord
from playwright.async_api import Page, expect

from boards.puzzle_words import is_best
from computer.puzzles import Puzzle, puzzles
from data.web_links import Opener
from lessons import lesson
from rules import GAMES, Move, Position
from tests.browser.channel import Channel
from tests.browser.stages import MOVE, count_stages, many_stages
from tests.browser.test_board import Served, held_back, middle, tap
from tests.browser.test_board import served as served  # noqa: PLC0414 (a fixture)
from tests.browser.test_practice_page import practice
from tests.flows.test_votes import begin, join, vote
from tests.simulated_discord import fixtures
from tests.simulated_discord.table import Table
from tests.tools.website.test_site import AXE, RUN
from tests.web import conftest

simcord_env, table, without_web = fixtures.simcord_env, fixtures.table, fixtures.settings
thinks_quickly = fixtures.thinks_quickly
settings = conftest.settings


LONG = 20
"""The cells of a sowing that takes many stages."""


@pytest.fixture
def width() -> int:
    """Return the width of a small phone."""
    return 360


@pytest.fixture
async def told(served: Served, channel: Channel) -> AsyncIterator[list[str]]:
    """Collect what goes wrong on the page while it is served; nothing does."""
    assert served.port
    found: list[str] = []
    channel.page.on("console", lambda message: found.append(message.text))
    channel.page.on("pageerror", lambda error: found.append(str(error)))
    yield found
    assert found == []


async def go(
    table: Table, served: Served, page: Page, at: str, who: simcord.MemberActor | None = None
) -> None:
    """Open a board by a link, as Ada unless told."""
    person = who or table.ada
    opener = Opener(person.id, person.name, "en-US", table.guild.id)
    token = await table.bot.store.web_links.make(opener, table.env.now())
    await page.set_viewport_size({"width": 360, "height": 740})
    await page.goto("about:blank")  # or the page before is still there: only its fragment changes
    await page.goto(f"{served.address}#{token}/{at}")
    await expect(page.locator("#rest")).to_be_visible()
    await expect(page.locator("#whose")).to_contain_text("This is")
    assert await page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.usefixtures("told")
async def test_puzzle_is_solved_by_taps(
    table: Table, served: Served, channel: Channel, key: str
) -> None:
    page = channel.page
    await go(table, served, page, f"puzzle.{key}.0")
    await expect(page.get_by_role("heading")).to_contain_text("Puzzle: ")
    heading = await page.get_by_role("heading").inner_text()
    number = int(heading.split()[-1])
    [puzzle] = [each for each in puzzles(key) if each.number == number]
    move = solution(puzzle)
    await page.get_by_role("button", name="Hint").click()
    await expect(page.locator("#told")).to_contain_text("Look at")
    await page.keyboard.press("Escape")
    await tap(page, move.path[0])
    told = page.locator("#told")
    await expect(told).to_contain_text(re.compile("Solved!|Where to"))
    if "Solved!" not in await told.inner_text():
        from_there = [m for m in puzzle.position.moves().values() if m.path[0] == move.path[0]]
        await tap(page, move.path[-1])
        same = [each for each in from_there if each.path[-1] == move.path[-1]]
        if len(same) > 1:
            await page.locator("#choices button").nth(same.index(move)).click()
    await expect(told).to_contain_text("Solved!")
    assert number in await table.bot.store.puzzles.done(table.ada.id, key)
    await page.locator("#next").click()
    await expect(page.get_by_role("heading")).not_to_have_text(heading)
    await page.evaluate(AXE.read_text(encoding="utf-8"))
    assert await page.evaluate(RUN) == []


@pytest.mark.parametrize("still", [False, True])
@pytest.mark.usefixtures("told")
async def test_board_shakes_at_a_wrong_answer(
    table: Table, served: Served, channel: Channel, *, still: bool
) -> None:
    page, puzzle = channel.page, puzzles("ringo")[0]
    await page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    await page.add_init_script(MOVE)
    await go(table, served, page, f"puzzle.ringo.{puzzle.number}")
    moves = [move for move in puzzle.position.moves().values() if move.path]
    wrong = next(move for move in moves if not is_best(puzzle, move))
    await tap(page, wrong.path[0])
    await tap(page, wrong.path[-1])
    await expect(page.locator("#told")).to_contain_text("isn't the best move")
    await expect(page.locator("#board")).to_have_class(re.compile("wrong"))
    assert await page.evaluate("animated") == (0 if still else 1)
    await page.get_by_role("button", name="Hint").click()
    await expect(page.locator("#told")).to_contain_text("Look at")
    await expect(page.locator("#board")).not_to_have_class(re.compile("wrong"))


@pytest.mark.usefixtures("told")
async def test_task_of_a_lesson_is_done_by_taps(
    table: Table, served: Served, channel: Channel
) -> None:
    page, task = channel.page, lesson("ringo")[1]
    await go(table, served, page, "learn..0")
    await page.get_by_role("button", name="Ringo").click()
    await expect(page.locator("#told")).to_contain_text("Task 1 of 8")
    moves = task.start.moves().values()
    good = next(move for move in moves if task.goals[0](task.start, move))
    bad = next(move for move in moves if not task.goals[0](task.start, move))
    await tap(page, bad.path[0])
    await tap(page, bad.path[-1])
    await expect(page.locator("#told")).not_to_contain_text("Where to from")
    asked = (await page.locator("#told").inner_text()).split("\n")[-1]
    await tap(page, good.path[0])
    await expect(page.locator("#told")).to_contain_text("Where to from")
    await expect(page.locator("#told")).to_contain_text(asked)
    await tap(page, good.path[-1])
    await expect(page.locator("#told")).to_contain_text("Right!")
    await expect(page.locator("#board")).to_have_class(re.compile("won"))
    await page.reload()
    await expect(page.locator("#told")).to_contain_text("Task 1 of 8")
    await tap(page, good.path[0])
    await tap(page, good.path[-1])
    await page.get_by_role("button", name="Next task").click()
    await expect(page.locator("#told")).to_contain_text("Task 2 of 8")


@pytest.mark.usefixtures("told")
async def test_match_is_replayed_and_explored(
    table: Table, served: Served, channel: Channel
) -> None:
    page, texts = channel.page, list[str]()
    match = await table.begin("ringo")
    for _ in range(4):
        texts.append(next(iter(match.position.moves())))
        match = await table.play(texts[-1])
    await go(table, served, page, "replay.1.0")
    caption = page.locator("#told")
    await expect(caption).to_contain_text("4 moves to come")
    await page.keyboard.press("ArrowRight")
    await expect(caption).to_contain_text("Move 1 of 4")
    box = await page.locator("#board").bounding_box()
    assert box is not None
    await page.mouse.click(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    await expect(caption).to_contain_text("Move 2 of 4")
    await page.get_by_role("button", name="To the end").click()
    await expect(caption).to_contain_text("Move 4 of 4")
    await page.get_by_role("slider", name="Jump to a move").press("ArrowLeft")
    await expect(caption).to_contain_text("Move 3 of 4")
    await page.get_by_text("All moves").click()
    await page.get_by_role("button", name=f"2. {texts[1]}").click()
    await expect(caption).to_contain_text("Move 2 of 4")
    await page.get_by_role("button", name="Try from here").click()
    await expect(page.get_by_role("heading")).to_contain_text("Try it: Ringo #1, after move 2")
    cell = page.locator(".hit.piece").first
    start = await cell.get_attribute("data-cell")
    assert start
    await tap(page, start)
    end = await page.locator(".hit.target").first.get_attribute("data-cell")
    assert end
    await page.mouse.click(*await middle(page, end))
    await expect(page.get_by_role("button", name="Start again")).to_be_visible()
    await page.get_by_role("button", name="Step back").click()
    await expect(page.get_by_role("button", name="Start again")).to_have_count(0)
    await page.get_by_role("button", name="Back to the match").click()
    await expect(page.get_by_role("heading")).to_have_text("Ringo #1")
    assert (await table.match()).count == 4
    await page.evaluate(AXE.read_text(encoding="utf-8"))
    assert await page.evaluate(RUN) == []


@pytest.mark.usefixtures("told")
async def test_match_of_others_is_watched_and_its_next_move_guessed(
    table: Table, served: Served, channel: Channel
) -> None:
    page, match = channel.page, await table.begin("ringo")
    await go(table, served, page, "1", table.cleo)
    await page.get_by_role("button", name="Follow").click()
    await expect(page.get_by_role("button", name="Stop following")).to_be_visible()
    move = next(each for each in match.position.moves().values() if each.text == "a1-a2")
    await tap(page, move.path[0])
    await tap(page, move.path[-1])
    await page.get_by_role("button", name="Guess a1-a2").click()
    await expect(page.locator("#told")).to_contain_text("Your guess so far")
    await table.play(move.text)
    await expect(page.locator("#told")).to_contain_text("Your last guess was right!")


@pytest.mark.usefixtures("told", "thinks_quickly")
async def test_a_voter_votes_by_taps(table: Table, served: Served, channel: Channel) -> None:
    page = channel.page
    await begin(table)
    await join(table, table.ada, table.ben)
    await go(table, served, page, "1")
    await expect(page.locator("#told")).to_contain_text("vote: 0 of 2 have voted")
    await tap(page, "c")
    await page.get_by_role("button", name="Vote for c").click()
    await expect(page.locator("#told")).to_contain_text("Your vote: ")
    await vote(table, table.ben, "c")
    await expect(page.locator("#told")).to_contain_text("Votes: “c” 2.")


@pytest.mark.usefixtures("told")
async def test_sowing_of_a_replay_and_of_a_puzzle_is_shown_stone_by_stone(
    table: Table, served: Served, channel: Channel
) -> None:
    page = channel.page
    puzzle = next(each for each in puzzles("hoyito") if len(solution(each).path) > LONG)
    await table.begin("hoyito")
    await table.play("b")
    await go(table, served, page, "replay.1.0")
    await count_stages(page)
    await page.get_by_role("button", name="Step forward").click()
    await many_stages(page)
    await page.get_by_role("button", name="To the start").click()
    await go(table, served, page, f"puzzle.hoyito.{puzzle.number}")
    await expect(page.get_by_role("heading")).to_contain_text("Puzzle: ")
    hole = page.get_by_role("button", name=solution(puzzle).path[0], exact=True)
    await count_stages(page)
    await hole.press("Enter")
    await many_stages(page)
    await expect(page.locator("#told")).to_contain_text("Solved!")
    await expect(page.get_by_role("button", name="Replay the turn")).to_be_visible()


async def mark(page: Page) -> float:
    """Return how plainly the first piece that can move is marked."""
    first = page.locator(".hit.piece").first
    return float(await first.evaluate("hit => getComputedStyle(hit).strokeOpacity"))


@pytest.mark.usefixtures("told")
async def test_pieces_that_can_move_are_marked_where_they_are_few_and_to_touch(
    table: Table, served: Served, channel: Channel
) -> None:
    page = channel.page
    few = next(each for each in puzzles("agon") if len(starts(each.position)) == 1)
    await go(table, served, page, f"puzzle.agon.{few.number}")
    assert await mark(page) == 0.7
    await tap(page, *starts(few.position))
    await expect(page.locator(".hit.target").first).to_be_visible()
    assert await mark(page) != 0.7, "where it may go is marked instead"
    await table.begin("agon")
    await go(table, served, page, "1")
    await expect(page.get_by_role("heading")).to_have_text("Agon #1")
    assert await mark(page) == 0
    phone = await page.context.new_cdp_session(page)
    await phone.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    await phone.send(
        "Emulation.setDeviceMetricsOverride",
        {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True},
    )
    await page.reload()
    await expect(page.get_by_role("heading")).to_have_text("Agon #1")
    assert await mark(page) == 0.7
    await table.begin("hoyito")
    await go(table, served, page, "2")
    await expect(page.get_by_role("heading")).to_have_text("Hoyito #2")
    assert await mark(page) == 0, "whoever sees a hole knows to tap it"


def solution(puzzle: Puzzle) -> Move:
    """Return the first move of what solves a puzzle."""
    return puzzle.position.moves()[puzzle.solution[0]]


def starts(position: Position) -> set[str]:
    """Return where the moves of a position begin."""
    return {move.path[0] for move in position.moves().values() if move.path}


@pytest.mark.usefixtures("told")
async def test_frame_of_the_board_and_a_sentence_are_there_before_the_first_state(
    table: Table, served: Served, channel: Channel
) -> None:
    page = channel.page
    await table.begin("ringo")
    answered = await held_back(page, "**/api/enter")
    await page.set_extra_http_headers({"Accept-Language": "fr-FR,fr;q=0.9"})
    token = await table.bot.store.web_links.make(Opener(table.ada.id), table.env.now())
    await page.goto(f"{served.address}#{token}/1")
    await expect(page.locator("#told")).to_have_text("Le plateau arrive …")
    box = await page.locator("#board").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 290
    answered.set()
    await expect(page.get_by_role("heading")).to_have_text("Ringo #1")
    square = await page.locator("#board").bounding_box()
    assert square is not None
    drawn = await page.locator("#board").evaluate("board => board.viewBox.baseVal.height")
    width = await page.locator("#board").evaluate("board => board.viewBox.baseVal.width")
    assert abs(square["width"] / square["height"] - width / drawn) < 0.01, "the frame is gone"


@pytest.mark.parametrize("width", [1280])
async def test_practice_channel_has_boards_for_lessons(tmp_path: Path, channel: Channel) -> None:
    async with practice(tmp_path, channel):
        await channel.types("learn")
        await channel.presses("Board")
        link = channel.newest.get_by_role("link", name="Open the board")
        address = await link.get_attribute("href")
        assert address is not None
        board = await channel.page.context.new_page()
        await board.goto(address)
        await expect(board.get_by_role("heading")).to_have_text("Learn a game")
        await expect(board.locator("#whose")).to_have_text("This is \u2068Ada\u2069's board.")
        await board.get_by_role("button", name="Hoyito").click()
        await board.get_by_role("group").get_by_role("button", name="b", exact=True).press("Enter")
        await expect(board.locator("#told")).to_contain_text("Right!")
        await board.close()
