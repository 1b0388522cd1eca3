"""Statements that forget a person piece by piece, and list the cards to be redrawn."""

import json

from data.connection import Connection, Row
from data.tables.challenges import CHALLENGE, STANDS


async def former_number(connection: Connection, person: int) -> int | None:
    """Return the number that a person who is being forgotten gets as a former player."""
    row = await connection.row("SELECT former FROM leaving WHERE person = :person", person=person)
    return None if row is None else int(row["former"])


async def begin(connection: Connection, person: int, former: int) -> None:
    """Record that a person is being forgotten."""
    await connection.change(
        "INSERT INTO leaving (person, former) VALUES (:person, :former)",
        person=person,
        former=former,
    )


async def people(connection: Connection) -> list[int]:
    """List the people who are being forgotten."""
    return [int(row["person"]) for row in await connection.rows("SELECT person FROM leaving")]


async def reassign_challenges(connection: Connection, person: int, former: int, most: int) -> int:
    """Reassign some challenges of a person to the former player; unsettled ones are withdrawn.

    They are kept while a card shows them.
    """
    moved = await connection.change(
        "UPDATE challenges SET "  # noqa: S608 (our own names)
        f"state = CASE WHEN {STANDS} THEN 'withdrawn' ELSE state END, "
        "challenger = CASE challenger WHEN :person THEN :former ELSE challenger END, "
        "opponent = CASE opponent WHEN :person THEN :former ELSE opponent END "
        "WHERE id IN (SELECT id FROM challenges "
        "WHERE challenger = :person OR opponent = :person LIMIT :most)",
        person=person,
        former=former,
        most=most,
    )
    await connection.change(
        "DELETE FROM challenges WHERE card_message IS NULL "
        "AND (challenger = :former OR opponent = :former)",
        former=former,
    )
    return moved


async def remarks_of(connection: Connection, person: int, most: int) -> list[Row]:
    """List some matches with remarks of a person, and the person's side."""
    first, second = (
        f"SELECT e.match, e.side FROM matches m JOIN events e ON e.match = m.id "  # noqa: S608 (our own names)
        f"WHERE m.{seat} = :person AND e.side = {side} AND e.remark <> ''"
        for side, seat in enumerate(("first", "second"))
    )
    return await connection.rows(f"{first} UNION {second} LIMIT :most", person=person, most=most)


async def delete_remarks(connection: Connection, match: int, side: int) -> None:
    """Delete the remarks of a side in a match."""
    await connection.change(
        "UPDATE matches SET remark_in = NULL WHERE id = :match AND EXISTS "
        "(SELECT 1 FROM events WHERE match = :match AND number = remark_in AND side = :side)",
        match=match,
        side=side,
    )
    await connection.change(
        "UPDATE events SET remark = '' WHERE match = :match AND side = :side AND remark <> ''",
        match=match,
        side=side,
    )


async def reassign_first_seats(connection: Connection, person: int, former: int, most: int) -> int:
    """Reassign some of a person's matches on the first side to the former player."""
    return await _reassign_seats(connection, "first", person, former, most)


async def reassign_second_seats(connection: Connection, person: int, former: int, most: int) -> int:
    """Reassign some of a person's matches on the second side to the former player."""
    return await _reassign_seats(connection, "second", person, former, most)


async def _reassign_seats(
    connection: Connection, seat: str, person: int, former: int, most: int
) -> int:
    # The latest ones first: their cards are the ones that people look at.
    some = (
        f"(SELECT id FROM matches WHERE {seat} = :person ORDER BY ended DESC, id DESC LIMIT :most)"  # noqa: S608 (our own names)
    )
    await connection.change(
        "INSERT OR IGNORE INTO cards_to_redraw (match) "  # noqa: S608 (our own names)
        f"SELECT id FROM matches WHERE card_message IS NOT NULL AND id IN {some}",
        person=person,
        most=most,
    )
    return await connection.change(
        f"UPDATE matches SET {seat} = :former WHERE id IN {some}",  # noqa: S608 (our own names)
        person=person,
        former=former,
        most=most,
    )


async def reassign_changes(connection: Connection, person: int, former: int, most: int) -> int:
    """Reassign some rating changes of a person to the former player."""
    return await connection.change(
        "UPDATE rating_changes SET person = :former "
        "WHERE id IN (SELECT id FROM rating_changes WHERE person = :person LIMIT :most)",
        person=person,
        former=former,
        most=most,
    )


async def end(connection: Connection, person: int, former: int) -> None:
    """Reassign the ratings to the former player, and remove the person, of whom no more is left."""
    await connection.change(
        "UPDATE ratings SET person = :former WHERE person = :person", person=person, former=former
    )
    await connection.change("DELETE FROM vacations WHERE person = :person", person=person)
    await connection.change("DELETE FROM leaving WHERE person = :person", person=person)
    await connection.change("DELETE FROM people WHERE id = :person", person=person)


# Cards.


async def matches_to_redraw(connection: Connection, games: list[str], most: int) -> list[int]:
    """List some matches of these games whose cards must be redrawn, the latest first."""
    rows = await connection.rows(
        "SELECT c.match FROM cards_to_redraw c JOIN matches m ON m.id = c.match "
        "WHERE m.game IN (SELECT value FROM json_each(:games)) ORDER BY c.match DESC LIMIT :most",
        games=json.dumps(games),
        most=most,
    )
    return [int(row["match"]) for row in rows]


async def challenges_to_redraw(connection: Connection, games: list[str], most: int) -> list[Row]:
    """List some challenges of these games whose cards name a forgotten person, the latest first."""
    return await connection.rows(
        f"{CHALLENGE} WHERE (c.challenger < 0 OR c.opponent < 0) "  # noqa: S608 (our own names)
        "AND c.game IN (SELECT value FROM json_each(:games)) ORDER BY c.id DESC LIMIT :most",
        games=json.dumps(games),
        most=most,
    )


async def match_is_redrawn(connection: Connection, number: int) -> None:
    """Record that the card of a match was redrawn."""
    await connection.change("DELETE FROM cards_to_redraw WHERE match = :number", number=number)


async def challenge_is_redrawn(connection: Connection, number: int) -> None:
    """Remove a challenge whose card was redrawn."""
    await connection.change("DELETE FROM challenges WHERE id = :number", number=number)
