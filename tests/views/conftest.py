"""Fixtures for the tests of this folder: a bot in a simulated Discord."""

from tests.simulated_discord.fixtures import *  # noqa: F403 (its `__all__`)
