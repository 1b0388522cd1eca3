"""Rulings on matches by people who manage a server: `/match moderate`."""

from collections.abc import Callable
from datetime import datetime

import discord
from discord import app_commands

from cogs.autocomplete import match_here
from data import NoMatch, Place, StoredMatch
from data.mirrors import in_server
from delivery import notify
from delivery.lost_access import refuse_unseen
from interactions import Interaction, answer_privately, said
from interactions.access import refuse_unless_manager
from interactions.command_translations import translated
from interactions.people import own_name, person
from interactions.speech import match_link
from match import verbs
from match.event import Event
from rules import Name, Refusal, Sentence

Number = app_commands.Range[int, 1]

Reason = app_commands.Range[str, 3, 200]

DRAW = 2
"""The value of a draw in the choice of `winner`, which otherwise is a side."""

DESCRIPTIONS = {
    "match": translated("Which match"),
    "reason": translated("The reason; both players see it, and it's stored"),
}


moderate = app_commands.Group(
    name="moderate", description="Moderate a match: end, decide, lock, move."
)
"""Rulings of the people who manage a server, for players who quarrel or vanish."""


@moderate.command()
@app_commands.describe(**DESCRIPTIONS)
@app_commands.autocomplete(match=match_here)
async def end(interaction: Interaction, match: Number, reason: Reason) -> None:
    """End a match without a result (moderators)."""
    await _rule(interaction, match, reason, verbs.stop)


@moderate.command()
@app_commands.describe(winner="Which side wins, or a draw", **DESCRIPTIONS)
@app_commands.choices(
    winner=[
        app_commands.Choice(name="The side named first on the card", value=0),
        app_commands.Choice(name="The side named second on the card", value=1),
        app_commands.Choice(name="A draw", value=DRAW),
    ]
)
@app_commands.autocomplete(match=match_here)
async def decide(interaction: Interaction, match: Number, winner: int, reason: Reason) -> None:
    """Decide a match; ratings don't change (moderators)."""
    side = None if winner == DRAW else winner
    await _rule(
        interaction, match, reason, lambda kept, now, why: verbs.adjudicate(kept, now, why, side)
    )


@moderate.command()
@app_commands.describe(**DESCRIPTIONS)
@app_commands.autocomplete(match=match_here)
async def lock(interaction: Interaction, match: Number, reason: Reason) -> None:
    """Lock a match: no moves, clock paused (moderators)."""
    await _rule(interaction, match, reason, verbs.lock)


@moderate.command()
@app_commands.describe(**DESCRIPTIONS)
@app_commands.autocomplete(match=match_here)
async def unlock(interaction: Interaction, match: Number, reason: Reason) -> None:
    """Unlock a match (moderators)."""
    await _rule(interaction, match, reason, verbs.unlock)


@moderate.command()
@app_commands.describe(
    match=DESCRIPTIONS["match"], voter=translated("Who may no longer vote in this match")
)
@app_commands.autocomplete(match=match_here)
async def strike(interaction: Interaction, match: Number, voter: discord.User) -> None:
    """Take someone's vote in a game you all play (moderators)."""
    server = refuse_unless_manager(interaction)
    found = in_server(await _find_here(interaction, match, server), server)
    ballots, now = interaction.client.store.ballots, discord.utils.utcnow()
    await ballots.strike(match, person(voter), server, now)
    words = Sentence("**{name}** no longer votes in {match}.", name=Name(own_name(voter)),
                     match=match_link(found))  # fmt: skip
    await answer_privately(interaction, said(words))


@moderate.command()
@app_commands.describe(channel="The channel to move it to", **DESCRIPTIONS)
@app_commands.autocomplete(match=match_here)
async def move(
    interaction: Interaction,
    match: Number,
    channel: discord.TextChannel | discord.Thread,
    reason: Reason,
) -> None:
    """Move a match to another channel (moderators)."""
    before = await _find_to_rule(interaction, match)
    there = Place(channel.id, interaction.guild_id)
    await refuse_unseen(interaction.client, before, there)
    relocation = await interaction.client.store.matches.relocate(
        before.number, there, discord.utils.utcnow(), _in_a_line(reason), interaction.id
    )
    await notify.answer_and_notify(interaction, relocation.after, relocation.before)


async def _rule(
    interaction: Interaction,
    number: int,
    reason: str,
    decide: Callable[[StoredMatch, datetime, str], Event],
) -> None:
    """Apply a ruling, and tell both players its reason. Raises `Refusal` for their rivals."""
    match, now = await _find_to_rule(interaction, number), discord.utils.utcnow()
    await _refuse_rival(interaction, match)
    before, after, _ = await interaction.client.store.matches.apply(
        match, lambda match: decide(match, now, _in_a_line(reason)), request=interaction.id
    )
    await notify.answer_and_notify(interaction, after, before)


async def _find_to_rule(interaction: Interaction, number: int) -> StoredMatch:
    """Find a match that is played in the server. Raises `Refusal` for others, and one's own."""
    server = refuse_unless_manager(interaction)
    match = await _find_here(interaction, number, server)
    if match.place.server != server:
        raise NoMatch(number)
    return match


async def _find_here(interaction: Interaction, number: int, server: int) -> StoredMatch:
    """Find a match that the server sees, if need be by its mirror. Raises `Refusal` likewise."""
    match = await interaction.client.store.matches.find(number)
    if in_server(match, server).place.server != server:
        raise NoMatch(number)
    if interaction.user.id in match.seats:
        raise Refusal("You're playing in this match; ask another moderator to decide.")
    return match


async def _refuse_rival(interaction: Interaction, match: StoredMatch) -> None:
    """Raise `Refusal` for who gains by a result, as they play in its league, cup or ladder too.

    But not for the server's owner, who may be the only one to decide.
    """
    store, person = interaction.client.store, interaction.user.id
    if interaction.guild is not None and interaction.guild.owner_id == person:
        return
    rival = False
    if match.contest is not None:
        entrant = (await store.contests.find(match.contest.id)).entrant(person)
        rival = entrant is not None and entrant.out is None
    elif match.ladder is not None:
        rival = (await store.ladders.find(match.ladder)).state.place(person) is not None
    if rival:
        raise Refusal(
            "You play in the same league, cup or ladder; ask a moderator who "
            "doesn't, or the server's owner."
        )


def _in_a_line(reason: str) -> str:
    return " ".join(reason.split())
