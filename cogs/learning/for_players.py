"""What a board to try says and carries besides, for a player of the match that it goes on from."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import discord

from cogs.controls import Item, button
from cogs.learning.board import NOTHING_BESIDES, Besides
from cogs.learning.trials import Trial
from cogs.matches.ahead import line_part
from cogs.matches.noting import note_button, note_words, own_note
from cogs.speech import said, say
from cogs.watching.acts import DeleteLine, KeepLine
from cogs.watching.watched import Watched
from data import StoredMatch
from match.conditional import Plan, is_kept, played
from rules import Refusal, Sentence
from rules.move import PASS
from rules.sentence import message

if TYPE_CHECKING:
    from cogs.answers import Interaction

LONGEST = 100
"""So much of a line is shown below a board, which lists its moves besides."""
NOTE = Sentence("-# You play both sides; nobody sees it. Only what you keep as a line stays.")
OWN_MOVE = message(
    "It is your move in the match. Once you have made it, you can keep lines here: answers to what "
    "{opponent} may play."
)
HOW = message(
    "Play a move of {opponent}'s here and your answer; keep that line, and the answer is played at "
    "once."
)
ANSWER = message("Add your answer to what {opponent} plays; then you can keep the line.")
KEPT = Sentence("You keep this line.")
EARLIER = message(
    "Lines begin with {opponent}'s next move: press **Present** and play yours from there."
)
MORE = message("`/ahead` lists all lines that you keep, {number} by now.")


async def besides(interaction: Interaction, found: Watched, trial: Trial) -> Besides:
    """Give what a board says and carries besides, as the match stands now."""
    match, side = found.kept, found.own
    if match is None or side is None or match.over:
        return NOTHING_BESIDES
    plans = await interaction.client.store.conditional_moves.of(match.number, interaction.user.id)
    note = note_words(await own_note(interaction, match.number))
    # Many long lines are some hundred moves to play.
    return await asyncio.to_thread(_besides, match, side, trial, plans, note)


def _besides(
    match: StoredMatch, side: int, trial: Trial, plans: Mapping[int, Plan], note: str
) -> Besides:
    begun = trial.begun
    assert begun is not None, "the board goes on from the match"
    words = _words(match, side, trial, [*plans.values()])
    keep = KeepLine(match.number, match.count, begun.ply, trial.seen)
    keeps = () if words else (button("Keep this line", keep, discord.ButtonStyle.success),)
    return Besides(
        NOTE,
        "\n".join(filter(None, (note, "" if words is None else said(words)))),
        (note_button(match), *keeps),
        _listed(match, trial, plans),
        say(MORE, number=len(plans)),
    )


def _words(match: StoredMatch, side: int, trial: Trial, plans: Sequence[Plan]) -> Sentence | None:
    """Say what is missing before the moves on a board can be kept as a line; nothing if nothing."""
    assert trial.begun is not None, "the board goes on from the match"
    opponent = match.name(1 - side)
    if match.turn == side:
        return Sentence(OWN_MOVE, opponent=opponent)
    if not trial.begun.is_present:
        return Sentence(EARLIER, opponent=opponent)
    moves = [text for text in trial.moves if text != PASS]
    if not moves:
        return Sentence(HOW, opponent=opponent)
    try:
        sides, *_ = played(match.position, moves)
    except Refusal as refusal:
        return refusal.sentence
    if sides[-1] != side:
        return Sentence(ANSWER, opponent=opponent)
    return KEPT if is_kept(plans, moves) else None


def _listed(match: StoredMatch, trial: Trial, plans: Mapping[int, Plan]) -> tuple[Item, ...]:
    """List the lines that are kept, each with the button that deletes it."""
    assert trial.begun is not None, "the board goes on from the match"
    ply, seen = trial.begun.ply, trial.seen
    return tuple(
        line_part(match, plan, DeleteLine(match.number, number, ply, seen), LONGEST)
        for number, plan in plans.items()
    )
