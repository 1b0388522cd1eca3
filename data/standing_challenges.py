"""Standing challenges, which are offered again whenever somebody accepts one."""

from datetime import datetime, timedelta

from data import tables
from data.columns import card_columns, stamp
from data.connection import Connection
from data.people import lock_people
from data.tables.challenges import offer_columns, pending_columns
from data.values import Challenge, ChallengeState, Person
from rules import Refusal

MOST_AT_ONCE = 10
"""How many matches from one standing challenge may be in progress at the same time."""
STANDING_DURATION = timedelta(days=30)
"""How long a standing challenge is offered without being accepted."""


def refuse_standing(at_once: int, opponent: Person | None) -> None:
    """Raise `Refusal` for a standing challenge to one person, or with too many matches at once."""
    if opponent is not None:
        raise Refusal("Only open challenges can be `standing`; remove `opponent` or `standing`.")
    if not 1 <= at_once <= MOST_AT_ONCE:
        raise Refusal(
            "A standing challenge can have 1 to {number} match at once; choose a number in "
            "that range.",
            "A standing challenge can have 1 to {number} matches at once; choose a number in "
            "that range.",
            number=MOST_AT_ONCE,
        )


async def offer_next(connection: Connection, taken: Challenge, now: datetime) -> None:
    """Offer a standing challenge that was just accepted again, on the same card.

    It rests if the maximum number of its matches is in progress. The new offer does not count for
    the challenger's rate limit, and nobody is notified.
    """
    assert taken.at_once is not None, "it is a standing one"
    # The lock keeps the count below unchanged until the challenge is added.
    await lock_people(connection, taken.challenger.id)
    going = await tables.open_challenges.count_going(connection, taken.origin)
    columns = offer_columns(taken.challenger, None, taken.terms, taken.place)
    columns |= pending_columns(now, now + STANDING_DURATION)
    columns |= card_columns(taken.card)
    columns |= {"at_once": taken.at_once, "anew_of": taken.origin}
    if going >= taken.at_once:
        columns["state"] = ChallengeState.RESTING
    await tables.challenges.add(connection, columns)
    if taken.card is not None:
        await tables.challenges.set_card(connection, taken.number, card_columns(None))
        await tables.challenges.tell(connection, taken.number, ChallengeState.ACCEPTED)


async def offer_again(connection: Connection, origin: int, now: datetime) -> None:
    """Let a standing challenge be accepted again, now that one of its matches is over."""
    await tables.open_challenges.offer_again(
        connection, origin, now=stamp(now), expires=stamp(now + STANDING_DURATION)
    )
