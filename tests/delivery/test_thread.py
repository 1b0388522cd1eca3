"""Display mode thread: created from the first card, and abandoned if it cannot be used."""

import logging

import discord
import pytest

from data import DisplayMode, Place
from tests.delivery.test_channels import thread as open_thread
from tests.simulated_discord.computer import begin as begin_against_computer
from tests.simulated_discord.display_modes import choose, posts, thread_of
from tests.simulated_discord.table import Calls, Table, labels, later, pictures, words
from tests.thorough import THOROUGH

THREADS = ("create_public_threads", "send_messages_in_threads", "read_message_history")


@pytest.fixture(autouse=True)
async def threads(table: Table) -> None:
    """Choose the display mode with a thread for each match."""
    await choose(table, DisplayMode.THREAD)


def around(table: Table) -> list[discord.Message]:
    """List the messages in the channel outside the threads, without challenges."""
    return [each for each in posts(table.channel) if "-# " not in words(each)[:3]]


async def test_match_has_a_thread_that_is_named_and_leads_there(table: Table, calls: Calls) -> None:
    match = await table.begin("bizingo")
    thread = thread_of(table, match)
    assert thread.name == "Bizingo #1: Ada – Ben"
    assert match.in_thread
    kept = table.env.backend.channels[thread.id]
    assert kept.type == discord.ChannelType.public_thread.value
    assert kept.thread_metadata is not None
    assert kept.thread_metadata.auto_archive_duration == 7 * 24 * 60
    (card,) = posts(thread)
    assert f"<@{table.ada.id}> <@{table.ben.id}>, this thread is for your match." in words(card)
    assert dict(calls)[card.id] == [table.ada.id, table.ben.id], "each once, so that they join"
    (line,) = around(table)
    assert line.id == thread.id
    assert dict(calls)[line.id] == []
    assert words(line) == (f"**Bizingo #1**: Ada against Ben. The board is in <#{thread.id}>.")
    assert not pictures(line)
    assert not labels(line)


async def test_in_the_thread_one_card_lives(table: Table) -> None:
    match = await table.begin("hoyito")
    thread = thread_of(table, match)
    await table.ada.slash(thread, "move", move="a")
    await table.ben.slash(thread, "move", move="a")
    *lines, card = posts(thread)
    assert [len(pictures(each)) for each in lines] == [0, 0]
    assert "your move" in words(card)
    assert table.called(card) == [table.ada.id]
    assert "this thread is for" not in words(card)
    assert len(around(table)) == 1


async def test_line_around_tells_the_result(table: Table) -> None:
    match = await table.begin("hoyito")
    thread = thread_of(table, match)
    await table.abort(table.ada, channel=thread)
    (line,) = around(table)
    assert words(line).startswith("**Hoyito #1**: Ada against Ben. Aborted. ")
    assert f"The board is in <#{thread.id}>." in words(line)
    assert "# Aborted" in words(posts(thread)[-1])


@THOROUGH
async def test_two_matches_at_once_have_two_threads(table: Table) -> None:
    await table.challenge("hoyito", side="first", both_sides=True)
    await table.ben.click(table.last, label="Accept")
    assert {each.name for each in table.channel.threads} == {
        "Hoyito #1: Ada – Ben",
        "Hoyito #2: Ben – Ada",
    }


async def test_match_against_the_computer_has_a_thread(table: Table) -> None:
    match = await begin_against_computer(table, "hoyito")
    assert match.in_thread
    (card, *_) = posts(thread_of(table, match))
    assert table.called(card) == [table.ada.id]


async def test_rematch_has_a_thread_of_its_own(table: Table) -> None:
    thread = thread_of(table, await table.begin("hoyito"))
    await table.abort(table.ada, channel=thread)
    await table.ada.slash(thread, "match rematch", match=1)
    await table.ben.slash(thread, "match rematch", match=1)
    rematch = await table.match(2)
    assert rematch.in_thread
    assert rematch.thread_start is not None
    assert rematch.thread_start.channel == table.channel.id
    assert thread_of(table, rematch).name == "Hoyito #2: Ben – Ada"


