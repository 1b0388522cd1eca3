"""`/settings`: what somebody chooses for themselves, privately."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import chosen, pressed
from cogs.answers import whisper
from cogs.people.settings_page import (
    AskSetting,
    ChooseConfirm,
    ChooseSetting,
    EndQuiet,
    PersonalChoice,
    PersonalText,
    PickZone,
    Setting,
    Typed,
    TypeSetting,
    choice,
    settings_page,
    text,
    zones_page,
)
from cogs.people.typed_times import NoZone
from cogs.readers import listen
from cogs.speech import said

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction


class Settling(commands.Cog):
    """What people choose for themselves."""

    @app_commands.command()
    async def settings(self, interaction: Interaction) -> None:
        """Choose how pictures look for you, when you are reminded, and what is asked first."""
        await whisper(interaction, view=await _page(interaction))


@pressed(ChooseConfirm)
async def on_confirm(interaction: Interaction, _act: ChooseConfirm, values: list[str]) -> None:
    """Keep what is chosen, and show what holds now."""
    await _choose(interaction, choice(Setting.CONFIRM), chosen(values))


@pressed(ChooseSetting)
async def on_choose(interaction: Interaction, act: ChooseSetting, values: list[str]) -> None:
    """Keep what is chosen, and show what holds now."""
    await _choose(interaction, choice(act.setting), chosen(values))


@pressed(AskSetting)
async def on_ask(interaction: Interaction, act: AskSetting, _values: list[str]) -> None:
    """Ask for what has to be typed."""
    await interaction.response.send_modal(text(act.typed).form())


@pressed(TypeSetting)
async def on_typed(interaction: Interaction, act: TypeSetting, values: list[str]) -> None:
    """Keep what was typed; offer what may be meant by a time zone that is not there."""
    try:
        await _read(interaction, text(act.typed), chosen(values))
    except NoZone as refusal:
        if not refusal.near:
            raise
        await whisper(interaction, view=zones_page(said(refusal.sentence), refusal.near))


@pressed(PickZone)
async def on_pick(interaction: Interaction, act: PickZone, _values: list[str]) -> None:
    """Keep a time zone that was offered."""
    await _read(interaction, text(Typed.ZONE), act.zone)


@pressed(EndQuiet)
async def on_end(interaction: Interaction, _act: EndQuiet, _values: list[str]) -> None:
    """Have no quiet hours any more."""
    await _keep(interaction, text(Typed.QUIET), "")


async def _choose(interaction: Interaction, row: PersonalChoice, value: str) -> None:
    """Keep what is chosen, and show what holds now in place of what held before."""
    store, now = interaction.client.store, discord.utils.utcnow()
    await row.keep(store, interaction.user.id, value, now)
    if row.sets_language:
        await listen(interaction)
    await _show(interaction)


async def _read(interaction: Interaction, row: PersonalText, typed: str) -> None:
    """Keep what was typed. Raises `Refusal`."""
    # Time zones are looked for in files.
    await _keep(interaction, row, str(await asyncio.to_thread(row.read, typed)))


async def _keep(interaction: Interaction, row: PersonalText, value: str) -> None:
    """Keep what is to be stored, and show what holds now."""
    settings, now = interaction.client.store.settings, discord.utils.utcnow()
    await settings.choose(interaction.user.id, lambda own: own.changed({row.field: value}), now)
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
