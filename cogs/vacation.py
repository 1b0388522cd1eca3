"""`/vacation`: a player's clocks stand still, on request or automatically."""

from datetime import timedelta
from enum import StrEnum

import discord
from discord import app_commands
from discord.ext import commands

from delivery.outdated_cards import redraw_some
from interactions import Bot, CustomId, Interaction, handles, say, whisper
from interactions.components import button, in_rows, text_view
from interactions.rate_limits import VACATIONS, check_rate
from match.vacation import EARNED, LEAST, MOST, Vacation
from rules import Listed, Sentence, message

HOUR = timedelta(hours=1)


class VacationRequest(StrEnum):
    """What a person asks about their vacation. The values stand in messages for ever."""

    BEGIN = "begin"
    END = "end"
    BY_ITSELF = "by_itself"
    BY_HAND = "by_hand"


class AskForVacation(CustomId, name="vacation"):
    """Begin or end one's vacation, or choose whether it begins automatically."""

    request: VacationRequest


LABELS = {
    VacationRequest.BEGIN: (message("Go on vacation"), discord.ButtonStyle.primary),
    VacationRequest.END: (message("End vacation"), discord.ButtonStyle.primary),
    VacationRequest.BY_ITSELF: (message("Start automatically"), discord.ButtonStyle.secondary),
    VacationRequest.BY_HAND: (
        message("Don't start automatically"),
        discord.ButtonStyle.secondary,
    ),
}


@handles(AskForVacation)
async def on_vacation(
    interaction: Interaction, pressed: AskForVacation, _values: list[str]
) -> None:
    """Change the vacation of the person who presses; the buttons are in private messages."""
    vacations, person = interaction.client.store.vacations, interaction.user.id
    now = discord.utils.utcnow()
    match pressed.request:
        case VacationRequest.BEGIN:
            check_rate(interaction, VACATIONS)
            vacation = await vacations.begin(person, now)
        case VacationRequest.END:
            vacation = await vacations.end(person, now)
        case request:
            by_itself = request is VacationRequest.BY_ITSELF
            vacation = await vacations.choose(person, now, by_itself=by_itself)
    await interaction.response.edit_message(view=_vacation_page(vacation))
    if pressed.request in (VacationRequest.BEGIN, VacationRequest.END):
        await redraw_some(interaction.client)


class VacationCog(commands.Cog):
    """The command for vacations."""

    @app_commands.command()
    async def vacation(self, interaction: Interaction) -> None:
        """Pause all your clocks for a few days, and see how many you have left."""
        now = discord.utils.utcnow()
        vacation = await interaction.client.store.vacations.of(interaction.user.id, now)
        await whisper(interaction, view=_vacation_page(vacation))


def _vacation_page(vacation: Vacation) -> discord.ui.LayoutView:
    """Build the message about a player's vacation, with its buttons."""
    if vacation.ends is not None:
        ends = discord.utils.format_dt(vacation.ends, "f")
        lines = [
            say(
                "You're on vacation: your clocks are paused, until {time} at the latest.",
                time=ends,
            )
        ]
        if vacation.automatic:
            lines.append(
                say(
                    "It started automatically. When it ends, each of your clocks gets at least "
                    "a day (or the full time for a move, if that's shorter). If you end it "
                    "early, that time is taken from your vacation."
                )
            )
        requests = [VacationRequest.END]
    else:
        lines = [
            say(
                "You have **{time}** of vacation. It pauses all your clocks.",
                time=_time_words(vacation.left(discord.utils.utcnow())),
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
            "-# You earn a day every {earned}, up to {most}, and need {least} to start. You "
            "can still play during a vacation; your opponents see that you're away.",
            earned=_days(EARNED),
            most=MOST.days,
            least=LEAST.days,
        )
    )
    buttons = [
        button(LABELS[request][0], AskForVacation(request), LABELS[request][1])
        for request in requests
    ]
    return text_view(say("### Your vacation"), *lines, rows=in_rows(buttons))


def _time_words(time: timedelta) -> Sentence | Listed:
    """Word a length of time in days and hours."""
    days, hours = time.days, (time - timedelta(days=time.days)) // HOUR
    hours_words = Sentence("{number} hour", "{number} hours", number=hours)
    if not days:
        return hours_words
    return Listed((_days(days), hours_words)) if hours else _days(days)


def _days(number: int) -> Sentence:
    return Sentence("{number} day", "{number} days", number=number)


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(VacationCog())
