"""A table in a simulated Discord: a server, a channel, three people, and the bot."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from typing import Any

import discord
import pytest
import simcord

from bot import Parlour, Settings
from data import NO_CLOCK, StoredMatch
from tests.conftest import PATIENCE
from tests.openapi import discords_own

Component = dict[str, Any]
"""A component as Discord's API writes it."""
Message = discord.Message | simcord.ResponseMessage
Calls = list[tuple[int, list[int]]]
"""Messages, and whom each pinged when it came."""


def written(options: Mapping[str, object]) -> dict[str, object]:
    """Write the options of a challenge as a command takes them; a number is days a move."""
    days = options.get("pace")
    return {**options, "pace": str(days or NO_CLOCK)} if isinstance(days, int) else {**options}


@dataclass
class Table:
    """What a test plays with."""

    env: simcord.Env
    settings: Settings
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    ada: simcord.MemberActor
    ben: simcord.MemberActor
    cleo: simcord.MemberActor

    @property
    def bot(self) -> Parlour:
        """The bot that runs now."""
        bot = self.env.bot
        assert isinstance(bot, Parlour)
        return bot

    async def restart(self) -> None:
        """Stop the bot and start it anew on the same database, Discord staying as it is."""
        await self.bot.close()
        await self.env.restart_bot(Parlour(self.settings))

    async def begin(self, game: str = "bizingo", **options: object) -> StoredMatch:
        """Let Ada, on the first side, challenge Ben, who accepts; a number is days a move.

        Where the clock is what is tested, no vacation of theirs begins by itself.
        """
        chosen = written(options)
        await self.ada.slash(self.channel, game, opponent=self.ben, seat="first", **chosen)
        await self.ben.click(self.last, label="Accept")
        if "pace" in options:
            await self.let_vacations(begin_by_themselves=False)
        return await self.match()

    async def let_vacations(self, *, begin_by_themselves: bool) -> None:
        """Let vacations begin by themselves, or not."""
        vacations, now = self.bot.store.vacations, self.env.now()
        for who in (self.ada, self.ben):
            await vacations.choose(who.id, now, by_itself=begin_by_themselves)

    async def match(self, number: int = 1) -> StoredMatch:
        """Load a match as it stands."""
        return await self.bot.store.matches.find(number)

    async def begin_again(self, game: str) -> None:
        """Begin another match of the same two."""
        await self.begin(game)

    async def play_in(self, number: int, *moves: str) -> StoredMatch:
        """Play moves by command in one of several matches."""
        match = await self.match(number)
        for text in moves:
            await self.player(match).slash(self.channel, "move", move=text, match=number)
            match = await self.match(number)
        return match

    async def look(self, who: simcord.MemberActor) -> None:
        """Let somebody see the first match, so that the other's move can only be asked back."""
        await self.bot.store.matches.touch(await self.match(), who.id, self.env.now())

    async def channel_message(self, message: int) -> discord.Message:
        """Look at a message of the channel again."""
        return next(seen for seen in self.channel.history() if seen.id == message)

    async def sow(
        self, who: simcord.MemberActor, hole: str, card: Message | None = None
    ) -> simcord.InteractionResult:
        """Sow by presses: a hole on the card, or the last one, and Play below what comes of it."""
        seen = await who.click(card or self.last, label=hole)
        assert seen.response is not None
        return await who.click(seen.response, label=f"Play {hole}")

    @property
    def last(self) -> discord.Message:
        """The last message of the channel."""
        message = self.channel.last_message
        assert message is not None
        return message

    def called(self, message: discord.Message) -> list[int]:
        """List whom a message pings, which is not everybody whom it mentions."""
        return self.env.backend.messages[message.channel.id][message.id].ping_user_ids

    @asynccontextmanager
    async def at_once(self) -> AsyncIterator[None]:
        """Let what people do inside reach the bot together, before it answers any of it."""

        async def not_yet(**_options: object) -> None:
            pass

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.env, "_settle_internal", not_yet)
            yield
        await self.env.settle()

    def player(self, match: StoredMatch) -> simcord.MemberActor:
        """Find who is to move."""
        return next(who for who in (self.ada, self.ben) if who.id == match.to_move)

    async def play(self, *moves: str) -> StoredMatch:
        """Play moves by command, each by whoever is to move."""
        return await self.play_in(1, *moves)


def components(message: Message) -> Iterator[Component]:
    """Walk all components of a message, outermost first."""
    parts: list[Any] = list(message.components)
    tree: list[Component] = [p if isinstance(p, dict) else dict(p.to_dict()) for p in parts]
    while tree:
        part = tree.pop(0)
        yield part
        accessory = [part["accessory"]] if part.get("accessory") else []
        tree[:0] = [*part.get("components", ()), *accessory]


def words(message: Message | None) -> str:
    """Read everything that a message says."""
    assert message is not None
    texts = [part["content"] for part in components(message) if part.get("content")]
    return "\n".join([message.content, *texts]).strip()


def labels(message: Message) -> list[str]:
    """List the labels of a message's buttons."""
    return [part["label"] for part in components(message) if part["type"] == 2]


def options(message: Message) -> list[str]:
    """List the values of a message's selects."""
    selects = [part for part in components(message) if part["type"] == 3]
    return [option["value"] for part in selects for option in part["options"]]


def pictures(message: Message) -> list[Component]:
    """List a message's pictures."""
    galleries = [part for part in components(message) if part["type"] == 12]
    return [item for part in galleries for item in part["items"]]


@pytest.fixture
def settings(tmp_path: Path, migrated: Path) -> Settings:
    """Choose a database of its own, no backups, and a clock that is polled by hand."""
    database = tmp_path / "parlour.sqlite3"
    copyfile(migrated, database)
    return Settings(database=database, backups=0, poll_seconds=86_400)


@pytest.fixture
async def simcord_env(
    request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[simcord.Env]:
    """Run the bot in a simulated Discord, where time passes evenly when it is told to."""
    if "thinks_quickly" in request.fixturenames:
        request.getfixturevalue("thinks_quickly")  # before there is a bot, which holds what thinks
    env = simcord.Env(Parlour(settings), shard_count=1, settle_timeout=PATIENCE)
    monkeypatch.setattr("cogs.rounds.monotonic", lambda: env.now().timestamp())
    await env.start()
    yield env
    await env.shutdown()
    assert isinstance(env.bot, Parlour)
    await env.bot.close()


@pytest.fixture(autouse=True)
def requests_are_as_discord_describes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hold everything that a test has the bot send against Discord's own description."""
    description = discords_own()
    if description is None or "simcord_env" not in request.fixturenames:
        yield
        return
    env: simcord.Env = request.getfixturevalue("simcord_env")
    yield
    faults = [description.fault(sent.method, sent.path, sent.json) for sent in env.http_requests]
    assert not any(faults), "\n".join(filter(None, faults))


@pytest.fixture
def table(simcord_env: simcord.Env, settings: Settings) -> Table:
    """Set the table."""
    guild = simcord_env.create_guild()
    people = [guild.add_member(simcord_env.create_user(name)) for name in ("Ada", "Ben", "Cleo")]
    return Table(simcord_env, settings, guild, guild.create_text_channel("games"), *people)


@pytest.fixture
def calls(table: Table, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Note whom every message pings; a later edit forgets that."""
    calls: Calls = []
    commit = table.env.backend.commit_message

    def noted(message: Any, **named: Any) -> Any:
        calls.append((message.id, list(message.ping_user_ids)))
        return commit(message, **named)

    monkeypatch.setattr(table.env.backend, "commit_message", noted)
    return calls
