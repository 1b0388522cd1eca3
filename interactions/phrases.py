"""What several cards say in the same words: terms, options, clocks, results, ratings."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from data import ListedMatch, StoredMatch
from interactions.speech import said, spoken
from match.event import Ending, Kind, Ruling
from match.pace import DAY, HOUR, Pace
from match.rating import Rating
from rulebook import Rulebook, rulebook
from rules import Moment, Position, Quote, Sentence, Value, message

UNEXPLORED = message("no trying out")
"""What is said of a match in which neither player may try anything out while it goes on."""
MINUTES, HOURS = 90, 48
"""So much time left is told in minutes, and so much in hours; any more in days."""


def book(key: str) -> Rulebook:
    """Give the rules of a game as they are told in the language that is spoken."""
    return rulebook(key, spoken().tag)


def pace_words(pace: Pace | None) -> Sentence:
    """Say how long a move may take."""
    if pace is None:
        return Sentence("no clock")
    if not pace.has_bank:
        return Sentence("{time} a move", time=_time_words(pace.start))
    start, adds, most = map(_time_words, (pace.start, pace.adds, pace.most))
    return Sentence("{start} + {adds} a move, at most {most}", start=start, adds=adds, most=most)


def _time_words(time: timedelta) -> Sentence:
    if time.days * DAY == time:
        return Sentence("{number} day", "{number} days", number=time.days)
    return Sentence("{number} hour", "{number} hours", number=time // HOUR)


def terms_words(
    rules: type[Position],
    options: Mapping[str, str],
    pace: Pace | None,
    *,
    rated: bool,
    explore: bool = True,
) -> str:
    """Say by which terms a match is played."""
    casual = message("Casual, hints allowed" if explore else "Casual, no hints")
    words = (
        Sentence(message("Rated") if rated else casual),
        pace_words(pace),
        *rules.choices.choose(options).changed,
        *([] if explore else [Sentence(UNEXPLORED)]),
    )
    return " · ".join(map(said, words))


def clock_words(deadline: datetime | None) -> str:
    """Say when somebody's time runs out, if it does, so that it stays true while it stands."""
    if deadline is None:
        return ""
    return said(Sentence("time runs out {when}", when=Moment(deadline)))


def left_words(deadline: datetime, now: datetime) -> Sentence:
    """Say how much time is left now, for what is read at once and by one person."""
    minutes = max(0, round((deadline - now) / timedelta(minutes=1)))
    if minutes < MINUTES:
        return Sentence("{number} minute left", "{number} minutes left", number=minutes)
    if minutes < HOURS * 60:
        return Sentence("{number} hour left", "{number} hours left", number=round(minutes / 60))
    days = round(minutes / (24 * 60))
    return Sentence("{number} day left", "{number} days left", number=days)


def remark_words(match: StoredMatch) -> str:
    """Tell what was said with the last move, as it was typed."""
    if match.remark is None or match.silent:
        return ""
    return remark_told(match.name(match.remark.side), match.remark.text)


def remark_told(name: Value, words: str) -> str:
    """Tell what somebody said, as it was typed."""
    return said(Sentence("**{player}**: {words}", player=name, words=Quote(words)))


RULINGS = {
    Kind.LOCK: message("An administrator has locked the match: {reason}."),
    Kind.UNLOCK: message("An administrator has unlocked the match: {reason}."),
    Kind.RELOCATE: message("An administrator has moved the match here: {reason}."),
}


def ruling_words(ruling: Ruling) -> Sentence:
    """Say what an administrator decided about a match that goes on, and why."""
    return Sentence(RULINGS[ruling.kind], reason=Quote(ruling.reason))


def result_words(match: ListedMatch, side: int) -> Sentence:
    """Say how a finished match went for a side."""
    if match.how is Ending.ABORT:
        return Sentence("aborted")
    if match.how is Ending.STOPPED:
        return Sentence("ended without a result")
    if match.winner is None:
        return Sentence("drawn")
    return Sentence("won") if match.winner == side else Sentence("lost")


def advantage_words(match: StoredMatch) -> str:
    """Say of a rated match which side was easier, and that the ratings know it."""
    if not match.advantage:
        return ""
    side = match.position.side(int(match.advantage < 0))
    told = Sentence(
        "{Side} is the easier side here, worth {points} points: "
        "who wins with it earns less, who wins against it more.",
        side=side,
        points=abs(match.advantage),
    )
    return said(told)


def rating_words(rating: Rating) -> str:
    """Write a rating as a whole number, with a question mark while it is not settled."""
    return f"{rating.rating:.0f}{'' if rating.settled else '?'}"
