"""Standing challenges, which are offered again whenever somebody accepts one."""

from datetime import datetime

from data.challenge_rows import (
    GOING,
    UNSETTLED,
    note_state_announced,
    offer_columns,
    pending_columns,
    set_challenge_card,
)
from data.challenge_rules import STANDING_DURATION
from data.columns import message_columns, stamp
from data.connection import Connection
from data.people import lock_people
from data.values import Challenge, ChallengeState


async def offer_next(connection: Connection, taken: Challenge, now: datetime) -> None:
    """Offer a standing challenge that was just accepted again, on the same card.

    It rests if the maximum number of its matches is in progress. The new offer does not count for
    the challenger's rate limit, and nobody is notified.
    """
    assert taken.at_once is not None, "it is a standing one"
    # The lock keeps the count below unchanged until the challenge is added.
    await lock_people(connection, taken.challenger.id)
    going = await connection.number(f"{GOING} :origin", origin=taken.origin)
    columns = offer_columns(taken.challenger, None, taken.terms, taken.place)
    columns |= pending_columns(now, now + STANDING_DURATION)
    columns |= message_columns("card", taken.card)
    columns |= {"at_once": taken.at_once, "anew_of": taken.origin}
    if going >= taken.at_once:
        columns["state"] = ChallengeState.RESTING
    await connection.insert("challenges", **columns)
    if taken.card is not None:
        await set_challenge_card(connection, taken.number, None)
        await note_state_announced(connection, taken.number, ChallengeState.ACCEPTED)


async def offer_again(connection: Connection, origin: int, now: datetime) -> None:
    """Let a standing challenge be accepted again, now that one of its matches is over.

    Fewer of its matches than allowed must be live. Its card must be updated.
    """
    await connection.change(
        "UPDATE challenges SET made = CASE state WHEN 'resting' THEN :now ELSE made END, "  # noqa: S608 (our own names)
        "expires = CASE state WHEN 'resting' THEN :expires ELSE expires END, "
        f"state = 'pending', untold_since = :now WHERE anew_of = :origin AND {UNSETTLED} "
        f"AND at_once > ({GOING} :origin)",
        origin=origin,
        now=stamp(now),
        expires=stamp(now + STANDING_DURATION),
    )
