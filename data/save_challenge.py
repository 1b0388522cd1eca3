"""Load and save challenges: add one, load one that waits for an answer, settle one."""

from datetime import datetime, timedelta

from data import tables
from data.challenge_rules import (
    DIRECT_DURATION,
    LIVE_DURATION,
    MOST_PENDING,
    OPEN_DURATION,
    refuse_blocked,
    refuse_opponent,
    refuse_several_live,
    refuse_terms,
)
from data.columns import stamp
from data.connection import Connection
from data.ladder_course import settle_on_ladder
from data.people import add_person, lock_people
from data.refuse_blocks_and_limits import refuse_too_many_challenges
from data.standing_challenges import STANDING_DURATION, refuse_standing
from data.tables.challenges import challenge_from, offer_columns, pending_columns
from data.values import Challenge, ChallengeState, Person, Place, Repeated, Terms
from rules import Refusal, message

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
    to a pending one, or too many, pending or recent; and `Repeated` if the request was handled
    before.
    """
    if request is not None and await tables.challenges.is_done(connection, request):
        raise Repeated
    refuse_opponent(challenger, opponent)
    refuse_terms(terms)
    if terms.is_live:
        refuse_several_live(terms, at_once)
    if at_once is not None:
        refuse_standing(at_once, opponent)
    offer = offer_columns(challenger, opponent, terms, place)
    await add_person(connection, challenger.id, challenger.name)
    # The lock keeps what is counted below unchanged until the challenge is added.
    await lock_people(connection, challenger.id)
    if opponent is not None:
        await refuse_blocked(connection, challenger.id, opponent.id)
    if await tables.challenges.count_identical(connection, offer, stamp(now)):
        raise Refusal("You already sent this challenge; wait for an answer.")
    waiting = await tables.challenges.count_standing_by(connection, challenger.id, stamp(now))
    if waiting >= MOST_PENDING:
        raise Refusal(
            "You have {number} challenge waiting for an answer; withdraw it first.",
            "You have {number} challenges waiting for an answer; withdraw one first.",
            number=MOST_PENDING,
        )
    await refuse_too_many_challenges(
        connection, challenger.id, None if opponent is None else opponent.id, now
    )
    if opponent is not None:
        await add_person(connection, opponent.id, opponent.name)
    columns = offer | pending_columns(now, now + _duration(terms, opponent, at_once))
    columns |= {"request": request, "at_once": at_once, "ladder": ladder}
    return await load_challenge(connection, await tables.challenges.add(connection, columns))


def _duration(terms: Terms, opponent: Person | None, at_once: int | None) -> timedelta:
    """Return how long a challenge waits to be accepted."""
    if terms.is_live:
        return LIVE_DURATION
    if at_once is not None:
        return STANDING_DURATION
    return OPEN_DURATION if opponent is None else DIRECT_DURATION


async def load_challenge(connection: Connection, number: int) -> Challenge:
    """Load a challenge. Raises `Refusal` if there is none of that number."""
    row = await tables.challenges.find(connection, number)
    if row is None:
        raise Refusal("This challenge no longer exists; make a new one.")
    return challenge_from(row)


async def load_pending(connection: Connection, number: int, now: datetime) -> Challenge:
    """Load a challenge that still waits for an answer. Raises `Refusal` for any other."""
    challenge = await load_challenge(connection, number)
    state = challenge.state
    if state is ChallengeState.PENDING and now >= challenge.expires:
        state = ChallengeState.EXPIRED
    if state is ChallengeState.PENDING:
        return challenge
    if state is ChallengeState.ACCEPTED and challenge.at_once is not None:
        raise Refusal(
            "Someone else just accepted this challenge. It may be open again: check its card, "
            "or `/lobby`."
        )
    raise Refusal(_SETTLED[state])


async def load_standing(connection: Connection, number: int, now: datetime) -> Challenge:
    """Load a pending or resting challenge. Raises `Refusal` for any other."""
    challenge = await load_challenge(connection, number)
    if challenge.state is ChallengeState.RESTING:
        return challenge
    return await load_pending(connection, number, now)


async def settle(
    connection: Connection, number: int, state: ChallengeState, now: datetime
) -> Challenge:
    """Set the final state of a challenge. Raises `Refusal` if another action was faster."""
    settled = await tables.challenges.settle(connection, number, state, stamp(now))
    challenge = await load_challenge(connection, number)
    if not settled:
        raise Refusal(_SETTLED[challenge.state])
    if challenge.ladder is not None and challenge.opponent is not None:
        people = challenge.challenger.id, challenge.opponent.id
        await settle_on_ladder(connection, challenge.ladder, number, people, state, now)
    return challenge
