"""Remarks: typed in the command or a modal, shown as typed, removed with the move."""

import pytest
import simcord

from interactions.speech import safe
from match.event import LONGEST_REMARK
from tests.simulated_discord.interruptions import count, each_step
from tests.simulated_discord.private_answers import block, press, private, type_in
from tests.simulated_discord.table import Calls, Table, labels, later, words
from tests.thorough import THOROUGH

SAY = "Say something"
NASTY = "**bold** <@1> @everyone [x](https://a.example/_b_) https://a.example/_b_ `c` <t:1>"


async def say(table: Table, who: simcord.MemberActor, hole: str) -> simcord.InteractionResult:
    """Choose a hole on the card, and press the button that opens the modal for a message."""
    seen = private(await who.click(table.last, label=hole))
    return await who.click(seen, label=SAY)


@THOROUGH
async def test_words_typed_with_a_move_stand_on_its_card_and_go_with_the_next(table: Table) -> None:
    await table.begin("hoyito")
    await table.ada.slash(table.channel, "move", move="a", message="Good luck!")
    card = table.last
    assert "**Ada** sows `a`" in words(card)
    assert "**Ada**: “Good luck!”" in words(card)
    assert table.called(card) == [table.ben.id]
    await table.restart()
    again = await table.ben.slash(table.channel, "board")
    assert "**Ada**: “Good luck!”" in words(again.response)
    await table.play("b")
    assert "Good luck" not in words(table.last)
    past = await table.channel_message(again.response.id if again.response else 0)
    assert "**Ada** sows" not in words(past)
    assert "Good luck" not in words(past)


async def test_the_line_in_the_place_of_a_card_says_what_was_said(table: Table) -> None:
    await table.begin("hoyito")
    begun = table.last
    await table.ada.slash(table.channel, "move", move="a", message="here we go")
    line = words(await table.channel_message(begun.id))
    assert "sows `a`" in line
    assert ", saying “here we go”. [It continues here.](" in line


@THOROUGH
async def test_the_picker_asks_for_words_only_who_wants_to_say_something(table: Table) -> None:
    await table.begin("hoyito")
    seen = private(await table.ada.click(table.last, label="a"))
    assert labels(seen)[:2] == ["Play a", SAY], "Play is as near as ever"
    form = await table.ada.click(seen, label=SAY)
    await table.restart()
    sent = await table.ada.submit_modal(form, {"field": "  nice \n  to meet you "})
    assert (await table.match()).count == 1
    assert "**Ada**: “nice to meet you”" in words(table.last)
    assert "You played `a`" in words(sent.response)
    assert "Undo" in labels(private(sent))


@THOROUGH
@pytest.mark.parametrize("key", ["bizingo", "ringo", "bivouac"])
async def test_the_picker_of_every_game_asks_for_them(table: Table, key: str) -> None:
    match = await table.begin(key)
    text, move = next(iter(match.position.moves().items()))
    picked = private(await table.ada.click(table.last, label="Move"))
    for cell in (move.path[0], move.path[-1]):
        if SAY not in labels(picked):
            picked = await press(table, picked, cell)
    await table.ada.submit_modal(await table.ada.click(picked, label=SAY), {"field": "so"})
    assert (await table.match()).last == (text,)
    assert "**Ada**: “so”" in words(table.last)


@THOROUGH
async def test_words_are_shown_as_typed_and_ping_nobody_else(table: Table, calls: Calls) -> None:
    await table.begin("hoyito")
    since = table.last.id
    mention = f"<@{table.cleo.id}> @everyone"
    await table.ada.slash(
        table.channel, "move", move="a", message=f"{mention} {NASTY}"[:LONGEST_REMARK]
    )
    shown = words(table.last)
    assert safe(f"{mention} {NASTY}"[:LONGEST_REMARK]) in shown
    assert f"<@{table.cleo.id}>" not in shown
    assert "@everyone" not in shown
    assert "https://" not in shown.partition("“")[2].partition("”")[0]
    assert count(calls, table.cleo.id, since) == 0
    assert count(calls, table.ben.id, since) == 1


def test_links_are_not_shown_in_italics() -> None:
    assert "\\_b\\_" in safe("https://a.example/_b_")


@THOROUGH
async def test_words_are_at_most_so_many_and_something_to_read(table: Table) -> None:
    await table.begin("hoyito")
    for blank in ("   ", "\u2800\u3164", "\u200b"):
        refused = await table.ada.slash(table.channel, "move", move="a", message=blank)
        assert "is empty; write something" in words(private(refused))
    form = await say(table, table.ada, "a")
    refused = await table.ada.submit_modal(form, {"field": "\u2800"})
    assert "is empty; write something" in words(private(refused))
    assert (await table.match()).count == 0
    await table.ada.slash(table.channel, "move", move="a", message="x" * LONGEST_REMARK)
    assert "x" * LONGEST_REMARK in words(table.last)


@THOROUGH
async def test_words_for_a_move_that_is_not_to_be_made_any_more_are_refused(table: Table) -> None:
    await table.begin("hoyito")
    form = await say(table, table.ada, "a")
    card = table.last
    seen = private(await table.ada.click(card, label="b"))
    await table.play("a", "b")
    refused = await table.ada.submit_modal(form, {"field": "late"})
    assert "is out of date" in words(private(refused))
    refused = await table.ada.click(seen, label=SAY)
    assert "is out of date" in words(private(refused))
    assert (await table.match()).count == 2


