"""In the made-up language: a match, from its first card to its last."""

from collections.abc import Iterable
from typing import Any

import discord
import pytest
import simcord

from rules import GAMES
from tests.made_up_language import MADE_UP, wrong
from tests.simulated_discord.made_up_speech import NAMES, SpeakMadeUp, faults
from tests.simulated_discord.message_texts import OPTION
from tests.simulated_discord.private_answers import custom_ids, open_from_settings, private, type_in
from tests.simulated_discord.table import Message, Table, words
from tests.thorough import THOROUGH, mostly_thorough
from views.match_verbs import VERBS
from views.move_choices import move_options, next_choices


async def press(table: Table, message: Message, custom_id: str) -> simcord.InteractionResult:
    """Let Ada press the first button with this kind of custom id, since its label is translated."""
    found = next(one for one in custom_ids(message) if one.startswith(custom_id))
    return await table.ada.click(message, custom_id=found)


def told_since(table: Table, first: Message) -> list[str]:
    """Describe what is wrong with the messages in the channel from one on."""
    history = table.channel.history()
    return [fault for message in history if message.id >= first.id for fault in faults(message)]


def form_faults(asked: simcord.InteractionResult) -> list[str]:
    """Describe the texts of a modal that are not in the made-up language, or do not fit."""
    assert asked.modal is not None
    told = [asked.modal["title"]]
    for field in asked.modal["components"]:
        shown: dict[str, Any] = {**field["component"], **field}
        told += [shown[key] for key in ("label", "description", "placeholder") if shown.get(key)]
    return [*wrong(told, NAMES)]


def entry_faults(offered: Iterable[dict[str, Any]]) -> list[str]:
    """Describe the autocomplete entries that are not in the made-up language."""
    names = [choice["name"] for choice in offered]
    assert names
    return [*wrong(names, NAMES)]


@pytest.mark.parametrize("key", mostly_thorough(GAMES, "ringo"))
async def test_cards_and_what_is_to_choose_are_translated(
    table: Table, key: str, speak_made_up: SpeakMadeUp
) -> None:
    await table.begin(key)
    begun = table.last
    speak_made_up()
    match = await table.match()
    for _ in range(3):
        match = await table.play(next(iter(match.position.moves())))
        assert not faults(table.last)
    assert "⟦" in words(await table.channel_message(begun.id))
    assert not faults(await table.channel_message(begun.id))
    move = next(iter(match.position.moves().values()))
    piece = move.path[0] if move.path else move.text
    told = [choice.label for choice in next_choices(match.position, piece)]
    for listed in (move_options(match.position), move_options(match.position, piece)):
        told += [each.label for each in listed]
        told += [
            each.description
            for each in listed
            if each.description and len(each.description) < OPTION
        ]
    assert not [*wrong(told, NAMES)]


@THOROUGH
@pytest.mark.parametrize("key", ["bizingo", "hoyito"])
async def test_the_picker_is_translated(table: Table, key: str, speak_made_up: SpeakMadeUp) -> None:
    await table.begin(key)
    await table.begin_again("ringo")
    speak_made_up()
    page = await type_in(table, "matches")
    opens = next(one for one in custom_ids(page) if one.startswith("open|"))
    shown = private(await table.ada.select(page, ["1"], custom_id=opens))
    for _ in range(4):
        assert not faults(shown)
        if any(one.startswith("play|") for one in custom_ids(shown)):
            break
        steps = [one for one in custom_ids(shown) if one.startswith(("piece|", "end|", "way|"))]
        shown = private(await table.ada.click(shown, custom_id=steps[0]))
    assert not form_faults(await press(table, shown, "say|"))
    shown = private(await press(table, shown, "play|"))
    assert not faults(shown)
    assert "⟦" in words(shown)
    assert not faults(table.last)


