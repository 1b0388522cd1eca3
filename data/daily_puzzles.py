"""Daily puzzles: where and when they are posted, and the messages that show them."""

# ruff: noqa: S608 (the statements are made of our own words only)
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from data.columns import moment, stamp, zone_called
from data.connection import Connection, Row
from data.database import Subject
from data.puzzle_days import Stock, next_puzzle
from data.set_aside import readable
from data.values import MessageRef

DAY = timedelta(days=1)
EDIT_INTERVAL = timedelta(minutes=5)
"""The least time between two changes of a post."""
ANY_GAME = ""
"""The stored value in place of a game where none is chosen."""
LONGEST_VACATION = 40
"""Days after which nobody is still on the vacation that a streak waits for."""
IS_THERE = "server NOT IN (SELECT server FROM servers_left)"
"""The condition that the bot is in a server."""


@dataclass(frozen=True)
class DailyPuzzle:
    """A daily puzzle in a channel: of which `game` (`None`: any), and which person set it up.

    `posted` is the number of puzzles so far, and `due` the time of the next one; `tried` means that
    it may have been posted already. It comes at the same time of day in the `zone`.
    """

    server: int
    channel: int
    game: str | None
    person: int | None
    due: datetime
    posted: int
    tried: bool
    zone: str
    time_of_day: time

    def day(self, now: datetime) -> int:
        """Return the number of the day whose puzzle is posted now: the last one that is due."""
        missed = max(0, (now - self.due) // DAY)
        return (self.due + missed * DAY).date().toordinal()

    def due_after(self, now: datetime) -> datetime:
        """Return when the next puzzle is due once that of now is posted.

        Where clocks are set forward just after midnight, by UTC, there is none on that day.
        """
        zone = zone_called(self.zone)
        day = max(now, self.due).astimezone(zone).date()
        while True:
            due = datetime.combine(day, self.time_of_day, zone).astimezone(UTC)
            if due > now and due.date().toordinal() > self.day(now):
                return due
            day += DAY


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


class DailyPuzzles(Subject):
    """The daily puzzles of servers, and the messages that show them."""

    async def set_up(
        self,
        server: int,
        channel: int,
        game: str | None,
        person: int,
        now: datetime,
        *,
        zone: str = "UTC",
    ) -> DailyPuzzle:
        """Set up a daily puzzle from now on, in a person's time zone.

        An existing one stays due when it is.
        """
        async with self._database.transaction() as connection:
            await connection.insert(
                "daily_puzzles",
                "(server) DO UPDATE SET "
                "channel = excluded.channel, game = excluded.game, person = excluded.person, "
                "zone = excluded.zone, time_of_day = NULL",
                server=server,
                channel=channel,
                game=game,
                person=person,
                due=stamp(now),
                zone=zone,
            )
            daily = await _load_daily(connection, server)
            assert daily is not None, "it was just kept"
            return daily

    async def stop(self, server: int) -> bool:
        """Stop a server's daily puzzle; return whether there was one."""
        stopped = await self._database.change(
            "DELETE FROM daily_puzzles WHERE server = :server", server=server
        )
        return bool(stopped)

    async def due(self, now: datetime) -> list[DailyPuzzle]:
        """List the daily puzzles that are due, the longest due first."""
        rows = await self._reader.rows(
            f"SELECT * FROM daily_puzzles WHERE due <= :now AND {IS_THERE} ORDER BY due, server",
            now=stamp(now),
        )
        return readable(rows, _daily)

    async def find(self, server: int) -> DailyPuzzle | None:
        """Find a server's daily puzzle, if there is one."""
        return await _load_daily(self._reader, server)

    # Posts.

    async def puzzle_of_day(self, day: int, chosen: str | None, stock: Stock) -> tuple[str, int]:
        """Return the game and number of a day's puzzle, of a chosen game or of all (`None`).

        It is the same in all servers: whoever asks first on a day decides it, from the stock.
        """
        key = chosen or ANY_GAME
        async with self._database.transaction() as connection:
            row = await connection.row(
                "SELECT game, puzzle FROM puzzles_of_days WHERE day = :day AND chosen = :chosen",
                day=day,
                chosen=key,
            )
            if row and row["puzzle"] in stock.get(row["game"], ()):
                return row["game"], row["puzzle"]
            rows = await connection.rows(
                "SELECT game, puzzle, MAX(day) AS day FROM puzzles_of_days WHERE chosen = :chosen "
                "GROUP BY game, puzzle",
                chosen=key,
            )
            used = {(each["game"], each["puzzle"]): each["day"] for each in rows}
            game, puzzle = next_puzzle(stock, used)
            await connection.replace(
                "puzzles_of_days", "day, chosen", day=day, chosen=key, game=game, puzzle=puzzle
            )
            return game, puzzle

    async def begin(self, daily: DailyPuzzle, game: str, puzzle: int, now: datetime) -> DailyPost:
        """Record that this puzzle is about to be posted, and may stand there from now on."""
        server, day = daily.server, daily.day(now)
        async with self._database.transaction() as connection:
            await connection.change(
                "UPDATE daily_puzzles SET tried = 1 WHERE server = :server AND posted = :posted",
                server=server,
                posted=daily.posted,
            )
            before = await _load_post(connection, server, day)
            if before and (before.game, before.puzzle) != (game, puzzle):
                # What came of it is forgotten; no streak ends by that.
                await connection.change(
                    "UPDATE daily_players SET tried = 0, solved = 0, at_first = 0 "
                    "WHERE server = :server AND day = :day",
                    server=server,
                    day=day,
                )
            await connection.replace(
                "daily_posts",
                "server, day",
                server=server,
                day=day,
                game=game,
                puzzle=puzzle,
                channel=daily.channel,
                message=None,
                edited=stamp(now),
            )
            # Whoever is on vacation now keeps their streak; if they missed the puzzle before, it
            # was for that, too.
            await connection.change(
                "INSERT INTO daily_players (person, server, day, tried, at) "
                "SELECT DISTINCT d.person, d.server, p.day, 0, :now FROM daily_players d "
                "JOIN vacations v ON v.person = d.person AND v.ends IS NOT NULL "
                "CROSS JOIN (SELECT day FROM daily_posts WHERE server = :server AND day <= :day "
                "ORDER BY day DESC LIMIT 2) p "
                "WHERE d.server = :server AND d.day >= :since AND d.day <= p.day "
                "ON CONFLICT DO NOTHING",
                server=server,
                day=day,
                since=day - LONGEST_VACATION,
                now=stamp(now),
            )
            post = await _load_post(connection, server, day)
            assert post is not None, "it was just kept"
            return post

    async def post(self, daily: DailyPuzzle, message: int | None, now: datetime) -> None:
        """Record that the puzzle was posted, and when the next one is due.

        The one before has that to tell: its message becomes a line.
        """
        async with self._database.transaction() as connection:
            await connection.change(
                "UPDATE daily_posts SET results = results + 1 WHERE server = :server AND day = "
                "(SELECT MAX(day) FROM daily_posts WHERE server = :server AND day < :day)",
                server=daily.server,
                day=daily.day(now),
            )
            await connection.change(
                "UPDATE daily_posts SET message = :message WHERE server = :server AND day = :day",
                server=daily.server,
                day=daily.day(now),
                message=message,
            )
            await connection.change(
                "UPDATE daily_puzzles SET posted = posted + 1, due = :due, tried = 0, "
                "time_of_day = :time_of_day "
                "WHERE server = :server AND posted = :posted",
                server=daily.server,
                posted=daily.posted,
                due=stamp(daily.due_after(now)),
                time_of_day=daily.time_of_day.isoformat(),
            )

    async def find_post(self, server: int, day: int) -> DailyPost | None:
        """Find the puzzle of a day in a server."""
        return await _load_post(self._reader, server, day)

    async def is_over(self, post: DailyPost) -> bool:
        """Tell whether a later puzzle was posted in the same server."""
        return await self._reader.has(
            "SELECT 1 FROM daily_posts WHERE server = :server AND day > :day "
            "AND message IS NOT NULL",
            server=post.server,
            day=post.day,
        )

    async def to_edit(self, now: datetime) -> list[DailyPost]:
        """List the posts that have something to tell and were not written for a while."""
        rows = await self._reader.rows(
            "SELECT * FROM daily_posts WHERE results > shown AND message IS NOT NULL "
            f"AND edited <= :before AND {IS_THERE} ORDER BY edited, server",
            before=stamp(now - EDIT_INTERVAL),
        )
        return readable(rows, _post)

    async def begin_edit(self, post: DailyPost, now: datetime) -> DailyPost:
        """Record that a post is about to be written again, before that; return it as it is now.

        However often the bot is stopped meanwhile, it is not written again too soon.
        """
        async with self._database.transaction() as connection:
            await connection.change(
                "UPDATE daily_posts SET edited = :now WHERE server = :server AND day = :day",
                server=post.server,
                day=post.day,
                now=stamp(now),
            )
            return await _load_post(connection, post.server, post.day) or post

    async def end_edit(self, post: DailyPost) -> None:
        """Record that the message tells what there was to tell when its writing began."""
        await self._database.change(
            "UPDATE daily_posts SET shown = MAX(shown, :shown) "
            "WHERE server = :server AND day = :day",
            server=post.server,
            day=post.day,
            shown=post.results,
        )

    async def lose(self, post: DailyPost) -> None:
        """Record that no message shows the puzzle of a day any more."""
        await self._database.change(
            "UPDATE daily_posts SET message = NULL WHERE server = :server AND day = :day",
            server=post.server,
            day=post.day,
        )


async def _load_daily(connection: Connection, server: int) -> DailyPuzzle | None:
    row = await connection.row("SELECT * FROM daily_puzzles WHERE server = :server", server=server)
    return None if row is None else _daily(row)


async def _load_post(connection: Connection, server: int, day: int) -> DailyPost | None:
    row = await connection.row(
        "SELECT * FROM daily_posts WHERE server = :server AND day = :day", server=server, day=day
    )
    return None if row is None else _post(row)


def _daily(row: Row) -> DailyPuzzle:
    due, at = moment(row["due"]), row["time_of_day"]
    local = due.astimezone(zone_called(row["zone"]))
    return DailyPuzzle(
        row["server"],
        row["channel"],
        row["game"],
        row["person"],
        due,
        row["posted"],
        bool(row["tried"]),
        row["zone"],
        local.time() if at is None else time.fromisoformat(at),
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
