"""A whole game against the computer, as somebody alone in the channel plays it on a phone."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.channel import Channel
from tests.browser.test_practice_page import practice

ANSWERED = re.compile(r"your move|wins|A draw")
"""The text on the card once the computer has moved, or the game is over."""
PLAY = "Play "
LONGEST = 60
"""More moves of one side than any game of Hoyito against level 1 has."""


@pytest.fixture
def width() -> int:
    """Return a phone's width."""
    return 400


async def test_newcomer_plays_the_computer_by_presses(tmp_path: Path, channel: Channel) -> None:
    async with practice(tmp_path, channel):
        await channel.types("help")
        await channel.presses("Play")
        await channel.presses("Hoyito")
        await channel.presses("The computer, level 1")
        await expect(channel.newest).to_contain_text("Parlour, level 1")
        for _ in range(LONGEST):
            await expect(channel.newest).to_contain_text(ANSWERED)
            await channel.settled()
            buttons = await channel.buttons()
            if "Rematch" in buttons:
                break
            await channel.presses(buttons[0])
            while not (
                plays := [each for each in await channel.buttons() if each.startswith(PLAY)]
            ):
                # An answer that is late is lost, as in Discord, and one presses again.
                await channel.presses(buttons[0])
            await channel.presses(plays[0])
        await channel.presses("Review")
        await expect(channel.newest).to_contain_text("Review: Hoyito #1")
