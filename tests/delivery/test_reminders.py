"""Reminders: where, when and how often each player chose, each sent once, whatever fails."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import time, timedelta
from typing import Any

import discord
import pytest
import simcord

from data import MessageRef, PersonalSettings
from data.settings import QuietHours, Reminders
from delivery.posting import find_posted_text
from tests.simulated_discord.interruptions import INTERRUPTIONS, count
from tests.simulated_discord.private_answers import press, type_in
from tests.simulated_discord.table import Calls, Table, labels, later, poll, words
from tests.thorough import THOROUGH, mostly_thorough

CLOSED = 50007
"""Discord's error code for a person who accepts no direct messages."""
DAYS = 0.8
"""The time until the first reminder of a turn of one day."""


async def choose(table: Table, becomes: Callable[[PersonalSettings], PersonalSettings]) -> None:
    """Let Ada choose a setting."""
    await table.bot.store.personal_settings.change(table.ada.id, becomes, table.env.now())


async def choose_reminders(table: Table, where: Reminders) -> None:
    await choose(table, lambda own: replace(own, reminders=where))


def direct_messages(who: simcord.MemberActor) -> list[str]:
    """List the direct messages to a person."""
    return [words(message) for message in who.user.dm_channel.history()]


def said(table: Table) -> list[str]:
    """List the reminders in the channel."""
    said = map(words, table.channel.history())
    return [one for one in said if "waiting for your move" in one and "last" not in one]


def refuse_direct_messages(table: Table, times: int | None = None) -> None:
    """Let Discord refuse all direct messages."""
    for who in (table.ada, table.ben):
        path = f"/channels/{who.user.dm_channel.id}/messages"
        table.env.inject_error("POST", path, status=403, code=CLOSED, times=times)


def asked(table: Table) -> int:
    """Count the attempts to send Ada a direct message."""
    path = f"/channels/{table.ada.user.dm_channel.id}/messages"
    return sum(r.method == "POST" and r.path.endswith(path) for r in table.env.http_requests)


@THOROUGH
@pytest.mark.parametrize(
    ("where", "in_channel", "in_private"),
    [
        (Reminders.CHANNEL, 1, 0),
        (Reminders.DIRECT_MESSAGE, 0, 1),
        (Reminders.BOTH, 1, 1),
        (Reminders.NONE, 0, 0),
    ],
)
async def test_reminders_come_where_a_player_wishes(
    table: Table, where: Reminders, in_channel: int, in_private: int
) -> None:
    await table.begin("hoyito", pace=1)
    await choose_reminders(table, where)
    await later(table, days=DAYS)
    assert len(said(table)) == in_channel
    assert len(direct_messages(table.ada)) == in_private
    for told in said(table) + direct_messages(table.ada):
        assert f"<@{table.ada.id}>, **Ben** is waiting for your move in [Hoyito #1](" in told
        assert "): time runs out <t:" in told
    await table.restart()
    await later(table, minutes=1)
    assert (len(said(table)), len(direct_messages(table.ada))) == (in_channel, in_private)


@THOROUGH
async def test_second_reminder_is_the_last_one_and_says_so(table: Table, calls: Calls) -> None:
    await table.begin("hoyito", pace=1)
    await later(table, days=0.8, seconds=-1)
    assert said(table) == []
    await later(table, seconds=1)
    assert len(said(table)) == 1
    reminder = table.last.id
    await later(table, days=0.15, seconds=-1)
    assert table.last.id == reminder
    await later(table, seconds=1)
    assert (
        f"<@{table.ada.id}>, last reminder: **Ben** is waiting for your move in [Hoyito"
        in words(table.last)
    )
    assert table.called(table.last) == [table.ada.id]
    assert count(calls, table.ada.id, reminder) == 1
    await table.restart()
    await later(table, minutes=1)
    assert count(calls, table.ada.id, reminder) == 1


