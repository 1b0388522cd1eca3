"""Leagues and cups in Discord: `/season`, the one card, My season, what is told, who may what."""

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.serializers import guild_create_payload

from bot import Parlour
from cogs.decide_unfinished import Decisions
from computer import Unanswered
from contests.contest import LAST_WEEK, Form
from data import Contest, ContestState, ContestTerms, Person, Place
from delivery.contest_display import show_contest
from delivery.posting import custom_ids
from match import verbs
from match.event import Ending
from tests.data.sample_matches import advance, do
from tests.delivery.test_deleted_channels import delete_channel
from tests.delivery.test_lost_access import close_channel, letters
from tests.delivery.test_slow_discord import limited
from tests.simulated_discord.display_modes import posts
from tests.simulated_discord.forms import fields_of, filled_in
from tests.simulated_discord.interruptions import each_step
from tests.simulated_discord.private_answers import press_forged, private
from tests.simulated_discord.table import Table, labels, later, pictures, poll, words
from tests.thorough import THOROUGH

WEEK, SOON = timedelta(weeks=1), timedelta(seconds=30)


async def contest_of(table: Table, number: int = 1) -> Contest:
    return await table.bot.store.contests.find(number)


async def start(table: Table, who: simcord.MemberActor, **options: Any) -> Contest:
    """Start the first event, and choose in its forms what the command doesn't have."""
    typed = {key: options.pop(key) for key in {*options} & {"form", "name", "pace"}}
    game = options.pop("game", "hoyito")
    await who.slash(table.channel, "season start", game=game, **typed)
    if options:
        await change(table, who, await contest_of(table), **options)
    return await contest_of(table)


async def change(table: Table, who: simcord.MemberActor, contest: Contest, **options: Any) -> str:
    """Choose in a contest's forms, each that has one of the options; return the last answer."""
    answer = ""
    for label in ("Options", "Size and dates"):
        form = await who.click(await card_of(table, contest), label=label)
        filled = filled_in(form)
        mine = {key: str(options[key]) for key in {*options} & {*filled}}
        if mine:
            done = await who.submit_modal(form, filled_in(form, **mine))
            answer = words(private(done))
    return answer


async def opened(table: Table, who: simcord.MemberActor, **options: Any) -> Contest:
    """Open an event, which Ada, Ben and Cleo join by its card."""
    card = await card_of(table, await start(table, who, **options))
    for each in (table.ada, table.ben, table.cleo):
        await each.click(card, label="Join")
    return await contest_of(table)


async def card_of(table: Table, contest: Contest) -> discord.Message:
    assert contest.card is not None
    return await table.channel_message(contest.card.message)


def everything(table: Table) -> list[discord.Message]:
    """List the messages in the channel, and then those in the threads of its events."""
    threads = [message for thread in table.channel.threads for message in posts(thread)]
    return posts(table.channel) + threads


async def remove_bot(table: Table) -> None:
    """Throw the bot out of the server."""
    table.env.backend.emit("GUILD_DELETE", {"id": str(table.guild.id)})
    await table.env.settle()


async def add_bot(table: Table) -> None:
    """Let the bot into the server again."""
    backend = table.env.backend
    guild = backend.guilds[table.guild.id]
    backend.emit("GUILD_CREATE", guild_create_payload(backend, guild))
    await table.env.settle()


async def wait(table: Table, time: timedelta) -> Contest:
    """Let time pass, and return the event after it."""
    for seconds in (time.total_seconds(), 60):
        await table.env.advance_time(seconds)
        await poll(table)
    return await contest_of(table)


async def play_out(table: Table) -> Contest:
    """Let the second one of each match resign until the event is over."""
    while (contest := await contest_of(table)).state is ContestState.RUNNING:
        for game in contest.games:
            if game.match is not None and game.played.points is None:
                store, now = table.bot.store, table.env.now()
                moved = await advance(store, await store.matches.find(game.match), 2, now)
                await do(store, moved, verbs.resign, max(moved.seats), now)
        await poll(table)
    return contest


