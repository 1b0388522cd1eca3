"""`/privacy`: export and delete what is stored about a person, on every card too."""

import gzip
import json
import logging
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
import simcord

from cogs.privacy import chunked_files
from data import Person
from delivery import outdated_cards
from tests.data.test_forget import traces
from tests.simulated_discord.finished_match import SHORT, finish
from tests.simulated_discord.private_answers import private
from tests.simulated_discord.table import Table, labels, later, poll, words
from tests.thorough import THOROUGH


async def ask(table: Table) -> simcord.ResponseMessage:
    """Let Ada open `/privacy`."""
    return private(await table.ada.slash(table.channel, "privacy"))


async def delete(table: Table) -> None:
    """Let Ada delete everything about her."""
    asked = await ask(table)
    await table.ada.click(asked, label="Delete")
    await table.ada.click(asked, label="Yes, delete everything")


async def test_privacy_exports_everything(table: Table) -> None:
    await table.begin("hoyito")
    result = private(await table.ada.click(await ask(table), label="Export"))
    (file,) = result.attachments
    assert file.filename == "parlour-about-you-1.jsonl.gz"
    told = unpacked(await file.read())
    assert told[0] == {
        "person": table.ada.id,
        "name": "Ada",
        "user_name": "Ada",
        "language_of_discord": "en-US",
    }
    assert [next(iter(thing)) for thing in told] == ["person", "challenge", "match"]


@THOROUGH
async def test_privacy_deletes_after_asking_once_more(table: Table) -> None:
    await table.begin("hoyito", *SHORT)
    card = table.last
    asked = await ask(table)
    await table.ada.click(asked, label="Delete")
    assert (await table.match()).result is None
    await table.ada.click(asked, label="Yes, delete everything")
    match = await table.match()
    assert match.result is not None
    assert "a former player" in match.names
    assert " wins\n" in words(await table.channel_message(card.id))
    assert await table.bot.store.people.name_of(table.ada.id) is None


