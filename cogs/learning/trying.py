"""The board to try a game on: one person plays both sides by the real rules, and may step back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from cogs.acts import chosen, pressed
from cogs.answers import whisper
from cogs.audience import private_look
from cogs.controls import Item, button
from cogs.learning.board import board, moves_listed
from cogs.learning.picks import FROM_THE_BEGINNING, At, listed, picked
from cogs.learning.steps import ChooseToTry, PickToTry, TakeStep, TryOut
from cogs.learning.trials import Trial

if TYPE_CHECKING:
    from cogs.answers import Interaction


def try_button(key: str, page: int = 0) -> Item:
    """Make a button that puts up a board to try, set up as a page of the rules shows it."""
    return button("Try it", TryOut(key, page), discord.ButtonStyle.primary)


@pressed(TryOut)
async def on_try_out(interaction: Interaction, act: TryOut, _values: list[str]) -> None:
    """Put up a board for this person alone, seen by whoever is to move there."""
    trial = Trial(act.game, act.page)
    style = await private_look(interaction)
    trial = replace(trial, seen=style.side(trial.stands()[0].turn))
    view, file = await board(trial, style)
    await whisper(interaction, view=view, files=[file])


@pressed(TakeStep)
async def on_take_step(interaction: Interaction, act: TakeStep, _values: list[str]) -> None:
    """Step back, start again, look from the other side, or choose another piece."""
    await _show(interaction, _trial(interaction, act).after(act.step))


@pressed(PickToTry)
async def on_pick_to_try(interaction: Interaction, act: PickToTry, _values: list[str]) -> None:
    """Play the chosen move, or show where the chosen piece may go."""
    trial = _trial(interaction, act)
    await _show(interaction, *await asyncio.to_thread(picked, trial, act.pick))


@pressed(ChooseToTry)
async def on_choose_to_try(interaction: Interaction, act: ChooseToTry, values: list[str]) -> None:
    """Play the move chosen in the list, or show where the piece may go."""
    await _show(interaction, *listed(_trial(interaction, act), act.piece, chosen(values)))


def _trial(interaction: Interaction, act: TakeStep | PickToTry | ChooseToTry) -> Trial:
    """Read a board that began with a page of the rules."""
    return Trial(act.game, act.page, act.seen, moves_listed(interaction))


async def _show(interaction: Interaction, trial: Trial, at: At = FROM_THE_BEGINNING) -> None:
    """Show the board as it now stands in place of the old one."""
    view, file = await board(trial, await private_look(interaction), at)
    await interaction.response.edit_message(view=view, attachments=[file])