async def test_a_league_from_its_card_to_its_champion(table: Table) -> None:
    contest = await opened(table, table.dora, name="Spring League", weeks=4, at_once=0)
    assert len(table.channel.history()) == 1
    text = words(await card_of(table, contest))
    assert "Spring League" in text
    assert "Ada, Ben, Cleo" in text
    assert labels(await card_of(table, contest))[:2] == ["Join", "Leave"]
    contest = await wait(table, WEEK)
    assert contest.state is ContestState.RUNNING
    assert len(posts(table.channel)) == 1, "its matches have a thread"
    (told,) = everything(table)[1:]
    assert "**Spring League** begins!" in words(told)
    assert {*table.called(told)} == {table.ada.id, table.ben.id, table.cleo.id}
    assert labels(told) == [f"Open #{game.match}" for game in contest.games]
    assert pictures(await card_of(table, contest))
    mine = (await table.ada.click(await card_of(table, contest), label="My season")).response
    assert mine is not None
    assert "Playing now" in words(mine)
    assert "Points you can still reach: 4 (**" in words(mine)
    number = contest.games[0].match
    assert number is not None
    await table.bot.store.matches.apply(
        number, lambda match: verbs.resign(match, max(match.seats), table.env.now())
    )
    await wait(table, timedelta(hours=25))
    (line,) = [message for message in table.channel.history() if " beat " in message.content]
    assert line.content.startswith("**Spring League**: ")
    assert table.called(line) == []
    contest = await play_out(table)
    contest = await wait(table, timedelta(seconds=30))
    boards = [words(each) for each in everything(table) if f"Hoyito #{number}" in words(each)]
    assert "· Spring League" in "".join(boards)
    assert contest.card_version == contest.version
    (champion,) = (one.person for one in contest.entrants if one.place == 1)
    over = [message for message in table.channel.history() if "is over" in message.content]
    assert [table.called(message) for message in over] == [[champion.id]]
    assert f"**{champion.name}** has won it!" in words(await card_of(table, contest))
    reckoned = await table.ben.click(await card_of(table, contest), label="How places are decided")
    assert "SB" in words(reckoned.response)
    actor = next(one for one in (table.ada, table.ben, table.cleo) if one.id == champion.id)
    profile = await actor.slash(table.channel, "profile")
    assert "Champion: Spring League" in words(profile.response)


async def test_card_names_the_rules_as_those_of_matches_do(table: Table) -> None:
    contest = await start(table, table.dora, game="ringo")
    card = words(await card_of(table, contest))
    assert "-# Ringo · Everyone plays everyone once · Rated · " in card
    assert " · Fair: " in card
    assert "Attackers: 5" not in card, "Fair says it"


async def test_whoever_joins_somebody_they_block_is_told_first(table: Table) -> None:
    await table.dora.slash(table.channel, "season start", game="bizingo")
    card = await card_of(table, await contest_of(table))
    await table.ben.click(card, label="Join")
    await table.bot.store.people.block(table.ada.id, table.ben.id, table.env.now())
    asked = private(await table.ada.click(card, label="Join"))
    told = (
        "You've blocked **Ben**, who play in **League 1**. If you join, you're paired all the same"
    )
    assert told in words(asked)
    assert len((await contest_of(table)).entrants) == 1
    await table.ada.click(asked, label="Join anyway")
    assert {one.person.name for one in (await contest_of(table)).entrants} == {"Ada", "Ben"}
    await table.cleo.click(card, label="Join")
    assert len((await contest_of(table)).entrants) == 3, "who has blocked nobody is not asked"


async def test_whoever_blocks_is_told_once_when_whom_they_block_joins_later(table: Table) -> None:
    await table.dora.slash(table.channel, "season start", game="bizingo")
    card = await card_of(table, await contest_of(table))
    await table.ada.click(card, label="Join")
    await table.env.advance_time(60)
    await table.cleo.click(card, label="Join")
    await table.env.advance_time(60)
    for blocked in (table.ben, table.cleo):
        await table.bot.store.people.block(table.ada.id, blocked.id, table.env.now())
    await table.env.advance_time(60)
    await table.ben.click(card, label="Join")
    told = "You've blocked **Ben**, who has now joined **League 1** in Test Guild. You're paired"
    for _ in range(2):
        await poll(table)
        (letter,) = letters(table.ada)
        assert letter.startswith(told)
        await table.ben.click(card, label="Leave")
        await table.ben.click(card, label="Join")
        await table.restart()
    await poll(table)
    assert len(letters(table.ada)) == 1


