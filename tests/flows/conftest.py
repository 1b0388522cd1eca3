"""Fixtures for the tests of this folder: a bot in a simulated Discord."""

from tests.simulated_discord.fixtures import *  # noqa: F403 (its `__all__`)
from tests.simulated_discord.made_up_speech import flow, speak_made_up

__all__ = ["flow", "speak_made_up"]
