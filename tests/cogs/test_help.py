"""What `/help`, `/about` and `/rules` say."""

import discord

import cogs.help
from rulebook import rulebook
from rules import GAMES
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import press, private, type_in
from tests.simulated_discord.table import Table, labels, words


async def test_rules_without_a_game_show_every_game(table: Table) -> None:
    message = await type_in(table, "rules")
    for key, game in GAMES.items():
        assert game.name in words(message)
        assert rulebook(key).summary in words(message)
    opened = private(await table.ada.click(message, custom_id="rules|ringo"))
    assert rulebook("ringo").pages[0].words in words(opened)


async def test_help_says_what_to_type_first_and_lists_every_command(table: Table) -> None:
    message = await type_in(table, "help")
    for key, game in GAMES.items():
        assert f"`/{key}`" in words(message)
        assert game.name in labels(message)
    for command in table.ada.available_commands(table.channel):
        assert f"`/{command}`" in words(message)
    groups: dict[str, list[str]] = {}
    heading = ""
    for line in words(message).splitlines():
        if line.startswith("**") and line.endswith("**"):
            heading = line.strip("*")
            groups[heading] = []
        elif line.startswith("`/"):
            groups[heading].append(line.split("`")[1])
    assert list(groups) == ["Play", "My matches", "Look back", "People", "Settings", "Learn"]
    assert "/move" in groups["Play"]
    assert {"/matches", "/resign"} <= set(groups["My matches"])
    assert "/record" in groups["Look back"]
    assert "/block" in groups["People"]
    assert "/privacy" in groups["Settings"]
    opened = await press(table, message, "Ringo")
    assert rulebook("ringo").summary in words(opened)


async def test_help_tells_of_the_servers_settings_whoever_manages_it(table: Table) -> None:
    role = table.guild.create_role("Wardens", permissions=discord.Permissions(manage_guild=True))
    dora = table.guild.add_member(table.env.create_user("Dora"), roles=[role])
    line = "`/parlour settings` Choose where matches are played in this server"
    assert line in words(private(await dora.slash(table.channel, "help")))
    assert "/parlour" not in words(await type_in(table, "help"))


async def test_about_says_what_this_is(table: Table) -> None:
    message = await type_in(table, "about")
    text = words(message)
    assert "Parlour 0." in text
    assert "discord.py 2.7.1" in text
    assert "1 server." in text
    assert "MIT" in text
    assert all(game.name in text for game in GAMES.values())
    assert "http" not in text


async def test_help_about_and_the_games_fit(table: Table) -> None:
    check(cogs.help.help_page(table.bot, discord.Permissions.all()))
    check(cogs.help.about_page(table.bot))
    check(cogs.help.all_games())
