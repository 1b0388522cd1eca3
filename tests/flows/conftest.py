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
from tests.simulated_discord.made_up_speech import flow, speak_made_up

__all__ = [
    "calls",
    "dora",
    "flow",
    "requests_are_as_discord_describes",
    "settings",
    "simcord_env",
    "speak_made_up",
    "table",
    "thinks_quickly",
]
