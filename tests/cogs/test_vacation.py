"""Long matches: vacations, more time, and time banks."""

from datetime import timedelta

import pytest

from data import DisplayMode
from tests.simulated_discord.display_modes import choose
from tests.simulated_discord.finished_match import SHORT
from tests.simulated_discord.private_answers import open_from_settings, press, type_in
from tests.simulated_discord.table import Table, labels, later, poll, words
from tests.thorough import THOROUGH

pytestmark = pytest.mark.usefixtures("all_experienced")


@THOROUGH
async def test_vacation_stops_ones_clocks_and_the_card_says_so(table: Table) -> None:
    await table.begin("hoyito", pace=3)
    page = await open_from_settings(table, "vacation|show")
    assert "You have **10 days** of vacation left." in words(page)
    assert labels(page) == ["Go on vacation", "Start automatically"]
    page = await press(table, page, "Go on vacation")
    assert "your clocks are paused, until <t:" in words(page)
    assert "at the latest; you have **10 days** of vacation left." in words(page)
    assert "In a league or cup it pauses your clocks for 5 days in all" in words(page)
    card = words(table.last)
    until = f"<t:{(table.env.now() + timedelta(days=10)).timestamp():.0f}:f>"
    assert f"**Ada** is on vacation until {until} at the latest: the clock is paused." in card
    assert "time runs out" not in card
    await later(table, days=5)
    listed = await type_in(table, "matches")
    assert "clock paused" in words(listed)
    page = await press(table, page, "End vacation")
    assert "You have **5 days" in words(page)
    assert "on vacation" not in words(table.last)
    assert "time runs out <t:" in words(table.last)


@THOROUGH
async def test_vacation_begins_by_itself_before_a_loss_and_is_told_once(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b", pace=1)
    await table.let_vacations_begin()
    await later(table, days=0.9)
    await later(table, hours=2.35)
    match = await table.match()
    assert match.stopped is not None
    assert match.card is not None
    card = await table.channel_message(match.card.message)
    assert "at the latest: the clock is paused." in words(card)
    await later(table, minutes=1)
    letter = table.ada.user.dm_channel.last_message
    assert letter is not None
    assert "your vacation started" in words(letter)
    await table.restart()
    await later(table, minutes=5)
    told = table.ada.user.dm_channel.history()
    assert [message.id for message in told] == [letter.id]
    await later(table, days=9)
    await later(table, days=0.8)
    assert (await table.match()).stopped is not None
    await later(table, days=0.5)
    await later(table, minutes=1)
    assert "used up. Your clocks are running again" in words(table.ada.user.dm_channel.last_message)


async def test_card_says_who_is_away_also_while_the_other_is_to_move(table: Table) -> None:
    await table.begin("hoyito", "a", pace=3)
    page = await press(table, await open_from_settings(table, "vacation|show"), "Go on vacation")
    assert "**Ada** is on vacation until <t:" in words(table.last)
    assert f"<@{table.ben.id}>, your move" in words(table.last)
    await press(table, page, "End vacation")
    assert "on vacation" not in words(table.last)


async def test_who_comes_back_from_an_automatic_vacation_has_a_day_and_stays(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b", pace=3)
    await table.let_vacations_begin()
    await later(table, days=2.9)
    await later(table, hours=2.35)
    page = await open_from_settings(table, "vacation|show")
    assert "When it ends, each clock gets at least a day" in words(page)
    page = await press(table, page, "End vacation")
    assert "You have **9 days" in words(page)
    for _ in range(3):
        await later(table, minutes=1)
        assert (await table.match()).stopped is None
        assert await table.time_left() > timedelta(hours=23, minutes=50)
    assert "on vacation" not in words(table.last)


@THOROUGH
async def test_match_that_would_only_be_aborted_is_not_saved(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await table.let_vacations_begin()
    await later(table, hours=23, minutes=58)
    assert not (await table.bot.store.vacations.find(table.ada.id, table.env.now())).away
    await later(table, minutes=3)
    assert "# Aborted\n" in words(table.last)


async def test_vacation_can_be_kept_from_beginning_by_itself(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    await table.let_vacations_begin()
    page = await press(
        table, await open_from_settings(table, "vacation|show"), "Don't start automatically"
    )
    assert "It doesn't start automatically" in words(page)
    await later(table, days=1.1)
    assert "# Aborted\n" in words(table.last)


async def test_whoever_never_played_has_no_clock_to_stop(table: Table) -> None:
    page = await open_from_settings(table, "vacation|show")
    assert "You have no clocks to pause" in words(await press(table, page, "Go on vacation"))


@THOROUGH
async def test_more_time_is_given_by_the_one_who_waits(table: Table) -> None:
    await table.begin("hoyito", "a", pace=1)
    await later(table, days=0.5)
    left = await table.time_left()
    refused = await table.ben.click(table.last, label="More time")
    assert "Ada already has the most time possible" in words(refused.response)
    await table.ada.click(table.last, label="More time")
    assert "**Ada** gives you more time, <@" in words(table.last)
    assert table.called(table.last) == [table.ben.id]
    assert abs(await table.time_left() - left - timedelta(hours=12)) < timedelta(minutes=1)


async def test_a_bank_is_named_on_the_card(table: Table) -> None:
    await table.begin("hoyito", pace="3d+12h/5d")
    assert "Rated · 3 days + 12 hours a move, at most 5 days" in words(table.last)


@THOROUGH
@pytest.mark.parametrize("again", [False, True])
async def test_a_second_loss_on_time_says_that_it_is_not_rated(table: Table, again: bool) -> None:
    for _number in (1, 2) if again else (1,):
        await table.begin("hoyito", pace=1)
    for number in (1, 2) if again else (1,):
        await table.play_in(number, *SHORT)
    await later(table, days=1.1)
    await poll(table)
    # Both are told at the same time.
    results = [words(one) for one in table.channel.history() if "# Ben wins" in words(one)]
    said = max(results, key=lambda text: "in two matches in a row" in text)
    assert ("ran out of time in two matches in a row, so this one isn't rated." in said) == again
    assert ("Ratings:" in said) != again
    assert "Not rated:" not in said


async def test_the_next_call_says_who_is_away_and_until_when(table: Table) -> None:
    await choose(table, DisplayMode.EDITED_CARD)
    await table.begin("hoyito", pace=3)
    await table.bot.store.vacations.begin(table.ben.id, table.env.now())
    await table.play("a")
    assert f"<@{table.ben.id}>, your move in" in words(table.last)
    assert "**Ben** is on vacation until <t:" in words(table.last)
