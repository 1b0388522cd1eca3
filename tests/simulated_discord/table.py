"""A table in a simulated Discord: a server, a channel, three people, and the bot."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

import discord
import pytest
import simcord

from bot import Parlour, Settings
from cogs.rounds import RoundsCog
from data import StoredMatch
from data.time_controls import NO_CLOCK
from rules import GAMES
from tests.simulated_discord.forms import Component, filled_in

__all__ = ["Calls", "Component", "Message", "Table", "by_the_book", "components", "labels"]
__all__ += ["later", "options", "pictures", "poll", "words", "written"]

Message = discord.Message | simcord.ResponseMessage
Calls = list[tuple[int, list[int]]]
"""Ids of messages, and whom each pinged when it was sent."""


def by_the_book(game: str) -> dict[str, object]:
    """Return the option for a game's own rules, where a challenge usually begins with others."""
    return {"rules": "classic"} if GAMES[game].usual_preset != "classic" else {}


def written(options: Mapping[str, object]) -> dict[str, object]:
    """Return a challenge's options as a command takes them; an integer pace is days per move."""
    days = options.get("pace")
    return {**options, "pace": str(days or NO_CLOCK)} if isinstance(days, int) else {**options}


TYPED = {"opponent", "level", "pace", "rules", "side"}
"""The options of a game's command."""


