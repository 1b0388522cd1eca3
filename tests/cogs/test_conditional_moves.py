"""Conditional moves: typed, listed, deleted, played and announced; nobody else sees them."""

import random

import pytest

from match.conditional_moves import LONGEST
from tests.simulated_discord.interruptions import each_step
from tests.simulated_discord.private_answers import press, private, type_in
from tests.simulated_discord.table import Table, labels, later, words
from tests.thorough import THOROUGH, mostly_thorough


async def test_answer_is_stored_privately_and_played_at_once(table: Table) -> None:
    await table.begin("hoyito", "a")
    card = table.last
    page = await type_in(table, "match ahead", moves="b c, d d")
    assert "if `b`, then `c`, if `d`, then `d`" in words(page)
    assert labels(page) == ["Delete"]
    assert table.last.id == card.id, "nobody is told"
    await table.restart()
    await table.ben.slash(table.channel, "move", move="b")
    match = await table.match()
    assert (match.count, match.to_move) == (3, table.ben.id)
    assert "**Ada** had planned an answer to `b`." in words(table.last)
    assert "**Ada** sows `c`" in words(table.last)
    line = words(await table.channel_message(card.id))
    assert "**Ben** sows `B`" in line
    assert "**Ada** sows `c`" in line
    assert ", as planned. [It continues here.](" in line
    assert table.called(table.last) == [table.ben.id]
    assert "if `d`, then `d`" in words(await type_in(table, "match ahead"))


async def test_line_is_deleted(table: Table) -> None:
    await table.begin("hoyito", "a")
    page = await press(table, await type_in(table, "match ahead", moves="b c"), "Delete")
    assert "No plans yet." in words(page)
    again = await table.ada.click(page, label="Delete") if labels(page) else None
    assert again is None
    await table.play("b")
    assert (await table.match()).to_move == table.ada.id


async def test_nobody_else_stores_or_sees_lines(table: Table) -> None:
    await table.begin("hoyito", "a")
    await type_in(table, "match ahead", moves="b c")
    stranger = await table.cleo.slash(table.channel, "match ahead", match=1)
    assert "to play, challenge someone" in words(private(stranger))
    opponent = await table.ben.slash(table.channel, "match ahead")
    assert "No plans yet." in words(private(opponent))
    own_turn = await table.ben.slash(table.channel, "match ahead", moves="b c")
    assert "It's your turn: make your move" in words(private(own_turn))


async def test_moves_that_may_come_next_are_offered(table: Table) -> None:
    match = await table.begin("hoyito", "a")
    offered = await table.ada.autocomplete(table.channel, "match ahead", "moves", "")
    assert [choice["value"] for choice in offered] == list(match.position.moves())
    offered = await table.ada.autocomplete(table.channel, "match ahead", "moves", "b c")
    assert [choice["value"] for choice in offered] == ["b c"]
    offered = await table.ada.autocomplete(table.channel, "match ahead", "moves", "b ")
    answers = match.position.play("b")[1].moves()
    assert [choice["value"] for choice in offered] == [f"b {text}" for text in answers]
    assert await table.cleo.autocomplete(table.channel, "match ahead", "moves", "") == []


@THOROUGH
async def test_lines_are_of_any_length_that_a_command_takes(table: Table) -> None:
    match = await table.begin("bizingo", "h6-g6")
    position, moves = match.position, list[str]()
    rng = random.Random(3)
    while len(moves) < LONGEST:
        moves.append(rng.choice(list(position.moves())))
        position = position.play(moves[-1])[1]
    page = await type_in(table, "match ahead", moves=" ".join(moves))
    assert f"if `{moves[0]}`, then `{moves[1]}`" in words(page)
    for number in range(0, len(moves), 2):
        await table.ben.slash(table.channel, "move", move=moves[number])
        match = await table.match()
        assert match.count == number + 3, "the answer is played with each"
    assert match.position == position
    assert "No plans yet." in words(await type_in(table, "match ahead"))


async def test_a_take_back_undoes_move_and_answer_and_deletes_the_line(table: Table) -> None:
    before = await table.begin("hoyito", "a")
    await type_in(table, "match ahead", moves="b c d d")
    await table.ben.slash(table.channel, "move", move="b")
    assert (await table.match()).count == 3
    await table.ben.slash(table.channel, "match takeback")
    await table.ada.slash(table.channel, "match takeback")
    match = await table.match()
    assert (match.position, match.to_move) == (before.position, table.ben.id)
    assert "**Ben** took `B` back." in words(table.last)
    assert "No plans yet." in words(await type_in(table, "match ahead"))
    await table.play("b")
    assert (await table.match()).to_move == table.ada.id, "it is not played again"


@pytest.mark.parametrize(
    "kind", mostly_thorough(["killed before a request", "killed after a request"])
)
async def test_move_and_answer_are_kept_together_whatever_stops(table: Table, kind: str) -> None:
    for number, interruption in each_step(kind):
        await table.begin("hoyito")
        await table.play_in(number, "a")
        await type_in(table, "match ahead", moves="b c", match=number)
        with interruption:
            await table.ben.slash(table.channel, "move", move="b", match=number)
        assert (await table.match(number)).count in (1, 3)
        await later(table, seconds=25)
        match = await table.match(number)
        assert match.is_shown
        assert ("had planned an answer to `b`" in words(table.last)) is (match.count == 3)
        await table.abort(table.ada, number)


@THOROUGH
async def test_no_lines_are_listed_on_ones_turn_and_a_long_one_asks_its_match(table: Table) -> None:
    await table.begin("bizingo")
    await table.begin("bizingo")
    refused = private(await table.ada.slash(table.channel, "match ahead"))
    assert "It's your turn: make your move, and save plans while Ben is thinking." in words(refused)
    elsewhere = table.guild.create_text_channel("elsewhere")
    refused = private(await table.ada.slash(elsewhere, "match ahead"))
    assert "You have no match in this channel. You're playing " in words(refused)
    for number in (1, 2):
        position = (await table.play_in(number, "h6-g6")).position
    line, rng = list[str](), random.Random(3)
    while len(line) < LONGEST:
        line.append(rng.choice(list(position.moves())))
        position = position.play(line[-1])[1]
    asked = private(await table.ada.slash(table.channel, "match ahead", moves=" ".join(line)))
    assert "These moves fit several matches here; choose one with `match`." in words(asked)
