"""The settings of people: stored, exported and deleted."""

import asyncio
from dataclasses import replace
from datetime import time
from pathlib import Path

from data import PersonalSettings, Store
from data.settings import BoardSide, Confirm, QuietHours, Reminders
from tests.data.sample_matches import ANN, BEA, NOW, begin, change

ALL = PersonalSettings(
    confirm=Confirm.NEVER,
    theme="slate",
    seen=BoardSide.FIRST,
    named=True,
    reminders=Reminders.BOTH,
    quiet=QuietHours(time(22), time(8, 30)),
    zone="Europe/Berlin",
    shows_open=False,
    gets_resigned=False,
    guided=False,
)


async def choose(store: Store, personal: PersonalSettings) -> None:
    await store.personal_settings.change(ANN.id, lambda _: personal, NOW)


async def test_what_is_chosen_outlasts_a_restart_and_is_each_persons_own(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        assert await store.personal_settings.find(ANN.id) == PersonalSettings()
        for personal in (PersonalSettings(confirm=Confirm.WHERE_IT_COSTS), ALL):
            await choose(store, personal)
    async with await Store.open(path, NOW) as store:
        assert await store.personal_settings.find(ANN.id) == ALL
        assert await store.personal_settings.find(BEA.id) == PersonalSettings()
        await choose(store, PersonalSettings())
    async with await Store.open(path, NOW) as store:
        assert await store.personal_settings.find(ANN.id) == PersonalSettings()


async def test_two_choices_at_once_are_both_kept(store: Store) -> None:
    choose = store.personal_settings.change
    await asyncio.gather(
        choose(ANN.id, lambda own: replace(own, theme="paper"), NOW),
        choose(ANN.id, lambda own: replace(own, named=True), NOW),
    )
    assert await store.personal_settings.find(ANN.id) == PersonalSettings(theme="paper", named=True)


async def test_a_setting_of_a_later_version_is_passed_over(store: Store) -> None:
    await change(store, "INSERT INTO settings VALUES (1, 'hat', 'red')")
    assert await store.personal_settings.find(ANN.id) == PersonalSettings()


async def test_what_is_chosen_is_exported_and_forgotten(store: Store) -> None:
    match = await begin(store)
    await choose(store, ALL)
    await store.direct_messages.close(ANN.id, NOW)
    await store.mutes.mute(match, ANN.id, NOW)
    told = [thing async for thing in store.people.export(ANN.id)]
    assert {"setting": {"setting": "confirm", "value": "never"}} in told
    assert {"setting": {"setting": "quiet", "value": "22:00-08:30"}} in told
    assert {"closed_letters": {"since": NOW.isoformat()}} in told
    assert {"mute": {"match": match.number, "since": NOW.isoformat()}} in told
    (quiet,) = (thing["quiet_hours"] for thing in told if "quiet_hours" in thing)
    assert isinstance(quiet, dict)
    assert quiet["begins"] == "2026-01-01T21:00:00+00:00"
    await store.forgetting.forget(ANN.id, NOW)
    assert await store.personal_settings.find(ANN.id) == PersonalSettings()
    left = [thing async for thing in store.people.export(ANN.id)]
    assert [{key for key, value in one.items() if value} for one in left] == [{"person"}]
