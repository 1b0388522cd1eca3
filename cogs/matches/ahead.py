"""`/ahead`: lines kept while the opponent thinks, listed and deleted, all of it privately."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.acts import Act, pressed
from cogs.answers import whisper
from cogs.controls import Item, Layout, button
from cogs.matches.finding import find
from cogs.matches.offering import MOST, my_match
from cogs.matches.seeing import noticed, visible
from cogs.speech import said, say
from cogs.typed_moves import typed_move
from data import StoredMatch
from match.conditional import Plan, played
from rules import Refusal, Sentence
from rules.move import PASS
from rules.sentence import Code, Listed, ListStyle, codes, message

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

LISTED = 12
"""So many plans with their buttons a message holds; the others come up as these are deleted."""
LONGEST = 300
"""So much of a plan is shown."""
WIDEST = 100
"""So many characters an entry of a list may have."""
EXPECTED = message(
    "When **{opponent}** plays what you expect, your answer is played at once. Any other move "
    "deletes a line. Nobody else sees this."
)
NO_LINES = message(
    "You keep no lines. While **{opponent}** thinks, type {command} with a move of theirs and your "
    "answer, such as {example}; you may go on with more of both."
)
_BETWEEN = re.compile(r"[,;\s]+")


@dataclass(frozen=True)
class DeletePlan(Act, name="unstore"):
    """Delete a plan that one has stored in a match."""

    match: int
    plan: int


@pressed(DeletePlan)
async def on_delete(interaction: Interaction, act: DeletePlan, _values: list[str]) -> None:
    """Delete it, and show what is left."""
    plans, person = interaction.client.store.conditional_moves, interaction.user.id
    match = await visible(interaction, act.match)
    await plans.delete(act.match, person, act.plan)
    left = await plans.of(act.match, person)
    await interaction.response.edit_message(view=_page(match, match.side_of(person), left))


async def next_moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer what may come next in a plan, after the moves that are typed so far."""
    assert interaction.channel_id is not None, "a command is typed in a channel"
    number = getattr(interaction.namespace, "match", None)
    try:
        match = await find(interaction, number)
        match.side_of(interaction.user.id)
        *before, begun = _BETWEEN.split(typed.lstrip())
        _, moves, position = played(match.position, [*map(typed_move, before)])
    except Refusal:
        return []
    fitting = [text for text in position.moves() if begun.lower() in text.lower() and text != PASS]
    offered = [" ".join([*moves, text]) for text in fitting[:MOST]]
    return [app_commands.Choice(name=each, value=each) for each in offered if len(each) <= WIDEST]


class Ahead(commands.Cog):
    """Answers that are stored."""

    @app_commands.command()
    @app_commands.describe(
        moves="What your opponent may play, your answer, and so on, such as `b c`",
        match="Which match; left out, your only one here",
    )
    @app_commands.autocomplete(moves=next_moves)
    @app_commands.autocomplete(match=my_match)
    async def ahead(
        self,
        interaction: Interaction,
        moves: app_commands.Range[str, 1, 400] | None = None,
        match: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Keep your answer to what your opponent may play, or see the lines that you keep."""
        kept = await noticed(interaction, await find(interaction, match))
        plans, person = interaction.client.store.conditional_moves, interaction.user.id
        side = kept.side_of(person)
        if moves is not None:
            await plans.store(kept.number, person, _moves(moves), kept.count)
        stored = await plans.of(kept.number, person)
        await whisper(interaction, view=_page(kept, side, stored))


def _page(match: StoredMatch, side: int, plans: dict[int, Plan]) -> discord.ui.LayoutView:
    """Build the message that lists somebody's plans, each with the button that deletes it."""
    title = f"{match.position.name} #{match.number}"
    opponent = match.name(1 - side)
    lines = [
        say("### {match}, the lines you keep", match=title),
        say(EXPECTED, opponent=opponent)
        if plans
        else say(NO_LINES, opponent=opponent, command=Code("/ahead"), example=Code("b c")),
    ]
    if match.may_be_tried:
        lines.append(say("**Explore** on the board lets you play a line there, and keep it."))
    listed = list(plans.items())[:LISTED]
    return Layout(
        discord.ui.TextDisplay("\n".join(lines)),
        *(line_part(match, plan, DeletePlan(match.number, number)) for number, plan in listed),
    )


def line_part(match: StoredMatch, plan: Plan, delete: Act, longest: int = LONGEST) -> Item:
    """Make what shows a line, or so much of it, with the button that deletes it beside it."""
    return discord.ui.Section(_words(match, plan, longest), accessory=button("Delete", delete))


def _words(match: StoredMatch, plan: Plan, longest: int) -> str:
    """Say a plan: if this, then that, if then this, then that."""
    sides, moves, _ = played(match.position, plan.moves)
    turns = [
        Sentence(
            "then {moves}" if side == plan.side else "if {moves}",
            moves=codes((move for _, move in turn), ListStyle.COMMA),
        )
        for side, turn in groupby(zip(sides, moves, strict=True), key=itemgetter(0))
    ]
    text = said(Listed(tuple(turns), ListStyle.COMMA))
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _moves(typed: str) -> list[str]:
    """Take apart what somebody typed: moves with blanks or commas between them."""
    return [typed_move(move) for move in _BETWEEN.split(typed) if move]


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Ahead())
