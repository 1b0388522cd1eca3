"""In the made-up language every page is translated, and every text fits."""

import json
from itertools import chain
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs import leaderboard, records
from cogs import rules as rules_cog
from interactions.audience import Appearance
from interactions.command_translations import (
    LONGEST,
    LONGEST_MENU,
    CommandTranslator,
    in_every_language,
)
from interactions.components import select, text_view
from rulebook import rulebook
from rules import GAMES
from tests.made_up_language import MADE_UP, not_translated, translated, wrong
from tests.simulated_discord.finished_match import finish
from tests.simulated_discord.limits import check, described
from tests.simulated_discord.made_up_speech import NAMES, SpeakMadeUp, faults
from tests.simulated_discord.message_texts import pieces
from tests.simulated_discord.private_answers import choose, custom_ids, private, type_in
from tests.simulated_discord.table import Component, Table
from tests.thorough import THOROUGH
from views.help_page import LIBRARIES, Topic, about_page, help_page
from views.rules_page import OpenRules, how_to_play_button, rules_button, rules_page

TEXTS = {"name", "description", "name_localizations", "description_localizations"}
"""What Discord shows of a command, an option or a choice."""
GAME = discord.SelectOption(label="One", value="one", description="Best")


def test_what_is_not_translated_or_cut_is_found() -> None:
    told = "**Ada** `a1-a2` <t:123:R> <@7> [x](https://nowhere.example) 5–0"
    assert not [*wrong([told, translated("Play on")], NAMES)]
    assert [*wrong([f"{told} {translated('won')}, drawn"], NAMES)] != []
    assert [*wrong([translated("won")[:-1]])] != []
    view = text_view("Hello", rows=[select("Which game?", [GAME], OpenRules("ringo"))])
    assert [piece.words for piece in pieces(view)] == ["Hello", "Which game?", "One", "Best"]


@THOROUGH
async def test_leaderboards_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("hoyito")
    await finish(table)
    speak_made_up()
    for who in (table.ada, table.cleo):
        await who.slash(table.channel, "leaderboard", game="hoyito")
        assert not faults(table.last)
    await table.ada.slash(table.channel, "leaderboard", game="ringo", scope="everywhere", period=30)
    assert not faults(table.last)


