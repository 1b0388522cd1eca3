"""Forged controls of leagues, cups, ladders and their settings: a sentence, and nothing changes."""

import logging
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta

import discord
import pytest
import simcord

from contests.contest import Form
from data import ContestState, ContestTerms, Person, Place
from data.connection import LARGEST
from interactions.components import CUSTOM_IDS, Layout
from tests.interactions.test_forged_controls import OUT_OF_DATE
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, words
from tests.thorough import THOROUGH
from views import contest_ids

OVER, OPEN, LEAGUE, CUP, FOREIGN = 1, 2, 3, 4, 5
"""The events: those of the server here in each state, and one of another server."""
NAMES = tuple(name for name, each in CUSTOM_IDS.items() if each.__module__ == contest_ids.__name__)
SEASON = tuple(name for name in NAMES if name.startswith("season"))
NOBODYS = ("0", "-1", "99", "٣", "", "x", "1.5", str(LARGEST), str(2**63), "9" * 60, "1|1|1|1")
UNKNOWN_GAMES = ("", "x", "Hoyito", "chess", "-1", "9" * 60)
ODD_VALUES = ("", " ", "0", "-1", "3", "٣", "ALL", "x" * 100, "9" * 60, str(LARGEST), "\x00")

Press = tuple[simcord.MemberActor, str, str | None]
"""Who presses a custom id, and what they choose if it is a select."""


@dataclass
class World:
    """The events and ladders of two servers, and who is there."""

    table: Table
    eve: simcord.MemberActor
    there: simcord.ChannelHandle

    async def press(
        self, who: simcord.MemberActor, custom_id: str, value: str | None = None
    ) -> str:
        """Let somebody press a button, or choose in a select, that was never there."""
        channel = self.there if who is self.eve else self.table.channel
        item: discord.ui.Item[Layout] = discord.ui.Button(label="x", custom_id=custom_id)
        if value is not None:
            options = [discord.SelectOption(label="x", value=value or " ")]
            item = discord.ui.Select(custom_id=custom_id, options=options, min_values=0)
        place = self.table.bot.get_partial_messageable(channel.id)
        message = await place.send(view=Layout(discord.ui.ActionRow(item)))
        await self.table.env.settle()
        if value is None:
            result = await who.click(message, label="x")
        else:
            result = await who.select(message, [value] if value else [])
        assert result.acknowledged, custom_id
        return words(private(result))

    def progress(self) -> list[str]:
        """Return all that is stored, but how people are called, which any press may bring."""
        with closing(sqlite3.connect(self.table.settings.database)) as connection:
            lines = connection.iterdump()
            return [line for line in lines if not line.startswith('INSERT INTO "people" ')]


@pytest.fixture
async def world(table: Table) -> World:
    """Return two servers with events in every state, and a ladder in each."""
    elsewhere = table.env.create_guild()
    eve = elsewhere.add_member(table.env.create_user("Eve"))
    there = elsewhere.create_text_channel("games")
    store, now = table.bot.store, table.env.now()
    for number in (OVER, OPEN, LEAGUE, CUP, FOREIGN):
        server, channel = table.guild.id, table.channel.id
        if number == FOREIGN:
            server, channel = elsewhere.id, there.id
        form = Form.CUP if number == CUP else Form.LEAGUE
        begins = now if number in (OVER, LEAGUE, CUP) else now + timedelta(weeks=1)
        terms = ContestTerms(form=form, game="hoyito", options={})
        event = await store.contests.open(
            terms, Place(channel, server), Person(77, "Fay"), begins, now
        )
        assert event.id == number
        for person in (eve.id, 78) if number == FOREIGN else (table.ada.id, table.ben.id, 4, 5):
            await store.contests.join(number, Person(person, "A"), server, now)
        await store.contests.go_on(number, now)
        if number == OVER:
            await store.contests.stop(number, server, now)
    for who in (table.ada.id, table.ben.id):
        await store.ladders.join(table.guild.id, "hoyito", Person(who, "A"), now)
    await store.ladders.join(elsewhere.id, "ringo", Person(eve.id, "Eve"), now)
    states = [(await store.contests.find(each)).state for each in range(1, 6)]
    assert states == [
        ContestState.UNDECIDED,
        ContestState.OPEN,
        ContestState.RUNNING,
        ContestState.RUNNING,
        ContestState.OPEN,
    ]
    return World(table, eve, there)