@THOROUGH
async def test_what_is_too_large_for_one_file_comes_in_several(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        await table.begin("hoyito")
    limits = []

    async def in_three(things: Any, most: int) -> Any:
        limits.append(most)
        async for thing in things:
            if "match" in thing:
                yield str(thing["match"]["id"]).encode()

    monkeypatch.setattr("cogs.privacy.chunked_files", in_three)
    result = await table.ada.click(await ask(table), label="Export")
    assert result.response is not None
    messages = [result.response, *result.followups]
    files = [message.attachments[0] for message in messages]
    assert [await file.read() for file in files] == [b"1", b"2", b"3"]
    assert len({file.filename for file in files}) == 3
    assert all(message.ephemeral for message in messages)
    assert limits == [26_214_400], "what Discord says the limit is here"


@THOROUGH
async def test_export_is_not_asked_for_again_and_again(table: Table) -> None:
    asked = await ask(table)
    for _ in range(3):
        result = await table.ada.click(asked, label="Export")
        assert "Everything I keep about you" in words(result.response)
    result = await table.ada.click(asked, label="Export")
    assert "Next export <t:" in words(result.response)
    await table.env.advance_time(3600)
    result = await table.ada.click(asked, label="Export")
    assert "Everything I keep about you" in words(result.response)


@THOROUGH
async def test_nothing_names_who_is_deleted_and_nothing_is_live(table: Table) -> None:
    await table.begin("hoyito", *SHORT)
    await finish_another(table)
    await table.begin("bizingo")
    await table.challenge("ringo")
    await table.ada.slash(table.channel, "ringo")
    await table.ben.slash(table.channel, "ringo", opponent=table.ada)
    await table.ben.slash(table.channel, "bivouac")
    cards = {match.number: match.card for match in [await table.match(n) for n in (1, 2, 3)]}
    await delete(table)
    for message in table.channel.history():
        said, pressed = words(message), labels(message)
        if message.id in {card.message for card in cards.values() if card}:
            assert "Ada" not in said
            assert "a former player" in said
            assert set(pressed) <= {
                *("Another game", "Review", "Replay the move", "Replay", "GIF", "Rules"),
            }
        elif "challenge" in said and "bivouac" not in said.lower():
            assert "Ada" not in said
            assert f"<@{table.ada.id}>" not in said
            assert pressed == []
    assert labels(table.last)[0] == "Accept", "another's challenge stays"
    assert await table.bot.store.forgetting.to_redraw(9) == []


async def finish_another(table: Table) -> None:
    """Let both finish a second match."""
    await table.begin_again("hoyito")
    await finish(table, 2)


@pytest.mark.parametrize("status", [503, 429])
async def test_cards_that_discord_does_not_take_now_are_drawn_anew_later(
    table: Table, status: int
) -> None:
    await table.challenge("ringo")
    card = table.last
    table.fail("PATCH", "*", status=status, times=9)
    await delete(table)
    assert "Ada" in words(await table.channel_message(card.id))
    result = await table.ben.click(card, label="Accept")
    assert "was withdrawn" in words(result.response)
    table.env.backend.faults.clear()
    await poll(table)
    card = await table.channel_message(card.id)
    assert "Ada" not in words(card)
    assert labels(card) == []


async def test_cards_that_are_gone_hold_up_no_others(table: Table) -> None:
    for game in ("ringo", "hoyito"):
        await table.ada.slash(table.channel, game)
    gone, card = table.last, table.channel.history()[0]
    table.fail("PATCH", gone.id, status=404, code=10008)
    await delete(table)
    assert "Ada" not in words(await table.channel_message(card.id))
    assert await table.bot.store.forgetting.to_redraw(9) == []


@THOROUGH
async def test_a_round_redraws_some_cards(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outdated_cards, "CARDS_A_ROUND", 1)
    for game in ("ringo", "hoyito", "bizingo"):
        await table.ada.slash(table.channel, game)
    await delete(table)
    for left in (2, 1, 0):
        named = [card for card in table.channel.history() if "Ada" in words(card)]
        assert len(named) == left
        await poll(table)


async def test_log_names_nobody_deleted(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "simcord")
    caplog.set_level(logging.INFO, "discord")
    await table.begin("hoyito", *SHORT)
    await table.challenge("ringo")
    for method in ("PATCH", "POST"):
        table.fail(method, "*", status=403, code=50013, times=9)
    await table.ada.slash(table.channel, "match draw", match=1)
    await delete(table)
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert "could not be" in said, "something was logged"
    assert "Ada" not in said
    assert str(table.ada.id) not in said
    person = Person(table.ada.id, "Ada")
    assert [trace for trace in traces(table.settings.database, person) if "name" not in trace] == []


def unpacked(file: bytes) -> list[dict[str, Any]]:
    """Read a file as the person who receives it does."""
    return [json.loads(line) for line in gzip.decompress(file).splitlines()]


async def each_of(things: list[dict[str, object]]) -> AsyncIterator[dict[str, object]]:
    for thing in things:
        yield thing


@pytest.mark.parametrize("most", [60_000, 120_000, 240_000])
async def test_every_thing_is_in_one_file_and_no_file_is_too_large(most: int) -> None:
    rng = random.Random(1)
    things: list[dict[str, object]] = [
        {"match": number, "text": rng.randbytes(rng.randrange(4000)).hex() * rng.randint(1, 3)}
        for number in range(300)
    ]
    files = [file async for file in chunked_files(each_of(things), most)]
    assert [thing for file in files for thing in unpacked(file)] == things
    assert max(map(len, files)) <= most
    assert min(map(len, files[:-1])) > most / 4
    assert len(files) > 2


async def test_what_fits_is_one_file() -> None:
    assert len([file async for file in chunked_files(each_of([{"name": "Ada"}]), 10_000)]) == 1


@THOROUGH
async def test_cards_of_matches_that_discord_does_not_take_now_are_drawn_anew_later(
    table: Table,
) -> None:
    await table.begin("hoyito")
    card = table.last
    table.fail("PATCH", card.id, status=503, times=9)
    await delete(table)
    assert "Ada" in words(await table.channel_message(card.id))
    assert len(await table.bot.store.forgetting.to_redraw(9)) == 1
    table.env.backend.faults.clear()
    await later(table, minutes=10)
    assert "Ada" not in "".join(words(message) for message in table.channel.history())
    assert await table.bot.store.forgetting.to_redraw(9) == []
