"""Find the replay that whoever pressed may see."""

import discord

from data import StoredMatch
from interactions import Interaction
from interactions.access import mark_seen, visible_match
from views.analysis_board import Source
from views.find_replay import replay_from
from views.puzzle_answers import solver
from views.replay_page import Replay


async def find_replay(interaction: Interaction, source: Source, number: int) -> Replay:
    """Find the replay of a match, puzzle or import that the person may see. Raises `Refusal`."""

    async def seen_match(number: int) -> StoredMatch:
        return await mark_seen(interaction, await visible_match(interaction, number))

    store, now = interaction.client.store, discord.utils.utcnow()
    return await replay_from(store, source, number, solver(interaction), now, seen_match)
