"""Forms on the practice page, as on a phone: radio buttons, checkboxes, lists, text and files."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.channel import Channel
from tests.browser.test_practice_page import practice

BOARDS, PLAYING, REMINDERS = range(3)
"""The order of the buttons that open the forms."""


@pytest.fixture
def width() -> int:
    """Return a phone's width."""
    return 400


async def fits(channel: Channel) -> None:
    """Check that the open form is no wider than the page, and nothing in it is cut off."""
    box = await channel.form.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 400
    for field in await channel.form.locator("label, input, button").all():
        inner = await field.bounding_box()
        assert inner is None or inner["x"] + inner["width"] <= 400


async def test_settings_are_chosen_in_forms(tmp_path: Path, channel: Channel) -> None:
    async with practice(tmp_path, channel):
        await channel.types("settings")
        await channel.presses("Change", BOARDS)
        await fits(channel)
        await channel.form.get_by_role("radio", name="Paper").check()
        await channel.form.get_by_role("radio", name="Never flip boards").check()
        await channel.form.get_by_role("checkbox", name="Coordinates").check()
        await channel.submits()
        shown = channel.newest.get_by_role("listitem")
        await expect(shown.nth(1)).to_contain_text("Never flip boards")
        await expect(shown.nth(2)).to_contain_text("Coordinates in every cell")
        await channel.presses("Change", REMINDERS)
        await fits(channel)
        await channel.form.get_by_role("radio", name="Reminders in both places").check()
        await channel.form.get_by_role("textbox").nth(1).fill("22-8")
        await channel.submits()
        await expect(channel.newest).to_contain_text("Quiet hours: 22:00 to 08:00")
        await channel.presses("Change", BOARDS)
        await expect(channel.form.get_by_role("radio", name="Paper")).to_be_checked()
        await expect(channel.form.get_by_role("checkbox", name="Coordinates")).to_be_checked()


async def test_record_is_uploaded(tmp_path: Path, channel: Channel) -> None:
    record = tmp_path / "match-1.txt"
    record.write_text('[Game "ringo"] 1. a1-a2 2. a6-a5')
    async with practice(tmp_path, channel):
        await channel.types("match import")
        await fits(channel)
        await channel.form.locator("input[type=file]").set_input_files(record)
        await expect(channel.form).to_contain_text("match-1.txt")
        await channel.submits()
        await expect(channel.newest).to_contain_text("imported")
