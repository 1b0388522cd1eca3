"""A week's digest: only where a server wants it, once a week, of what all may see."""

import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import discord
import pytest

from cogs import weekly_digest
from computer import Review, TurningPoint
from contests.contest import Form
from data import ContestTerms, MessageRef, Person, Place, ServerSettings, Visibility
from data.contests import Champion
from data.digests import DueDigest, PlayedMatch, week_of
from delivery.lost_access import is_open_to_all
from rules import GAMES, Name
from tests.simulated_discord.message_texts import pieces
from tests.simulated_discord.private_answers import open_from_settings, press
from tests.simulated_discord.table import Table, later, poll, words
from tests.thorough import THOROUGH
from views.digest_page import digest_page


async def want(table: Table) -> None:
    """Choose the channel for digests."""
    page = await open_from_settings(table, "serveropen", table.dora)
    form = await table.dora.click(page, label="Weekly digest")
    await table.dora.submit_modal(form, {"channel": [table.channel]})


def digest_messages(table: Table) -> list[discord.Message]:
    return [
        message
        for message in sorted(table.channel.history(), key=lambda message: message.id)
        if "## The week up to" in words(message)
    ]


def digests(table: Table) -> list[str]:
    return [words(message) for message in digest_messages(table)]


@pytest.fixture(autouse=True)
def _monday_is_near(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next digest be due in a few minutes."""
    if "table" in request.fixturenames:
        now = request.getfixturevalue("table").env.now()
        monkeypatch.setattr("data.digests.MONDAY_NOON", now + timedelta(minutes=5))


async def until_monday(table: Table) -> None:
    """Let time pass until the next digest is due."""
    await later(table, minutes=6)


async def play_a_match(table: Table) -> None:
    await table.begin("hoyito", "a", "a", "b", "b")
    await table.resign(table.ada)


async def crown_cleo(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Cleo have won a league in the week."""
    store, now, here = table.bot.store, table.env.now(), Place(table.channel.id, table.guild.id)
    terms = ContestTerms(form=Form.LEAGUE, game="ringo", options={})
    cleo = Person(table.cleo.id, "Cleo")
    opened = await store.contests.open(terms, here, cleo, now + timedelta(days=7), now)
    joined = await store.contests.join(opened.id, cleo, table.guild.id, now)
    over = replace(joined, ended=now - timedelta(days=1))
    long_ago = replace(joined, ended=now - timedelta(days=8))

    async def champions(*_told: object) -> list[Champion]:
        return [Champion(cleo.id, over), Champion(cleo.id, long_ago)]

    monkeypatch.setattr("data.contests.Contests.champions", champions)


async def test_digest_tells_of_the_week_once_and_pings_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_a_match(table)
    turn = TurningPoint(1, "a", "b", ("b",), before=-0.5, after=0.9)
    kept = Review((0.0, 0.1, -0.9, -0.9, -1.0), (turn,))
    await table.bot.store.reviews.keep(1, kept.encode(), table.env.now())
    await until_monday(table)
    assert digests(table) == [], "nobody asked for it"
    await crown_cleo(table, monkeypatch)
    await want(table)
    await poll(table)
    (digest,) = digest_messages(table)
    told = words(digest)
    assert "**Played:** Ada and Ben (1 match finished)" in told.replace(
        "Ben and Ada", "Ada and Ben"
    )
    assert "**Longest match:** " in told
    assert "Hoyito #1" in told
    assert "4 moves" in told
    assert "**Replay of the week:** " in told
    assert "with the biggest swing at move 2" in told
    assert told.count("**New champion:** Cleo (League 1, Ringo)") == 1
    assert table.called(digest) == []
    assert "Hoyito #1" in words(await press(table, digest, "Show that move"))
    await table.restart()
    await later(table, minutes=1)
    assert len(digests(table)) == 1


async def test_digest_names_the_longest_match_to_replay_where_no_review_is(table: Table) -> None:
    await play_a_match(table)
    await want(table)
    await until_monday(table)
    (digest,) = digest_messages(table)
    assert "**Replay of the week:** " in words(digest)
    assert "the longest with 4 moves" in words(digest)
    assert "Hoyito #1" in words(await press(table, digest, "Replay"))


async def test_match_that_one_side_never_began_is_not_counted(table: Table) -> None:
    await table.begin("hoyito")
    await table.play("a")
    (digest,) = await _due(table)
    assert await table.bot.store.digests.played(digest, [*GAMES]) == []
    await table.play("a")
    (one,) = await table.bot.store.digests.played(digest, [*GAMES])
    assert one.moves == 2


async def test_match_in_a_hidden_channel_is_not_told(table: Table) -> None:
    await play_a_match(table)
    match = await table.match()
    digest = (await _due(table))[0]
    guild = table.bot.get_guild(table.guild.id)
    assert guild is not None
    assert [
        one.number for one in await weekly_digest._public_matches(table.bot, digest, guild)
    ] == [match.number]
    hidden = table.guild.create_text_channel(
        "hidden", overwrites={table.guild.default_role: _unseen()}
    )
    await table.env.settle()
    assert not await is_open_to_all(table.bot, Place(hidden.id, guild.id))
    assert await is_open_to_all(table.bot, Place(table.channel.id, guild.id))
    assert not await is_open_to_all(table.bot, Place(4321, guild.id))


async def test_digest_is_posted_once_whenever_a_stop_comes(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_a_match(table)
    await until_monday(table)
    await want(table)

    class Stopped(BaseException):
        """The process is killed."""

    async def killed(*_told: object) -> None:
        raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr("data.digests.Digests.mark_told", killed)
        await poll(table)
    assert len(digests(table)) == 1
    await table.restart()
    await later(table, minutes=1)
    assert len(digests(table)) == 1


async def test_channel_of_another_server_or_none_gets_nothing(table: Table) -> None:
    await play_a_match(table)
    await until_monday(table)
    elsewhere = table.env.create_guild("Elsewhere").create_text_channel("general")
    for server in (table.guild.id, 4321):
        await table.bot.store.server_settings.change(
            server, lambda _: ServerSettings(digest=elsewhere.id)
        )
    await poll(table)
    assert elsewhere.history() == []
    assert digests(table) == []
    due = await table.bot.store.digests.due(table.env.now())
    assert [one.server for one in due] == [4321], "a server that Discord has not told of waits"


async def _due(table: Table) -> list[DueDigest]:
    await until_monday(table)
    await want(table)
    return await table.bot.store.digests.due(table.env.now())


def _unseen() -> discord.PermissionOverwrite:
    return discord.PermissionOverwrite(view_channel=False)


def test_week_begins_and_ends_at_noon_of_a_monday_and_a_quiet_one_is_not_told() -> None:
    monday = datetime(2026, 11, 23, 12, tzinfo=UTC)
    digest = DueDigest(1, 2, week_of(monday), tried=False)
    assert digest.until == monday
    assert digest.since == datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert week_of(monday - timedelta(microseconds=1)) == digest.week - 1
    assert digest_page(digest, [], None, []) is None


@THOROUGH
@pytest.mark.parametrize(("status", "number"), [(503, 1), (403, 0)])
async def test_digest_comes_once_after_an_outage_and_never_where_the_bot_may_not_post(
    table: Table, caplog: pytest.LogCaptureFixture, status: int, number: int
) -> None:
    caplog.set_level(logging.INFO)
    await play_a_match(table)
    await want(table)
    table.fail("POST", status=status, times=6)
    await until_monday(table)
    assert digests(table) == []
    refused = f"server {table.guild.id}: its digest could not be posted: " in caplog.text
    assert refused == (status == 403)
    table.env.backend.faults.clear()
    for _ in range(3):
        await later(table, minutes=10)
    assert len(digests(table)) == number
    assert await table.bot.store.digests.due(table.env.now()) == []


@THOROUGH
async def test_what_only_players_see_or_a_private_thread_hides_is_not_told(table: Table) -> None:
    await play_a_match(table)
    turn = TurningPoint(1, "a", "b", ("b",), before=-0.5, after=0.9)
    kept = Review((0.0, 0.1, -0.9, -0.9, -1.0), (turn,))
    await table.bot.store.reviews.keep(1, kept.encode(), table.env.now())
    (digest,) = await _due(table)
    guild, channel = table.bot.get_guild(table.guild.id), table.bot.get_channel(table.channel.id)
    assert guild is not None
    assert isinstance(channel, discord.TextChannel)
    matches = await weekly_digest._public_matches(table.bot, digest, guild)
    assert await weekly_digest._largest_swing(table.bot, matches) is not None
    await table.bot.store.server_settings.change(
        table.guild.id, lambda local: local.changed({"sight": Visibility.PLAYERS})
    )
    assert await weekly_digest._largest_swing(table.bot, matches) is None
    for kind in (discord.ChannelType.public_thread, discord.ChannelType.private_thread):
        thread = await channel.create_thread(name=f"{kind}", type=kind)
        is_public = kind is discord.ChannelType.public_thread
        assert await is_open_to_all(table.bot, Place(thread.id, guild.id)) == is_public


def test_digest_names_fifteen_players_counts_the_others_and_links_what_has_a_card() -> None:
    monday = datetime(2026, 11, 23, 12, tzinfo=UTC)
    digest = DueDigest(1, 2, week_of(monday), tried=False)
    matches = [
        PlayedMatch(
            number=number,
            game="ringo",
            server=1,
            around=2,
            players=(Name("Ada"), Name(f"Player {number}")),
            people=(1, 1 + number),
            moves=10 * number,
            ended=monday - timedelta(hours=1),
            card=MessageRef(2, 9) if number == 16 else None,
            review=None,
        )
        for number in range(1, 18)
    ]
    for shown, replays, link in (
        (matches, True, "**Replay of the week:** Ringo #17"),
        (matches[:-1], False, "**Longest match:** [Ringo #16](https://discord.com/channels/1/2/9)"),
    ):
        page = digest_page(digest, shown, None, [], replays=replays)
        assert page is not None
        told = "\n".join(piece.words for piece in pieces(page))
        assert ("Replay of the week" in told) == replays
        assert "**Played:** Ada, Player 1, Player 2, " in told
        assert f" and {len(shown) + 1 - 15} more ({len(shown)} matches finished)" in told
        assert link in told
