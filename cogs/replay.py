"""`/match replay`: a match move by move, with buttons to go to any of them."""

from dataclasses import replace

import discord
from discord import app_commands

from cogs.autocomplete import any_match, whole_number
from data import StoredMatch
from interactions import Interaction, OutOfDate, answer_privately, chosen, handles
from interactions.access import mark_seen, visible_match
from interactions.forms import TextModal
from interactions.people import private_appearance
from rules import Refusal, Sentence, typed
from views.analysis_board import Source
from views.find_replay import replay_from
from views.puzzle_answers import solver
from views.replay_ids import NEWEST, AskPly, GoToPly, OpenReplay, ReplayControl, ShowPly
from views.replay_page import Replay, replay_page


@app_commands.command()
@app_commands.describe(match="Which match")
@app_commands.autocomplete(match=any_match)
async def replay(interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
    """Replay a match move by move."""
    replay = await find_replay(interaction, Source.MATCH, match)
    await open_replay(interaction, replay, NEWEST if replay.goes_on else 0)


@handles(OpenReplay)
async def on_open(interaction: Interaction, pressed: OpenReplay) -> None:
    """Open a replay beside the message."""
    await open_replay(
        interaction, await find_replay(interaction, Source.MATCH, pressed.match), pressed.ply
    )


@handles(ShowPly)
async def on_watch(interaction: Interaction, pressed: ShowPly, values: list[str]) -> None:
    """Show another move, or the board from the other side."""
    if pressed.to is ReplayControl.JUMP:
        number = whole_number(chosen(values))
        if number is None:
            raise OutOfDate
        pressed = replace(pressed, ply=number)
    await _show_move(interaction, pressed)


@handles(AskPly)
async def on_ask(interaction: Interaction, pressed: AskPly) -> None:
    """Ask which move to show."""
    replay = await find_replay(interaction, pressed.source, pressed.number)
    form = TextModal(
        "Go to a move",
        GoToPly(pressed.source, pressed.number, pressed.seen),
        Sentence("Move number, 0 (the start) to {last}", last=len(replay.line)),
        example="27",
    )
    await interaction.response.send_modal(form)


@handles(GoToPly)
async def on_go(interaction: Interaction, pressed: GoToPly, values: list[str]) -> None:
    """Show the move whose number was typed."""
    number = whole_number(chosen(values))
    if number is None:
        raise Refusal(
            "{text} isn't a move number; write one like `27`.", text=typed(chosen(values))
        )
    await _show_move(
        interaction,
        ShowPly(pressed.source, pressed.number, number, pressed.seen, ReplayControl.JUMP),
    )


async def find_replay(interaction: Interaction, source: Source, number: int) -> Replay:
    """Find the replay of a match, puzzle or import that the person may see. Raises `Refusal`."""

    async def seen_match(number: int) -> StoredMatch:
        return await mark_seen(interaction, await visible_match(interaction, number))

    store, now = interaction.client.store, discord.utils.utcnow()
    return await replay_from(store, source, number, solver(interaction), now, seen_match)


async def open_replay(interaction: Interaction, replay: Replay, ply: int) -> None:
    """Show a replay after `ply` moves, in a new private message."""
    style = await private_appearance(interaction)
    page = await replay_page(replay, ply, style.side(replay.seen_from), style)
    await answer_privately(interaction, *page)


async def _show_move(interaction: Interaction, pressed: ShowPly) -> None:
    """Show another move in place of the present one."""
    if pressed.seen not in (0, 1):
        raise OutOfDate
    replay = await find_replay(interaction, pressed.source, pressed.number)
    style = await private_appearance(interaction)
    view, files = await replay_page(replay, pressed.ply, pressed.seen, style)
    await interaction.response.edit_message(view=view, attachments=files)