async def test_match_begins_without_a_thread_inside_another(table: Table) -> None:
    table.channel = await open_thread(table)
    match = await table.begin("hoyito")
    assert match.display_mode is DisplayMode.SINGLE_CARD
    assert match.place.channel == table.channel.id
    assert "your move" in words(table.last)
    assert table.called(table.last) == [table.ada.id]


async def test_match_in_a_post_of_a_forum_stays_there(table: Table) -> None:
    forum = table.bot.get_channel(table.guild.create_forum_channel("forum").id)
    assert isinstance(forum, discord.ForumChannel)
    post = await forum.create_thread(name="Who plays?", content="I do")
    table.channel = table.guild.channels["forum"].threads[0]
    match = await table.begin("hoyito")
    assert (match.display_mode, match.place.channel) == (DisplayMode.SINGLE_CARD, post.thread.id)


async def test_match_in_private_needs_no_thread(table: Table) -> None:
    await table.ada.user.slash("hoyito", level=1)
    match = await table.match()
    assert (match.display_mode, match.place.server) == (DisplayMode.SINGLE_CARD, None)
    assert match.card is not None


async def test_match_that_began_before_stays_as_it_is(table: Table) -> None:
    await choose(table, DisplayMode.SINGLE_CARD)
    await table.begin("hoyito")
    await choose(table, DisplayMode.THREAD)
    await table.play("a")
    assert table.channel.threads == []
    assert "your move" in words(table.last)


@pytest.mark.parametrize("lacking", THREADS)
async def test_missing_permission_is_named_once_beside_the_card(table: Table, lacking: str) -> None:
    assert table.bot.user is not None
    denied = discord.PermissionOverwrite(**{lacking: False})
    table.channel = table.guild.create_text_channel("closed", overwrites={table.bot.user: denied})
    match = await table.begin("hoyito")
    assert match.display_mode is DisplayMode.SINGLE_CARD
    assert table.channel.threads == []
    told = words(table.last)
    assert f"I'm missing **{lacking.replace('_', ' ').title().replace(' In ', ' in ')}**." in told
    assert table.called(table.last) == []
    assert match.card is not None
    card = await table.channel_message(match.card.message)
    assert table.called(card) == [table.ada.id]
    await table.begin("ringo")
    assert "your move" in words(table.last)
    said = [each for each in table.channel.history() if "I'm missing" in words(each)]
    assert len(said) == 1


async def test_permission_that_vanished_brings_the_match_back_and_is_named_once(
    table: Table, calls: Calls
) -> None:
    thread = thread_of(table, await table.begin("hoyito"))
    channel = table.text_channel
    await channel.edit(
        overwrites={channel.guild.me: discord.PermissionOverwrite(send_messages_in_threads=False)}
    )
    await table.env.settle()
    await table.ada.slash(table.channel, "move", move="a", match=1)
    match = await table.match()
    assert (match.display_mode, match.place.channel) == (DisplayMode.SINGLE_CARD, table.channel.id)
    card, told = posts(table.channel)[-2:]
    assert "I'm missing **Send Messages in Threads**." in words(told)
    assert "your move" in words(card)
    assert dict(calls)[card.id] == [table.ben.id]
    home = await table.channel_message(thread.id)
    assert "[It continues here.](" in words(home)
    assert str(card.id) in words(home)
    await table.ben.slash(table.channel, "move", move="a")
    assert (await table.match()).count == 2
    assert table.called(table.last) == [table.ada.id]


@THOROUGH
async def test_thread_that_was_deleted_is_left(table: Table, calls: Calls) -> None:
    thread = thread_of(table, await table.begin("hoyito"))
    kept = await table.bot.fetch_channel(thread.id)
    assert isinstance(kept, discord.Thread)
    await kept.delete()
    await table.ada.slash(table.channel, "move", move="a", match=1)
    match = await table.match()
    assert (match.display_mode, match.place.channel) == (DisplayMode.SINGLE_CARD, table.channel.id)
    assert "your move" in words(table.last)
    assert dict(calls)[table.last.id] == [table.ben.id]
    assert "I'm missing" not in "".join(map(words, table.channel.history()))
    await table.sow(table.ben, "A")
    assert (await table.match()).count == 2


