"""Leagues and cups have a thread: lists of what begins, boards with their first moves, the rest."""

from contextlib import suppress
from datetime import timedelta

import discord
import pytest
import simcord

from data import Contest, ContestState, DisplayMode
from data.columns import stamp
from match import verbs
from tests.cogs.test_seasons import WEEK, card_of, contest_of, everything, opened, wait
from tests.delivery.test_deleted_channels import delete_channel
from tests.simulated_discord.display_modes import choose, one_thread_for_each_message, posts
from tests.simulated_discord.interruptions import each_step
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Calls, Table, labels, later, pictures, poll, words
from tests.thorough import THOROUGH

THREADS = ("create_public_threads", "send_messages_in_threads", "read_message_history")


def thread_of(table: Table, contest: Contest) -> simcord.ChannelHandle:
    """Return the thread of an event."""
    return next(each for each in table.channel.threads if each.id == contest.thread)


async def thread_as_seen(table: Table, contest: Contest) -> discord.Thread:
    """Return the thread of an event, as the bot sees it."""
    assert contest.thread is not None
    thread = await table.bot.fetch_channel(contest.thread)
    assert isinstance(thread, discord.Thread)
    return thread


async def begun(table: Table, **options: object) -> Contest:
    """Let a league of Ada, Ben and Cleo begin."""
    await opened(table, table.dora, name="Spring League", **{"game": "bizingo", **options})
    return await wait(table, WEEK)


async def resign_first(table: Table, contest: Contest) -> None:
    """Let somebody lose the first match of an event."""
    number, now = contest.games[0].match or 0, table.env.now()
    await table.bot.store.matches.apply(
        number, lambda match: verbs.resign(match, max(match.seats), now)
    )


@pytest.mark.parametrize("mode", DisplayMode)
async def test_a_league_lives_in_a_thread_and_its_channel_keeps_the_card(
    table: Table, mode: DisplayMode
) -> None:
    await choose(table, mode)
    contest = await begun(table)
    thread = thread_of(table, contest)
    assert thread.name == "Spring League"
    assert [each.id for each in posts(table.channel)] == [thread.id], "it is made from the card"
    (told,) = posts(thread)
    assert "these are your first matches" in words(told)
    assert "- Ada–Ben #" in words(told) or "- Ben–Ada #" in words(told)
    assert len(labels(told)) == len(contest.games) == 3
    match = await table.match(contest.games[0].match or 0)
    mover = next(who for who in (table.ada, table.ben, table.cleo) if who.id == match.to_move)
    opens = f"Open #{match.number}"
    picker = private(await mover.click(told, label=opens))
    assert pictures(picker)
    watching = private(await table.dora.click(told, label=opens))
    assert "Follow" in labels(watching)
    assert len(posts(thread)) == 1, "to open a board posts nothing"
    move = next(iter(match.position.moves()))
    await mover.slash(thread, "move", move=move, match=match.number)
    board = posts(thread)[1]
    assert pictures(board)
    waits = match.seats[1 - match.turn]
    assert {waits} == {one for each in posts(thread)[1:] for one in table.called(each)}
    assert len(posts(table.channel)) == 1
    match = await table.match(match.number)
    assert match.channel_around == table.channel.id
    assert thread.name == "Spring League"


async def test_one_reminder_a_round_is_for_matches_in_the_thread_and_beside_it(
    table: Table, calls: Calls
) -> None:
    await begun(table, pace="3")
    await table.begin("hoyito", pace=3)
    waiting = len(await table.bot.store.lists.live(table.ada.id, 9, to_move=True))
    assert waiting > 1, "one of the league, and one beside it"
    since = len(calls)
    await later(table, days=2.8)
    called = [each for _, each in calls[since:] if table.ada.id in each]
    assert len(called) == 1
    (told,) = [
        one for one in everything(table) if f"<@{table.ada.id}>, it's your move" in words(one)
    ]
    assert f"in {waiting} matches" in words(told)