async def test_what_does_not_fit_its_weeks_is_said_to_the_organiser(table: Table) -> None:
    contest = await start(table, table.dora, game="bizingo", most=8, at_once=1, weeks=8)
    told = await change(table, table.dora, contest, weeks=8)
    assert told.startswith("**League 1** has been changed.")
    assert "At this pace 7 matches each can take 15 weeks, but there are only 8 weeks." in told
    assert "What fits: 15 weeks or At most 4 matches at once." in told
    assert "Otherwise whatever is left begins 15 days before the end." in told
    told = await change(table, table.dora, contest, weeks=15)
    assert told == "**League 1** has been changed."
    assert (await contest_of(table)).terms.weeks == 15


async def test_an_organiser_changes_all_of_it_until_sign_up_ends(table: Table) -> None:
    contest = await start(table, table.dora, game="ringo", name="Spring")
    card = await card_of(table, contest)
    form = await table.dora.click(card, label="Options")
    assert fields_of(form) == {
        "ticks": ("ticks", ["rated"]),
        "preset": ("radio", "fair"),
        "at_once": ("radio", "4"),
    }
    chosen = filled_in(form, ticks=["series"], preset="classic", at_once="2")
    await table.dora.submit_modal(form, chosen)
    size = await table.dora.click(card, label="Size and dates")
    assert {*fields_of(size)} == {"most", "division", "weeks", "days"}
    await table.dora.submit_modal(size, filled_in(size, most="6", division="3", days="2"))
    terms = (await contest_of(table)).terms
    assert (terms.rated, terms.series, terms.at_once) == (False, True, 2)
    assert (terms.most, terms.division, terms.both_sides) == (6, 3, True), "one side is easier"
    assert "(0 of 6)" in words(await card_of(table, contest))
    refused = private(await table.ben.click(card, label="Options"))
    assert "Only a moderator, or the person who started it" in words(refused)
    for each in (table.ada, table.ben, table.cleo):
        await each.click(card, label="Join")
    few = await change(table, table.dora, contest, most=3)
    assert "has been changed" in few, "it is full"
    assert (await contest_of(table)).begins == table.env.now()


async def test_what_has_begun_or_has_more_people_cannot_be_changed_to_that(table: Table) -> None:
    contest = await opened(table, table.dora, form="cup", most=5)
    four = table.guild.add_member(table.env.create_user("Eve"))
    card = await card_of(table, contest)
    await four.click(card, label="Join")
    await four.click(card, label="Leave")
    assert await change(table, table.dora, contest, most=4) == "**Cup 1** has been changed."
    form = await table.dora.click(await card_of(table, contest), label="Size and dates")
    await table.dora.click(await card_of(table, contest), label="Join")
    await poll(table)
    late = private(await table.dora.submit_modal(form, filled_in(form)))
    assert "Sign-up has ended" in words(late)


@THOROUGH
async def test_a_cup_is_shown_as_a_bracket(table: Table) -> None:
    await opened(table, table.dora, form="cup", most=4)
    await table.dora.slash(table.channel, "season join", season=1)
    contest = await wait(table, timedelta(seconds=30))
    assert contest.state is ContestState.RUNNING
    (picture,) = pictures(await card_of(table, contest))
    assert "Semi-finals" in picture["description"]
    contest = await play_out(table)
    await wait(table, timedelta(seconds=30))
    assert "has won it!" in words(await card_of(table, await contest_of(table)))


@THOROUGH
async def test_it_stands_in_discords_own_list_where_the_bot_may(table: Table) -> None:
    def requests() -> list[tuple[str, str]]:
        return [
            (sent.method, sent.path.rpartition("/scheduled-events")[2][:1])
            for sent in table.env.http_requests
            if "/scheduled-events" in sent.path
        ]

    await opened(table, table.dora)
    assert requests() == [("GET", ""), ("POST", "")]
    await wait(table, WEEK)
    assert ("PATCH", "/") in requests()
    before = len(requests())
    await table.bot.store.contests.stop(1, table.guild.id, table.env.now())
    await poll(table)
    assert requests()[before:] == [("GET", "/"), ("PATCH", "/")]
    assert requests().count(("POST", "")) == 1


