"""Answers that are stored: typed, listed, deleted, played and announced; nobody else sees them."""

from tests.cogs.conftest import Table, labels, words
from tests.cogs.pressing import press, private, type_in


async def test_answer_is_stored_privately_and_played_at_once(table: Table) -> None:
    await table.begin("hoyito")
    await table.play("a")
    card = table.last
    page = await type_in(table, "ahead", moves="b c, d d")
    assert "if `b`, then `c`, if `d`, then `d`" in words(page)
    assert labels(page) == ["Delete"]
    assert table.last.id == card.id, "nobody is told"
    await table.restart()
    await table.ben.slash(table.channel, "move", move="b")
    match = await table.match()
    assert (match.count, match.to_move) == (3, table.ben.id)
    assert "**Ada** had stored an answer to `b`." in words(table.last)
    assert "**Ada** sows `c`" in words(table.last)
    line = words(await table.channel_message(card.id))
    assert "**Ben** sows `B`" in line
    assert "**Ada** sows `c`" in line
    assert ", as stored before. [It goes on here.](" in line
    assert table.called(table.last) == [table.ben.id]
    assert "if `d`, then `d`" in words(await type_in(table, "ahead"))


async def test_plan_is_deleted(table: Table) -> None:
    await table.begin("hoyito")
    await table.play("a")
    page = await press(table, await type_in(table, "ahead", moves="b c"), "Delete")
    assert "You keep no lines." in words(page)
    again = await table.ada.click(page, label="Delete") if labels(page) else None
    assert again is None
    await table.play("b")
    assert (await table.match()).to_move == table.ada.id


async def test_nobody_else_stores_or_sees_plans(table: Table) -> None:
    await table.begin("hoyito")
    await table.play("a")
    await type_in(table, "ahead", moves="b c")
    stranger = await table.cleo.slash(table.channel, "ahead", match=1)
    assert "challenge somebody to one of your own" in words(private(stranger))
    opponent = await table.ben.slash(table.channel, "ahead")
    assert "You keep no lines." in words(private(opponent))
    own_turn = await table.ben.slash(table.channel, "ahead", moves="b c")
    assert "It is your turn: make your move" in words(private(own_turn))


async def test_moves_that_may_come_next_are_offered(table: Table) -> None:
    await table.begin("hoyito")
    match = await table.play("a")
    offered = await table.ada.autocomplete(table.channel, "ahead", "moves", "")
    assert [choice["value"] for choice in offered] == list(match.position.moves())
    offered = await table.ada.autocomplete(table.channel, "ahead", "moves", "b c")
    assert [choice["value"] for choice in offered] == ["b c"]
    offered = await table.ada.autocomplete(table.channel, "ahead", "moves", "b ")
    answers = match.position.play("b")[1].moves()
    assert [choice["value"] for choice in offered] == [f"b {text}" for text in answers]
    assert await table.cleo.autocomplete(table.channel, "ahead", "moves", "") == []
