"""The page of a match as a browser shows it from a folder: stepped by keys, taps and the list."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import expect

import rendering
from rendering.__main__ import main
from rendering.lively_positions import liveliest
from rules import GAMES, ProseSpeech
from tests.browser.channel import Channel
from tests.browser.stages import count_stages, runs_unless

RECORD = '[Game "ringo"] [Attacker "<b>Ada</b>"] [Defender "Ben"] 1. a1-a2 2. a6-a5 {Hm} 3. a2-b2'
MOST_APART = 4
"""The mean difference of a colour's parts, of 255: fonts are smoothed differently."""


@pytest.fixture(params=[400, 1280])
def width(request: pytest.FixtureRequest) -> int:
    """Return a phone's width, and a computer's."""
    assert isinstance(request.param, int)
    return request.param


async def test_page_is_read_without_a_server(tmp_path: Path, channel: Channel, width: int) -> None:
    record, file = tmp_path / "match.txt", tmp_path / "match.html"
    record.write_text(RECORD, encoding="utf-8")
    assert main(["page", str(record), "-o", str(file)]) == 0
    page, told = channel.page, list[str]()
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: told.append(request.url))
    await page.set_viewport_size({"width": width, "height": 720})
    await page.goto(file.as_uri())
    caption, board = page.locator("#told"), page.locator("#board")
    await expect(caption).to_have_text("The start.")
    await expect(caption).to_be_in_viewport(ratio=1)
    await page.keyboard.press("ArrowRight")
    await expect(caption).to_have_text("1. <b>Ada</b> moves a1 → a2.")
    box = await board.bounding_box()
    assert box is not None
    await board.click(position={"x": box["width"] * 0.8, "y": box["height"] / 2})
    await expect(caption).to_have_text("2. Ben moves a6 → a5. Ben: “Hm”")
    await expect(page.locator("[aria-current]")).to_have_text("2. Ben moves a6 → a5. Ben: “Hm”")
    await board.click(position={"x": box["width"] * 0.2, "y": box["height"] / 2})
    await expect(caption).to_contain_text("1. ")
    await page.get_by_role("button", name="To the end").click()
    await expect(caption).to_have_text("3. <b>Ada</b> moves a2 → b2.")
    await page.get_by_role("slider", name="Jump to a move").press("ArrowLeft")
    await expect(caption).to_contain_text("2. ")
    if not await page.locator("#moves").is_visible():
        await page.get_by_text("All moves").click()
    await page.get_by_role("button", name="The start.").click()
    await expect(caption).to_have_text("The start.")
    await page.get_by_text("The board in words").click()
    described = ProseSpeech().say(GAMES["ringo"].start({}).describe())
    await expect(page.locator("#described")).to_have_text(described)
    assert await page.evaluate("document.documentElement.scrollWidth") == width
    assert told == [file.as_uri()]


@pytest.mark.parametrize("width", [400])
@pytest.mark.parametrize("still", [False, True])
async def test_sowing_runs_stone_by_stone_unless_nothing_is_to_move(
    tmp_path: Path, channel: Channel, *, still: bool
) -> None:
    record, file, page = tmp_path / "match.txt", tmp_path / "match.html", channel.page
    record.write_text('[Game "hoyito"] [South "Ada"] [North "Ben"] 1. b', encoding="utf-8")
    assert main(["page", str(record), "-o", str(file)]) == 0
    await page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    await page.goto(file.as_uri())
    step = page.get_by_role("button", name="Step forward")
    await count_stages(page)
    await step.click()
    await expect(page.locator("#told")).to_contain_text("in 5 laps")
    await runs_unless(page, still=still)


@pytest.mark.parametrize("width", [1000])
@pytest.mark.parametrize("key", GAMES)
async def test_both_painters_agree(tmp_path: Path, channel: Channel, width: int, key: str) -> None:
    _, last, position = liveliest(GAMES[key])
    file = tmp_path / "board.svg"
    file.write_text(rendering.svg_picture(position, last=last), encoding="utf-8")
    with Image.open(BytesIO(rendering.picture(position, last=last))) as painted:
        wanted = painted.convert("RGB")
    await channel.page.set_viewport_size({"width": width, "height": wanted.height})
    await channel.page.goto(file.as_uri())
    with Image.open(BytesIO(await channel.page.screenshot())) as shown:
        apart = ImageChops.difference(wanted, shown.convert("RGB"))
    assert max(ImageStat.Stat(apart).mean) < MOST_APART
