"""The board in a browser beside cards: asleep meanwhile, undone, replayed, with notes, narrow."""

import asyncio
from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from data import StoredMatch
from data.web_links import Opener
from rules import GAMES
from tests.browser import test_board
from tests.browser.channel import Channel
from tests.browser.stages import MOVE, count_stages, many_stages, runs_unless, stages
from tests.browser.test_board import Served, first_move, held_back, opened, tap, tap_move
from tests.programs import PATIENCE
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, labels

simcord_env, table, served = test_board.simcord_env, test_board.table, test_board.served
without_web, settings, width = test_board.without_web, test_board.settings, test_board.width
HEIGHTS = """[...document.querySelectorAll("button:not(.plain), summary")].map(
    (each) => each.getBoundingClientRect().height)"""
LISTEN = """(() => {
    const make = BaseAudioContext.prototype.createOscillator;
    globalThis.heard = 0;
    BaseAudioContext.prototype.createOscillator = function () {
        globalThis.heard += 1;
        return make.call(this);
    };
})()"""
LONGEST_WORDS = "de"
"""The language whose buttons are longest."""


async def test_opponent_moves_on_the_card(table: Table, served: Served, channel: Channel) -> None:
    page, told = channel.page, list[str]()
    match = await table.begin("bizingo")
    await opened(table, served.address, page, told)
    await tap_move(page, match.position, first_move(match))
    await expect(page.get_by_role("status")).to_contain_text("is to move.")
    await served.settle()
    match = await table.match()
    move = first_move(match)
    picker = private(await table.ben.click(table.last, label="Move"))
    picker = private(await table.ben.click(picker, label=move.path[0]))
    end = next(label for label in labels(picker) if label.startswith(move.path[-1]))
    picker = private(await table.ben.click(picker, label=end))
    await table.ben.click(picker, label=f"Play {move.text}")
    await expect(page.get_by_role("status")).to_contain_text("Your move.")
    await expect(page.get_by_role("status")).to_contain_text(move.path[-1])
    assert told == []


async def test_page_that_slept_or_was_offline_is_brought_up_to_date(
    table: Table, served: Served, channel: Channel
) -> None:
    page = channel.page
    match = await table.begin("bizingo")
    await opened(table, served.address, page, [])
    await page.evaluate("globalThis.asleep = true")
    await page.evaluate("Object.defineProperty(document, 'hidden', { get: () => asleep })")
    await tap_move(page, match.position, first_move(match))
    match = await table.play(first_move(await moved(page, table, 1)).text)
    await expect(page).to_have_title("● Bizingo #1")
    await expect(page.get_by_role("status")).not_to_contain_text("Your move.")
    await page.evaluate("asleep = false; document.dispatchEvent(new Event('visibilitychange'))")
    await expect(page.get_by_role("status")).to_contain_text("Your move.")
    assert await page.title() == "Bizingo #1"
    for lose, find in (
        (page.context.set_offline(True), page.context.set_offline(False)),
        (page.route("**/api/*", lambda route: route.abort()), page.unroute("**/api/*")),
    ):
        await lose
        await tap(page, first_move(match).path[0])
        await tap(page, first_move(match).path[-1])
        await expect(page.get_by_role("status")).to_contain_text("no connection")
        await find
        await expect(page.get_by_role("status")).to_contain_text("Your move.")
    await tap_move(page, match.position, first_move(match))
    await moved(page, table, 3)


async def test_move_is_undone_and_n_leads_to_the_next_board(
    table: Table, served: Served, channel: Channel
) -> None:
    page = channel.page
    match = await table.begin("agon")
    await table.begin("ringo")
    await opened(table, served.address, page, [])
    await tap_move(page, match.position, first_move(match))
    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("status")).to_contain_text("Your move.")
    assert (await table.match()).last_move is None
    await tap_move(page, match.position, first_move(match))
    await expect(page.get_by_role("button", name="Next board")).to_be_visible()
    await page.keyboard.press("n")
    await expect(page.get_by_role("heading")).to_have_text("Ringo #2")


