"""Fixtures for the tests of this folder: a bot in a simulated Discord."""

from tests.simulated_discord.fixtures import (
    calls,
    dora,
    requests_are_as_discord_describes,
    settings,
    simcord_env,
    table,
    thinks_quickly,
)

__all__ = [
    "calls",
    "dora",
    "requests_are_as_discord_describes",
    "settings",
    "simcord_env",
    "table",
    "thinks_quickly",
]
