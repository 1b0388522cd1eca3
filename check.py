"""What `python bot.py --check` tries before a host starts the bot: every finding is a line."""

import os
from collections.abc import AsyncIterator, Iterator
from enum import StrEnum

import discord

from data import Ledger, Unusable
from settings import TOKEN, CannotStart, Settings, environment_name
from starting import UNREACHABLE, reason

PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
"""What the bot asks for in a server; without these a card cannot be posted."""
SCOPES = ("bot", "applications.commands")


class Mark(StrEnum):
    """What a finding means for the host."""

    RIGHT = "right"
    NOTE = "note"
    WRONG = "wrong"


Findings = AsyncIterator[tuple[Mark, str]]


async def check(settings: Settings) -> None:
    """Print what is right and what is wrong. Raises `CannotStart` where anything is wrong."""
    wrong = 0
    for part in (told_settings, tried_database, tried_folder, tried_token):
        async for mark, line in part(settings):
            print(f"{mark:5}  {line}", flush=True)
            wrong += mark is Mark.WRONG
    if wrong:
        raise CannotStart(f"{wrong} of these would keep the bot from running as it should.")


async def told_settings(settings: Settings) -> Findings:
    """Say what is set, the token only as being there."""
    fields = settings.model_dump(mode="json", exclude={"token"})
    told = ", ".join(f"{environment_name(field)}={value}" for field, value in fields.items())
    yield Mark.RIGHT, f"settings: {told}"


async def tried_database(settings: Settings) -> Findings:
    """Open the database as the bot does, making it where it is not there, and close it."""
    try:
        ledger = await Ledger.open(settings.database, discord.utils.utcnow())
    except Unusable as error:
        yield Mark.WRONG, str(reason(error))
        return
    await ledger.close(discord.utils.utcnow())
    yield Mark.RIGHT, f"database: {settings.database} can be used"


async def tried_folder(settings: Settings) -> Findings:
    """Make the folder of the daily copies, and see whether it can be written."""
    folder, name = settings.backup_folder, environment_name("backup_folder")
    if not settings.backups:
        yield Mark.NOTE, f"backups: none are made, as {environment_name('backups')} says"
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        yield Mark.WRONG, f"{name}: {folder} cannot be made ({error}); name another folder"
        return
    if os.access(folder, os.W_OK):
        yield Mark.RIGHT, f"backups: {folder} can be written"
    else:
        yield Mark.WRONG, f"{name}: {folder} cannot be written; let the bot write there"


async def tried_token(settings: Settings) -> Findings:
    """Ask Discord whose token it is, and what the application is set up for."""
    if settings.token is None:
        yield Mark.WRONG, f"{TOKEN} is not set: without it there is the practice channel only"
        return
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        try:
            await client.login(settings.token.get_secret_value())
        except UNREACHABLE as error:
            yield Mark.NOTE, f"{TOKEN} could not be tried. {reason(error)}"
            return
        except (discord.LoginFailure, discord.HTTPException) as error:
            yield Mark.WRONG, str(reason(error))
            return
        yield Mark.RIGHT, f"{TOKEN}: Discord knows it as {client.user}"
        assert client.application is not None
        for finding in set_up(client.application):
            yield finding


def set_up(application: discord.AppInfo) -> Iterator[tuple[Mark, str]]:
    """Look at what is set in Discord's developer portal."""
    wanted = {name for name, asked in PERMISSIONS if asked}
    link = discord.utils.oauth_url(application.id, permissions=PERMISSIONS, scopes=SCOPES)
    yield Mark.RIGHT, "intents: none that would have to be switched on in the portal"
    yield Mark.RIGHT, f"permissions asked for: {', '.join(sorted(wanted))}; invite by {link}"
    yield Mark.RIGHT, f"servers: {application.approximate_guild_count}"
    if application.interactions_endpoint_url:
        line = "no command reaches the bot while the portal names an interactions endpoint URL"
        yield Mark.WRONG, f"{line}: remove it on the page General Information"
    config = application.guild_integration_config
    if config and (params := config.oauth2_install_params):
        asked = {name for name, asked in params.permissions if asked}
        if lacking := sorted({*SCOPES} - {*params.scopes}) + sorted(wanted - asked):
            line = f"the portal's own install link lacks {', '.join(lacking)}"
            yield Mark.NOTE, f"{line}: add it on the page Installation, or use the link above"
