"""Puzzles: solved like moves are made, with hints, each counted once; and the daily puzzle."""

import asyncio
import re
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from typing import Any

import pytest
import simcord

import views.puzzle_page
from boards.puzzle_words import is_best
from cogs import daily_puzzle
from computer.puzzles import Puzzle, puzzles
from data.puzzle_days import DayResults
from data.puzzle_rushes import Rush
from data.puzzles import Attempt
from interactions import OutOfDate, plain
from interactions.board_image import BoardView, board_picture
from interactions.components import MessageParts
from interactions.people import Appearance
from rendering import canvas, find_theme, scene_of, stamps
from rendering import paint as painting
from rendering.cache import clear_boards, surface_for
from rules import GAMES, Effect, Position, Refusal, Sentence, Speech
from tests.simulated_discord.interruptions import QUICK, each_step
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import (
    alt_text,
    choose_forged,
    parts,
    press,
    private,
    type_in,
)
from tests.simulated_discord.table import Message, Table, labels, later, options, words
from tests.thorough import THOROUGH, mostly_thorough
from tests.views.test_move_choices import SENT_BACK, TWO_WAYS
from views.choose_puzzle import find_puzzle, first_puzzle, games_with_puzzles, next_puzzle
from views.daily_puzzle_page import daily_page, past_page
from views.move_choices import MOST_OPTIONS, Selection, pieces_to_choose
from views.puzzle_numbers import number_among_all, split_number
from views.puzzle_page import draw_in_advance, puzzle_ids, puzzle_page, puzzle_start, solved_page
from views.rush_page import rush_page

RUSHED = ("Right!", "Not that one:")
"""What a rush says of an answer."""
FEW = 24
"""Pieces and words that differ from one puzzle to another."""
EVERY = [puzzle for key in GAMES for puzzle in puzzles(key)]


async def answer(
    table: Table,
    message: simcord.ResponseMessage,
    puzzle: Puzzle,
    text: str,
    who: simcord.MemberActor | None = None,
) -> simcord.ResponseMessage:
    """Answer a puzzle by presses, as moves are made in a match; Ada does unless told."""
    who = who or table.ada
    if "Move" in labels(message):
        message = private(await who.click(message, label="Move"))
    move = puzzle.position.moves()[text]
    cell = move.path[0] if move.path else text
    if cell not in labels(message):
        message = private(await who.select(message, [f"piece {cell}"]))
    else:
        message = private(await who.click(message, label=cell))
    if answered(message):
        return message
    end = move.path[-1]
    if end not in labels(message):
        return private(await who.select(message, [f"play {text}"]))
    message = private(await who.click(message, label=end))
    return message if answered(message) else private(await who.click(message, label=text))


def answered(message: Message) -> bool:
    return any(told in words(message) for told in ("Solved!", "isn't the best", *RUSHED))


def wrong(puzzle: Puzzle) -> str:
    """Return a move that isn't right."""
    return next(text for text, move in puzzle.position.moves().items() if not is_best(puzzle, move))


@pytest.mark.parametrize("key", mostly_thorough(key for key in GAMES if puzzles(key)))
async def test_puzzle_is_solved_by_clicks_and_counted_once(table: Table, key: str) -> None:
    puzzle = min(puzzles(key), key=lambda one: (one.difficulty, one.number))
    message = await type_in(table, "puzzle play", game=key)
    assert str(puzzle.aim) in words(message)
    assert alt_text(message).startswith(f"{puzzle.aim} {GAMES[key].name}")
    message = await answer(table, message, puzzle, wrong(puzzle))
    tried = puzzle.position.caption(puzzle.position.moves()[wrong(puzzle)])
    assert f"{Speech().say(tried)} isn't the best" in words(message)
    await table.restart()
    message = await answer(table, message, puzzle, puzzle.solution[0])
    assert "Solved!" in words(message)
    assert f"You've solved 1 {GAMES[key].name} puzzle." in words(message)
    profile = private(await table.ben.slash(table.channel, "profile", player=table.ada))
    assert f"Puzzles solved: 1 in {GAMES[key].name}" in words(profile)
    again = await press(table, message, "Try from here")
    assert "Step forward" in labels(again), "the solution may be looked at now"
    assert f"puzzle {puzzle.number}" in words(again)
    following = await press(table, message, "Next")
    assert shown(following, key) != puzzle
    assert "What's your move?" in words(following)
    assert await table.bot.store.puzzles.solved(table.ada.id) == {key: 1}


