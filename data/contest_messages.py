"""Messages of leagues and cups: the card, the scheduled event, and what is announced of each."""

from datetime import datetime

from data.columns import assignments, message_columns, moment, name_columns, stamp
from data.connection import Connection
from data.contest_values import BlockedEntrant, Contest, ContestMessage, ContestNews
from data.database import Subject
from data.load_contest import LIVE
from data.values import MessageRef, Person

# ruff: noqa: S608 (the statements are made of our own words only)


class ContestMessages(Subject):
    """Cards, scheduled events and announcements of leagues and cups, each change a transaction."""

    async def to_show(self) -> list[int]:
        """List the contests of which something is to be shown or told."""
        return await self._reader.numbers(
            "SELECT id FROM contests WHERE left IS NULL AND (shown < version OR news IS NOT NULL "
            "OR id IN (SELECT contest FROM contest_messages WHERE outdated = 1)) ORDER BY id"
        )

    async def show_on(self, contest: int, posted: MessageRef | None, version: int) -> None:
        """Record which message shows a contest, in which version."""
        columns = message_columns("card", posted)
        await self._database.change(
            f"UPDATE contests SET {assignments(columns)}, shown = MAX(shown, :version) "
            "WHERE id = :id",
            **columns,
            version=version,
            id=contest,
        )

    async def schedule(self, contest: int, scheduled: int | None, text: str) -> None:
        """Record the scheduled event in Discord, and what it says."""
        await self._database.change(
            "UPDATE contests SET scheduled = :scheduled, scheduled_as = :text WHERE id = :contest",
            contest=contest,
            scheduled=scheduled,
            text=text,
        )

    async def try_news(self, contest: Contest) -> None:
        """Record that news are about to be posted, and may stand there from now on."""
        await self._database.change(
            "UPDATE contests SET tried = 1 WHERE id = :contest AND told = :told",
            contest=contest.id,
            told=contest.announced_count,
        )

    async def mark_announced(self, contest: Contest, posted: MessageRef | None = None) -> None:
        """Record that news were posted, and where; nowhere if Discord refused them."""
        assert contest.news is not None, "there are news"
        assert contest.news_since is not None, "there are news"
        async with self._database.transaction() as connection:
            await connection.change(
                "UPDATE contests SET news = NULL, tried = 0, told = told + 1 "
                "WHERE id = :contest AND told = :told",
                contest=contest.id,
                told=contest.announced_count,
            )
            if posted is not None:
                # Somebody may have been deleted since the words were chosen.
                changed = await connection.number(
                    "SELECT version <> :version FROM contests WHERE id = :contest",
                    version=contest.version,
                    contest=contest.id,
                )
                await connection.insert(
                    "contest_messages",
                    "(contest, number) DO NOTHING",
                    contest=contest.id,
                    number=contest.announced_count,
                    channel=posted.channel,
                    message=posted.message,
                    news=contest.news,
                    since=stamp(contest.line_since or contest.news_since),
                    until=stamp(contest.news_since),
                    outdated=bool(changed or contest.tried),
                )

    async def mark_listed(self, contest: Contest, posted: MessageRef, last: int) -> None:
        """Record which message in its thread lists the matches begun up to the `last` one.

        The first such list tells that the contest begins.
        """
        assert contest.started is not None, "it has begun"
        async with self._database.transaction() as connection:
            await connection.insert(
                "contest_messages",
                "(contest, number) DO NOTHING",
                contest=contest.id,
                number=contest.announced_count,
                **vars(posted),
                news=ContestNews.BEGINS if contest.is_beginning else ContestNews.MATCHES,
                since=stamp(contest.started),
                until=stamp(contest.started),
                outdated=await connection.number(
                    "SELECT version <> :version FROM contests WHERE id = :contest",
                    version=contest.version,
                    contest=contest.id,
                ),
            )
            await connection.change(
                "UPDATE contests SET listed = :last, told = told + 1, "
                "news = NULLIF(news, 'begins'), tried = 0 WHERE id = :contest",
                contest=contest.id,
                last=last,
            )

    async def enter_thread(self, contest: int, thread: int) -> None:
        """Record the thread in which the matches begin from now on."""
        await self._database.change(
            "UPDATE contests SET thread = :thread, listed = (SELECT COALESCE(MAX(match), 0) "
            "FROM contest_games WHERE contest = :contest) WHERE id = :contest",
            contest=contest,
            thread=thread,
        )

    async def lose_thread(self, thread: int, now: datetime) -> None:
        """Continue in its channel what takes place in a thread that takes no messages."""
        await self._database.run(lambda connection: lose_thread(connection, thread, now))

    async def outdated(self, contest: int, most: int) -> list[ContestMessage]:
        """List messages that name somebody who was deleted, the latest first."""
        rows = await self._reader.rows(
            "SELECT * FROM contest_messages WHERE contest = :contest AND outdated = 1 "
            "ORDER BY number DESC LIMIT :most",
            contest=contest,
            most=most,
        )
        return [
            ContestMessage(
                row["number"],
                MessageRef(row["channel"], row["message"]),
                ContestNews(row["news"]),
                moment(row["since"]),
                moment(row["until"]),
            )
            for row in rows
        ]

    async def retold(self, contest: int, message: ContestMessage) -> None:
        """Record that a message names only people who are there, or is gone."""
        await self._database.change(
            "UPDATE contest_messages SET outdated = 0 "
            "WHERE contest = :contest AND number = :number",
            contest=contest,
            number=message.number,
        )

    async def blocked_entrants(self) -> list[BlockedEntrant]:
        """List who has joined and is blocked by somebody who was in, and has not been told."""
        rows = await self._reader.rows(
            f"SELECT e.contest, b.blocker, b.blocked, e.joined, {name_columns('p', 'person')} "
            "FROM blocks b JOIN contest_entrants o ON o.person = b.blocker "
            "JOIN contest_entrants e ON e.contest = o.contest AND e.person = b.blocked "
            "JOIN contests c ON c.id = e.contest JOIN people p ON p.id = b.blocked "
            f"WHERE c.{LIVE} AND c.left IS NULL AND o.declined + e.declined = 0 "
            "AND o.out IS NULL AND e.out IS NULL AND e.joined > MAX(o.joined, b.since) "
            "AND e.contest NOT IN (SELECT value FROM json_each(b.told)) "
            "ORDER BY e.joined, e.contest, b.blocker"
        )
        return [
            BlockedEntrant(
                row["contest"],
                row["blocker"],
                Person(row["blocked"], row["person_name"]),
                moment(row["joined"]),
            )
            for row in rows
        ]

    async def mark_told(self, joined: BlockedEntrant) -> None:
        """Record that somebody was told, once for a contest, that whom they block has joined."""
        await self._database.change(
            "UPDATE blocks SET told = json_insert(told, '$[#]', :contest) "
            "WHERE blocker = :blocker AND blocked = :blocked",
            contest=joined.contest,
            blocker=joined.blocker,
            blocked=joined.person.id,
        )

    async def scheduled(self, server: int) -> list[int]:
        """List the scheduled events in Discord that are recorded for a server."""
        return await self._reader.numbers(
            "SELECT scheduled FROM contests WHERE server = :server AND scheduled IS NOT NULL",
            server=server,
        )


