"""Outages of Discord: time in which nobody could be reached is given back, like that of a stop."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import timedelta

import discord
import pytest

from data.settings import Reminders
from tests.simulated_discord.table import Table, labels, later, poll, words
from tests.thorough import THOROUGH

MINUTE = timedelta(minutes=1)


@contextmanager
def without_discord(table: Table, method: str = "*") -> Iterator[None]:
    """Let all requests fail, or those of one method, as they do while Discord has trouble."""
    table.env.inject_error(method, "*", status=503, times=None)
    try:
        yield
    finally:
        table.env.backend.faults.clear()


@contextmanager
def without_gateway(_table: Table) -> Iterator[None]:
    """Close the connection over which Discord tells what people do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.ShardInfo, "is_closed", lambda _shard: True)
        yield


OUTAGES: dict[str, Callable[[Table], AbstractContextManager[None]]] = {
    "all requests": without_discord,
    "the gateway": without_gateway,
    "what is posted": lambda table: without_discord(table, "POST"),
}


def reminders(table: Table) -> list[str]:
    """List the reminders in the channel, the last one first."""
    found = ("waiting for your move", "waits for you in")
    texts = [words(one) for one in table.channel.history()]
    return [text for text in texts if any(part in text for part in found)]


@THOROUGH
@pytest.mark.parametrize("outage", OUTAGES)
async def test_an_outage_over_reminders_and_deadline_is_free(table: Table, outage: str) -> None:
    await table.begin("hoyito", "a", "a", "b", "b", pace=1)
    await later(table, hours=19.2, minutes=-1)
    with OUTAGES[outage](table):
        await later(table, minutes=2)
        for _ in range(7):
            await later(table, hours=1)
        assert (await table.match()).result is None
        assert reminders(table) == []
    await later(table, minutes=1)
    assert (await table.match()).result is None
    assert await table.time_left() > timedelta(hours=4.7)
    await later(table, minutes=6)
    assert ["last" in text for text in reminders(table)] == [False]
    await later(table, hours=3.6)
    assert sum("last reminder" in text for text in reminders(table)) == 1
    await later(table, hours=1.3)
    assert "# Ben wins" in words(table.last)


@THOROUGH
@pytest.mark.parametrize("outage", ["all requests", "the gateway"])
async def test_a_stop_in_the_middle_of_an_outage_gives_back_both(table: Table, outage: str) -> None:
    await table.begin("hoyito", pace=1)
    await later(table, hours=1)
    with OUTAGES[outage](table):
        await later(table, hours=30)
        await table.bot.close()
        await table.env.advance_time(3600)
    await table.restart()
    await later(table, minutes=1)
    assert await table.time_left() > timedelta(hours=22.9)


