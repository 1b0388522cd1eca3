"""The `match` option of commands: which matches it offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from rules import GAMES

if TYPE_CHECKING:
    from cogs.answers import Interaction
    from data import ListedMatch

MOST = 25
"""So many entries an autocomplete may have."""


async def my_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody is playing, those to move in first."""
    matches = await interaction.client.store.matches.of(interaction.user.id)
    return _choices(matches, interaction.user.id, typed)


async def any_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody is playing, then those finished lately."""
    store = interaction.client.store
    matches = await store.matches.of(interaction.user.id)
    matches = matches + await store.matches.finished(interaction.user.id, MOST)
    return _choices(matches, interaction.user.id, typed)


async def finished_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the matches that somebody finished lately."""
    matches = await interaction.client.store.matches.finished(interaction.user.id, MOST)
    return _choices(matches, interaction.user.id, typed)


def _choices(matches: list[ListedMatch], person: int, typed: str) -> list[app_commands.Choice[int]]:
    labels = {
        match.number: f"#{match.number} {GAMES[match.game].name} against "
        f"{match.names[1 - match.seats.index(person)]}"
        for match in matches
    }
    return [
        app_commands.Choice(name=label[:100], value=number)
        for number, label in labels.items()
        if typed.strip().lower().lstrip("#") in label.lower()
    ][:MOST]
