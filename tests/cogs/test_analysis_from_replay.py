"""Analysis boards that continue from a move in a replay, with the options of its match."""

import pytest

from interactions.people import Appearance
from rules import GAMES, Position, Refusal
from rules.move_line import Line
from tests.cogs.test_analysis_from_rules import moves_of
from tests.cogs.test_replay import BACK
from tests.interactions.test_access import NONE
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import (
    alt_text,
    custom_ids,
    press,
    private,
    try_move,
    type_in,
)
from tests.simulated_discord.table import Table, labels, words
from tests.thorough import THOROUGH
from views.analysis_board import AnalysisBoard, Origin, Source
from views.analysis_page import analysis_page
from views.move_choices import Selection


@THOROUGH
async def test_a_board_goes_on_from_any_move_of_a_match_by_its_options(table: Table) -> None:
    match = await table.begin("ringo", attackers="6")
    match = await table.play(*list(match.position.moves())[:1])
    first = match.position
    match = await table.play(next(iter(first.moves())))
    message = await press(table, await type_in(table, "match replay", match=1), BACK)
    tried = await press(table, message, "Try from here")
    assert "### Try it: Ringo #1, after move 1" in words(tried)
    assert "You play both sides. Only you can see this" in words(tried)
    assert alt_text(tried) == str(first.describe()).replace("`", "")
    text = next(iter(first.moves()))
    tried = await try_move(table, tried, first, text)
    assert f"`{text}`" in words(tried)
    await table.restart()
    assert alt_text(tried) == str(first.play(text)[1].describe()).replace("`", "")
    tried = await press(table, tried, "Step back")
    assert alt_text(tried) == str(first.describe()).replace("`", "")
    tried = await press(table, tried, "Start of the game")
    start: Position = GAMES["ringo"].start({"attackers": "6"})
    assert alt_text(tried) == str(start.describe()).replace("`", "")
    assert "### Try it: Ringo #1\n" in words(tried)
    assert "Start of the game" not in labels(tried)
    assert (await table.match()).count == match.count, "nothing of it is kept"


@THOROUGH
async def test_a_board_is_seen_as_the_replay_was_and_turns(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    message = await press(table, await type_in(table, "match replay", match=1), "Flip the board")
    tried = await press(table, message, "Try from here")
    assert "triedfrom|turn|match|1|1|1" in custom_ids(tried)
    tried = await press(table, tried, "Flip the board")
    assert "triedfrom|turn|match|1|1|0" in custom_ids(tried)


@THOROUGH
async def test_what_is_taken_back_meanwhile_ends_the_board_that_began_there(table: Table) -> None:
    await table.begin("bizingo", "h6-g6", "f9-g9")
    tried = await press(table, await type_in(table, "match replay", match=1), "Try from here")
    position = (await table.match()).position
    text = next(text for text in position.moves() if text.startswith("g6"))
    tried = await try_move(table, tried, position, text)
    await table.ben.slash(table.channel, "match takeback", match=1)
    await table.ada.slash(table.channel, "match takeback", match=1)
    refused = await press(table, tried, "Flip the board")
    assert words(refused) == ("This board is out of date; open a new one from the same place.")


async def test_a_board_of_a_match_that_one_may_not_see_any_more_says_so(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    message = private(await table.cleo.slash(table.channel, "match replay", match=1))
    tried = private(await table.cleo.click(message, label="Try from here"))
    await table.change("UPDATE matches SET channel = 1")
    for label in ("Flip the board", labels(tried)[0]):
        refused = private(await table.cleo.click(tried, label=label))
        assert words(refused) == NONE


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
async def test_a_board_fits_wherever_it_goes_on(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Boards that the rules begin are drawn at every point in another test.
    monkeypatch.setattr("rendering.picture", lambda *_drawn, **_how: b"")
    line = Line.of(GAMES[key].start({}), moves_of(key, 60))
    for ply in range(0, len(line), 11):
        begun = Origin(Source.IMPORT, 2**62, ply, line, f"{GAMES[key].name}, imported")
        trial = AnalysisBoard(key, 0, 1, line.moves[ply : ply + 20], begun)
        position, *_ = trial.stands()
        assert position == line.at(ply + 20).position
        for piece in ("", *{move.path[0] for move in position.moves().values() if move.path}):
            check((await analysis_page(trial, Appearance("walnut"), Selection(piece)))[0])


def test_a_board_is_seen_from_one_of_two_sides() -> None:
    begun = Origin(Source.MATCH, 1, 0, Line.of(GAMES["ringo"].start({}), ()), "Ringo #1")
    with pytest.raises(Refusal, match="open a new one"):
        AnalysisBoard("ringo", 0, 2, (), begun).stands()
