"""Pages of the board as their script uses the server, without a browser."""

from dataclasses import dataclass, field
from typing import Any

import simcord
from aiohttp import ClientResponse, web
from aiohttp.test_utils import TestClient

from data.web_links import Opener
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, components
from web.server import BoardServer

Client = TestClient[web.Request, web.Application]
Answer = tuple[int, dict[str, Any]]
"""A status, and what came with it."""


@dataclass
class Site:
    """The server of boards, and who asks it."""

    table: Table
    server: BoardServer
    client: Client

    async def link(self, who: simcord.MemberActor, number: int = 1) -> str:
        """Press **Board** on a match's card as somebody; return the token in the link."""
        match = await self.table.match(number)
        assert match.card is not None
        card = await self.table.channel_message(match.card.message)
        answered = private(await who.click(card, label="Board"))
        [url] = [each["url"] for each in components(answered) if each.get("url")]
        address, _, secret = url.partition("/#")
        assert address == "https://board.example"
        token, _, shown = secret.partition("/")
        assert shown == str(number)
        return str(token)

    async def token(self, who: simcord.MemberActor) -> str:
        """Make a link for somebody who sees no card."""
        return await self.table.bot.store.web_links.make(Opener(who.id), self.table.env.now())

    async def enter(self, token: str, *, agreed: bool = False) -> Answer:
        """Open a page with a token."""
        return await self.post("enter", token=token, agreed=agreed)

    async def page(self, who: simcord.MemberActor, number: int = 1) -> "Page":
        """Open a page for somebody."""
        status, entered = await self.enter(await self.token(who))
        assert status == 200
        return Page(self, entered["key"], number)

    async def settle(self) -> None:
        """Wait until Discord shows what has happened."""
        await self.server.actions.settle()
        await self.table.env.settle()

    async def post(self, ask: str, key: str = "", **fields: Any) -> Answer:
        """Ask something."""
        headers = {"Authorization": f"Bearer {key}"}
        async with self.client.post(f"/api/{ask}", json=fields, headers=headers) as response:
            return await read(response)


async def read(response: ClientResponse) -> Answer:
    """Read an answer; each is JSON, with the headers of every answer."""
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.content_type == "application/json"
    return response.status, await response.json()


@dataclass
class Page:
    """An open page, which keeps the parts of drawings that it has."""

    site: Site
    key: str
    match: int
    parts: set[str] = field(default_factory=set)

    async def asks(self, ask: str, **fields: Any) -> Answer:
        """Ask something about its match."""
        given = {"match": self.match, "have": sorted(self.parts), **fields}
        status, told = await self.site.post(ask, self.key, **given)
        self.parts |= told.get("parts", {}).keys()
        if told.get("board"):
            self.parts.add(told["board"]["name"])
        return status, told

    async def state(self) -> dict[str, Any]:
        """Return the present state."""
        status, told = await self.asks("state")
        assert status == 200, told
        return told
