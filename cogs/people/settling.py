"""`/settings`: what somebody chooses for themselves, privately."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import OutOfDate, chosen, pressed
from cogs.answers import whisper
from cogs.forms import Form
from cogs.people.settings_page import (
    AS_DISCORD,
    SERVERS_THEME,
    YES,
    AskSetting,
    ChooseConfirm,
    ChooseSetting,
    EndQuiet,
    PickZone,
    Setting,
    Typed,
    TypeSetting,
    choices_of,
    settings_page,
    zones_page,
)
from cogs.people.typed_times import NoZone, read_quiet, read_zone
from cogs.readers import listen
from cogs.speech import said
from data import Confirm, Personal, Reminders, Seen

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

EXAMPLE = "Europe/Berlin"
"""A time zone, which is written the same in every language."""
Becomes = Callable[[Personal], Personal]
BECOMES: Mapping[Setting, Callable[[Personal, str], Personal]] = {
    Setting.THEME: lambda own, value: replace(own, theme="" if value == SERVERS_THEME else value),
    Setting.SEEN: lambda own, value: replace(own, seen=Seen(value)),
    Setting.NAMED: lambda own, value: replace(own, named=value == YES),
    Setting.OPEN: lambda own, value: replace(own, shows_open=value == YES),
    Setting.LANGUAGE: lambda own, value: replace(
        own, language="" if value == AS_DISCORD else value
    ),
    Setting.REMINDERS: lambda own, value: replace(own, reminders=Reminders(value)),
}
"""What a choice makes of somebody's settings; that of the vacation stands with the vacation."""


class Settling(commands.Cog):
    """What people choose for themselves."""

    @app_commands.command()
    async def settings(self, interaction: Interaction) -> None:
        """Choose how pictures look for you, when you are reminded, and what is asked first."""
        await whisper(interaction, view=await _page(interaction))


@pressed(ChooseConfirm)
async def on_confirm(interaction: Interaction, _act: ChooseConfirm, values: list[str]) -> None:
    """Keep what is chosen, and show what holds now."""
    if chosen(values) not in set(Confirm):
        raise OutOfDate
    await _keep(interaction, lambda own: replace(own, confirm=Confirm(values[0])))


@pressed(ChooseSetting)
async def on_choose(interaction: Interaction, act: ChooseSetting, values: list[str]) -> None:
    """Keep what is chosen, and show what holds now."""
    value = chosen(values)
    if value not in choices_of(act.setting):
        raise OutOfDate
    if act.setting is Setting.VACATION:
        vacations, now = interaction.client.store.vacations, discord.utils.utcnow()
        await vacations.choose(interaction.user.id, now, by_itself=value == YES)
        await _show(interaction)
    else:
        await _keep(interaction, lambda own: BECOMES[act.setting](own, value))


@pressed(AskSetting)
async def on_ask(interaction: Interaction, act: AskSetting, _values: list[str]) -> None:
    """Ask for what has to be typed."""
    await interaction.response.send_modal(_form(act.typed))


@pressed(TypeSetting)
async def on_typed(interaction: Interaction, act: TypeSetting, values: list[str]) -> None:
    """Keep what was typed; offer what may be meant by a time zone that is not there."""
    text = chosen(values)
    if act.typed is Typed.QUIET:
        quiet = read_quiet(text)
        await _keep(interaction, lambda own: replace(own, quiet=quiet))
        return
    try:
        await _keep_zone(interaction, text)
    except NoZone as refusal:
        if not refusal.near:
            raise
        await whisper(interaction, view=zones_page(said(refusal.sentence), refusal.near))


@pressed(PickZone)
async def on_pick(interaction: Interaction, act: PickZone, _values: list[str]) -> None:
    """Keep a time zone that was offered."""
    await _keep_zone(interaction, act.zone)


@pressed(EndQuiet)
async def on_end(interaction: Interaction, _act: EndQuiet, _values: list[str]) -> None:
    """Have no quiet hours any more."""
    await _keep(interaction, lambda own: replace(own, quiet=None))


def _form(typed: Typed) -> Form:
    """Make the form in which something is typed."""
    match typed:
        case Typed.ZONE:
            return Form(
                "Your time zone",
                TypeSetting(typed),
                "Its name, or its largest city",
                example=EXAMPLE,
                most=60,
            )
        case Typed.QUIET:
            return Form(
                "Your quiet hours",
                TypeSetting(typed),
                "From when to when, every day",
                example="22:00-08:00",
                most=30,
            )


async def _keep_zone(interaction: Interaction, text: str) -> None:
    zone = await asyncio.to_thread(read_zone, text)
    await _keep(interaction, lambda own: replace(own, zone=zone))


async def _keep(interaction: Interaction, becomes: Becomes) -> None:
    """Keep what is chosen, and show what holds now in place of what held before."""
    settings = interaction.client.store.settings
    await settings.choose(interaction.user.id, becomes, discord.utils.utcnow())
    await listen(interaction)
    await _show(interaction)


async def _show(interaction: Interaction) -> None:
    await interaction.response.edit_message(view=await _page(interaction))


async def _page(interaction: Interaction) -> discord.ui.LayoutView:
    store, person, now = interaction.client.store, interaction.user.id, discord.utils.utcnow()
    vacation = await store.vacations.of(person, now)
    return settings_page(await store.settings.of(person), now, by_itself=vacation.by_itself)


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Settling())
