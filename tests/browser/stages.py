"""Count how often what stands on a board changes: a sowing runs stone by stone."""

from playwright.async_api import Page, expect

from tests.programs import PATIENCE

MANY = 5
"""A move that runs by stages changes the board more often; one that is only shown, less."""
MOVE = """(() => {
    const animate = Element.prototype.animate;
    globalThis.animated = 0;
    Element.prototype.animate = function (...given) {
        globalThis.animated += 1;
        return animate.apply(this, given);
    };
})()"""
"""Begins to count how often something is let go along the board, hop, fade or shake."""

COUNT = """(() => {
    const tokens = document.querySelector(".tokens"), told = document.querySelector("#told");
    let before = tokens.innerHTML;
    globalThis.seen = 0;
    globalThis.said = [];
    new MutationObserver(() => {
        if (tokens.innerHTML === before) return; // only drawn anew, after what was heard
        before = tokens.innerHTML;
        seen += 1;
        said.push(told.textContent);
    }).observe(tokens, { childList: true });
})()"""


async def count_stages(page: Page) -> None:
    """Begin to count, and to note what is said meanwhile."""
    await page.evaluate(COUNT)


async def stages(page: Page) -> int:
    """Return how often the board has changed."""
    return int(await page.evaluate("seen"))


async def many_stages(page: Page, since: int = 0) -> None:
    """Wait until the board has changed many times more, and skip the rest."""
    for _ in range(int(40 * PATIENCE)):
        if await stages(page) > since + MANY:
            break
        await page.wait_for_timeout(25)
    else:
        raise AssertionError("what stands on the board does not run")
    await page.keyboard.press("Shift")


async def runs_unless(page: Page, *, still: bool) -> None:
    """Check that a move runs, unless nothing is to move, and again for whoever asks to see it."""
    replay = page.get_by_role("button", name="Replay the turn")
    await expect(replay).to_be_visible()  # the move is made, not only looked at
    if still:
        await page.wait_for_timeout(1_500)
        assert await stages(page) <= MANY
    else:
        await many_stages(page)
    final, before = await page.locator(".tokens use").count(), await stages(page)
    await replay.click()
    await many_stages(page, before)
    ended = await stages(page)
    assert await page.locator(".tokens use").count() == final
    await page.wait_for_timeout(700)
    assert await stages(page) == ended, "a key ends it"
