"""In the made-up language: people's settings, vacations, privacy and blocks."""

from datetime import timedelta
from typing import Any

import discord
import pytest

from data import Preferences
from delivery.own_vacation_news import vacation_news
from interactions import said
from interactions.time_input import UnknownTimeZone, read_quiet_hours, read_time_zone
from languages import languages
from match.vacation import Vacation
from tests.made_up_language import wrong
from tests.simulated_discord.limits import check
from tests.simulated_discord.made_up_speech import SpeakMadeUp, faults
from tests.simulated_discord.private_answers import choose, open_from_settings, private, type_in
from tests.simulated_discord.table import Message, Table
from tests.thorough import THOROUGH
from views import blocked_page
from views.personal_settings import (
    SettingsForm,
    Typed,
    text,
)
from views.settings_page import settings_form, settings_page
from views.vacation_page import _time_words

ALIKE = tuple(each.name for each in languages().values())
"""The languages' own names, which are the same in every language."""


async def press(table: Table, message: Message, custom_id: str) -> Message:
    """Press a button, whose label is translated."""
    return private(await table.ada.click(message, custom_id=custom_id))


async def test_blocking_is_translated(
    table: Table, speak_made_up: SpeakMadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocked_page, "PAGE_SIZE", 1)
    speak_made_up()
    page = await open_from_settings(table, "blocks")
    assert not faults(page)
    for other in (table.ben, table.cleo):
        page = private(await table.ada.select(page, [other], custom_id="block"))
        assert not faults(page)
    refused = await table.ada.select(page, [table.ada], custom_id="block")
    assert not faults(private(refused))
    old = await press(table, await open_from_settings(table, "blocks"), "blocked|1")
    assert not faults(old)
    page = private(await table.ada.click(page, custom_id="blocked|1"))
    unblock = f"unblock|{table.ben.id}|1"
    assert not faults(await press(table, page, unblock))
    assert not faults(await press(table, old, unblock)), "refused"


@THOROUGH
async def test_privacy_is_translated(
    table: Table, speak_made_up: SpeakMadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def in_two(things: Any, _most: int) -> Any:
        async for _ in things:
            pass
        yield b"1"
        yield b"2"

    monkeypatch.setattr("cogs.privacy.chunked_files", in_two)
    await table.begin("hoyito")
    speak_made_up()
    asked = await type_in(table, "privacy")
    assert not faults(asked)
    for _ in range(4):
        export = await table.ada.click(asked, custom_id="privacy|export")
        assert not any(faults(each) for each in (private(export), *export.followups))
    assert not faults(await press(table, asked, "privacy|delete"))
    assert not faults(await press(table, asked, "privacy|deleted"))


async def test_settings_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    page = await type_in(table, "settings")
    assert not faults(page, ALIKE)
    for setting, value in (("theme", "paper"), ("reminders", "both"), ("vacation", "yes")):
        page = await choose(table, page, value, f"setting|{setting}")
        assert not faults(page, ALIKE)
    own = Preferences(zone="America/Argentina/ComodRivadavia", quiet=read_quiet_hours("22-8"))
    longest = settings_page(own, discord.utils.utcnow(), by_itself=True)
    check(longest)
    assert not faults(longest, ALIKE)


@pytest.mark.parametrize("form", SettingsForm)
def test_forms_by_subject_are_translated(form: SettingsForm, speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    shown = settings_form(form, Preferences(), by_itself=False)
    assert not faults(shown, ("Europe/Berlin", "22:00-08:00", "UTC", *ALIKE))


@pytest.mark.parametrize("typed", Typed)
def test_forms_of_the_settings_are_translated(typed: Typed, speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    assert not faults(text(typed).form(), ("Europe/Berlin",))


@THOROUGH
@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (Typed.ZONE, "Europe/Berln"),
        (Typed.ZONE, "qqqqqqqq"),
        (Typed.QUIET, "at night"),
        (Typed.QUIET, "8-8"),
    ],
)
async def test_what_is_typed_wrongly_is_refused_in_translation(
    table: Table, speak_made_up: SpeakMadeUp, typed: Typed, text: str
) -> None:
    speak_made_up()
    page = await type_in(table, "settings")
    form = await table.ada.click(page, custom_id=f"asksetting|{typed}")
    refused = private(await table.ada.submit_modal(form, {"field": text}))
    assert not faults(refused, read_near(text))


def read_near(text: str) -> tuple[str, ...]:
    """Return the time zones on the buttons."""
    try:
        read_time_zone(text)
    except UnknownTimeZone as refusal:
        return refusal.near
    return ()


@THOROUGH
async def test_vacations_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("hoyito", pace=1)
    speak_made_up()
    page: Message = await open_from_settings(table, "vacation|show")
    assert not faults(page)
    old = await open_from_settings(table, "vacation|show")
    for request in ("by_itself", "by_hand", "begin"):
        page = await press(table, page, f"vacation|{request}")
        assert not faults(page)
    assert not faults(await press(table, old, "vacation|begin")), "refused"
    old = await open_from_settings(table, "vacation|show")
    assert not faults(await press(table, page, "vacation|end"))
    assert not faults(await press(table, old, "vacation|end")), "refused"


@pytest.mark.parametrize(
    ("time", "english"),
    [
        (timedelta(0), "0 hours"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(days=1, minutes=59), "1 day"),
        (timedelta(days=2, hours=3), "2 days and 3 hours"),
    ],
)
def test_the_length_of_a_vacation_is_a_list_of_numbers(
    time: timedelta, english: str, speak_made_up: SpeakMadeUp
) -> None:
    assert said(_time_words(time)) == english
    speak_made_up()
    assert not [*wrong([said(_time_words(time))])]


def test_news_of_a_vacation_are_translated(speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    now = discord.utils.utcnow()
    for away, automatic in ((True, True), (False, True), (False, False)):
        news = vacation_news(Vacation(timedelta(days=3), now, away, automatic=automatic))
        assert not [*wrong([said(news)])]
