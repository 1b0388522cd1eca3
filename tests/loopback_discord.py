"""A minimal Discord server on loopback: a bot with one token can log in and answer a button."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import WSMsgType, web

from tools.bench.discord_server import BOT as USER
from tools.bench.discord_server import TOKEN, answer, application, message

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

TRANSLATIONS = ("name_localizations", "description_localizations")
STARTER = """\
import sys
import discord
discord.http.Route.BASE = sys.argv.pop(1)
import bot
from tests.programs import wait_long
wait_long()
bot._painted.add("walnut")
bot.main()
"""
"""The program `bot.py`, with Discord at the address in its first argument, and without timeouts.

It draws no boards in advance, which would be 4 seconds of work at each start.
"""


class SmallDiscord:
    """Answers the requests of discord.py, and records the commands and answers that it receives."""

    def __init__(self) -> None:
        self.told: list[int] = []
        self.registered: list[dict[str, object]] = []
        self.answers: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        self.takes_answers = asyncio.Event()
        self.takes_answers.set()
        self.deaf = asyncio.Event()
        self._presses = 0
        self._sockets: list[web.WebSocketResponse] = []
        self.application = application(servers=3)
        self.address = ""
        self.log_ins = 1000
        """The log-ins that are left of the 1,000 of a day."""
        self._shut = False

    async def hang_up(self) -> None:
        """Close the gateway, and refuse new connections."""
        self._shut = True
        for socket in [*self._sockets]:
            await socket.close()

    async def commands(self, request: web.Request) -> web.Response:
        """Register the commands, or list them; what Discord added itself must be among them.

        Translations are listed only to whoever asks for them.
        """
        if request.method == "GET":
            hidden = () if request.query.get("with_localizations") == "true" else TRANSLATIONS
            return answer([{k: one[k] for k in one if k not in hidden} for one in self.registered])
        told = await request.json()
        if any(one["type"] == 4 and one not in told for one in self.registered):
            words = "You cannot remove this app's Entry Point command in a bulk update operation."
            return answer({"code": 50240, "message": words}, status=400)
        self.told.append(len(told))
        self.registered = told
        return answer(told)

    async def press(self, custom_id: str, person: int, channel: int) -> None:
        """Send a press of a button on a message in a private channel with the bot."""
        self._presses += 1
        button = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
        shown = message(channel + 1, channel)
        shown |= {"flags": 1 << 15, "components": [{"type": 1, "components": [button]}]}
        pressed: dict[str, object] = {
            "id": str(channel + 2 + self._presses),
            "application_id": USER["id"],
            "type": 3,
            "token": f"a-token-of-an-interaction-{self._presses}",
            "version": 1,
            "channel_id": str(channel),
            "channel": {"id": str(channel), "type": 1},
            "user": {**USER, "id": str(person), "username": "ann", "bot": False},
            "message": shown,
            "data": {"custom_id": custom_id, "component_type": 2},
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 1,
            "attachment_size_limit": 10 << 20,
        }
        for socket in self._sockets:
            await socket.send_json({"op": 0, "t": "INTERACTION_CREATE", "s": 2, "d": pressed})

    async def answered(self, request: web.Request) -> web.Response:
        """Receive the answer to an interaction, once answers are accepted."""
        if request.content_type == "application/json":
            told = await request.json()
        else:
            told = json.loads(str((await request.post())["payload_json"]))
        self.answers.put_nowait(told)
        await self.takes_answers.wait()
        return answer({"interaction": {"id": "1", "type": 3, "response_message_id": "77"}})

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """Say hello, receive the bot's identification, and say that all is ready."""
        if self._shut:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}})
        self._sockets.append(socket)
        async for received in socket:
            if received.type is WSMsgType.TEXT and received.json()["op"] == 2:
                ready = {
                    "v": 10,
                    "user": USER,
                    "guilds": [],
                    "session_id": "1",
                    "shard": [0, 1],
                    "resume_gateway_url": f"ws://{self.address}/gateway",
                    "application": {"id": USER["id"], "flags": 0},
                }
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
        self._sockets.remove(socket)
        self.deaf.set()
        return socket

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """Serve, and yield the address to use instead of Discord's."""

        @web.middleware
        async def only_with_token(request: web.Request, handler: Handler) -> web.StreamResponse:
            known = request.headers.get("Authorization") == f"Bot {TOKEN}"
            if not known and not request.path.startswith(("/gateway", "/interactions/")):
                return answer({"message": "401: Unauthorized", "code": 0}, status=401)
            return await handler(request)

        async def user(_request: web.Request) -> web.Response:
            return answer(USER)

        async def about(_request: web.Request) -> web.Response:
            return answer(self.application)

        async def where(_request: web.Request) -> web.Response:
            limits = {"total": 1000, "reset_after": 7_000_000, "max_concurrency": 1}
            limits["remaining"] = self.log_ins
            url = f"ws://{self.address}/gateway"
            return answer({"url": url, "shards": 1, "session_start_limit": limits})

        app = web.Application(middlewares=[only_with_token])
        app.router.add_get("/users/@me", user)
        app.router.add_get("/oauth2/applications/@me", about)
        app.router.add_route("*", f"/applications/{USER['id']}/commands", self.commands)
        app.router.add_get("/gateway/bot", where)
        app.router.add_get("/gateway", self.gateway)
        app.router.add_post("/interactions/{id}/{token}/callback", self.answered)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        self.address = f"{host}:{port}"
        try:
            yield f"http://{self.address}"
        finally:
            await runner.cleanup()
