"""`/settings`: each choice takes effect at once, for this person only, and lasts."""

import io
from dataclasses import fields, replace
from itertools import chain
from typing import Any

import discord
import pytest
from PIL import Image

from data import PersonalSettings, Place
from data.setting_fields import YES
from data.settings import BoardSide, Confirm, Reminders
from interactions import OutOfDate
from interactions.people import private_appearance, public_appearance
from interactions.time_input import read_quiet_hours
from rendering import THEMES
from tests.simulated_discord.forms import fields_of, filled_in
from tests.simulated_discord.private_answers import (
    change_settings,
    choose_forged,
    open_from_settings,
    press,
    press_forged,
    private,
    type_in,
)
from tests.simulated_discord.table import Message, Table, labels, words
from tests.thorough import THOROUGH
from views.personal_settings import BY_ITSELF, CHOICES, TEXTS, FillSettings, SettingsForm
from views.settings_page import settings_page


async def personal(table: Table) -> PersonalSettings:
    return await table.bot.store.personal_settings.find(table.ada.id)


async def test_all_is_chosen_in_forms_by_subject_and_outlasts_a_restart(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    page: Message = await type_in(table, "settings")
    assert labels(page).count("Change") == 4
    for subject, kinds in {
        "boards": {"theme": "radio", "seen": "radio", "named": "checkbox", "guided": "checkbox"},
        "playing": {
            "confirm": "radio",
            "by_itself": "checkbox",
            "shows_open": "checkbox",
            "gets_resigned": "checkbox",
            "language": "select",
        },
        "reminders": {"reminders": "radio", "zone": "text", "quiet": "text"},
        "puzzles": {"puzzle_name": "checkbox", "match_puzzles": "checkbox"},
    }.items():
        form = await table.ada.click(page, custom_id=f"settings|{subject}")
        assert {key: kind for key, (kind, _) in fields_of(form).items()} == kinds
    page = await change_settings(
        table, "boards", theme="paper", seen="first", named=True, guided=False
    )
    for chosen in ("Never flip boards", "Coordinates in every cell"):
        assert f"- {chosen}\n" in words(page)
    await table.restart()
    wanted: dict[str, Any] = {
        "confirm": "costs",
        "by_itself": True,
        "shows_open": False,
        "gets_resigned": False,
    }
    page = await change_settings(table, "playing", language="de", **wanted)
    assert "Deine Einstellungen" in words(page)
    await change_settings(table, "playing", language="en")
    reminders: dict[str, Any] = {"reminders": "both", "zone": "berlin", "quiet": "10pm to 8"}
    page = await change_settings(table, "reminders", **reminders)
    assert "- Reminders in both places\n- Quiet hours: 22:00 to 08:00" in words(page)
    assert await personal(table) == PersonalSettings(
        confirm=Confirm.WHERE_IT_COSTS,
        theme="paper",
        seen=BoardSide.FIRST,
        named=True,
        reminders=Reminders.BOTH,
        shows_open=False,
        gets_resigned=False,
        guided=False,
        language="en",
        zone="Europe/Berlin",
        quiet=read_quiet_hours("22-8"),
    )
    now = table.env.now()
    assert (await table.bot.store.vacations.find(table.ada.id, now)).by_itself
    before = await personal(table)
    for subject in SettingsForm:
        await change_settings(table, subject)
    assert await personal(table) == before, "sent as it is, a form changes nothing"
    await change_settings(table, "reminders", quiet="", zone="")
    assert await personal(table) == replace(before, quiet=None)
    await change_settings(table, "boards", theme="server")
    assert (await personal(table)).theme == ""


async def test_what_cannot_be_read_in_a_form_is_told_and_the_rest_is_stored(table: Table) -> None:
    page = await type_in(table, "settings")
    form = await table.ada.click(page, custom_id="settings|reminders")
    result = await table.ada.submit_modal(
        form, {"reminders": "none", "zone": "Europe/Berln", "quiet": "at night"}
    )
    zones, hours = result.followups
    assert "Did you mean `Europe/Berlin`" in words(zones)
    assert labels(zones)[0] == "Europe/Berlin"
    assert "I can't read `at night` as quiet hours" in words(hours)
    assert zones.ephemeral
    assert await personal(table) == PersonalSettings(reminders=Reminders.NONE)


async def test_whoever_has_never_played_chooses_all_but_automatic_vacation(table: Table) -> None:
    page = await change_settings(table, "playing", language="de")
    assert "Deine Einstellungen" in words(page)
    form = await table.ada.click(page, custom_id="settings|playing")
    before = fields_of(form)["by_itself"][1]
    chosen = {"by_itself": not before, "confirm": "never", "language": "en"}
    result = await table.ada.submit_modal(form, filled_in(form, **chosen))
    assert "You have no clocks to pause yet" in words(result.followups[0])
    assert await personal(table) == PersonalSettings(confirm=Confirm.NEVER, language="en")


def test_every_setting_is_in_the_form_of_its_subject() -> None:
    for form in SettingsForm:
        assert 1 <= len(CHOICES[form]) + len(TEXTS.get(form, ())) <= 5


@THOROUGH
async def test_vacation_is_one_and_the_same_here_and_there(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    page = await change_settings(table, "playing", by_itself=True)
    assert "- Start vacation automatically\n" in words(page)
    vacation = await open_from_settings(table, "vacation|show")
    assert "It starts automatically five minutes before" in words(vacation)
    await press(table, vacation, "Don't start automatically")
    assert "- Start vacation only when I ask\n" in words(await type_in(table, "settings"))


async def test_quiet_hours_and_the_time_zone_are_typed(table: Table) -> None:
    page = await type_in(table, "settings")
    assert "No quiet hours. Time zone: `UTC`, now 00:00." in words(page)
    page = await change_settings(table, "reminders", zone=" europe/berlin ")
    assert "Time zone: `Europe/Berlin`, now 01:00." in words(page)
    await change_settings(table, "reminders", quiet="10pm to 8")
    await table.restart()
    page = await type_in(table, "settings")
    assert "Quiet hours: 22:00 to 08:00." in words(page)
    page = await change_settings(table, "reminders", quiet="")
    assert "No quiet hours." in words(page)


async def type_zone(table: Table, page: Message, zone: str) -> Message:
    """Type a time zone that is none, and return the answer."""
    form = await table.ada.click(page, custom_id="settings|reminders")
    result = await table.ada.submit_modal(form, filled_in(form, zone=zone))
    (answer,) = result.followups
    assert answer.ephemeral
    return answer


async def test_a_time_zone_that_is_nearly_right_is_offered(table: Table) -> None:
    offered = await type_zone(table, await type_in(table, "settings"), "Europe/Berln")
    assert "There is no time zone `Europe/Berln`. Did you mean `Europe/Berlin`" in words(offered)
    assert labels(offered)[0] == "Europe/Berlin"
    assert labels(offered)[-1] == "Other …"
    again = await table.ada.click(offered, label="Other …")
    assert fields_of(again)["zone"] == ("text", "UTC")
    page = await press(table, offered, "Europe/Berlin")
    assert "Time zone: `Europe/Berlin`" in words(page)
    refused = await type_zone(table, page, "qqqqqqqq")
    assert "There is no time zone `qqqqqqqq`; write one like `Europe/Berlin`" in words(refused)
    assert (await personal(table)).zone == "Europe/Berlin"


@THOROUGH
async def test_form_of_another_version_is_out_of_date_and_changes_nothing(table: Table) -> None:
    for form in SettingsForm:
        refused = await choose_forged(table, table.ada, FillSettings(form).encoded, "x")
        assert "out of date" in words(refused)
    assert await personal(table) == PersonalSettings()


async def test_old_page_that_is_used_shows_the_settings_and_changes_nothing(table: Table) -> None:
    """Its lists and buttons are there no more."""
    for answer in (
        await choose_forged(table, table.ada, "setting|theme", "paper"),
        await choose_forged(table, table.ada, "confirm", "never"),
        await press_forged(table, table.ada, "asksetting|zone"),
        await press_forged(table, table.ada, "noquiet"),
    ):
        assert "### Your settings" in words(answer)
    assert await personal(table) == PersonalSettings()


def test_every_theme_and_every_choice_has_its_words() -> None:
    rows = {row.field: row for form in CHOICES.values() for row in form}
    assert {*rows["theme"].values()} == {"server", *THEMES}
    for field, values in (("confirm", Confirm), ("seen", BoardSide), ("reminders", Reminders)):
        assert {*rows[field].values()} == {*values}


def test_every_setting_is_a_row_and_keeps_what_is_chosen_in_it() -> None:
    stored = {field.name for field in fields(PersonalSettings)}
    chosen, typed = ([*chain(*table.values())] for table in (CHOICES, TEXTS))
    assert {row.field for row in (*chosen, *typed)} == {*stored, BY_ITSELF}
    for row in chosen:
        for value in row.values() if row.field in stored else ():
            own = row.changed(PersonalSettings(), value)
            assert row.present(own.write()) == value
            assert PersonalSettings().changed(own.write()) == own
        with pytest.raises(OutOfDate):
            row.changed(PersonalSettings(), "neon")


def test_the_page_fits_with_everything_chosen() -> None:
    own = PersonalSettings(zone="America/Argentina/ComodRivadavia", quiet=read_quiet_hours("22-8"))
    view = settings_page({**own.write(), BY_ITSELF: YES}, discord.utils.utcnow())
    assert view.total_children_count <= 40
    assert view.content_length() < 2000


# Pictures.


async def drawn(message: Message) -> Image.Image:
    """Return the picture of a private message."""
    (file,) = message.attachments
    return Image.open(io.BytesIO(await file.read())).convert("RGB")


@THOROUGH
async def test_private_pictures_are_mine_and_public_ones_the_servers(table: Table) -> None:
    match = await table.begin("bizingo")
    await change_settings(table, "boards", theme="paper", seen="first", named=True, guided=False)

    class Asking:
        client, user = table.bot, table.ada.user
        channel_id, guild_id = table.channel.id, table.guild.id
        locale = discord.Locale.british_english

        def __init__(self) -> None:
            self.extras: dict[str, object] = {}

    asking: Any = Asking()
    own = await private_appearance(asking)
    assert (own.theme, own.named, own.side(1)) == ("paper", True, 0)
    shared = await public_appearance(table.bot, match.place)
    assert (shared.theme, shared.named, shared.side(1)) == (THEMES[0], False, 1)
    asking = Asking()
    asking.user = table.ben.user
    assert await private_appearance(asking) == await public_appearance(table.bot, Place(1))


@THOROUGH
async def test_a_private_picture_changes_as_chosen_and_the_card_does_not(table: Table) -> None:
    await table.begin("bizingo")
    card = await drawn(table.last)
    before = await drawn(await press(table, table.last, "Move"))
    for chosen in ({"theme": "paper"}, {"named": True}):
        await change_settings(table, "boards", **chosen)
        after = await drawn(await press(table, table.last, "Move"))
        assert after.tobytes() != before.tobytes()
        before = after
    await table.ben.slash(table.channel, "board", match=1)
    assert (await drawn(table.last)).tobytes() == card.tobytes()


@THOROUGH
async def test_what_belongs_to_the_settings_is_a_button_there(table: Table) -> None:
    page = await type_in(table, "settings")
    assert labels(page)[-2:] == ["Vacation", "Blocked players"]
    assert "### Your vacation" in words(await press(table, page, "Vacation"))
    assert "### Blocked players" in words(await press(table, page, "Blocked players"))
    page = private(await table.dora.slash(table.channel, "settings"))
    assert labels(page)[-3:] == ["Vacation", "Blocked players", "Server settings"]
    opened = private(await table.dora.click(page, label="Server settings"))
    assert "### Server settings" in words(opened)
    alone = private(await table.dora.user.slash("settings"))
    assert "Server settings" not in labels(alone), "there is no server"
