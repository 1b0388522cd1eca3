"""Who gets a hint, on a card and on the board in a browser, and how often."""

from datetime import timedelta

from data import StoredMatch
from interactions.access import refuse_unless_explorable
from interactions.rate_limits import RateLimit
from match import verbs
from rules import Refusal

HINTS = RateLimit(30, timedelta(minutes=10), "Next hint {when}; try a move of your own.")


def refuse_hint(match: StoredMatch, person: int) -> None:
    """Raise `Refusal` unless a person is to move in a match that has hints."""
    side = verbs.refuse_unless_to_move(match, person)
    if match.rated:
        raise Refusal(
            "There are no hints in rated matches; they'd be unfair to {name}. Play unrated, which "
            "is in a challenge's **Options**, or play me.",
            name=match.name(1 - side),
        )
    refuse_unless_explorable(match)
