"""A real browser, and the practice channel as `make run` starts it."""

import re
import shutil
from collections.abc import AsyncIterator, Generator
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from tests.browser.channel import Channel
from tests.programs import PATIENCE, PROJECT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PICTURES = PROJECT / "test-pictures"
"""The folder for pictures of the page after failed tests."""
FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests that need a browser if there is none."""
    if CHROMIUM is None:
        absent = pytest.mark.skip(reason="Chromium is not installed (Debian: apt install chromium)")
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(absent)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record for `channel` that a test has failed."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture
def width() -> int:
    """Return the width of the window; tests may override it."""
    return 1280


@pytest.fixture
async def channel(
    request: pytest.FixtureRequest, tmp_path: Path, width: int
) -> AsyncIterator[Channel]:
    """Open a browser with an empty page; a failing test saves a picture of its page."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch_persistent_context(
            tmp_path / "browser",
            executable_path=CHROMIUM,
            args=FLAGS,
            viewport={"width": width, "height": 900},
        )
        browser.set_default_timeout(1_000 * PATIENCE)
        await browser.add_init_script("AbortSignal.timeout = () => new AbortController().signal")
        page = browser.pages[0]
        try:
            yield Channel(page)
        finally:
            if request.node.stash.get(FAILED, False):
                name = re.sub(r"\W+", "-", request.node.name).strip("-")
                picture = PICTURES / f"{name}.png"
                await page.screenshot(path=picture, full_page=True)
                print(f"what the page looked like: {picture}")
            await browser.close()
