"""A match is opened from the list of one's own: to move where it is one's turn, else to look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.acts import OutOfDate, chosen, pressed
from cogs.audience import asker
from cogs.controls import Item, Layout, button, in_rows
from cogs.matches.listed import OpenMatch, TurnMatches
from cogs.matches.offering import whole_number
from cogs.matches.picking import open_picker
from cogs.matches.seeing import noticed, visible
from cogs.messages.drawing import card_of
from cogs.names import linked
from cogs.speech import say
from cogs.watching.acts import watch_buttons
from data import StoredMatch

if TYPE_CHECKING:
    from cogs.answers import Interaction


@pressed(OpenMatch)
async def on_open(interaction: Interaction, act: OpenMatch, values: list[str]) -> None:
    """Open the match that is chosen, in place of the list, to which a button leads back."""
    number = whole_number(chosen(values))
    if number is None:
        raise OutOfDate
    match = await noticed(interaction, await visible(interaction, number))
    back = button("My matches", TurnMatches(act.show, act.game, act.page, opponent=act.opponent))
    if match.to_move == interaction.user.id and not match.locked:
        await open_picker(interaction, match, [back])
    else:
        await _look(interaction, match, back)


async def _look(interaction: Interaction, match: StoredMatch, back: Item) -> None:
    """Show the board, with where its card is and what looks back."""
    card = await card_of(interaction.client, match, await asker(interaction), buttons=False)
    parts: list[Item] = list(card.view.children)
    if match.card is not None:
        words = linked(say("Its card is where it is played."), match)
        parts.append(discord.ui.TextDisplay(f"-# {words}"))
    parts += in_rows([*watch_buttons(match), back])
    await interaction.response.edit_message(view=Layout(*parts), attachments=[card.picture])
