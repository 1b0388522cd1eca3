"""What the practice page does besides what SimCord's does; SimCord has no public names for it.

This is the only module that knows its private ones. Where an update has taken one away, the channel
opens without what needs it, and says so.
"""

# ruff: noqa: SLF001 (that is its subject)

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import simcord
import simcord.preview
from simcord.backend.access import can_access_message

log = logging.getLogger("parlour")

PAGE_NAMES = (
    "_active_action",
    "_page_payload",
    "_pages",
    "_prepare_action",
    "_publish",
    "_python",
)
"""What `PageUpdates` uses of a page."""
LINKS = "_markdown", "_safe_href"
"""The module in `simcord.preview` and its function by which a page decides what a link leads to."""
MESSAGE_URL = "https://discord.com/channels/"
"""The beginning of links to messages."""
ANSWERED = ("click", "select", "modal_submit", "run_command", "send_message")
"""SimCord's names for what a person does in a page that a message answers."""
CHOOSE_TARGET = ("viewer", "focus")
"""SimCord's names for what brings another message into view by itself."""


def missing_names(page: simcord.Preview) -> list[str]:
    """Return the private names that this version of SimCord lacks."""
    module, function = LINKS
    gone = [f"Preview.{name}" for name in PAGE_NAMES if not hasattr(page, name)]
    if not hasattr(getattr(simcord.preview, module, None), function):
        gone.append(f"preview.{module}.{function}")
    return gone


def keep_up_to_date(world: simcord.Env, page: simcord.Preview, channel: int) -> None:
    """Let open pages show what the bot does by itself, if SimCord allows that."""
    gone = missing_names(page)
    if gone:
        log.warning(
            "SimCord has no %s any more; reload the page to see what happens by itself",
            ", ".join(gone),
        )
    if not any(name.startswith("Preview.") for name in gone):
        PageUpdates(world, page, channel)


@contextmanager
def links_as_words() -> Iterator[None]:
    """Show links to messages as plain text, as the page would open them in the real Discord."""
    name, function = LINKS
    module = getattr(simcord.preview, name, None)
    address_of = getattr(module, function, None)
    if address_of is None:
        yield
        return

    def outside(value: str) -> str | None:
        known: str | None = None if value.startswith(MESSAGE_URL) else address_of(value)
        return known

    setattr(module, function, outside)
    try:
        yield
    finally:
        setattr(module, function, address_of)


class PageUpdates:
    """Show in open pages what the bot does by itself, as background rounds do.

    SimCord makes a page anew only after what the person does in it, and refuses a press on a page
    that is older than the present one. So a page is made anew just as its browser asks for it,
    twice a second: what is pressed is then hardly ever older.

    It also leaves a page where it was scrolled to, so that on a phone what answers a person would
    be out of view. It brings into view what becomes a page's target, as the newest message does
    when somebody else looks at the page; so what answers a press or a command becomes it, too.
    """

    def __init__(self, world: simcord.Env, page: simcord.Preview, channel: int) -> None:
        self._world, self._page, self._channel = world, page, str(channel)
        self._outdated: dict[str, int] = {}
        world.backend.subscribers.append(self._note)
        self._contents_of = page._page_payload
        vars(page)["_page_payload"] = self._present_contents_of
        self._planned = page._prepare_action
        vars(page)["_prepare_action"] = self._plan

    def _note(self, event: str, payload: Mapping[str, Any]) -> None:
        """Note which pages, as they are now, lack a message, or what became of one."""
        if event.startswith("MESSAGE_") and payload["channel_id"] == self._channel:
            shown = self._page._pages
            own = self._page._python
            self._outdated = {
                name: page.revision for name, page in shown.items() if page is not own
            }

    def _present_contents_of(self, page: Any) -> dict[str, Any]:
        """Return what a browser that asks shows, made anew if it still lacks something.

        Not while somebody is being answered: SimCord makes pages anew after that.
        """
        answering = self._page._active_action is not None
        if not answering and self._outdated.pop(page.id, None) == page.revision:
            self._page._publish(page, reason="refresh")
        return self._contents_of(page)

    def _plan(self, page: Any, kind: str, body: Mapping[str, Any]) -> Any:
        """Return what an action does, and after it brings its answer into view."""
        plan = self._planned(page, kind, body)
        if kind in CHOOSE_TARGET:
            return plan

        async def act(action: Any, cursor: int) -> dict[str, Any]:
            before, page.target_id = self._visible_to(page.viewer), None
            receipt: dict[str, Any] = await plan(action, cursor)
            if kind in ANSWERED:
                pressed = int(action.target["messageId"]) if action.target else None
                answer = find_answer(before, self._visible_to(page.viewer), pressed)
                if answer is not None:
                    page.target_id = page.window_end_id = answer
                    self._page._publish(page)
            return receipt

        return act

    def _visible_to(self, viewer: Any) -> dict[int, object]:
        """Return the contents of the messages that a person sees, by their ids."""
        messages = self._world.backend.messages.get(self._page.channel.id, {})
        return {
            message.id: (message.content, message.components)
            for message in messages.values()
            if can_access_message(self._world, message.channel_id, message, viewer, history=True)
        }


def find_answer(
    before: Mapping[int, object], after: Mapping[int, object], pressed: int | None
) -> int | None:
    """Return the message that answers an action: the newest new one, else the newest changed one.

    There is none to look for if what was pressed is itself what changed.
    """
    changed = [message for message in after if after[message] != before.get(message)]
    new = [message for message in changed if message not in before]
    return max(new or ([] if pressed in changed else changed), default=None)
