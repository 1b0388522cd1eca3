"""The bot: its client, how it starts and how it stops."""

import argparse
import gc
import hashlib
import importlib
import logging
import pkgutil
import threading
from functools import cache
from types import ModuleType
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from discord.http import Route

import cogs
import delivery
import interactions
from cogs.computer_turns import ComputerTurns
from cogs.reviews import ReviewJobs
from computer import ComputerPlayer
from data import Unusable
from data.driver import Hold
from hosting.check import check
from hosting.health import Health, health
from hosting.metrics import Metrics, serving, watching_loop
from hosting.settings import TOKEN, CannotStart, Settings, environment_name, split_shards
from hosting.shard_connections import ShardConnections, log_in_warning
from hosting.shares import ShardShare
from hosting.startup import (
    LONGEST_LIMIT,
    UNREACHABLE,
    keep_loop_prompt,
    open_store,
    run,
    spare_servers,
)
from interactions.bot import Bot
from interactions.command_translations import CommandTranslator, in_every_language
from interactions.discord_requests import DiscordRequests, refuse_to_sleep
from interactions.errors import ParlourTree
from interactions.rate_limits import RateLimiter
from interactions.share import WholeShare
from interactions.tasks import InFlight, run_long
from languages import languages
from rendering import build
from rules import GAMES, __version__
from views.choose_puzzle import first_puzzle, games_with_puzzles
from views.puzzle_page import draw_in_advance
from web.server import serving_boards

__all__ = ["Parlour", "Settings"]

log = logging.getLogger("parlour")

Command = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu

INTENTS = discord.Intents(guilds=True)
"""Events received besides commands and buttons: only those of servers and their channels."""

ALL_CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""Where commands are available; those that challenge others restrict it themselves."""
ALL_INSTALLS = app_commands.AppInstallationType(guild=True, user=True)
"""Who may install the bot: servers and users. For users it can only answer interactions."""
STOP_TIMEOUT = 5.0
"""Seconds to wait at a stop for actions in progress."""
ENTRY_POINT = 4
"""The type of a command that Discord adds with *Enable Activities*: no overwrite may omit it."""
INVALID_FORM = 50035
"""Discord's code for a request with fields that it does not accept."""


@cache
def _modules() -> tuple[ModuleType, ...]:
    """Import every module for Discord, and return them."""
    names = (
        module.name
        for package in (interactions, delivery, cogs)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    )
    # `load_extension` would execute modules again that others have imported.
    return tuple(map(importlib.import_module, names))


def _commands() -> tuple[Command, ...]:
    """Return every command that is declared at the top of a module and belongs to no group."""
    kinds = (app_commands.Command, app_commands.Group, app_commands.ContextMenu)
    found = (each for module in _modules() for each in vars(module).values())
    commands = dict.fromkeys(each for each in found if isinstance(each, kinds))
    return tuple(each for each in commands if getattr(each, "parent", None) is None)