async def test_hint_names_the_piece_and_the_solution_spoils_the_count(table: Table) -> None:
    puzzle = puzzles("bivouac")[0]
    message = await type_in(table, "puzzle play", game="bivouac", difficulty=puzzle.difficulty)
    puzzle = shown(message, "bivouac")
    hinted = await press(table, message, "Hint")
    piece = puzzle.position.moves()[puzzle.solution[0]].path[0]
    assert f"Look at `{piece}`." in words(hinted)
    solution = await press(table, message, "Solution")
    move = puzzle.position.moves()[puzzle.solution[0]]
    assert str(puzzle.position.tell(move)) in words(solution)
    assert plain(puzzle.aim) in words(solution), "what it is the solution of"
    message = await press(table, message, "Another piece")
    message = await answer(table, message, puzzle, puzzle.solution[0])
    assert "so it doesn't count" in words(message)
    assert await table.bot.store.puzzles.solved(table.ada.id) == {}


async def test_who_tries_a_puzzle_is_not_shown_its_solution(table: Table) -> None:
    message = await type_in(table, "puzzle play", game="ringo")
    puzzle = shown(message, "ringo")
    tried = await press(table, message, "Try from here")
    assert f"### Try it: Ringo, puzzle {puzzle.number}" in words(tried)
    assert not {"Step forward", "Current position"} & {*labels(tried)}
    piece = puzzle.position.moves()[puzzle.solution[0]].path[0]
    tried = await press(table, tried, piece)
    assert "Step forward" not in labels(tried)


async def test_hint_leaves_a_choice_where_the_piece_is_the_move(table: Table) -> None:
    message = await type_in(table, "puzzle play", game="hoyito")
    puzzle = shown(message, "hoyito")
    best = puzzle.position.moves()[puzzle.solution[0]].path[0]
    hinted = words(await press(table, message, "Hint"))
    told = re.search("Look at one of these: `(.)` or `(.)`[.]", hinted)
    assert told
    assert best in told.groups()
    assert words(await press(table, message, "Hint")) == hinted, "asking again narrows nothing"


def shown(message: Message, key: str) -> Puzzle:
    """Return the puzzle that a message shows."""
    number = words(message).partition(f"{GAMES[key].name} ")[2].partition("\n")[0]
    return find_puzzle(key, int(number))


