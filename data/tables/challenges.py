"""The table of challenges: its statements, and how its rows are read and written."""

# ruff: noqa: S608 (the statements are made of our own words only)

from collections.abc import AsyncIterator
from datetime import datetime

from data.columns import (
    card_from,
    insert_into,
    moment,
    read_options,
    read_pace,
    rules_of,
    stamp,
    write_options,
    write_pace,
)
from data.connection import Columns, Connection, Row, Value
from data.values import Challenge, ChallengeState, Person, Place, Seat, Terms
from rules import message

GONE = message("Challenge #{number} can't be accepted: {game} is no longer played here.")
GOING = (
    "SELECT COUNT(DISTINCT MIN(id, COALESCE(twin, id))) FROM matches "
    "WHERE ended IS NULL AND came_of = "
)
"""Counts the live matches from a standing challenge; two from both sides count as one."""

COLUMNS = (
    "SELECT c.*, a.name AS challenger_name, b.name AS opponent_name, CASE WHEN c.at_once IS NULL "
    f"THEN 0 ELSE ({GOING} COALESCE(c.anew_of, c.id)) END AS going "
)
NAMES = "JOIN people a ON a.id = c.challenger LEFT JOIN people b ON b.id = c.opponent"
CHALLENGE = f"{COLUMNS} FROM challenges c {NAMES} "

STANDS = "state IN ('pending', 'resting')"
"""Challenges not settled yet, including those that cannot be accepted at the moment."""

_STANDING_OF = (
    f"SELECT id FROM challenges WHERE challenger = :person AND {STANDS} "
    "UNION ALL SELECT id FROM challenges WHERE opponent = :person AND state = 'pending'"
)


async def add(connection: Connection, columns: Columns) -> int:
    """Insert a challenge and return its number."""
    return await connection.insert(insert_into("challenges", columns), **columns)


async def find(connection: Connection, number: int) -> Row | None:
    """Find a challenge with the names of both people."""
    return await connection.row(f"{CHALLENGE} WHERE c.id = :number", number=number)


async def count_identical(connection: Connection, columns: Columns, now: int) -> int:
    """Count identical unsettled challenges to the same person, or open ones in a channel."""
    return await connection.number(
        f"SELECT COUNT(*) FROM challenges WHERE challenger = :challenger AND {STANDS} "
        "AND opponent IS :opponent AND game = :game AND options = :options AND seat = :seat "
        "AND pace IS :pace AND rated = :rated AND both_sides = :both_sides "
        "AND explore = :explore AND (opponent IS NOT NULL OR channel = :channel) "
        "AND (state = 'resting' OR expires > :now)",
        **columns,
        now=now,
    )


async def count_standing_by(connection: Connection, challenger: int, now: int) -> int:
    """Count the unsettled challenges of a person."""
    return await connection.number(
        f"SELECT COUNT(*) FROM challenges WHERE challenger = :challenger AND {STANDS} "
        "AND (state = 'resting' OR expires > :now)",
        challenger=challenger,
        now=now,
    )


async def settle(connection: Connection, number: int, state: str, now: int) -> bool:
    """Set the final state of a challenge, unless it has one; return whether it was set."""
    return bool(
        await connection.change(
            "UPDATE challenges SET state = :state, untold_since = :now "
            f"WHERE id = :number AND {STANDS}",
            number=number,
            state=state,
            now=now,
        )
    )


async def tell(connection: Connection, number: int, state: str) -> None:
    """Record that a challenge was announced in this state, if it is still in it."""
    await connection.change(
        "UPDATE challenges SET untold_since = NULL WHERE id = :number AND state = :state",
        number=number,
        state=state,
    )


async def untold(connection: Connection) -> list[Row]:
    """List the challenges with something left to do in Discord, the longest waiting first."""
    return await connection.rows(
        "SELECT id, untold_since FROM challenges WHERE untold_since IS NOT NULL "
        "ORDER BY untold_since, id"
    )


async def is_done(connection: Connection, request: int) -> bool:
    """Tell whether a request made a challenge."""
    return bool(
        await connection.number(
            "SELECT EXISTS (SELECT 1 FROM challenges WHERE request = :request)", request=request
        )
    )


async def forget_requests(connection: Connection, before: int) -> None:
    """Forget which requests below a number made challenges."""
    await connection.change(
        "UPDATE challenges SET request = NULL WHERE request < :before", before=before
    )


async def set_match(connection: Connection, number: int, match: int) -> None:
    """Record which match came of a challenge."""
    await connection.change(
        "UPDATE challenges SET match = :match WHERE id = :number", number=number, match=match
    )


async def pending(connection: Connection, now: int, person: int | None = None) -> list[Row]:
    """List pending challenges, by or to a person if one is given."""
    return await connection.rows(
        f"{CHALLENGE} WHERE c.state = 'pending' AND c.expires > :now "
        "AND (:person IS NULL OR c.challenger = :person OR c.opponent = :person) ORDER BY c.id",
        now=now,
        person=person,
    )


async def expired(connection: Connection, now: int) -> list[int]:
    """List the numbers of the pending challenges that have expired."""
    rows = await connection.rows(
        "SELECT id FROM challenges WHERE state = 'pending' AND expires <= :now "
        "ORDER BY expires, id",
        now=now,
    )
    return [int(row["id"]) for row in rows]