async def test_nothing_begins_where_the_channel_was_deleted_during_sign_up(table: Table) -> None:
    await opened(table, table.dora)
    other = table.guild.create_text_channel("other")
    await delete_channel(table)
    await poll(table)
    deleted = (
        f"The channel of **League 1** in {table.guild.name} was deleted, so nobody can join, and "
        "it won't begin. Type `/season show here:True` in another channel to move it there."
    )
    assert letters(table.dora) == [deleted]
    await wait(table, WEEK)
    contest = await contest_of(table)
    assert contest.state is ContestState.OPEN
    assert (contest.card, contest.news, contest.card_version) == (None, None, contest.version)
    assert letters(table.dora) == [deleted] * 2
    await table.dora.slash(other, "season show", season=1, here=True)
    contest = await contest_of(table)
    assert contest.card is not None
    assert contest.card.channel == other.id
    await wait(table, WEEK)
    assert (await contest_of(table)).state is ContestState.RUNNING
    assert len(letters(table.dora)) == 2


@THOROUGH
async def test_a_channel_that_stays_deleted_calls_the_event_off(table: Table) -> None:
    await opened(table, table.dora)
    await table.bot.close()  # it is deleted while the bot is off
    await delete_channel(table)
    await table.env.restart_bot(Parlour(table.settings))
    await wait(table, WEEK)
    assert len(letters(table.dora)) == 1
    await wait(table, WEEK)
    assert (await contest_of(table)).state is ContestState.CANCELLED
    assert letters(table.dora)[-1] == (
        f"**League 1** in {table.guild.name} is off: its channel was deleted."
    )


async def test_a_running_event_whose_channel_is_deleted_goes_on_and_is_shown_elsewhere(
    table: Table,
) -> None:
    await opened(table, table.dora)
    await wait(table, WEEK)
    await delete_channel(table)
    await poll(table)
    (letter,) = letters(table.dora)
    assert letter == (
        f"The channel of **League 1** in {table.guild.name} was deleted. Type `/season show "
        "here:True` in another channel to move it there."
    )
    gus = table.add_manager("Gus")
    moved = await gus.slash(table.channel, "season show", season=1, here=True)
    assert "is now shown here" in words(private(moved))


async def test_whoever_does_not_see_its_channel_neither_sees_nor_joins_an_event(
    table: Table,
) -> None:
    await table.dora.slash(table.channel, "season start", game="hoyito", name="Secret")
    contest = await contest_of(table)
    card = await card_of(table, contest)
    await table.cleo.click(card, label="Join")
    await close_channel(table, table.ben)
    await close_channel(table, table.cleo)
    elsewhere = table.guild.create_text_channel("elsewhere")
    assert await table.ben.autocomplete(elsewhere, "season show", "season", "") == []
    shown = await table.ben.slash(elsewhere, "season show")
    assert "no league or cup here yet" in words(shown.response)
    for command in ("join", "leave", "show", "my", "stop"):
        refused = await table.ben.slash(elsewhere, f"season {command}", season=1)
        assert "no such league or cup" in words(refused.response), command
    table.channel = elsewhere
    for name in ("seasonjoin", "seasonleave", "seasongone", "seasonmine", "seasonshow"):
        pressed = await press_forged(table, table.ben, f"{name}|1")
        assert "no such league or cup" in words(pressed), name
    assert [one.person.id for one in (await contest_of(table)).entrants] == [table.cleo.id]
    own = await table.cleo.slash(elsewhere, "season show", season=1)
    assert "Secret" in words(own.response), "whoever is in it still sees it"


async def test_an_event_in_a_hidden_channel_is_in_no_public_list(table: Table) -> None:
    unseen = discord.PermissionOverwrite(view_channel=False)
    hidden = table.guild.create_text_channel(
        "hidden", overwrites={table.guild.default_role: unseen}
    )
    await table.env.settle()
    place, now = Place(hidden.id, table.guild.id), table.env.now()
    terms = ContestTerms(form=Form.LEAGUE, game="hoyito", options={})
    await table.bot.store.contests.open(terms, place, Person(table.dora.id, "Dora"), now, now)
    await poll(table)
    assert not [one for one in table.env.http_requests if "/scheduled-events" in one.path]


