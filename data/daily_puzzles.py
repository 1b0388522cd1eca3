"""Daily puzzles: where and when they are posted, and what came of them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from data import tables
from data.columns import moment, stamp
from data.connection import Connection, Row, Value
from data.database import Database
from data.puzzle_days import WEEK, Stock, WeekRow, WeekTotal, next_puzzle, streak, week_table
from data.values import MessageRef
from match.match import PlayerName, player_name

DAY = timedelta(days=1)
EDIT_INTERVAL = timedelta(minutes=5)
"""The least time between two changes of a post."""
ANY_GAME = ""
"""What is stored in place of a game where none is chosen."""
LONGEST_VACATION = 40
"""After this many days nobody is still on the vacation that a streak waits for."""


@dataclass(frozen=True)
class DailyPuzzle:
    """A daily puzzle in a channel: of which `game` (`None`: any), and which person set it up.

    `posted` is the number of puzzles so far, and `due` the time of the next one; `tried` means that
    it may have been posted already.
    """

    server: int
    channel: int
    game: str | None
    person: int | None
    due: datetime
    posted: int
    tried: bool

    def day(self, now: datetime) -> int:
        """Return the number of the day whose puzzle is posted now: the last one that is due."""
        missed = max(0, (now - self.due) // DAY)
        return (self.due + missed * DAY).date().toordinal()


@dataclass(frozen=True)
class DailyPost:
    """The puzzle of a day in a server, and the message that shows it, if that is known.

    `results` counts what the message has to tell.
    """

    server: int
    day: int
    game: str
    puzzle: int
    channel: int
    message: MessageRef | None
    results: int
    edited: datetime


@dataclass(frozen=True)
class DayResults:
    """How many tried the puzzle of a day, solved it, and did so at first try; some by name."""

    tried: int
    solved: int
    at_first: int
    named: tuple[PlayerName, ...]


@dataclass(frozen=True)
class WeekResults:
    """A week's table: the best of those who may be named, each with the streak, and the others."""

    rows: tuple[tuple[WeekRow, int], ...]
    others: int


