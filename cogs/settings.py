"""`/settings`: a person's own settings; all of it is private."""

import asyncio
from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from data import Preferences
from interactions import Bot, Interaction, OutOfDate, chosen, handles, said, whisper
from interactions.access import manages_server
from interactions.audience import introduce_person, use_language_of
from interactions.time_input import UnknownTimeZone
from rules import Refusal
from views import personal_settings, settings_page


class SettingsCog(commands.Cog):
    """The command for one's own settings."""

    @app_commands.command()
    async def settings(self, interaction: Interaction) -> None:
        """Choose your board theme, reminders, language and more; go on vacation; block people."""
        await whisper(interaction, view=await _settings_page(interaction))


@handles(personal_settings.ChooseConfirm)
async def on_confirm(
    interaction: Interaction, _pressed: personal_settings.ChooseConfirm, values: list[str]
) -> None:
    """Store when moves are confirmed, and show all settings."""
    await _store_choice(
        interaction, personal_settings.choice(personal_settings.Setting.CONFIRM), chosen(values)
    )


@handles(personal_settings.ChooseSetting)
async def on_choose(
    interaction: Interaction, pressed: personal_settings.ChooseSetting, values: list[str]
) -> None:
    """Store the chosen value of a setting, and show all settings."""
    await _store_choice(interaction, personal_settings.choice(pressed.setting), chosen(values))


@handles(personal_settings.AskSetting)
async def on_ask(
    interaction: Interaction, pressed: personal_settings.AskSetting, _values: list[str]
) -> None:
    """Open the form for a setting that has to be typed."""
    await interaction.response.send_modal(personal_settings.text(pressed.typed).form())


@handles(personal_settings.TypeSetting)
async def on_typed(
    interaction: Interaction, pressed: personal_settings.TypeSetting, values: list[str]
) -> None:
    """Store what was typed; for an unknown time zone, offer similar ones."""
    try:
        await _read_text(interaction, personal_settings.text(pressed.typed), chosen(values))
    except UnknownTimeZone as refusal:
        await _explain(interaction, refusal)


@handles(personal_settings.PickZone)
async def on_pick(
    interaction: Interaction, pressed: personal_settings.PickZone, _values: list[str]
) -> None:
    """Store a time zone that was offered."""
    await _read_text(
        interaction, personal_settings.text(personal_settings.Typed.ZONE), pressed.zone
    )


@handles(personal_settings.EndQuiet)
async def on_end(
    interaction: Interaction, _pressed: personal_settings.EndQuiet, _values: list[str]
) -> None:
    """Remove the quiet hours."""
    await _store_text(interaction, personal_settings.text(personal_settings.Typed.QUIET), "")


@handles(personal_settings.OpenSettings)
async def on_open(
    interaction: Interaction, pressed: personal_settings.OpenSettings, _values: list[str]
) -> None:
    """Open the form of a subject."""
    store, person = interaction.client.store, interaction.user.id
    vacation = await store.vacations.find(person, discord.utils.utcnow())
    form = settings_page.settings_form(
        pressed.form, await store.settings.of(person), by_itself=vacation.by_itself
    )
    await interaction.response.send_modal(form)


@handles(personal_settings.FillSettings)
async def on_fill(
    interaction: Interaction, pressed: personal_settings.FillSettings, values: list[str]
) -> None:
    """Store what was chosen and typed in a form; what cannot be read is told, and stays."""
    choices = personal_settings.choices_of(pressed.form)
    texts = personal_settings.texts_of(pressed.form)
    if len(values) != len(choices) + len(texts):
        raise OutOfDate
    store, person, now = interaction.client.store, interaction.user.id, discord.utils.utcnow()
    filled = dict(zip(choices, values, strict=False))
    typed, refusals = await _read_all(dict(zip(texts, values[len(choices) :], strict=True)))

    def becomes(own: Preferences) -> Preferences:
        for row, value in filled.items():
            own = row.changed(own, value)
        return own.changed(typed)

    if (await store.settings.choose(person, becomes, now)).puzzle_name:
        await introduce_person(interaction)
    for row, value in filled.items():
        if isinstance(row, personal_settings.VacationChoice):
            await row.keep(store, person, value, now)
    if any(row.sets_language for row in choices):
        await use_language_of(interaction)
    await _show_settings(interaction)
    for refusal in refusals:
        await _explain(interaction, refusal)


async def _read_all(
    typed: Mapping[personal_settings.PersonalText, str],
) -> tuple[dict[str, str], list[Refusal]]:
    """Parse what was typed; return what is to be stored, and why the rest cannot be."""
    read, refusals = {}, []
    for row, text in typed.items():
        try:
            if text.strip():
                read[row.field] = str(await asyncio.to_thread(row.read, text))
            elif row.remove:
                read[row.field] = ""
        except Refusal as refusal:
            refusals.append(refusal)
    return read, refusals


async def _store_choice(
    interaction: Interaction, row: personal_settings.PersonalChoice, value: str
) -> None:
    """Store a chosen value, and show all settings in place of the old ones."""
    store, now = interaction.client.store, discord.utils.utcnow()
    await row.keep(store, interaction.user.id, value, now)
    if row.sets_language:
        await use_language_of(interaction)
    await _show_settings(interaction)


async def _explain(interaction: Interaction, refusal: Refusal) -> None:
    """Say why what was typed cannot be stored; for an unknown time zone, offer similar ones."""
    words = said(refusal.sentence)
    if isinstance(refusal, UnknownTimeZone) and refusal.near:
        await whisper(interaction, view=settings_page.zones_page(words, refusal.near))
    else:
        await whisper(interaction, words)


async def _read_text(
    interaction: Interaction, row: personal_settings.PersonalText, typed: str
) -> None:
    """Parse and store what was typed. Raises `Refusal`."""
    # In a thread, because time zones are read from files.
    await _store_text(interaction, row, str(await asyncio.to_thread(row.read, typed)))


async def _store_text(
    interaction: Interaction, row: personal_settings.PersonalText, value: str
) -> None:
    """Store the value of a typed setting, and show all settings."""
    settings, now = interaction.client.store.settings, discord.utils.utcnow()
    await settings.choose(interaction.user.id, lambda own: own.changed({row.field: value}), now)
    await _show_settings(interaction)


async def _show_settings(interaction: Interaction) -> None:
    await interaction.response.edit_message(view=await _settings_page(interaction))


async def _settings_page(interaction: Interaction) -> discord.ui.LayoutView:
    store, person, now = interaction.client.store, interaction.user.id, discord.utils.utcnow()
    vacation = await store.vacations.find(person, now)
    return settings_page.settings_page(
        await store.settings.of(person),
        now,
        by_itself=vacation.by_itself,
        manages_server=manages_server(interaction),
    )


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCog())
