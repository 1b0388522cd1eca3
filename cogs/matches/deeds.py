"""What people do in a match, by whatever command or button: the verb of data/, then the card."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from cogs.answers import UNSENT, whisper
from cogs.asking import no_button
from cogs.controls import in_rows, text_view
from cogs.matches.seeing import noticed, visible
from cogs.matches.verbs import Question, Verb, first_possible, undo_buttons, yes_button
from cogs.matches.waiting import Waiting, waiting_for
from cogs.messages import posting, telling
from cogs.messages.in_hand import in_hand
from cogs.messages.lost import find_pressed
from cogs.messages.news import titled
from cogs.places import refuse_elsewhere
from cogs.readers import note
from cogs.speech import say
from data import Happened, StoredMatch
from match import verbs
from match.event import Event
from match.match import Match, Stale
from match.verbs import Decide
from rules import Refusal

if TYPE_CHECKING:
    from cogs.answers import Interaction

log = logging.getLogger(__name__)


async def play(
    interaction: Interaction,
    which: int | StoredMatch,
    text: str,
    seen: int | None = None,
    remark: str = "",
) -> None:
    """Make a move, post the new card, and say privately where else the person is to move.

    A remark goes with it, if there is one. Where the private picker stands there, it is put away
    and says so.
    """

    def move(match: Match, person: int, now: datetime) -> Event:
        return verbs.play(match, person, now, text, remark)

    happened = await _happen(interaction, which, move, seen)
    with in_hand(happened.after):
        waiting = await waiting_for(interaction, happened.after)
        picked = posting.is_private(interaction)
        if picked:
            words = filter(None, (_played(happened), waiting.words))
            rows = in_rows([*undo_buttons(happened.after), *waiting.buttons])
            await posting.put_away(interaction, "\n".join(words), rows)
        await telling.show(interaction, happened.after, happened.before)
    if waiting.words and not picked:
        await _whisper(interaction, waiting)


async def do(
    interaction: Interaction,
    which: int | StoredMatch,
    found: tuple[Verb, ...],
    seen: int | None = None,
    *,
    asked: bool = False,
) -> None:
    """Do the first of some verbs that is possible; what changes the board makes a new card.

    Where it was `asked` whether that is meant, the question is put away.
    """
    if found[0].begins:
        which = which if isinstance(which, StoredMatch) else await visible(interaction, which)
        await refuse_elsewhere(interaction, telling.shared_place(interaction) or which.place)

    def decide(match: Match, person: int, now: datetime) -> Event:
        return first_possible(found, match, person, now)

    before, after, rematch = await _happen(interaction, which, decide, seen)
    with in_hand(after):
        if asked:
            await posting.put_away(interaction, say("Done."))
        if rematch is None:
            await telling.show(interaction, after, before)
        else:
            await telling.show(interaction, rematch)
            await telling.tell(interaction.client, after)


async def ask(interaction: Interaction, which: int | StoredMatch, question: Question) -> None:
    """Ask privately whether somebody means what cannot be undone."""
    match = which if isinstance(which, StoredMatch) else await visible(interaction, which)
    match = await noticed(interaction, match)
    side = verbs.refuse_unless_playing(match, interaction.user.id)
    game = f"{match.position.name} #{match.number}"
    words = say(question.words, match=game, opponent=match.name(1 - side))
    rows = in_rows([yes_button(match, question), no_button()])
    await whisper(interaction, view=text_view(words, rows=rows))


def _played(happened: Happened) -> str:
    before, move = happened.before.position, happened.after.last_move
    assert move is not None, "a move was made"
    return say("You played {move}.", move=before.caption(move))


async def _whisper(interaction: Interaction, waiting: Waiting) -> None:
    """Say what else waits to somebody whose move is told already; nothing is lost with it."""
    try:
        await whisper(interaction, view=text_view(waiting.words, rows=in_rows(waiting.buttons)))
    except UNSENT as failure:
        log.info("a player could not be told what else waits: %s", failure)


def refuse_stale(match: StoredMatch, seen: int | None) -> None:
    """Refuse what was asked from an older state of a match, with a link to its present card.

    Until that is posted there is only the card of that older state, and no link.
    """
    if match.count != seen:
        match = match if match.is_shown else replace(match, card=None)
        raise Refusal(
            "{match} has gone on since then; try again on its present board.", match=titled(match)
        )


async def _happen(
    interaction: Interaction, which: int | StoredMatch, decide: Decide, seen: int | None
) -> Happened:
    """Let a verb happen. A stale request is told where the card is now."""
    store = interaction.client.store
    person, now = interaction.user.id, discord.utils.utcnow()
    await note(interaction)
    match = which if isinstance(which, StoredMatch) else await visible(interaction, which)
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
    except Refusal:
        await noticed(interaction, match)
        raise
