"""The practice page as a stranger meets it: without tools, with faces, with buttons in sight."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.channel import Channel
from tests.browser.test_practice_page import practice

ONE_LINE = 56
"""The most pixels of a header with one line of buttons."""
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
WIDER = """() => [...document.querySelectorAll("main, main div, header, header div")]
    .filter((each) => each.clientWidth > 100 && each.scrollWidth > each.clientWidth + 1
        && getComputedStyle(each).overflowX != "visible")
    .map((each) => each.id || each.className)"""
"""The parts of the page that can be shifted sideways, or are cut off."""


@pytest.fixture(params=[1280, 400, 320, 275])
def width(request: pytest.FixtureRequest) -> int:
    """Return the width of a computer's window, a phone's and small phones'."""
    assert isinstance(request.param, int)
    return request.param


async def test_page_begins_with_a_board_in_one_press_and_follows_whoever_is_to_move(
    tmp_path: Path, channel: Channel
) -> None:
    async with practice(tmp_path, channel):
        header = await channel.page.locator("header").first.bounding_box()
        assert header is not None
        assert header["height"] <= ONE_LINE
        named = await channel.page.locator("header").first.get_by_role("button").all_inner_texts()
        assert [name.split()[-1] for name in named] == list(PEOPLE)
        for person in PEOPLE:
            await expect(channel.face(person)).to_be_in_viewport(ratio=1)
        await expect(channel.page).to_have_title("Parlour")
        await channel.presses("Play now")
        await expect(channel.newest).to_contain_text("Hoyito #1")
        for button in await channel.newest.get_by_role("button").all():
            await expect(button).to_be_in_viewport(ratio=1)
        await channel.types("ringo", opponent="Ben", side="Attacker")
        await expect(channel.face("Ben")).to_have_attribute("aria-pressed", "true")
        await channel.presses("Accept")
        await expect(channel.face("Ada")).to_have_attribute("aria-pressed", "true")
        await expect(channel.newest).to_contain_text("@Ada, your move")
        await expect(channel.newest.get_by_role("button").last).to_be_in_viewport(ratio=1)
        await channel.presses("Move")
        await expect(channel.newest).to_contain_text("Which piece?")
        for button in await channel.newest.get_by_role("button").all():
            await expect(button).to_be_in_viewport(ratio=1)
        for step in ("d1", "Play d1-d2"):
            await channel.presses(step)
        await expect(channel.face("Ben")).to_have_attribute("aria-pressed", "true")
        await expect(channel.face("Ben")).to_have_attribute("title", "Ben is called")
        await channel.look_as("Cleo")
        await channel.types("leaderboard")
        await expect(channel.face("Cleo")).to_have_attribute("aria-pressed", "true")
        assert await channel.page.evaluate(WIDER) == []


@pytest.mark.parametrize("width", [1280])
async def test_windows_of_two_people_stay_theirs_and_developers_keep_their_tools(
    tmp_path: Path, channel: Channel
) -> None:
    async with practice(tmp_path, channel):
        other = Channel(await channel.page.context.new_page())
        await other.opens(channel.page.url)
        await other.look_as("Ben")
        await channel.page.bring_to_front()
        await channel.types("ringo", opponent="Ben", side="Attacker")
        await other.page.bring_to_front()
        await other.presses("Accept")
        await channel.page.bring_to_front()
        await expect(channel.newest).to_contain_text("@Ada, your move")
        await expect(channel.face("Ada")).to_have_attribute("aria-pressed", "true")
        await expect(other.face("Ben")).to_have_attribute("aria-pressed", "true")
        await channel.page.goto(re.sub("/#", "/?tools#", channel.page.url))
        await expect(channel.page.get_by_role("button", name="Inspector")).to_be_visible()
        await expect(channel.page.get_by_label("Viewing as")).to_be_visible()


LATE_PICTURE = """timeline => {
    timeline.scrollTop = 0;
    timeline.querySelector("img").dispatchEvent(new Event("load"));
}"""
"""A picture above comes late, and the page is no longer where it was."""


@pytest.mark.parametrize("width", [400])
async def test_a_page_loaded_again_shows_the_newest_to_the_same_person(
    tmp_path: Path, channel: Channel
) -> None:
    async with practice(tmp_path, channel):
        await channel.presses("Play now")
        await channel.types("agon", opponent="Ben", side="White")
        await expect(channel.face("Ben")).to_have_attribute("aria-pressed", "true")
        await channel.page.reload()
        await channel.settled()
        await expect(channel.face("Ben")).to_have_attribute("aria-pressed", "true")
        await expect(channel.newest).to_contain_text("Ada challenges @Ben.")
        await expect(channel.newest.get_by_role("button").last).to_be_in_viewport(ratio=1)
        await channel.timeline.evaluate(LATE_PICTURE)
        await expect(channel.newest.get_by_role("button").last).to_be_in_viewport(ratio=1)
        await channel.types("play")
        words = await channel.newest.get_by_text("A queen and six guards").bounding_box()
        picture = await channel.newest.get_by_role("img").last.bounding_box()
        assert words is not None
        assert picture is not None
        assert picture["x"] > words["x"] + words["width"], "as on a phone, pictures stand beside"
        address = re.sub("#.*", "", channel.page.url)
        for key in ("", "#of-another-start"):
            await channel.page.goto("about:blank")
            await channel.page.goto(address + key)
            told = channel.page.get_by_text("Open the address that the program")
            await expect(told).to_be_in_viewport()
