"""A simulated Discord over HTTP and websockets, with any number of servers."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from aiohttp import WSMsgType, web

TOKEN = "MTE3NjU0MzIxMDk4NzY1NDMyMQ.GaBcDe.not-a-token-of-anybody"  # noqa: S105 (made up)
BOT = {
    "id": "1176543210987654321",
    "username": "parlour",
    "discriminator": "0",
    "global_name": None,
    "avatar": None,
    "bot": True,
}
EVERYTHING = str((1 << 53) - 1)
"""All permissions."""
SERVERS_A_SHARD = 1_000
ANSWER_TIME = 0.05
"""Seconds until a heartbeat is answered; discord.py expects no answer while it still sends."""
EPOCH_BITS = 22
"""The bits of an id below its time."""
DEFERRED = (5, 6)
"""The types of answers that only say that one follows."""
Json = dict[str, Any]


def server_id(number: int) -> int:
    """Return the id of a server; the bits above `EPOCH_BITS` decide its shard."""
    return (number + 1) << EPOCH_BITS


def server_number(server: int) -> int:
    """Return the number of a server with an id."""
    return (server >> EPOCH_BITS) - 1


def channel_id(number: int, channel: int) -> int:
    """Return the id of a channel of a server, counted from 1."""
    return server_id(number) + channel


def private_channel(person: int) -> int:
    """Return the id of a person's chat with the bot."""
    return (1 << 58) + person


@dataclass
class Press:
    """Something that a person asked of the bot, and when it was answered."""

    token: str
    sent: float
    answered: asyncio.Future[float] = field(default_factory=asyncio.Future)

    def answer(self) -> None:
        """Record the first answer with content."""
        if not self.answered.done():
            self.answered.set_result(perf_counter() - self.sent)


