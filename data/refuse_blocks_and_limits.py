"""Refuse who has made too many challenges within an hour."""

from datetime import datetime, timedelta

from data import tables
from data.columns import moment, stamp
from data.connection import Connection
from rules import Moment, Refusal

HOUR = timedelta(hours=1)
MOST_AN_HOUR = 15
"""How many challenges that nobody accepts a person may make per hour."""
MOST_TO_ONE = 5
"""How many of them may be to the same person."""


async def refuse_too_many_challenges(
    connection: Connection, challenger: int, opponent: int | None, now: datetime
) -> None:
    """Raise `Refusal` if a person has recently made too many challenges that nobody accepted."""
    since = stamp(now - HOUR)
    made = await tables.challenges.recent_unaccepted(connection, challenger, since)
    times = [moment(row["made"]) for row in made]
    if len(times) >= MOST_AN_HOUR:
        raise Refusal(
            "You made {number} challenge this hour that nobody accepted; you can "
            "make another {when}.",
            "You made {number} challenges this hour that nobody accepted; you can "
            "make another {when}.",
            number=len(times),
            when=Moment(times[-MOST_AN_HOUR] + HOUR),
        )
    times = [moment(row["made"]) for row in made if row["opponent"] == opponent]
    if opponent is not None and len(times) >= MOST_TO_ONE:
        raise Refusal(
            "You've sent this person {number} challenge this hour that wasn't accepted; try "
            "again {when}, or challenge someone else.",
            "You've sent this person {number} challenges this hour that weren't accepted; try "
            "again {when}, or challenge someone else.",
            number=len(times),
            when=Moment(times[-MOST_TO_ONE] + HOUR),
        )
