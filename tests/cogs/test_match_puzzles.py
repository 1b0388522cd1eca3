"""Puzzles from matches: found after a review, offered while both players allow it."""

import asyncio
import json
import logging

import pytest

from computer import ComputerPlayer, Review, TurningPoint, Unanswered
from computer.puzzles import read
from computer.puzzles.aims import Aim
from computer.worker import run_job
from rules import GAMES
from tests.cogs.test_daily_results import fill_puzzle_settings
from tests.simulated_discord.computer import quick
from tests.simulated_discord.private_answers import press_forged, private
from tests.simulated_discord.table import Table, poll, words
from tests.thorough import THOROUGH, mostly_thorough
from views.choose_puzzle import puzzles_for


async def review(table: Table) -> str:
    """Finish a match whose review has a turning point that is a puzzle; return its solution."""
    await table.begin("hoyito", "a", "a", "b", "b")
    await table.resign(table.ada)
    position = (await table.bot.store.matches.as_of(1, 1)).position
    solution = [*position.moves()][-1]
    record = {"number": 0, "position": position.encode(), "solution": [solution], "difficulty": 1,
              "aim": "gains", "count": 4, "seed": 0}  # fmt: skip
    quick(table).proved[position.encode()] = json.dumps(record)
    turn = TurningPoint(1, "a", solution, (solution,), before=-0.5, after=0.9)
    kept = Review((0.0, 0.1, -0.9, -0.9, -1.0), (turn,))
    await table.bot.store.reviews.keep(1, kept.encode(), table.env.now())
    return solution


async def search(table: Table) -> None:
    """Let the background search what was reviewed."""
    await poll(table)
    await asyncio.gather(*filter(None, [table.rounds.puzzle_search._searching]))


async def offered(table: Table, person: int) -> list[int | None]:
    """List the matches whose puzzles a person is offered in Hoyito."""
    listed = await puzzles_for(table.bot.store, "hoyito", person)
    return [puzzle.match for puzzle in listed if puzzle.match is not None]


@pytest.mark.usefixtures("thinks_quickly")
async def test_puzzle_from_a_match_is_offered_while_both_players_allow_it(table: Table) -> None:
    solution = await review(table)
    await search(table)
    assert await table.bot.store.match_puzzles.to_search() is None
    assert await table.bot.store.match_puzzles.in_match(1) == 1
    assert await offered(table, table.cleo.id) == []
    wish = "makes a good puzzle. If both of you allow it"
    for who in (table.ada, table.cleo):
        reviewed = private(await who.slash(table.channel, "match review", match=1))
        assert (wish in words(reviewed)) == (who is table.ada), "only players can allow it"
    await fill_puzzle_settings(table, table.ada, match_puzzles=True)
    assert await offered(table, table.cleo.id) == [], "one of two is not enough"
    await fill_puzzle_settings(table, table.ben, match_puzzles=True)
    assert await offered(table, table.cleo.id) == [1]
    assert await offered(table, table.ben.id) == [], "nobody solves their own"
    reviewed = private(await table.cleo.slash(table.channel, "match review", match=1))
    assert "A position from this match is now a puzzle." in words(reviewed)
    assert "Hoyito, from match #1" in words(
        private(await table.cleo.click(reviewed, label="Solve the puzzle"))
    )
    (puzzle,) = [
        one for one in await puzzles_for(table.bot.store, "hoyito", 0) if one.match is not None
    ]
    view = f"puzzle|hoyito|{puzzle.number}"
    opened = await press_forged(table, table.cleo, view)
    assert "### Puzzle: Hoyito, from match #1" in words(opened)
    right = f"answer|hoyito|{puzzle.number}|{solution}"
    solved = await press_forged(table, table.cleo, right)
    assert "Solved!" in words(solved)
    tried = private(await table.cleo.click(opened, label="Try from here"))
    assert f"puzzle {puzzle.number}" in words(tried)
    await fill_puzzle_settings(table, table.ben)
    for custom_id in (view, right, f"puzzle|ringo|{puzzle.number}"):
        assert "out of date" in words(await press_forged(table, table.cleo, custom_id))


@THOROUGH
@pytest.mark.usefixtures("thinks_quickly")
async def test_who_is_forgotten_allows_nothing_any_more(table: Table) -> None:
    await review(table)
    await search(table)
    for who in (table.ada, table.ben):
        await fill_puzzle_settings(table, who, match_puzzles=True)
    assert await offered(table, table.cleo.id) == [1]
    await table.bot.store.forgetting.forget(table.ben.id, table.env.now())
    assert await offered(table, table.cleo.id) == []


@pytest.mark.usefixtures("thinks_quickly")
@pytest.mark.parametrize(
    "failure", mostly_thorough([RuntimeError("it fails"), Unanswered("it died")])
)
async def test_search_that_fails_or_is_stopped_does_no_harm(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: Exception,
) -> None:
    caplog.set_level(logging.INFO)
    await review(table)

    async def fails(*_told: object) -> str:
        raise failure

    monkeypatch.setattr(quick(table), "prove", fails)
    await search(table)
    assert str(failure) in caplog.text
    assert await table.bot.store.match_puzzles.to_search() is None, "it is not tried for ever"
    assert await table.bot.store.match_puzzles.in_match(1) == 0


PUZZLE = next(
    record for record in read("bivouac") if record.aim is Aim.GAINS and len(record.solution) == 1
)
PLAYED = (
    "b...../wb..../....../.w...w/..w.../.b.w.b/.bwwb./..ww../..w.b./..b.../...... black - d2-c3"
)
"""A position of a match with what was played before it, in which one move is best."""


def test_a_position_is_a_puzzle_where_one_move_is_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("computer.puzzles.only_best_move.MATCH_NODES", 300)
    job = {"do": "prove", "game": "bivouac", "position": PLAYED, "given": {}}
    found = json.loads(run_job(json.dumps(job)))
    assert found["solution"] == ["b5:d3:b3"]
    assert found["position"] == PLAYED.partition(" d2-c3")[0], "its history is left behind"
    job["position"] = GAMES["bivouac"].start({}).encode()
    assert run_job(json.dumps(job)) == ""


@THOROUGH
async def test_worker_of_its_own_proves_it_and_ends() -> None:
    opponent = ComputerPlayer()
    record = json.loads(await opponent.prove(GAMES["bivouac"].decode(PUZZLE.position)))
    assert record["solution"][0] == PUZZLE.solution[0]
    assert opponent._worker.pid is None, "nobody else's worker was used"
    await opponent.close()