class DiscordServer:
    """Answers what discord.py asks, whatever message it is about, and sends interactions."""

    def __init__(self, servers: int, channels: int) -> None:
        self.servers, self.channels = servers, channels
        self.shards = -(-servers // SERVERS_A_SHARD)
        self.requests: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.address = ""
        self.files: dict[str, bytes] = {}
        """The contents of attachments by their names."""
        self._sockets: dict[int, web.WebSocketResponse] = {}
        self._presses: dict[str, Press] = {}
        self._next = 1 << 60

    # The gateway.

    async def interact(self, server: int, channel: int, person: int, told: Json) -> Press:
        """Send an interaction of a person in a channel; `told` has its type and data."""
        asked = self._asked(person)
        user = asked.pop("user")
        body: Json = {
            **asked,
            "guild_id": str(server_id(server)),
            "guild": {"id": str(server_id(server)), "locale": "en-US", "features": []},
            "channel_id": str(channel_id(server, channel)),
            "channel": {**self._channel(server, channel), "permissions": EVERYTHING},
            "member": {**_member(user), "permissions": EVERYTHING},
            "app_permissions": EVERYTHING,
            "guild_locale": "en-US",
            "authorizing_integration_owners": {"0": str(server_id(server))},
            "context": 0,
            **told,
        }
        return await self._press(self.shard_of(server), body)

    def _asked(self, person: int) -> Json:
        """Return what each interaction of a person tells."""
        number = self._new_id()
        return {
            "id": str(number),
            "application_id": BOT["id"],
            "token": f"press-{number}",
            "version": 1,
            "user": {**BOT, "id": str(person), "username": f"player{person}", "bot": False},
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "attachment_size_limit": 10 << 20,
        }

    async def _press(self, shard: int, body: Json) -> Press:
        """Send an interaction to whoever hears of a shard."""
        press = self._presses[body["token"]] = Press(body["token"], perf_counter())
        await self._send(shard, "INTERACTION_CREATE", body)
        return press

    async def _send(self, shard: int, event: str, body: Json) -> None:
        """Send something to whoever hears of a shard; if nobody does, it is lost."""
        if (socket := self._sockets.get(shard)) is None:
            return
        with suppress(ConnectionError):
            await socket.send_json({"op": 0, "t": event, "s": 2, "d": body})

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}})
        shard = None
        async for received in socket:
            if received.type is not WSMsgType.TEXT:
                continue
            told = received.json()
            if told["op"] == 1:
                await asyncio.sleep(ANSWER_TIME)
                await socket.send_json({"op": 11})
            elif told["op"] == 2:
                shard = told["d"].get("shard", [0, 1])[0]
                self._sockets[shard] = socket
                self._hear(shard)
                await self._welcome(shard)
        if shard is not None and self._sockets.get(shard) is socket:
            del self._sockets[shard]
            self._hear(shard)
        return socket

    @property
    def is_whole(self) -> bool:
        """Whether the bot hears of each shard."""
        return len(self._sockets) == self.shards

    def _hear(self, shard: int) -> None:
        """Note that the bot hears of a shard from now on, or does no more."""

    async def _welcome(self, shard: int) -> None:
        mine = [n for n in range(self.servers) if (n + 1) % self.shards == shard]
        ready = {
            "v": 10,
            "user": BOT,
            "guilds": [{"id": str(server_id(number)), "unavailable": True} for number in mine],
            "session_id": f"session-{shard}",
            "shard": [shard, self.shards],
            "resume_gateway_url": f"ws://{self.address}/gateway",
            "application": {"id": BOT["id"], "flags": 0},
        }
        await self._send(shard, "READY", ready)
        for number in mine:
            await self._send(shard, "GUILD_CREATE", self._server(number))

    def shard_of(self, server: int) -> int:
        """Return the shard of a server, as Discord reckons it."""
        return (server + 1) % self.shards

    # What there is.

    def _server(self, number: int) -> Json:
        everyone = {
            "id": str(server_id(number)),
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "position": 0,
            "permissions": EVERYTHING,
        }
        return {
            "id": str(server_id(number)),
            "name": f"Server {number}",
            "owner_id": "1",
            "roles": [everyone],
            "channels": [self._channel(number, channel) for channel in range(1, self.channels + 1)],
            "members": [_member(BOT)],
            "member_count": 100,
            "preferred_locale": "en-US",
        }

    def _channel(self, server: int, channel: int) -> Json:
        return {
            "id": str(channel_id(server, channel)),
            "type": 0,
            "name": f"games-{channel}",
            "position": channel,
            "permission_overwrites": [],
            "guild_id": str(server_id(server)),
            "parent_id": None,
        }

    def _new_id(self) -> int:
        self._next += 1
        return self._next

    # The requests.

    async def _callback(self, request: web.Request) -> web.Response:
        """Take the answer to an interaction."""
        told = await _body(request)
        if told["type"] not in DEFERRED:
            self._presses[request.match_info["token"]].answer()
        posted = message(self._new_id(), 0)
        interaction = {"id": "1", "type": 2, "response_message_id": posted["id"]}
        return answer({"interaction": interaction, "resource": {"type": 4, "message": posted}})

    async def _follow_up(self, request: web.Request) -> web.Response:
        """Take a later answer to an interaction, or an edit of the first."""
        await request.read()
        self._presses[request.match_info["token"]].answer()
        return answer(message(self._new_id(), 0))

    async def _post(self, request: web.Request) -> web.Response:
        await request.read()
        return answer(message(self._new_id(), int(request.match_info["channel"])))

    async def _one_message(self, request: web.Request) -> web.Response:
        await request.read()
        if request.method == "DELETE":
            return web.Response(status=204)
        channel, number = (int(request.match_info[name]) for name in ("channel", "message"))
        return answer(message(number, channel))

    async def _nothing(self, request: web.Request) -> web.Response:
        await request.read()
        return answer([])

    async def _private_channel(self, request: web.Request) -> web.Response:
        person = (await request.json())["recipient_id"]
        user = {**BOT, "id": str(person), "username": f"player{person}", "bot": False}
        return answer({"id": str(private_channel(int(person))), "type": 1, "recipients": [user]})

    async def _member_of(self, request: web.Request) -> web.Response:
        return answer(_member({**BOT, "id": request.match_info["person"], "bot": False}))

    async def _file(self, request: web.Request) -> web.Response:
        return web.Response(body=self.files[request.match_info["name"]])

    async def _gateway_url(self, _request: web.Request) -> web.Response:
        limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
        told = {"url": f"ws://{self.address}/gateway", "shards": self.shards}
        return answer(told | {"session_start_limit": limits})

    async def _guild(self, request: web.Request) -> web.Response:
        told = self._server(server_number(int(request.match_info["server"])))
        return answer(told | {"approximate_member_count": told["member_count"]})

    async def _channels(self, request: web.Request) -> web.Response:
        return answer(self._server(server_number(int(request.match_info["server"])))["channels"])

    def _application(self) -> web.Application:
        @web.middleware
        async def count(request: web.Request, handler: Any) -> web.StreamResponse:
            try:
                answered: web.StreamResponse = await handler(request)
            except web.HTTPNotFound:
                self.unknown[f"{request.method} {request.path}"] += 1
                raise
            self.requests[request.method] += 1
            return answered

        def told(what: Json) -> Callable[[web.Request], Any]:
            async def tell(_request: web.Request) -> web.Response:
                return answer(what)

            return tell

        app = web.Application(middlewares=[count], client_max_size=32 << 20)
        app.add_routes(
            [
                web.get("/users/@me", told(BOT)),
                web.get("/oauth2/applications/@me", told(application(self.servers))),
                web.route("*", f"/applications/{BOT['id']}/commands", self._nothing),
                web.get("/gateway/bot", self._gateway_url),
                web.get("/gateway", self._gateway),
                web.post("/interactions/{id}/{token}/callback", self._callback),
                web.post("/webhooks/{application}/{token}", self._follow_up),
                web.route("*", "/webhooks/{application}/{token}/messages/{id}", self._follow_up),
                web.post("/channels/{channel}/messages", self._post),
                web.get("/channels/{channel}/messages", self._nothing),
                web.route("*", "/channels/{channel}/messages/{message}", self._one_message),
                web.post("/users/@me/channels", self._private_channel),
                web.get("/guilds/{server}", self._guild),
                web.get("/guilds/{server}/channels", self._channels),
                web.get("/guilds/{server}/threads/active", told({"threads": [], "members": []})),
                web.get("/guilds/{server}/members/{person}", self._member_of),
                web.get("/attachments/{name}", self._file),
            ]
        )
        return app

    def attached(self, told: Json, option: str, name: str) -> Json:
        """Add an attachment to what a typed command tells."""
        url = f"http://{self.address}/attachments/{name}"
        file = {"id": "1", "filename": name, "size": len(self.files[name])}
        file |= {"url": url, "proxy_url": url, "content_type": "text/plain"}
        options = told["data"]["options"]
        while options and "options" in options[0]:  # those of a subcommand
            options = options[0]["options"]
        options.append({"name": option, "type": 11, "value": "1"})
        told["data"]["resolved"] = {"attachments": {"1": file}}
        return told

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """Serve, and yield the address to use instead of Discord's."""
        runner = web.AppRunner(self._application(), shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        self.address = f"{host}:{port}"
        try:
            yield f"http://{self.address}"
        finally:
            await runner.cleanup()


def application(servers: int) -> Json:
    """Return what Discord tells of the bot's application."""
    return {
        "id": BOT["id"],
        "name": "Parlour",
        "icon": None,
        "description": "",
        "summary": "",
        "verify_key": "",
        "flags": 0,
        "bot_public": True,
        "bot_require_code_grant": False,
        "approximate_guild_count": servers,
        "owner": BOT,
    }


def message(number: int, channel: int) -> Json:
    """Return a message of the bot without content."""
    return {
        "id": str(number),
        "channel_id": str(channel),
        "author": BOT,
        "content": "",
        "timestamp": "2026-01-01T12:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": 0,
        "components": [],
    }


def _member(user: Json) -> Json:
    return {
        "user": user,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def answer(told: object, status: int = 200) -> web.Response:
    """Answer as Discord does, without a charset."""
    body = json.dumps(told).encode()
    return web.Response(body=body, status=status, content_type="application/json")


async def _body(request: web.Request) -> Json:
    if request.content_type == "application/json":
        return dict(await request.json())
    return dict(json.loads(str((await request.post())["payload_json"])))
