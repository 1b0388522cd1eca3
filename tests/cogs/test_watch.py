"""**Watch**: the three liveliest matches of others that a person may see."""

import discord
import simcord

from data import Person, Visibility
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Message, Table, labels, words


async def watch(table: Table, command: str = "matches") -> Message:
    """Let Cleo press **Watch**."""
    page = private(await table.cleo.slash(table.channel, command))
    return private(await table.cleo.click(page, label="Watch"))


def shown(page: Message) -> list[str]:
    """Return the matches of a page in their order, by the buttons that open them."""
    return [each for each in labels(page) if each.startswith("Open #")]


async def offers(who: simcord.MemberActor, table: Table, command: str) -> bool:
    return "Watch" in labels(private(await who.slash(table.channel, command)))


async def test_watch_shows_the_three_liveliest_to_follow_and_guess_in(table: Table) -> None:
    await table.begin("hoyito", "a", "a")
    for number in (2, 3, 4):
        await table.begin("bizingo")
        for _ in range(2):
            match = await table.match(number)
            await table.play_in(number, next(iter(match.position.moves())))
    for command in ("matches", "play"):
        page = await watch(table, command)
        assert words(page).startswith("### Worth watching now")
        assert shown(page)[0] == "Open #1", words(page)
        assert len(shown(page)) == 3
    assert "a capture with the last move" in words(page)
    assert labels(page)[:3] == ["Open #1", "Follow", "Guess the move"]
    assert "Hoyito #1" in words(private(await table.cleo.click(page, label="Open #1")))
    await table.bot.store.followers.follow(
        1, Person(table.cleo.id, "Cleo"), table.env.now(), each_move=False
    )
    assert labels(await watch(table))[:4] == [
        "Open #1",
        "Each move",
        "Stop following",
        "Guess the move",
    ]


async def test_only_matches_of_others_that_both_have_begun_are_offered(table: Table) -> None:
    await table.begin("hoyito")
    assert not await offers(table.cleo, table, "play")
    await table.play("a")
    assert not await offers(table.cleo, table, "matches"), "one side has not moved"
    await table.play("a")
    assert await offers(table.cleo, table, "matches")
    for command in ("matches", "play"):
        assert not await offers(table.ada, table, command), "it is her own"
    for sight in (Visibility.PLAYERS, Visibility.AFTERWARDS):
        page = private(await table.cleo.slash(table.channel, "play"))
        await see(table, sight)
        assert not await offers(table.cleo, table, "matches")
        assert "Nothing to watch" in words(private(await table.cleo.click(page, label="Watch")))
        await see(table, Visibility.CHANNEL)


async def see(table: Table, sight: Visibility) -> None:
    await table.bot.store.server_settings.change(
        table.guild.id, lambda local: local.changed({"sight": sight})
    )


async def test_a_match_in_a_channel_that_one_does_not_see_is_not_shown(table: Table) -> None:
    await table.begin("hoyito")
    await table.play("a", "a")
    unseen = discord.PermissionOverwrite(view_channel=False)
    hidden = table.guild.create_text_channel(
        "hidden", overwrites={table.guild.default_role: unseen}
    )
    await table.env.settle()
    await table.change("UPDATE matches SET channel = :channel", channel=hidden.id)
    page = await watch(table)
    assert shown(page) == []
    assert "nobody else is playing in a channel that you see" in words(page)
