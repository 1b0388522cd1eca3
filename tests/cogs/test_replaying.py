"""Replays: leafing through a match move by move, privately, by presses that outlive restarts."""

from tests.cogs.test_strangers import NONE, elsewhere, hidden  # noqa: F401 (a fixture)

FIRST, BACK, NEXT, LAST = "⏮️", "◀️", "▶️", "⏭️"