async def refused(
    world: World, caplog: pytest.LogCaptureFixture, presses: Iterable[Press]
) -> dict[str, str]:
    """Check that presses change nothing and leave no trace in the log; return what they say."""
    before = world.progress()
    caplog.clear()
    said = {}
    for who, custom_id, value in presses:
        said[f"{custom_id} {value or ''}".strip()] = words = await world.press(
            who, custom_id, value
        )
        assert words.endswith((".", "?")), (custom_id, value, words)
    assert world.progress() == before
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
    return said


@THOROUGH
async def test_unknown_events_are_refused(world: World, caplog: pytest.LogCaptureFixture) -> None:
    assert len(SEASON) == 8
    ids = [f"{name}|{number}" for name in SEASON for number in NOBODYS]
    ids += [f"seasonreckoned|{LEAGUE}|{of}" for of in (*NOBODYS[1:], "1")]
    ids += [f"seasonreckoned|{number}|0" for number in (OPEN, CUP)]
    said = await refused(world, caplog, [(world.table.ada, each, None) for each in ids])
    assert "no such league or cup" in said["seasonjoin|99"]
    reckoned = {words for key, words in said.items() if key.startswith(f"seasonreckoned|{LEAGUE}")}
    assert reckoned == {said[f"seasonreckoned|{CUP}|0"]} == {OUT_OF_DATE}


@THOROUGH
async def test_events_of_another_server_are_refused_like_those_that_nobody_has(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = world.table
    presses: list[Press] = [(table.ada, f"{name}|{FOREIGN}", None) for name in SEASON]
    presses += [
        (world.eve, f"{name}|{number}", None)
        for name in SEASON
        for number in (OVER, OPEN, LEAGUE, CUP)
    ]
    said = await refused(world, caplog, presses)
    assert {"no such league or cup" in words for words in said.values()} == {True}, said


async def test_whoever_is_not_in_an_event_changes_nothing_in_it(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    cleo = world.table.cleo
    ids = [
        f"season{name}|{number}"
        for name in ("leave", "gone", "mine", "stop")
        for number in (OVER, OPEN, LEAGUE, CUP)
    ]
    presses: list[Press] = [
        (cleo, each, None) for each in (*ids, f"seasonjoin|{LEAGUE}", f"seasonjoin|{CUP}")
    ]
    said = await refused(world, caplog, presses)
    assert "Only a moderator, or the person who started it" in said[f"seasonstop|{LEAGUE}"]
    assert "not in this league or cup" in said[f"seasongone|{OPEN}"]


async def test_after_the_end_nothing_is_changed(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    ada = world.table.ada
    presses: list[Press] = [
        (ada, f"season{name}|{OVER}", None) for name in ("join", "joined", "leave", "gone")
    ]
    said = await refused(
        world,
        caplog,
        [
            *presses,
            (world.table.dora, f"seasonstop|{OVER}", None),
        ],
    )
    assert "already over" in said[f"seasonstop|{OVER}"]


@THOROUGH
async def test_ladders_that_nobody_has_and_people_out_of_reach_are_refused(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = world.table
    games = (*UNKNOWN_GAMES, "ringo")
    ids = [f"{name}|{game}" for name in ("ladder", "ladderleave", "ladderplay") for game in games]
    ids += [f"ladderjoin|{game}" for game in UNKNOWN_GAMES]
    ids += [f"ladder|hoyito|{page}" for page in (-1, 100_001, LARGEST, 2**63, "x")]
    ids += ["ladderleave|hoyito|-1", "ladderleave|hoyito|x", f"ladderleave|hoyito|{2**63}"]
    presses: list[Press] = [(table.ada, each, None) for each in ids]
    presses += [(table.cleo, f"ladderleave|hoyito|{sure}", None) for sure in (0, 1, 2)]
    people = map(str, (table.ada.id, table.ben.id, table.cleo.id, world.eve.id))
    for value in (*ODD_VALUES, *people):
        # Ada is the first, so nobody is above her; Cleo is not on it.
        presses += [(who, "ladderplay|hoyito", value) for who in (table.ada, table.cleo)]
    presses.append((world.eve, "ladderplay|hoyito", str(table.ada.id)))
    said = await refused(world, caplog, presses)
    assert "Nobody is on this ladder yet" in said["ladderplay|ringo"]


@THOROUGH
async def test_settings_of_seasons_are_for_those_who_manage_the_server(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    ada = world.table.ada
    ids = ("serverform|seasons", "serverfilled|seasons", "serverform|x", "serverfilled|x")
    presses: list[Press] = [(ada, each, None) for each in ids]
    presses += [(ada, each, value) for each in ids for value in ("everybody", "", "1")]
    presses += [(world.table.dora, each, value) for each in ids[2:] for value in ("", "1")]
    await refused(world, caplog, presses)
