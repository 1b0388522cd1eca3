"""The tables of follows and of guesses: who watches which match."""

from data.columns import has_blocked, insert_into
from data.connection import Columns, Connection, Row
from data.match_lists import COLUMNS, NAMES
from match.event import TAKE_BACKS, Kind

# ruff: noqa: S608 (the statements are made of our own words only)


async def follow(connection: Connection, columns: Columns) -> None:
    """Let a person follow a match; who does so already is only told of other things from now on."""
    await connection.change(
        f"{insert_into('follows', columns)} "
        "ON CONFLICT (match, person) DO UPDATE SET each_move = excluded.each_move",
        **columns,
    )


async def mark_watched(connection: Connection, match: int) -> None:
    """Record that somebody follows a match, or guesses its moves."""
    await connection.change(
        "UPDATE matches SET watched = 1, version = version + 1 WHERE id = :match AND watched = 0",
        match=match,
    )


async def count_followed(connection: Connection, person: int) -> int:
    """Count the matches that a person follows."""
    return await connection.number(
        "SELECT COUNT(*) FROM follows WHERE person = :person", person=person
    )


async def find(connection: Connection, match: int, person: int) -> Row | None:
    """Find how a person follows a match, if they do."""
    return await connection.row(
        "SELECT * FROM follows WHERE match = :match AND person = :person",
        match=match,
        person=person,
    )


async def unfollow(connection: Connection, match: int, person: int) -> bool:
    """Remove a follow; return whether there was one."""
    return bool(
        await connection.change(
            "DELETE FROM follows WHERE match = :match AND person = :person",
            match=match,
            person=person,
        )
    )


async def followed(
    connection: Connection, person: int, *, game: str | None, most: int, skip: int
) -> list[Row]:
    """List the matches that a person follows, the latest first."""
    return await connection.rows(
        f"{COLUMNS} FROM follows f JOIN matches m ON m.id = f.match {NAMES} "
        "WHERE f.person = :person AND (:game IS NULL OR m.game = :game) "
        "ORDER BY f.since DESC, f.id DESC LIMIT :most OFFSET :skip",
        person=person,
        game=game,
        most=most,
        skip=skip,
    )


async def note_news(
    connection: Connection, match: int, event: int, now: int, *, over: bool
) -> None:
    """Record that an event, a move or the end, is news to whoever follows a match."""
    await connection.change(
        "UPDATE follows SET news = :event, untold_since = COALESCE(untold_since, :now) "
        "WHERE match = :match AND (each_move OR :over)",
        match=match,
        event=event,
        now=now,
        over=over,
    )


async def untold(connection: Connection, now: int, most: int) -> list[Row]:
    """List some follows with something to tell, the longest waiting first; quiet hours wait."""
    return await connection.rows(
        "SELECT f.* FROM follows f LEFT JOIN quiet_hours q ON q.person = f.person "
        "WHERE f.untold_since IS NOT NULL AND NOT COALESCE(q.begins <= :now AND q.ends > :now, 0) "
        "ORDER BY f.untold_since, f.id LIMIT :most",
        now=now,
        most=most,
    )


async def tell(connection: Connection, number: int, count: int) -> None:
    """Record that somebody was told of a match up to an event, unless there is news since."""
    await connection.change(
        "UPDATE follows SET untold_since = NULL WHERE id = :number AND news <= :count",
        number=number,
        count=count,
    )


async def remove(connection: Connection, number: int) -> None:
    """Remove a follow by its number."""
    await connection.change("DELETE FROM follows WHERE id = :number", number=number)


async def guess(connection: Connection, columns: Columns) -> None:
    """Store a guess in place of an earlier one for the same move."""
    await connection.change(
        f"{insert_into('guesses', columns)} ON CONFLICT (match, person, ply) "
        "DO UPDATE SET count = excluded.count, move = excluded.move, at = excluded.at",
        **columns,
    )


async def guesses(connection: Connection, match: int, person: int | None = None) -> list[Row]:
    """List the guesses of a match, of one person or of all, in order.

    Those of people are left out whom a player has blocked, or who has blocked a player.
    """
    unwanted = " OR ".join(
        each
        for seat in ("m.first", "m.second")
        for each in (has_blocked(seat, "g.person"), has_blocked("g.person", seat))
    )
    return await connection.rows(
        "SELECT g.person, g.count, g.move, p.name FROM guesses g "
        "JOIN matches m ON m.id = g.match JOIN people p ON p.id = g.person "
        f"WHERE g.match = :match AND (:person IS NULL AND NOT ({unwanted}) OR g.person = :person) "
        "ORDER BY g.person, g.ply",
        match=match,
        person=person,
    )


async def played(connection: Connection, match: int) -> list[Row]:
    """List the moves of a match, forced passes left out, and where one was taken back."""
    kinds = ", ".join(f"'{kind}'" for kind in (Kind.MOVE, *TAKE_BACKS))
    return await connection.rows(
        f"SELECT number, CASE kind WHEN '{Kind.MOVE}' THEN text END AS move FROM events "
        f"WHERE match = :match AND kind IN ({kinds}) ORDER BY number",
        match=match,
    )


async def follows_of(connection: Connection, person: int) -> list[Row]:
    """List which matches a person follows."""
    return await connection.rows(
        "SELECT match, each_move, news, since, untold_since FROM follows WHERE person = :person "
        "ORDER BY id",
        person=person,
    )


async def guesses_of(connection: Connection, person: int) -> list[Row]:
    """List all guesses of a person."""
    return await connection.rows(
        "SELECT match, ply, count, move, at FROM guesses WHERE person = :person "
        "ORDER BY match, ply",
        person=person,
    )


async def remove_all_of(connection: Connection, person: int) -> None:
    """Remove all follows and guesses of a person; the cards that may name them must be redrawn."""
    await connection.change(
        "INSERT OR IGNORE INTO cards_to_redraw (match) SELECT DISTINCT m.id FROM guesses g "
        "JOIN matches m ON m.id = g.match WHERE g.person = :person AND m.ended IS NOT NULL "
        "AND m.card_message IS NOT NULL",
        person=person,
    )
    await connection.change("DELETE FROM guesses WHERE person = :person", person=person)
    await connection.change("DELETE FROM follows WHERE person = :person", person=person)