def of(connection: Connection, person: int) -> AsyncIterator[Row]:
    """Yield every challenge by or to a person, without names."""
    return connection.stream(
        "SELECT * FROM challenges WHERE challenger = :person OR opponent = :person ORDER BY id",
        person=person,
    )


async def lengthen(connection: Connection, left: int, back: int) -> None:
    """Let pending challenges be accepted longer by the time away, or the part since each."""
    await connection.change(
        "UPDATE challenges SET expires = expires + MAX(0, :back - MAX(:left, made)) "
        "WHERE state = 'pending' AND expires > :left",
        left=left,
        back=back,
    )


async def recent_unaccepted(connection: Connection, challenger: int, since: int) -> list[Row]:
    """List the recent challenges of a person that nobody accepted, the earliest first.

    Automatically repeated offers are left out.
    """
    return await connection.rows(
        "SELECT opponent, made FROM challenges WHERE challenger = :challenger "
        "AND state <> 'accepted' AND made > :since AND anew_of IS NULL ORDER BY made",
        challenger=challenger,
        since=since,
    )


async def remove_settled(connection: Connection, before: int, most: int) -> int:
    """Remove some unsuccessful challenges that would have expired before; return how many."""
    return await connection.change(
        "DELETE FROM challenges WHERE id IN (SELECT id FROM challenges "
        "WHERE state IN ('withdrawn', 'declined', 'expired', 'countered') AND expires < :before "
        "ORDER BY expires LIMIT :most)",
        before=before,
        most=most,
    )


async def set_card(connection: Connection, number: int, columns: Columns) -> None:
    """Record which message shows a challenge."""
    await connection.change(
        "UPDATE challenges SET card_channel = :card_channel, card_message = :card_message "
        "WHERE id = :number",
        **columns,
        number=number,
    )


async def forget_cards(connection: Connection) -> None:
    """Forget every message that shows a challenge."""
    await connection.change(
        "UPDATE challenges SET card_channel = NULL, card_message = NULL "
        "WHERE card_message IS NOT NULL"
    )


async def of_pending(
    connection: Connection,
    person: int,
    now: int,
    *,
    game: str | None,
    opponent: int | None,
    most: int,
    skip: int,
) -> list[Row]:
    """List a page of unsettled challenges to a person and then by them, by the time left."""
    return await connection.rows(
        f"{CHALLENGE} WHERE c.id IN ({_STANDING_OF}) "
        "AND (c.state = 'resting' OR c.expires > :now) AND (:game IS NULL OR c.game = :game) "
        "AND (:opponent IS NULL OR :opponent IN (c.challenger, c.opponent)) "
        "ORDER BY c.challenger = :person, c.expires, c.id LIMIT :most OFFSET :skip",
        person=person,
        now=now,
        game=game,
        opponent=opponent,
        most=most,
        skip=skip,
    )


async def last_by(connection: Connection, challenger: int) -> Row | None:
    """Find the last challenge that a person made by hand."""
    return await connection.row(
        f"{CHALLENGE} WHERE c.challenger = :challenger AND c.anew_of IS NULL "
        "ORDER BY c.made DESC, c.id DESC LIMIT 1",
        challenger=challenger,
    )


# Rows.


def challenge_from(row: Row) -> Challenge:
    """Read a challenge."""
    opponent = None
    if row["opponent"] is not None:
        opponent = Person(row["opponent"], row["opponent_name"])
    rules = rules_of(row, GONE)
    return Challenge(
        number=row["id"],
        challenger=Person(row["challenger"], row["challenger_name"]),
        opponent=opponent,
        terms=Terms(
            game=row["game"],
            options=read_options(rules, row["options"]),
            seat=Seat(row["seat"]),
            pace=read_pace(row["pace"]),
            rated=bool(row["rated"]),
            both_sides=bool(row["both_sides"]),
            explore=bool(row["explore"]),
        ),
        place=Place(row["channel"], row["server"]),
        made=moment(row["made"]),
        expires=moment(row["expires"]),
        state=ChallengeState(row["state"]),
        match=row["match"],
        card=card_from(row),
        offers_computer=bool(row["offers_computer"]),
        at_once=row["at_once"],
        anew_of=row["anew_of"],
        going=row["going"],
        ladder=row["ladder"],
    )


def offer_columns(
    challenger: Person, opponent: Person | None, terms: Terms, place: Place
) -> dict[str, Value]:
    """Write who challenges whom to what, and where. Raises `Refusal` for an unknown option."""
    return {
        "challenger": challenger.id,
        "opponent": None if opponent is None else opponent.id,
        "game": terms.game,
        "options": write_options(terms.rules, terms.options),
        "seat": terms.seat,
        "pace": write_pace(terms.pace),
        "rated": terms.rated,
        "both_sides": terms.both_sides,
        "explore": terms.explore,
        "server": place.server,
        "channel": place.channel,
    }


def pending_columns(made: datetime, expires: datetime) -> dict[str, Value]:
    """Write that a challenge is pending, until when, and that it was not announced yet."""
    return {
        "made": stamp(made),
        "expires": stamp(expires),
        "state": ChallengeState.PENDING,
        "untold_since": stamp(made),
    }
