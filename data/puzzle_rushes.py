"""Rushes: puzzles from easy to hard until the third mistake, and the most that were solved."""

import json
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from data.columns import stamp
from data.connection import Connection
from data.daily_results import IS_NAMED
from data.database import Subject
from match.match import PlayerName, player_name

MISTAKES = 3
"""The number of mistakes that end a rush."""
ELSEWHERE = 0
"""The server of a rush outside of servers."""
ALL_GAMES = ""
"""The game of a rush through all games."""
Key = tuple[str, int]
"""The game and the number of a puzzle."""


@dataclass(frozen=True)
class Rush:
    """A person's rush, the `run`-th: the `puzzles` shown so far, of a `game` or of all (`None`)."""

    person: int
    run: int
    server: int | None
    game: str | None
    puzzles: tuple[Key, ...]
    solved: int = 0
    mistakes: int = 0
    over: bool = False

    @property
    def step(self) -> int:
        """The number of the present puzzle in the rush."""
        return len(self.puzzles)

    def after(self, following: Key | None, *, was_right: bool) -> Self:
        """Return the rush after an answer; it ends where no puzzle is `following`."""
        solved, mistakes = self.solved + was_right, self.mistakes + (not was_right)
        over = mistakes >= MISTAKES or following is None
        puzzles = self.puzzles if over or following is None else (*self.puzzles, following)
        return replace(self, puzzles=puzzles, solved=solved, mistakes=mistakes, over=over)

    def ended(self) -> Self:
        """Return the rush as it ends where the person stops."""
        return replace(self, over=True)


@dataclass(frozen=True)
class RushBests:
    """The most that a person has solved in a rush anywhere, and anybody in a server.

    `name` is that of the best one in the server, who must allow it.
    """

    own: int
    here: int
    name: PlayerName | None


class PuzzleRushes(Subject):
    """Everybody's present or last rush, and bests."""

    async def find(self, person: int) -> Rush | None:
        """Return a person's present or last rush."""
        return await _find(self._reader, person)

    async def begin(
        self, person: int, server: int | None, game: str | None, first: Key, now: datetime
    ) -> Rush:
        """Begin a rush with its first puzzle, in place of the last one, which counts as it is."""
        async with self._database.transaction() as connection:
            last = await _find(connection, person)
            if last is not None and not last.over:
                await _keep_best(connection, last, now)
            rush = Rush(person, last.run + 1 if last else 1, server, game, (first,))
            await _keep(connection, rush)
        return rush

    async def go_on(self, before: Rush, after: Rush, now: datetime) -> Rush:
        """Store a rush after an answer, unless it is not as `before`; return it as it is now.

        At its end it may be somebody's best.
        """
        async with self._database.transaction() as connection:
            present = await _find(connection, before.person)
            if present != before:
                return present or before
            await _keep(connection, after)
            if after.over:
                await _keep_best(connection, after, now)
        return after

    async def bests(self, rush: Rush) -> RushBests:
        """Return the bests that a rush compares with; in a server, the earliest of equal ones."""
        own = await self.best(rush.person, rush.game)
        row = await self._reader.row(
            f"SELECT d.person, d.solved, n.name, {IS_NAMED} AS named "  # noqa: S608 (our own names)
            "FROM rush_bests d LEFT JOIN people n ON n.id = d.person "
            "WHERE d.server = :server AND d.game = :game "
            "ORDER BY d.solved DESC, d.at, d.person LIMIT 1",
            server=rush.server or ELSEWHERE,
            game=rush.game or ALL_GAMES,
        )
        if row is None:
            return RushBests(own, 0, None)
        named = row["named"] and row["name"] is not None
        name = player_name(row["person"], row["name"]) if named else None
        return RushBests(own, row["solved"], name)

    async def best(self, person: int, game: str | None = None) -> int:
        """Return the most that a person has solved in a rush of a game, or of all games."""
        return await self._reader.number(
            "SELECT MAX(solved) FROM rush_bests WHERE person = :person AND game = :game",
            person=person,
            game=game or ALL_GAMES,
        )


async def _find(connection: Connection, person: int) -> Rush | None:
    row = await connection.row("SELECT * FROM puzzle_rushes WHERE person = :person", person=person)
    if row is None:
        return None
    shown = tuple((str(game), int(number)) for game, number in json.loads(row["puzzles"]))
    return Rush(
        row["person"],
        row["run"],
        row["server"],
        row["game"],
        shown,
        row["solved"],
        row["mistakes"],
        bool(row["over"]),
    )


async def _keep(connection: Connection, rush: Rush) -> None:
    columns = {**vars(rush), "puzzles": json.dumps(rush.puzzles)}
    await connection.replace("puzzle_rushes", "person", **columns)


async def _keep_best(connection: Connection, rush: Rush, now: datetime) -> None:
    """Record what a rush came to if it is better than the person's best in that server."""
    if rush.solved:
        await connection.insert(
            "rush_bests",
            "(person, server, game) DO UPDATE SET solved = excluded.solved, "
            "at = excluded.at WHERE excluded.solved > rush_bests.solved",
            person=rush.person,
            server=rush.server or ELSEWHERE,
            game=rush.game or ALL_GAMES,
            solved=rush.solved,
            at=stamp(now),
        )
