"""`/replay` and animations of matches."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

import rendering
from cogs.autocomplete import any_match, whole_number
from cogs.resolve_match import find_replay
from interactions import Bot, Interaction, OutOfDate, chosen, handles, plain, say, whisper
from interactions.access import mark_seen, visible_match
from interactions.audience import Appearance, private_appearance, public_appearance, public_language
from interactions.board_image import MOST_ALT_TEXT
from interactions.components import Item, TextModal, button, text_view
from interactions.rate_limits import GIFS, check_rate
from interactions.speech import place, plain_speech, speaking
from interactions.worker_threads import run_long
from rules import Move, Position, Refusal, Sentence, typed
from views import replay_ids
from views.analysis_board import Source
from views.match_card import last_move_words, reader_side, result_drawn
from views.replay_page import Replay, replay_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from match.event import Result
    from rules import Value


class ReplayCog(commands.Cog):
    """The command for replays."""

    @app_commands.command()
    @app_commands.describe(match="Which match")
    @app_commands.autocomplete(match=any_match)
    async def replay(self, interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
        """Replay a match move by move."""
        replay = await find_replay(interaction, Source.MATCH, match)
        await open_replay(interaction, replay, replay_ids.NEWEST if replay.goes_on else 0)


@handles(replay_ids.OpenReplay)
async def on_open(
    interaction: Interaction, pressed: replay_ids.OpenReplay, _values: list[str]
) -> None:
    """Open a replay beside the message."""
    await open_replay(
        interaction, await find_replay(interaction, Source.MATCH, pressed.match), pressed.ply
    )


@handles(replay_ids.ShowPly)
async def on_watch(
    interaction: Interaction, pressed: replay_ids.ShowPly, values: list[str]
) -> None:
    """Show another move, or the board from the other side."""
    if pressed.to is replay_ids.ReplayControl.JUMP:
        number = whole_number(chosen(values))
        if number is None:
            raise OutOfDate
        pressed = replace(pressed, ply=number)
    await _show_move(interaction, pressed)


@handles(replay_ids.AskPly)
async def on_ask(interaction: Interaction, pressed: replay_ids.AskPly, _values: list[str]) -> None:
    """Ask which move to show."""
    replay = await find_replay(interaction, pressed.source, pressed.number)
    form = TextModal(
        "Go to a move",
        replay_ids.GoToPly(pressed.source, pressed.number, pressed.seen),
        Sentence("Move number, 0 (the start) to {last}", last=len(replay.line)),
        example="27",
        most=10,
    )
    await interaction.response.send_modal(form)


@handles(replay_ids.GoToPly)
async def on_go(interaction: Interaction, pressed: replay_ids.GoToPly, values: list[str]) -> None:
    """Show the move whose number was typed."""
    number = whole_number(chosen(values))
    if number is None:
        raise Refusal(
            "{text} isn't a move number; write one like `27`.", text=typed(chosen(values))
        )
    await _show_move(
        interaction,
        replay_ids.ShowPly(
            pressed.source, pressed.number, number, pressed.seen, replay_ids.ReplayControl.JUMP
        ),
    )


@handles(replay_ids.ShowTurn)
async def on_turn(
    interaction: Interaction, pressed: replay_ids.ShowTurn, _values: list[str]
) -> None:
    """Show the last turn of a match step by step, privately."""
    match = await mark_seen(interaction, await visible_match(interaction, pressed.match))
    check_rate(interaction, GIFS)
    await interaction.response.defer(ephemeral=True, thinking=True)
    if match.count != pressed.seen:
        match = await interaction.client.store.matches.as_of(pressed.match, pressed.seen)
    before, move = match.previous, match.last_move
    if before is None or move is None:
        raise Refusal("There is no move to show; the match is still at the start.")
    style = await private_appearance(interaction)
    words = Sentence(
        "The turn step by step: {deed}. {position}",
        deed=before.tell(move),
        position=match.position.describe(over=match.over),
    )
    file, gallery = await _animation(
        interaction,
        style,
        before,
        [move],
        seen_from=reader_side(match, interaction.user.id, style),
        names=match.player_names,
        result=match.result,
        words=words,
        name=f"{match.game}-{match.number}-turn-{match.count}",
    )
    await whisper(interaction, view=text_view(last_move_words(match), rows=[gallery]), files=[file])


@handles(replay_ids.SendGif)
async def on_gif(interaction: Interaction, pressed: replay_ids.SendGif, _values: list[str]) -> None:
    """Send a match as an animation privately, with a button to post it."""
    replay = await _find_animatable(interaction, pressed.match, pressed.source)
    await interaction.response.defer(ephemeral=True, thinking=True)
    file, gallery = await _match_animation(
        interaction, await private_appearance(interaction), replay
    )
    post = button(
        "Post it here",
        replay_ids.PostGif(pressed.match, pressed.source),
        discord.ButtonStyle.primary,
    )
    rows = [gallery, discord.ui.ActionRow(post)]
    await whisper(interaction, view=text_view(_title_words(replay), rows=rows), files=[file])


@handles(replay_ids.PostGif)
async def on_post(
    interaction: Interaction, pressed: replay_ids.PostGif, _values: list[str]
) -> None:
    """Post a match as an animation in the channel, pinging nobody."""
    replay = await _find_animatable(interaction, pressed.match, pressed.source)
    await interaction.response.defer(thinking=True)
    bot, here = interaction.client, place(interaction)
    with speaking(await public_language(bot, here, interaction.user.id)):
        file, gallery = await _match_animation(
            interaction, await public_appearance(bot, here), replay
        )
        view = text_view(_title_words(replay), rows=[gallery])
    await interaction.followup.send(view=view, file=file)


async def open_replay(interaction: Interaction, replay: Replay, ply: int) -> None:
    """Show a replay after `ply` moves, in a new private message."""
    style = await private_appearance(interaction)
    view, file = await replay_page(replay, ply, style.side(replay.seen_from), style)
    await whisper(interaction, view=view, files=[file])


async def _show_move(interaction: Interaction, pressed: replay_ids.ShowPly) -> None:
    """Show another move in place of the present one."""
    if pressed.seen not in (0, 1):
        raise OutOfDate
    replay = await find_replay(interaction, pressed.source, pressed.number)
    view, file = await replay_page(
        replay, pressed.ply, pressed.seen, await private_appearance(interaction)
    )
    await interaction.response.edit_message(view=view, attachments=[file])


async def _find_animatable(interaction: Interaction, number: int, source: Source) -> Replay:
    """Find a replay that has a move to show. Raises `Refusal`."""
    replay = await find_replay(interaction, source, number)
    if not len(replay.line):
        raise Refusal("There is no move to show yet; ask again after the first one.")
    check_rate(interaction, GIFS)
    return replay


async def _match_animation(
    interaction: Interaction, style: Appearance, replay: Replay
) -> tuple[discord.File, Item]:
    """Draw an animation of a whole match."""
    moves = await run_long(replay.line.played)
    last = (await run_long(partial(replay.line.at, len(moves)))).position
    return await _animation(
        interaction,
        style,
        replay.line.start,
        moves,
        seen_from=style.side(replay.seen_from),
        names=replay.names,
        result=replay.result,
        words=Sentence(
            "The whole match, move by move. At the end: {position}",
            position=last.describe(over=replay.result is not None),
        ),
        name=f"{replay.rules.key}-{replay.number}",
    )


def _title_words(replay: Replay) -> str:
    first, second = replay.names
    return say(
        "**{title}** · **{first}** against **{second}** · {length}",
        title=replay.title,
        first=first,
        second=second,
        length=replay.length,
    )


async def _animation(
    interaction: Interaction,
    style: Appearance,
    before: Position,
    moves: Sequence[Move],
    *,
    seen_from: int,
    names: tuple[Value, Value],
    result: Result | None,
    words: Sentence,
    name: str,
) -> tuple[discord.File, Item]:
    """Draw moves as a GIF within the upload limit; return the file and its gallery."""
    draw = partial(
        rendering.animation,
        before,
        moves,
        seen_from=seen_from,
        theme=style.theme,
        names=names,
        result=result_drawn(result),
        most_bytes=interaction.filesize_limit,
        speech=plain_speech(),
    )
    content = await run_long(draw)
    alt = plain(words)[:MOST_ALT_TEXT]
    file = discord.File(io.BytesIO(content), f"{name}.gif", description=alt)
    item = discord.MediaGalleryItem(f"attachment://{file.filename}", description=alt)
    return file, discord.ui.MediaGallery(item)


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(ReplayCog())
