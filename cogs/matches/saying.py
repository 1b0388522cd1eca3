"""Words that go with a move: asked for in the picker, and played with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.acts import chosen, pressed
from cogs.forms import Form
from cogs.matches import deeds
from cogs.matches.picking import mine
from cogs.matches.steps import PlaySaying, SayWith
from match.chat import MOST
from rules import Sentence
from rules.sentence import message

if TYPE_CHECKING:
    from cogs.answers import Interaction


@pressed(SayWith)
async def on_say(interaction: Interaction, act: SayWith, _values: list[str]) -> None:
    """Ask for the words; who sends them plays the move."""
    position = (await mine(interaction, act.match, act.seen)).position
    form = Form(
        Sentence("Play {move} and say …", move=position.caption(position.read(act.text))),
        PlaySaying(act.match, act.seen, act.text),
        "Your words",
        hint="They stand with your move, for all to read",
        example=message("nice!"),
        most=MOST,
    )
    await interaction.response.send_modal(form)


@pressed(PlaySaying)
async def on_play_saying(interaction: Interaction, act: PlaySaying, values: list[str]) -> None:
    """Play the move with the words that were written."""
    await deeds.play(interaction, act.match, act.text, act.seen, chosen(values))
