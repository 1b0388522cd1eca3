"""Draw the moves that the README shows: `python -m tests.browser.moves_picture -o FILE`.

It plays them in the practice channel with a real browser, as its tests do, and needs Chromium.
"""

import argparse
import asyncio
import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import async_playwright

from tests.browser.channel import Channel
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.test_practice_page import practice

WIDTH, HEIGHT = 946, 1300
"""The size of the window, in which the channel is as wide as the picture."""
MOVES = ("h12-g12", "f7-g7", "h8-g8")
SHOWN = 2_500
"""Milliseconds for which a card is shown."""


async def cards(folder: Path) -> list[bytes]:
    """Play, and return a picture of the card after each move."""
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
            shown = []
            for person, move in zip(("Ada", "Ben", "Ada"), MOVES, strict=True):
                await channel.look_as(person)
                await channel.types("move", move=move)
                shown.append(await channel.newest.screenshot())
        await browser.close()
    return shown


def animated(pictures: list[bytes]) -> bytes:
    """Show pictures of one size, one after another, as a GIF that begins again."""
    frames = [Image.open(io.BytesIO(each)).convert("RGB") for each in pictures]
    # Of what is small, such as a captain's star, the colour is kept too.
    palette = frames[0].quantize(method=Image.Quantize.MAXCOVERAGE)
    first, *others = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames]
    written = io.BytesIO()
    first.save(written, "GIF", save_all=True, append_images=others, duration=SHOWN, loop=0)
    return written.getvalue()


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    output = parser.parse_args().output
    if CHROMIUM is None:
        print(f"Chromium is not installed; {output} stays as it is.")
        return 0
    with TemporaryDirectory() as folder:
        output.write_bytes(animated(asyncio.run(cards(Path(folder)))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
