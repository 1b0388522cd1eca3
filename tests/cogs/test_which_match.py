"""A command without a match: taken where only one makes sense, else asked with buttons."""

import pytest

from tests.cogs.test_find_match import several
from tests.simulated_discord.private_answers import (
    choose,
    custom_ids,
    press,
    press_forged,
    private,
    type_in,
)
from tests.simulated_discord.table import Table, labels, options, words
from tests.thorough import THOROUGH

pytestmark = pytest.mark.usefixtures("all_experienced")

FIRST, SECOND = "Hoyito #1 against Ben", "Ringo #2 against Ben"


async def two(table: Table, **more: object) -> None:
    """Begin a match of Hoyito and one of Ringo, both against Ben, in which Ada is to move."""
    await table.begin("hoyito", **more)
    await table.begin("ringo", **more)


async def moved_in_both(table: Table) -> None:
    """Let Ada move in the second match, and an hour later in the first; Ben has seen both."""
    await two(table)
    for number, text in ((2, "a1-a2"), (1, "c")):
        await table.play_in(number, text)
        await table.env.advance_time(3600)
        match = await table.match(number)
        await table.bot.store.matches.touch(match, table.ben.id, table.env.now())


async def test_take_back_is_that_of_the_match_in_which_i_just_moved(table: Table) -> None:
    await moved_in_both(table)
    await table.ada.slash(table.channel, "match takeback")
    assert (await table.match(1)).take_back == 0
    assert (await table.match(2)).take_back is None
    assert "Hoyito #1" in words(table.last)
    await table.ada.slash(table.channel, "match takeback")
    assert (await table.match(2)).take_back == 0, "the first is asked already"


async def test_take_back_is_asked_about_where_i_am_asked_myself(table: Table) -> None:
    await moved_in_both(table)
    await table.play_in(1, "b")
    await table.bot.store.matches.touch(await table.match(1), table.ada.id, table.env.now())
    await table.ben.slash(table.channel, "match takeback", match=1)
    page = await type_in(table, "match takeback")
    assert words(page) == "Which match?"
    assert labels(page) == [FIRST, SECOND]
    page = await press(table, page, FIRST)
    assert words(page) == "**Ada** lets **Ben** take the last move back."
    assert (await table.match(1)).moves == (1, 0)
    assert (await table.match(2)).take_back is None


@THOROUGH
async def test_draw_is_offered_where_the_button_says_also_after_a_restart(table: Table) -> None:
    await moved_in_both(table)
    page = await type_in(table, "match draw")
    assert labels(page) == [SECOND, FIRST]
    await table.restart()
    page = await press(table, page, SECOND)
    assert words(page) == "**Ada** offers a draw."
    assert labels(page) == []
    assert (await table.match(2)).draw_offer == 0
    assert (await table.match(1)).draw_offer is None
    assert "**Ada** offers you a draw" in words(table.last)
    assert table.called(table.last) == [table.ben.id]
    await table.ada.slash(table.channel, "match draw")
    assert (await table.match(1)).draw_offer == 0, "only there a draw can be offered"


async def test_press_after_the_match_has_moved_on_is_refused(table: Table) -> None:
    await moved_in_both(table)
    page = await type_in(table, "match draw")
    await table.play_in(1, "b")
    refused = await press(table, page, FIRST)
    assert "Hoyito #1" in words(refused)
    assert "is out of date" in words(refused)
    assert (await table.match(1)).draw_offer is None


async def test_what_is_possible_in_no_match_is_refused_with_its_reason(table: Table) -> None:
    await two(table)
    refused = await type_in(table, "match takeback")
    assert words(refused) == "You have no move to take back yet."
    await table.play_in(1, "c", "b")
    refused = await type_in(table, "match takeback")
    assert words(refused) == (
        "That isn't possible in any of your matches right now; `/matches` lists them."
    )


async def test_match_that_has_only_just_started_is_the_one_to_abort(table: Table) -> None:
    await two(table)
    await table.play_in(1, "a", "a", "b", "b")
    await table.abort(table.ada)
    assert (await table.match(2)).over
    assert not (await table.match(1)).over


@THOROUGH
async def test_resigning_asks_which_and_then_once_more_in_the_same_message(table: Table) -> None:
    await two(table)
    await table.play_in(1, "a", "a", "b", "b")
    page = await type_in(table, "match resign")
    assert labels(page) == [FIRST, SECOND]
    page = await press(table, page, FIRST)
    assert words(page) == "Resign Hoyito #1 against Ben? Ben will win.".replace("Ben", "**Ben**")
    page = await press(table, page, "Yes, resign")
    assert words(page) == "**Ada** resigns."
    assert (await table.match(1)).over
    assert not (await table.match(2)).over


async def test_board_is_shown_of_the_match_that_is_chosen(table: Table) -> None:
    await two(table)
    page = await type_in(table, "board")
    assert labels(page) == [FIRST, SECOND]
    page = await press(table, page, FIRST)
    assert words(page) == "Done."
    assert "Hoyito #1" in words(table.last)


