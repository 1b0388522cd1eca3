"""A reminder: the matches in which a player's time runs low, and the button **I'm away**."""

from collections.abc import Sequence

import discord

from data import StoredMatch
from data.reminders import Reminder
from interactions import CustomId, said
from interactions.components import ButtonMessage, button
from interactions.speech import match_link
from match.event import GONE
from match.match import CLAIM_PART
from rules import Moment, Sentence, Value, message
from views.web_link import board_buttons

WORDS = (
    message("{player}, **{opponent}** is waiting for your move in {match}: time runs out {when}."),
    message(
        "{player}, last reminder: **{opponent}** is waiting for your move in {match}, and "
        "time runs out {when}."
    ),
)
"""The texts of the first and the last reminder of a turn."""
LINES = (
    message("- **{opponent}** in {match}: time runs out {when}"),
    message("- **{opponent}** in {match}: last reminder, time runs out {when}"),
)
"""The same where one message has several matches."""
ARE_YOU_THERE = message(
    "{player}, are you there? **{opponent}** is waiting for your move in {match}: time runs out "
    "{when}."
)
"""The text of the only reminder in a turn of a live match."""
WARNED_AFTER = GONE - GONE // CLAIM_PART
"""After how long somebody is warned of a claim."""
MOST_LISTED = 6
"""The most matches that one message has room for."""


class GoAway(CustomId, name="away"):
    """Begin the vacation of the person whom a reminder, of this number, is for."""

    person: int
    reminder: int


def reminder_words(person: int, matches: Sequence[StoredMatch]) -> Sentence:
    """Word a reminder of matches: a sentence for one, a list of several."""
    if len(matches) == 1:
        return _of_one(person, matches[0])
    rest = len(matches) - MOST_LISTED
    lines = [_line(match) for match in matches[:MOST_LISTED]]
    if rest > 0:
        lines.append(
            Sentence(
                "- and {number} more, which `/matches` shows",
                "- and {number} more, which `/matches` shows",
                number=rest,
            )
        )
    return Sentence(
        "{player}, it's your move in {number} match, and time is running out:\n{lines}",
        "{player}, it's your move in {number} matches, and time is running out:\n{lines}",
        player=f"<@{person}>",
        number=len(matches),
        lines="\n".join(map(said, lines)),
    )


def reminder_buttons(reminder: Reminder, match: int, *, has_web: bool) -> discord.ui.View:
    """Return **I'm away**, by which the bot knows the message again, and the way to the board."""
    away = button("I'm away", GoAway(reminder.person, reminder.id))
    return ButtonMessage(away, *board_buttons(match, has_web=has_web))


def _of_one(person: int, match: StoredMatch) -> Sentence:
    """Word the first or the last reminder of a turn, or the warning of a claim."""
    values = {"player": f"<@{person}>", **_values(match)}
    if match.is_live:
        return Sentence(ARE_YOU_THERE, **values)
    if match.claimable is None:
        return Sentence(WORDS[match.clock.reminded - 1], **values)
    return Sentence(
        "{player}, **{opponent}** has been waiting for your move in {match} for {number} day. "
        "They can claim the match {when}.",
        "{player}, **{opponent}** has been waiting for your move in {match} for {number} days. "
        "They can claim the match {when}.",
        number=WARNED_AFTER.days,
        **values,
    )


def _line(match: StoredMatch) -> Sentence:
    if match.claimable is not None:
        return Sentence("- **{opponent}** in {match}: they can claim it {when}", **_values(match))
    return Sentence(LINES[match.clock.reminded - 1], **_values(match))


def _values(match: StoredMatch) -> dict[str, Value]:
    until = match.deadline or match.claimable
    assert until is not None, "only turns that end are reminded of"
    return {
        "opponent": match.name(1 - match.turn),
        "match": match_link(match),
        "when": Moment(until),
    }
