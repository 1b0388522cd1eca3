"""What the buttons of a vacation do: a player's clocks stand still, on request or automatically."""

import discord

from delivery.outdated_cards import redraw_some
from delivery.reminders import take_away_past
from interactions import Interaction, answer_privately, handles
from interactions.access import check_rate
from interactions.rate_limits import VACATIONS
from rules import Refusal
from views.reminder import GoAway
from views.vacation_page import AskForVacation, VacationRequest, vacation_page


@handles(AskForVacation)
async def on_vacation(interaction: Interaction, pressed: AskForVacation) -> None:
    """Show or change the vacation of the person who presses, always in private messages."""
    vacations, person = interaction.client.store.vacations, interaction.user.id
    now = discord.utils.utcnow()
    match pressed.request:
        case VacationRequest.SHOW:
            page = vacation_page(await vacations.find(person, now))
            await answer_privately(interaction, page)
            return
        case VacationRequest.BEGIN:
            check_rate(interaction, VACATIONS)
            vacation = await vacations.begin(person, now)
        case VacationRequest.END:
            vacation = await vacations.end(person, now)
        case request:
            by_itself = request is VacationRequest.BY_ITSELF
            vacation = await vacations.choose(person, now, by_itself=by_itself)
    await interaction.response.edit_message(view=vacation_page(vacation))
    if pressed.request in (VacationRequest.BEGIN, VacationRequest.END):
        await _show_change(interaction)


@handles(GoAway)
async def on_away(interaction: Interaction, pressed: GoAway) -> None:
    """Begin the vacation of the person whom a reminder is for, and say how long it is."""
    if interaction.user.id != pressed.person:
        raise Refusal(
            "This reminder is for someone else; press **Vacation** in `/settings` for your own."
        )
    check_rate(interaction, VACATIONS)
    vacations, now = interaction.client.store.vacations, discord.utils.utcnow()
    vacation = await vacations.begin(interaction.user.id, now)
    await answer_privately(interaction, vacation_page(vacation))
    await _show_change(interaction)


async def _show_change(interaction: Interaction) -> None:
    """Let cards and reminders say who is away."""
    await redraw_some(interaction.client)
    await take_away_past(interaction.client)
