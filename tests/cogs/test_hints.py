"""Hints: step by step, only for the player to move, and never in rated matches."""

import asyncio

import pytest

from rules import Sentence
from tests.programs import PATIENCE
from tests.simulated_discord.computer import begin, quick
from tests.simulated_discord.private_answers import alt_text, press, private
from tests.simulated_discord.table import Table, labels, words
from tests.thorough import THOROUGH

pytestmark = pytest.mark.usefixtures("all_experienced", "thinks_quickly")


async def test_hint_names_the_piece_then_the_move_then_why(table: Table) -> None:
    match = await begin(table, "bizingo")
    message = await press(table, table.last, "Hint")
    (position, _, _) = quick(table).asked[-1]
    assert position == match.position
    piece = words(message).rpartition("`")[0].rpartition("`")[2]
    assert f"Look at `{piece}`." in words(message)
    assert labels(message) == ["Which move?"]
    assert "Play" not in words(message)
    message = await press(table, message, "Which move?")
    text = next(label for label in labels(message) if label.startswith("Play ")).removeprefix(
        "Play "
    )
    assert position.moves()[text].path[0] == piece
    assert str(Sentence("{Deed}.", deed=position.tell(position.moves()[text]))) in words(message)
    await table.restart()
    message = await press(table, message, "Why?")
    assert f"`{text}`. It is as good as any." in words(message), "of no other move"
    assert alt_text(message)
    await table.ada.click(message, label=f"Play {text}")
    assert (await table.match()).previous is not None


async def test_hint_is_typed_too(table: Table) -> None:
    await begin(table, "bizingo")
    answer = private(await table.ada.slash(table.channel, "match hint"))
    assert "Look at `" in words(answer)


async def test_hint_of_a_hole_is_its_move_at_once(table: Table) -> None:
    match = await begin(table, "hoyito")
    message = await press(table, table.last, "Hint")
    why, play = labels(message)
    text = play.removeprefix("Play ")
    deed = Sentence("{Deed}.", deed=match.position.tell(match.position.moves()[text]))
    assert (why, str(deed) in words(message)) == ("Why?", True)


async def test_rated_matches_have_no_hints(table: Table) -> None:
    await table.begin("hoyito")
    assert "Hint" not in labels(table.last)
    refused = private(await table.ada.slash(table.channel, "match hint"))
    assert "There are no hints in rated matches" in words(refused)


async def test_both_know_that_there_are_hints_before_they_begin(table: Table) -> None:
    await table.challenge("hoyito", side="first", rated=False)
    assert "hints allowed" in words(table.last)
    await table.ben.click(table.last, label="Accept")
    assert "hints allowed" in words(table.last)
    card = table.last
    refused = private(await table.ben.click(card, label="Hint"))
    assert "It isn't your turn" in words(refused)
    stranger = private(await table.cleo.click(card, label="Hint"))
    assert "match" in words(stranger)
    assert quick(table).asked == []


async def test_hint_for_a_board_that_is_past_is_refused(table: Table) -> None:
    await table.challenge("hoyito", side="first", rated=False)
    await table.ben.click(table.last, label="Accept")
    asked = await press(table, table.last, "Hint")
    await table.ada.slash(table.channel, "move", move="a")
    refused = private(await table.ada.click(asked, label="Why?"))
    assert "is out of date" in words(refused)


async def test_match_that_is_over_has_no_hints(table: Table) -> None:
    await begin(table)
    await table.abort(table.ada)
    refused = private(await table.ada.slash(table.channel, "match hint", match=1))
    assert "The match is over." in words(refused)


@THOROUGH
async def test_many_hints_in_a_short_time_are_too_many(table: Table) -> None:
    await begin(table)
    for _ in range(30):
        await table.ada.slash(table.channel, "match hint")
    refused = private(await table.ada.slash(table.channel, "match hint"))
    assert "Next hint" in words(refused)


async def test_who_waits_for_a_hint_gets_one_before_the_bot_stops(table: Table) -> None:
    await begin(table, "bizingo")
    quick(table).hold(table.env)
    async with table.at_once():
        asked = await table.ada.click(table.last, label="Hint")
        async with asyncio.timeout(PATIENCE):
            while True:
                if quick(table).asked:
                    break
                await asyncio.sleep(0.01)
        await table.restart()
    assert "Look at" in words(private(asked))