async def test_an_event_outlives_an_hour_without_the_bot(table: Table) -> None:
    await opened(table, table.dora)
    await wait(table, WEEK)
    before = await contest_of(table)
    await remove_bot(table)
    await wait(table, timedelta(minutes=50))
    await add_bot(table)
    await wait(table, SOON)
    contest = await contest_of(table)
    assert (contest.state, contest.ends) == (ContestState.RUNNING, before.ends)
    assert not [one for one in table.channel.history() if "I was removed" in one.content]


async def test_an_event_that_was_without_the_bot_for_longer_says_once_that_it_ended(
    table: Table,
) -> None:
    await opened(table, table.dora)
    await wait(table, WEEK)
    await remove_bot(table)
    await wait(table, timedelta(hours=2))
    assert (await contest_of(table)).state is ContestState.UNDECIDED
    await add_bot(table)
    await poll(table)
    await table.restart()
    await poll(table)
    (told,) = [one.content for one in table.channel.history() if "I was removed" in one.content]
    assert told == (
        "**League 1** ended without a winner, because I was removed from this server. Its matches "
        "go on as ordinary matches."
    )


async def test_who_may_start_one_and_where_it_is_shown_are_settings(table: Table) -> None:
    refused = await table.ada.slash(table.channel, "season start", game="ringo")
    assert "Only moderators can start" in words(refused.response)
    other = table.guild.create_text_channel("league")
    await table.bot.store.server_settings.change(
        table.guild.id,
        lambda local: local.changed(
            {
                "season_starters": "everybody",
                "season_channel": str(other.id),
                "seasons_at_once": "1",
            }
        ),
    )
    await table.ada.slash(table.channel, "season start", game="ringo")
    assert other.last_message is not None
    assert "League 1" in words(other.last_message)
    refused = await table.dora.slash(table.channel, "season start", game="ringo")
    assert "Limit reached" in words(refused.response)


@THOROUGH
async def test_leaving_asks_once_and_stopping_is_for_organisers(table: Table) -> None:
    await opened(table, table.dora)
    contest = await wait(table, WEEK)
    asked = private(await table.ada.click(await card_of(table, contest), label="Leave"))
    await table.ada.click(asked, label="No")
    assert not (await contest_of(table)).progress().is_out
    asked = private(await table.ada.slash(table.channel, "season leave", season=1))
    await table.ada.click(asked, label="Yes, leave")
    assert len((await contest_of(table)).progress().is_out) == 1
    refused = await table.ben.slash(table.channel, "season stop", season=1)
    assert "Only a moderator, or the person who started it" in words(refused.response)
    asked = private(await table.dora.slash(table.channel, "season stop", season=1))
    await table.dora.click(asked, label="Yes, stop it")
    await poll(table)
    contest = await contest_of(table)
    assert contest.state is ContestState.UNDECIDED
    assert "was stopped" in words(await card_of(table, contest))


@THOROUGH
async def test_an_event_goes_on_when_its_organiser_leaves_the_server(table: Table) -> None:
    fay = table.add_manager("Fay")
    await opened(table, fay)
    table.guild.remove_member(fay)
    contest = await wait(table, WEEK)
    assert contest.organiser == fay.id
    assert contest.state is ContestState.RUNNING
    ended = contest.games[0].match
    assert ended is not None
    await table.bot.store.matches.apply(
        ended, lambda match: verbs.resign(match, match.seats[0], table.env.now())
    )
    await wait(table, SOON)
    assert (await contest_of(table)).games[0].played.points is not None
    assert "1 out of" in words(await card_of(table, contest))
    refused = await table.ada.slash(table.channel, "season stop", season=1)
    assert "Only a moderator, or the person who started it" in words(refused.response)
    gus = table.add_manager("Gus")
    asked = private(await gus.slash(table.channel, "season stop", season=1))
    await gus.click(asked, label="Yes, stop it")
    contest = await wait(table, SOON)
    assert contest.state is ContestState.UNDECIDED
    assert "It was stopped" in words(await card_of(table, contest))