@THOROUGH
async def test_one_channel_that_always_fails_does_not_stop_the_time_of_others(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await table.begin_again("ringo")
    other = table.guild.create_text_channel("other")
    await table.bot.store.matches.move(
        1, (await table.match()).place.__class__(other.id, table.guild.id)
    )
    path = f"/channels/{other.id}/messages"
    table.env.inject_error("POST", path, status=500, times=None)
    await later(table, hours=19.3)
    await table.ada.slash(table.channel, "board", match=2)
    before = await table.time_left(2)
    await later(table, minutes=10)
    await later(table, minutes=10)
    assert await table.time_left(2) == before - 20 * MINUTE
    table.env.backend.faults.clear()
    await later(table, minutes=5)
    assert "waiting for your move" in words(other.last_message)


@THOROUGH
async def test_what_fails_is_tried_again_after_at_most_five_minutes(table: Table) -> None:
    await table.begin("hoyito", pace=7)
    await later(table, days=5.5)
    with without_discord(table, "POST"):
        await later(table, days=0.11)
        before = sent(table, "POST")
        for _ in range(30):
            await later(table, minutes=1)
        assert 6 <= sent(table, "POST") - before <= 10
    await later(table, minutes=5)
    assert len(reminders(table)) == 1


async def test_who_reads_reminders_privately_is_reminded_after_an_outage_once(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await table.bot.store.personal_settings.change(
        table.ada.id, lambda own: replace(own, reminders=Reminders.BOTH), table.env.now()
    )
    await later(table, hours=19.1)
    with without_discord(table, "POST"):
        await later(table, hours=1)
        await later(table, hours=1)
    for _ in range(3):
        await later(table, minutes=10)
    assert len(reminders(table)) == 1
    assert len([*table.ada.user.dm_channel.history()]) == 1


@THOROUGH
async def test_a_claim_is_warned_of_after_48_days_with_an_outage_left_out(table: Table) -> None:
    await table.begin("hoyito", pace=0)
    await later(table, days=47)
    with without_discord(table):
        await later(table, days=20)
    await poll(table)
    claim = await table.ben.slash(table.channel, "match claim")
    assert "You can claim a match after 60 days without a move" in words(claim.response)
    assert "has been waiting" not in words(table.last)
    await later(table, days=1)
    warning = words(table.last)
    assert table.called(table.last) == [table.ada.id]
    assert f"<@{table.ada.id}>, **Ben** has been waiting for your move in [Hoyito" in warning
    assert "for 48 days. They can claim the match <t:" in warning
    await later(table, days=11.9)
    assert words(table.last) == warning, "once"
    await later(table, days=0.2)
    await table.ben.slash(table.channel, "match claim")
    assert "# Aborted" in words(table.last)


# Rounds with much to do.


def sent(table: Table, method: str) -> int:
    """Count the requests of a method to channels."""
    requests = table.env.http_requests
    return sum(one.method == method and "/channels/" in one.path for one in requests)


@THOROUGH
async def test_what_no_stop_can_have_sent_is_not_looked_for(table: Table) -> None:
    for _ in range(3):
        await table.begin("hoyito", pace=1)
    await later(table, hours=19)
    looked = sent(table, "GET")
    await later(table, hours=0.3)
    assert "it's your move in 3 matches" in words(table.last)
    await later(table, hours=6)
    assert (await table.match()).over
    assert sent(table, "GET") == looked, "neither for reminders nor for results"


@THOROUGH
async def test_who_runs_out_of_time_has_lost_however_much_there_is_to_tell(table: Table) -> None:
    await later(table, hours=1)
    numbers = range(1, 13)
    for _ in numbers:
        await table.begin("hoyito", pace=1)
    await later(table, hours=23.95)
    told = sent(table, "POST")
    table.env.inject_error("POST", "*", status=500, times=None)
    await later(table, hours=0.1)
    assert all([(await table.match(number)).over for number in numbers])
    assert sent(table, "POST") - told < len(numbers), "three failures in a row end the round"
    table.env.backend.faults.clear()
    for _ in range(4):
        await later(table, minutes=5)
    results = [words(one) for one in table.channel.history() if "# Aborted" in words(one)]
    assert len(results) == len(numbers), "each is told, once"


async def test_what_waits_is_told_in_the_first_round_after_a_start(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    with without_discord(table, "POST"):
        await table.play("a")
    await table.restart()
    await table.env.advance_time(1)
    await poll(table)
    assert (await table.match()).announced_count == 1
    assert table.called(table.last) == [table.ben.id]


@THOROUGH
@pytest.mark.parametrize("crowded", [True, False])
async def test_where_much_is_due_all_are_told_before_old_cards_are_tidied(
    table: Table, monkeypatch: pytest.MonkeyPatch, *, crowded: bool
) -> None:
    await later(table, hours=1)
    numbers = range(1, 13)
    for _ in numbers:
        await table.begin("hoyito", pace=1)
    cards = [(await table.match(number)).card for number in numbers]
    await later(table, hours=23.9)
    if crowded:
        monkeypatch.setattr("delivery.job_queue.CROWDED", 4)
    edited, since = sent(table, "PATCH"), table.last.id
    await later(table, hours=0.2)
    told = [one for one in table.channel.history() if "# Aborted" in words(one) and one.id > since]
    assert len(told) == len(numbers)
    assert sent(table, "PATCH") - edited <= (4 if crowded else len(numbers))
    looked = sent(table, "GET")
    for _ in range(4):
        await later(table, minutes=1)
    assert len([one for one in table.channel.history() if one.id > since]) == len(numbers)
    for card in cards:
        assert card is not None
        assert labels(await table.channel_message(card.message)) == []
    assert sent(table, "PATCH") - edited == len(numbers)
    assert sent(table, "GET") == looked, "nothing can be unrecorded, so nothing is looked for"
