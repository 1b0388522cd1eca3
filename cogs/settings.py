"""`/settings`: a person's own settings; all of it is private."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import discord
from discord import app_commands

from data import PersonalSettings
from data.setting_fields import NO, YES
from interactions import Interaction, OutOfDate, answer_privately, handles, said
from interactions.access import manages_server
from interactions.people import introduce_person, use_language_of
from interactions.time_input import UnknownTimeZone, read_time_zone
from rules import Refusal
from views import personal_settings, settings_page


@app_commands.command()
async def settings(interaction: Interaction) -> None:
    """Choose your board theme, reminders, language and more; go on vacation; block people."""
    await answer_privately(interaction, await _settings_page(interaction))


@handles(personal_settings.ShowSettings)
async def on_show(interaction: Interaction, _pressed: personal_settings.ShowSettings) -> None:
    """Show all settings in place of an old page."""
    await _show_settings(interaction)


@handles(personal_settings.PickZone)
async def on_pick(interaction: Interaction, pressed: personal_settings.PickZone) -> None:
    """Store a time zone that was offered."""
    zone = await asyncio.to_thread(read_time_zone, pressed.zone)
    store, now = interaction.client.store, discord.utils.utcnow()
    await store.personal_settings.change(
        interaction.user.id, lambda own: replace(own, zone=zone), now
    )
    await _show_settings(interaction)


@handles(personal_settings.OpenSettings)
async def on_open(interaction: Interaction, pressed: personal_settings.OpenSettings) -> None:
    """Open the form of a subject."""
    form = settings_page.settings_form(pressed.form, await _stored(interaction))
    await interaction.response.send_modal(form)


@handles(personal_settings.FillSettings)
async def on_fill(
    interaction: Interaction, pressed: personal_settings.FillSettings, values: list[str]
) -> None:
    """Store what was chosen and typed in a form; what cannot be is told, and stays as it was."""
    choices = personal_settings.CHOICES[pressed.form]
    texts = personal_settings.TEXTS.get(pressed.form, ())
    if len(values) != len(choices) + len(texts):
        raise OutOfDate
    store, person, now = interaction.client.store, interaction.user.id, discord.utils.utcnow()
    before = await _stored(interaction)
    filled = dict(zip((row.field for row in choices), values, strict=False))
    typed, refusals = await _read_all(dict(zip(texts, values[len(choices) :], strict=True)))

    def becomes(own: PersonalSettings) -> PersonalSettings:
        for row in choices:
            own = row.changed(own, filled[row.field])
        return own.changed(typed)

    if (await store.personal_settings.change(person, becomes, now)).puzzle_name:
        await introduce_person(interaction)
    by_itself = filled.get(personal_settings.BY_ITSELF)
    if by_itself and by_itself != before[personal_settings.BY_ITSELF]:
        try:
            await store.vacations.choose(person, now, by_itself=by_itself == YES)
        except Refusal as refusal:
            refusals.append(refusal)
    if "language" in filled:
        await use_language_of(interaction)
    await _show_settings(interaction)
    for each in refusals:
        await _explain(interaction, each)


async def _read_all(
    typed: Mapping[personal_settings.TextSetting, str],
) -> tuple[dict[str, str], list[Refusal]]:
    """Parse what was typed; return what is to be stored, and why the rest cannot be."""
    read, refusals = {}, []
    for row, sent in typed.items():
        text = sent[: row.most]
        try:
            if text.strip():
                read[row.field] = str(await asyncio.to_thread(row.read, text))
            elif row.is_optional:
                read[row.field] = ""
        except Refusal as refusal:
            refusals.append(refusal)
    return read, refusals


async def _explain(interaction: Interaction, refusal: Refusal) -> None:
    """Say why something cannot be stored; for an unknown time zone, offer similar ones."""
    words = said(refusal.sentence)
    if isinstance(refusal, UnknownTimeZone) and refusal.near:
        await answer_privately(interaction, settings_page.zones_page(words, refusal.near))
    else:
        await answer_privately(interaction, words)


async def _show_settings(interaction: Interaction) -> None:
    await interaction.response.edit_message(view=await _settings_page(interaction))


async def _settings_page(interaction: Interaction) -> discord.ui.LayoutView:
    links, now = interaction.client.store.web_links, discord.utils.utcnow()
    return settings_page.settings_page(
        await _stored(interaction),
        now,
        has_link=await links.settings_of(interaction.user.id, now) is not None,
        manages_server=manages_server(interaction),
    )


async def _stored(interaction: Interaction) -> dict[str, str]:
    """Return all of a person's settings as they are stored."""
    store, person = interaction.client.store, interaction.user.id
    vacation = await store.vacations.find(person, discord.utils.utcnow())
    by_itself = YES if vacation.by_itself else NO
    own = await store.personal_settings.find(person)
    return {**own.write(), personal_settings.BY_ITSELF: by_itself}