async def test_an_event_is_not_moved_where_somebody_who_plays_does_not_see_it(table: Table) -> None:
    await opened(table, table.dora)
    unseen = discord.PermissionOverwrite(view_channel=False)
    there = table.guild.create_text_channel("quiet", overwrites={table.ben: unseen})
    refused = await table.dora.slash(there, "season show", season=1, here=True)
    told = f"Ben can't see <#{there.id}>; choose a channel that all players can see."
    assert told in words(private(refused))
    assert (await contest_of(table)).place.channel == table.channel.id
    gone = table.guild.create_text_channel("gone", overwrites={table.cleo: unseen})
    await table.ben.click(await card_of(table, await contest_of(table)), label="Leave")
    table.guild.remove_member(table.cleo)
    moved = await table.dora.slash(gone, "season show", season=1, here=True)
    assert "is now shown here" in words(private(moved)), "whoever left the server sees no channel"
    assert (await contest_of(table)).place.channel == gone.id


@THOROUGH
async def test_thirty_who_join_within_a_second_are_shown_by_few_edits(table: Table) -> None:
    await table.dora.slash(table.channel, "season start", game="hoyito")
    contest = await contest_of(table)
    people = [
        table.guild.add_member(table.env.create_user(f"Player {number}")) for number in range(30)
    ]
    card_id = str((await card_of(table, contest)).id)
    card, before = await card_of(table, contest), len(table.env.http_requests)
    async with table.at_once():
        for one in people:
            await one.click(card, label="Join")
    edits = [
        sent
        for sent in table.env.http_requests[before:]
        if sent.method == "PATCH" and card_id in sent.path
    ]
    contest = await contest_of(table)
    assert len(contest.entrants) == 30
    assert contest.card_version == contest.version
    assert len(edits) <= 10


@THOROUGH
async def test_an_event_stopped_at_every_request_is_shown_and_told_once(table: Table) -> None:
    for step, interruption in each_step("killed after a request"):
        contest = await _stored(table, step)
        await table.env.advance_time(60)
        with suppress(BaseException), interruption:
            await poll(table)
        await table.restart()
        await poll(table)
        found = await contest_of(table, contest)
        assert (found.card_version, found.news) == (found.version, None)
        marks = [
            mark
            for message in table.channel.history()
            for mark in custom_ids(message.components)
            if mark.startswith(f"seasonmine|{contest}|")
        ]
        assert sorted(marks) == [f"seasonmine|{contest}|0", f"seasonmine|{contest}|1"]
        await table.bot.store.contests.stop(contest, table.guild.id, table.env.now())
        await poll(table)
    assert step > 2


async def _stored(table: Table, number: int) -> int:
    """Open an event in the store that three people have joined."""
    store, now = table.bot.store.contests, table.env.now()
    place = Place(table.channel.id, table.guild.id)
    terms = ContestTerms(form=Form.LEAGUE, game="hoyito", options={}, name=f"E{number}")
    contest = await store.open(terms, place, Person(table.ada.id, "Ada"), now + SOON, now)
    for one in (table.ada, table.ben, table.cleo):
        await store.join(contest.id, Person(one.id, one.name), table.guild.id, now)
    return contest.id


