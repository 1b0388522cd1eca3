"""Load and save challenges: add one, load one that waits for an answer, settle one."""

from datetime import datetime, timedelta

from data.challenge_rows import (
    SELECT_CHALLENGES,
    UNSETTLED,
    challenge_from,
    offer_columns,
    pending_columns,
    settle_row,
)
from data.challenge_rules import (
    DIRECT_DURATION,
    LIVE_DURATION,
    OPEN_DURATION,
    STANDING_DURATION,
    refuse_blocked,
    refuse_opponent,
    refuse_several_live,
    refuse_standing,
    refuse_terms,
)
from data.columns import moment, refuse_repeated_request, stamp
from data.connection import Columns, Connection
from data.ladder_course import settle_on_ladder
from data.people import add_person, lock_people
from data.values import Challenge, ChallengeState, Person, Place, Terms
from rules import Moment, Refusal, message

# ruff: noqa: S608 (the statements are made of our own words only)

MOST_PENDING = 20
"""The most challenges of a person that may wait for an answer."""
HOUR = timedelta(hours=1)
MOST_AN_HOUR = 15
"""The most challenges per hour by a person that nobody accepts."""
MOST_TO_ONE = 5
"""The most of them to the same person."""

_SETTLED = {
    ChallengeState.ACCEPTED: message("This challenge has already been accepted; make a new one."),
    ChallengeState.DECLINED: message("This challenge has been declined; make a new one."),
    ChallengeState.WITHDRAWN: message(
        "This challenge was withdrawn or changed; check its card, or make your own."
    ),
    ChallengeState.EXPIRED: message("This challenge has expired; make a new one."),
    ChallengeState.COUNTERED: message(
        "This challenge was answered with a counter-offer; see that one."
    ),
    ChallengeState.RESTING: message("This challenge is full; it reopens when a match ends."),
}


async def add_challenge(
    connection: Connection,
    challenger: Person,
    opponent: Person | None,
    terms: Terms,
    place: Place,
    now: datetime,
    request: int | None = None,
    *,
    at_once: int | None = None,
    ladder: int | None = None,
) -> Challenge:
    """Add a challenge; with `at_once` a standing one, with `ladder` one on a ladder.

    Raises `Refusal` for an opponent who cannot be challenged, invalid terms, a challenge identical
    to a pending one, or too many, pending or recent; and `RepeatedRequest` for one handled before.
    """
    await refuse_repeated_request(connection, "challenges", request)
    refuse_opponent(challenger, opponent)
    refuse_terms(terms)
    if terms.is_live:
        refuse_several_live(terms, at_once)
    if at_once is not None:
        refuse_standing(at_once, opponent)
    offer = offer_columns(challenger, opponent, terms, place)
    await add_person(connection, challenger)
    # The lock keeps what is counted below unchanged until the challenge is added.
    await lock_people(connection, challenger.id)
    if opponent is not None and ladder is None:
        await refuse_blocked(connection, challenger.id, opponent.id)
    await _refuse_too_many(connection, offer, now)
    if opponent is not None:
        await add_person(connection, opponent)
    columns = offer | pending_columns(now, now + _duration(terms, opponent, at_once))
    columns |= {"request": request, "at_once": at_once, "ladder": ladder}
    number = await connection.insert_numbered("challenges", **columns)
    return await load_challenge(connection, number)


async def _refuse_too_many(connection: Connection, offer: Columns, now: datetime) -> None:
    """Raise `Refusal` if a challenge like this is pending, or too many are pending or recent.

    Challenges to the same person are compared, and open ones in the same channel.
    """
    present = {"challenger": offer["challenger"], "now": stamp(now)}
    pending = f"challenger = :challenger AND {UNSETTLED} AND (state = 'resting' OR expires > :now)"
    if await connection.number(
        f"SELECT COUNT(*) FROM challenges WHERE {pending} "
        "AND opponent IS :opponent AND game = :game AND options = :options AND seat = :seat "
        "AND pace IS :pace AND rated = :rated AND both_sides = :both_sides "
        "AND explore = :explore AND crowd IS :crowd "
        "AND (opponent IS NOT NULL OR channel = :channel)",
        **{**offer, **present},
    ):
        raise Refusal("You already sent this challenge; wait for an answer.")
    waiting = await connection.number(f"SELECT COUNT(*) FROM challenges WHERE {pending}", **present)
    if waiting >= MOST_PENDING:
        raise Refusal(
            "You have {number} challenge waiting for an answer; withdraw it first.",
            "You have {number} challenges waiting for an answer; withdraw one first.",
            number=MOST_PENDING,
        )
    # Offers that were repeated automatically are left out.
    made = await connection.rows(
        "SELECT opponent, made FROM challenges WHERE challenger = :challenger "
        "AND state <> 'accepted' AND made > :since AND anew_of IS NULL ORDER BY made",
        challenger=offer["challenger"],
        since=stamp(now - HOUR),
    )
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
    opponent = offer["opponent"]
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


def _duration(terms: Terms, opponent: Person | None, at_once: int | None) -> timedelta:
    if terms.is_live:
        return LIVE_DURATION
    if at_once is not None:
        return STANDING_DURATION
    return OPEN_DURATION if opponent is None else DIRECT_DURATION


async def load_challenge(connection: Connection, number: int) -> Challenge:
    """Load a challenge. Raises `Refusal` if there is none of that number."""
    row = await connection.row(f"{SELECT_CHALLENGES} WHERE c.id = :number", number=number)
    if row is None:
        raise Refusal("This challenge no longer exists; make a new one.")
    return challenge_from(row)


async def load_pending(
    connection: Connection, number: int, now: datetime, *, may_rest: bool = False
) -> Challenge:
    """Load a challenge that still waits for an answer, or rests. Raises `Refusal` for any other."""
    challenge = await load_challenge(connection, number)
    state = challenge.state
    if state is ChallengeState.PENDING and now >= challenge.expires:
        state = ChallengeState.EXPIRED
    if state is ChallengeState.PENDING or (may_rest and state is ChallengeState.RESTING):
        return challenge
    if state is ChallengeState.ACCEPTED and challenge.at_once is not None:
        raise Refusal(
            "Someone else just accepted this challenge. It may be open again: check its card, "
            "or `/play`."
        )
    raise Refusal(_SETTLED[state])


async def settle(
    connection: Connection, number: int, state: ChallengeState, now: datetime
) -> Challenge:
    """Set the final state of a challenge. Raises `Refusal` if another action was faster."""
    settled = await settle_row(connection, number, state, now)
    challenge = await load_challenge(connection, number)
    if not settled:
        raise Refusal(_SETTLED[challenge.state])
    if challenge.ladder is not None and challenge.opponent is not None:
        people = challenge.challenger.id, challenge.opponent.id
        await settle_on_ladder(connection, challenge.ladder, number, people, state, now)
    return challenge
