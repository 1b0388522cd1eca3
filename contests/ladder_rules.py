"""The rules of a ladder for players: to join, leave, and challenge those above them."""

from datetime import datetime, timedelta
from itertools import islice

from contests.ladder import Ladder, LadderEvent, LadderKind
from rules import Moment, Refusal, Sentence, message

REACH = 3
"""The number of places above them that a player may challenge."""
MOST_OPEN = 2
"""The most open challenges by a player at once, and the most to them."""
ANSWER = timedelta(days=7)
"""The time that a challenge waits; whoever does not answer gives their place."""
NOT_ON_IT = message("You're not on this ladder; press **Join** first.")


def join(ladder: Ladder, person: int, now: datetime) -> LadderEvent:
    """Join a ladder, on its last place. Raises `Refusal` for whoever is on it."""
    if (place := ladder.place(person)) is not None:
        raise Refusal("You're already on this ladder: you're number {place}.", place=place)
    return LadderEvent(LadderKind.JOIN, now, person)


def leave(ladder: Ladder, person: int, now: datetime) -> LadderEvent:
    """Leave a ladder. Raises `Refusal` for whoever is not on it."""
    if ladder.place(person) is None:
        raise Refusal(NOT_ON_IT)
    return LadderEvent(LadderKind.LEAVE, now, person)


def in_reach(ladder: Ladder, person: int) -> tuple[int, ...]:
    """Return whom a person may challenge by their places, the nearest first.

    These are up to three above them. Who is on vacation is left out, so that they bar nobody's way;
    who is blocked is not.
    """
    place = ladder.place(person)
    above = reversed(ladder.rungs[: place - 1]) if place else iter(())
    there = (rung.person for rung in above if rung.away is None)
    return tuple(islice(there, REACH))


def obstacle(ladder: Ladder, person: int, other: int, now: datetime) -> Sentence | None:
    """Return why somebody within reach cannot be challenged now, if that is so."""
    made = [each for each in ladder.open if each.challenger == person]
    if any(other in each.people for each in ladder.challenges_of(person)):
        return Sentence("You two already have an open ladder challenge; finish that one first.")
    if len(made) >= MOST_OPEN:
        return Sentence(
            "You have {number} ladder challenge open; finish it first.",
            "You have {number} ladder challenges open; finish one first.",
            number=MOST_OPEN,
        )
    if sum(each.challenged == other for each in ladder.open) >= MOST_OPEN:
        return Sentence(
            "They already have {number} open ladder challenge; try again when it's over.",
            "They already have {number} open ladder challenges; try again when one is over.",
            number=MOST_OPEN,
        )
    if (until := ladder.rests_until(person, other, now)) is not None:
        return Sentence(
            "You two played each other recently; you can play again {when}.", when=Moment(until)
        )
    return None


def refuse_challenge(ladder: Ladder, person: int, other: int, now: datetime) -> None:
    """Raise `Refusal` unless a person may challenge another one now."""
    rung = ladder.rung(person)
    if rung is None:
        raise Refusal(NOT_ON_IT)
    if rung.away is not None:
        raise Refusal("You're on vacation; end it in `/settings` to challenge someone.")
    if other not in in_reach(ladder, person):
        raise Refusal(
            "You can't challenge this player now: you can only challenge the next player above you "
            "who isn't on vacation.",
            "You can't challenge this player now: you can only challenge the next {number} "
            "players above you who aren't on vacation.",
            number=REACH,
        )
    if (words := obstacle(ladder, person, other, now)) is not None:
        raise Refusal(words)
