"""A player's vacation: the message about it, with its buttons."""

from datetime import timedelta
from enum import StrEnum

import discord

from data.contest_values import VACATION
from interactions import CustomId, say
from interactions.components import Item, button, in_rows, text_view
from interactions.speech import time_words
from match.clock import DAY, HOUR
from match.vacation import EARNED, LEAST, MOST, Vacation
from rules import Listed, Sentence, message


class VacationRequest(StrEnum):
    """What a person asks about their vacation. The values stand in messages for ever."""

    BEGIN = "begin"
    END = "end"
    BY_ITSELF = "by_itself"
    BY_HAND = "by_hand"
    SHOW = "show"


class AskForVacation(CustomId, name="vacation"):
    """Show one's vacation, begin or end it, or choose whether it begins automatically."""

    request: VacationRequest


LABELS = {
    VacationRequest.BEGIN: (message("Go on vacation"), discord.ButtonStyle.primary),
    VacationRequest.END: (message("End vacation"), discord.ButtonStyle.primary),
    VacationRequest.BY_ITSELF: (message("Start automatically"), discord.ButtonStyle.secondary),
    VacationRequest.BY_HAND: (message("Don't start automatically"), discord.ButtonStyle.secondary),
    VacationRequest.SHOW: (message("Vacation"), discord.ButtonStyle.secondary),
}


def vacation_page(vacation: Vacation) -> discord.ui.LayoutView:
    """Build the message about a player's vacation, with its buttons."""
    left = _time_words(vacation.left(discord.utils.utcnow()))
    if vacation.ends is not None:
        lines = [
            say(
                "You're on vacation: your clocks are paused, until {until} at the latest; you have "
                "**{time}** of vacation left.",
                until=discord.utils.format_dt(vacation.ends, "f"),
                time=left,
            ),
            say(
                "When it ends, each clock gets at least a day (or a move's full time). "
                "That comes out of your vacation."
            ),
        ]
        requests = [VacationRequest.END]
    else:
        lines = [
            say(
                "You have **{time}** of vacation left. While you're on vacation, all your "
                "clocks are paused.",
                time=left,
            )
        ]
        requests = [VacationRequest.BEGIN]
    if vacation.by_itself:
        lines.append(
            say("It starts automatically five minutes before you would lose a match on time.")
        )
        requests.append(VacationRequest.BY_HAND)
    else:
        lines.append(say("It doesn't start automatically: if your time runs out, you lose."))
        requests.append(VacationRequest.BY_ITSELF)
    lines.append(
        say(
            "-# You earn a day every {earned}, up to {most}, and need {least} to "
            "start. You can still play; opponents see until when you're away.",
            earned=time_words(EARNED * DAY),
            most=MOST.days,
            least=LEAST.days,
        )
    )
    lines.append(
        say(
            "-# In a league or cup it pauses your clocks for {number} day in all, and only if you "
            "had already moved there when it started.",
            "-# In a league or cup it pauses your clocks for {number} days in all, and only if you "
            "had already moved there when it started.",
            number=VACATION.days,
        )
    )
    buttons = [vacation_button(request) for request in requests]
    return text_view(say("### Your vacation"), *lines, rows=in_rows(buttons))


def vacation_button(request: VacationRequest = VacationRequest.SHOW) -> Item:
    """Return the button for what is asked about a vacation; without a request it opens the page."""
    words, style = LABELS[request]
    return button(words, AskForVacation(request), style)


def _time_words(time: timedelta) -> Sentence | Listed:
    """Word a length of time in days and hours."""
    hours = time_words(time % DAY)
    if time < DAY:
        return hours
    days = time_words(time - time % DAY)
    return Listed((days, hours)) if time % DAY >= HOUR else days
