"""In the made-up language: leagues, cups, ladders, daily puzzles, rushes, spectators, digests."""

from datetime import timedelta

import discord
import pytest
import simcord

from contests.contest import Form
from data import Attempt, ContestState, ContestTerms, Person, Place
from match import verbs
from tests.cogs.test_daily_results import fill_puzzle_settings, present
from tests.cogs.test_puzzles import owner
from tests.simulated_discord.made_up_speech import SpeakMadeUp, faults
from tests.simulated_discord.private_answers import custom_ids, open_from_settings, private, type_in
from tests.simulated_discord.table import Message, Table, later, options, words
from tests.thorough import THOROUGH, mostly_thorough

__all__ = ["owner"]

EVENT_NAMES = ("Spring", "Dora", "Eve")
"""What is called the same in every language: the event, and who else plays in it."""


def faults_in(table: Table, after: Message | None = None) -> list[str]:
    """Describe what is wrong with all messages of the channel, or with those after one."""
    told = [each for each in table.channel.history() if after is None or each.id > after.id]
    assert told
    return [fault for message in told for fault in faults(message, EVENT_NAMES)]


async def press(
    table: Table, message: Message, kind: str, who: simcord.MemberActor | None = None
) -> Message:
    """Let somebody, else Ada, press the first button of a kind, whose label is translated."""
    found = next(each for each in custom_ids(message) if each.split("|")[0] == kind)
    return private(await (who or table.ada).click(message, custom_id=found))


async def sign_up(table: Table, form: Form, *, series: bool = False) -> None:
    """Open an event for a week, which four people join."""
    store, now = table.bot.store.contests, table.env.now()
    place = Place(table.channel.id, table.guild.id)
    terms = ContestTerms(form=form, game="ringo", options={}, name="Spring", weeks=3, series=series)
    await store.open(terms, place, Person(table.ada.id, "Ada"), now + timedelta(weeks=1), now)
    people = [(who.id, who.user.name) for who in (table.ada, table.ben, table.cleo)]
    for number, name in (*people, (5, "Dora")):
        await store.join(1, Person(number, name), table.guild.id, now)
    await later(table, seconds=30)


async def card_of(table: Table) -> discord.Message:
    contest = await table.bot.store.contests.find(1)
    assert contest.card is not None
    return await table.channel_message(contest.card.message)


async def walk(table: Table) -> list[str]:
    """Look at all that Ada can open from the card of an event, and describe what is wrong."""
    card = await card_of(table)
    shown: list[Message] = [card]
    for who in (table.ada, table.ben):
        kinds = [each.split("|")[0] for each in custom_ids(card)]
        shown += [
            await press(table, card, kind, who) for kind in kinds if kind.startswith("season")
        ]
    for command, event in (
        ("show", {}),
        ("show", {"event": 1}),
        ("my", {}),
        ("stop", {"event": 1}),
    ):
        shown.append(await type_in(table, f"season {command}", **event))
    return [fault for message in shown for fault in faults(message, EVENT_NAMES)]