@THOROUGH
async def test_further_pages_of_leaderboards_are_translated(
    table: Table, speak_made_up: SpeakMadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begin("hoyito")
    await finish(table)
    monkeypatch.setattr(leaderboard, "PAGE_SIZE", 1)
    speak_made_up()
    await table.ben.slash(table.channel, "leaderboard", game="hoyito")
    assert not faults(table.last)
    await table.ben.click(table.last, custom_id=f"leaderboard|hoyito|{table.guild.id}|1|0|")
    assert not faults(table.last)
    assert f"leaderboard|hoyito|{table.guild.id}|0|0|" in custom_ids(table.last)


@THOROUGH
async def test_profiles_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    for number, game in enumerate(("hoyito", "ringo"), start=1):
        await table.begin(game)
        for _ in range(4):
            match = await table.match(number)
            await table.play_in(number, next(iter(match.position.moves())))
        asked = await table.ada.slash(table.channel, "resign", match=number)
        assert asked.response is not None
        await table.ada.click(asked.response, label="Yes, resign")
    speak_made_up()
    for who in (table.ada, table.ben, table.cleo):
        message = await type_in(table, "profile", player=who)
        assert not faults(message)
    message = await type_in(table, "profile")
    assert not faults(await choose(table, message, "ringo"))
    nobody = private(await table.cleo.slash(table.channel, "profile"))
    assert not faults(nobody)


@THOROUGH
async def test_names_below_pictures_are_translated(
    table: Table, speak_made_up: SpeakMadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begin("hoyito")
    await finish(table)
    monkeypatch.setattr("rendering.drawable_text", lambda _name: "")
    speak_made_up()
    await table.ada.slash(table.channel, "leaderboard", game="hoyito")
    assert not faults(table.last)
    assert not faults(await type_in(table, "profile"))


@THOROUGH
async def test_records_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("hoyito")
    await finish(table)
    speak_made_up()
    assert not faults(await type_in(table, "record", match=1))
    form = faults(records._form())
    assert [fault for fault in form if "[Game" not in fault] == [], "a record is never translated"


@THOROUGH
async def test_animations_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("hoyito")
    await finish(table)
    card = table.last
    speak_made_up()
    given = private(await table.cleo.click(card, custom_id="gif|1|match"))
    assert not faults(given)
    await table.cleo.click(given, custom_id="postgif|1|match")
    assert not faults(table.last)


@THOROUGH
async def test_a_turn_step_by_step_is_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("hoyito")
    await table.play("a")
    speak_made_up()
    shown = private(await table.ben.click(table.last, custom_id="turn|1|1"))
    (alt,) = [piece for piece in pieces(shown) if piece.kind == "alt"]
    assert not [*wrong([alt.words], NAMES)]


async def test_help_is_translated_and_leaves_no_command_out(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    speak_made_up()
    manager = discord.Permissions.all()
    topics = [help_page(table.bot, manager, topic) for topic in Topic]
    for page in (*topics, rules_cog.all_games(), about_page(table.bot)):
        check(page)
        assert not faults(page, ("Python", "MIT", *LIBRARIES))
    told = "".join(piece.words for page in topics for piece in pieces(page))
    for command in table.ada.available_commands(table.channel):
        assert f"`/{command}`" in told


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
async def test_rules_are_translated(
    key: str, speak_made_up: SpeakMadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_made_up()
    # Diagrams have no words on them; each would take half a second.
    monkeypatch.setattr("rendering.diagram", lambda *_drawn, **_how: b"")
    for number in range(len(rulebook(key).pages)):
        view, _ = await rules_page(key, number, Appearance("walnut"))
        check(view)
        # The caption is also in the alternative text, where a typed `pass` is not marked as code.
        assert not faults(view, ("pass",))
    row = discord.ui.ActionRow(rules_button(key), how_to_play_button(key))
    assert not faults(discord.ui.LayoutView(timeout=None).add_item(row))


@THOROUGH
async def test_what_discord_shows_of_commands_is_translated(
    table: Table, speak_made_up: SpeakMadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interactions.command_translations.language", lambda _tag: MADE_UP)
    speak_made_up()
    tree = table.bot.tree
    for command in tree.get_commands(type=discord.AppCommandType.chat_input):
        payload = await command.get_translated_payload(tree, CommandTranslator())
        for part in described(payload):
            told = [_in_german(part, "description")]
            told += [_in_german(choice, "name") for choice in part.get("choices") or ()]
            assert all(len(words) <= LONGEST for words in told)
            assert not [*chain.from_iterable(not_translated(words, NAMES) for words in told)]


MENUS = {
    "Challenge": {"de": "Herausfordern", "es-ES": "Desafiar", "pt-BR": "Desafiar"},
    "Block": {"de": "Blockieren", "es-ES": "Bloquear", "pt-BR": "Bloquear"},
}
"""Some names of the menus on a member."""


async def test_the_menus_on_a_member_have_their_names_in_every_language(table: Table) -> None:
    """Menus are chosen, not typed, so their names are translated; those of commands are not."""
    payload, _ = await in_every_language(table.bot.tree, CommandTranslator())
    menus = [each for each in payload if each["type"] == discord.AppCommandType.user.value]
    assert {menu["name"] for menu in menus} == set(MENUS)
    for menu in menus:
        names = menu["name_localizations"]
        assert names.items() >= MENUS[menu["name"]].items()
        assert all(1 <= len(name) <= LONGEST_MENU for name in names.values())
        assert {"fr", "es-419"} <= names.keys()
    assert not any(each.get("name_localizations") for each in payload if each not in menus)


async def test_no_description_has_marks_that_discord_shows_as_they_are(table: Table) -> None:
    payload, _ = await in_every_language(table.bot.tree, CommandTranslator())
    for command in payload:
        for part in described(command):
            shown = [part, *(part.get("choices") or ())]
            texts = [str(value) for one in shown for key, value in one.items() if key in TEXTS]
            assert not [text for text in texts if "`" in text or "**" in text]


def _in_german(part: Component, key: str) -> str:
    """Return the texts of a part of a command that a German Discord shows."""
    return str((part.get(f"{key}_localizations") or {}).get("de", part[key]))


@THOROUGH
async def test_commands_are_translated_once_in_a_process_and_again_where_they_changed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    translated_of: list[str] = []

    class Noting(CommandTranslator):
        async def translate(
            self,
            string: app_commands.locale_str,
            locale: discord.Locale,
            context: app_commands.TranslationContext[Any, Any],  # whatever it is
        ) -> str | None:
            translated_of.append(string.message)
            return await super().translate(string, locale, context)

    tree = table.bot.tree
    payload, written = await in_every_language(tree, Noting())
    assert not translated_of, "the bot has started with them"
    commands = tree.get_commands()
    assert payload == [
        await one.get_translated_payload(tree, CommandTranslator()) for one in commands
    ]
    assert json.loads(written) == json.loads(json.dumps(payload))
    command = next(one for one in commands if one.name == "board")
    assert isinstance(command, app_commands.Command)
    monkeypatch.setattr(command, "description", "Another one")
    changed, _ = await in_every_language(tree, Noting())
    assert "Another one" in [one.get("description") for one in changed]
    assert translated_of
