"""Refuse who is blocked, and who has reached a limit: challenges an hour, live matches, others."""

from datetime import datetime, timedelta

from data import tables
from data.columns import moment, stamp
from data.connection import Connection
from data.people import has_block_between, lock_people
from rules import Moment, Name, Refusal

HOUR = timedelta(hours=1)
MOST_AN_HOUR = 15
"""How many challenges that nobody accepts a person may make per hour."""
MOST_TO_ONE = 5
"""How many of them may be to the same person."""

MOST_AGAINST_COMPUTER = 10
"""How many matches a person may play against the computer at the same time."""


async def refuse_blocked(connection: Connection, one: int, other: int) -> None:
    """Raise `Refusal` if one of two people has blocked the other, without saying which."""
    if await has_block_between(connection, one, other):
        raise Refusal("You two can't play each other here; challenge someone else.")


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


async def refuse_second_live(connection: Connection, *people: int) -> None:
    """Raise `Refusal` if one of some people plays a live match: nobody minds two such clocks."""
    await lock_people(connection, *people)
    busy = await tables.matches.in_live_match(connection, *people)
    if busy is not None:
        raise Refusal(
            "{name} is in a live match right now, and those are played one at a time. Start this "
            "one when it's over.",
            name=Name(busy),
        )


async def refuse_too_many_matches(connection: Connection, person: int) -> None:
    """Raise `Refusal` if a person plays as many matches against the computer as allowed."""
    await lock_people(connection, person)
    if await tables.computer.count_live(connection, person) >= MOST_AGAINST_COMPUTER:
        raise Refusal(
            "You're already playing {number} match against me; finish or resign it first. "
            "`/matches` lists them.",
            "You're already playing {number} matches against me; finish or resign "
            "one first. `/matches` lists them.",
            number=MOST_AGAINST_COMPUTER,
        )
