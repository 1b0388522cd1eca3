"""`/settings`: each choice takes effect at once, for this person only, and lasts."""

import io
from dataclasses import fields, replace
from typing import Any

import discord
import pytest
import simcord
from PIL import Image

from data import Place, Preferences
from data.settings import BoardSide, Confirm, Reminders
from interactions import OutOfDate
from interactions.audience import private_appearance, public_appearance
from interactions.time_input import read_quiet_hours
from rendering import THEMES
from tests.simulated_discord.forms import fields_of
from tests.simulated_discord.private_answers import (
    choose,
    open_from_settings,
    press,
    private,
    type_in,
)
from tests.simulated_discord.table import Message, Table, components, labels, words
from tests.thorough import THOROUGH
from views.personal_settings import (
    CHOICES,
    TEXTS,
    Setting,
    SettingsForm,
    Typed,
    choice,
    choices_of,
    texts_of,
)
from views.settings_page import settings_page


def present(message: Message) -> dict[str, str]:
    """Return the chosen entry of every select."""
    selects = [part for part in components(message) if part["type"] == 3]
    return {
        part["custom_id"]: option["value"]
        for part in selects
        for option in part["options"]
        if option.get("default")
    }


async def type_setting(
    table: Table, message: Message, label: str, text: str
) -> simcord.ResponseMessage:
    form = await table.ada.click(message, label=label)
    return private(await table.ada.submit_modal(form, {"field": text}))


async def personal(table: Table) -> Preferences:
    return await table.bot.store.settings.of(table.ada.id)


