"""Undo of a misclick until the opponent has seen the move, and the setting to confirm moves."""

from datetime import timedelta

import pytest

from tests.simulated_discord.private_answers import choose, press, type_in
from tests.simulated_discord.table import Table, labels, words


async def test_move_is_undone_from_the_picker_and_the_card_says_so(table: Table) -> None:
    await table.begin("bizingo")
    await table.play("h6-g6")
    card = table.last
    await table.ada.click(card, label="Take back")
    match = await table.match()
    assert (match.to_move, match.count) == (table.ada.id, 2)
    assert "**Ada** took `h6-g6` back." in words(table.last)
    assert table.called(table.last) == []
    assert labels(await table.channel_message(card.id)) == []


async def test_whoever_has_looked_is_asked_instead(table: Table) -> None:
    await table.begin("bizingo")
    await table.play("h6-g6")
    await table.ben.click(table.last, label="Move")
    await table.ada.click(table.last, label="Take back")
    assert "asks to take the last move back" in words(table.last)
    assert (await table.match()).take_back == 0


async def test_after_ten_minutes_it_is_asked_too_over_a_restart(table: Table) -> None:
    await table.begin("bizingo")
    await table.play("h6-g6")
    card = table.last
    await table.restart()
    await table.env.advance_time(timedelta(minutes=10, seconds=1).total_seconds())
    await table.ada.click(card, label="Take back")
    assert (await table.match()).take_back == 0


async def test_stranger_who_looks_changes_nothing(table: Table) -> None:
    await table.begin("bizingo")
    await table.play("h6-g6")
    await table.cleo.click(table.last, label="Move")
    await table.cleo.slash(table.channel, "board", match=1)
    assert not (await table.match()).touched
    await table.ben.slash(table.channel, "move", move="nonsense", match=1)
    assert (await table.match()).touched


async def test_confirming_is_a_setting(table: Table) -> None:
    await table.begin("bizingo")
    page = await type_in(table, "settings")
    await choose(table, page, "never", "confirm")
    await table.restart()
    page = await press(table, table.last, "Move")
    page = await press(table, page, "h6")
    way = next(label for label in labels(page) if label.startswith("g"))
    page = await press(table, page, way)
    assert "You played" in words(page)
    await table.ada.click(page, label="Undo")
    match = await table.match()
    assert (match.count, match.to_move) == (2, table.ada.id)
    assert f"**Ada** took `h6-{way}` back." in words(table.last)
    page = await type_in(table, "settings")
    await choose(table, page, "always", "confirm")
    page = await press(table, await press(table, table.last, "Move"), "h6")
    page = await press(table, page, way)
    assert f"Play h6-{way}" in labels(page)
    assert (await table.match()).count == 2


async def test_undo_stands_in_the_picker_beside_what_waits_and_a_past_card_tells_of_it(
    table: Table,
) -> None:
    await table.begin("bizingo")
    page = await press(table, table.last, "Move")
    page = await press(table, page, "h6")
    page = await press(table, page, next(label for label in labels(page) if label[0] == "g"))
    page = await press(table, page, next(label for label in labels(page) if "Play" in label))
    card = table.last
    assert labels(page) == ["Undo"]
    await table.ada.click(page, label="Undo")
    assert "**Ada** took the last move back. [It continues here.](" in words(
        await table.channel_message(card.id)
    )


@pytest.mark.parametrize("what", ["hint", "record", "replay", "Show the turn"])
async def test_whoever_looks_in_any_way_has_seen_the_move(table: Table, what: str) -> None:
    await table.begin("hoyito", rated=False)
    await table.play("a")
    if what == "Show the turn":
        await table.ben.click(table.last, label=what)
    else:
        await table.ben.slash(table.channel, what, match=1)
    assert (await table.match()).touched
