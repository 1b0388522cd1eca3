"""What people do in a match, by whatever command or button: the verb of data/, then the card."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from cogs.answers import whisper
from cogs.controls import text_view
from cogs.matches.seeing import visible
from cogs.matches.verbs import Question, Verb, first_possible, yes_button
from cogs.messages import posting, telling
from cogs.messages.in_hand import in_hand
from cogs.messages.lost import find_pressed
from cogs.messages.news import titled
from cogs.names import own_name
from cogs.speech import said
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
    with in_hand(happened.after):
        await posting.put_away(interaction, f"You played `{text}`.")
        await telling.show(interaction, happened.after, happened.before)


async def do(
    interaction: Interaction,
    which: int | KeptMatch,
    found: tuple[Verb, ...],
    seen: int | None = None,
) -> None:
    """Do the first of some verbs that is possible; what changes the board makes a new card."""

    def decide(match: Match, person: int, now: datetime) -> Event:
        return first_possible(found, match, person, now)

    before, after, rematch = await _happen(interaction, which, decide, seen)
    if rematch is None:
        await telling.show(interaction, after, before)
    else:
        await telling.show(interaction, rematch)
        await telling.tell(interaction.client, after)


async def ask(interaction: Interaction, which: int | KeptMatch, question: Question) -> None:
    """Ask privately whether somebody means what cannot be undone."""
    match = which if isinstance(which, KeptMatch) else await visible(interaction, which)
    side = verbs.refuse_unless_playing(match, interaction.user.id)
    game = f"{match.position.name} #{match.number}"
    words = said(Sentence(question.words, match=game, opponent=match.name(1 - side)))
    button = discord.ui.ActionRow(yes_button(match, question))
    await whisper(interaction, view=text_view(words, rows=[button]))


def refuse_stale(match: KeptMatch, seen: int | None) -> None:
    """Refuse what was asked from an older state of a match, with a link to its present card.

    Until that is posted there is only the card of that older state, and no link.
    """
    if match.count != seen:
        match = match if match.is_shown else replace(match, card=None)
        raise Refusal(
            "{match} has gone on since then; try again on its present board.", match=titled(match)
        )


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
            match,
            lambda match: decide(match, person, now),
            seen=seen,
            request=interaction.id,
            place=telling.shared_place(interaction),
        )
    except Stale:
        match = await store.matches.find(match.number)
        await find_pressed(interaction, match)
        refuse_stale(match, seen)
        raise
