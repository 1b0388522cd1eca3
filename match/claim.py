"""What whoever waits for the other can do, besides the verbs of `match.verbs`."""

from datetime import datetime, timedelta

from match.event import GONE, Event, Kind
from match.match import Match
from match.verbs import refuse_unless_playing
from rules.refusal import Refusal
from rules.sentence import Moment

USED = timedelta(hours=1)
"""So much of the opponent's time must be gone before it is given again."""


def give_time(match: Match, person: int, now: datetime) -> Event:
    """Give the opponent as much time as there can be by the pace, from now on."""
    side = refuse_unless_playing(match, person)
    name = match.name(1 - side)
    if match.computer is not None:
        raise Refusal("{name} has no clock; take all the time of your own.", name=name)
    if match.pace is None or match.bank is None:
        raise Refusal("This match has no clock; {name} has all the time there is.", name=name)
    left = match.bank[1 - side]
    if match.turn != side:
        left -= now - match.since - match.uncounted(now)
    if match.pace.most - left < USED:
        raise Refusal(
            "{name} has all the time that a player can have here; give more once some of it is "
            "gone.",
            name=name,
        )
    return match.event(Kind.GIVE_TIME, side, now)


def claim(match: Match, person: int, now: datetime) -> Event:
    """End a match without a clock in which the opponent has not moved for so long as to be gone."""
    side = refuse_unless_playing(match, person)
    name = match.name(1 - side)
    if match.computer is not None:
        raise Refusal("{name} is never gone; it moves as soon as it has thought.", name=name)
    if match.pace is not None:
        raise Refusal("This match has a clock; wait until the time of {name} is over.", name=name)
    if match.turn == side:
        raise Refusal("It is your own turn; make your move.")
    if match.away[1 - side]:
        raise Refusal("{name} is on vacation; wait until that is over.", name=name)
    if now < match.since + GONE:
        raise Refusal(
            "A match can be claimed after {number} days without a move; that is {when}.",
            number=GONE.days,
            when=Moment(match.since + GONE),
        )
    return match.event(Kind.CLAIM if match.settled else Kind.ABORT, side, now)
