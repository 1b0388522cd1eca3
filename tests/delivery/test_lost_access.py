"""Players who can no longer see the channel of their match are told directly, and can move it."""

import logging
from typing import cast

import discord
import pytest
import simcord

from data import Place
from delivery.lost_access import is_open_to_all, sees
from tests.delivery.test_channels import forget_the_game
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, later, poll, words
from tests.thorough import THOROUGH

UNSEEN = discord.PermissionOverwrite(view_channel=False)
LETTER = (
    "You can no longer see the channel of Hoyito #1 against **Ada**. Play here with "
    "`/matches`, or type `/board match:1` in a channel you both see."
)


def letters(who: simcord.MemberActor) -> list[str]:
    """List the direct messages to a person."""
    return [words(each) for each in who.user.dm_channel.history()]


async def hide_from_everyone(table: Table) -> None:
    """Close the server to everybody who has no role of their own."""
    server = table.bot.get_guild(table.guild.id)
    assert server is not None
    await server.default_role.edit(permissions=discord.Permissions(send_messages=True))


async def close_channel(table: Table, who: simcord.MemberActor) -> None:
    """Close the match's channel to a person."""
    # As numbers, which Discord's description of its API wants; discord.py would send texts.
    allowed, denied = (cast("str", given.value) for given in UNSEEN.pair())
    http = table.bot.http
    await http.edit_channel_permissions(table.channel.id, who.id, allowed, denied, type=1)
    await table.env.settle()


@THOROUGH
async def test_whoever_cannot_see_the_channel_any_more_is_told_once(table: Table) -> None:
    await table.begin("hoyito", "a")
    await close_channel(table, table.ben)
    await table.restart()
    await later(table, seconds=30)
    assert letters(table.ben) == [LETTER]
    assert letters(table.ada) == []
    await close_channel(table, table.cleo)
    await later(table, seconds=30)
    assert letters(table.ben) == [LETTER]


async def test_whoever_cannot_see_the_match_brings_it_where_both_see_it(table: Table) -> None:
    await table.begin("hoyito", "a")
    await close_channel(table, table.ben)
    await poll(table)
    there = table.guild.create_text_channel("open")
    await table.ben.slash(there, "board", match=1)
    assert (await table.match()).place.channel == there.id
    assert there.last_message is not None
    assert "sows `a`" in words(there.last_message)
    assert f"continues in <#{there.id}>" in letters(table.ada)[-1]


async def test_nobody_brings_a_match_where_the_opponent_does_not_see_it(table: Table) -> None:
    await table.begin("hoyito", "a")
    channel = table.text_channel
    hidden = table.guild.create_text_channel("hidden", overwrites={table.ben: UNSEEN})
    await channel.delete()
    asked = await table.ada.slash(hidden, "board", match=1)
    assert words(private(asked)) == (
        "Ben can't see this channel; type `/board match:1` in one you can both see."
    )
    assert (await table.match()).place.channel == channel.id
    assert hidden.last_message is None


async def test_whoever_was_expelled_is_told_with_the_reminder(table: Table) -> None:
    await table.begin("hoyito", "a", pace=1)
    table.guild.remove_member(table.ben)
    await later(table, hours=20)
    await later(table, seconds=30)
    assert letters(table.ben)[-1] == LETTER


async def only_a_role_lets_ben_in(table: Table) -> discord.Role:
    """Let Ben play in a channel that he sees by a role alone, of which nobody is told."""
    role = table.guild.create_role("Readers", permissions=discord.Permissions(view_channel=True))
    server = table.bot.get_guild(table.guild.id)
    assert server is not None
    await (await server.fetch_member(table.ben.id)).add_roles(discord.Object(role.id))
    await table.begin("hoyito", "a")
    await hide_from_everyone(table)
    await poll(table)
    assert letters(table.ben) == []
    kept = server.get_role(role.id)
    assert kept is not None
    return kept


async def test_role_that_loses_its_rights_is_noticed(table: Table) -> None:
    role = await only_a_role_lets_ben_in(table)
    await role.edit(permissions=discord.Permissions.none())
    await poll(table)
    assert letters(table.ben) == [LETTER]


@THOROUGH
async def test_role_that_is_deleted_is_noticed(table: Table) -> None:
    role = await only_a_role_lets_ben_in(table)
    await role.delete()
    await poll(table)
    assert letters(table.ben) == [LETTER]


@THOROUGH
async def test_who_sees_the_channel_again_is_told_again_when_it_closes_again(table: Table) -> None:
    await table.begin("hoyito", "a")
    for told in (1, 2):
        await close_channel(table, table.ben)
        await poll(table)
        assert letters(table.ben) == [LETTER] * told
        await table.bot.http.delete_channel_permissions(table.channel.id, table.ben.id)
        await table.env.settle()
        await poll(table)
        assert await table.bot.store.lost_access.due(9) == []
        await later(table, hours=1)


@THOROUGH
async def test_a_private_thread_is_seen_by_members_and_who_manages_threads(table: Table) -> None:
    channel = table.text_channel
    thread = await channel.create_thread(name="two", type=discord.ChannelType.private_thread)
    await table.bot.http.add_user_to_thread(thread.id, table.ada.id)
    role = table.guild.create_role("Wardens", permissions=discord.Permissions(manage_threads=True))
    warden = table.guild.add_member(table.env.create_user("Dora"), roles=[role])
    place = Place(thread.id, table.guild.id)
    for who, may in ((table.ada, True), (table.ben, False), (warden, True)):
        assert await sees(table.bot, place, who.id) is may
    assert not await is_open_to_all(table.bot, place)
    open_to_all = await channel.create_thread(name="all", type=discord.ChannelType.public_thread)
    assert await is_open_to_all(table.bot, Place(open_to_all.id, table.guild.id))
    assert await sees(table.bot, Place(1, None), table.ben.id), "in private everybody sees it"


@THOROUGH
async def test_where_a_match_continues_is_told_later_where_direct_messages_fail(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await table.begin("hoyito", "a")
    await close_channel(table, table.ben)
    there = table.guild.create_text_channel("open")
    table.env.inject_error("POST", "/users/@me/channels", status=503)
    await table.ben.slash(there, "board", match=1)
    assert (await table.match()).place.channel == there.id
    assert there.last_message is not None
    assert "sows `a`" in words(there.last_message)
    assert "match 1: nobody was told where it continues: 503" in caplog.text
    assert letters(table.ada) == []


@THOROUGH
async def test_a_match_of_a_game_that_is_gone_keeps_nobody_elses_from_being_looked_at(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await table.begin("hoyito")
    await table.begin("hoyito")
    await table.play_in(2, "a")
    await forget_the_game(table)
    await close_channel(table, table.ben)
    await poll(table)
    assert letters(table.ben) == [LETTER.replace("#1", "#2").replace("match:1", "match:2")]
    assert "match 1: Match #1 can't continue: `senet` is no longer played here" in caplog.text
    assert await table.bot.store.lost_access.due(9) == []
