"""Analysis boards from the rules: both sides, real rules, steps back, and nothing stored."""

import random

import pytest

import views.analysis_page
import views.move_choices
from interactions import OutOfDate
from interactions.people import Appearance
from rulebook import rulebook
from rules import GAMES, Position, Refusal
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import (
    alt_text,
    choose,
    custom_ids,
    page,
    parts,
    press,
    try_move,
    type_in,
)
from tests.simulated_discord.table import Table, labels, options, words
from tests.thorough import THOROUGH, mostly_thorough
from tests.views.test_move_choices import SENT_BACK
from views.analysis_board import AnalysisBoard
from views.analysis_page import MOST_WRITTEN, analysis_page, board_after
from views.move_choices import (
    MOST_OPTIONS,
    Selection,
    move_options,
    pieces_to_choose,
    read_option,
    read_pick,
)

EVERY_GAME = pytest.mark.parametrize("key", mostly_thorough(GAMES))


@EVERY_GAME
async def test_a_board_begins_as_its_page_shows(table: Table, key: str) -> None:
    book = rulebook(key)
    number = next(n for n, page in enumerate(book.pages) if page.picture and page.picture.last)
    message = await type_in(table, "rules", game=key)
    message = await choose(table, message, str(number))
    tried = await press(table, message, "Try it")
    picture = book.pages[number].picture
    assert picture is not None
    assert alt_text(tried) == str(picture.before.describe())
    assert picture.caption in words(tried)
    assert "No moves yet" in words(tried)


@THOROUGH
async def test_a_whole_game_is_played_from_its_start(table: Table) -> None:
    message = await press(table, await type_in(table, "rules", game="hoyito"), "Try it")
    position: Position = GAMES["hoyito"].start({})
    rng = random.Random(6)
    while not (ending := position.outcome()):
        text = rng.choice(list(position.moves()))
        message = await try_move(table, message, position, text)
        position = position.play(text)[1]
    assert str(ending.reason) in words(message)
    assert not options(message)
    assert labels(message) == ["Flip the board", "Step back", "Start again"], "no choices"


@EVERY_GAME
async def test_moves_are_made_by_presses_alone(table: Table, key: str) -> None:
    """Start from a page shortly before the end, if there is one; press only pieces and moves."""
    book = rulebook(key)
    ends = [
        n for n, page in enumerate(book.pages) if page.picture and page.picture.position.outcome()
    ]
    number = ends[0] if ends else 3
    picture = book.pages[number].picture
    assert picture is not None
    message = await press(table, await page(table, key, number), "Try it")
    position: Position = picture.before
    rng = random.Random(key)
    if picture.last:
        message = await try_move(table, message, position, picture.last.text)
        position = position.play(picture.last.text)[1]
    for _ in range(6):
        assert alt_text(message) == str(position.describe())
        if ending := position.outcome():
            assert str(ending.reason) in words(message)
            assert not options(message)
            break
        text = rng.choice(list(position.moves()))
        message = await try_move(table, message, position, text)
        position = position.play(text)[1]
    message = await press(table, message, "Start again")
    assert alt_text(message) == str(picture.before.describe())


@THOROUGH
async def test_pages_turn_and_boards_go_on_after_a_restart(table: Table) -> None:
    message = await type_in(table, "rules", game="ringo")
    tried = await press(table, message, "Try it")
    tried = await press(table, tried, "a1")
    tried = await press(table, tried, "a2")
    await table.restart()
    message = await press(table, message, "Next")
    assert "How to win" in words(message)
    assert "a1-a2" in words(tried)
    tried = await press(table, tried, "a6")
    tried = await press(table, tried, "a5")
    assert "`a1-a2 a6-a5`" in words(tried)
    tried = await press(table, tried, "Step back")
    assert "`a1-a2`" in words(tried)


async def test_stepping_back_and_starting_again(table: Table) -> None:
    message = await press(table, await type_in(table, "rules", game="bizingo"), "Try it")
    start = alt_text(message)
    assert labels(message)[-1] == "Flip the board"
    message = await press(table, message, "h6")
    assert labels(message)[-2:] == ["Another piece", "Flip the board"]
    message = await press(table, message, "Another piece")
    message = await press(table, message, "h6")
    message = await press(table, message, "g6")
    assert "Light `h6` → `g6`." in words(message)
    assert "**Dark to move.**" in words(message)
    message = await press(table, message, "f9")
    message = await press(table, message, "g9")
    assert "`h6-g6 f9-g9`" in words(message)
    message = await press(table, message, "Step back")
    assert "`h6-g6`" in words(message)
    message = await press(table, message, "Start again")
    assert alt_text(message) == start


async def test_the_board_is_turned_and_stays_so(table: Table) -> None:
    message = await press(table, await type_in(table, "rules", game="bivouac"), "Try it")
    message = await press(table, message, "Flip the board")
    message = await press(table, message, "b2")
    message = await press(table, message, "a1")
    assert all("|bivouac|0|0|1" in custom_id for custom_id in custom_ids(message))