@THOROUGH
async def test_what_players_ask_of_each_other_is_translated(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    await table.begin("hoyito", pace=3)
    first = table.last
    speak_made_up()
    await table.play("a", "a")
    cards: list[Message] = [table.last]
    for who, command in (
        (table.ben, "takeback"),
        (table.ada, "takeback"),
        (table.ben, "move"),
        (table.ada, "draw"),
        (table.ben, "match moretime"),
        (table.ben, "match claim"),
        (table.ben, "resign"),
        (table.cleo, "board"),
        (table.ada, "board"),
        (table.ben, "draw"),
        (table.ben, "rematch"),
    ):
        move = {"move": "b"} if command == "move" else {}
        given = await who.slash(table.channel, command, match=1, **move)
        cards += [message for message in (given.response, *given.followups, table.last) if message]
    assert not [fault for message in cards for fault in faults(message)]
    assert not told_since(table, first)


@THOROUGH
async def test_who_is_away_and_what_is_locked_is_translated(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    await table.begin("hoyito", pace=3)
    speak_made_up()
    await press(table, await open_from_settings(table, "vacation|show"), "vacation|begin")
    assert (await table.match()).stopped is not None
    assert not faults(table.last)
    role = table.guild.create_role("7", permissions=discord.Permissions(manage_guild=True))
    dora = table.guild.add_member(table.env.create_user("Dora"), roles=[role])
    await dora.slash(table.channel, "match moderate lock", match=1, reason="7 – 3")
    assert (await table.match()).locked
    assert not faults(table.last)


@THOROUGH
async def test_what_comes_of_a_match_is_translated(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    await table.ada.slash(table.channel, "ringo", opponent=table.ben, seat="first", both_sides=True)
    await table.ben.click(table.last, label="Accept")
    first = table.channel.history()[1]
    speak_made_up()
    for number in (1, 2):
        match = await table.match(number)
        for _ in range(4):
            match = await table.play_in(number, next(iter(match.position.moves())))
        asked = private(await table.ada.slash(table.channel, "resign", match=number))
        assert not faults(asked)
        await press(table, asked, "match|")
        assert not faults(table.last)
    assert not faults(private(await table.ada.slash(table.channel, "resign", match=2)))
    await table.ada.slash(table.channel, "rematch", match=2)
    assert not told_since(table, first)


@THOROUGH
async def test_lists_and_what_is_opened_from_them_are_translated(
    table: Table, speak_made_up: SpeakMadeUp
) -> None:
    await table.begin("hoyito", pace=3)
    await table.play("a")
    await table.begin_again("ringo")
    await table.begin_again("bizingo")
    await table.ada.slash(table.channel, "match abort", match=3)
    await type_in(table, "match mute", match=2)
    speak_made_up()
    page = await type_in(table, "matches")
    assert not faults(page)
    opens = next(one for one in custom_ids(page) if one.startswith("open|"))
    shows = next(one for one in custom_ids(page) if one.endswith("|show|0"))
    for show in ("move", "waiting", "finished", "challenges", "playing"):
        page = private(await table.ada.select(page, [show], custom_id=shows))
        assert not faults(page)
        shows = next(one for one in custom_ids(page) if one.endswith("|show|0"))
    whom = next(one for one in custom_ids(page) if one.endswith("|opponent|0"))
    against = private(await table.ada.select(page, [table.cleo], custom_id=whom))
    assert not faults(against)
    page = await type_in(table, "matches")
    for number in ("1", "2"):
        opened = private(await table.ada.select(page, [number], custom_id=opens))
        assert not faults(opened)
        page = private(await press(table, opened, "matches|"))
    assert not faults(await type_in(table, "match mute", match=1))
    assert not faults(await type_in(table, "match unmute", match=1))
    assert not faults(await type_in(table, "match unmute", match=1))
    assert not faults(private(await table.cleo.slash(table.channel, "matches")))


@THOROUGH
async def test_notes_and_lines_are_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("hoyito")
    await table.play("a")
    first = table.last
    speak_made_up()
    form = await table.ada.slash(table.channel, "match note")
    assert not form_faults(form)
    page = private(await table.ada.submit_modal(form, {"field": "7 – 3"}))
    assert not faults(page)
    assert not faults(await type_in(table, "matches"))
    assert not faults(private(await press(table, page, "unnote|")))
    assert not faults(await type_in(table, "match ahead"))
    page = await type_in(table, "match ahead", moves="b c, d d")
    assert not faults(page)
    await table.ben.slash(table.channel, "move", move="b")
    assert not faults(table.last)
    assert not told_since(table, first)


async def test_what_commands_offer_is_translated(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("bizingo")
    await table.begin_again("hoyito")
    speak_made_up()
    for who, command, option, typed in (
        (table.cleo, "move", "move", ""),
        (table.ada, "move", "move", ""),
        (table.ada, "move", "move", "zzz"),
        (table.ben, "move", "move", ""),
        (table.ada, "move", "match", ""),
        (table.ada, "record", "match", ""),
    ):
        assert not entry_faults(await who.autocomplete(table.channel, command, option, typed))


async def test_what_cannot_be_done_is_said_in_it(table: Table, speak_made_up: SpeakMadeUp) -> None:
    await table.begin("hoyito")
    await table.begin_again("ringo")
    speak_made_up()
    for command, typed in (("move", {"move": "a"}), ("board", {}), ("resign", {}), ("rematch", {})):
        assert not faults(private(await table.cleo.slash(table.channel, command, **typed)))
    for chosen in (
        {"move": "zz"},
        {"move": "…"},
        {"move": "a #7", "match": 1},
        {"move": "a #99999999999999999999"},
        {"move": "a9", "match": 2},
        {"move": "a", "match": 9},
    ):
        assert not faults(await type_in(table, "move", **chosen))
    assert not faults(await type_in(table, "board"))
    assert not faults(await type_in(table, "rematch"))
    elsewhere = table.guild.create_text_channel("elsewhere")
    for command, chosen in (("board", {}), ("move", {"move": "a"})):
        assert not faults(private(await table.ada.slash(elsewhere, command, **chosen)))


def test_what_verbs_say_is_found_by_translators() -> None:
    for verb in VERBS:
        asked = verb.question
        for said in (verb.label, verb.says, *((asked.label, asked.words) if asked else ())):
            assert said == "" or MADE_UP.template(said) != said
