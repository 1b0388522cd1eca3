"""The conditions under which challenges are made, answered and settled."""

import random
from datetime import datetime, timedelta

from data import tables
from data.blocks_and_limits import refuse_blocked, refuse_too_many_challenges
from data.connection import Connection
from data.ladder_course import settle_on_ladder
from data.save_match import Repeated
from data.standing_challenges import STANDING_DURATION, refuse_standing
from data.tables.challenges import challenge_from, offer_columns, pending_columns
from data.tables.columns import stamp
from data.values import THREE_DAYS, Challenge, ChallengeState, Person, Place, Seat, Terms
from match.clock import MINUTE, Pace
from rules import GAMES, Code, Listed, ListStyle, Refusal, codes, message, typed

PACES = (
    THREE_DAYS,
    Pace.a_move(1),
    Pace.a_move(7),
    Pace.a_move(14),
    Pace.bank(3, 12, 5),
    Pace.bank(10, 24, 14),
    None,
)
"""The paces to choose from, the default first; `None` is without a clock."""
LIVE_PACES = (Pace.live(10, 15), Pace.live(5, 5), Pace.live(20, 30))
"""The paces for two who are both there; no server has one as its usual pace."""
FORMER_PACES = (Pace.a_move(2), Pace.a_move(5))
"""Paces offered in the past, which rematches and repeated challenges may still use."""
DIRECT_DURATION = timedelta(days=7)
OPEN_DURATION = timedelta(days=3)
LIVE_DURATION = timedelta(minutes=10)
"""How long a challenge to a live match waits.

Its clock runs at once when it is accepted, so it shall not be accepted when the challenger is gone.
Ten minutes are enough to be seen by a friend, and short enough to wait for.
"""
MOST_PENDING = 20


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
    _refuse_opponent(challenger, opponent)
    refuse_terms(terms)
    if terms.is_live:
        _refuse_several_live(terms, at_once)
    if at_once is not None:
        refuse_standing(at_once, opponent)
    offer = offer_columns(challenger, opponent, terms, place)
    await tables.people.add(connection, challenger.id, challenger.name)
    # The lock keeps what is counted below unchanged until the challenge is added.
    await tables.people.lock(connection, challenger.id)
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
        await tables.people.add(connection, opponent.id, opponent.name)
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


def assign_seats(challenger: int, opponent: int, seat: Seat, rng: random.Random) -> tuple[int, int]:
    """Assign the sides as the challenger wants, at random if that was chosen."""
    swapped = rng.random() < 0.5 if seat is Seat.RANDOM else seat is Seat.SECOND
    return (opponent, challenger) if swapped else (challenger, opponent)


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


def refuse_taker(challenge: Challenge, person: int) -> None:
    """Raise `Refusal` unless a person may accept a challenge."""
    if challenge.challenger.id == person:
        raise Refusal("This is your own challenge; wait for someone else to accept it.")
    if challenge.opponent is not None and challenge.opponent.id != person:
        raise _not_for(challenge.opponent)


def refuse_other_terms(challenge: Challenge) -> None:
    """Raise `Refusal` for other terms than those of a ladder."""
    if challenge.ladder is not None:
        raise Refusal("A ladder challenge can't be changed; accept or decline it.")


def refuse_decliner(challenge: Challenge, person: int) -> None:
    """Raise `Refusal` unless a person may decline a challenge."""
    if challenge.challenger.id == person:
        raise Refusal("This is your own challenge; withdraw it instead.")
    if challenge.opponent is None:
        raise Refusal("This challenge is open to anyone; leave it for someone else to accept.")
    if challenge.opponent.id != person:
        raise _not_for(challenge.opponent)


def _not_for(opponent: Person) -> Refusal:
    return Refusal("This challenge is for {name}; make your own.", name=opponent.display_name)


def _refuse_opponent(challenger: Person, opponent: Person | None) -> None:
    if challenger.is_bot or (opponent is not None and opponent.is_bot):
        raise Refusal("Other bots can't play; challenge a person instead.")
    if opponent is not None and opponent.id == challenger.id:
        raise Refusal(
            "You can't challenge yourself; choose someone else, or remove `opponent` to let "
            "anyone accept."
        )


def refuse_terms(terms: Terms) -> None:
    """Raise `Refusal` for a game or a pace that is not offered."""
    if terms.game not in GAMES:
        raise Refusal(
            "There is no game {game} here; choose {valid}.",
            game=typed(terms.game),
            valid=Listed(tuple(rules.name for rules in GAMES.values()), ListStyle.OR),
        )
    if terms.pace is not None and terms.pace not in (*PACES, *LIVE_PACES, *FORMER_PACES):
        raise Refusal(
            "There is no pace {pace} here; choose {valid}, or no clock.",
            pace=Code(terms.pace.write()),
            valid=codes(sorted(pace.write() for pace in PACES if pace), ListStyle.OR),
        )


def _refuse_several_live(terms: Terms, at_once: int | None) -> None:
    """Raise `Refusal` for more than one live match at a time."""
    if at_once is not None:
        raise Refusal(
            "A live challenge is open for only {number} minute, so it can't be `standing`: "
            "remove that, or choose another pace.",
            "A live challenge is open for only {number} minutes, so it can't be `standing`: "
            "remove that, or choose another pace.",
            number=LIVE_DURATION // MINUTE,
        )
    if terms.both_sides:
        raise Refusal(
            "You can only play one live match at a time. Remove `both_sides`; after the match, "
            "press **Rematch** to swap sides."
        )
