"""`/settings`: a person's own settings; all of it is private."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from interactions import Bot, Interaction, chosen, handles, said, whisper
from interactions.access import manages_server
from interactions.audience import use_language_of
from interactions.time_input import UnknownTimeZone
from views import settings_page


class SettingsCog(commands.Cog):
    """The command for one's own settings."""

    @app_commands.command()
    async def settings(self, interaction: Interaction) -> None:
        """Choose your board theme, reminders, language and more; go on vacation; block people."""
        await whisper(interaction, view=await _settings_page(interaction))


@handles(settings_page.ChooseConfirm)
async def on_confirm(
    interaction: Interaction, _pressed: settings_page.ChooseConfirm, values: list[str]
) -> None:
    """Store when moves are confirmed, and show all settings."""
    await _store_choice(
        interaction, settings_page.choice(settings_page.Setting.CONFIRM), chosen(values)
    )


@handles(settings_page.ChooseSetting)
async def on_choose(
    interaction: Interaction, pressed: settings_page.ChooseSetting, values: list[str]
) -> None:
    """Store the chosen value of a setting, and show all settings."""
    await _store_choice(interaction, settings_page.choice(pressed.setting), chosen(values))


@handles(settings_page.AskSetting)
async def on_ask(
    interaction: Interaction, pressed: settings_page.AskSetting, _values: list[str]
) -> None:
    """Open the form for a setting that has to be typed."""
    await interaction.response.send_modal(settings_page.text(pressed.typed).form())


@handles(settings_page.TypeSetting)
async def on_typed(
    interaction: Interaction, pressed: settings_page.TypeSetting, values: list[str]
) -> None:
    """Store what was typed; for an unknown time zone, offer similar ones."""
    try:
        await _read_text(interaction, settings_page.text(pressed.typed), chosen(values))
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
    """Store a time zone that was offered."""
    await _read_text(interaction, settings_page.text(settings_page.Typed.ZONE), pressed.zone)


@handles(settings_page.EndQuiet)
async def on_end(
    interaction: Interaction, _pressed: settings_page.EndQuiet, _values: list[str]
) -> None:
    """Remove the quiet hours."""
    await _store_text(interaction, settings_page.text(settings_page.Typed.QUIET), "")


async def _store_choice(
    interaction: Interaction, row: settings_page.PersonalChoice, value: str
) -> None:
    """Store a chosen value, and show all settings in place of the old ones."""
    store, now = interaction.client.store, discord.utils.utcnow()
    await row.keep(store, interaction.user.id, value, now)
    if row.sets_language:
        await use_language_of(interaction)
    await _show_settings(interaction)


async def _read_text(interaction: Interaction, row: settings_page.PersonalText, typed: str) -> None:
    """Parse and store what was typed. Raises `Refusal`."""
    # In a thread, because time zones are read from files.
    await _store_text(interaction, row, str(await asyncio.to_thread(row.read, typed)))


async def _store_text(
    interaction: Interaction, row: settings_page.PersonalText, value: str
) -> None:
    """Store the value of a typed setting, and show all settings."""
    settings, now = interaction.client.store.settings, discord.utils.utcnow()
    await settings.choose(interaction.user.id, lambda own: own.changed({row.field: value}), now)
    await _show_settings(interaction)


async def _show_settings(interaction: Interaction) -> None:
    await interaction.response.edit_message(view=await _settings_page(interaction))


async def _settings_page(interaction: Interaction) -> discord.ui.LayoutView:
    store, person, now = interaction.client.store, interaction.user.id, discord.utils.utcnow()
    vacation = await store.vacations.of(person, now)
    return settings_page.settings_page(
        await store.settings.of(person),
        now,
        by_itself=vacation.by_itself,
        manages_server=manages_server(interaction),
    )


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCog())
