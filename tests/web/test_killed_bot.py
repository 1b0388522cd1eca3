"""A bot killed between a page's request and its answer has kept the move once, or not at all."""

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp import ClientConnectionError, ClientSession

from data import Store
from data.web_links import Opener
from practice.channel import own_board
from rules.sentence import PLAIN_ENGLISH
from tests.data.sample_matches import ANN, begin
from tests.loopback_discord import STARTER, SmallDiscord
from tests.programs import Program, running
from tests.thorough import THOROUGH
from tests.web.pages import Answer, read
from tools.bench.discord_server import TOKEN

KILLED = """
import os, signal
from data.matches import Matches
keep = Matches.apply
async def killed(*which, **given):
    {cut}
    os.kill(os.getpid(), signal.SIGKILL)
Matches.apply = killed
bot.main()"""
"""The end of a program that is killed by a verb."""
BEFORE, AFTER = "pass", "await keep(*which, **given)"
"""What it does with the verb before."""


@asynccontextmanager
async def served(folder: Path, program: str) -> AsyncIterator[tuple[Program, ClientSession]]:
    """Run the bot on the database in a folder; yield it, and who asks its board."""
    there, board = SmallDiscord(), own_board()
    told = {f"PARLOUR_{name.upper()}": value for name, value in board.items()}
    told |= {"PARLOUR_DATABASE": "bot.sqlite3", "DISCORD_TOKEN": TOKEN}
    async with there.open() as address, running(folder, "-c", program, address, **told) as bot:
        await bot.says("ready as parlour")
        async with ClientSession(board["web_url"]) as session:
            yield bot, session


async def ask(session: ClientSession, name: str, key: str = "", **fields: object) -> Answer:
    """Ask as a page does."""
    headers = {"Authorization": f"Bearer {key}"}
    async with session.post(f"/api/{name}", json=fields, headers=headers) as response:
        return await read(response)


@THOROUGH
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="SIGKILL is Unix's")
async def test_move_is_made_once_where_the_bot_is_killed_before_it_answers(tmp_path: Path) -> None:
    database, now = tmp_path / "bot.sqlite3", datetime.now(UTC)
    async with await Store.open(database, now) as store:
        match = await begin(store, "bizingo", now=now)
        token = await store.web_links.make(Opener(ANN.id, "Ann"), now)
    move = next(iter(match.position.moves().values()))
    asked = {"match": match.number, "count": match.count, "move": move.text}
    for cut, number in ((BEFORE, 0), (AFTER, 1)):
        killed = STARTER.replace("bot.main()", KILLED.format(cut=cut))
        async with served(tmp_path, killed) as (bot, page):
            _, entered = await ask(page, "enter", token=token, agreed=True)
            with pytest.raises(ClientConnectionError):
                await ask(page, "play", entered["key"], **asked)
            assert await bot.ends() == -signal.SIGKILL
        async with await Store.open(database, now) as store:
            assert len(await store.matches.happened(match.number, 0)) == number
    async with served(tmp_path, STARTER) as (_, page):
        status, _ = await ask(page, "play", entered["key"], **asked)
        assert status == 401, "it knows no page any more"
        _, entered = await ask(page, "enter", token=token, agreed=True)
        status, told = await ask(page, "play", entered["key"], **asked)
    assert (status, told["state"]["count"]) == (409, match.count + 1)
    assert told["state"]["last"] == [*move.path]
    deed = PLAIN_ENGLISH.say(match.position.tell(move))
    assert told["state"]["lines"][-1] == f"\u2068Ann\u2069 {deed}."
    async with await Store.open(database, now) as store:
        events = await store.matches.happened(match.number, 0)
    assert [event.text for event in events] == [move.text]