@THOROUGH
async def test_nobody_gets_the_same_puzzle_before_all_are_done(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = puzzles("ringo")[::8]
    monkeypatch.setattr("views.choose_puzzle.puzzles", lambda _key: everything)
    message = await type_in(table, "puzzle play", game="ringo")
    seen = []
    for _ in everything:
        puzzle = shown(message, "ringo")
        seen.append(puzzle.number)
        seen_by_ada = Attempt(table.ada.id, "ringo", puzzle.number, puzzle.difficulty)
        await table.bot.store.puzzles.show(seen_by_ada, table.env.now())
        message = await press(table, message, "Next")
    assert sorted(seen) == sorted(one.number for one in everything)
    assert "Puzzle" in words(await type_in(table, "puzzle play", game="ringo"))


async def test_unknown_difficulty_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    easy = tuple(one for one in puzzles("ringo") if one.difficulty < 4)
    monkeypatch.setattr("views.choose_puzzle.puzzles", lambda _key: easy)
    refused = await type_in(table, "puzzle play", game="ringo", difficulty=4)
    assert "There's no Ringo puzzle of that difficulty" in words(refused)


async def test_where_no_game_is_named_one_is_chosen_that_has_puzzles_so_hard(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hard_in_ringo_only(key: str) -> tuple[Puzzle, ...]:
        return tuple(one for one in puzzles(key) if one.difficulty == 1 or key == "ringo")

    monkeypatch.setattr("views.choose_puzzle.puzzles", hard_in_ringo_only)
    for _ in range(5):
        assert "Ringo" in words(await type_in(table, "puzzle play", difficulty=3))


async def test_any_game_is_shown_where_none_is_named(table: Table) -> None:
    message = await type_in(table, "puzzle play")
    assert any(rules.name in words(message) for rules in GAMES.values())


@pytest.mark.parametrize(
    "puzzle", mostly_thorough(EVERY[::15], EVERY[0]), ids=lambda one: f"{one.game}-{one.number}"
)
async def test_puzzle_pages_fit(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    if puzzle is not EVERY[0]:  # the limits are those of words and components
        monkeypatch.setattr("rendering.picture", lambda *_drawn, **_how: b"")
    for page in (puzzle_start, puzzle_page):
        view, (file,) = await page(puzzle, Appearance("walnut"))
        check(view)
        assert file.filename.endswith(".png")
    view, _ = await daily_page(puzzle, Appearance("walnut"))
    check(view)
    check(past_page(puzzle, DayResults(0, 0, 0, ())).view)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[BoardView]:
    """Return how the boards of puzzles are looked at, as they are drawn."""
    found: list[BoardView] = []

    async def look_at(position: Position, style: Appearance, look: BoardView, **named: str) -> Any:
        found.append(look)
        return await board_picture(position, style, look, **named)

    monkeypatch.setattr(views.puzzle_page, "board_picture", look_at)
    return found


@pytest.mark.parametrize("key", mostly_thorough([key for key in GAMES if puzzles(key)]))
async def test_puzzle_is_shown_clean_until_a_press_and_then_tells_nothing(
    table: Table, looks: list[BoardView], key: str
) -> None:
    message = await type_in(table, "puzzle play", game=key)
    puzzle = shown(message, key)
    clean = BoardView(seen_from=puzzle.position.turn, task=puzzle.task)
    assert looks == [clean]
    assert labels(message) == ["Move", "Hint", "Solution", "Next", "Try from here"]
    assert not options(message)
    await table.restart()
    message = await press(table, message, "Move")
    pieces = [choice.cell for choice in pieces_to_choose(puzzle.position)]
    assert looks[1:] == [replace(clean, choices=dict.fromkeys(pieces, Effect.NONE))]
    if not puzzle.position.single_choice:
        puzzle_piece = puzzle.position.moves()[puzzle.solution[0]].path[0]
        await puzzle_page(puzzle, Appearance("walnut"), Selection(piece=puzzle_piece))
        assert looks[-1].chosen == puzzle_piece
        assert {*looks[-1].choices.values()} == {Effect.NONE}
    await press(table, message, "Next")
    assert not looks[-1].choices
    assert looks[-1].task


async def test_ways_to_the_same_place_in_a_puzzle_have_names_of_their_own() -> None:
    position = GAMES["bivouac"].decode(TWO_WAYS)
    puzzle = replace(puzzles("bivouac")[0], position=position)
    view, _ = await puzzle_page(puzzle, Appearance("walnut"), Selection(piece="e7"))
    found = [part["label"] for part in parts(view) if part.get("label")]
    assert found[:2] == ["e7:c7:c9:e9:c7", "e7:c7:e9:c9:c7"]


async def test_public_puzzle_is_clean_and_says_its_task(looks: list[BoardView]) -> None:
    puzzle = puzzles("bivouac")[0]
    await daily_page(puzzle, Appearance("walnut"))
    assert looks == [BoardView(seen_from=puzzle.position.turn, task=puzzle.task)]


async def test_solved_puzzle_has_no_task_any_more(looks: list[BoardView]) -> None:
    puzzle = puzzles("bivouac")[0]
    move = puzzle.position.moves()[puzzle.solution[0]]
    await solved_page(puzzle, Appearance("walnut"), move, Sentence("none"))
    assert not looks[-1].task


async def test_buttons_of_older_puzzles_lead_to_them(table: Table, looks: list[BoardView]) -> None:
    puzzle = puzzles("bivouac")[0]
    piece = next(one for one in pieces_to_choose(puzzle.position) if len(one.moves) > 1)
    message = await type_in(table, "puzzle play", game="bivouac", difficulty=puzzle.difficulty)
    for custom_id, chosen in (
        (f"puzzling|bivouac|{puzzle.number}||", ""),
        (f"puzzling|bivouac|{puzzle.number}|{piece.cell}|", piece.cell),
    ):
        await table.ada.click(message, custom_id=custom_id)
        assert looks[-1].chosen == chosen
        assert looks[-1].choices


@pytest.mark.parametrize("key", mostly_thorough(games_with_puzzles(), "bizingo"))
async def test_first_puzzle_of_a_game_paints_nothing_that_could_be_painted_before(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """At the start, its board and its pieces are painted and the files are read."""
    painted: list[str] = []
    paint = painting.paint

    def counted(*told: Any, **named: Any) -> None:
        painted.append(key)
        paint(*told, **named)

    for module in (stamps, canvas):
        monkeypatch.setattr(module, "paint", counted)
    clear_boards()
    for puzzle in puzzles(key)[:4]:
        scene = scene_of(puzzle.position, puzzle.position.turn)
        surface_for(scene.board, find_theme("walnut"), coordinates=True)
    painted.clear()
    first = first_puzzle(key, None, set())
    draw_in_advance(first, "walnut")
    assert painted
    monkeypatch.setattr("computer.puzzles.read", lambda *_told: pytest.fail("a file is read"))
    painted.clear()
    assert first_puzzle(key, None, set()) is first
    await puzzle_start(first, Appearance("walnut"))
    await puzzle_page(first, Appearance("walnut"))
    assert painted == []
    for other in puzzles(key)[:4]:
        painted.clear()
        await puzzle_start(other, Appearance("walnut"))
        assert len(painted) <= FEW, "its task, and what the first one does not have"


def test_tasks_of_puzzles_are_short() -> None:
    whats = {"to win a piece", "to find the safe move", "to save the game"}
    whats |= {f"to win {number} pieces" for number in range(2, 10)}
    whats |= {f"to win in {number} moves" for number in range(2, 9)}
    whats |= {"to trap a piece", *(f"to trap {number} pieces" for number in range(2, 9))}
    tasks = {str(puzzle.task) for puzzle in puzzles("bizingo")}
    assert tasks <= {f"{side} {what}" for side in ("Light", "Dark") for what in whats}


def test_every_puzzle_has_a_number_among_all() -> None:
    numbers = {number_among_all(puzzle): puzzle for puzzle in EVERY}
    assert len(numbers) == len(EVERY)
    for number, puzzle in numbers.items():
        assert split_number(number) == (puzzle.game, puzzle.number)
    for unknown in (0, 1, 2**60):
        with pytest.raises(OutOfDate):
            split_number(unknown)
    with pytest.raises(OutOfDate):
        find_puzzle("ringo", 10**6)
    with pytest.raises(OutOfDate):
        find_puzzle("chess", 1)
    assert next_puzzle(EVERY[0], set()) != EVERY[0]
    with pytest.raises(Refusal, match=f"There are no more {GAMES[EVERY[0].game].name} puzzles"):
        next_puzzle(EVERY[0], set(), EVERY[:1])


async def test_who_is_forgotten_has_solved_nothing(table: Table) -> None:
    now = table.env.now()
    attempt = Attempt(table.ada.id, "ringo", 1, 1, table.guild.id)
    await table.bot.store.puzzles.answer(attempt, now, was_right=True)
    told = [told async for told in table.bot.store.people.export(table.ada.id)]
    assert any("puzzle" in one for one in told)
    await table.bot.store.forgetting.forget(table.ada.id, now)
    assert await table.bot.store.puzzles.solved(table.ada.id) == {}


# The daily puzzle.


def posted(table: Table) -> list[str]:
    """List the headings of the daily puzzles in the channel, and the lines of those before."""
    return [
        words(message).partition("\n")[0]
        for message in sorted(table.channel.history(), key=lambda message: message.id)
        if "Today's puzzle" in words(message) or "· solution: ||" in words(message)
    ]


@THOROUGH
async def test_channel_has_one_puzzle_a_day(table: Table) -> None:
    done = private(await table.dora.slash(table.channel, "puzzle daily"))
    assert "I'll post a puzzle here every day" in words(done)
    assert len(posted(table)) == 1
    await later(table, hours=23)
    await table.dora.slash(table.channel, "puzzle daily", game="ringo")
    await table.restart()
    await later(table, minutes=30)
    assert len(posted(table)) == 1
    await later(table, minutes=31)
    assert len(posted(table)) == 2
    assert "Ringo" in posted(table)[-1]
    await table.restart()
    await later(table, minutes=1)
    assert len(posted(table)) == 2
    await table.bot.close()
    await table.env.advance_time(3 * 86_400)
    await table.restart()
    await later(table, minutes=1)
    assert len(posted(table)) == 3, "what was missed is not made up for"
    opened = private(await table.cleo.click(table.last, label="Solve it"))
    assert "What's your move?" in words(opened)
    stopped = private(await table.dora.slash(table.channel, "puzzle daily", on=False))
    assert "Daily puzzle turned off." in words(stopped)
    await later(table, days=2)
    assert len(posted(table)) == 3
    await table.dora.slash(table.channel, "puzzle daily")
    assert len({*posted(table)}) == 4, "it goes on, and does not begin anew"


@THOROUGH
async def test_puzzle_is_posted_once_where_a_round_comes_while_it_is_first_posted(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds: list[asyncio.Task[None]] = []

    async def slowly(puzzle: Puzzle, style: Appearance, *told: Any) -> MessageParts:
        """Draw the puzzle; meanwhile a round runs."""
        if not rounds:
            (due,) = await table.bot.store.daily_puzzles.due(table.env.now())
            work = daily_puzzle.post(table.bot, due, table.env.now())
            rounds.append(asyncio.create_task(work))
            for _ in range(100):
                await asyncio.sleep(0)
        return await daily_page(puzzle, style, *told)

    monkeypatch.setattr("cogs.daily_puzzle.daily_page", slowly)
    await table.dora.slash(table.channel, "puzzle daily")
    await rounds[0]
    assert len(posted(table)) == 1


async def test_puzzle_a_day_is_for_those_who_manage_the_server(table: Table) -> None:
    for refused in (
        await table.ada.slash(table.channel, "puzzle daily"),
        await table.ada.user.slash("puzzle daily"),
    ):
        assert "solve a puzzle yourself with `/puzzle play`" in words(private(refused))
    assert posted(table) == []


@pytest.mark.parametrize("kind", mostly_thorough(QUICK))
async def test_puzzle_of_a_day_is_posted_once_whatever_stops_it(table: Table, kind: str) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    begun = table.env.now()
    for step, interruption in islice(each_step(kind), 6):
        with suppress(asyncio.CancelledError), interruption:
            await later(table, days=1)
        for minutes in (1, 10):  # what failed is tried again after a pause
            rest = begun + timedelta(days=step, minutes=20 * step + minutes) - table.env.now()
            await later(table, seconds=rest.total_seconds())
        assert len(posted(table)) == 1 + step


@pytest.mark.parametrize("gone", ["closed", "deleted"])
async def test_channel_that_takes_no_puzzles_ends_them_saying_why(table: Table, gone: str) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    status, code = (403, 50013) if gone == "closed" else (404, 10003)
    table.fail("POST", status=status, code=code)
    await later(table, days=1, minutes=1)
    letter = words(table.dora.user.dm_channel.last_message)
    assert "Attach Files" in letter
    assert f"<#{table.channel.id}>" in letter
    await later(table, days=1, minutes=1)
    assert len(posted(table)) == 1


async def test_channel_where_the_bot_may_not_post_is_told_at_once(table: Table) -> None:
    table.fail("POST", status=403, code=50013)
    refused = private(await table.dora.slash(table.channel, "puzzle daily"))
    assert "I can't post here. I need: View Channel" in words(refused)
    await later(table, days=1)
    assert posted(table) == []


def test_positions_of_puzzles_go_on() -> None:
    for puzzle in EVERY:
        assert isinstance(puzzle.position, Position)
        assert puzzle.position.moves()


@THOROUGH
async def test_a_select_in_a_puzzle_leads_to_the_answer_as_buttons_do(table: Table) -> None:
    """Messages from before have it, and so has a puzzle with more places than buttons."""
    puzzle = next(one for one in puzzles("bivouac") if len(one.position.moves()) > MOST_OPTIONS)
    listed = puzzle_ids(puzzle).listed("", 0).encoded
    best = puzzle.solution[0]
    piece = puzzle.position.moves()[best].path[0]
    page = await choose_forged(table, table.ada, listed, f"piece {piece}")
    assert f"Where to from `{piece}`?" in words(page)
    page = await choose_forged(table, table.ada, listed, "skip 0")
    assert "What's your move?" in words(page)
    assert "out of date" in words(await choose_forged(table, table.ada, listed, "x 1"))
    page = await choose_forged(table, table.ada, listed, f"play {best}")
    assert "Solved!" in words(page)
    assert await table.bot.store.puzzles.solved(table.ada.id) == {"bivouac": 1}


@THOROUGH
async def test_more_places_than_buttons_stand_in_a_list_in_a_puzzle_and_in_a_rush() -> None:
    position = GAMES["agon"].start({})
    for text in SENT_BACK.split():
        position = position.play(text)[1]
    task, style = Sentence("Move"), Appearance("walnut")
    puzzle = Puzzle(7, "agon", position, (next(iter(position.moves())),), 1, task, task)
    (piece,) = pieces_to_choose(position)
    selection = Selection(piece.cell, skip=24)
    rush = Rush(1, 3, None, None, (("agon", 7),))
    for page, name in (
        (puzzle_page(puzzle, style, selection), "puzzled|agon|7|"),
        (rush_page(rush, puzzle, style, selection), "rushed|3|1|"),
    ):
        view, _ = await page
        check(view)
        (select,) = [part for part in parts(view) if part["type"] == 3]
        assert select["custom_id"] == f"{name}{piece.cell}|24"
        assert [one["value"] for one in select["options"]][-1] == "skip 0"