async def test_whoever_watches_is_asked_too(table: Table) -> None:
    await two(table)
    page = private(await table.cleo.slash(table.channel, "board"))
    assert labels(page) == ["Hoyito #1, Ada against Ben", "Ringo #2, Ada against Ben"]
    board = private(await table.cleo.click(page, label="Ringo #2, Ada against Ben"))
    assert "Ringo #2" in words(board)
    assert labels(board) == ["Follow", "Guess the move"]


@THOROUGH
@pytest.mark.usefixtures("thinks_quickly")
async def test_hint_is_for_the_match_that_has_one(table: Table) -> None:
    await table.begin("hoyito")
    await table.begin("ringo", rated=False)
    assert "Look at `" in words(await type_in(table, "match hint"))
    await table.begin("bizingo", rated=False)
    page = await type_in(table, "match hint")
    assert labels(page) == [SECOND, "Bizingo #3 against Ben"]
    page = await press(table, page, SECOND)
    assert "Look at `" in words(page)
    page = await press(table, page, "Which move?")
    assert any(label.startswith("Play ") for label in labels(page))


async def test_match_to_mute_is_chosen(table: Table) -> None:
    await two(table)
    page = await press(table, await type_in(table, "match mute"), SECOND)
    assert "is muted" in words(page)
    assert await table.bot.store.mutes.by(table.ada.id) == {2}


async def test_match_to_write_a_note_on_is_chosen(table: Table) -> None:
    await two(table)
    page = await type_in(table, "match note")
    form = await table.ada.click(page, label=SECOND)
    page = private(await table.ada.submit_modal(form, {"field": "a plan"}))
    assert "a plan" in words(page)
    assert await table.bot.store.notes.find(table.ada.id, 2) == {2: "a plan"}


async def test_line_is_saved_in_the_match_where_it_fits_or_that_is_chosen(table: Table) -> None:
    await moved_in_both(table)
    assert "if" in words(await type_in(table, "match ahead", moves="b a"))
    assert len(await table.bot.store.conditional_moves.find(1, table.ada.id)) == 1
    await table.begin("hoyito")
    await table.play_in(3, "c")
    page = await type_in(table, "match ahead", moves="a a")
    assert labels(page) == [FIRST, "Hoyito #3 against Ben"]
    page = await press(table, page, "Hoyito #3 against Ben")
    assert len(await table.bot.store.conditional_moves.find(3, table.ada.id)) == 1
    page = await type_in(table, "match ahead")
    assert labels(page)[0] == SECOND
    assert "No plans yet" in words(await press(table, page, SECOND))


async def test_move_that_fits_several_matches_is_played_in_the_one_chosen(table: Table) -> None:
    await several(table, 2)
    page = await type_in(table, "move", move="C", message="*good* `luck` <@1> > _all_")
    assert "With your message:" in words(page)
    await table.restart()
    page = await press(table, page, "Hoyito #2 against Ben")
    assert "You played" in words(page)
    match = await table.match(2)
    assert match.remark is not None
    assert (match.last, match.remark.text) == (("c",), "*good* `luck` <@1> > _all_")
    await several(table, 1)
    page = await type_in(table, "move", move="c")
    await press(table, page, "Hoyito #3 against Ben")
    match = await table.match(3)
    assert (match.last, match.remark) == (("c",), None)


async def test_move_that_fits_no_match_is_refused(table: Table) -> None:
    await several(table, 2)
    refused = await type_in(table, "move", move="z9")
    assert words(refused).startswith("`z9` isn't possible in any of your matches here")


async def test_many_matches_are_a_list_and_more_are_counted(table: Table) -> None:
    await several(table, 6)
    page = await type_in(table, "board")
    assert options(page) == [f"boardof|{number}" for number in range(1, 7)]
    page = await choose(table, page, "boardof|4")
    assert words(page) == "Done."
    assert "Hoyito #4" in words(table.last)
    await several(table, 21)
    page = await type_in(table, "board")
    assert len(options(page)) == 25
    assert "2 more matches aren't listed: choose one with `match`." in words(page)


async def test_matches_of_other_channels_are_offered_where_there_are_none(table: Table) -> None:
    await two(table)
    await table.play_in(1, "a", "a", "b", "b")
    elsewhere = table.guild.create_text_channel("elsewhere")
    page = private(await table.ada.slash(elsewhere, "match resign"))
    assert "You have no match in this channel. You're playing [" in words(page)
    assert labels(page) == [FIRST, SECOND]
    page = private(await table.ada.click(page, label=FIRST))
    await table.ada.click(page, label="Yes, resign")
    assert (await table.match(1)).over
    assert "Ada resigned" in words(table.last)
    page = private(await table.ada.slash(elsewhere, "move", move="a1-a2"))
    assert "It isn't your turn in any match here." in words(page)
    await table.ada.click(page, label=SECOND)
    assert (await table.match(2)).count == 1


async def test_choices_of_no_page_of_ours_are_refused(table: Table) -> None:
    await two(table)
    assert custom_ids(await type_in(table, "match draw")) == ["verbin|1|0|draw", "verbin|2|0|draw"]
    refused = await press_forged(table, table.ada, "verbin|1|0|steal")
    assert refused.ephemeral
    assert "out of date" in words(refused)
