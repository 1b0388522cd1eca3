"""Names: people's own are shown unchanged; the bot's words for a player are translated."""

from dataclasses import replace
from typing import Any

import pytest

import rendering
from data import Person
from interactions import plain, said
from interactions.speech import speaking
from languages import language
from match import verbs
from match.match import FORMER_PLAYER, player_name
from tests.interactions.test_people import choose, choose_for_all
from tests.simulated_discord.computer import begin
from tests.simulated_discord.finished_match import SHORT
from tests.simulated_discord.private_answers import private, type_in
from tests.simulated_discord.table import Table, words
from tests.thorough import THOROUGH

LIKE_THE_COMPUTER = "Bob, level 3"
GERMAN = language("de")


def test_only_the_bots_own_words_for_a_player_are_translated() -> None:
    with speaking(GERMAN):
        assert plain(player_name(-1, FORMER_PLAYER)) == "Gelöschtes Profil"
        assert said(player_name(9, "_Parlour_", level=3)) == r"\_Parlour\_, Stufe 3"
        for own in (LIKE_THE_COMPUTER, FORMER_PLAYER):
            assert plain(player_name(9, own)) == own
            assert said(Person(9, own).display_name) == own


pytestmark = pytest.mark.usefixtures("thinks_quickly")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Record the names on the boards that are drawn."""
    found: list[tuple[str, str]] = []
    draw = rendering.picture

    def picture(*position: Any, **look: Any) -> bytes:
        if "names" in look:
            first, second = map(look["speech"].say, look["names"])
            found.append((first, second))
        drawing: bytes = draw(*position, **look)
        return drawing

    monkeypatch.setattr(rendering, "picture", picture)
    return found


@THOROUGH
@pytest.mark.parametrize("name", [LIKE_THE_COMPUTER, FORMER_PLAYER])
async def test_names_are_shown_in_german_as_people_write_them(
    table: Table, drawn: list[tuple[str, str]], name: str
) -> None:
    bob = table.guild.add_member(table.env.create_user("bob", global_name=name))
    table = replace(table, ben=bob)
    await choose_for_all(table, "de")
    await choose(table, table.ada.id, "de")
    await table.ada.slash(table.channel, "hoyito", opponent=bob, side="first")
    await bob.click(table.last, label="Annehmen")
    assert f"**{name}**" in words(table.last)
    await table.play("a")
    assert drawn[-1] == ("Ada", name)
    assert f"gegen {name}" in words(await type_in(table, "matches"))
    assert f"**{name}**" in words(await type_in(table, "match replay", match=1))
    await table.play(*SHORT[1:])
    now = table.env.now()
    await table.bot.store.matches.apply(1, lambda match: verbs.resign(match, bob.id, now))
    assert name in words(private(await table.ada.slash(table.channel, "profile")))


async def test_computer_level_is_said_in_german(table: Table, drawn: list[tuple[str, str]]) -> None:
    await choose_for_all(table, "de")
    await choose(table, table.ada.id, "de")
    await begin(table, "hoyito", level=4)
    assert "TestBot, Stufe 4" in words(table.last)
    assert any("TestBot, Stufe 4" in name for name in drawn[-1])
    assert "TestBot, Stufe 4" in words(await type_in(table, "matches"))
    assert ", level 4" in await table.bot.store.matches.record(1)
