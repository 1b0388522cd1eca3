"""Puzzles: answers, solved puzzles, and the ratings that follow."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from data.columns import moment, stamp
from data.connection import Connection, Row, Value
from data.database import Subject
from match.rating import SETTLED, DatedRating, Rating, rate_match

STARTS = {1: 1200.0, 2: 1400.0, 3: 1600.0, 4: 1800.0}
"""The rating of a puzzle that nobody has tried, by its difficulty."""
START_DEVIATION = 150.0
LIMITS = (1300.0, 1500.0, 1700.0)
"""The ratings above each of which a puzzle is one difficulty harder."""
PRESENT = (
    "(server, day) IN (SELECT p.server, p.day FROM daily_players d "
    "JOIN daily_posts p ON p.server = d.server AND p.day = d.day "
    "WHERE d.person = :person AND d.tried = 1 AND p.game = :game AND p.puzzle = :puzzle "
    "AND p.day = (SELECT MAX(o.day) FROM daily_posts o WHERE o.server = p.server))"
)
"""The servers whose present daily puzzle it is, where the person tried it, with the day."""


@dataclass(frozen=True)
class Solver(DatedRating):
    """A person's puzzle rating as of the last change, and how many puzzles it was gained on."""

    tries: int = 0


def untried(difficulty: int) -> Rating:
    """Return the rating of a puzzle that nobody has tried yet."""
    return Rating(STARTS[difficulty], START_DEVIATION)


def after_try(
    solver: Solver, puzzle: Rating, now: datetime, *, was_right: bool
) -> tuple[Solver, Rating]:
    """Return both ratings after a person's first answer to a puzzle."""
    winner = 0 if was_right else 1
    rated, puzzle = rate_match((solver.rating, puzzle), (solver.days(now), 0.0), winner)
    return replace(solver, rating=rated, tries=solver.tries + 1, at=now), puzzle


def measured_difficulty(rating: Rating) -> int | None:
    """Return how hard a puzzle has proved to be, or None while that is not known."""
    if not rating.settled:
        return None
    return 1 + sum(rating.rating > limit for limit in LIMITS)


@dataclass(frozen=True)
class Attempt:
    """A person's try at a puzzle in a server; `difficulty` is that of the puzzle when new."""

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
    """The outcome of an answer to a puzzle.

    `counts` is whether the puzzle is newly solved, `rating` the new puzzle rating if it changed, by
    `change` points. `day` is the day of which it is the puzzle in the server, if it is the present
    one.
    """

    counts: bool
    rating: Rating | None = None
    change: float = 0.0
    day: int | None = None


class SolvedPuzzles(Subject):
    """Answers, solved puzzles and ratings; of a puzzle only its game and number are known here."""

    async def answer(self, attempt: Attempt, now: datetime, *, was_right: bool) -> Answered:
        """Record an answer: the first one is rated, and a right one counts once.

        It does not count after the solution was shown. Where the puzzle is the present one of the
        server's days, the result is to be told there.
        """
        async with self._database.transaction() as connection:
            rating, change = await _first_answer(connection, attempt, now, was_right=was_right)
            counts = was_right and await _add_done(connection, attempt, now, solved=True)
            first = await _find_try(connection, attempt)
            at_first = first is not None and first["was_right"] == 1
            day = await _note_daily(connection, attempt, now, at_first=at_first)
        return Answered(counts, rating, change, day)

    async def show(self, attempt: Attempt, now: datetime) -> None:
        """Record that a person was shown a solution, which is as good as a wrong answer."""
        if await _find_done(self._reader, attempt):
            return
        async with self._database.transaction() as connection:
            await _first_answer(connection, attempt, now, was_right=False)
            await _add_done(connection, attempt, now, solved=False)

    async def take_hint(self, attempt: Attempt, now: datetime) -> None:
        """Record that a person had a hint, after which an answer is neither the first nor rated.

        So is a puzzle of a rush, where each answer is followed by the solution.
        """
        async with self._database.transaction() as connection:
            await _add_try(connection, attempt, now, was_right=None)

    async def done(self, person: int, game: str) -> set[int]:
        """Return the puzzles of a game that a person has solved or was shown."""
        done = await self._reader.numbers(
            "SELECT puzzle FROM puzzles_done WHERE person = :person AND game = :game",
            person=person,
            game=game,
        )
        return set(done)

    async def solved(self, person: int) -> dict[str, int]:
        """Return for each game how many puzzles a person has solved."""
        return await self._reader.pairs(
            "SELECT game, COUNT(*) AS solved FROM puzzles_done "
            "WHERE person = :person AND solved = 1 GROUP BY game ORDER BY game",
            person=person,
        )

    async def solver(self, person: int) -> Solver | None:
        """Return a person's puzzle rating, if there is one."""
        return await _find_solver(self._reader, person)

    async def difficulties(self, game: str) -> Mapping[int, int]:
        """Return how hard the puzzles of a game have proved to be, where that is known."""
        rows = await self._reader.rows(
            "SELECT puzzle, rating, deviation, volatility FROM puzzle_ratings "
            "WHERE game = :game AND deviation <= :settled",
            game=game,
            settled=SETTLED,
        )
        measured = {row["puzzle"]: measured_difficulty(_rating(row)) for row in rows}
        return {puzzle: difficulty for puzzle, difficulty in measured.items() if difficulty}


