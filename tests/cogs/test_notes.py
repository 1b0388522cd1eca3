"""Notes on matches: written, read, changed and deleted by one player, seen by nobody else."""

import simcord

from data.notes import MOST_NOTED
from tests.simulated_discord.private_answers import press, private, type_in
from tests.simulated_discord.table import Table, labels, words
from tests.thorough import THOROUGH

NOTE = "watch the captain\n**left** side @everyone"


async def note(table: Table, text: str = NOTE) -> simcord.ResponseMessage:
    """Let Ada write a note on the first match, by the command."""
    form = await table.ada.slash(table.channel, "match note", match=1)
    return private(await table.ada.submit_modal(form, {"field": text}))


@THOROUGH
async def test_a_note_is_written_read_changed_and_deleted(table: Table) -> None:
    await table.begin("bizingo")
    page = await note(table)
    assert "### Your note on Bizingo #1" in words(page)
    assert "watch the captain\n\\*\\*left\\*\\* side" in words(page)
    assert "@everyone" not in words(page)
    await table.restart()
    page = await type_in(table, "match note", match=1)
    assert "watch the captain" in words(page)
    form = await table.ada.click(page, label="Change")
    changed = private(await table.ada.submit_modal(form, {"field": "it is lost"}))
    assert "it is lost" in words(changed)
    assert "captain" not in words(changed)
    gone = await press(table, changed, "Delete")
    assert words(gone) == "Your note was deleted."
    assert await table.bot.store.notes.find(table.ada.id, 1) == {}


async def test_a_note_stands_beside_ones_own_boards_and_in_the_list(table: Table) -> None:
    await table.begin("bizingo")
    await note(table, "watch the captain")
    picked = private(await table.ada.click(table.last, label="Move"))
    assert "Your note: watch the captain" in words(picked)
    picked = await press(table, picked, "h6")
    assert "Your note: watch the captain" in words(picked)
    tried = private(await table.ada.click(table.last, label="Explore"))
    assert "Your note: watch the captain" in words(tried)
    assert "Your note: watch the captain" in words(await type_in(table, "matches"))


@THOROUGH
async def test_nobody_else_sees_or_writes_it(table: Table) -> None:
    await table.begin("bizingo")
    await note(table, "secret plan")
    await table.play("h6-g6")
    picked = private(await table.ben.click(table.last, label="Move"))
    tried = private(await table.ben.click(table.last, label="Explore"))
    listed = private(await table.ben.slash(table.channel, "matches"))
    replay = private(await table.ben.slash(table.channel, "match replay", match=1))
    seen = [words(message) for message in (picked, tried, listed, replay)]
    seen += [words(message) for message in table.channel.history()]
    assert "secret" not in "".join(seen)
    form = await table.ben.slash(table.channel, "match note", match=1)
    await table.ben.submit_modal(form, {"field": "mine"})
    assert "secret plan" in words(await type_in(table, "match note", match=1))
    refused = private(await table.cleo.slash(table.channel, "match note", match=1))
    assert "to play, challenge someone" in words(refused)


@THOROUGH
async def test_a_note_is_written_on_the_board_too_and_after_the_end(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    tried = private(await table.ada.click(table.last, label="Explore"))
    assert "Note" in labels(tried)
    form = await table.ada.click(tried, label="Note")
    page = private(await table.ada.submit_modal(form, {"field": "from the board"}))
    assert "from the board" in words(page)
    tried = await press(table, tried, "Flip the board")
    assert "Your note: from the board" in words(tried)
    await table.abort(table.ben)
    await press(table, page, "Delete")
    assert "it is over" in words(await note(table, "it is over"))


async def test_a_note_has_something_to_read_and_not_too_much(table: Table) -> None:
    await table.begin("bizingo")
    assert "is empty; write something" in words(await note(table, " \n "))
    page = await note(table, "x" * MOST_NOTED)
    assert "x" * MOST_NOTED in words(page)
    tried = private(await table.ada.click(table.last, label="Move"))
    assert "x…" in words(tried)


async def test_a_note_deleted_twice_says_so(table: Table) -> None:
    await table.begin("bizingo")
    page = await note(table)
    other = await type_in(table, "match note", match=1)
    await press(table, page, "Delete")
    assert "You have no note on this match any more." in words(await press(table, other, "Delete"))


async def test_one_is_forgotten_with_ones_notes_and_has_them_in_the_export(table: Table) -> None:
    await table.begin("bizingo")
    await note(table, "to remember")
    store = table.bot.store
    told = [thing async for thing in store.people.export(table.ada.id)]
    assert {"note": {"match": 1, "text": "to remember"}} in told
    assert not [thing async for thing in store.people.export(table.ben.id) if "note" in thing]
    await store.forgetting.forget(table.ada.id, table.env.now())
    assert await store.notes.find(table.ada.id, 1) == {}