class Parlour(Bot):
    """The bot, not yet started; all features for players are in `cogs/`."""

    is_practice = False
    """Whether it runs in the practice channel, which one machine sees."""
    computer_turns: ComputerTurns
    review_jobs: ReviewJobs

    def __init__(self, settings: Settings, health: Health | None = None) -> None:
        self.metrics = Metrics(settings)
        trace = self.metrics.trace()
        trace.on_request_end.append(refuse_to_sleep)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=ParlourTree,
            allowed_contexts=ALL_CONTEXTS,
            allowed_installs=ALL_INSTALLS,
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            http_trace=trace,
            max_ratelimit_timeout=LONGEST_LIMIT,
        )
        self.settings = settings
        self.share = WholeShare()
        self._health = health
        self.in_flight = InFlight()
        self.rate_limiter = RateLimiter()
        self.requests = DiscordRequests()
        self.started = discord.utils.utcnow()
        self.computer = ComputerPlayer()
        self.metrics.computer_queue = lambda: self.computer.waiting
        self._shards: ShardShare | None = None
        """What this process has of several; `None` for the only one."""
        self.computer_turns = ComputerTurns(self)
        self.review_jobs = ReviewJobs(self)
        self._closing = threading.Event()
        self._decided = True
        """Whether this process decided what was due when it was stopped."""

    async def setup_hook(self) -> None:
        """Open the store, load the cogs and register the commands, before the first event."""
        self.requests.watch(self.http)
        self.started = discord.utils.utcnow()
        shares = self.settings.shards is not None and not self.is_practice
        self.store = await open_store(
            self.settings,
            run_long,
            for_practice=self.is_practice,
            hold=Hold.SHARED if shares else Hold.ALONE,
        )
        languages()  # logs now what is wrong with any of them
        # In a thread of its own, so that nothing waits for it; stopping ends it between two boards.
        threading.Thread(target=self._paint_boards, name="boards", daemon=True).start()
        if shares:
            await self._share()
        await self.load_features()
        translator = CommandTranslator()
        await self.tree.set_translator(translator)
        if not shares:
            await self._sync_commands(translator)
        if self._health:
            keep_loop_prompt()
            self._health.started()

    async def _share(self) -> None:
        """Prepare to serve some of all shards, beside other processes."""
        assert self.settings.shards is not None, "that is why"
        _, total = split_shards(self.settings.shards)
        recommended, gateway, limits = await self.http.get_bot_gateway()
        if recommended > total:
            log.warning(
                "Discord recommends %d shards for so many servers, and lets nobody in with fewer "
                "than one for 2,500: %s sets %d",
                recommended,
                environment_name("shards"),
                total,
            )
        self._connections = ShardConnections(
            self, total, gateway, lambda: self.requests.are_refused
        )
        self._shards = ShardShare(
            self.settings.shards,
            self.store,
            self._connections,
            self._begin_deciding,
            limits["max_concurrency"],
        )
        self.share, shards = self._shards, self._shards
        self.requests.part = lambda: shards.part
        self.metrics.share = lambda: {**shards.figures(), "waited_for_limit": self.requests.waited}

    async def _begin_deciding(self) -> None:
        """Do what only one process does as it begins: give time back, register the commands."""
        await self.store.outages.start(discord.utils.utcnow())
        translator = self.tree.translator
        assert isinstance(translator, CommandTranslator), "it was set before"
        try:
            await self._sync_commands(translator)
        except (discord.DiscordException, *UNREACHABLE):
            log.exception("the commands couldn't be registered with Discord")

    async def launch_shards(self) -> None:
        """Log the shards in. Raises `discord.RateLimited` where that would cost the token."""
        # discord.py asks for these limits as well, but keeps them to itself.
        recommended, _, limits = await self.http.get_bot_gateway()
        total = recommended if self._shards is None else self._shards.total
        if warning := log_in_warning(limits, total):
            log.warning("%s", warning)
        if limits["remaining"] <= total:
            raise discord.RateLimited(limits["reset_after"] / 1000)
        if self._shards is None:
            await super().launch_shards()
        else:
            await self._shards.begin()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if self._shards is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._shards.may_identify(shard_id)

    async def on_shard_ready(self, shard: int) -> None:
        """Note that the servers of a shard are known."""
        if self._shards is not None:
            self._connections.is_ready(shard)

    async def load_features(self) -> None:
        """Add all commands, and call `setup` where a module has one."""
        for command in _commands():
            self.tree.add_command(command)
        for module in _modules():
            if hasattr(module, "setup"):
                await module.setup(self)

    async def close(self) -> None:
        """Stop receiving, finish actions in progress, then disconnect and close the store.

        discord.py would remove the commands and close its connections while actions still run.
        Whatever fails, the store is closed.
        """
        self._closing.set()
        if self._health:
            self._health.stopping()
        self.computer_turns.stop()
        self.review_jobs.stop()
        self._decided = self.share.does_due
        if self._shards is not None:
            self._shards.stop()
        try:
            await self.computer.close()  # pending requests for a hint are answered at once
            await self.in_flight.finish(
                STOP_TIMEOUT, *(one.disconnect() for one in self.shards.values())
            )
            await super().close()
        finally:
            await self._close_store()

    async def _close_store(self) -> None:
        """Close the store; a disk that cannot be written any more does not prevent that."""
        if not hasattr(self, "store"):
            return
        store = self.store
        del self.store
        try:
            if self._shards is not None:
                await self._shards.close()
            # In an outage the time until the next start belongs to it.
            is_over = self._decided and not self.requests.out_since
            await store.close(discord.utils.utcnow() if is_over else None)
        except Unusable as trouble:
            log.warning("stopped, but the time could not be saved. %s", trouble)
        else:
            log.info("stopped")

    async def on_ready(self) -> None:
        """Log that the bot is ready, and knows all its servers."""
        if self._health:
            spare_servers()
        log.info("ready as %s; servers: %d", self.user, len(self.guilds))

    @property
    def hears_discord(self) -> bool:
        if self._shards is not None:
            return self._shards.hears_discord
        return not any(shard.is_closed() for shard in self.shards.values())

    def went_round(self) -> None:
        self.metrics.end_round(self._process)
        self.show_life()

    def show_life(self) -> None:
        if self._health and self.hears_discord:
            self._health.beat(self._process)

    @property
    def _process(self) -> str:
        return "" if self._shards is None else self._shards.process

    async def _sync_commands(self, translator: CommandTranslator) -> None:
        """Register the commands with Discord if they have changed, since that is rate-limited."""
        payload, written = await in_every_language(self.tree, translator)
        ours = {(command["name"], command["type"]) for command in payload}
        assert self.application_id is not None, "known since login"
        # discord.py's own request leaves out translations, and what is kept would lose them.
        known = await self.http.request(
            Route("GET", "/applications/{id}/commands", id=self.application_id),
            params={"with_localizations": "true"},
        )
        kept = [command for command in known if command["type"] == ENTRY_POINT]
        theirs = {(command["name"], command["type"]) for command in known if command not in kept}
        digest = hashlib.sha256(f"[{self.application_id}, {written}]".encode()).hexdigest()
        note = self.settings.database.with_name(f"{self.settings.database.name}-commands")
        if ours == theirs and note.exists() and note.read_text(encoding="ascii") == digest:
            return
        try:
            # What `tree.sync` does, which would translate everything again.
            synced = await self.http.bulk_upsert_global_commands(
                self.application_id, [*payload, *kept]
            )
        except discord.HTTPException as error:
            if error.code == INVALID_FORM:
                raise app_commands.CommandSyncFailure(error, self.tree.get_commands()) from None
            raise
        note.write_text(digest, encoding="ascii")
        log.info("registered the commands with Discord: %d", len(synced))

    def _paint_boards(self) -> None:
        """Draw every kind of board and the first puzzles in advance, so that nobody waits."""
        theme = self.settings.theme
        if theme in _painted:
            return
        plain = [rules.start({}) for rules in GAMES.values()]
        special = [
            rules.start({option.key: value})
            for rules in GAMES.values()
            for option in rules.options
            for value in option.values[1:]
        ]
        for position in plain + special:
            if self._closing.is_set():
                return
            build(position, theme=theme)
            self._keep_painted()
        for key in games_with_puzzles():
            if self._closing.is_set():
                return
            draw_in_advance(first_puzzle(key, None, set()), theme)
            self._keep_painted()
        _painted.add(theme)

    def _keep_painted(self) -> None:
        """Keep what was just painted out of searches for garbage, each of which stops the loop."""
        if self._health:
            gc.freeze()


