"""Phrases that several cards share: terms, options, clocks, results, ratings."""

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
"""The label of a match in which neither player may try out moves while it is in progress."""
MINUTES, HOURS = 90, 48
"""Remaining time below these limits is given in minutes and in hours; longer times in days."""
RULINGS = {
    Kind.LOCK: message("An administrator has locked the match: {reason}."),
    Kind.UNLOCK: message("An administrator has unlocked the match: {reason}."),
    Kind.RELOCATE: message("An administrator has moved the match here: {reason}."),
}


def book(key: str) -> Rulebook:
    """Return the rulebook of a game in the current language."""
    return rulebook(key, spoken().tag)


def pace_words(pace: Pace | None) -> Sentence:
    """Describe a time control."""
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
    """Describe the terms of a match."""
    casual = message("Casual, hints allowed" if explore else "Casual, no hints")
    words = (
        Sentence(message("Rated") if rated else casual),
        pace_words(pace),
        *rules.choices.choose(options).changed,
        *([] if explore else [Sentence(UNEXPLORED)]),
    )
    return " · ".join(map(said, words))


def clock_words(deadline: datetime | None) -> str:
    """Describe when the time runs out, if ever, with a timestamp that stays true in a message."""
    if deadline is None:
        return ""
    return said(Sentence("time runs out {when}", when=Moment(deadline)))


def left_words(deadline: datetime, now: datetime) -> Sentence:
    """Describe the time left now, for text that one person reads at once."""
    minutes = max(0, round((deadline - now) / timedelta(minutes=1)))
    if minutes < MINUTES:
        return Sentence("{number} minute left", "{number} minutes left", number=minutes)
    if minutes < HOURS * 60:
        return Sentence("{number} hour left", "{number} hours left", number=round(minutes / 60))
    days = round(minutes / (24 * 60))
    return Sentence("{number} day left", "{number} days left", number=days)


def remark_words(match: StoredMatch) -> str:
    """Quote the remark made with the last move, if any."""
    if match.remark is None or match.silent:
        return ""
    return remark_told(match.name(match.remark.side), match.remark.text)


def remark_told(name: Value, words: str) -> str:
    """Quote a player's remark."""
    return said(Sentence("**{player}**: {words}", player=name, words=Quote(words)))


def ruling_words(ruling: Ruling) -> Sentence:
    """Describe an administrator's ruling on a match in progress, with its reason."""
    return Sentence(RULINGS[ruling.kind], reason=Quote(ruling.reason))


def result_words(match: ListedMatch, side: int) -> Sentence:
    """Describe the result of a finished match for one side."""
    if match.how is Ending.ABORT:
        return Sentence("aborted")
    if match.how is Ending.STOPPED:
        return Sentence("ended without a result")
    if match.winner is None:
        return Sentence("drawn")
    return Sentence("won") if match.winner == side else Sentence("lost")


def advantage_words(match: StoredMatch) -> str:
    """Name the easier side of a rated match, and say that the ratings account for it."""
    if not match.advantage:
        return ""
    side = match.position.side(int(match.advantage < 0))
    sentence = Sentence(
        "{Side} is the easier side here, worth {points} points: "
        "who wins with it earns less, who wins against it more.",
        side=side,
        points=abs(match.advantage),
    )
    return said(sentence)


def rating_words(rating: Rating) -> str:
    """Format a rating as an integer, with a question mark while it is provisional."""
    return f"{rating.rating:.0f}{'' if rating.settled else '?'}"