async def test_note_is_written_and_stays(table: Table, served: Served, channel: Channel) -> None:
    page = channel.page
    await table.begin("bizingo")
    await opened(table, served.address, page, [])
    await page.get_by_text("Note", exact=True).click()
    note = page.get_by_role("textbox", name="Note")
    await note.fill("go for e5; n is no key here: nnn")
    await note.blur()
    async with page.expect_response("**/api/state"):
        await page.evaluate("dispatchEvent(new Event('online'))")
    async with page.expect_response("**/api/note"):
        await page.get_by_role("button", name="Save").click()
    await page.reload()
    await expect(note).to_have_value("go for e5; n is no key here: nnn")
    assert (await table.bot.store.notes.find(table.ada.id, 1))[1].startswith("go for e5")


async def test_stones_are_heard_until_that_is_switched_off_for_good(
    table: Table, served: Served, channel: Channel
) -> None:
    page, told = channel.page, list[str]()
    await page.add_init_script(LISTEN)
    match = await table.begin("agon")
    await opened(table, served.address, page, told)
    await tap_move(page, match.position, first_move(match))
    await expect(page.get_by_role("status")).to_contain_text("is to move.")
    await has_heard(page, 1)
    sound = page.get_by_role("button", name="Sound", pressed=True)
    await sound.click()
    await expect(sound).to_have_count(0)
    await page.reload()
    await expect(page.get_by_role("button", name="Sound", pressed=False)).to_be_visible()
    await page.get_by_role("button", name="Undo").click()
    await tap_move(page, match.position, first_move(match))
    await expect(page.get_by_role("status")).to_contain_text("is to move.")
    assert (await page.evaluate("heard"), told) == (0, [])


@pytest.mark.parametrize("still", [False, True])
async def test_only_a_move_is_shown_to_go_and_a_win_is_celebrated(
    table: Table, served: Served, channel: Channel, *, still: bool
) -> None:
    page, told = channel.page, list[str]()
    await page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    for script in (LISTEN, MOVE):
        await page.add_init_script(script)
    status = page.get_by_role("status")
    match = await table.begin("agon")
    for _ in range(4):  # from then on a match can be given up
        match = await table.play(first_move(match).text)
    await opened(table, served.address, page, told)
    await tap_move(page, match.position, first_move(match))
    await expect(status).to_contain_text("is to move.")
    await served.settle()
    await table.play(first_move(await moved(page, table, match.count + 1)).text)
    await expect(status).to_contain_text("Your move.")
    gone = 0 if still else 2
    await has_heard(page, 2)
    assert await page.evaluate("animated") == gone
    card = table.last
    await table.ben.click(card, label="Offer draw")
    await expect(status).to_contain_text("offers a draw")
    assert await page.evaluate("[heard, animated]") == [2, gone]
    await expect(page.locator("#board.won")).to_have_count(0)
    asked = private(await table.ben.click(card, label="Resign"))
    await table.ben.click(asked, label="Yes, resign")
    await expect(status).to_contain_text("You've won it!")
    await expect(page.locator("#board.won")).to_be_visible()
    await has_heard(page, 5)
    hops = 0 if still else await page.locator(".tokens use").count()
    assert await page.evaluate("animated") == gone + hops
    await page.reload()
    await expect(page.locator("#board.won")).to_be_visible()
    assert (await page.evaluate("heard"), told) == (0, [])


async def test_choosing_moves_nothing_else_and_is_answered_at_once(
    table: Table, served: Served, channel: Channel
) -> None:
    page = channel.page
    match = await table.begin("bizingo", "h4-g2")
    match = await table.play(first_move(match).text)
    move = first_move(match)
    await opened(table, served.address, page, [])
    told, verbs = page.locator("#told"), page.locator("#verbs")
    await expect(told).to_contain_text("Your move.")
    lines, place = (await told.inner_text()).split("\n"), await verbs.bounding_box()
    may_go_on = await held_back(page, "**/api/look")
    await tap(page, move.path[0])
    await expect(told).to_contain_text("Where to from")
    assert (await told.inner_text()).split("\n")[1:] == lines[1:] != []
    await expect(verbs).to_be_hidden()
    another = await page.locator("#choices").bounding_box()
    assert another is not None
    assert place is not None
    assert abs(another["y"] - place["y"]) < 20, "what can be done now stands in their place"
    await tap(page, move.path[-1])
    await expect(page.locator(".hit.target.chosen")).to_have_attribute("data-cell", move.path[-1])
    may_go_on.set()
    await expect(page.get_by_role("button", name="Play ")).to_be_visible()
    await page.keyboard.press("Escape")
    assert await verbs.bounding_box() == place


