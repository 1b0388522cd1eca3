"""Animations: a whole match as a GIF, also posted in the channel; the last turn step by step."""

from collections.abc import Sequence
from functools import partial

import discord

import rendering
from cogs.replay import find_replay
from interactions import Interaction, answer_privately, handles, plain, say
from interactions.access import check_rate, mark_seen, visible_match
from interactions.board_image import image_item
from interactions.components import Item, button, text_view
from interactions.people import (
    Appearance,
    place,
    private_appearance,
    public_appearance,
    public_language,
)
from interactions.rate_limits import GIFS
from interactions.speech import plain_speech, speaking
from interactions.tasks import run_long
from match.event import Result
from rules import Move, Position, Refusal, Sentence, Value
from views import replay_ids
from views.analysis_board import Source
from views.match_card import last_move_words, reader_side, result_drawn
from views.replay_page import Replay


@handles(replay_ids.ShowTurn)
async def on_turn(interaction: Interaction, pressed: replay_ids.ShowTurn) -> None:
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
    await answer_privately(interaction, text_view(last_move_words(match), rows=[gallery]), [file])


@handles(replay_ids.SendGif)
async def on_gif(interaction: Interaction, pressed: replay_ids.SendGif) -> None:
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
    await answer_privately(interaction, text_view(_title_words(replay), rows=rows), [file])


@handles(replay_ids.PostGif)
async def on_post(interaction: Interaction, pressed: replay_ids.PostGif) -> None:
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
    return image_item(await run_long(draw), plain(words), f"{name}.gif")
