"""The practice page as a person uses it: choose a view, type, press, read."""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass

from playwright.async_api import Locator, Page, expect
from playwright.async_api import TimeoutError as Unheard

from tests.programs import PATIENCE

DRAWN = "window.simcordPreview?.ready && window.simcordPreview.renderGeneration"
"""The number of times that the page was redrawn, once it is idle."""
ACTION = "**/api/action"
"""The address to which the page sends interactions."""
HEARD, TRIES = 20_000, 10
"""Milliseconds in which the page sends a press, and the number of presses to try."""
expect.set_options(
    timeout=1_000 * PATIENCE
)  # Playwright's own 5 seconds are short on a busy machine
CALM = 4
"""The number of checks that must find the page unchanged."""


@dataclass(frozen=True)
class Channel:
    """The page of the practice channel, open in a browser."""

    page: Page

    @property
    def messages(self) -> Locator:
        """Every message that the present person sees."""
        return self.page.get_by_role("article")

    @property
    def newest(self) -> Locator:
        """The message at the bottom."""
        return self.messages.last

    @property
    def timeline(self) -> Locator:
        """What is scrolled: the part of the page with the messages."""
        return self.page.locator("#channel-timeline")

    @property
    def _composer(self) -> Locator:
        """The line at the bottom, where commands are typed, with the lists that it opens."""
        return self.page.locator("#channel-composer")

    async def opens(self, address: str) -> None:
        """Open the address and wait until there is text."""
        await self.page.goto(address)
        await self.settled()

    async def look_as(self, person: str) -> None:
        """Switch to the view of a person."""
        face = self.face(person)
        await face.click()
        await expect(face).to_have_attribute("aria-pressed", "true")
        await self.settled()

    def face(self, person: str) -> Locator:
        """Return the button with a person's face."""
        return self.page.get_by_role("group", name="You are").get_by_role("button", name=person)

    async def types(self, command: str, **options: str) -> None:
        """Type a command, fill in its options, and send it."""
        await self._composer.get_by_role("textbox", name="Message").fill(f"/{command}")
        listed = self._composer.get_by_role("listbox", name="Application commands")
        chosen = self._composer.get_by_role("button", name=f"Command /{command}")
        async with asyncio.timeout(PATIENCE):
            while not await chosen.is_visible():
                # As with a button, the page loses a press while it is redrawn.
                with suppress(Unheard):
                    await listed.get_by_text(f"/{command}", exact=True).click(timeout=1_000)
                await self.page.wait_for_timeout(300)
        for name, value in options.items():
            await self._fills(name, value)
        await self._composer.get_by_role("button", name="Send").click()
        await self.settled()

    async def sends(self, text: str) -> None:
        """Send a message; a command that the list does not have is one, too."""
        await self._composer.get_by_role("textbox", name="Message").fill(text)
        await self._composer.get_by_role("button", name="Send").click()
        await self.settled()

    async def _fills(self, option: str, value: str) -> None:
        field = self._composer.get_by_role("combobox", name=re.compile(rf"^{option}(, required)?$"))
        if not await field.is_visible():
            named = self._composer.get_by_role("option", name=re.compile(rf"^{option} "))
            if not await named.is_visible():
                await self._composer.get_by_role("button", name=re.compile(r"^\+\d+")).click()
            await named.click()
        await field.fill(value)
        await self._composer.get_by_role("option", name=value).first.click()

    async def scrolls_up(self) -> None:
        """Scroll to the oldest message, as somebody does who reads it."""
        await self.timeline.hover()
        await self.page.mouse.wheel(0, -1_000_000)
        await expect(self.newest).not_to_be_in_viewport()

    async def settled(self) -> None:
        """Wait until the page has been unchanged for a moment; people do not press sooner."""
        calm, drawn = 0, None
        async with asyncio.timeout(PATIENCE):
            while calm < CALM:
                await self.page.wait_for_timeout(50)
                before, drawn = drawn, await self.page.evaluate(DRAWN)
                calm = calm + 1 if drawn and drawn == before else 0

    async def buttons(self) -> list[str]:
        """Read the labels of the newest message's buttons."""
        written = await self.newest.get_by_role("button").all_inner_texts()
        return [words for words in written if words]  # other buttons are icons, beside the picture

    @property
    def picture(self) -> Locator:
        """The picture in the newest message, found by its alternative text."""
        return self.newest.get_by_role("figure").get_by_role("img")

    async def chooses(self, question: str, entry: str) -> None:
        """Choose in a list of the newest message."""
        box = self.newest.get_by_role("combobox", name=question)
        await box.scroll_into_view_if_needed()
        listed = self.page.get_by_role("main").get_by_role(
            "option", name=re.compile(rf"^{entry}\b")
        )
        async with asyncio.timeout(PATIENCE):
            while not await listed.is_visible():
                # Scrolling, and other activity of the page, closes an open list.
                await self.settled()
                await box.click()
                await self.page.wait_for_timeout(300)
        await listed.click()
        await self.settled()

    @property
    def form(self) -> Locator:
        """The form that is open."""
        return self.page.get_by_role("dialog")

    async def submits(self) -> None:
        """Send the form that is open, and wait until it is closed."""
        await self.form.get_by_role("button", name="Submit").click()
        await expect(self.form).to_have_count(0)
        await self.settled()

    async def presses(self, button: str, number: int = 0) -> None:
        """Press a button of the newest message, again if the page lost the press.

        Of several with the same label it is the one of this number.

        It does if it is redrawn between the pointer's going down and up. A person sees that
        nothing happens, too.
        """
        wanted = self.newest.get_by_role("button", name=button, exact=True).nth(number)
        await wanted.wait_for()
        for _ in range(TRIES):
            with suppress(Unheard):
                async with self.page.expect_request(ACTION, timeout=HEARD):
                    await wanted.click()
                break
        else:
            raise AssertionError(f"the page never told that {button!r} was pressed")
        await self.settled()
