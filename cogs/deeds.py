"""What people do in a match, by whatever command or button: the verb of data/, then the card."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import discord

from cogs import posting
from cogs.answers import whisper
from cogs.controls import text_view
from cogs.names import linked, own_name
from cogs.seeing import visible
from cogs.speech import said
from cogs.verbs import Question, Verb, first_possible, yes_button
from data import Happened, KeptMatch
from rules import Refusal, Sentence, verbs
from rules.event import Event
from rules.match import Match, Stale
from rules.verbs import Decide

if TYPE_CHECKING:
    from cogs.answers import Interaction


async def play(
    interaction: Interaction, which: int | KeptMatch, text: str, seen: int | None = None
) -> None:
    """Make a move, put the private picker away where it stands there, and post the new card."""

    def move(match: Match, person: int, now: datetime) -> Event:
        return verbs.play(match, person, now, text)

    happened = await _happen(interaction, which, move, seen)
    await posting.put_away(interaction, f"You played `{text}`.")
    await posting.show(interaction, happened.after, happened.before)


async def do(
    interaction: Interaction,
    which: int | KeptMatch,
    found: tuple[Verb, ...],
    seen: int | None = None,
) -> None:
    """Do the first of some verbs that is possible; what changes the board makes a new card."""
    done = found[-1]

    def decide(match: Match, person: int, now: datetime) -> Event:
        nonlocal done
        done, event = first_possible(found, match, person, now)
        return event

    before, after, rematch = await _happen(interaction, which, decide, seen)
    if rematch is not None:
        await posting.show(interaction, rematch)
        await posting.refresh(interaction.client, after)
    elif (after.over, after.position) != (before.over, before.position):
        await posting.show(interaction, after, before)
    else:
        side = after.side_of(interaction.user.id)
        opponent = after.seats[1 - side]
        told = Sentence(
            done.says, player=after.name(side), opponent=f"<@{opponent}>", match=titled(after)
        )
        noted = await posting.note(interaction, after.place, said(told), opponent)
        await posting.refresh(interaction.client, after)
        if not interaction.response.is_done():
            await posting.confirm(interaction, after, noted=noted)


async def ask(interaction: Interaction, which: int | KeptMatch, question: Question) -> None:
    """Ask privately whether somebody means what cannot be undone."""
    match = which if isinstance(which, KeptMatch) else await visible(interaction, which)
    side = verbs.refuse_unless_playing(match, interaction.user.id)
    game = f"{match.position.name} #{match.number}"
    words = said(Sentence(question.words, match=game, opponent=match.name(1 - side)))
    button = discord.ui.ActionRow(yes_button(match, question))
    await whisper(interaction, view=text_view(words, rows=[button]))


def refuse_stale(match: KeptMatch, seen: int | None) -> None:
    """Refuse what was asked from an older state of a match, with a link to its present card."""
    if match.count != seen:
        raise Refusal(
            "{match} has gone on since then; try again on its present board.", match=titled(match)
        )


def titled(match: KeptMatch) -> str:
    """Name a match by game and number, as a link to its card, or say how to see it."""
    if match.card is None:
        return f"{match.position.name} #{match.number} (`/board match:{match.number}` shows it)"
    return linked(f"{match.position.name} #{match.number}", match)


async def _happen(
    interaction: Interaction, which: int | KeptMatch, decide: Decide, seen: int | None
) -> Happened:
    """Let a verb happen. A stale request is told where the card is now."""
    store = interaction.client.store
    person, now = interaction.user.id, discord.utils.utcnow()
    await store.people.name(person, own_name(interaction.user))
    match = which if isinstance(which, KeptMatch) else await visible(interaction, which)
    try:
        return await store.matches.happen(
            match, lambda match: decide(match, person, now), seen=seen
        )
    except Stale:
        refuse_stale(await store.matches.find(match.number), seen)
        raise
