"""`/puzzle rush`: easy to hard until the third mistake, each answer once, and the bests."""

from contextlib import suppress

import pytest
import simcord

from boards.puzzle_words import best_move
from computer.puzzles import Puzzle, puzzles
from data.puzzle_rushes import MISTAKES, Rush
from delivery.posting import custom_ids
from interactions.people import Appearance
from rules import GAMES, Speech
from tests.cogs.test_daily_results import fill_puzzle_settings
from tests.cogs.test_puzzles import EVERY, answer, wrong
from tests.simulated_discord.interruptions import SLOW, each_step
from tests.simulated_discord.limits import check
from tests.simulated_discord.private_answers import press, press_forged, type_in
from tests.simulated_discord.table import Message, Table, labels, words
from tests.thorough import THOROUGH
from views import choose_puzzle
from views.choose_puzzle import IN_A_ROW, find_puzzle, rush_puzzle
from views.move_choices import Selection, pieces_to_choose
from views.rush_page import AnswerRush, BeginRush, rush_ids, rush_page


async def present(table: Table) -> tuple[Rush, Puzzle]:
    """Return Ada's rush, and its present puzzle."""
    rush = await table.bot.store.rushes.find(table.ada.id)
    assert rush is not None
    return rush, find_puzzle(*rush.puzzles[-1])


async def reply(
    table: Table, message: simcord.ResponseMessage, *, right: bool
) -> simcord.ResponseMessage:
    """Answer the present puzzle."""
    _, puzzle = await present(table)
    text = puzzle.solution[0] if right else wrong(puzzle)
    return await answer(table, message, puzzle, text)


@THOROUGH
def test_rush_goes_from_easy_to_hard_and_shows_no_puzzle_twice() -> None:
    shown: list[tuple[str, int]] = []
    grades = []
    while (puzzle := rush_puzzle(EVERY, shown, "a seed")) is not None:
        shown.append((puzzle.game, puzzle.number))
        grades.append(puzzle.difficulty)
    assert len({*shown}) == len(EVERY)
    assert grades[: 4 * IN_A_ROW] == sorted(grades[: 4 * IN_A_ROW])
    assert grades[0] == min(puzzle.difficulty for puzzle in EVERY)
    assert len({game for game, _ in shown[:IN_A_ROW]}) > 1, "of all games"
    assert rush_puzzle([], (), "a seed") is None


@pytest.mark.parametrize("key", ["agon", "bizingo", "ringo"])
async def test_a_press_that_chooses_a_piece_is_no_answer(key: str) -> None:
    puzzle, choice = next(
        (puzzle, choice)
        for puzzle in puzzles(key)
        for choice in pieces_to_choose(puzzle.position)
        if len(choice.moves) == 1 and len(choice.moves[0].path) > 1
    )
    rush = Rush(1, 1, None, key, ((key, puzzle.number),))
    view, _ = await rush_page(rush, puzzle, Appearance("walnut"))
    ids = rush_ids(rush)
    pressed = [*custom_ids(view.children)]
    assert ids.choose(choice.cell).encoded in pressed
    assert ids.answer(choice.moves[0].text).encoded not in pressed
    view, _ = await rush_page(rush, puzzle, Appearance("walnut"), Selection(choice.cell))
    assert ids.answer(choice.moves[0].text).encoded in custom_ids(view.children)


async def test_rush_ends_with_the_third_mistake_and_tells_the_bests(table: Table) -> None:
    message = await type_in(table, "puzzle rush", game="hoyito")
    assert "### Rush: 0 solved, mistakes: 0 of 3" in words(message)
    assert "Hint" not in labels(message)
    message = await reply(table, message, right=True)
    assert words(message).startswith("### Rush: 1 solved, mistakes: 0 of 3")
    assert "Right!" in words(message)
    _, missed = await present(table)
    await table.restart()
    message = await reply(table, message, right=False)
    best = Speech().say(missed.position.caption(best_move(missed)))
    assert f"Not that one: {best} was best." in words(message)
    message = await type_in(table, "puzzle rush", game="hoyito")
    assert "1 solved, mistakes: 1 of 3" in words(message), "it goes on where it was"
    for _ in range(MISTAKES - 1):
        message = await reply(table, message, right=False)
    said = words(message)
    assert "### Rush over: 1 puzzle solved" in said
    assert "Your best: 1" in said
    assert "Best in this server: 1" in said
    assert "Ada" not in said, "who never chose is not named"
    assert await table.bot.store.puzzles.solved(table.ada.id) == {}, "it is a game of its own"
    assert await table.bot.store.puzzles.solver(table.ada.id) is None
    message = await press(table, message, "Again")
    assert "### Rush: 0 solved" in words(message)
    message = await press(table, message, "End the rush")
    assert "### Rush over: 0 puzzles solved" in words(message)


