"""`/replay` and what its message does: leafing through a match, privately."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.acts import OutOfDate, chosen, pressed
from cogs.answers import whisper
from cogs.audience import private_look
from cogs.forms import Form
from cogs.learning.trials import Source
from cogs.matches.offering import any_match, whole_number
from cogs.watching.acts import NEWEST, AskPly, GoToPly, OpenReplay, To, Watch
from cogs.watching.viewer import replay
from cogs.watching.watched import Watched, watched
from rules import Refusal, Sentence
from rules.sentence import typed

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction


class Replaying(commands.Cog):
    """Matches looked back on."""

    @app_commands.command()
    @app_commands.describe(match="Which match")
    @app_commands.autocomplete(match=any_match)
    async def replay(self, interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
        """Leaf through a match, move by move."""
        found = await watched(interaction, Source.MATCH, match)
        await open_replay(interaction, found, NEWEST if found.goes_on else 0)


@pressed(OpenReplay)
async def on_open(interaction: Interaction, act: OpenReplay, _values: list[str]) -> None:
    """Open a replay beside the message."""
    await open_replay(interaction, await watched(interaction, Source.MATCH, act.match), act.ply)


@pressed(Watch)
async def on_watch(interaction: Interaction, act: Watch, values: list[str]) -> None:
    """Show another move, or the board from the other side."""
    if act.to is To.JUMP:
        number = whole_number(chosen(values))
        if number is None:
            raise OutOfDate
        act = replace(act, ply=number)
    await _show(interaction, act)


@pressed(AskPly)
async def on_ask(interaction: Interaction, act: AskPly, _values: list[str]) -> None:
    """Ask which move to show."""
    found = await watched(interaction, act.source, act.number)
    form = Form(
        "Go to a move",
        GoToPly(act.source, act.number, act.seen),
        Sentence("Its number, 0 (the start) to {last}", last=len(found.line)),
        example="27",
        most=10,
    )
    await interaction.response.send_modal(form)


@pressed(GoToPly)
async def on_go(interaction: Interaction, act: GoToPly, values: list[str]) -> None:
    """Show the move whose number was written."""
    number = whole_number(chosen(values))
    if number is None:
        raise Refusal(
            "{text} is no number of a move; write one like `27`.", text=typed(chosen(values))
        )
    await _show(interaction, Watch(act.source, act.number, number, act.seen, To.JUMP))


async def open_replay(interaction: Interaction, found: Watched, ply: int) -> None:
    """Show a match after so many moves in a private message of its own."""
    style = await private_look(interaction)
    view, file = await replay(found, ply, style.side(found.seen_from), style)
    await whisper(interaction, view=view, files=[file])


async def _show(interaction: Interaction, act: Watch) -> None:
    """Show a move in place of the one that is shown."""
    if act.seen not in (0, 1):
        raise OutOfDate
    found = await watched(interaction, act.source, act.number)
    view, file = await replay(found, act.ply, act.seen, await private_look(interaction))
    await interaction.response.edit_message(view=view, attachments=[file])


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Replaying())
