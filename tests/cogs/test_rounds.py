"""Rounds: reminders, time-outs and expired challenges, once each, over restarts too."""

from datetime import timedelta

import pytest

from tests.simulated_discord.table import Table, labels, later, poll, words
from tests.thorough import THOROUGH


async def test_player_is_reminded_once_when_four_fifths_of_the_time_are_used(table: Table) -> None:
    await table.begin("hoyito", pace=7)
    card = table.last
    await later(table, days=5.59)
    assert table.last.id == card.id
    await later(table, days=0.02)
    reminder = table.last
    assert [user.id for user in reminder.mentions] == [table.ada.id]
    assert "**Ben** is waiting for your move in [Hoyito #1](" in words(reminder)
    assert "): time runs out <t:" in words(reminder)
    assert str(card.id) in words(reminder)
    await later(table, hours=1)
    await table.restart()
    await poll(table)
    assert table.last.id == reminder.id


async def test_running_out_of_time_loses(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await table.play("a", "a", "b", "b")
    card = table.last
    await later(table, days=0.9)
    await later(table, days=0.2)
    said = words(table.last)
    assert "# Ben wins" in said
    assert "Ada ran out of time." in said
    assert "Ratings:" in said
    assert {user.id for user in table.last.mentions} == {table.ada.id, table.ben.id}
    assert labels(await table.channel_message(card.id)) == []
    result = table.last
    await poll(table)
    assert table.last.id == result.id


async def test_running_out_of_time_at_the_start_aborts(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await later(table, days=1.1)
    assert "# Aborted" in words(table.last)
    assert await table.bot.store.ratings.of(table.ada.id) == {}


@THOROUGH
async def test_match_without_a_clock_waits_for_ever(table: Table) -> None:
    await table.begin("hoyito", pace=0)
    assert "time runs out" not in words(table.last)
    await later(table, days=40)
    assert (await table.match()).result is None


async def test_expired_challenge_says_so_on_its_card(table: Table) -> None:
    await table.ada.slash(table.channel, "ringo")
    await later(table, days=3.1)
    assert "Nobody accepted **Ada**'s Ringo challenge" in words(table.last)
    assert labels(table.last) == []


async def test_time_while_the_bot_was_away_is_given_back(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await poll(table)
    deadline = (await table.match()).deadline
    await table.bot.close()
    await table.env.advance_time(86_400 * 2)
    await table.restart()
    await poll(table)
    match = await table.match()
    assert match.result is None
    assert deadline is not None
    assert match.deadline is not None
    assert abs((match.deadline - deadline).total_seconds() - 86_400 * 2) < 60


async def test_reminder_goes_by_direct_message_where_the_channel_is_closed(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    table.env.inject_error("POST", f"/channels/{table.channel.id}/messages", status=403, code=50013)
    await later(table, days=0.85)
    letter = table.ada.user.dm_channel.last_message
    assert "is waiting for your move" in words(letter)


async def test_a_clock_that_is_set_ahead_runs_out_nobodys_time(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await table.begin("hoyito", pace=1)
    await poll(table)
    left = (await table.match()).deadline
    assert left is not None
    evenly = table.env.now().timestamp()
    monkeypatch.setattr("cogs.rounds.monotonic", lambda: evenly)
    await later(table, days=5)
    match = await table.match()
    assert match.result is None
    assert match.deadline == left + timedelta(days=5)
    assert "the machine's clock jumped by " in caplog.text
