"""Animations: the last turn step by step, or a whole match; privately, or posted for all."""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import discord

import rendering
from cogs.acts import pressed
from cogs.answers import whisper
from cogs.audience import private_look, public_language, public_look
from cogs.controls import Item, button, text_view
from cogs.haste import GIFS, refuse_haste
from cogs.learning.trials import Source
from cogs.looks import Style
from cogs.matches.cards import last_words, result_drawn, seen_from
from cogs.matches.seeing import noticed, visible
from cogs.names import place
from cogs.showing import MOST_ALT
from cogs.speech import in_pictures, plain, say, speaking
from cogs.watching.acts import PostGif, SendGif, ShowTurn
from cogs.watching.watched import Watched, watched
from rules import Move, Position, Refusal, Sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.answers import Interaction
    from match.event import Result
    from rules.sentence import Value

_ONE_AT_A_TIME = ThreadPoolExecutor(1, "animations")
"""An animation of a long match takes a while, for which nobody else shall wait."""


@pressed(ShowTurn)
async def on_turn(interaction: Interaction, act: ShowTurn, _values: list[str]) -> None:
    """Show the last turn of a match as it was seen, step by step, to one person."""
    match = await noticed(interaction, await visible(interaction, act.match))
    if match.count != act.seen:
        match = await interaction.client.store.matches.as_of(act.match, act.seen)
    before, move = match.previous, match.last_move
    if before is None or move is None:
        raise Refusal("There is no move to show; the match is where it began.")
    refuse_haste(interaction, GIFS)
    await interaction.response.defer(ephemeral=True, thinking=True)
    style = await private_look(interaction)
    words = Sentence(
        "The turn step by step: {deed}. {position}",
        deed=before.tell(move),
        position=match.position.describe(),
    )
    file, gallery = await _animated(
        interaction,
        style,
        before,
        [move],
        seen_from=style.side(seen_from(match)),
        names=match.player_names,
        result=match.result,
        words=words,
        name=f"{match.game}-{match.number}-turn-{match.count}",
    )
    await whisper(interaction, view=text_view(last_words(match), rows=[gallery]), files=[file])


@pressed(SendGif)
async def on_gif(interaction: Interaction, act: SendGif, _values: list[str]) -> None:
    """Give a match as an animation to one person, who may post it."""
    found = await _filmed(interaction, act.match, act.source)
    await interaction.response.defer(ephemeral=True, thinking=True)
    file, gallery = await _whole(interaction, await private_look(interaction), found)
    post = button("Post it here", PostGif(act.match, act.source), discord.ButtonStyle.primary)
    rows = [gallery, discord.ui.ActionRow(post)]
    await whisper(interaction, view=text_view(_told(found), rows=rows), files=[file])


@pressed(PostGif)
async def on_post(interaction: Interaction, act: PostGif, _values: list[str]) -> None:
    """Post a match as an animation where one is, pinging nobody."""
    found = await _filmed(interaction, act.match, act.source)
    await interaction.response.defer(thinking=True)
    bot, here = interaction.client, place(interaction)
    with speaking(await public_language(bot, here, interaction.user.id)):
        file, gallery = await _whole(interaction, await public_look(bot, here), found)
        view = text_view(_told(found), rows=[gallery])
    await interaction.followup.send(view=view, file=file)


async def _filmed(interaction: Interaction, number: int, source: Source) -> Watched:
    """Find a match of which there is something to show. Raises `Refusal`."""
    found = await watched(interaction, source, number)
    if not len(found.line):
        raise Refusal("There is no move to show yet; ask again after the first one.")
    refuse_haste(interaction, GIFS)
    return found


async def _whole(
    interaction: Interaction, style: Style, found: Watched
) -> tuple[discord.File, Item]:
    """Draw every move of a match."""
    moves = await asyncio.to_thread(found.line.played)
    last = (await asyncio.to_thread(found.line.at, len(moves))).position
    return await _animated(
        interaction,
        style,
        found.line.start,
        moves,
        seen_from=style.side(found.seen_from),
        names=found.names,
        result=found.result,
        words=Sentence(
            "The whole match, move by move. At the end: {position}", position=last.describe()
        ),
        name=f"{found.rules.key}-{found.number}",
    )


def _told(found: Watched) -> str:
    first, second = found.names
    return say(
        "**{title}** · **{first}** against **{second}** · {length}",
        title=found.title,
        first=first,
        second=second,
        length=found.length,
    )


async def _animated(
    interaction: Interaction,
    style: Style,
    before: Position,
    moves: Sequence[Move],
    *,
    seen_from: int,
    names: tuple[Value, Value],
    result: Result | None,
    words: Sentence,
    name: str,
) -> tuple[discord.File, Item]:
    """Draw moves, no larger than the place takes; give the file and the gallery that shows it."""
    speech = in_pictures()
    draw = partial(
        rendering.animation,
        before,
        moves,
        seen_from=seen_from,
        theme=style.theme,
        names=(speech.say(names[0]), speech.say(names[1])),
        result=result_drawn(result),
        most_bytes=interaction.filesize_limit,
        speech=speech,
    )
    drawn = await asyncio.get_running_loop().run_in_executor(_ONE_AT_A_TIME, draw)
    told = plain(words)[:MOST_ALT]
    file = discord.File(io.BytesIO(drawn), f"{name}.gif", description=told)
    item = discord.MediaGalleryItem(f"attachment://{file.filename}", description=told)
    return file, discord.ui.MediaGallery(item)
