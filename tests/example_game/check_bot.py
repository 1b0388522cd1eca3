"""Dash in Discord works without any code in the bot that names it."""

import pytest

from tests.flows.test_whole_games import press
from tests.simulated_discord.private_answers import alt_text, private
from tests.simulated_discord.table import Table, labels, words

LIGHT_WINS = (
    "a1-a3 a15-a13 a3-a5 a13-a11 a5-a7 a11-a9 a7-a8 a9-a7 "
    "a8-a10 a7-a5 a10-a12 a5-a3 a12-a14 a3-a2 a14-a15"
)


async def test_example_game_is_in_the_lists(table: Table) -> None:
    helped = await table.ada.slash(table.channel, "help")
    assert "`/dash`" in words(helped.response)
    every = await table.ada.slash(table.channel, "rules")
    assert "Run to the other end" in words(every.response)
    rules = private(await table.ada.slash(table.channel, "rules", game="dash"))
    tried = await table.ada.click(rules, label="Try it")
    assert "Light to move" in words(tried.response)
    asked = private(await table.ada.context_menu(table.channel, "Challenge", table.ben))
    await table.ada.select(asked, ["dash"])
    assert "### Dash" in words(table.last)


async def test_its_option_is_one_of_the_command(table: Table) -> None:
    await table.begin("dash", length="21")
    assert "Length: 21 cells" in words(table.last)
    offered = await table.ada.autocomplete(table.channel, "move", "move", "")
    assert [choice["value"] for choice in offered] == ["a1-a2", "a1-a3"]


@pytest.mark.parametrize("way", ["commands", "buttons"])
async def test_whole_game_ends_on_the_leaderboard(table: Table, way: str) -> None:
    await table.begin("dash")
    for text in LIGHT_WINS.split():
        who = table.player(await table.match())
        if way == "commands":
            await who.slash(table.channel, "move", move=text)
        else:
            await press(table, who, text)
    assert "# Ada wins" in words(table.last)
    assert "Light is at the other end first." in words(table.last)
    assert labels(table.last) == [*("Rematch", "Another game", "Replay", "GIF", "Review", "Rules")]
    await table.cleo.slash(table.channel, "leaderboard", game="dash")
    assert "Ada 1662?" in alt_text(table.last)
    profile = await table.ben.slash(table.channel, "profile")
    assert "**Dash** 1338?" in words(profile.response)
