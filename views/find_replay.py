"""Find the replay of a match, a puzzle or an imported record."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial

from computer.puzzles import Puzzle
from data import Store, StoredMatch
from interactions import plain
from interactions.tasks import run_brief
from match.event import result_by
from rules import Name, Sentence, capital
from rules.move_line import Line
from views.analysis_board import Source
from views.choose_puzzle import load_puzzle
from views.puzzle_answers import PuzzleSolver
from views.puzzle_numbers import split_number
from views.replay_page import Replay

SeenMatch = Callable[[int], Awaitable[StoredMatch]]
"""Finds a match that the person may see, and notes that they have seen it."""


async def replay_from(
    store: Store,
    source: Source,
    number: int,
    who: PuzzleSolver,
    now: datetime,
    seen_match: SeenMatch,
) -> Replay:
    """Find the replay of a match, puzzle or import that a person may see. Raises `Refusal`.

    Whoever gets a puzzle's solution, by whatever control, has been shown it.
    """
    if source is Source.IMPORT:
        return await _imported_replay(store, number, who.person.id)
    if source in (Source.PUZZLE, Source.UNSOLVED):
        puzzle = await load_puzzle(store, *split_number(number))
        if source is Source.PUZZLE:
            await store.puzzles.show(who.attempt_at(puzzle), now)
        return _puzzle_replay(source, number, puzzle)
    match = await seen_match(number)
    return Replay(
        source,
        number,
        title=match.title,
        names=match.player_names,
        options=match.options,
        line=await store.match_moves.find(match),
        result=match.result,
        goes_on=not match.over,
        own=match.seats.index(who.person.id) if who.person.id in match.seats else None,
        remarks=await store.match_moves.remarks(match),
        kept=match,
    )


def _puzzle_replay(source: Source, number: int, puzzle: Puzzle) -> Replay:
    """Build the replay of a puzzle, with its solution unless the source is `UNSOLVED`."""
    moves = () if source is Source.UNSOLVED else puzzle.solution
    first, second = (plain(capital(puzzle.position.side(side))) for side in (0, 1))
    return Replay(
        source,
        number,
        title=Sentence("{game}, puzzle {puzzle}", game=puzzle.position.name, puzzle=puzzle.number),
        names=(Name(first), Name(second)),
        options=puzzle.position.chosen.values,
        line=Line.of(puzzle.position, moves),
        result=None,
        goes_on=False,
        own=puzzle.position.turn,
        about=puzzle.aim,
    )


async def _imported_replay(store: Store, number: int, person: int) -> Replay:
    record, line = await store.imports.find(number, person)
    result = None
    if record.how is not None:
        last = await run_brief(partial(line.at, len(line)))
        result = result_by(record.how, record.winner, last.position)
    return Replay(
        Source.IMPORT,
        number,
        title=Sentence("{game}, imported", game=record.rules.name),
        names=(Name(record.names[0]), Name(record.names[1])),
        options=record.options,
        line=line,
        result=result,
        goes_on=False,
        remarks=record.remarks,
    )