@THOROUGH
async def test_a_form_sent_twice_plays_once(table: Table) -> None:
    await table.begin("hoyito")
    card = table.last
    seen = private(await table.ada.click(card, label="a"))
    forms = [await table.ada.click(seen, label=SAY) for _ in range(2)]
    async with table.at_once():
        for form, text in zip(forms, ("once", "twice"), strict=True):
            await table.ada.submit_modal(form, {"field": text})
    assert (await table.match()).count == 1
    assert ("“once”" in words(table.last)) is ("“twice”" not in words(table.last))


@THOROUGH
async def test_what_a_stored_answer_answers_was_said_before_it(table: Table) -> None:
    await table.begin("hoyito", "a")
    await type_in(table, "match ahead", moves="b c")
    await table.ben.slash(table.channel, "move", move="b", message="see that?")
    assert (await table.match()).count == 3
    assert "**Ada** sows `c`" in words(table.last)
    assert "**Ben**: “see that?”" in words(table.last)
    await table.restart()
    board = await table.ben.slash(table.channel, "board")
    assert "**Ben**: “see that?”" in words(board.response)


async def test_replay_and_record_tell_what_was_said(table: Table) -> None:
    await table.begin("hoyito")
    await table.ada.slash(table.channel, "move", move="a", message="first {one} \\ here}")
    await table.play("b")
    shown = await press(table, await type_in(table, "match replay", match=1), "◀")
    assert "**Ada**: “first {one}" in words(shown)
    shown = await press(table, shown, "▶")
    assert "first" not in words(shown)
    record = await table.bot.store.matches.record(1)
    assert "1.\xa0" not in record
    assert r"1. a {first \{one\} \\ here\}} 2. b *" in record


@THOROUGH
async def test_a_take_back_takes_the_words_along(table: Table) -> None:
    await table.begin("hoyito")
    await table.ada.slash(table.channel, "move", move="a", message="one")
    await table.ben.slash(table.channel, "move", move="b", message="two")
    await table.look(table.ada)
    await table.ben.slash(table.channel, "match takeback")
    await table.ada.slash(table.channel, "match takeback")
    assert "**Ada**: “one”" in words(table.last), "that stands again"
    assert "two" not in words(table.last)
    assert "two" not in await table.bot.store.matches.record(1)


@THOROUGH
async def test_nothing_is_said_between_two_of_whom_one_has_blocked_the_other(table: Table) -> None:
    await table.begin("hoyito")
    await table.ada.slash(table.channel, "move", move="a", message="ugly words")
    await block(table, table.ben, table.ada)
    board = await table.ben.slash(table.channel, "board")
    assert "ugly" not in words(board.response)
    shown = await press(table, await type_in(table, "match replay", match=1), "⏭")
    assert "ugly" not in words(shown)
    assert "ugly" not in await table.bot.store.matches.record(1)
    seen = private(await table.ben.click(table.last, label="B"))
    assert SAY not in labels(seen)
    for who, text in ((table.ben, "b"), (table.ada, "c")):
        refused = await who.slash(table.channel, "move", move=text, message="more")
        assert "You two can't send each other messages here" in words(private(refused))
        await who.slash(table.channel, "move", move=text)
    assert (await table.match()).count == 3
    await table.bot.store.people.unblock(table.ben.id, table.ada.id)
    assert "ugly" in await table.bot.store.matches.record(1)


@THOROUGH
async def test_deletion_blanks_what_one_said_and_nothing_else(table: Table) -> None:
    await table.begin("hoyito")
    await table.ada.slash(table.channel, "move", move="a", message="from ada")
    await table.ben.slash(table.channel, "move", move="b", message="from ben")
    await table.ada.slash(table.channel, "move", move="c", message="ada again")
    await table.bot.store.forgetting.forget(table.ada.id, table.env.now())
    match = await table.match()
    assert match.over
    assert match.remark is None
    board = await table.ben.slash(table.channel, "board", match=1)
    assert "ada" not in words(board.response).lower()
    record = await table.bot.store.matches.record(1)
    assert "from ben" in record
    assert "ada" not in record


async def test_against_the_computer_nobody_is_asked_for_words(table: Table) -> None:
    await table.ada.slash(table.channel, "hoyito", level=1, side="first")
    seen = private(await table.ada.click(table.last, label="a"))
    assert SAY not in labels(seen)


@THOROUGH
@pytest.mark.parametrize(
    "kind", ["killed before a request", "killed after a request", "answer lost"]
)
async def test_words_are_told_once_whatever_stops(table: Table, calls: Calls, kind: str) -> None:
    for number, interruption in each_step(kind):
        await table.begin("hoyito")
        since = table.last.id
        with interruption:
            await table.ada.slash(
                table.channel, "move", move="a", match=number, message=f"words {number}"
            )
        await later(table, seconds=25)
        match = await table.match(number)
        assert match.is_shown
        assert count(calls, table.ben.id, since) == (match.count == 1)
        shown = [words(seen) for seen in table.channel.history()]
        card = [one for one in shown if f": “words {number}”" in one]
        assert len(card) == (match.count == 1)
        await table.abort(table.ada, number)
