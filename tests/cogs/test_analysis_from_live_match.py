"""The analysis board of a live match: private, for both sides, with conditional moves to keep."""

from itertools import islice

import pytest
import simcord

from interactions import plain
from interactions.people import Appearance
from match.conditional_moves import MOST_LINES, ConditionalLine
from rules import GAMES, Sentence
from rules.move_line import Line
from tests.cogs.test_analysis_from_rules import moves_of
from tests.flows.test_whole_games import played
from tests.interactions.test_access import NONE
from tests.simulated_discord.interruptions import INTERRUPTIONS, each_step
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import (
    alt_text,
    choose,
    custom_ids,
    parts,
    press,
    private,
    try_move,
    type_in,
)
from tests.simulated_discord.table import Table, labels, options, words
from tests.thorough import THOROUGH, mostly_thorough
from tests.views.test_move_choices import SENT_BACK
from views.analysis_board import AnalysisBoard, DeleteLine, Origin, Source
from views.analysis_page import MOST_BELOW, Extras, analysis_page
from views.conditional_moves_page import conditional_line_part
from views.move_choices import pieces_to_choose

KEEP = "Save this plan"


async def explore(table: Table, who: simcord.MemberActor) -> simcord.ResponseMessage:
    """Press Explore on the present card."""
    return private(await who.click(table.last, label="Explore"))


async def lines(table: Table) -> list[tuple[str, ...]]:
    """List Ada's conditional moves."""
    return [
        line.moves
        for line in (await table.bot.store.conditional_moves.find(1, table.ada.id)).values()
    ]


# The board.


@pytest.mark.parametrize("key", mostly_thorough(GAMES, "ringo"))
async def test_explore_puts_up_the_present_board_for_oneself_alone(table: Table, key: str) -> None:
    match = await table.begin(key)
    match = await table.play(next(iter(match.position.moves())))
    card = table.last
    tried = await explore(table, table.ada)
    assert f"### Try it: {match.position.name} #1, after move {match.count}" in words(tried)
    assert alt_text(tried) == str(match.position.describe()).replace("`", "")
    assert match.previous is not None
    assert match.last_move is not None
    told = plain(match.previous.tell(match.last_move)).translate(dict.fromkeys(map(ord, "“”")))
    assert told in words(tried).replace("`", "")
    text = next(iter(match.position.moves()))
    tried = await try_move(table, tried, match.position, text)
    after = match.position.play(text)[1]
    assert alt_text(tried) == str(after.describe()).replace("`", "")
    tried = await try_move(table, tried, after, next(iter(after.moves())))
    assert (await table.match()).count == match.count, "nothing of it is kept"
    assert table.last.id == card.id, "nobody is told"


@THOROUGH
async def test_one_steps_back_to_any_earlier_move_and_on_again(table: Table) -> None:
    match = await table.begin("bizingo", "h6-g6", "f9-g9", "h10-g10")
    positions = [match.position]
    tried = await explore(table, table.ben)
    start = GAMES["bizingo"].start({})
    shown = []
    for _ in range(3):
        tried = private(await table.ben.click(tried, label="Step back"))
        shown.append(alt_text(tried))
    assert shown[-1] == str(start.describe()).replace("`", "")
    assert "Step back" not in labels(tried)
    assert "Start of the game" not in labels(tried)
    tried = private(await table.ben.click(tried, label="Step forward"))
    assert "after move 1" in words(tried)
    assert "Light `h6` → `g6`." in words(tried)
    tried = private(await table.ben.click(tried, label="Current position"))
    assert alt_text(tried) == str(positions[0].describe()).replace("`", "")
    assert {"Step forward", "Current position"}.isdisjoint(labels(tried))
    tried = private(await table.ben.click(tried, label="Start of the game"))
    assert alt_text(tried) == shown[-1]


@THOROUGH
async def test_from_an_earlier_move_both_sides_are_played(table: Table) -> None:
    await table.begin("bizingo", "h6-g6", "f9-g9")
    tried = await press(table, await explore(table, table.ada), "Step back")
    before = GAMES["bizingo"].start({}).play("h6-g6")[1]
    other = next(text for text in before.moves() if text != "f9-g9")
    tried = await try_move(table, tried, before, other)
    after = before.play(other)[1]
    assert alt_text(tried) == str(after.describe()).replace("`", "")
    assert {"Step back", "Start again", "Current position"} <= set(labels(tried))
    tried = await press(table, tried, "Step back")
    assert alt_text(tried) == str(before.describe()).replace("`", "")


