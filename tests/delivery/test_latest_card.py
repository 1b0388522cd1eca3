"""One card has buttons and shows the latest state, after simultaneous actions and failures."""

import random

import pytest

from data import MessageRef
from interactions.tasks import InFlight
from tests.simulated_discord.interruptions import INTERRUPTIONS, one_card
from tests.simulated_discord.table import Table, labels, later, words
from tests.thorough import THOROUGH

ROUNDS = 30


async def until(table: Table, count: int) -> None:
    """Wait until this many events of the match are stored, which is before its card is posted."""
    while (await table.match()).count < count:
        pass


@THOROUGH
async def test_both_move_at_once_and_the_newest_card_alone_has_buttons(table: Table) -> None:
    await table.begin("bivouac", pace=0)
    rng = random.Random(1)
    for _ in range(ROUNDS):
        match = await table.match()
        first = table.player(match)
        second = table.ada if first is table.ben else table.ben
        async with table.at_once():
            await first.slash(table.channel, "move", move=rng.choice(list(match.position.moves())))
            await until(table, match.count + 1)
            answer = rng.choice(list((await table.match()).position.moves()))
            await second.slash(table.channel, "move", move=answer)
        assert (await table.match()).count == match.count + 2
        await one_card(table)


@THOROUGH
async def test_both_ask_for_the_board_at_once_and_one_card_has_buttons(table: Table) -> None:
    await table.begin("ringo")
    for _ in range(ROUNDS):
        async with table.at_once():
            await table.ada.slash(table.channel, "board")
            await table.ben.slash(table.channel, "board")
        await one_card(table)
        assert (await table.match()).card == MessageRef(table.channel.id, table.last.id)


@THOROUGH
async def test_move_and_draw_offer_at_once_leave_one_card_with_buttons(table: Table) -> None:
    await table.begin("ringo", "b1-b2", pace=0)
    for _ in range(ROUNDS // 2):
        match = await table.match()
        who = table.player(match)
        async with table.at_once():
            await (table.ada if who is table.ben else table.ben).slash(table.channel, "match draw")
            await until(table, match.count + 1)
            await who.slash(table.channel, "move", move=next(iter(match.position.moves())))
        await one_card(table)
        await table.player(await table.match()).slash(table.channel, "board")
        await one_card(table)


@THOROUGH
@pytest.mark.parametrize("healed", ["by the clock", "by the next happening"])
async def test_card_whose_edit_failed_loses_its_buttons_later(table: Table, healed: str) -> None:
    await table.begin("hoyito")
    old = table.last
    table.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=503)
    await table.play("a")
    assert labels(await table.channel_message(old.id)) != []
    if healed == "by the clock":
        await later(table, seconds=60)
    else:
        await table.ben.slash(table.channel, "board")
    assert labels(await table.channel_message(old.id)) == []
    assert "#1 · **Ada** sows" in words(await table.channel_message(old.id))
    await one_card(table)


async def test_card_that_nobody_noted_loses_its_buttons_when_it_is_pressed(table: Table) -> None:
    await table.begin("hoyito")
    with INTERRUPTIONS["killed after a request"](1):
        await table.ada.slash(table.channel, "move", move="a")
    await table.ada.click(table.last, label="Take back")
    await one_card(table)


@THOROUGH
async def test_card_whose_edit_failed_is_caught_up_later(table: Table) -> None:
    await table.begin("hoyito", "a")
    card = table.last
    table.env.inject_error("PATCH", f"/channels/*/messages/{card.id}", status=503)
    await table.ada.slash(table.channel, "match draw")
    assert "offers a draw" not in words(await table.channel_message(card.id))
    said = table.last
    await later(table, seconds=60)
    assert "**Ada** offers a draw." in words(await table.channel_message(card.id))
    assert table.last.id == said.id
    await one_card(table)


@THOROUGH
@pytest.mark.parametrize("way", ["typed", "pressed"])
async def test_move_delivered_twice_is_made_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """After the move North must pass, so that South could move again by a repeated request."""
    await table.begin("hoyito")
    position = "4.3.6.6.7.6/0.0.0.0.0.0 16/0 south - >> 1/south"
    await table.change("UPDATE matches SET position = :position", position=position)
    await table.ada.slash(table.channel, "board")
    seen = (await table.ada.click(table.last, label="b")).response
    assert seen is not None
    table.deliver_twice(monkeypatch)
    monkeypatch.setattr(InFlight, "is_new", lambda *_asked: True)  # the database agrees
    if way == "typed":
        await table.ada.slash(table.channel, "move", move="b")
    else:
        await table.ada.click(seen, label="Play b")
    assert (await table.match()).count == 2
    await one_card(table)
    await table.ada.slash(table.channel, "match draw")
    assert [words(said).count("offers you a draw") for said in table.channel.history()][-2:] == [
        0,
        1,
    ]
