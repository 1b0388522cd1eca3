"""The checks of `python bot.py --check`, for hosts before they start the bot."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from enum import StrEnum
from math import ceil
from pathlib import Path

import aiohttp
import discord

from computer import ComputerPlayer, Unanswered
from data import Unusable
from data.database import snapshot_of
from data.maintenance.inspect import inspect_database
from data.unusable_file import UnusableYet
from hosting.addresses import database_of, not_had, split_address
from hosting.settings import TOKEN, CannotStart, Settings, environment_name, split_shards
from hosting.shard_connections import log_in_warning
from hosting.startup import LONGEST_LIMIT, UNREACHABLE, has_content, network_warning, reason
from rules import GAMES

NAMED = {
    "View Channels": "view_channel",
    "Send Messages": "send_messages",
    "Send Messages in Threads": "send_messages_in_threads",
    "Attach Files": "attach_files",
}
"""The permissions that the bot requests, as Discord names them; without these no card is posted."""
PERMISSIONS = discord.Permissions(**dict.fromkeys(NAMED.values(), True))
MOST_SERVERS = 2500
"""The most servers of one shard."""
SCOPES = ("bot", "applications.commands")


class Severity(StrEnum):
    """The severity of a finding."""

    RIGHT = "right"
    NOTE = "note"
    WRONG = "wrong"


Findings = AsyncIterator[tuple[Severity, str]]


async def check(settings: Settings) -> None:
    """Print the findings of all checks, one per line. Raises `CannotStart` if any is wrong."""
    wrong = 0
    for part in (
        *(check_settings, check_database, check_backups, check_metrics, check_web),
        *(check_computer, check_token),
    ):
        async for mark, line in part(settings):
            print(f"{mark:5}  {line}", flush=True)
            wrong += mark is Severity.WRONG
    if wrong:
        raise CannotStart(f"{wrong} of these must be fixed before the bot can run properly.")


async def check_settings(settings: Settings) -> Findings:
    """Report the settings; of the token only whether it is set."""
    fields = settings.model_dump(mode="json", exclude={"token"})
    fields["database"] = database_of(settings)
    told = ", ".join(f"{environment_name(field)}={value}" for field, value in fields.items())
    yield Severity.RIGHT, f"settings: {told}"


async def check_database(settings: Settings) -> Findings:
    """Report what the database contains or where it will be created, without changing anything."""
    path, name = database_of(settings), environment_name("database")
    if not isinstance(path, Path):
        try:
            async with snapshot_of(path):
                yield Severity.RIGHT, f"database: {path} can be used"
        except Unusable as error:
            is_yet = isinstance(error, UnusableYet)
            yield Severity.NOTE if is_yet else Severity.WRONG, str(reason(error))
        return
    if warning := network_warning(path):
        yield Severity.NOTE, f"{name}: {warning}"
    if not has_content(path):
        if fault := unwritable(path):
            yield Severity.WRONG, f"{name}: {fault}"
        else:
            yield (
                Severity.RIGHT,
                f"database: {path} doesn't exist yet; the first start creates it, empty",
            )
        return
    try:
        found = inspect_database(path)
    except Unusable as error:
        yield Severity.WRONG, str(reason(error))
        return
    held = found.contents
    used = "a running bot has it" if found.in_use else "no bot has it"
    yield (
        Severity.RIGHT,
        f"database: {path} holds {held.matches} matches, {held.events} events; {used}",
    )
    if found.older:
        yield (
            Severity.NOTE,
            "database: from an older version; the start backs it up, then updates it",
        )
    if fault := unwritable(path):
        yield Severity.WRONG, f"{name}: {fault}"


async def check_backups(settings: Settings) -> Findings:
    """Check that backups can be written, without writing any."""
    folder, name = settings.backup_folder, environment_name("backup_folder")
    if not settings.backups:
        yield Severity.NOTE, f"backups: none are made, as {environment_name('backups')} says"
    elif fault := unwritable(folder / "copy"):
        yield Severity.WRONG, f"{name}: {fault}"
    else:
        yield Severity.RIGHT, f"backups: {folder} can be written"


async def check_metrics(settings: Settings) -> Findings:
    """Check that metrics can be served where the settings say, unless a running bot does so."""
    if settings.metrics is not None:
        wanted = "/metrics", "# HELP parlour_"
        async for found in _check_served("metrics", settings.metrics, "metrics", *wanted):
            yield found


async def check_web(settings: Settings) -> Findings:
    """Check that the board in the browser can be served, unless a running bot does so."""
    if settings.has_web:
        assert settings.web is not None, "it has a board"
        async for found in _check_served("web", settings.web, "boards", "/", "<title>Parlour"):
            yield found
        return
    names = {"web": settings.web, "web_url": settings.web_url}
    for name, other in (("web", "web_url"), ("web_url", "web")):
        if names[name] is not None:
            given, missing = environment_name(name), environment_name(other)
            yield Severity.NOTE, f"{given}: there is no board without {missing} too"


async def _check_served(setting: str, address: str, what: str, path: str, wanted: str) -> Findings:
    """Check that pages can be served at the address of a setting, or that a running bot does so."""
    host, port = split_address(address)
    try:
        (await asyncio.start_server(lambda *_: None, host, port)).close()
    except OSError as error:
        if await _is_served(f"http://{address}{path}", wanted):
            yield Severity.RIGHT, f"{what}: the running bot serves them at {address}"
        else:
            fault = not_had(setting, address, error)
            yield Severity.NOTE, f"{fault} The bot runs without it."
    else:
        yield Severity.RIGHT, f"{what}: they can be served at {address}"


async def _is_served(url: str, wanted: str) -> bool:
    """Tell whether a bot serves what has some words in it."""
    timeout = aiohttp.ClientTimeout(total=5)
    try:
        async with aiohttp.ClientSession(timeout=timeout) as session, session.get(url) as answer:
            return wanted in await answer.text()
    except (aiohttp.ClientError, TimeoutError, ValueError):
        return False


def unwritable(path: Path) -> str | None:
    """Return why a file cannot be written, or its folder cannot be created, or `None`."""
    is_there = os.path.exists  # which raises nothing in a folder that may not be entered
    folder = next(parent for parent in path.absolute().parents if is_there(parent))
    for place in (folder, path) if is_there(path) else (folder,):
        if not os.access(place, os.W_OK):
            return f"{place} cannot be written; let the bot's user write there"
    if not folder.is_dir():
        return f"{folder} isn't a folder; name another"
    return None


async def check_computer(_settings: Settings) -> Findings:
    """Let the computer think once, in a process of its own as in the bot."""
    computer, anything = ComputerPlayer(), next(iter(GAMES.values())).start()
    try:
        await computer.review(anything, (), lambda _done, _all: None)
    except Unanswered:
        told = "it doesn't respond, so it plays badly and can't review"
        yield Severity.NOTE, f"computer: {told}; let the bot's user start processes of 100 MB"
    else:
        yield Severity.RIGHT, "computer: it thinks, in a process of its own"
    finally:
        await computer.close()


async def check_token(settings: Settings) -> Findings:
    """Log in to Discord with the token, and check the application."""
    if settings.token is None:
        yield Severity.WRONG, f"{TOKEN} is not set: without it, only the practice channel works"
        return
    only_servers = discord.Intents(guilds=True)
    async with discord.Client(intents=only_servers, max_ratelimit_timeout=LONGEST_LIMIT) as client:
        try:
            await client.login(settings.token.get_secret_value())
            recommended, _, limits = await client.http.get_bot_gateway()
        except (*UNREACHABLE, discord.RateLimited, discord.GatewayNotFound) as error:
            yield Severity.NOTE, f"{TOKEN} couldn't be tested. {reason(error)}"
            return
        except (discord.LoginFailure, discord.HTTPException) as error:
            yield Severity.WRONG, str(reason(error))
            return
        yield Severity.RIGHT, f"{TOKEN}: Discord knows it as {client.user}"
        assert client.application is not None
        for finding in check_application(client.application):
            yield finding
        for finding in check_shards(settings, client.application.approximate_guild_count):
            yield finding
        total = recommended if settings.shards is None else split_shards(settings.shards)[1]
        if warning := log_in_warning(limits, total):
            yield Severity.NOTE, f"{TOKEN}: {warning}"


def check_application(application: discord.AppInfo) -> Iterator[tuple[Severity, str]]:
    """Check the settings of the application in Discord's developer portal."""
    link = discord.utils.oauth_url(application.id, permissions=PERMISSIONS, scopes=SCOPES)
    yield Severity.RIGHT, "intents: none that you have to switch on in the portal"
    yield Severity.RIGHT, f"permissions asked for: {', '.join(NAMED)}; invite by {link}"
    yield Severity.RIGHT, f"servers: {application.approximate_guild_count}"
    if application.interactions_endpoint_url:
        line = "no command reaches the bot while the portal names an interactions endpoint URL"
        yield Severity.WRONG, f"{line}: remove it on the page General Information"
    config = application.guild_integration_config
    if config and (params := config.oauth2_install_params):
        scopes = [scope for scope in SCOPES if scope not in params.scopes]
        names = [name for name, flag in NAMED.items() if not getattr(params.permissions, flag)]
        if lacking := scopes + names:
            line = f"the portal's own install link is missing {', '.join(lacking)}"
            yield Severity.NOTE, f"{line}: add it on the page Installation, or use the link above"


def check_shards(settings: Settings, servers: int) -> Iterator[tuple[Severity, str]]:
    """Check that Discord lets the bot in with as many shards as are set."""
    if settings.shards is None:
        return
    own, total = split_shards(settings.shards)
    name, enough = environment_name("shards"), ceil(servers / MOST_SERVERS)
    if total < enough:
        line = f"{name}: Discord lets {servers} servers in only with {enough} shards or more"
        yield Severity.WRONG, f"{line}; set {2 * enough} for every process, to have room"
    elif len(own) < total:
        line = f"this process serves {len(own)} of {total} shards, and no others"
        yield Severity.NOTE, f"{name}: {line}; {total} lets it take over those of one that died"
    else:
        line = f"this process serves its part of {total} shards, up to all"
        yield Severity.RIGHT, f"{name}: {line}; every process needs the same number"
