"""`/settings`: what somebody chooses for themselves, privately."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from interactions import Bot, Interaction, said, whisper
from interactions.audience import use_language_of
from interactions.custom_ids import chosen, handles
from interactions.time_input import UnknownTimeZone
from views import settings_page


class SettingsCog(commands.Cog):
    """What people choose for themselves."""

    @app_commands.command()
    async def settings(self, interaction: Interaction) -> None:
        """Choose how pictures look for you, when you are reminded, and what is asked first."""
        await whisper(interaction, view=await _page(interaction))


@handles(settings_page.ChooseConfirm)
async def on_confirm(
    interaction: Interaction, _pressed: settings_page.ChooseConfirm, values: list[str]
) -> None:
    """Keep what is chosen, and show what holds now."""
    await _choose(interaction, settings_page.choice(settings_page.Setting.CONFIRM), chosen(values))


@handles(settings_page.ChooseSetting)
async def on_choose(
    interaction: Interaction, pressed: settings_page.ChooseSetting, values: list[str]
) -> None:
    """Keep what is chosen, and show what holds now."""
    await _choose(interaction, settings_page.choice(pressed.setting), chosen(values))


@handles(settings_page.AskSetting)
async def on_ask(
    interaction: Interaction, pressed: settings_page.AskSetting, _values: list[str]
) -> None:
    """Ask for what has to be typed."""
    await interaction.response.send_modal(settings_page.text(pressed.typed).form())


@handles(settings_page.TypeSetting)
async def on_typed(
    interaction: Interaction, pressed: settings_page.TypeSetting, values: list[str]
) -> None:
    """Keep what was typed; offer what may be meant by a time zone that is not there."""
    try:
        await _read(interaction, settings_page.text(pressed.typed), chosen(values))
    except UnknownTimeZone as refusal:
        if not refusal.near:
            raise
        await whisper(
            interaction, view=settings_page.zones_page(said(refusal.sentence), refusal.near)
        )


@handles(settings_page.PickZone)
async def on_pick(
    interaction: Interaction, pressed: settings_page.PickZone, _values: list[str]
) -> None:
    """Keep a time zone that was offered."""
    await _read(interaction, settings_page.text(settings_page.Typed.ZONE), pressed.zone)


@handles(settings_page.EndQuiet)
async def on_end(
    interaction: Interaction, _pressed: settings_page.EndQuiet, _values: list[str]
) -> None:
    """Have no quiet hours any more."""
    await _keep(interaction, settings_page.text(settings_page.Typed.QUIET), "")


async def _choose(interaction: Interaction, row: settings_page.PersonalChoice, value: str) -> None:
    """Keep what is chosen, and show what holds now in place of what held before."""
    store, now = interaction.client.store, discord.utils.utcnow()
    await row.keep(store, interaction.user.id, value, now)
    if row.sets_language:
        await use_language_of(interaction)
    await _show(interaction)


async def _read(interaction: Interaction, row: settings_page.PersonalText, typed: str) -> None:
    """Keep what was typed. Raises `Refusal`."""
    # Time zones are looked for in files.
    await _keep(interaction, row, str(await asyncio.to_thread(row.read, typed)))


async def _keep(interaction: Interaction, row: settings_page.PersonalText, value: str) -> None:
    """Keep what is to be stored, and show what holds now."""
    settings, now = interaction.client.store.settings, discord.utils.utcnow()
    await settings.choose(interaction.user.id, lambda own: own.changed({row.field: value}), now)
    await _show(interaction)


async def _show(interaction: Interaction) -> None:
    await interaction.response.edit_message(view=await _page(interaction))


async def _page(interaction: Interaction) -> discord.ui.LayoutView:
    store, person, now = interaction.client.store, interaction.user.id, discord.utils.utcnow()
    vacation = await store.vacations.of(person, now)
    return settings_page.settings_page(
        await store.settings.of(person), now, by_itself=vacation.by_itself
    )


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCog())