@THOROUGH
async def test_thread_that_was_locked_is_left(table: Table) -> None:
    thread = thread_of(table, await table.begin("hoyito"))
    path = f"/channels/{thread.id}/messages"
    table.env.inject_error("POST", "/interactions/*/callback", status=403, code=160005)
    table.env.inject_error("POST", path, status=403, code=160005, times=None)
    await table.ada.slash(thread, "move", move="a")
    match = await table.match()
    assert match.place.channel == table.channel.id
    assert table.called(table.last) == [table.ben.id]


async def test_archived_thread_is_woken_by_the_next_card(table: Table) -> None:
    match = await table.begin("hoyito")
    thread = thread_of(table, match)
    table.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083)
    await table.ada.slash(thread, "move", move="a")
    assert (await table.match()).in_thread
    assert "your move" in words(posts(thread)[-1])


async def test_reminder_is_said_in_the_thread(table: Table) -> None:
    thread = thread_of(table, await table.begin("hoyito", pace=1))
    await later(table, days=0.81)
    assert "is waiting for your move" in words(posts(thread)[-1])


@THOROUGH
async def test_match_that_is_moved_leaves_its_thread(table: Table) -> None:
    thread = thread_of(table, await table.begin("hoyito"))
    there = table.guild.create_text_channel("quiet")
    await table.dora.slash(thread, "match moderate move", match=1, channel=there, reason="Loud")
    match = await table.match()
    assert (match.display_mode, match.place) == (
        DisplayMode.SINGLE_CARD,
        Place(there.id, table.guild.id),
    )
    assert "your move" in words(there.last_message)
    assert "[It continues here.](" in words(await table.channel_message(thread.id))


async def test_match_that_is_moved_out_of_its_thread_stays_outside(table: Table) -> None:
    thread = thread_of(table, await table.begin("hoyito"))
    offered = await table.dora.autocomplete(table.channel, "match moderate move", "match", "")
    assert [choice["value"] for choice in offered] == [1], "also where its thread was made"
    chosen = {"match": 1, "channel": table.channel, "reason": "Here it is seen"}
    await table.dora.slash(thread, "match moderate move", **chosen)
    assert (await table.match()).place.channel == table.channel.id
    assert "your move" in words(table.last)
    await table.play("a")
    assert table.called(table.last) == [table.ben.id]


async def test_names_go_from_thread_and_line_when_somebody_is_forgotten(table: Table) -> None:
    thread = thread_of(table, await table.begin("hoyito"))
    await table.abort(table.ada, channel=thread)
    await table.bot.store.forgetting.forget(table.ada.id, table.env.now())
    await later(table, minutes=1)
    assert table.env.backend.channels[thread.id].name == "Hoyito #1: a former player – Ben"
    assert "Ada" not in words(await table.channel_message(thread.id))
    assert "Ada" not in words(posts(thread)[-1])


@THOROUGH
async def test_missing_permission_is_named_after_an_outage(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    assert table.bot.user is not None
    denied = discord.PermissionOverwrite(create_public_threads=False)
    table.channel = table.guild.create_text_channel("closed", overwrites={table.bot.user: denied})
    table.fail("GET", status=503, times=9)
    await table.begin("hoyito")
    assert f"server {table.guild.id}: nobody could be told what is missing: 503" in caplog.text
    assert "your move" in words(table.last), "the match goes on all the same"
    assert (await table.bot.store.server_settings.find(table.guild.id)).explained == ""
    table.env.backend.faults.clear()
    await table.begin("ringo")
    said = [each for each in table.channel.history() if "I'm missing" in words(each)]
    assert len(said) == 1
