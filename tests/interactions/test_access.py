"""Access: a match that a stranger cannot see does not exist; strangers ping and post nothing."""

import discord
import pytest
import simcord

from data import StoredMatch
from tests.delivery.test_channels import thread
from tests.simulated_discord.finished_match import SHORT, WON, finish
from tests.simulated_discord.table import Table, labels, pictures, words
from tests.thorough import THOROUGH

NONE = "There is no match #1 that you can see; `/matches` lists yours."
OF_MATCHES = ("record", "replay", "draw", "takeback", "resign", "abort", "rematch")
COMMANDS = ("board", *(f"match {name}" for name in OF_MATCHES))


@pytest.fixture
def hidden(table: Table) -> Table:
    """Move the match to a channel that Cleo cannot see, and use commands in one that she can."""
    unseen = discord.PermissionOverwrite(view_channel=False)
    table.channel = table.guild.create_text_channel("hidden", overwrites={table.cleo: unseen})
    return table


def elsewhere(table: Table) -> simcord.ChannelHandle:
    """Create another channel of the server, visible to all."""
    return table.guild.create_text_channel("elsewhere")


def sent(table: Table) -> list[str]:
    """List the requests to Discord other than private answers."""
    return [entry.path for entry in table.env.http_requests if "/callback" not in entry.path]


@THOROUGH
async def test_match_in_a_channel_that_one_does_not_see_does_not_exist(hidden: Table) -> None:
    table = hidden
    await table.begin("hoyito")
    there, before = elsewhere(table), sent(table)
    for command in COMMANDS:
        result = await table.cleo.slash(there, command, match=1)
        assert result.ephemeral
        assert words(result.response) == NONE
        nothing = await table.cleo.slash(there, command, match=2)
        assert words(nothing.response) == NONE.replace("#1", "#2")
    for options in ({"move": "a", "match": 1}, {"move": "a #1"}):
        result = await table.cleo.slash(there, "move", **options)
        assert words(result.response) == NONE
    offered = await table.cleo.autocomplete(there, "board", "match", "1")
    assert offered == []
    assert sent(table) == before
    assert (await table.match()).count == 0


@THOROUGH
async def test_match_of_another_server_or_a_private_place_does_not_exist(table: Table) -> None:
    await table.begin("hoyito")
    guild = table.env.create_guild("Another")
    stranger = guild.add_member(table.cleo.user)
    for command in COMMANDS:
        result = await stranger.slash(guild.create_text_channel("games"), command, match=1)
        assert words(result.response) == NONE
        alone = await table.cleo.user.slash(command, match=1)
        assert words(alone.response) == NONE


@THOROUGH
async def test_its_players_see_a_match_everywhere(hidden: Table) -> None:
    table = hidden
    await table.begin("hoyito")
    guild = table.env.create_guild("Another")
    ada = guild.add_member(table.ada.user)
    result = await ada.slash(guild.create_text_channel("games"), "match record", match=1)
    assert "Match #1 as text" in words(result.response)
    await table.ada.user.slash("move", move="a", match=1)
    assert (await table.match()).count == 1


@THOROUGH
async def test_who_sees_the_channel_sees_its_matches_alone_and_pings_nobody(table: Table) -> None:
    await table.begin("hoyito")
    card, there = table.last, elsewhere(table)
    for channel, options in ((table.channel, {}), (there, {"match": 1})):
        before = sent(table)
        result = await table.cleo.slash(channel, "board", **options)
        assert result.ephemeral
        assert result.response is not None
        assert pictures(result.response)
        assert "your move" in words(result.response)
        assert labels(result.response) == ["Follow", "Guess the move"]
        assert sent(table) == before
        assert table.last.id == card.id
    match = await table.match()
    assert match.card is not None
    assert match.card.message == card.id
    assert labels(await table.channel_message(card.id)), "the card stays as it is"
    answered = table.env.http_requests[-1].json
    assert answered is not None
    assert not any(answered["data"]["allowed_mentions"].values())
    result = await table.cleo.slash(there, "match draw", match=1)
    assert "This is Ada and Ben's match; to play, challenge someone" in words(result.response)
    assert sent(table) == before


@THOROUGH
async def test_role_decides_who_sees(table: Table) -> None:
    role = table.guild.create_role("players")
    dora = table.guild.add_member(table.env.create_user("Dora"), roles=[role])
    assert table.bot.user is not None
    seen, unseen = (discord.PermissionOverwrite(view_channel=seen) for seen in (True, False))
    table.channel = table.guild.create_text_channel(
        "players",
        overwrites={
            table.guild.default_role: unseen,
            role: seen,
            table.bot.user: seen,
            table.ada: seen,
            table.ben: seen,
        },
    )
    await table.begin("hoyito")
    there = elsewhere(table)
    result = await dora.slash(there, "match record", match=1)
    assert "Match #1 as text" in words(result.response)
    result = await table.cleo.slash(there, "match record", match=1)
    assert words(result.response) == NONE


@pytest.mark.parametrize("private", [False, True])
async def test_threads_are_seen_by_who_sees_their_channel_unless_they_are_private(
    table: Table, *, private: bool
) -> None:
    parent = table.channel
    if private:
        channel = table.bot.get_channel(parent.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.create_thread(name="two", type=discord.ChannelType.private_thread)
        table.channel = parent.threads[0]
        for who in (table.ada, table.ben):
            await table.bot.http.add_user_to_thread(table.channel.id, who.id)
    else:
        table.channel = await thread(table)
    await table.begin("hoyito")
    result = await table.cleo.slash(parent, "match record", match=1)
    assert (words(result.response) == NONE) is private


async def test_channel_that_nobody_knows_is_seen_by_nobody_else(table: Table) -> None:
    await table.begin("hoyito")
    there = elsewhere(table)
    await table.change("UPDATE matches SET channel = 1")
    result = await table.cleo.slash(there, "match record", match=1)
    assert words(result.response) == NONE


@THOROUGH
@pytest.mark.usefixtures("all_experienced")
async def test_profile_names_only_matches_that_one_may_see(hidden: Table) -> None:
    table = hidden
    await table.begin("hoyito")
    await finish(table)
    there = elsewhere(table)
    result = await table.cleo.slash(there, "profile", player=table.ben)
    said = words(result.response)
    assert f"**Hoyito** {WON}? ± " in said
    assert "· 1–0–0" in said
    assert "#1" not in said
    assert "Ada" not in said
    result = await table.ada.slash(there, "profile", player=table.ben)
    assert "Hoyito #1 against Ada: won" in words(result.response)


@THOROUGH
async def test_names_are_peoples_own_not_what_a_server_calls_them(table: Table) -> None:
    ada, ben = (
        table.guild.add_member(
            table.env.create_user(name.lower(), global_name=name), nick=f"{name} the Great"
        )
        for name in ("Ava", "Bob")
    )
    await ada.slash(table.channel, "hoyito", opponent=ben, side="first")
    await ben.click(table.last, label="Accept")
    await ada.slash(table.channel, "move", move="a")
    match: StoredMatch = await table.match()
    assert match.names == ("Ava", "Bob")
    assert "the Great" not in words(table.last)


@THOROUGH
async def test_names_of_who_has_no_name_of_their_own_are_the_user_names(table: Table) -> None:
    await table.begin("hoyito", *SHORT)
    assert (await table.match()).names == ("Ada", "Ben")