async def test_second_press_and_old_or_foreign_buttons_change_nothing(table: Table) -> None:
    await type_in(table, "puzzle rush", game="hoyito")
    rush, puzzle = await present(table)
    old = AnswerRush(rush.run, rush.step, wrong(puzzle)).encoded
    await press_forged(table, table.ada, old)
    after = (await present(table))[0]
    assert after.mistakes == 1
    shown = await press_forged(table, table.ada, old)
    assert "mistakes: 1 of 3" in words(shown), "it shows the present puzzle"
    for who, custom_id in (
        (table.ada, AnswerRush(rush.run + 1, 1, "a")),
        (table.ben, AnswerRush(rush.run, rush.step, "a")),
        (table.ada, BeginRush("chess")),
    ):
        refused = await press_forged(table, who, custom_id.encoded)
        assert "out of date" in words(refused)
    await press_forged(table, table.ada, AnswerRush(after.run, after.step, "zz9").encoded)
    await press_forged(table, table.ada, BeginRush("ringo").encoded)
    assert (await present(table))[0] == after


@THOROUGH
async def test_answer_in_a_rush_counts_once_wherever_it_is_cut_off(table: Table) -> None:
    await type_in(table, "puzzle rush", game="hoyito")
    for number, interruption in each_step(SLOW):
        rush, puzzle = await present(table)
        right = AnswerRush(rush.run, rush.step, puzzle.solution[0]).encoded
        with suppress(IndexError), interruption:
            await press_forged(table, table.ada, right)
        await press_forged(table, table.ada, right)
        after = (await present(table))[0]
        assert (after.solved, after.mistakes, after.step) == (number, 0, number + 1)


@THOROUGH
async def test_rush_in_another_game_lets_the_one_before_count(table: Table) -> None:
    message = await type_in(table, "puzzle rush")
    await reply(table, message, right=True)
    message = await type_in(table, "puzzle rush", game="hoyito")
    assert "### Rush: 0 solved" in words(message)
    assert await table.bot.store.rushes.best(table.ada.id) == 1


@THOROUGH
async def test_whoever_allows_it_is_named_as_the_best_of_the_server(table: Table) -> None:
    await fill_puzzle_settings(table, table.ada, puzzle_name=True)
    message = await reply(table, await type_in(table, "puzzle rush", game="hoyito"), right=True)
    message = await press(table, message, "End the rush")
    assert "Best in this server: 1 (Ada)" in words(message)


@THOROUGH
async def test_rush_whose_puzzle_was_withdrawn_begins_anew(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await type_in(table, "puzzle rush", game="hoyito")
    before, gone = await present(table)
    kept = {puzzle.number: puzzle for puzzle in puzzles("hoyito") if puzzle != gone}
    monkeypatch.setattr(choose_puzzle, "puzzles", lambda _key: [*kept.values()])
    monkeypatch.setattr(choose_puzzle, "puzzles_by_number", lambda _key: kept)
    message = await type_in(table, "puzzle rush", game="hoyito")
    assert "### Rush: 0 solved, mistakes: 0 of 3" in words(message)
    assert (await present(table))[0].run == before.run + 1


@THOROUGH
@pytest.mark.parametrize("key", [key for key in GAMES if puzzles(key)])
async def test_every_game_has_its_rush(table: Table, key: str) -> None:
    message: Message = await type_in(table, "puzzle rush", game=key)
    assert GAMES[key].name in words(message)


@THOROUGH
async def test_rush_pages_keep_to_the_limits() -> None:
    puzzle = max(EVERY, key=lambda one: len(one.position.moves()))
    rush = Rush(1, 10**6, None, None, ((puzzle.game, puzzle.number),) * 999)
    view, _ = await rush_page(rush, puzzle, Appearance("walnut"), Selection())
    check(view)


@THOROUGH
async def test_where_no_game_has_puzzles_a_match_is_offered_instead(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host may have left only games that have none."""
    monkeypatch.setattr("cogs.puzzles.GAME_CHOICES", [])
    monkeypatch.setattr(choose_puzzle, "has_puzzles", lambda _key: False)
    for command in ("puzzle play", "puzzle rush"):
        refused = words(await type_in(table, command))
        assert "There are no puzzles here; play a match against me instead." in refused
    assert await table.bot.store.rushes.find(table.ada.id) is None