async def _first_answer(
    connection: Connection, attempt: Attempt, now: datetime, *, was_right: bool
) -> tuple[Rating | None, float]:
    """Record a person's first answer to a puzzle; return the new rating, and its change, if so."""
    if await _find_try(connection, attempt):
        return None, 0.0
    if await _find_done(connection, attempt):
        return None, 0.0  # done before first answers were recorded
    await _add_try(connection, attempt, now, was_right=was_right)
    solver = await _find_solver(connection, attempt.person) or Solver()
    row = await connection.row(
        "SELECT rating, deviation, volatility, tries FROM puzzle_ratings "
        "WHERE game = :game AND puzzle = :puzzle",
        game=attempt.game,
        puzzle=attempt.puzzle,
    )
    puzzle, tries = (
        (untried(attempt.difficulty), 0) if row is None else (_rating(row), row["tries"])
    )
    after, puzzle = after_try(solver, puzzle, now, was_right=was_right)
    await connection.replace(
        "puzzle_solvers",
        "person",
        person=attempt.person,
        **vars(after.rating),
        tries=after.tries,
        at=stamp(now),
    )
    await connection.replace(
        "puzzle_ratings",
        "game, puzzle",
        game=attempt.game,
        puzzle=attempt.puzzle,
        **vars(puzzle),
        tries=tries + 1,
    )
    return after.rating, after.rating.rating - solver.rating.rating


async def _note_daily(
    connection: Connection, attempt: Attempt, now: datetime, *, at_first: bool
) -> int | None:
    """Record the result in the present daily puzzles; return the day of the server's, if it is."""
    done = await _find_done(connection, attempt)
    solved = done is not None and bool(done["solved"])
    day = None
    if attempt.server is not None:
        post = await connection.row(
            "SELECT day, game, puzzle FROM daily_posts WHERE server = :server "
            "ORDER BY day DESC LIMIT 1",
            server=attempt.server,
        )
        if post and (post["game"], post["puzzle"]) == (attempt.game, attempt.puzzle):
            day = int(post["day"])
            await connection.insert(
                "daily_players",
                "(person, day, server) DO UPDATE SET tried = 1",
                person=attempt.person,
                server=attempt.server,
                day=day,
                tried=1,
                at=stamp(now),
            )
    await connection.change(
        "UPDATE daily_players SET solved = MAX(solved, :solved), "  # noqa: S608 (our own words)
        f"at_first = MAX(at_first, :at_first) WHERE person = :person AND {PRESENT}",
        solved=solved,
        at_first=solved and at_first,
        **attempt.key,
    )
    await connection.change(
        f"UPDATE daily_posts SET results = results + 1 WHERE {PRESENT}",  # noqa: S608 (our own words)
        **attempt.key,
    )
    return day


async def _find_try(connection: Connection, attempt: Attempt) -> Row | None:
    return await connection.row(
        "SELECT was_right FROM puzzle_tries "
        "WHERE person = :person AND game = :game AND puzzle = :puzzle",
        **attempt.key,
    )


async def _add_try(
    connection: Connection, attempt: Attempt, now: datetime, *, was_right: bool | None
) -> None:
    """Insert a person's first answer to a puzzle; an existing one is kept."""
    await connection.insert(
        "puzzle_tries", "DO NOTHING", **attempt.key, was_right=was_right, at=stamp(now)
    )


async def _find_done(connection: Connection, attempt: Attempt) -> Row | None:
    return await connection.row(
        "SELECT solved FROM puzzles_done "
        "WHERE person = :person AND game = :game AND puzzle = :puzzle",
        **attempt.key,
    )


async def _add_done(
    connection: Connection, attempt: Attempt, now: datetime, *, solved: bool
) -> bool:
    """Record how a puzzle ended for a person; return `False` if it was recorded before."""
    return bool(
        await connection.insert(
            "puzzles_done", "DO NOTHING", **attempt.key, solved=solved, at=stamp(now)
        )
    )


async def _find_solver(connection: Connection, person: int) -> Solver | None:
    row = await connection.row(
        "SELECT rating, deviation, volatility, tries, at FROM puzzle_solvers "
        "WHERE person = :person",
        person=person,
    )
    return None if row is None else Solver(_rating(row), moment(row["at"]), row["tries"])


def _rating(row: Row) -> Rating:
    return Rating(row["rating"], row["deviation"], row["volatility"])