@pytest.mark.parametrize("form", mostly_thorough([*Form], Form.CUP))
async def test_an_event_is_translated_from_its_card_to_its_end(
    table: Table, form: Form, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    await sign_up(table, form, series=form is Form.LEAGUE)
    assert not await walk(table)
    for who in (table.ada, table.ben):
        joined = await press(table, await card_of(table), "seasonjoin", who)
        assert not faults(joined, EVENT_NAMES), "they have left by their last press"
    await later(table, days=7)
    await later(table, seconds=30)
    contest = await table.bot.store.contests.find(1)
    assert contest.state is ContestState.RUNNING
    assert not await walk(table)
    for game in contest.games[:2]:
        assert game.match is not None
        await table.bot.store.matches.happen(
            game.match, lambda match: verbs.resign(match, match.seats[0], table.env.now())
        )
    await later(table, hours=25)
    await later(table, seconds=30)
    assert not await walk(table)
    while (contest := await table.bot.store.contests.find(1)).state is ContestState.RUNNING:
        for game in contest.games:
            if game.match is not None and game.played.points is None:
                await table.bot.store.matches.happen(
                    game.match, lambda match: verbs.resign(match, max(match.seats), table.env.now())
                )
        await later(table, seconds=30)
    await later(table, seconds=30)
    assert contest.state is ContestState.OVER
    assert not await walk(table)
    assert not faults_in(table)


async def test_leaving_and_stopping_an_event_are_translated(
    table: Table, dora: simcord.MemberActor, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    await sign_up(table, Form.LEAGUE)
    await later(table, days=7)
    await later(table, seconds=30)
    asked = await press(table, await card_of(table), "seasonleave")
    assert not faults(asked, EVENT_NAMES)
    assert not faults(await press(table, asked, "seasongone"), EVENT_NAMES)
    mine = await press(table, await card_of(table), "seasonmine", table.ben)
    load = next(each for each in custom_ids(mine) if each.startswith("seasonload|"))
    chosen = await table.ben.select(mine, ["2"], custom_id=load)
    assert not faults(private(chosen), EVENT_NAMES)
    asked = private(await dora.slash(table.channel, "season stop", event=1))
    assert not faults(asked, EVENT_NAMES)
    assert not faults(await press(table, asked, "seasonstop", dora), EVENT_NAMES)
    await later(table, seconds=30)
    assert not await walk(table)
    assert not faults_in(table)


async def test_an_event_that_too_few_join_is_called_off_in_translation(
    table: Table, dora: simcord.MemberActor, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    started = await dora.slash(table.channel, "season start", game="hoyito", called="Spring")
    assert not faults(started.response or started.followups[0], EVENT_NAMES)
    for _ in range(2):
        await later(table, days=7)
        await later(table, seconds=30)
    assert (await table.bot.store.contests.find(1)).state is ContestState.CANCELLED
    assert not faults_in(table)


async def test_ladders_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    await table.ada.slash(table.channel, "ladder", game="hoyito")
    card = table.last
    assert not faults(card)
    shown = []
    for who in (table.ada, table.ben, table.cleo):
        shown += [
            await press(table, card, kind, who) for kind in ("ladder", "ladderjoin", "ladderjoin")
        ]
        shown.append(await press(table, card, "ladder", who))
    asked = await press(table, card, "ladderleave", table.cleo)
    page = shown[-1]
    assert str(table.ben.id) in options(page)
    await table.cleo.select(page, [str(table.ben.id)], custom_id="ladderplay|hoyito")
    sent = table.last
    shown += [sent, await table.channel_message(card.id)]
    shown += [await press(table, card, "ladder", who) for who in (table.ben, table.cleo)]
    await table.ben.click(sent, custom_id=next(each for each in custom_ids(sent)))
    await table.bot.store.matches.happen(
        1, lambda match: verbs.resign(match, table.ben.id, table.env.now())
    )
    await later(table, seconds=30)
    shown += [await press(table, card, "ladder", who) for who in (table.ben, table.cleo)]
    gone = await press(table, asked, "ladderleave", table.cleo)
    shown += [asked, gone, await table.channel_message(card.id)]
    assert not [fault for message in shown for fault in faults(message)]
    assert not faults_in(table)


async def test_a_rush_is_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    speak_made_up()
    page = await type_in(table, "puzzle rush", game="ringo")
    assert not faults(page)
    stopped = await press(table, page, "rushstop")
    assert not faults(stopped)
    assert not faults(await press(table, stopped, "rushagain"))


@THOROUGH
async def test_watching_a_match_of_others_is_translated(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    await table.begin("hoyito")
    first = table.last
    speak_made_up()
    await table.play("a")
    card = table.last
    page = private(await table.cleo.click(card, custom_id=custom_ids(card)[0]))
    assert not faults(page)
    following = await press(table, page, "follow", table.cleo)
    assert not faults(following)
    guess = await press(table, page, "guess", table.cleo)
    assert not faults(guess)
    assert not faults(await press(table, guess, "guesspick", table.cleo))
    await table.bot.store.matches.happen(
        1, lambda match: verbs.resign(match, table.ben.id, table.env.now())
    )
    for _ in range(2):
        await later(table, seconds=30)
    letters = table.cleo.user.dm_channel.history()
    assert letters
    assert not [fault for letter in letters for fault in faults(letter)]
    assert not faults_in(table, first)


@THOROUGH
async def test_the_daily_post_and_the_digest_are_translated(
    table: Table,
    owner: simcord.MemberActor,
    speak_made_up: SpeakMadeUp,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("data.digests.MONDAY_NOON", table.env.now() + timedelta(days=2))
    page = await open_from_settings(table, "serveropen", owner)
    form = await owner.click(page, label="Weekly digest")
    await owner.submit_modal(form, {"channel": [table.channel]})
    await fill_puzzle_settings(table, table.ada, puzzle_name=True)
    await table.begin("hoyito")
    await table.play("a", "a")
    await owner.slash(table.channel, "puzzle daily")
    await table.bot.store.matches.happen(
        1, lambda match: verbs.resign(match, table.ben.id, table.env.now())
    )
    first = table.last
    speak_made_up()
    for day in range(3):
        await later(table, days=1)
        await later(table, seconds=30)
        if day == 1:
            told = await present(table)
            for person in (table.ada.id, table.ben.id):
                attempt = Attempt(person, told.game, told.puzzle, 1, table.guild.id)
                await table.bot.store.puzzles.answer(attempt, table.env.now(), was_right=True)
            await later(table, minutes=6)
            await later(table, seconds=30)
    said = "\n".join(words(message) for message in table.channel.history())
    for part in ("Thé wéék úp tó", "sólvéd ít", "Thé lást sévén dáys", "Thé lást púzzlé"):
        assert part in said
    assert not faults_in(table, first)
