"""The conditions under which challenges are made and answered; whoever may not is refused."""

from datetime import timedelta

from data.connection import Connection
from data.people import has_blocked
from data.time_controls import FORMER_PACES, LIVE_PACES, PACES, VOTE_PACES
from data.values import Challenge, Person, Terms
from match.clock import MINUTE
from rules import GAMES, Code, Listed, ListStyle, Refusal, codes, typed

DIRECT_DURATION = timedelta(days=7)
OPEN_DURATION = timedelta(days=3)
LIVE_DURATION = timedelta(minutes=10)
"""The time that a challenge to a live match waits.

Its clock runs at once when it is accepted, so it shall not be accepted when the challenger is gone.
Ten minutes are enough to be seen by a friend, and short enough to wait for.
"""
STANDING_DURATION = timedelta(days=30)
"""The time for which a standing challenge is offered without being accepted."""
MOST_AT_ONCE = 10
"""The most matches from one standing challenge in progress at the same time."""


async def refuse_blocked(connection: Connection, one: int, other: int) -> None:
    """Raise `Refusal` if one of two people has blocked the other, without saying which."""
    if await has_blocked(connection, one, other) or await has_blocked(connection, other, one):
        raise Refusal("You two can't play each other here; challenge someone else.")


def refuse_taker(challenge: Challenge, person: int) -> None:
    """Raise `Refusal` unless a person may accept a challenge."""
    if challenge.challenger.id == person:
        raise Refusal("This is your own challenge; wait for someone else to accept it.")
    if challenge.opponent is not None and challenge.opponent.id != person:
        raise _not_for(challenge.opponent)


def refuse_to_replace(challenge: Challenge, person: int) -> None:
    """Raise `Refusal` unless a person may replace a challenge, which must be their own."""
    if challenge.challenger.id != person:
        raise Refusal(
            "Only {name} can turn this challenge into a match against me. Press **Accept** to "
            "play {name}, or type `/{game} level:2` to play me.",
            name=challenge.challenger.display_name,
            game=challenge.terms.game,
        )


def refuse_to_change(challenge: Challenge, person: int) -> None:
    """Raise `Refusal` unless a challenge is a person's own, and none on a ladder."""
    if challenge.challenger.id != person:
        raise Refusal(
            "Only {name} can change this challenge; ask them, or make your own.",
            name=challenge.challenger.display_name,
        )
    if challenge.ladder is not None:
        raise Refusal("A ladder challenge can't be changed; accept or decline it.")
    if challenge.terms.crowd is not None:
        raise Refusal("Withdraw this challenge, and make another with `/play`.")


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


def refuse_opponent(challenger: Person, opponent: Person | None) -> None:
    """Raise `Refusal` for an opponent who cannot be challenged."""
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
    others = FORMER_PACES if terms.crowd is None else VOTE_PACES
    if terms.pace is not None and terms.pace not in (*PACES, *LIVE_PACES, *others):
        raise Refusal(
            "There is no pace {pace} here; choose {valid}, or no clock.",
            pace=Code(terms.pace.write()),
            valid=codes(sorted(pace.write() for pace in PACES if pace), ListStyle.OR),
        )


def refuse_several_live(terms: Terms, at_once: int | None) -> None:
    """Raise `Refusal` for more than one live match at a time."""
    if at_once is not None:
        raise Refusal(
            "A live challenge is open for only {number} minute, so it can't stay open; choose "
            "another pace.",
            "A live challenge is open for only {number} minutes, so it can't stay open; choose "
            "another pace.",
            number=LIVE_DURATION // MINUTE,
        )
    if terms.both_sides:
        raise Refusal(
            "You can only play one live match at a time; after the match, press **Rematch** to "
            "swap sides."
        )


def refuse_standing(at_once: int, opponent: Person | None) -> None:
    """Raise `Refusal` for a standing challenge to one person, or with too many matches at once."""
    if opponent is not None:
        raise Refusal("Only a challenge to anyone can stay open; remove `opponent`.")
    if not 1 <= at_once <= MOST_AT_ONCE:
        raise Refusal(
            "A standing challenge can have 1 to {number} match at once; choose a number in "
            "that range.",
            "A standing challenge can have 1 to {number} matches at once; choose a number in "
            "that range.",
            number=MOST_AT_ONCE,
        )