_painted: set[str] = set()
"""The themes already drawn; a process may start several bots, as the tests do."""


async def connect(settings: Settings) -> None:
    """Run the bot in Discord until it is cancelled."""
    if settings.token is None:
        raise CannotStart(
            f"{TOKEN} is not set: put the bot's token into .env as .env.example shows, or play in "
            "the practice channel with: make run"
        )
    bot = Parlour(settings, Health(settings))
    measuring, metrics = watching_loop(bot.metrics), serving(bot.metrics, settings)
    async with bot, measuring, metrics, serving_boards(bot):
        await bot.start(settings.token.get_secret_value())


def main() -> None:
    """Start the bot in Discord, or run `--check` or `--health` instead."""
    arguments = argparse.ArgumentParser(prog="bot.py", description="Parlour, in Discord.")
    asked = arguments.add_mutually_exclusive_group()
    asked.set_defaults(work=connect)
    for name, work, told in (
        ("--check", check, "check the settings without changing anything, then stop"),
        ("--health", health, "tell whether the running bot is healthy, then stop"),
    ):
        asked.add_argument(name, action="store_const", dest="work", const=work, help=told)
    asked.add_argument("--version", action="version", version=f"Parlour {__version__}")
    run(arguments.parse_args().work)


if __name__ == "__main__":
    main()