async def test_after_a_while_without_the_bot_one_reminder_is_enough(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await later(table, days=0.96)
    assert ["last reminder" in words(table.last), len(said(table))] == [True, 0]


@THOROUGH
async def test_rounds_at_once_remind_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def looks_long(*told: Any) -> MessageRef | None:
        found = await find_posted_text(*told)
        await asyncio.sleep(0.2)
        return found

    for module in ("delivery.posting", "delivery.direct_messages"):
        monkeypatch.setattr(f"{module}.find_posted_text", looks_long)
    await table.begin("hoyito", pace=1)
    await choose_reminders(table, Reminders.BOTH)
    await table.env.advance_time(timedelta(days=DAYS).total_seconds())
    await asyncio.gather(poll(table), poll(table))
    assert (len(said(table)), len(direct_messages(table.ada))) == (1, 1)


@pytest.mark.parametrize("kind", mostly_thorough(["killed after a request", "answer lost"]))
@pytest.mark.parametrize("step", mostly_thorough(range(1, 8), 1, 3))
async def test_nothing_is_sent_again_after_a_stop(table: Table, kind: str, step: int) -> None:
    await table.begin("hoyito", pace=1)
    await choose_reminders(table, Reminders.BOTH)
    await later(table, days=DAYS, minutes=-1)
    await table.env.advance_time(60)
    with suppress(asyncio.CancelledError, discord.HTTPException), INTERRUPTIONS[kind](step):
        await poll(table)
    await table.restart()
    await later(table, minutes=3)
    assert (len(said(table)), len(direct_messages(table.ada))) == (1, 1)
    assert (await table.match()).clock.reminded == 1


# One message for several matches, which goes once it is past.


def standing(table: Table) -> list[discord.Message]:
    """List the reminders that stand in the channel."""
    return [one for one in table.channel.history() if "I'm away" in labels(one)]


async def test_matches_of_a_channel_that_are_due_at_once_are_one_reminder(
    table: Table, calls: Calls
) -> None:
    for _ in range(3):
        await table.begin("hoyito", pace=1)
    await table.play_in(2, "a")
    await later(table, days=DAYS)
    to_ben, to_ada = standing(table)[-2:]
    if table.called(to_ada) != [table.ada.id]:
        to_ben, to_ada = to_ada, to_ben
    assert len(standing(table)) == 2
    assert f"<@{table.ada.id}>, it's your move in 2 matches, and time is" in words(to_ada)
    assert "running out:\n- **Ben** in [Hoyito #1](" in words(to_ada)
    assert "): time runs out <t:" in words(to_ada)
    assert "\n- **Ben** in [Hoyito #3](" in words(to_ada)
    assert "**Ada** is waiting for your move in [Hoyito #2](" in words(to_ben)
    assert sum(table.ada.id in called for _, called in calls[-2:]) == 1
    await table.play_in(1, "a")
    await poll(table)
    assert to_ada in standing(table), "it is still true of one"
    await table.play_in(3, "a")
    await poll(table)
    assert standing(table) == [to_ben]


async def test_nobody_having_moved_for_days_leaves_no_reminder_behind(table: Table) -> None:
    for _ in range(9):
        await table.begin("hoyito", pace=1)
    before = len([*table.channel.history()])
    await later(table, days=0.8)
    assert len([*table.channel.history()]) == before + 1
    assert "\n- and 3 more, which `/matches` shows" in words(table.last)
    await later(table, days=0.15)
    (last,) = standing(table)
    assert "last reminder, time runs out <t:" in words(last)
    await later(table, days=5)
    await poll(table)
    assert standing(table) == []


async def test_im_away_pauses_the_clocks_and_the_reminder_says_so(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await later(table, days=DAYS)
    reminder = table.last
    refused = await table.ben.click(reminder, label="I'm away")
    assert "This reminder is for someone else" in words(refused.response)
    answer = (await table.ada.click(reminder, label="I'm away")).response
    assert "your clocks are paused, until <t:" in words(answer)
    assert "of vacation left" in words(answer)
    assert (await table.match()).stopped is not None
    said = await table.channel_message(reminder.id)
    assert words(said).startswith("**Ada** is on vacation until <t:")
    assert labels(said) == []
    await table.restart()
    await later(table, days=1)
    assert words(await table.channel_message(reminder.id)) == words(said)
    await table.bot.store.vacations.end(table.ada.id, table.env.now())
    await poll(table)
    assert reminder.id not in {one.id for one in table.channel.history()}


@pytest.mark.parametrize("kind", mostly_thorough(["killed after a request", "answer lost"]))
async def test_what_discord_took_before_a_stop_goes_although_nothing_is_due_any_more(
    table: Table, kind: str
) -> None:
    await table.begin("hoyito", pace=1)
    await later(table, days=DAYS, minutes=-1)
    await table.env.advance_time(60)
    with suppress(asyncio.CancelledError, discord.HTTPException), INTERRUPTIONS[kind](2):
        await poll(table)
    assert len(standing(table)) == 1
    await table.play("a")
    await table.restart()
    await later(table, minutes=3)
    await poll(table)
    assert standing(table) == []


async def test_a_reminder_of_somebody_forgotten_goes(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await later(table, days=DAYS)
    await table.bot.store.forgetting.forget(table.ada.id, table.env.now())
    await poll(table)
    assert standing(table) == []


# Closed direct messages.


@THOROUGH
@pytest.mark.parametrize("where", [Reminders.DIRECT_MESSAGE, Reminders.BOTH])
async def test_who_takes_no_direct_messages_is_told_in_the_channel_and_not_tried_again(
    table: Table, where: Reminders
) -> None:
    await table.begin("hoyito", pace=1)
    await choose_reminders(table, where)
    refuse_direct_messages(table)
    await later(table, days=DAYS)
    assert len(said(table)) == 1
    assert asked(table) == 1
    await table.restart()
    await later(table, days=0.16)
    assert "last reminder" in words(table.last)
    assert asked(table) == 1, "nothing is hammered"


async def test_who_uses_the_bot_again_is_written_to_again(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await choose_reminders(table, Reminders.DIRECT_MESSAGE)
    refuse_direct_messages(table, times=1)
    await later(table, days=DAYS)
    assert asked(table) == 1
    await table.ben.slash(table.channel, "matches")
    assert await table.bot.store.direct_messages.are_closed(table.ada.id), "another one used it"
    await table.restart()
    await type_in(table, "settings")
    assert not await table.bot.store.direct_messages.are_closed(table.ada.id)
    await later(table, days=0.16)
    (direct_message,) = direct_messages(table.ada)
    assert "last reminder" in direct_message
    assert asked(table) == 2


async def test_closed_channel_and_closed_direct_messages_are_tried_once_each(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await choose_reminders(table, Reminders.BOTH)
    refuse_direct_messages(table)
    path = f"/channels/{table.channel.id}/messages"
    table.env.inject_error("POST", path, status=403, code=50013, times=None)
    await later(table, days=DAYS)
    await later(table, minutes=1)
    assert asked(table) == 1
    assert sum(r.method == "POST" and r.path.endswith(path) for r in table.env.http_requests) == 1
    assert (await table.match()).clock.reminded == 1


# Quiet hours. The clock begins at midnight, by UTC.


@THOROUGH
async def test_reminder_waits_for_the_end_of_quiet_hours_over_a_restart(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await choose(table, lambda own: replace(own, quiet=QuietHours(time(19), time(21))))
    await later(table, hours=19, minutes=12)
    assert said(table) == []
    await table.restart()
    await poll(table)
    await later(table, hours=1, minutes=47, seconds=50)
    assert said(table) == []
    await later(table, seconds=10)
    assert len(said(table)) == 1


async def test_reminder_comes_before_quiet_hours_in_which_time_runs_out(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await choose(table, lambda own: replace(own, quiet=QuietHours(time(20), time(8))))
    await later(table, hours=19, minutes=15)
    assert len(said(table)) == 1
    await later(table, minutes=34, seconds=50)
    assert "last reminder" not in words(table.last)
    await later(table, seconds=10)
    assert "last reminder" in words(table.last)
    last = table.last.id
    await table.restart()
    for hours in (0.1, 0.2, 3):
        await later(table, hours=hours)
    assert table.last.id == last


@THOROUGH
@pytest.mark.parametrize("kind", ["killed after a request", "answer lost"])
async def test_early_reminder_that_discord_took_is_not_sent_again(table: Table, kind: str) -> None:
    await table.begin("hoyito", pace=1)
    await choose(table, lambda own: replace(own, quiet=QuietHours(time(20), time(8))))
    await later(table, hours=19, minutes=15)
    await table.env.advance_time(2100)
    with suppress(asyncio.CancelledError, discord.HTTPException), INTERRUPTIONS[kind](2):
        await poll(table)
    await table.restart()
    await later(table, minutes=5)
    told = [one for one in table.channel.history() if "last reminder" in words(one)]
    assert len(told) == 1
    assert (await table.match()).clock.reminded == 2


# Mute.


async def test_muted_match_calls_and_reminds_nobody_but_goes_on(table: Table, calls: Calls) -> None:
    await table.begin("hoyito", pace=1)
    message = await type_in(table, "match mute", match=1)
    assert "is muted: no pings or reminders for you." in words(message)
    assert labels(message) == ["Unmute"]
    assert "· muted" in words(await type_in(table, "matches"))
    since = table.last.id
    await choose_reminders(table, Reminders.BOTH)
    await table.play("a", "a")
    assert f"<@{table.ada.id}>, your move" in words(table.last)
    assert count(calls, table.ada.id, since) == 0
    assert count(calls, table.ben.id, since) == 1
    await table.restart()
    await later(table, days=DAYS)
    await later(table, days=0.16)
    assert said(table) == direct_messages(table.ada) == []
    assert (await table.match()).clock.reminded == 2
    assert "muted" not in words(table.last)
    await later(table, days=0.1)
    assert count(calls, table.ada.id, since) == 0, "not even by the result"


async def test_muted_match_is_unmuted_by_a_press_or_by_a_command(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    for unmute in ("press", "command"):
        message = await type_in(table, "match mute")
        if unmute == "press":
            message = await press(table, message, "Unmute")
        else:
            message = await type_in(table, "match unmute", match=1)
        assert "is unmuted: you get pings and reminders again." in words(message)
        assert labels(message) == ["Mute"]
        assert "muted" not in words(await type_in(table, "matches"))
        refused = await type_in(table, "match unmute", match=1)
        assert "This match isn't muted" in words(refused)
    message = await press(table, message, "Mute")
    choices = await table.ada.autocomplete(table.channel, "match unmute", "match", "")
    assert [choice["name"] for choice in choices] == ["#1 Hoyito against Ben"]


@THOROUGH
async def test_note_in_a_muted_match_stands_without_a_call(table: Table, calls: Calls) -> None:
    await table.begin("hoyito", pace=1)
    await table.ben.slash(table.channel, "match mute", match=1)
    await table.play("a", "a", "b", "b")
    since = table.last.id
    await table.ada.slash(table.channel, "match draw")
    assert "offers" in words(table.last)
    assert count(calls, table.ben.id, since) == 0


@THOROUGH
async def test_nobody_mutes_a_match_of_others_or_one_that_is_over(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    result = await table.cleo.slash(table.channel, "match mute", match=1)
    assert "to play, challenge someone" in words(result.response)
    await later(table, days=1.1)
    assert "The match is over." in words(await type_in(table, "match mute", match=1))
