"""The rows of challenges: how they are found, read, written and changed."""

# ruff: noqa: S608 (the statements are made of our own words only)

from collections.abc import Mapping, Sequence
from datetime import datetime

from data.columns import (
    has_finished,
    message_columns,
    message_from,
    moment,
    name_columns,
    names_in,
    pace_column,
    pace_from,
    read_options,
    rules_of,
    stamp,
    write_options,
)
from data.connection import Connection, Row, Value
from data.values import Challenge, ChallengeState, MessageRef, Person, Place, Seat, Terms
from rules import message

GONE = message("Challenge #{number} can't be accepted: {game} is no longer played here.")
GOING = (
    "SELECT COUNT(DISTINCT MIN(id, COALESCE(twin, id))) FROM matches "
    "WHERE ended IS NULL AND came_of = "
)
"""Counts the live matches from a standing challenge; two from both sides count as one."""

COLUMNS = (
    f"SELECT c.*, {name_columns('a', 'challenger')}, {name_columns('b', 'opponent')}, "
    f"CASE WHEN c.at_once IS NULL THEN 0 ELSE ({GOING} COALESCE(c.anew_of, c.id)) END AS going, "
    f"{has_finished('c.challenger', 'c.game')} AND (c.opponent IS NULL "
    f"OR {has_finished('c.opponent', 'c.game')}) AS have_played "
)
NAMES = "JOIN people a ON a.id = c.challenger LEFT JOIN people b ON b.id = c.opponent"
SELECT_CHALLENGES = f"{COLUMNS} FROM challenges c {NAMES} "

UNSETTLED = "state IN ('pending', 'resting')"
"""The condition that a challenge is not settled yet, whether or not it can be accepted now."""


def challenges_from(rows: Sequence[Row]) -> list[Challenge]:
    """Read challenges that are shown together."""
    names = names_in(rows, "challenger", "opponent")
    return [_challenge_from(row, names) for row in rows]


def challenge_from(row: Row) -> Challenge:
    """Read a challenge."""
    return challenges_from([row])[0]


def _challenge_from(row: Row, names: Mapping[int, str]) -> Challenge:
    def person(who: str) -> Person:
        return Person(row[who], row[f"{who}_name"], shown=names[row[who]])

    rules = rules_of(row, GONE)
    return Challenge(
        number=row["id"],
        challenger=person("challenger"),
        opponent=None if row["opponent"] is None else person("opponent"),
        terms=Terms(
            game=row["game"],
            options=read_options(rules, row["options"]),
            seat=Seat(row["seat"]),
            pace=pace_from(row["pace"]),
            rated=bool(row["rated"]),
            both_sides=bool(row["both_sides"]),
            explore=bool(row["explore"]),
            crowd=row["crowd"],
        ),
        place=Place(row["channel"], row["server"]),
        made=moment(row["made"]),
        expires=moment(row["expires"]),
        state=ChallengeState(row["state"]),
        match=row["match"],
        card=message_from(row, "card"),
        offers_computer=bool(row["offers_computer"]),
        at_once=row["at_once"],
        anew_of=row["anew_of"],
        going=row["going"],
        have_played=bool(row["have_played"]),
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
        "pace": pace_column(terms.pace),
        "rated": terms.rated,
        "both_sides": terms.both_sides,
        "explore": terms.explore,
        "crowd": terms.crowd,
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


async def settle_row(
    connection: Connection, number: int, state: ChallengeState, now: datetime
) -> bool:
    """Set the final state of a challenge, unless it has one; return whether it was set."""
    changed = await connection.change(
        f"UPDATE challenges SET state = :state, untold_since = :now "
        f"WHERE id = :number AND {UNSETTLED}",
        number=number,
        state=state,
        now=stamp(now),
    )
    return bool(changed)


async def set_challenge_card(
    connection: Connection, number: int, posted: MessageRef | None
) -> None:
    """Record which message shows a challenge."""
    await connection.change(
        "UPDATE challenges SET card_channel = :card_channel, card_message = :card_message "
        "WHERE id = :number",
        **message_columns("card", posted),
        number=number,
    )


async def note_state_announced(connection: Connection, number: int, state: ChallengeState) -> None:
    """Record that a challenge was announced in this state, if it is still in it."""
    await connection.change(
        "UPDATE challenges SET untold_since = NULL WHERE id = :number AND state = :state",
        number=number,
        state=state,
    )