class DailyPuzzles:
    """The daily puzzles of servers, the messages that show them, and results."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set_up(
        self, server: int, channel: int, game: str | None, person: int, now: datetime
    ) -> DailyPuzzle:
        """Set up a daily puzzle from now on; an existing one only changes its place and game."""
        async with self._database.transaction() as connection:
            columns = {"server": server, "channel": channel, "game": game, "person": person}
            await tables.daily_puzzles.set_daily(connection, {**columns, "due": stamp(now)})
            row = await tables.daily_puzzles.daily_of(connection, server)
            assert row is not None, "it was just kept"
            return _daily(row)

    async def stop(self, server: int) -> bool:
        """Stop a server's daily puzzle; return whether there was one."""
        async with self._database.transaction() as connection:
            return await tables.daily_puzzles.remove_daily(connection, server)

    async def due(self, now: datetime) -> list[DailyPuzzle]:
        """List the daily puzzles that are due."""
        async with self._database.reading() as connection:
            return [
                _daily(row) for row in await tables.daily_puzzles.daily_due(connection, stamp(now))
            ]

    async def of(self, server: int) -> DailyPuzzle | None:
        """Find a server's daily puzzle, if there is one."""
        async with self._database.reading() as connection:
            row = await tables.daily_puzzles.daily_of(connection, server)
            return None if row is None else _daily(row)

    # Posts.

    async def puzzle_of_day(self, day: int, chosen: str | None, stock: Stock) -> tuple[str, int]:
        """Return the game and number of a day's puzzle, of a chosen game or of all (`None`).

        It is the same in all servers: whoever asks first on a day decides it, from the stock.
        """
        key = chosen or ANY_GAME
        async with self._database.transaction() as connection:
            row = await tables.daily_puzzles.find_of_day(connection, day, key)
            if row and row["puzzle"] in stock.get(row["game"], ()):
                return row["game"], row["puzzle"]
            rows = await tables.daily_puzzles.used_on_days(connection, key)
            used = {(each["game"], each["puzzle"]): each["day"] for each in rows}
            game, puzzle = next_puzzle(stock, used)
            columns: dict[str, Value] = {"day": day, "chosen": key, "game": game, "puzzle": puzzle}
            await tables.daily_puzzles.keep_of_day(connection, columns)
            return game, puzzle

    async def begin(self, daily: DailyPuzzle, game: str, puzzle: int, now: datetime) -> DailyPost:
        """Record that this puzzle is about to be posted, and may stand there from now on."""
        day = daily.day(now)
        columns = {"server": daily.server, "day": day, "channel": daily.channel}
        async with self._database.transaction() as connection:
            await tables.daily_puzzles.try_daily(connection, daily.server, daily.posted)
            before = await tables.daily_puzzles.find(connection, daily.server, day)
            if before and (before["game"], before["puzzle"]) != (game, puzzle):
                await tables.daily_puzzles.set_results_aside(connection, daily.server, day)
            await tables.daily_puzzles.begin(
                connection, {**columns, "game": game, "puzzle": puzzle, "edited": stamp(now)}
            )
            await tables.daily_puzzles.keep_vacations(
                connection, daily.server, day, day - LONGEST_VACATION, stamp(now)
            )
            row = await tables.daily_puzzles.find(connection, daily.server, day)
            assert row is not None, "it was just kept"
            return _post(row)

    async def post(self, daily: DailyPuzzle, message: int | None, now: datetime) -> None:
        """Record that the puzzle was posted; the next one is due a day later at the same time."""
        due = daily.due + DAY * max(1, -(-(now - daily.due) // DAY))
        columns = {"server": daily.server, "day": daily.day(now), "message": message}
        async with self._database.transaction() as connection:
            await tables.daily_puzzles.note_message(connection, columns)
            await tables.daily_puzzles.post_daily(
                connection, daily.server, daily.posted, stamp(due)
            )

    async def find(self, server: int, day: int) -> DailyPost | None:
        """Find the puzzle of a day in a server."""
        async with self._database.reading() as connection:
            row = await tables.daily_puzzles.find(connection, server, day)
        return None if row is None else _post(row)

    async def before(self, post: DailyPost) -> DailyPost | None:
        """Find the puzzle before another one in the same server."""
        async with self._database.reading() as connection:
            row = await tables.daily_puzzles.before(connection, post.server, post.day)
        return None if row is None else _post(row)

    async def to_edit(self, now: datetime) -> list[DailyPost]:
        """List the posts that have something to tell and were not written for a while."""
        async with self._database.reading() as connection:
            rows = await tables.daily_puzzles.to_edit(connection, stamp(now - EDIT_INTERVAL))
        return [_post(row) for row in rows]

    async def begin_edit(self, post: DailyPost, now: datetime) -> DailyPost:
        """Record that a post is about to be written again, before that; return it as it is now.

        However often the bot is stopped meanwhile, it is not written again too soon.
        """
        async with self._database.transaction() as connection:
            await tables.daily_puzzles.begin_edit(connection, post.server, post.day, stamp(now))
            row = await tables.daily_puzzles.find(connection, post.server, post.day)
        return post if row is None else _post(row)

    async def end_edit(self, post: DailyPost) -> None:
        """Record that the message tells what there was to tell when its writing began."""
        async with self._database.transaction() as connection:
            await tables.daily_puzzles.end_edit(connection, post.server, post.day, post.results)

    async def lose(self, post: DailyPost) -> None:
        """Record that no message shows the puzzle of a day any more."""
        columns = {"server": post.server, "day": post.day, "message": None}
        async with self._database.transaction() as connection:
            await tables.daily_puzzles.note_message(connection, columns)

    # Results.

    async def results(self, post: DailyPost, most: int) -> DayResults:
        """Return the results of a day, with up to `most` names of those who allow it."""
        async with self._database.reading() as connection:
            counts = await tables.daily_puzzles.count_results(connection, post.server, post.day)
            named = await tables.daily_puzzles.first_named(connection, post.server, post.day, most)
        names = tuple(player_name(row["person"], row["name"]) for row in named)
        return DayResults(counts["tried"], counts["solved"], counts["at_first"], names)

    async def week(self, post: DailyPost, most: int) -> WeekResults:
        """Return the table of the seven days before a post, with up to `most` people by name."""
        since = post.day - WEEK
        async with self._database.reading_long() as connection:
            rows = await tables.daily_puzzles.totals(connection, post.server, since, post.day)
            table = week_table(map(_total, rows))
            named = [row for row in table if row.total.name is not None][:most]
            days = await tables.daily_puzzles.days(connection, post.server) if named else []
            streaks = [await _streak(connection, row.total.person, days, post.day) for row in named]
        return WeekResults(tuple(zip(named, streaks, strict=True)), len(table) - len(named))

    async def streak(self, person: int, server: int, day: int) -> int:
        """Return a person's streak on a day, by the days on which a server had a puzzle."""
        async with self._database.reading() as connection:
            days = await tables.daily_puzzles.days(connection, server)
            return await _streak(connection, person, days, day)


async def _streak(connection: Connection, person: int, days: list[int], until: int) -> int:
    rows = await tables.daily_puzzles.days_of(connection, person, until)
    tried = {row["day"] for row in rows if row["tried"]}
    away = {row["day"] for row in rows if not row["tried"]}
    return streak([day for day in days if day <= until], tried, away)


def _total(row: Row) -> WeekTotal:
    named = row["named"] and row["name"] is not None
    name = player_name(row["person"], row["name"]) if named else None
    return WeekTotal(row["person"], row["tried"], row["solved"], row["at_first"], name)


def _daily(row: Row) -> DailyPuzzle:
    return DailyPuzzle(
        row["server"],
        row["channel"],
        row["game"],
        row["person"],
        moment(row["due"]),
        row["posted"],
        bool(row["tried"]),
    )


def _post(row: Row) -> DailyPost:
    message = row["message"]
    return DailyPost(
        row["server"],
        row["day"],
        row["game"],
        row["puzzle"],
        row["channel"],
        None if message is None else MessageRef(row["channel"], message),
        row["results"],
        moment(row["edited"]),
    )
