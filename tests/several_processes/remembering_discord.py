"""A simulated Discord that keeps every message, for several processes of one bot.

It returns what it has where a nonce comes again, as Discord does, and notes when which shard was
heard.
"""

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from interactions import CustomId, OutOfDate
from interactions.components import parse
from tools.bench.discord_server import (
    BOT,
    DEFERRED,
    DiscordServer,
    Json,
    Press,
    answer,
    channel_id,
    message,
    private_channel,
)
from views.match_verbs import DoVerb, Play

DISCORD_BEGAN = 1_420_070_400.0
"""The second from which Discord's ids count."""
EPHEMERAL = 64
KEPT = (1, 2, 3, 10, 17)
"""The components that a message keeps here: rows, buttons, lists, texts and what holds them."""


@dataclass
class Posted:
    """A message of the bot: what it says, whom it pinged, and what was posted in it first."""

    id: int
    channel: int
    told: Json
    nonce: str | None
    pinged: tuple[int, ...]
    at: float
    is_deleted: bool = False
    shows: frozenset[tuple[int, int]] = frozenset()
    """The matches of whose states it was the card, with the numbers of their events."""


@dataclass
class Hearing:
    """When a shard was heard by the bot: from a second until another, or until now."""

    since: float
    until: float | None = None


@dataclass
class Account:
    """What was posted, and when what was heard."""

    posted: dict[int, Posted] = field(default_factory=dict)
    heard: dict[int, list[Hearing]] = field(default_factory=dict)
    repeated: int = 0
    """How many messages came once more with a nonce that was taken."""

    def cards(self) -> Counter[tuple[int, int]]:
        """Count the cards of each state of each match that were ever posted."""
        return Counter(shown for each in self.posted.values() for shown in each.shows)

    def unheard(self, shard: int, since: float, until: float) -> float:
        """Return for how many seconds of a time nobody heard of a shard."""
        heard = sum(
            max(0.0, min(until, one.until or until) - max(since, one.since))
            for one in self.heard.get(shard, ())
        )
        return until - since - heard