@THOROUGH
async def test_a_week_after_the_end_date_the_computer_decides(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def first_wins(position: object) -> int:
        asked.append(position)
        return 0

    monkeypatch.setattr("cogs.decide_unfinished.decide", first_wins)
    await opened(table, table.dora, game="bizingo", weeks=1, pace="14")
    await wait(table, WEEK)
    contest = await wait(table, WEEK)
    assert contest.ends is not None
    matches = [await table.match(game.match) for game in contest.games if game.match]
    assert [match.clock.limit for match in matches] == [timedelta(hours=12)] * 3
    while table.env.now() < contest.ends + LAST_WEEK:
        assert not asked
        for match in matches:
            await _play_on(table, match.number)
        await later(table, hours=11)
    await later(table, minutes=1)
    assert len(asked) == 3
    for match in [await table.match(match.number) for match in matches]:
        assert match.result is not None
        assert (match.result.how, match.result.winner) == (Ending.DECIDED, 0)
        assert not match.counts
    contest = await contest_of(table)
    assert contest.state is ContestState.OVER
    assert "decided" in "".join(map(words, everything(table)))


async def _play_on(table: Table, number: int) -> None:
    """Let whoever is to move play their first legal move."""
    match = await table.match(number)
    person, move = match.to_move, next(iter(match.position.moves()))
    assert person is not None
    await table.bot.store.matches.apply(
        match, lambda before: verbs.play(before, person, table.env.now(), move)
    )


async def test_forged_and_foreign_presses_do_nothing(table: Table) -> None:
    await opened(table, table.dora)
    elsewhere = table.env.create_guild()
    eve = elsewhere.add_member(table.env.create_user("Eve"))
    there = elsewhere.create_text_channel("games")
    for command in ("join", "leave", "show", "my", "stop"):
        refused = await eve.slash(there, f"season {command}", season=1)
        assert "no such league or cup" in words(refused.response)
    shown = await eve.slash(there, "season show")
    assert "no league or cup here yet" in words(shown.response)
    assert len((await contest_of(table)).entrants) == 3


@THOROUGH
async def test_leagues_and_cups_of_the_server_are_offered_by_name(table: Table) -> None:
    await table.dora.slash(table.channel, "season start", game="hoyito", name="Spring League")
    await table.dora.slash(
        table.channel, "season start", game="ringo", form="cup", name="Autumn Cup"
    )

    async def offered(typed: str) -> list[str]:
        found = await table.ada.autocomplete(table.channel, "season show", "season", typed)
        return sorted(choice["name"] for choice in found)

    assert await offered("") == ["Autumn Cup", "Spring League"]
    assert await offered("spring") == ["Spring League"]
    assert await offered("winter") == []


@THOROUGH
async def test_a_decision_that_fails_is_made_later_and_of_the_position_then(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await table.begin("hoyito")
    decisions, asked = Decisions(table.bot), list[object]()

    async def decide(position: object) -> int:
        asked.append(position)
        match len(asked):
            case 1:
                raise Unanswered("it died")
            case 2:
                raise RuntimeError("it cannot be read")
            case 3:
                await _play_on(table, 1)
        return 1

    monkeypatch.setattr("cogs.decide_unfinished.decide", decide)

    async def decided() -> None:
        decisions.begin([1])
        assert decisions._work is not None
        await decisions._work

    await decided()
    assert "match 1: it is decided later: it died" in caplog.text
    await decided()
    assert "match 1 could not be decided; it is tried again later" in caplog.text
    assert not (await table.match()).over
    await decided()
    match = await table.match()
    assert match.result is not None
    assert (match.result.how, match.result.winner, len(asked)) == (Ending.DECIDED, 1, 4)
    assert asked[3] == match.position, "of a position that went on nothing is said"
    await decided()
    assert await table.match() == match, "it is over already"


async def test_news_is_told_though_the_card_takes_no_edits_for_minutes(table: Table) -> None:
    await table.dora.slash(table.channel, "season start", game="hoyito", name="Spring League")
    card = await card_of(table, await contest_of(table))
    for each in (table.ada, table.ben, table.cleo):
        await each.click(card, label="Join")
    with limited(table, "PATCH") as asked:
        await wait(table, WEEK)
        assert asked
        assert any("**Spring League** begins!" in words(one) for one in everything(table))
    contest = await contest_of(table)
    assert contest.card_version < contest.version
    await later(table, minutes=11)
    contest = await contest_of(table)
    assert contest.card_version == contest.version


@THOROUGH
async def test_a_card_and_news_that_an_outage_held_up_come_once_after_it(table: Table) -> None:
    table.fail("POST", status=503, times=None)
    await table.dora.slash(table.channel, "season start", game="hoyito", name="Spring League")
    assert table.channel.history() == []
    table.env.backend.faults.clear()
    await later(table, minutes=10)
    contest = await contest_of(table)
    card = await card_of(table, contest)
    for each in (table.ada, table.ben, table.cleo):
        await each.click(card, label="Join")
    table.env.inject_error("POST", "*", status=503, times=None)
    await wait(table, WEEK)
    assert len(everything(table)) == 1
    table.env.backend.faults.clear()
    await later(table, minutes=10)
    told = [words(message) for message in everything(table)]
    assert sum("begins!" in each for each in told) == 1
    assert sum("### Spring League" in each for each in told) == 1


@THOROUGH
@pytest.mark.parametrize("may_create", [False, True])
async def test_without_discords_own_list_the_card_says_it_all(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    *,
    may_create: bool,
) -> None:
    """The bot may not make events there, or Discord does not take the event."""
    caplog.set_level(logging.INFO)
    if may_create:
        table.env.inject_error("POST", "/guilds/*/scheduled-events", status=400, code=30038)
    else:
        monkeypatch.setattr(
            discord.Member, "guild_permissions", discord.Permissions(send_messages=True)
        )
    contest = await opened(table, table.dora)
    assert ("contest 1: it is in no list of Discord's: 400" in caplog.text) == may_create
    tried = [
        sent
        for sent in table.env.http_requests
        if sent.method == "POST" and "/scheduled-events" in sent.path
    ]
    assert len(tried) == may_create
    assert contest.scheduled is None
    assert "Ada, Ben, Cleo" in words(await card_of(table, contest))


async def test_who_plays_in_a_league_decides_no_match_but_as_the_owner(table: Table) -> None:
    contest = await opened(table, table.dora, weeks=4, at_once=0)
    await table.dora.click(await card_of(table, contest), label="Join")
    await wait(table, WEEK)
    begun = [game.match for game in (await contest_of(table)).games if game.match]
    rivals = [match for match in begun if table.dora.id not in (await table.match(match)).seats]

    async def rule(what: str, **chosen: object) -> simcord.InteractionResult:
        chosen |= {"match": rivals[0], "reason": "Because"}
        return await table.dora.slash(table.channel, f"match moderate {what}", **chosen)

    for what, winner in (("end", {}), ("lock", {}), ("unlock", {}), ("decide", {"winner": 0})):
        refused = await rule(what, **winner)
        assert "You play in the same league, cup or ladder" in words(private(refused))
    assert not (await table.match(rivals[0])).over
    server = table.bot.get_guild(table.guild.id)
    assert server is not None
    owner, server.owner_id = server.owner_id, table.dora.id
    await rule("lock")
    assert (await table.match(rivals[0])).locked
    server.owner_id = owner
    await table.bot.store.contests.leave(1, table.dora.id, table.guild.id, table.env.now())
    await rule("unlock")
    assert not (await table.match(rivals[0])).locked, "who has left is nobody's rival"


@pytest.mark.parametrize("ends", [False, True])
async def test_a_scheduled_event_that_discord_took_just_before_a_stop_is_found_again(
    table: Table, monkeypatch: pytest.MonkeyPatch, *, ends: bool
) -> None:
    async def killed(*_recorded: object) -> None:
        raise asyncio.CancelledError

    def scheduled() -> list[tuple[str, int]]:
        found = table.env.backend.get_guild(table.guild.id).scheduled_events.values()
        return [(each.name, int(each.status)) for each in found]

    contest = await _stored(table, 1)
    with monkeypatch.context() as stop, suppress(asyncio.CancelledError):
        stop.setattr(table.bot.store.contest_messages, "schedule", killed)
        await show_contest(table.bot, contest)
    assert (await contest_of(table)).scheduled is None
    await table.restart()
    if ends:
        await table.bot.store.contests.stop(contest, table.guild.id, table.env.now())
    else:
        await table.env.advance_time(60)
    await poll(table)
    status = discord.EventStatus.canceled if ends else discord.EventStatus.active
    assert scheduled() == [("E1", status.value)]


async def test_a_deletion_takes_a_name_out_of_what_was_told_of_an_event(table: Table) -> None:
    contest = await opened(table, table.dora, name="Spring League")
    await wait(table, WEEK)
    number = (await contest_of(table)).games[0].match
    assert number is not None
    match = await table.bot.store.matches.find(number)
    gone, other = match.names
    match = await advance(table.bot.store, match, 2, table.env.now())
    await do(table.bot.store, match, verbs.resign, match.seats[1], table.env.now())
    await wait(table, timedelta(hours=25))

    def told() -> list[str]:
        return [words(each) for each in everything(table) if "Spring League**" in words(each)]

    assert any(f"{gone} beat {other}" in each for each in told())
    assert any(f"<@{match.seats[0]}>" in each for each in told())
    await table.bot.store.forgetting.forget(match.seats[0], table.env.now())
    await poll(table)
    assert not any(gone in each or str(match.seats[0]) in each for each in told())
    assert any(f"a former player beat {other}" in each for each in told())
    assert any(f"- a former player–{other} #{number}" in each for each in told())
    assert await table.bot.store.contest_messages.outdated(contest.id, 9) == []
