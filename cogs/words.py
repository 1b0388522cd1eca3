"""What several cards say in the same words: terms, options, clocks, results, ratings."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import discord

from cogs.speech import said
from data import KeptMatch, ListedMatch
from rules import Position, Sentence
from rules.event import Ending
from rules.rating import Rating

MINUTES, HOURS = 90, 48
"""So much time left is told in minutes, and so much in hours; any more in days."""


def pace_words(pace: int | None) -> str:
    """Say how long a move may take."""
    if pace is None:
        return "no clock"
    return "1 day a move" if pace == 1 else f"{pace} days a move"


def terms_words(
    rules: type[Position], options: Mapping[str, str], pace: int | None, *, rated: bool
) -> str:
    """Say by which terms a match is played."""
    words = (
        "Rated" if rated else "Casual, hints allowed",
        pace_words(pace),
        *map(said, rules.choices.choose(options).unusual),
    )
    return " · ".join(words)


def clock_words(deadline: datetime | None) -> str:
    """Say when somebody's time runs out, if it does, so that it stays true while it stands."""
    if deadline is None:
        return ""
    return f"time runs out {discord.utils.format_dt(deadline, 'R')}"


def left_words(deadline: datetime, now: datetime) -> Sentence:
    """Say how much time is left now, for what is read at once and by one person."""
    minutes = max(0, round((deadline - now) / timedelta(minutes=1)))
    if minutes < MINUTES:
        return Sentence("{number} minute left", "{number} minutes left", number=minutes)
    if minutes < HOURS * 60:
        return Sentence("{number} hour left", "{number} hours left", number=round(minutes / 60))
    days = round(minutes / (24 * 60))
    return Sentence("{number} day left", "{number} days left", number=days)


def result_words(match: ListedMatch, side: int) -> str:
    """Say how a finished match went for a side."""
    if match.how is Ending.ABORT:
        return "aborted"
    if match.winner is None:
        return "drawn"
    return "won" if match.winner == side else "lost"


def advantage_words(match: KeptMatch) -> str:
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