def _with_options(
    form: simcord.InteractionResult, game: str, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Fill in the form of a challenge: as it is, but for these options."""
    filled = filled_in(form)
    ticks = {*filled["ticks"]}
    ticked = {option.key: option.values[1] for option in GAMES[game].options}
    for key, value in options.items():
        if (field := "at_once" if key == "standing" else key) in filled:
            is_select = isinstance(filled[field], list)
            filled[field] = [str(value)] if is_select else str(value)
        elif value in (True, ticked.get(key)):
            ticks.add(key)
        else:
            ticks.discard(key)
    return {**filled, "ticks": sorted(ticks)}


@dataclass
class Table:
    """A server with a channel and three people, and the bot that runs there."""

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
        """Stop the bot and start it again on the same database and the same Discord."""
        await self.bot.close()
        await self.env.restart_bot(Parlour(self.settings))

    def deliver_twice(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Deliver each interaction twice from now on, as Discord may after a lost connection."""
        emit = self.env.backend.emit

        def twice(event: str, payload: Mapping[str, Any], **named: Any) -> None:
            for _ in range(2 if event == "INTERACTION_CREATE" else 1):
                emit(event, payload, **named)

        monkeypatch.setattr(self.env.backend, "emit", twice)

    async def begin(self, game: str = "bizingo", *moves: str, **options: object) -> StoredMatch:
        """Let Ada, on the first side, challenge Ben, who accepts; then play moves, if any.

        It is by the rules of the book, unless other options are given; an integer pace is days per
        move.
        """
        chosen = by_the_book(game) | written(options)
        await self.challenge(game, side="first", **chosen)
        await self.ben.click(self.last, label="Accept")
        return await self.play(*moves)

    async def challenge(self, game: str, **options: Any) -> simcord.InteractionResult:
        """Let Ada challenge Ben."""
        return await self.offer(self.ada, game, opponent=self.ben, **options)

    async def offer(
        self,
        who: simcord.MemberActor,
        game: str,
        channel: simcord.ChannelHandle | None = None,
        **options: Any,
    ) -> simcord.InteractionResult:
        """Let a person make a challenge, and choose in the form what its command doesn't have."""
        channel = channel or self.channel
        typed = {key: options.pop(key) for key in {*options} & TYPED}
        made = await who.slash(channel, game, **typed)
        if not options or made.ephemeral:
            return made
        card = channel.last_message
        assert card is not None
        ids = [part.get("custom_id", "") for part in components(card)]
        form = await who.click(card, custom_id=next(each for each in ids if "options|" in each))
        return await who.submit_modal(form, _with_options(form, game, options))

    async def let_vacations_begin(self) -> None:
        """Choose for both players that vacations begin automatically."""
        vacations, now = self.bot.store.vacations, self.env.now()
        for who in (self.ada, self.ben):
            await vacations.choose(who.id, now, by_itself=True)

    async def match(self, number: int = 1) -> StoredMatch:
        """Load a match."""
        return await self.bot.store.matches.find(number)

    async def time_left(self, number: int = 1) -> timedelta:
        """Return how much time the player to move has."""
        deadline = (await self.match(number)).deadline
        assert deadline is not None
        return deadline - self.env.now()

    async def begin_again(self, game: str) -> None:
        """Begin another match between the same players."""
        await self.begin(game)

    async def play_in(self, number: int, *moves: str) -> StoredMatch:
        """Play moves by command in one of several matches."""
        match = await self.match(number)
        for text in moves:
            await self.player(match).slash(self.channel, "move", move=text, match=number)
            match = await self.match(number)
        return match

    async def look(self, who: simcord.MemberActor) -> None:
        """Record that a player has seen the first match, so the other cannot undo a move."""
        await self.bot.store.matches.touch(await self.match(), who.id, self.env.now())

    async def channel_message(self, message: int) -> discord.Message:
        """Return the present state of a message in the channel."""
        return next(seen for seen in self.channel.history() if seen.id == message)

    async def sow(
        self, who: simcord.MemberActor, hole: str, card: Message | None = None
    ) -> simcord.InteractionResult:
        """Sow by presses: a hole on the card (default: the newest), and Play below the preview."""
        seen = await who.click(card or self.last, label=hole)
        assert seen.response is not None
        return await who.click(seen.response, label=f"Play {hole}")

    @cached_property
    def dora(self) -> simcord.MemberActor:
        """A member who may manage the server; she joins when a test first names her."""
        return self.add_manager("Dora")

    def add_manager(self, name: str) -> simcord.MemberActor:
        """Add a member who may manage the server."""
        may = discord.Permissions(manage_guild=True)
        role = self.guild.create_role("Wardens", permissions=may)
        return self.guild.add_member(self.env.create_user(name), roles=[role])

    async def resign(self, who: simcord.MemberActor, number: int = 1) -> None:
        """Let a player resign a match, and confirm it."""
        asked = await who.slash(self.channel, "match resign", match=number)
        assert asked.response is not None
        await who.click(asked.response, label="Yes, resign")

    async def abort(
        self,
        who: simcord.MemberActor,
        number: int | None = None,
        channel: simcord.ChannelHandle | None = None,
    ) -> simcord.InteractionResult:
        """Let a player abort a match, by default the only one in the channel, and confirm it."""
        which = {} if number is None else {"match": number}
        asked = await who.slash(channel or self.channel, "match abort", **which)
        assert asked.response is not None
        return await who.click(asked.response, label="Yes, abort")

    async def change(self, statement: str, **values: str | int) -> None:
        """Change the database behind the bot's back."""
        async with self.bot.store._database.transaction() as connection:
            await connection.change(statement, **values)

    def fail(self, method: str, message: int | str | None = None, /, **how: Any) -> None:
        """Let requests about the channel's messages fail, or about one message or all (`*`)."""
        path = f"/channels/{self.channel.id}/messages"
        self.env.inject_error(method, path if message is None else f"{path}/{message}", **how)

    @property
    def rounds(self) -> RoundsCog:
        """The cog of the background rounds."""
        rounds = self.bot.get_cog("RoundsCog")
        assert isinstance(rounds, RoundsCog)
        return rounds

    @property
    def text_channel(self) -> discord.TextChannel:
        """The channel, as the bot sees it."""
        channel = self.bot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        return channel

    @property
    def last(self) -> discord.Message:
        """The last message of the channel."""
        message = self.channel.last_message
        assert message is not None
        return message

    def called(self, message: discord.Message) -> list[int]:
        """List whom a message pings, which may be fewer than it mentions."""
        return self.env.backend.messages[message.channel.id][message.id].ping_user_ids

    @asynccontextmanager
    async def at_once(self) -> AsyncIterator[None]:
        """Send all interactions inside to the bot before it answers any of them."""

        async def not_yet(**_options: object) -> None:
            pass

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.env, "_settle_internal", not_yet)
            yield
        await self.env.settle()

    def player(self, match: StoredMatch) -> simcord.MemberActor:
        """Return the player to move."""
        return next(who for who in (self.ada, self.ben) if who.id == match.to_move)

    async def play(self, *moves: str) -> StoredMatch:
        """Play moves by command, each by the player to move."""
        return await self.play_in(1, *moves)


def components(message: Message) -> Iterator[Component]:
    """Yield all components of a message, outermost first."""
    parts: list[Any] = list(message.components)
    tree: list[Component] = [p if isinstance(p, dict) else dict(p.to_dict()) for p in parts]
    while tree:
        part = tree.pop(0)
        yield part
        accessory = [part["accessory"]] if part.get("accessory") else []
        tree[:0] = [*part.get("components", ()), *accessory]


def words(message: Message | None) -> str:
    """Return all text of a message."""
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


async def poll(table: Table) -> None:
    """Run a background round now."""
    await table.rounds.poll()
    await table.env.settle()


async def later(table: Table, **time: float) -> None:
    """Let time pass while the bot runs, then run a round."""
    await table.env.advance_time(timedelta(**time).total_seconds())
    await poll(table)