async def lose_thread(connection: Connection, thread: int, now: datetime) -> None:
    """Continue what takes place in the thread of a contest in its channel."""
    await leave_thread(connection, thread, now)
    await connection.change(
        "UPDATE matches SET channel = home_channel, home_channel = NULL, home_message = NULL "
        "WHERE id IN (SELECT id FROM matches WHERE channel = :thread AND ended IS NULL UNION ALL "
        "SELECT id FROM matches WHERE channel = :thread AND untold_since IS NOT NULL) "
        "AND home_message = :thread AND contest IS NOT NULL AND way <> 'thread'",
        thread=thread,
    )


async def leave_thread(connection: Connection, thread: int, now: datetime) -> None:
    """Begin no more in the thread of a contest; what it was not told of is told by its own card."""
    for contest in await connection.numbers(
        "SELECT id FROM contests WHERE thread = :thread", thread=thread
    ):
        await connection.change(
            "UPDATE matches SET told = -1, untold_since = :now, unrecorded_since = :now "
            "WHERE contest = :contest AND ended IS NULL AND card_message IS NULL "
            "AND id > (SELECT listed FROM contests WHERE id = :contest)",
            contest=contest,
            now=stamp(now),
        )
        await connection.change(
            "UPDATE contests SET thread = NULL WHERE id = :contest", contest=contest
        )
