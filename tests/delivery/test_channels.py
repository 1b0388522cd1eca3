"""Channels of matches: threads, missing permissions, private messages, and deleted channels."""

import discord
import pytest
import simcord

from data import StoredMatch
from rules import GAMES
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, labels, later, words
from tests.thorough import THOROUGH

CLOSED = [
    pytest.param({"view_channel": False}, False, id="View Channel"),
    pytest.param({"send_messages": False}, False, id="Send Messages", marks=THOROUGH),
    pytest.param({"send_messages_in_threads": False}, True, id="Send Messages in Threads"),
]
"""The missing permission, and whether the match is in a thread."""


async def thread(table: Table) -> simcord.ChannelHandle:
    """Create a thread in the table's channel."""
    await table.text_channel.create_thread(name="a match", type=discord.ChannelType.public_thread)
    return table.channel.threads[0]


@THOROUGH
async def test_match_is_played_in_a_thread(table: Table) -> None:
    table.channel = await thread(table)
    await table.begin("hoyito", "a", "a")
    await table.sow(table.ada, "b")
    assert "sows `b`" in words(table.last)
    assert [user.id for user in table.last.mentions] == [table.ben.id]


async def test_archived_thread_is_woken_by_the_next_move(table: Table) -> None:
    table.channel = await thread(table)
    await table.begin("hoyito")
    old = table.last
    table.fail("PATCH", "*", status=400, code=50083, message="Thread is archived")
    await table.play("a")
    assert "sows `a`" in words(table.last)
    result = private(await table.ada.click(old, label="b"))
    assert "is out of date" in words(result)


async def closed(table: Table, denied: dict[str, bool], *, in_thread: bool) -> None:
    """Move to a channel in which the bot lacks a permission but can still answer interactions."""
    assert table.bot.user is not None
    overwrite = discord.PermissionOverwrite(**denied)
    table.channel = table.guild.create_text_channel(
        "closed", overwrites={table.bot.user: overwrite}
    )
    if in_thread:
        table.channel = await thread(table)


@THOROUGH
@pytest.mark.parametrize(("denied", "in_thread"), CLOSED)
async def test_missing_permission_is_named_and_the_match_goes_on(
    table: Table, request: pytest.FixtureRequest, denied: dict[str, bool], *, in_thread: bool
) -> None:
    elsewhere = table.channel
    await closed(table, denied, in_thread=in_thread)
    await table.begin("hoyito")
    result = private(await table.ada.slash(elsewhere, "move", move="a", match=1))
    said = words(result)
    assert request.node.callspec.id in said
    assert "Attach Files" in said
    assert "/board match:1" in said
    assert (await table.match()).count == 1
    await table.ben.slash(table.channel, "board")
    assert "sows `a`" in words(table.last)
    await table.sow(table.ben, "A")
    assert (await table.match()).count == 2


@THOROUGH
async def test_answer_that_is_refused_is_posted_in_the_channel(table: Table) -> None:
    await table.begin("hoyito")
    for code in (50013, 10062):
        status = 404 if code == 10062 else 403
        table.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
        who = table.player(await table.match())
        await who.slash(table.channel, "move", move="a")
        assert "sows `a`" in words(table.last).lower()
    match = await table.match()
    assert match.count == 2
    assert match.card is not None
    assert match.card.message == table.last.id


async def test_missing_attach_permission_is_named(table: Table) -> None:
    await table.begin("hoyito")
    table.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013)
    table.fail("POST", status=403, code=50013)
    result = private(await table.ada.slash(table.channel, "move", move="a"))
    assert "Attach Files" in words(result)
    match = await table.match()
    assert match.count == 1
    assert match.card is None
    assert labels(table.last) == [], "it shows what is past"


@THOROUGH
async def test_end_by_time_is_told_in_private_where_the_channel_is_closed(table: Table) -> None:
    await closed(table, {"view_channel": False}, in_thread=False)
    await table.begin("hoyito", "a", "a", "b", "b", pace=1)
    await later(table, days=1.1)
    for who in (table.ada, table.ben):
        letter = who.user.dm_channel.last_message
        assert "is over. Ada ran out of time." in words(letter)


async def test_one_match_that_fails_does_not_stop_the_clock(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for game in ("hoyito", "ringo"):
        await table.begin(game, pace=1)
    find = table.bot.store.matches.find

    async def broken(number: int) -> StoredMatch:
        if number == 1:
            raise RuntimeError("the page is torn")
        return await find(number)

    monkeypatch.setattr(table.bot.store.matches, "find", broken)
    await later(table, days=1.1)
    assert "the page is torn" in caplog.text
    assert (await table.match(2)).result is not None
    assert "Ringo #2" in words(table.last)


async def test_commands_work_in_private_with_the_bot(table: Table) -> None:
    await table.begin("hoyito")
    ada = table.ada.user
    there = set(ada.available_commands())
    assert {"move", "matches", "rules", "privacy", "leaderboard", *GAMES} <= there
    listed = await ada.slash("matches")
    assert "[Hoyito #1]" in words(listed.response)
    moved = await ada.slash("move", move="a", match=1)
    assert str(table.last.id) in words(moved.response)
    assert "sows `a`" in words(table.last)
    board = await ada.slash("leaderboard", game="hoyito")
    assert "everywhere" in words(board.response)


async def test_commands_say_where_they_may_be_used(table: Table) -> None:
    for command in table.bot.tree.get_commands():
        written = command.to_dict(table.bot.tree)
        assert written["integration_types"] == [0, 1]
        contexts = {"Challenge": [0, 2], "season": [0], "ladder": [0], "club": [0]}
        assert written["contexts"] == contexts.get(command.name, [0, 1, 2])


async def forget_the_game(table: Table) -> None:
    """Change the first match to a game that no longer exists."""
    await table.change("UPDATE matches SET game = 'senet' WHERE id = 1")


@THOROUGH
async def test_match_of_a_game_that_is_gone_is_told_and_hinders_nothing(table: Table) -> None:
    await table.begin("hoyito", pace=1)
    card = table.last
    await table.challenge("ringo", side="first", pace="1", rules="classic")
    await table.ben.click(table.last, label="Accept")
    await forget_the_game(table)
    for label in ("a", "Abort"):
        result = private(await table.ada.click(card, label=label))
        assert "`senet` is no longer played here" in words(result)
    listed = await table.ada.slash(table.channel, "matches")
    assert "[Senet #1]" in words(listed.response)
    offered = await table.ada.autocomplete(table.channel, "board", "match", "")
    assert [choice["value"] for choice in offered] == [1, 2]
    await table.ada.slash(table.channel, "move", move="a1-a2")
    assert (await table.match(2)).count == 1
    await later(table, days=1.1)
    assert (await table.match(2)).result is not None
