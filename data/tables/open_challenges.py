"""Statements on challenges open to anybody: standing ones, those of a server, unanswered ones."""

from data.connection import Connection, Row
from data.tables.challenges import CHALLENGE, COLUMNS, GOING, NAMES, STANDS

# ruff: noqa: S608 (the statements are made of our own words only)

POOL = "c.game || CASE WHEN c.pace GLOB '*m+*s' THEN ' live' ELSE '' END"
"""The pool in which a match from a challenge is rated; see `Pace.write` and `match.rating`."""
_OPEN = (
    f"FROM challenges WHERE server = :server AND opponent IS NULL AND {STANDS} "
    "AND (state = 'resting' OR expires > :now)"
)


async def count_going(connection: Connection, origin: int) -> int:
    """Count the live matches from a standing challenge; two from both sides count as one."""
    return await connection.number(f"{GOING} :origin", origin=origin)


async def standing(connection: Connection, origin: int) -> Row | None:
    """Find the present offer of a standing challenge, if it is not settled."""
    return await connection.row(
        f"{CHALLENGE} WHERE c.anew_of = :origin AND c.{STANDS}", origin=origin
    )


async def offer_again(connection: Connection, origin: int, *, now: int, expires: int) -> None:
    """Let a standing challenge be accepted if fewer of its matches than allowed are live.

    Its card must be updated.
    """
    await connection.change(
        "UPDATE challenges SET made = CASE state WHEN 'resting' THEN :now ELSE made END, "
        "expires = CASE state WHEN 'resting' THEN :expires ELSE expires END, "
        f"state = 'pending', untold_since = :now WHERE anew_of = :origin AND {STANDS} "
        f"AND at_once > ({GOING} :origin)",
        origin=origin,
        now=now,
        expires=expires,
    )


async def channels(connection: Connection, server: int, now: int) -> list[int]:
    """List the channels of a server that have open challenges."""
    rows = await connection.rows(f"SELECT DISTINCT channel {_OPEN}", server=server, now=now)
    return [int(row["channel"]) for row in rows]


async def page(
    connection: Connection,
    *,
    server: int,
    channels: str,
    person: int,
    now: int,
    game: str | None,
    others: bool,
    most: int,
    skip: int,
) -> list[Row]:
    """List a page of the open challenges in some channels of a server, the latest first.

    They come with ratings. The person's own are included even while they rest; the challenges of
    people whom they have blocked, or who have blocked them, are left out.
    """
    found = (
        f"SELECT id AS number {_OPEN} AND channel IN (SELECT value FROM json_each(:channels)) "
        "AND (:others AND state = 'pending' OR challenger = :person) "
        "AND (:game IS NULL OR game = :game) "
        "AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker = challenger AND blocked = :person) "
        "AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker = :person AND blocked = challenger) "
        "ORDER BY made DESC, id DESC LIMIT :most OFFSET :skip"
    )
    return await connection.rows(
        f"{COLUMNS}, r.rating, r.deviation, r.volatility, r.at, r.wins, r.draws, r.losses "
        f"FROM ({found}) JOIN challenges c ON c.id = number {NAMES} "
        f"LEFT JOIN ratings r ON r.game = {POOL} AND r.person = c.challenger "
        "ORDER BY c.made DESC, c.id DESC",
        server=server,
        channels=channels,
        person=person,
        now=now,
        game=game,
        others=others,
        most=most,
        skip=skip,
    )


async def unanswered(connection: Connection, before: int, now: int) -> list[int]:
    """List the open challenges made before a time that do not offer to play the computer yet.

    Standing ones do not: they are not to be withdrawn for one match.
    """
    rows = await connection.rows(
        "SELECT id FROM challenges WHERE state = 'pending' AND opponent IS NULL "
        "AND at_once IS NULL AND offers_computer = 0 AND made <= :before AND expires > :now "
        "ORDER BY id",
        before=before,
        now=now,
    )
    return [int(row["id"]) for row in rows]


async def offer_computer(connection: Connection, challenge: int, now: int) -> None:
    """Make an open challenge offer to play the computer; its card must be updated."""
    await connection.change(
        "UPDATE challenges SET offers_computer = 1, untold_since = :now "
        "WHERE id = :challenge AND state = 'pending' AND offers_computer = 0",
        challenge=challenge,
        now=now,
    )