@THOROUGH
async def test_everything_is_chosen_in_lists_and_outlasts_a_restart(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    page = await type_in(table, "settings")
    assert present(page) == {
        "setting|theme": "server",
        "setting|seen": "own",
        "setting|named": "no",
        "confirm": "always",
        "setting|vacation": "no",
        "setting|open": "yes",
        "setting|resigns": "yes",
        "setting|language": "discord",
        "setting|reminders": "channel",
    }
    wanted = {
        "setting|theme": "paper",
        "setting|seen": "first",
        "setting|named": "yes",
        "confirm": "costs",
        "setting|vacation": "yes",
        "setting|open": "no",
        "setting|resigns": "no",
        "setting|language": "en",
        "setting|reminders": "both",
    }
    for setting, value in wanted.items():
        page = await choose(table, page, value, setting)
        assert present(page)[setting] == value
    await table.restart()
    page = await type_in(table, "settings")
    assert present(page) == wanted
    assert await personal(table) == Preferences(
        confirm=Confirm.WHERE_IT_COSTS,
        theme="paper",
        seen=BoardSide.FIRST,
        named=True,
        reminders=Reminders.BOTH,
        shows_open=False,
        gets_resigned=False,
        language="en",
    )
    page = await choose(table, page, "server", "setting|theme")
    assert (await personal(table)).theme == ""


async def fill(table: Table, page: Message, subject: str, **chosen: object) -> Message:
    """Fill in the form of a subject as it is, but for what is chosen; return the page."""
    form = await table.ada.click(page, custom_id=f"settings|{subject}")
    held = {key: [value] if kind == "select" else value
            for key, (kind, value) in fields_of(form).items()}  # fmt: skip
    return private(await table.ada.submit_modal(form, {**held, **chosen}))


async def test_everything_is_chosen_in_forms_by_subject_and_outlasts_a_restart(
    table: Table,
) -> None:
    await table.begin("hoyito", pace=1)
    page: Message = await type_in(table, "settings")
    assert labels(page).count("Change") == 4
    for subject, kinds in {
        "boards": {"theme": "radio", "seen": "radio", "named": "checkbox"},
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
    page = await fill(table, page, "boards", theme="paper", seen="first", named=True)
    await table.restart()
    wanted: dict[str, object] = {
        "confirm": "costs",
        "by_itself": True,
        "shows_open": False,
        "gets_resigned": False,
    }
    page = await fill(table, page, "playing", language=["de"], **wanted)
    assert "Deine Einstellungen" in words(page)
    page = await fill(table, page, "playing", language=["en"])
    page = await fill(table, page, "reminders", reminders="both", zone="berlin", quiet="10pm to 8")
    assert "Your quiet hours are 22:00 to 08:00" in words(page)
    assert await personal(table) == Preferences(
        confirm=Confirm.WHERE_IT_COSTS,
        theme="paper",
        seen=BoardSide.FIRST,
        named=True,
        reminders=Reminders.BOTH,
        shows_open=False,
        gets_resigned=False,
        language="en",
        zone="Europe/Berlin",
        quiet=read_quiet_hours("22-8"),
    )
    now = table.env.now()
    assert (await table.bot.store.vacations.find(table.ada.id, now)).by_itself
    before = await personal(table)
    for subject in SettingsForm:
        page = await fill(table, page, subject)
    assert await personal(table) == before, "sent as it is, a form changes nothing"
    page = await fill(table, page, "reminders", quiet="", zone="")
    assert await personal(table) == replace(before, quiet=None)
    page = await fill(table, page, "boards", theme="server")
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
    assert await personal(table) == Preferences(reminders=Reminders.NONE)


def test_every_setting_is_in_the_form_of_its_subject() -> None:
    assert {row.under for row in (*CHOICES, *TEXTS)} == {*SettingsForm}
    for form in SettingsForm:
        assert 1 <= len(choices_of(form)) + len(texts_of(form)) <= 5


@THOROUGH
async def test_vacation_is_one_and_the_same_here_and_there(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    page = await type_in(table, "settings")
    await choose(table, page, "yes", "setting|vacation")
    vacation = await open_from_settings(table, "vacation|show")
    assert "It starts automatically five minutes before" in words(vacation)
    await press(table, vacation, "Don't start automatically")
    assert present(await type_in(table, "settings"))["setting|vacation"] == "no"


async def test_quiet_hours_and_the_time_zone_are_typed(table: Table) -> None:
    page = await type_in(table, "settings")
    assert "You have no quiet hours. Your time zone is `UTC`, where it is 00:00 now." in words(page)
    page = await type_setting(table, page, "Time zone", " europe/berlin ")
    assert "Your time zone is `Europe/Berlin`, where it is 01:00 now." in words(page)
    assert labels(page)[4:6] == ["Time zone", "Quiet hours"]
    page = await type_setting(table, page, "Quiet hours", "10pm to 8")
    assert "Your quiet hours are 22:00 to 08:00, every day." in words(page)
    await table.restart()
    page = await type_in(table, "settings")
    assert "Your quiet hours are 22:00 to 08:00, every day." in words(page)
    refused = await type_setting(table, page, "Quiet hours", "at night")
    assert "I can't read `at night` as quiet hours; write them like `22:00-08:00`." in words(
        refused
    )
    page = await press(table, page, "No quiet hours")
    assert "You have no quiet hours." in words(page)


async def test_a_time_zone_that_is_nearly_right_is_offered(table: Table) -> None:
    page = await type_in(table, "settings")
    offered = await type_setting(table, page, "Time zone", "Europe/Berln")
    assert "There is no time zone `Europe/Berln`. Did you mean `Europe/Berlin`" in words(offered)
    assert labels(offered)[0] == "Europe/Berlin"
    assert labels(offered)[-1] == "Other …"
    page = await press(table, offered, "Europe/Berlin")
    assert "Your time zone is `Europe/Berlin`" in words(page)
    refused = await type_setting(table, page, "Time zone", "qqqqqqqq")
    assert "There is no time zone `qqqqqqqq`; write one like `Europe/Berlin`" in words(refused)
    assert (await personal(table)).zone == "Europe/Berlin"


@THOROUGH
async def test_choices_of_no_page_of_ours_are_refused(table: Table) -> None:
    page = await type_in(table, "settings")
    part: Any = discord.ui.Select(
        custom_id="setting|theme", options=[discord.SelectOption(label="x", value="neon")]
    )
    view = discord.ui.View(timeout=None)
    view.add_item(part)
    message = await table.bot.get_partial_messageable(table.channel.id).send("x", view=view)
    await table.env.settle()
    refused = await table.ada.select(message, ["neon"])
    assert "out of date" in words(refused.response)
    assert present(page)["setting|theme"] == "server"


def test_every_theme_and_every_choice_has_its_words() -> None:
    assert sorted(row.key for row in CHOICES) == sorted(Setting)
    assert {row.key for row in TEXTS} == {*Typed}
    assert {*choice(Setting.THEME).values()} == {"server", *THEMES}
    for key, values in (
        (Setting.CONFIRM, Confirm),
        (Setting.SEEN, BoardSide),
        (Setting.REMINDERS, Reminders),
    ):
        assert {*choice(key).values()} == {*values}


def test_every_setting_is_a_row_and_keeps_what_is_chosen_in_it() -> None:
    stored = {row.field: row for row in (*CHOICES, *TEXTS) if row.key is not Setting.VACATION}
    assert {*stored} == {field.name for field in fields(Preferences)}
    for row in CHOICES:
        for value in row.values() if row.field in stored else ():
            own = row.changed(Preferences(), value)
            assert row.present(own) == value
            assert Preferences().changed(own.write()) == own
        with pytest.raises(OutOfDate):
            row.changed(Preferences(), "neon")


def test_the_page_fits_with_everything_chosen() -> None:
    own = Preferences(zone="America/Argentina/ComodRivadavia", quiet=read_quiet_hours("22-8"))
    view = settings_page(own, discord.utils.utcnow(), by_itself=True)
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
    page = await type_in(table, "settings")
    for setting, value in (("theme", "paper"), ("seen", "first"), ("named", "yes")):
        page = await choose(table, page, value, f"setting|{setting}")

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
async def test_a_private_picture_changes_with_what_is_chosen_and_the_card_does_not(
    table: Table,
) -> None:
    await table.begin("bizingo")
    card = await drawn(table.last)
    before = await drawn(await press(table, table.last, "Move"))
    for setting, value in (("theme", "paper"), ("named", "yes")):
        page = await type_in(table, "settings")
        await choose(table, page, value, f"setting|{setting}")
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