@THOROUGH
async def test_a_board_of_a_page_can_become_a_whole_game(table: Table) -> None:
    message = await press(table, await page(table, "ringo", 8), "Try it")
    assert "Start of the game" in labels(message)
    message = await press(table, message, "Start of the game")
    assert alt_text(message) == str(GAMES["ringo"].start({}).describe())
    assert "Start of the game" not in labels(message)


@THOROUGH
async def test_nothing_of_a_tried_board_is_stored(table: Table) -> None:
    message = await press(table, await type_in(table, "rules", game="hoyito"), "Try it")
    await press(table, message, "c")
    assert await table.bot.store.matches.live() == []
    assert await table.bot.store.people.name_of(table.ada.id) is None


@THOROUGH
@EVERY_GAME
async def test_a_board_fits_at_every_point_of_a_game(key: str) -> None:
    moves = moves_of(key, 60)
    for count in range(0, len(moves), 7):
        trial = AnalysisBoard(key, 0, 1, moves[:count])
        position, *_ = trial.stands()
        for piece in ("", *{move.path[0] for move in position.moves().values() if move.path}):
            assert len(move_options(position, piece)) <= MOST_OPTIONS
        view, (file,) = await analysis_page(trial, Appearance("walnut"), Selection(piece))
        check(view)
        assert file.fp.read(4) == b"\x89PNG"
    for number in range(len(rulebook(key).pages)):
        check((await analysis_page(AnalysisBoard(key, number), Appearance("walnut")))[0])


def moves_of(key: str, count: int) -> tuple[str, ...]:
    rng = random.Random(21)
    position, moves = GAMES[key].start({}), list[str]()
    while len(moves) < count and (legal := list(position.moves())):
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])[1]
    return tuple(moves)


async def test_a_full_board_says_so_and_can_step_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views.analysis_page, "MOST_WRITTEN", 14)
    view, _ = await analysis_page(
        AnalysisBoard("bizingo", 0, 0, ("h6-g6", "f9-g9", "g6-h6")), Appearance("walnut")
    )
    assert not [part for part in parts(view) if part["type"] == 3]
    assert "There's no room for more moves here" in str(parts(view))
    assert "Step back" in str(parts(view))


@EVERY_GAME
def test_the_longest_record_fits_a_message(key: str) -> None:
    assert MOST_WRITTEN + max(len(text) for text in moves_of(key, 300)) + 1000 < 4000


def test_long_lists_are_shown_in_parts_that_come_round(monkeypatch: pytest.MonkeyPatch) -> None:
    position = GAMES["bizingo"].start({})
    whole = [option.value for option in move_options(position)]
    monkeypatch.setattr(views.move_choices, "MOST_OPTIONS", 4)
    found: list[str] = []
    skip = 0
    for _ in whole:
        *listed, more = move_options(position, "", skip)
        assert len(listed) <= 3
        found += [option.value for option in listed]
        word, _, number = more.value.partition(" ")
        assert word == "skip"
        skip = int(number)
        assert skip in (len(found), 0)
        if not skip:
            break
    assert found == whole


@pytest.mark.parametrize(
    "trial",
    [
        AnalysisBoard("chess", 0),
        AnalysisBoard("ringo", 99),
        AnalysisBoard("ringo", 0, 2),
        AnalysisBoard("ringo", 0, 0, ("a1-a5",)),
    ],
)
def test_a_board_that_the_texts_have_outgrown_says_so(trial: AnalysisBoard) -> None:
    with pytest.raises(Refusal, match="open a new one"):
        trial.stands()


@THOROUGH
async def test_a_piece_with_more_places_than_buttons_is_moved_from_a_list() -> None:
    board = AnalysisBoard("agon", 0, moves=tuple(SENT_BACK.split()))
    position = board.stands()[0]
    (piece,) = pieces_to_choose(position)
    view, _ = await analysis_page(board, Appearance("walnut"), Selection(piece.cell))
    (listed,) = [part for part in parts(view) if part["type"] == 3]
    assert listed["custom_id"].startswith("triesfrom|agon|0|0|0|")
    assert len(listed["options"]) == MOST_OPTIONS
    text = listed["options"][0]["value"].removeprefix("play ")
    moved, selected = board_after(board, read_option(f"play {text}", piece.cell))
    assert (moved.moves[-1], selected) == (text, Selection())
    picked = read_option(f"piece {piece.cell}", "")
    assert board_after(board, picked) == (board, Selection(piece.cell))
    assert read_option("skip 24", piece.cell) == Selection(piece.cell, skip=24)


@THOROUGH
def test_a_forged_pick_of_a_way_is_out_of_date() -> None:
    start = GAMES["ringo"].start({})
    piece = pieces_to_choose(start)[0].cell
    assert read_pick(start, piece) == Selection(piece)
    for written in ("x", "-1", "1.5", "99"):
        with pytest.raises(OutOfDate):
            read_pick(start, f"{piece}//{written}")