async def test_what_begins_later_is_listed_and_pings_each_once(table: Table) -> None:
    contest = await begun(table, at_once=1)
    assert len(contest.games) == 1
    await resign_first(table, contest)
    await later(table, minutes=1)
    contest = await contest_of(table)
    told = [each for each in posts(thread_of(table, contest)) if "Open #" in str(labels(each))]
    assert [labels(each) for each in told] == [
        [f"Open #{game.match}" for game in contest.games[:1]],
        [f"Open #{game.match}" for game in contest.games[1:]],
    ]
    assert "New matches. <@" in words(told[1])
    movers = {(await table.match(game.match or 0)).seats[0] for game in contest.games[1:]}
    assert {*table.called(told[1])} == movers
    assert contest.unlisted == []


@pytest.mark.parametrize("lacking", THREADS)
async def test_where_no_thread_can_be_made_all_is_in_the_channel(
    table: Table, lacking: str
) -> None:
    assert table.bot.user is not None
    denied = discord.PermissionOverwrite(**{lacking: False})
    table.channel = table.guild.create_text_channel("closed", overwrites={table.bot.user: denied})
    contest = await begun(table)
    assert (contest.thread, table.channel.threads) == (None, [])
    told = [words(message) for message in table.channel.history()]
    assert sum("begins!" in each for each in told) == 1
    assert sum("Bizingo #" in each for each in told) == len(contest.games)


async def test_what_began_in_the_channel_goes_on_there(table: Table) -> None:
    contest = await begun(table, at_once=1)
    await table.change("UPDATE contests SET thread = NULL")
    await table.change("UPDATE matches SET channel = home_channel, home_message = NULL")
    await resign_first(table, contest)
    await wait(table, timedelta(hours=25))
    contest = await contest_of(table)
    assert len(contest.games) > 1
    assert len(posts(table.channel)) >= 3, "the card, a board, and the line of the day"
    assert contest.thread is None


async def test_in_a_deleted_thread_nothing_is_lost(table: Table) -> None:
    contest = await begun(table)
    await (await thread_as_seen(table, contest)).delete()
    await table.env.settle()
    contest = await contest_of(table)
    assert contest.thread is None
    match = await table.match(contest.games[0].match or 0)
    assert (match.place.channel, match.in_thread) == (table.channel.id, False)
    await resign_first(table, contest)
    await later(table, minutes=1)
    assert f"Bizingo #{match.number}" in words(posts(table.channel)[-1])


@THOROUGH
async def test_a_thread_that_takes_no_messages_is_left(table: Table) -> None:
    contest = await begun(table)
    path = f"/channels/{contest.thread}/messages"
    table.env.inject_error("POST", path, status=403, code=160005, times=None)
    await resign_first(table, contest)
    await later(table, minutes=1)
    contest = await contest_of(table)
    assert contest.thread is None
    assert "wins" in words(posts(table.channel)[-1])
    assert all([(await table.match(game.match or 0)).in_thread is False for game in contest.games])


@THOROUGH
async def test_what_a_locked_thread_cannot_list_is_posted_in_the_channel(table: Table) -> None:
    contest = await begun(table, at_once=1)
    path = f"/channels/{contest.thread}/messages"
    table.env.inject_error("POST", path, status=403, code=160005, times=None)
    await resign_first(table, contest)
    await poll(table)
    await later(table, minutes=1)
    await later(table, minutes=1)
    contest = await contest_of(table)
    latest = await table.match(contest.games[-1].match or 0)
    assert latest.number != contest.games[0].match
    assert latest.card is not None
    assert latest.card.channel == table.channel.id
    assert latest.to_move in [one for each in posts(table.channel) for one in table.called(each)], (
        "its player is called there"
    )


