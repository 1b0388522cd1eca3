"""What people choose for themselves is kept, told and forgotten."""

import asyncio
from dataclasses import replace
from datetime import time
from pathlib import Path

from data import Confirm, Ledger, Personal, Quiet, Reminders, Seen
from tests.data.parlour import ANN, BEA, NOW, begin

ALL = Personal(
    confirm=Confirm.NEVER,
    theme="slate",
    seen=Seen.FIRST,
    named=True,
    reminders=Reminders.BOTH,
    quiet=Quiet(time(22), time(8, 30)),
    zone="Europe/Berlin",
    shows_open=False,
)


async def choose(ledger: Ledger, personal: Personal) -> None:
    await ledger.settings.choose(ANN.id, lambda _: personal, NOW)


async def test_what_is_chosen_outlasts_a_restart_and_is_each_persons_own(path: Path) -> None:
    async with await Ledger.open(path, NOW) as ledger:
        assert await ledger.settings.of(ANN.id) == Personal()
        for personal in (Personal(confirm=Confirm.WHERE_IT_COSTS), ALL):
            await choose(ledger, personal)
    async with await Ledger.open(path, NOW) as ledger:
        assert await ledger.settings.of(ANN.id) == ALL
        assert await ledger.settings.of(BEA.id) == Personal()
        await choose(ledger, Personal())
    async with await Ledger.open(path, NOW) as ledger:
        assert await ledger.settings.of(ANN.id) == Personal()


async def test_two_choices_at_once_are_both_kept(ledger: Ledger) -> None:
    choose = ledger.settings.choose
    await asyncio.gather(
        choose(ANN.id, lambda own: replace(own, theme="paper"), NOW),
        choose(ANN.id, lambda own: replace(own, named=True), NOW),
    )
    assert await ledger.settings.of(ANN.id) == Personal(theme="paper", named=True)


async def test_a_setting_of_a_later_version_is_passed_over(ledger: Ledger) -> None:
    async with ledger._database.transaction() as connection:
        await connection.change("INSERT INTO settings VALUES (1, 'hat', 'red')")
    assert await ledger.settings.of(ANN.id) == Personal()


async def test_what_is_chosen_is_exported_and_forgotten(ledger: Ledger) -> None:
    match = await begin(ledger)
    await choose(ledger, ALL)
    await ledger.letters.close(ANN.id, NOW)
    await ledger.mutes.mute(match, ANN.id, NOW)
    told = [thing async for thing in ledger.people.export(ANN.id)]
    assert {"setting": {"setting": "confirm", "value": "never"}} in told
    assert {"setting": {"setting": "quiet", "value": "22:00-08:30"}} in told
    assert {"closed_letters": {"since": NOW.isoformat()}} in told
    assert {"mute": {"match": match.number, "since": NOW.isoformat()}} in told
    (quiet,) = (thing["quiet_hours"] for thing in told if "quiet_hours" in thing)
    assert isinstance(quiet, dict)
    assert quiet["begins"] == "2026-01-01T21:00:00+00:00"
    await ledger.forgetting.forget(ANN.id, NOW)
    assert await ledger.settings.of(ANN.id) == Personal()
    left = [thing async for thing in ledger.people.export(ANN.id)]
    assert left == [{"person": ANN.id, "name": None, "language_of_discord": None}]
