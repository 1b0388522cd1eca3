"""`/match record`: a match as text and as a page, with every move."""

import io

import discord
from discord import app_commands

from cogs.autocomplete import any_match
from cogs.replay import find_replay
from interactions import Interaction, answer_privately
from interactions.access import check_rate
from interactions.components import button, text_view
from interactions.people import private_appearance
from interactions.rate_limits import PAGES
from interactions.speech import plain_speech, said, say
from interactions.tasks import run_long
from rendering import page
from rules import Refusal
from views.analysis_board import Source
from views.match_verbs import hint_and_review_buttons
from views.replay_ids import OpenReplay, SendGif
from views.replay_page import Replay, page_contents


@app_commands.command()
@app_commands.describe(match="Which match")
@app_commands.autocomplete(match=any_match)
async def record(interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
    """Get a match as text, with every move."""
    replay = await find_replay(interaction, Source.MATCH, match)
    kept = replay.kept
    assert kept is not None, "the replay of a match has it"
    note = ""
    try:
        check_rate(interaction, PAGES)
    except Refusal as refusal:
        note = f"\n-# {said(refusal.sentence)}"
    await interaction.response.defer(ephemeral=True, thinking=True)
    text = await interaction.client.store.matches.record(match)
    files = [discord.File(io.BytesIO(text.encode()), f"match-{match}.txt")]
    words = say("Match #{match} as text:", match=match) + note
    if not note and (page := await _page(interaction, replay)):
        files.append(page)
        words = say(
            "Match #{match} as text, and as a page that replays it in any browser:", match=match
        )
    buttons = [button("Replay", OpenReplay(match))]
    if kept.previous is not None:
        buttons.append(button("Replay as GIF", SendGif(match)))
    if kept.over:
        buttons += hint_and_review_buttons(kept)
    rows = [*map(discord.ui.File, files), discord.ui.ActionRow(*buttons)]
    await answer_privately(interaction, text_view(words, rows=rows), files)


async def _page(interaction: Interaction, replay: Replay) -> discord.File | None:
    """Write a match as a page, unless that is larger than may be sent here."""
    style, speech = await private_appearance(interaction), plain_speech()

    def write() -> bytes:
        seen = style.side(replay.seen_from)
        contents = page_contents(replay)
        return page(contents, seen_from=seen, theme=style.theme, speech=speech).encode()

    content = await run_long(write)
    if len(content) > interaction.filesize_limit:
        return None
    return discord.File(io.BytesIO(content), f"match-{replay.number}.html")
