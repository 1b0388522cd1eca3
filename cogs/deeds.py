"""What people do in a match, by whatever command or button: the verb of data/, then the card."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from cogs import posting
from cogs.answers import whisper
from cogs.controls import text_view
from cogs.match_buttons import deed_button
from cogs.names import called, linked
from data import Happened, KeptMatch
from rules import Refusal, verbs
from rules.event import Event
from rules.match import Match, Stale
from rules.verbs import Decide

if TYPE_CHECKING:
    from cogs.answers import Interaction


async def play(interaction: Interaction, number: int, text: str, seen: int | None = None) -> None:
    """Make a move, and post the new card."""

    def play_it(match: Match, person: int, now: datetime) -> Event:
        return verbs.play(match, person, now, text)

    before, after = await _happen(interaction, number, play_it, seen)
    await posting.show(interaction, after, before)


async def do(interaction: Interaction, number: int, deed: str, seen: int | None = None) -> None:
    """Do what a button says; what ends the match or turns it back makes a new card."""
    if deed == "resign":
        await _ask_once_more(interaction, number)
        return
    if deed == "rematch":
        await rematch(interaction, number)
        return
    before, after = await _happen(interaction, number, _VERBS[deed], seen)
    if after.over or after.position != before.position:
        await posting.show(interaction, after, before)
        return
    side = after.side_of(interaction.user.id)
    await posting.note(
        interaction,
        f"{called(after, side)} {_NOTES[deed]}, <@{after.seats[1 - side]}>: {_titled(after)}.",
        after.seats[1 - side],
    )
    await posting.refresh(interaction.client, after)


async def draw(interaction: Interaction, number: int) -> None:
    """Offer a draw, or accept the one that the opponent offers."""
    match = await interaction.client.store.matches.find(number)
    side = match.side_of(interaction.user.id)
    await do(interaction, number, "accept" if match.draw_offer == 1 - side else "draw")


async def take_back(interaction: Interaction, number: int) -> None:
    """Ask to take the last move back, or allow it where the opponent asks."""
    match = await interaction.client.store.matches.find(number)
    side = match.side_of(interaction.user.id)
    await do(interaction, number, "allow" if match.take_back == 1 - side else "takeback")


async def rematch(interaction: Interaction, number: int) -> None:
    """Ask for a rematch, or agree: then the new match begins with its own card."""
    bot = interaction.client
    matches = bot.store.matches
    old, new = await matches.ask_rematch(number, interaction.user.id, discord.utils.utcnow())
    side = old.side_of(interaction.user.id)
    if new is None:
        other = old.seats[1 - side]
        await posting.note(
            interaction,
            f"{called(old, side)} would like a rematch, <@{other}>: press **Rematch** under "
            f"{_titled(old)}.",
            other,
        )
    else:
        await posting.show(interaction, new)
    await posting.refresh(bot, old)


def refuse_stale(match: KeptMatch, seen: int | None) -> None:
    """Refuse what was asked from an older state of a match, with a link to its present card."""
    if match.count != seen:
        raise Refusal(
            "{match} has gone on since then; try again on its present board.",
            match=_titled(match),
        )


async def _happen(
    interaction: Interaction, number: int, decide: Decide, seen: int | None
) -> Happened:
    """Let a verb happen. A stale request is told where the card is now."""
    store = interaction.client.store
    person, now = interaction.user.id, discord.utils.utcnow()
    await store.people.name(person, interaction.user.display_name)
    try:
        return await store.matches.happen(
            number, lambda match: decide(match, person, now), seen=seen
        )
    except Stale:
        refuse_stale(await store.matches.find(number), seen)
        raise


async def _ask_once_more(interaction: Interaction, number: int) -> None:
    match = await interaction.client.store.matches.find(number)
    side = verbs.refuse_unless_playing(match, interaction.user.id)
    opponent = called(match, 1 - side)
    question = f"Give up {match.position.name} #{number} against {opponent}? {opponent} then wins."
    button = deed_button(match, "resigned")
    await whisper(interaction, view=text_view(question, rows=[discord.ui.ActionRow(button)]))


def _titled(match: KeptMatch) -> str:
    """Name a match by game and number, as a link to its card, or say how to see it."""
    if match.card is None:
        return f"{match.position.name} #{match.number} (`/board match:{match.number}` shows it)"
    return linked(f"{match.position.name} #{match.number}", match)


_VERBS: Mapping[str, Decide] = {
    "draw": verbs.offer_draw,
    "accept": verbs.accept_draw,
    "decline": verbs.decline_draw,
    "takeback": verbs.ask_take_back,
    "allow": verbs.grant_take_back,
    "refuse": verbs.refuse_take_back,
    "resigned": verbs.resign,
    "abort": verbs.abort,
}
_NOTES = {
    "draw": "offers you a draw",
    "decline": "declines the draw and plays on",
    "takeback": "asks to take the last move back",
    "refuse": "lets the last move stand",
}
