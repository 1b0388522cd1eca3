"""What keeps people from being bothered: blocks, and how often one may challenge."""

from datetime import datetime, timedelta

from data import tables
from data.connection import Connection
from data.tables.columns import moment, stamp
from rules import Moment, Refusal

HOUR = timedelta(hours=1)
MOST_AN_HOUR = 15
"""So many challenges that nobody takes up may somebody make in an hour."""
MOST_TO_ONE = 5
"""So many of them to the same person."""

MOST_AGAINST_COMPUTER = 10
"""So many matches may somebody play against the computer at once."""


async def refuse_blocked(connection: Connection, one: int, other: int) -> None:
    """Raise `Refusal` where one of two people has blocked the other; it does not say who."""
    if await tables.people.has_block_between(connection, one, other):
        raise Refusal("The two of you do not play each other here; play with somebody else.")


async def refuse_haste(
    connection: Connection, challenger: int, opponent: int | None, now: datetime
) -> None:
    """Raise `Refusal` where somebody has made many challenges lately that nobody took up."""
    since = stamp(now - HOUR)
    made = await tables.challenges.made_for_nothing(connection, challenger, since)
    times = [moment(row["made"]) for row in made]
    if len(times) >= MOST_AN_HOUR:
        raise Refusal(
            "You have made {number} challenges within an hour that nobody took up; you can make "
            "another {when}.",
            number=len(times),
            when=Moment(times[-MOST_AN_HOUR] + HOUR),
        )
    times = [moment(row["made"]) for row in made if row["opponent"] == opponent]
    if opponent is not None and len(times) >= MOST_TO_ONE:
        raise Refusal(
            "You have challenged this person {number} times within an hour for nothing; you can do "
            "it again {when}, and challenge somebody else now.",
            number=len(times),
            when=Moment(times[-MOST_TO_ONE] + HOUR),
        )


async def refuse_too_many_matches(connection: Connection, person: int) -> None:
    """Raise `Refusal` where somebody plays as many matches against the computer as one may."""
    await tables.people.hold(connection, person)
    if await tables.computer.count_live(connection, person) >= MOST_AGAINST_COMPUTER:
        raise Refusal(
            "You are playing {number} matches against me already; finish or resign one of them "
            "first. `/matches` lists them.",
            number=MOST_AGAINST_COMPUTER,
        )
