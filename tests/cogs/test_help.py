"""What `/help` and `/rules` say, and what is behind the buttons of `/help`."""

import discord

import cogs.help
import cogs.rules
from interactions.speech import speaking
from languages import languages
from rulebook import rulebook
from rules import GAMES, __version__
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import parts, press, private, type_in
from tests.simulated_discord.table import Table, labels, words
from tests.thorough import THOROUGH
from views.help_page import Topic, about_page, help_page

NOVICE_READS = 900
"""At most so many characters stand on the first screen of `/help`, its buttons included."""


async def test_rules_without_a_game_show_every_game(table: Table) -> None:
    message = await type_in(table, "rules")
    for key, game in GAMES.items():
        assert game.name in words(message)
        assert rulebook(key).summary in words(message)
    opened = private(await table.ada.click(message, custom_id="rules|ringo"))
    assert rulebook("ringo").pages[0].words in words(opened)


async def test_help_says_what_to_type_first(table: Table) -> None:
    message = await type_in(table, "help")
    for key, game in GAMES.items():
        assert f"`/{key}`" in words(message)
        assert game.name in labels(message)
    assert "/privacy" not in words(message), "commands stand behind buttons"
    opened = await press(table, message, "Ringo")
    assert rulebook("ringo").summary in words(opened)


def characters(view: discord.ui.LayoutView) -> int:
    """Count the characters that a person reads: text, and labels of buttons."""
    read = [part.get("content") or part.get("label") or "" for part in parts(view)]
    return sum(map(len, read))


@THOROUGH
async def test_the_first_screen_of_help_is_short_in_every_language(table: Table) -> None:
    told = {}
    for language in languages().values():
        with speaking(language):
            told[language.tag] = characters(help_page(table.bot, discord.Permissions.all()))
    assert len(told) > 1
    assert not {tag: read for tag, read in told.items() if not 0 < read <= NOVICE_READS}


@THOROUGH
async def test_every_command_stands_under_a_topic(table: Table) -> None:
    message = private(await table.dora.slash(table.channel, "help"))
    topics = ["Playing", "My matches", "Replays and reviews", "Players", "Leagues and ladders"]
    topics += ["Settings", "Learn", "This server"]
    assert labels(message)[-9:] == [*topics, "About"]
    groups: dict[str, list[str]] = {}
    for topic in topics:
        page = private(await table.dora.click(message, label=topic))
        assert words(page).startswith(f"## {topic}\n")
        assert labels(page) == ["Back", *(each for each in topics if each != topic)]
        groups[topic] = [
            line.split("`")[1] for line in words(page).splitlines() if line.startswith("`/")
        ]
        await table.dora.click(page, label="Back")
    assert sorted(name for group in groups.values() for name in group) == sorted(
        f"/{command}" for command in table.dora.available_commands(table.channel)
    )
    assert {"/play", "/move", "/match again", *(f"/{key}" for key in GAMES)} <= set(
        groups["Playing"]
    )
    assert {"/matches", "/match resign", "/match abort", "/match note"} <= set(groups["My matches"])
    assert {"/match record", "/match import"} <= set(groups["Replays and reviews"])
    assert "/privacy" in groups["Settings"]
    assert "/puzzle play" in groups["Learn"]
    assert {"/puzzle daily", "/match moderate end"} <= set(groups["This server"])


async def test_help_tells_of_the_servers_settings_whoever_manages_it(table: Table) -> None:
    first = private(await table.dora.slash(table.channel, "help"))
    page = private(await table.dora.click(first, label="This server"))
    assert "press **Server settings** in `/settings`" in words(page)
    first = private(await table.cleo.slash(table.channel, "help"))
    assert "This server" not in labels(first)


async def test_about_says_what_this_is(table: Table) -> None:
    text = words(await press(table, await type_in(table, "help"), "About"))
    assert f"## Parlour {__version__}\n" in text
    assert "discord.py 2.7.1" in text
    assert "1 server." in text
    assert "MIT" in text
    assert all(game.name in text for game in GAMES.values())
    assert "http" not in text


async def test_help_about_and_the_games_fit(table: Table) -> None:
    for language in languages().values():
        with speaking(language):
            for topic in Topic:
                check(help_page(table.bot, discord.Permissions.all(), topic))
            check(about_page(table.bot))
            check(cogs.rules.all_games())
