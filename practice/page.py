"""What the practice page does besides what SimCord's does; SimCord has no public names for it.

This is the only module that knows its private ones, with `page.css` and `page.js`, which it serves.
Where an update has taken one away, the channel opens as SimCord's own does, and says so.
"""

# ruff: noqa: SLF001 (that is its subject)

import asyncio
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import simcord
import simcord.preview
from simcord.backend.access import can_access_message
from simcord.backend.models import Message

from hosting.addresses import STOP_SECONDS

log = logging.getLogger("parlour")

PAGE_NAMES = (
    "_active_action",
    "_media_worker",
    "_page_payload",
    "_pages",
    "_prepare_action",
    "_publish",
    "_python",
    "_server",
)
"""What is used of a page here."""
SERVER_NAMES = ("_STATIC_CONTENT_TYPES", "_STATIC_FILES", "_static", "runner", "start")
"""What is used of a page's server."""
DRESS = (
    '<link rel="stylesheet" href="/parlour.css"><script type="module" src="/parlour.js"></script>'
)
"""What is added to the page's head."""
LINKS = "_markdown", "_safe_href"
"""The module in `simcord.preview` and its function by which a page decides what a link leads to."""
PICTURES = (("_media", "MediaWorker"), ("_media", "_process_media"))
"""What decodes pictures there, as `LINKS`."""
MESSAGE_URL = "https://discord.com/channels/"
"""The beginning of links to messages."""
MESSAGE_EVENTS = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")
ANSWERED = ("click", "select", "modal_submit", "run_command", "send_message")
"""SimCord's names for what a person does in a page that a message answers."""
CHOOSE_TARGET = ("viewer", "focus")
"""SimCord's names for what brings another message into view by itself."""


def missing_names(page: simcord.Preview) -> list[str]:
    """Return the private names that this version of SimCord lacks."""
    gone = [f"Preview.{name}" for name in PAGE_NAMES if not hasattr(page, name)]
    server = getattr(page, "_server", None)
    gone += [f"Preview._server.{name}" for name in SERVER_NAMES if not hasattr(server, name)]
    return gone + [
        f"preview.{module}.{name}"
        for module, name in (LINKS, *PICTURES)
        if not hasattr(getattr(simcord.preview, module, None), name)
    ]


def adapt(world: simcord.Env, page: simcord.Preview, channel: int) -> None:
    """Let a page that isn't open yet look and go on as people expect, if SimCord allows that."""
    gone = missing_names(page)
    if gone:
        log.warning(
            "SimCord has no %s any more; reload the page to see what happens by itself",
            ", ".join(gone),
        )
    else:
        dress(page)
        end_soon(page)
        DirectMessages(world, channel)
        PageUpdates(world, page)


def dress(page: simcord.Preview) -> None:
    """Serve the page with a style and a script of our own, unless its address has `?tools`."""
    server: Any = page._server
    serve = server._static
    own = {"/parlour.css": "page.css", "/parlour.js": "page.js"}
    paths = {address: str(Path(__file__).with_name(name)) for address, name in own.items()}
    kinds = {paths["/parlour.css"]: "text/css", paths["/parlour.js"]: "application/javascript"}

    async def serve_dressed(request: Any) -> Any:
        answer = await serve(request)
        if request.path == "/" and "tools" not in request.query:
            answer.text = answer.text.replace("</head>", f"{DRESS}</head>")
        return answer

    server._STATIC_FILES = server._STATIC_FILES | paths
    server._STATIC_CONTENT_TYPES = server._STATIC_CONTENT_TYPES | kinds
    server._static = serve_dressed


def end_soon(page: simcord.Preview) -> None:
    """Let a page end soon, whatever its browser is just loading.

    SimCord decodes each picture in a process, whose end it does not await: it expects strangers'
    files. The bot's own are decoded in a thread, three times as fast.
    """
    server: Any = page._server
    media: Any = simcord.preview._media
    start, worker = server.start, media.MediaWorker()

    async def start_server() -> None:
        await start()
        server.runner._shutdown_timeout = STOP_SECONDS

    async def decode(_key: str, picture: bytes, seconds: float | None) -> object:
        return await asyncio.to_thread(media._process_media, picture, seconds)

    server.start, worker._decode, page._media_worker = start_server, decode, worker


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


@dataclass
class DirectMessage(Message):
    """A direct message as it stands in the channel's page, for whom it is alone."""

    reader: int = 0

    def visible_to(self, user_id: int | None) -> bool:
        return user_id == self.reader


class DirectMessages:
    """Show people's direct messages between those of the channel: a page shows no other place."""

    def __init__(self, world: simcord.Env, channel: int) -> None:
        self._backend, self._channel = world.backend, channel
        world.backend.subscribers.insert(0, self._repeat)

    def _repeat(self, event: str, payload: Mapping[str, Any]) -> None:
        """Repeat in the channel's page what happens to a direct message."""
        readers = {str(place): reader for reader, place in self._backend.dm_channels.items()}
        reader = readers.get(payload.get("channel_id", ""))
        if reader is None or event not in MESSAGE_EVENTS:
            return
        number, shown = int(payload["id"]), self._backend.messages.setdefault(self._channel, {})
        sent = self._backend.messages[int(payload["channel_id"])].get(number)
        if sent is None:
            shown.pop(number, None)
            return
        contents = {field.name: getattr(sent, field.name) for field in fields(sent)}
        contents |= {"channel_id": self._channel, "author_name": "Parlour, in a direct message"}
        shown[number] = DirectMessage(**contents, reader=reader)


class PageUpdates:
    """Show in open pages what the bot does by itself, as background rounds do.

    SimCord makes a page anew only after what the person does in it, and refuses a press on a page
    that is older than the present one. So a page is made anew just as its browser asks for it,
    twice a second: what is pressed is then hardly ever older.

    It also leaves a page where it was scrolled to, so that on a phone what answers a person would
    be out of view. It brings into view what becomes a page's target, as the newest message does
    when somebody else looks at the page; so what answers a press or a command becomes it, too.
    """

    def __init__(self, world: simcord.Env, page: simcord.Preview) -> None:
        self._world, self._page = world, page
        self._outdated: dict[str, int] = {}
        world.backend.subscribers.append(self._note)
        self._contents_of = page._page_payload
        vars(page)["_page_payload"] = self._present_contents_of
        self._planned = page._prepare_action
        vars(page)["_prepare_action"] = self._plan

    def _note(self, event: str, _payload: Mapping[str, Any]) -> None:
        """Note which pages, as they are now, lack a message, or what became of one."""
        if event in MESSAGE_EVENTS:
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