@THOROUGH
async def test_the_board_is_seen_from_ones_own_side_and_turns(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    for who, side in ((table.ada, 0), (table.ben, 1), (table.cleo, 1)):
        tried = await explore(table, who)
        assert f"triedfrom|turn|match|1|1|{side}" in custom_ids(tried)
        turned = private(await who.click(tried, label="Flip the board"))
        assert f"triedfrom|turn|match|1|1|{1 - side}" in custom_ids(turned)


@THOROUGH
async def test_a_board_goes_on_after_a_restart_and_when_the_match_goes_on(table: Table) -> None:
    match = await table.begin("bizingo", "h6-g6")
    tried = await explore(table, table.ada)
    await table.restart()
    tried = await try_move(table, tried, match.position, "f9-g9")
    await table.play(next(iter(match.position.moves())))
    tried = await press(table, tried, "Step back")
    assert alt_text(tried) == str(match.position.describe()).replace("`", ""), "as it began"
    tried = await press(table, tried, "Current position")
    present = (await table.match()).position
    assert alt_text(tried) == str(present.describe()).replace("`", "")


@THOROUGH
async def test_explore_on_an_old_card_shows_the_present_until_the_end(table: Table) -> None:
    await table.begin("bizingo")
    old = table.last
    ids = [one for one in custom_ids(old) if one.startswith("explore")]
    assert ids == ["explore|1"], "it says nothing of a count: no press is stale"
    await table.play("h6-g6")
    await table.abort(table.ada)
    assert "Explore" not in labels(table.last)
    message = await type_in(table, "match replay", match=1)
    message = await press(table, message, "⏭")
    assert "Try from here" in labels(message), "after the end everything may be tried"


@THOROUGH
async def test_who_sees_the_channel_may_try_but_keeps_no_line(table: Table) -> None:
    match = await table.begin("hoyito", "a")
    card = table.last
    tried = private(await table.cleo.click(card, label="Explore"))
    assert "You play both sides. Only you can see this, and nothing is saved." in words(tried)
    for text in ("b", "c"):
        tried = private(await table.cleo.click(tried, label=text.upper() if text == "b" else text))
    assert KEEP not in labels(tried)
    assert (await table.match()).count == match.count
    await table.change("UPDATE matches SET channel = 1")
    refused = private(await table.cleo.click(tried, label="Step back"))
    assert words(refused) == NONE


@THOROUGH
async def test_what_one_explores_lets_the_others_move_stand(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    await explore(table, table.ben)
    assert (await table.match()).touched
    refused = await table.ada.slash(table.channel, "match takeback")
    assert "asks to take the last move back" in words(refused.response)


@THOROUGH
@pytest.mark.parametrize("key", mostly_thorough(GAMES))
async def test_a_board_with_every_line_fits_a_message(
    table: Table, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    match = await table.begin(key)
    monkeypatch.setattr("rendering.picture", lambda *_drawn, **_how: b"")  # words take the room
    line = Line.of(match.position, moves_of(key, 60))
    below = tuple(
        conditional_line_part(
            match, ConditionalLine(0, line.moves[:3]), DeleteLine(10**14, number, 10**4, 1), 100
        )
        for number in range(MOST_LINES)
    )
    around = Extras(Sentence("-# n"), "w" * 300, (), below, "m" * 60)
    for ply in range(0, len(line), 13):
        begun = Origin(Source.MATCH, 10**14, ply, line, f"{GAMES[key].name} #{10**14}")
        trial = AnalysisBoard(key, 0, 1, line.moves[ply : ply + 20], begun)
        view, _ = await analysis_page(trial, Appearance("walnut"), besides=around)
        check(view)
        shown = [part for part in parts(view) if part.get("label") == "Delete"]
        assert 1 <= len(shown) <= MOST_BELOW
        assert "m" * 60 in str(parts(view)), "it says that there are more"


# Lines.


async def line_played(table: Table, *moves: str) -> simcord.ResponseMessage:
    """Let Ada open the board while Ben thinks, and play moves there; Ben's holes are capitals."""
    tried = await explore(table, table.ada)
    for at, text in enumerate(moves):
        tried = await press(table, tried, text if at % 2 else text.upper())
    return tried


async def test_a_line_played_on_the_board_is_kept_and_played_when_it_fits(table: Table) -> None:
    await table.begin("hoyito", "a")
    tried = await line_played(table, "b", "c", "d", "d")
    tried = await press(table, tried, KEEP)
    assert "This plan is saved." in words(tried)
    assert "if `b`, then `c`, if `d`, then `d`" in words(tried)
    assert KEEP not in labels(tried)
    assert "Delete" in labels(tried)
    assert "if `b`, then `c`" in words(await type_in(table, "match ahead"))
    await table.restart()
    await table.ben.slash(table.channel, "move", move="b")
    match = await table.match()
    assert (match.count, match.to_move) == (3, table.ben.id)
    assert "**Ada** had planned an answer to `b`." in words(table.last)
    assert await lines(table) == [("d", "d")]


@THOROUGH
async def test_lines_branch_on_what_the_opponent_may_play(table: Table) -> None:
    await table.begin("hoyito", "a")
    tried = await press(table, await line_played(table, "b", "c"), KEEP)
    tried = await press(table, tried, "Start again")
    for label in ("D", "e", KEEP):
        tried = await press(table, tried, label)
    assert "if `b`, then `c`" in words(tried)
    assert "if `d`, then `e`" in words(tried)
    for label in ("Step back", "Step back", "B", "c", "A", "f", KEEP):
        tried = await press(table, tried, label)
    assert await lines(table) == [("b", "c"), ("d", "e"), ("b", "c", "a", "f")]
    await table.play("d")
    assert (await table.match()).count == 3
    assert await lines(table) == [], "any other move deletes a line"


@THOROUGH
async def test_the_board_says_what_is_missing_until_a_line_can_be_kept(table: Table) -> None:
    await table.begin("hoyito", "a")
    tried = await explore(table, table.ada)
    assert "Play a move for Ben, then your answer, and save the plan" in words(tried)
    tried = await press(table, tried, "B")
    assert "Add your answer to Ben's move" in words(tried)
    assert KEEP not in labels(tried)
    tried = await press(table, tried, "c")
    assert KEEP in labels(tried)
    tried = await press(table, await press(table, tried, "Start again"), "Step back")
    assert "press **Current position** and play from there" in words(tried)
    own = private(await table.ben.click(table.last, label="Explore"))
    assert "It's your move in the match." in words(own)
    assert "answers to what Ada might play" in words(own)


@THOROUGH
async def test_a_line_against_a_kept_one_is_refused_and_a_second_press_too(table: Table) -> None:
    await table.begin("hoyito", "a")
    tried = await line_played(table, "b", "c")
    async with table.at_once():
        await table.ada.click(tried, label=KEEP)
        await table.ada.click(tried, label=KEEP)
    assert await lines(table) == [("b", "c")]
    tried = await line_played(table, "b", "d")
    refused = await press(table, tried, KEEP)
    assert "You planned `c` after `b`; delete that plan first." in words(refused)
    assert await lines(table) == [("b", "c")]


@THOROUGH
async def test_a_line_is_deleted_on_the_board(table: Table) -> None:
    await table.begin("hoyito", "a")
    tried = await press(table, await line_played(table, "b", "c"), KEEP)
    again = await press(table, await line_played(table), "Delete")
    assert "Delete" not in labels(again)
    assert await lines(table) == []
    refused = await press(table, tried, "Delete")
    assert "This plan no longer exists" in words(refused)
    await table.play("b")
    assert (await table.match()).to_move == table.ada.id


async def test_a_line_from_a_board_of_before_is_not_kept(table: Table) -> None:
    await table.begin("hoyito", "a")
    tried = await line_played(table, "b", "c")
    await table.play("c", "d")
    refused = await press(table, tried, KEEP)
    assert "Hoyito #1](" in words(refused)
    assert "is out of date. Use the current one." in words(refused)
    assert await lines(table) == []


@THOROUGH
async def test_a_draw_offered_meanwhile_keeps_no_line_from_being_kept(table: Table) -> None:
    await table.begin("hoyito", "a")
    tried = await line_played(table, "b", "c")
    await table.ben.slash(table.channel, "match draw")
    kept = await press(table, tried, KEEP)
    assert "This plan is saved." in words(kept)
    assert await lines(table) == [("b", "c")]


@THOROUGH
async def test_no_line_is_kept_in_a_match_that_ended_meanwhile(table: Table) -> None:
    await table.begin("hoyito", "a")
    tried = await line_played(table, "b", "c")
    await table.abort(table.ben)
    refused = await press(table, tried, KEEP)
    assert "The match is over." in words(refused)
    stepped = await press(table, tried, "Start again")
    assert KEEP not in labels(stepped)
    assert "Only you can see this, and nothing is saved." in words(stepped)


async def test_a_line_that_is_too_long_says_so_before_it_is_kept(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("match.conditional_moves.LONGEST", 3)
    await table.begin("hoyito", "a")
    tried = await line_played(table, "b", "c", "d", "d")
    assert "A plan can have up to 3 moves; make it shorter." in words(tried)
    assert KEEP not in labels(tried)


@pytest.mark.parametrize(
    ("kind", "steps"),
    mostly_thorough([("killed after a request", 3), *((kind, 12) for kind in INTERRUPTIONS)]),
)
async def test_a_line_is_kept_once_or_never(table: Table, kind: str, steps: int) -> None:
    await table.begin("hoyito", "a")
    for _, interruption in islice(each_step(kind), steps):
        tried = await line_played(table, "b", "c")
        with interruption:
            await table.ada.click(tried, label=KEEP)
        assert await lines(table) in ([], [("b", "c")])
        again = await line_played(table, "b", "c")
        if KEEP in labels(again):
            await press(table, again, KEEP)
        assert await lines(table) == [("b", "c")]
        await press(table, await line_played(table), "Delete")


# Without it.


async def test_a_challenge_may_exclude_it_for_both_and_both_cards_say_so(table: Table) -> None:
    await table.challenge("bizingo", side="first", explore=False, rated=False)
    assert "Unrated, no hints" in words(table.last)
    assert "no exploring" in words(table.last)
    listed = await type_in(table, "matches")
    assert "no exploring" in words(listed)
    await table.ben.click(table.last, label="Accept")
    assert "no exploring" in words(table.last)
    assert {"Explore", "Hint"}.isdisjoint(labels(table.last))
    assert not (await table.match()).explore
    await table.play("h6-g6")
    replay = await type_in(table, "match replay", match=1)
    assert "Try from here" not in labels(replay)
    hint = await table.ben.slash(table.channel, "match hint")
    assert "Exploring and hints are off in" in words(private(hint))


async def test_boards_of_before_try_nothing_in_such_a_match(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    tried = await explore(table, table.ada)
    card = table.last
    replay = await type_in(table, "match replay", match=1)
    await table.change("UPDATE matches SET explore = 0")
    for message, label in ((tried, "Step back"), (card, "Explore"), (replay, "Try from here")):
        refused = await press(table, message, label)
        assert "Exploring and hints are off in" in words(refused)
    await table.abort(table.ben)
    again = await press(table, tried, "Step back")
    assert "### Try it: Bizingo #1" in words(again), "once it is over all is allowed"


@THOROUGH
async def test_what_follows_from_such_a_match_is_such_a_match(table: Table) -> None:
    await table.begin("bizingo", "h6-g6", explore=False)
    await table.abort(table.ben)
    await table.ada.click(table.last, label="Rematch")
    await table.ben.slash(table.channel, "match rematch", match=1)
    assert not (await table.match(2)).explore
    assert "no exploring" in words(table.last)


async def test_other_terms_keep_it(table: Table) -> None:
    await table.challenge("ringo", explore=False, rules="classic")
    await table.ada.click(table.last, label="Both sides")
    assert "no exploring" in words(table.last)
    await table.ben.click(table.last, label="Accept")
    assert not (await table.match(1)).explore
    assert not (await table.match(2)).explore


@THOROUGH
async def test_a_piece_with_more_places_than_buttons_is_moved_from_a_list(table: Table) -> None:
    match = await table.begin("agon")
    for text in SENT_BACK.split():
        match = await played(table, match, text)
    await table.ada.slash(table.channel, "board")
    message = await explore(table, table.ada)
    (piece,) = pieces_to_choose(match.position)
    message = await press(table, message, piece.cell)
    message = await choose(table, message, options(message)[-1])
    last = options(message)[-2].removeprefix("play ")
    message = await choose(table, message, f"play {last}")
    assert alt_text(message) == str(match.position.play(last)[1].describe())