class RememberingDiscord(DiscordServer):
    """The simulated Discord with an account of all that the bot has posted."""

    def __init__(self, servers: int, channels: int, shards: int, knows: float = 180.0) -> None:
        """Set for how many seconds it knows a nonce again."""
        super().__init__(servers, channels)
        self._knows = knows
        self.shards = shards
        self.account = Account()
        self._answers: dict[str, tuple[int, int]] = {}
        """The channels of presses, and the messages that answer them, by their tokens."""
        self._sequence = 0

    async def interact(self, server: int, channel: int, person: int, told: Json) -> Press:
        press = await super().interact(server, channel, person, told)
        self._answers[press.token] = channel_id(server, channel), 0
        return press

    async def interact_privately(self, person: int, told: Json) -> Press:
        """Send an interaction of a person in their chat with the bot, which the first shard has."""
        channel = private_channel(person)
        there = {"id": str(channel), "type": 1}
        where = {"channel_id": str(channel), "channel": there, "context": 1}
        press = await self._press(0, self._asked(person) | where | told)
        self._answers[press.token] = channel, 0
        return press

    def is_heard(self, server: int) -> bool:
        """Tell whether some process hears what people do in a server."""
        return self.shard_of(server) in self._sockets

    def _hear(self, shard: int) -> None:
        spans = self.account.heard.setdefault(shard, [])
        if spans and spans[-1].until is None:
            spans[-1].until = time.time()
        if shard in self._sockets:
            spans.append(Hearing(time.time()))

    def _new_id(self) -> int:
        self._sequence = (self._sequence + 1) % (1 << 22)
        return int((time.time() - DISCORD_BEGAN) * 1000) << 22 | self._sequence

    def _keep(self, channel: int, told: Json) -> Posted:
        """Keep a message, unless one with its nonce was taken some time ago."""
        nonce = told.get("nonce")
        if nonce is not None:
            for old in self.account.posted.values():
                if old.nonce == nonce and time.time() - old.at < self._knows:
                    self.account.repeated += 1
                    return old
        said = json.dumps(told)
        called = {int(one) for one in told.get("allowed_mentions", {}).get("users", ())}
        pinged = tuple(one for one in sorted(called) if f"<@{one}>" in said)
        shows = frozenset(_shown(told.get("components", ())))
        kept = Posted(self._new_id(), channel, told, nonce, pinged, time.time(), shows=shows)
        self.account.posted[kept.id] = kept
        return kept

    async def _callback(self, request: web.Request) -> web.Response:
        told, token = await _told(request), request.match_info["token"]
        if told["type"] not in DEFERRED:
            self._presses[token].answer()
        channel, _ = self._answers.get(token, (0, 0))
        posted = message(self._new_id(), channel)
        if told["type"] == 4 and not told["data"].get("flags", 0) & EPHEMERAL:
            posted = _answered(self._keep(channel, told["data"]))
            self._answers[token] = channel, int(posted["id"])
        interaction = {"id": "1", "type": 2, "response_message_id": posted["id"]}
        return answer({"interaction": interaction, "resource": {"type": 4, "message": posted}})

    async def _follow_up(self, request: web.Request) -> web.Response:
        told, token = await _told(request), request.match_info["token"]
        self._presses[token].answer()
        channel, answered = self._answers.get(token, (0, 0))
        if request.method == "POST" and not told.get("flags", 0) & EPHEMERAL:
            return answer(_answered(self._keep(channel, told)))
        if request.method == "PATCH" and answered in self.account.posted:
            self.account.posted[answered].told |= told
        return answer(message(self._new_id(), channel))

    async def _post(self, request: web.Request) -> web.Response:
        told = await _told(request)
        return answer(_answered(self._keep(int(request.match_info["channel"]), told)))

    async def _one_message(self, request: web.Request) -> web.Response:
        told = {} if request.method in ("DELETE", "GET") else await _told(request)
        number = int(request.match_info["message"])
        posted = self.account.posted.get(number)
        if posted is None:  # from before
            return await super()._one_message(request)
        if posted.is_deleted:
            return answer({"code": 10008, "message": "Unknown Message"}, status=404)
        if request.method == "DELETE":
            posted.is_deleted = True
            return web.Response(status=204)
        posted.told |= told
        return answer(_answered(posted))

    async def _nothing(self, request: web.Request) -> web.Response:
        """List the messages of a channel after one of them, the newest first."""
        await request.read()
        if "channel" not in request.match_info:
            return answer([])
        channel, after = int(request.match_info["channel"]), int(request.query.get("after", 0))
        found = [
            one
            for one in self.account.posted.values()
            if one.channel == channel and one.id > after and not one.is_deleted
        ]
        most = int(request.query.get("limit", 50))
        return answer([_answered(one) for one in found[:most]][::-1])


def _shown(components: Any) -> Iterator[tuple[int, int]]:
    """Yield the match and the number of its events for each of whose buttons there is one."""
    for each in _every(components):
        if custom_id := each.get("custom_id"):
            try:
                parsed: CustomId = parse(custom_id)
            except OutOfDate:
                continue
            if isinstance(parsed, DoVerb | Play):
                yield parsed.match, parsed.seen


def _every(components: Any) -> Iterator[Json]:
    """Yield components and those inside them."""
    for each in components or ():
        yield each
        yield from _every(each.get("components"))
        if accessory := each.get("accessory"):
            yield accessory


def _answered(posted: Posted) -> Json:
    """Return a message as Discord tells it, with what is kept of it."""
    kept = _kept(posted.told.get("components", ()))
    told = message(posted.id, posted.channel) | {"components": kept}
    told["content"] = posted.told.get("content") or ""
    told["flags"] = posted.told.get("flags", 0)
    told["author"] = BOT
    return told


def _kept(components: Any) -> list[Json]:
    return [
        {**each, "components": _kept(each["components"])} if "components" in each else each
        for each in components or ()
        if each["type"] in KEPT
    ]


async def _told(request: web.Request) -> Json:
    """Read what is sent; files are left out."""
    if request.content_type == "application/json":
        return dict(await request.json() or {})
    told: Json = {}
    async for part in await request.multipart():
        if getattr(part, "name", None) == "payload_json":
            told = json.loads(await part.text())  # type: ignore[union-attr]
        else:
            await part.read()  # type: ignore[union-attr]
    return told
