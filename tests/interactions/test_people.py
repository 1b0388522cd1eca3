"""Languages: private answers use the person's own, public messages the server's."""

from dataclasses import replace

import discord
import pytest

from data import Place
from delivery import direct_messages
from interactions.people import language_of, public_language
from interactions.speech import spoken
from languages import ENGLISH
from rules import Sentence
from tests.delivery.test_reminders import direct_messages as direct_messages_to
from tests.simulated_discord.private_answers import change_settings, private
from tests.simulated_discord.table import Table, labels, words
from tests.thorough import THOROUGH

GERMAN, FRENCH = discord.Locale.german, discord.Locale.french
TO_MOVE = Sentence("to move")


@pytest.fixture
def locales(monkeypatch: pytest.MonkeyPatch) -> dict[int, discord.Locale]:
    """Set the languages of people's Discord clients, by user id."""
    chosen: dict[int, discord.Locale] = {}
    monkeypatch.setattr(
        discord.Interaction,
        "locale",
        property(
            lambda self: chosen.get(self.user.id, discord.Locale.american_english),
            lambda _self, _locale: None,
        ),
    )
    return chosen


async def choose(table: Table, who: int, tag: str) -> None:
    now = table.env.now()
    await table.bot.store.personal_settings.change(who, lambda own: replace(own, language=tag), now)


async def choose_for_all(table: Table, tag: str) -> None:
    servers = table.bot.store.server_settings
    local = await servers.find(table.guild.id)
    await servers.change(table.guild.id, lambda _: replace(local, language=tag))


@THOROUGH
async def test_private_answers_are_in_the_language_of_ones_discord(
    table: Table, locales: dict[int, discord.Locale]
) -> None:
    locales[table.ada.id] = GERMAN
    assert "Deine Partien" in words(private(await table.ada.slash(table.channel, "matches")))
    assert "Your matches" in words(private(await table.ben.slash(table.channel, "matches")))
    refused = private(await table.ada.slash(table.channel, "bizingo", opponent=table.ada))
    assert "Dich selbst kannst du nicht herausfordern" in words(refused)


async def test_what_one_has_chosen_goes_before_and_outlasts_a_restart(
    table: Table, locales: dict[int, discord.Locale]
) -> None:
    locales[table.ada.id] = GERMAN
    page = await change_settings(table, "playing", language="fr")
    assert "Tes paramètres" in words(page) or "Tes réglages" in words(page)
    await table.restart()
    assert "Tes parties" in words(private(await table.ada.slash(table.channel, "matches")))
    await change_settings(table, "playing", language="discord")
    assert "Deine Partien" in words(private(await table.ada.slash(table.channel, "matches")))


@THOROUGH
@pytest.mark.parametrize("locale", [discord.Locale.japanese, discord.Locale.turkish])
async def test_a_language_that_is_not_spoken_is_english(
    table: Table, locales: dict[int, discord.Locale], locale: discord.Locale
) -> None:
    locales[table.ada.id] = locale
    await choose(table, table.ben.id, "xx")
    for who in (table.ada, table.ben):
        assert "Your matches" in words(private(await who.slash(table.channel, "matches")))


@THOROUGH
async def test_what_all_read_is_in_the_language_of_the_server(
    table: Table, locales: dict[int, discord.Locale]
) -> None:
    locales[table.ada.id] = FRENCH
    await choose_for_all(table, "de")
    await table.challenge("ringo", side="first", rules="classic")
    assert "Annehmen" in labels(table.last)
    await table.ben.click(table.last, label="Annehmen")
    assert "du bist" in words(table.last)
    assert "Angreifer" in words(table.last)
    picker = private(await table.ada.click(table.last, label="Ziehen"))
    assert "Quel pion" in words(picker) or "Quelle pièce" in words(picker)
    await table.play("a1-a2")
    assert "zieht" in words(table.last)


async def test_a_server_that_chose_nothing_is_spoken_to_as_discord_has_it(table: Table) -> None:
    place = Place(table.channel.id, table.guild.id)
    assert (await public_language(table.bot, place)).tag == "en"
    guild = table.bot.get_guild(table.guild.id)
    assert guild is not None
    guild.preferred_locale = discord.Locale.brazil_portuguese
    assert (await public_language(table.bot, place)).tag == "pt-BR"
    await choose_for_all(table, "es")
    assert (await public_language(table.bot, place)).tag == "es"


@THOROUGH
async def test_where_there_is_no_server_it_is_the_receivers(
    table: Table, locales: dict[int, discord.Locale]
) -> None:
    locales[table.ben.id] = GERMAN
    await table.begin("ringo")
    assert (await public_language(table.bot, Place(1), table.ben.id)).tag == "de"
    assert (await public_language(table.bot, Place(1))) is ENGLISH


@THOROUGH
async def test_direct_messages_are_in_the_language_of_the_receiver(
    table: Table, locales: dict[int, discord.Locale]
) -> None:
    locales[table.ada.id] = GERMAN
    await table.begin("ringo", "a1-a2")
    await choose(table, table.ben.id, "fr")
    for who in (table.ada, table.ben):
        await direct_messages.send_to(table.bot, who.id, TO_MOVE)
    assert [direct_messages_to(who) for who in (table.ada, table.ben)] == [["am Zug"], ["à jouer"]]
    assert spoken() is ENGLISH, "only meanwhile"
    assert (await language_of(table.bot, table.cleo.id)) is ENGLISH
