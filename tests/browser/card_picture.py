"""Draw the card that the README shows: `python -m tests.browser.card_picture -o FILE`.

It plays two moves in the practice channel with a real browser, as its tests do, and needs Chromium.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import async_playwright

from tests.browser.channel import Channel
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.test_practice_page import practice

WIDTH, HEIGHT = 946, 1300
"""The size of the window, in which the channel is as wide as the picture."""
MOVES = ("h12-g12", "f7-g7")


async def draw(file: Path, folder: Path) -> None:
    """Play, and save a picture of the card."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch_persistent_context(
            folder / "browser",
            executable_path=CHROMIUM,
            args=FLAGS,
            viewport={"width": WIDTH, "height": HEIGHT},
            color_scheme="dark",
        )
        channel = Channel(browser.pages[0])
        async with practice(folder, channel):
            await channel.types("bizingo", opponent="Ben", side="Light")
            await channel.look_as("Ben")
            await channel.presses("Accept")
            for person, move in zip(("Ada", "Ben"), MOVES, strict=True):
                await channel.look_as(person)
                await channel.types("move", move=move)
            await channel.newest.screenshot(path=file)
        await browser.close()


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    output = parser.parse_args().output
    if CHROMIUM is None:
        print(f"Chromium is not installed; {output} stays as it is.")
        return 0
    with TemporaryDirectory() as folder:
        asyncio.run(draw(output.resolve(), Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