async def test_words_of_a_sowing_follow_its_stones(
    table: Table, served: Served, channel: Channel
) -> None:
    page = channel.page
    await table.begin("hoyito")
    await table.play("b")
    await opened(table, served.address, page, [], who=table.ben)
    status = page.get_by_role("status")
    await tap(page, "A")
    await page.get_by_role("button", name="Play A").click()
    await expect(status).to_contain_text("is to move.")
    await count_stages(page)
    await table.play("d")
    await many_stages(page)
    assert "Your move." not in (await page.evaluate("said"))[2]
    await expect(status).to_contain_text("Your move.")


@pytest.mark.parametrize("still", [False, True])
async def test_sowing_runs_stone_by_stone_unless_nothing_is_to_move(
    table: Table, served: Served, channel: Channel, *, still: bool
) -> None:
    page, told = channel.page, list[str]()
    await page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    await table.begin("hoyito")
    await opened(table, served.address, page, told)
    await count_stages(page)
    await tap(page, "b")
    await page.get_by_role("button", name="Play b").click()
    await expect(page.get_by_role("status")).to_contain_text("in 5 laps")
    await runs_unless(page, still=still)
    assert told == []


async def test_sowing_goes_on_although_an_older_question_is_answered_meanwhile(
    table: Table, served: Served, channel: Channel
) -> None:
    page = channel.page
    await table.begin("hoyito")
    await opened(table, served.address, page, [])
    await count_stages(page)
    may_go_on = await held_back(page, "**/api/state")
    await page.evaluate("dispatchEvent(new Event('online'))")
    await tap(page, "b")
    await page.get_by_role("button", name="Play b").click()
    replay = page.get_by_role("button", name="Replay the turn")
    await expect(replay).to_be_visible()
    async with page.expect_response("**/api/state"):
        may_go_on.set()
    await many_stages(page)
    may_go_on = await held_back(page, "**/api/state")
    async with page.expect_request("**/api/state"):
        await page.evaluate("dispatchEvent(new Event('online'))")
    before = await stages(page)
    await replay.click()
    async with page.expect_response("**/api/state"):
        may_go_on.set()
    await many_stages(page, before)


@pytest.mark.parametrize("key", GAMES)
async def test_narrowest_phone_shows_all_and_each_button_is_large_enough(
    table: Table, served: Served, channel: Channel, key: str
) -> None:
    page = channel.page
    settings, now = table.bot.store.personal_settings, table.env.now()
    await settings.change(table.ada.id, lambda own: replace(own, language=LONGEST_WORDS), now)
    match = await table.begin(key)
    await page.set_viewport_size({"width": 320, "height": 640})
    token = await table.bot.store.web_links.make(Opener(table.ada.id), table.env.now())
    await page.goto(f"{served.address}#{token}/1")
    await expect(page.locator("#verbs button").first).to_be_visible()
    await tap(page, first_move(match).path[0])
    await page.wait_for_timeout(200)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 320
    heights = await page.evaluate(HEIGHTS)
    assert min(height for height in heights if height) >= 44
    board = await page.locator("#board").bounding_box()
    assert board is not None
    assert board["width"] >= 290


async def test_board_is_large_beside_its_words_on_a_phone_that_lies(
    table: Table, served: Served, channel: Channel
) -> None:
    page, match = channel.page, await table.begin("ringo")
    await opened(table, served.address, page, [])
    await page.set_viewport_size({"width": 740, "height": 360})
    board = await page.locator("#board").bounding_box()
    assert board is not None
    assert 280 <= board["height"] <= 360 - board["y"]
    await tap(page, first_move(match).path[0])
    await tap(page, first_move(match).path[-1])
    play = page.get_by_role("button", name="Play ")
    await expect(play).to_be_in_viewport(ratio=1)
    assert await page.evaluate("scrollY") == 0


async def has_heard(page: Page, times: int) -> None:
    """Wait until stones were heard so many times."""
    await page.wait_for_function("times => heard === times", arg=times)


async def moved(page: Page, table: Table, count: int) -> StoredMatch:
    """Wait until a match has so many events, and return it."""
    async with asyncio.timeout(PATIENCE):
        while (match := await table.match()).count < count:
            await page.wait_for_timeout(25)
    return match