@THOROUGH
async def test_an_event_goes_on_where_its_card_is_moved(table: Table) -> None:
    contest = await begun(table, at_once=1)
    before, first = contest.thread, contest.games[0].match or 0
    table.channel = table.guild.create_text_channel("elsewhere")
    await table.dora.slash(table.channel, "season show", season=1, here=True)
    contest = await contest_of(table)
    assert contest.card is not None
    assert contest.thread == contest.card.message
    assert (await table.match(first)).place.channel == before
    await resign_first(table, contest)
    await later(table, minutes=1)
    contest = await contest_of(table)
    assert {(await table.match(game.match or 0)).place.channel for game in contest.games[1:]} == {
        contest.thread
    }


@THOROUGH
async def test_an_event_whose_channel_is_gone_waits_for_another(table: Table) -> None:
    contest = await begun(table, at_once=1)
    await delete_channel(table)
    await table.env.settle()
    assert (await contest_of(table)).thread is None
    await resign_first(table, contest)
    await later(table, minutes=1)
    contest = await contest_of(table)
    assert contest.state is ContestState.RUNNING
    await table.dora.slash(table.channel, "season show", season=1, here=True)
    assert (await contest_of(table)).thread is not None


@THOROUGH
@pytest.mark.parametrize("how", ["killed after a request", "killed before a request"])
async def test_stopped_at_every_request_it_has_one_thread_and_one_list(
    table: Table, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    one_thread_for_each_message(table, monkeypatch)
    for step, interruption in each_step(how):
        await table.dora.slash(table.channel, "season start", game="bizingo", name=f"E{step}")
        contest = await contest_of(table, step)
        card = await card_of(table, contest)
        for each in (table.ada, table.ben, table.cleo):
            await each.click(card, label="Join")
        await table.change(
            "UPDATE contests SET begins = :now, due = :now WHERE id = :contest",
            now=stamp(table.env.now()),
            contest=step,
        )
        with suppress(BaseException), interruption:
            await poll(table)
        await table.restart()
        await poll(table)
        contest = await contest_of(table, step)
        assert (contest.card_version, contest.news) == (contest.version, None)
        lists = [each for each in everything(table) if f"**E{step}** begins!" in words(each)]
        assert len(lists) == 1, f"stopped at {step}"
        assert all(game.match for game in contest.games)
        assert labels(lists[0]) in (
            ["My season"],
            [f"Open #{game.match}" for game in contest.games],
        )
        await table.bot.store.contests.stop(contest.id, table.guild.id, table.env.now())
        for game in contest.games:
            await table.bot.store.matches.apply(
                game.match or 0,
                lambda match: verbs.resign(match, max(match.seats), table.env.now()),
            )
        await poll(table)
    assert step > 3


async def test_the_line_of_a_threads_event_comes_once_a_day(table: Table) -> None:
    await opened(table, table.dora, form="cup", most=4)
    await table.dora.slash(table.channel, "season join", season=1)
    await later(table, seconds=30)
    contest = await contest_of(table)
    for game in contest.games:
        now = table.env.now()
        await table.bot.store.matches.apply(
            game.match or 0,
            lambda match, now=now: verbs.resign(match, match.seats[1], now),  # type: ignore[misc]
        )
    await later(table, minutes=1)
    contest = await contest_of(table)
    assert any(game.slot.leg for game in contest.games), "they play again"
    assert len(posts(table.channel)) == 1
    await wait(table, timedelta(hours=25))
    (line,) = posts(table.channel)[1:]
    assert "are level, 1–1, and play again" in words(line)


async def test_while_discord_has_trouble_no_event_begins_without_its_thread(table: Table) -> None:
    await opened(table, table.dora, game="bizingo")
    table.env.inject_error("POST", "/channels/*/messages/*/threads", status=503, times=None)
    contest = await wait(table, WEEK)
    assert contest.is_open
    table.env.backend.faults.clear()
    contest = await wait(table, timedelta(minutes=1))
    assert (contest.state, contest.thread is None) == (ContestState.RUNNING, False)
