"""Puzzles: what people answered, what they have solved, and the ratings that follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from data import tables
from data.columns import moment, stamp
from data.connection import Connection, Row, Value
from data.database import Database
from data.puzzle_rating import Solver, after_try, measured_difficulty, untried
from match.rating import SETTLED, Rating


@dataclass(frozen=True)
class Attempt:
    """Who tries which puzzle, in which server; `difficulty` is that of the puzzle when new."""

    person: int
    game: str
    puzzle: int
    difficulty: int
    server: int | None = None

    @property
    def key(self) -> dict[str, Value]:
        """The columns that tell it from others."""
        return {"person": self.person, "game": self.game, "puzzle": self.puzzle}


@dataclass(frozen=True)
class Answered:
    """What an answer to a puzzle brought.

    `counts` is whether the puzzle is newly solved, `at_first` whether the person's first answer was
    right, `rating` the new puzzle rating if it changed, by `change` points. `day` is the day of
    which it is the puzzle in the server, if it is the present one.
    """

    counts: bool
    at_first: bool
    rating: Rating | None = None
    change: float = 0.0
    day: int | None = None


class SolvedPuzzles:
    """Answers, solved puzzles and ratings; of a puzzle only its game and number are known here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def answer(self, attempt: Attempt, now: datetime, *, was_right: bool) -> Answered:
        """Record an answer: the first one is rated, and a right one counts once.

        It does not count after the solution was shown. Where the puzzle is the present one of the
        server's days, the result is to be told there.
        """
        async with self._database.transaction() as connection:
            rating, change = await _first_answer(connection, attempt, now, was_right=was_right)
            counts = was_right and await tables.puzzles.add_done(
                connection, stamp(now), attempt.key, solved=True
            )
            at_first = await _was_first(connection, attempt)
            day = await _note_daily(connection, attempt, now, at_first=at_first)
        return Answered(counts, at_first and was_right, rating, change, day)

    async def show(self, attempt: Attempt, now: datetime) -> None:
        """Record that a person was shown a solution, which is as good as a wrong answer."""
        async with self._database.transaction() as connection:
            await _first_answer(connection, attempt, now, was_right=False)
            await tables.puzzles.add_done(connection, stamp(now), attempt.key, solved=False)

    async def take_hint(self, attempt: Attempt, now: datetime) -> None:
        """Record that a person had a hint, after which an answer is neither the first nor rated."""
        columns = {**attempt.key, "was_right": None, "at": stamp(now)}
        async with self._database.transaction() as connection:
            await tables.puzzles.add_try(connection, columns)

    async def done(self, person: int, game: str) -> set[int]:
        """Return the puzzles of a game that a person has solved or was shown."""
        async with self._database.reading() as connection:
            return {*await tables.puzzles.done(connection, person, game)}

    async def solved(self, person: int) -> dict[str, int]:
        """Return for each game how many puzzles a person has solved."""
        async with self._database.reading() as connection:
            rows = await tables.puzzles.count_solved(connection, person)
        return {row["game"]: row["solved"] for row in rows}

    async def solver(self, person: int) -> Solver | None:
        """Return a person's puzzle rating, if there is one."""
        async with self._database.reading() as connection:
            row = await tables.puzzle_ratings.find_solver(connection, person)
        return None if row is None else _solver(row)

    async def difficulties(self, game: str) -> Mapping[int, int]:
        """Return how hard the puzzles of a game have proved to be, where that is known."""
        async with self._database.reading() as connection:
            rows = await tables.puzzle_ratings.of_game(connection, game, SETTLED)
        measured = {row["puzzle"]: measured_difficulty(_rating(row)) for row in rows}
        return {puzzle: difficulty for puzzle, difficulty in measured.items() if difficulty}


async def _first_answer(
    connection: Connection, attempt: Attempt, now: datetime, *, was_right: bool
) -> tuple[Rating | None, float]:
    """Record a person's first answer to a puzzle; return the new rating, and its change, if so."""
    if await tables.puzzles.find_try(connection, attempt.key):
        return None, 0.0
    if await tables.puzzles.find_done(connection, attempt.key):
        return None, 0.0  # done before first answers were recorded
    columns = {**attempt.key, "was_right": was_right, "at": stamp(now)}
    await tables.puzzles.add_try(connection, columns)
    row = await tables.puzzle_ratings.find_solver(connection, attempt.person)
    solver = Solver() if row is None else _solver(row)
    row = await tables.puzzle_ratings.find_puzzle(connection, attempt.game, attempt.puzzle)
    puzzle, tries = (
        (untried(attempt.difficulty), 0) if row is None else (_rating(row), row["tries"])
    )
    after, puzzle = after_try(solver, puzzle, now, was_right=was_right)
    await tables.puzzle_ratings.keep_solver(
        connection,
        {"person": attempt.person, **vars(after.rating), "tries": after.tries, "at": stamp(now)},
    )
    await tables.puzzle_ratings.keep_puzzle(
        connection,
        {"game": attempt.game, "puzzle": attempt.puzzle, **vars(puzzle), "tries": tries + 1},
    )
    return after.rating, after.rating.rating - solver.rating.rating


async def _was_first(connection: Connection, attempt: Attempt) -> bool:
    """Tell whether a person's first answer to a puzzle was right."""
    row = await tables.puzzles.find_try(connection, attempt.key)
    return row is not None and row["was_right"] == 1


async def _note_daily(
    connection: Connection, attempt: Attempt, now: datetime, *, at_first: bool
) -> int | None:
    """Record the result in the present daily puzzles; return the day of the server's, if it is."""
    done = await tables.puzzles.find_done(connection, attempt.key)
    solved = done is not None and bool(done["solved"])
    day = None
    if attempt.server is not None:
        post = await tables.daily_puzzles.latest(connection, attempt.server)
        if post and (post["game"], post["puzzle"]) == (attempt.game, attempt.puzzle):
            day = int(post["day"])
            await tables.daily_puzzles.add_try(
                connection, attempt.person, attempt.server, day, stamp(now)
            )
    await tables.daily_puzzles.note_result(
        connection, attempt.key, solved=solved, at_first=solved and at_first
    )
    return day


def _solver(row: Row) -> Solver:
    return Solver(_rating(row), row["tries"], moment(row["at"]))


def _rating(row: Row) -> Rating:
    return Rating(row["rating"], row["deviation"], row["volatility"])
