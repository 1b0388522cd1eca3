"""A rated match of Hoyito that north wins, and the ratings of two newcomers after it."""

from match.rating import Rating, advantage, rate_match
from rules import GAMES
from tests.simulated_discord.table import Table

_BALANCE = GAMES["hoyito"].balance({})
EASIER = -advantage(_BALANCE)
"""The advantage of north, in rating points."""
_SOUTH, _NORTH = rate_match((Rating(), Rating()), (0, 0), 1, -EASIER)
LOST, WON = round(_SOUTH.rating), round(_NORTH.rating)
GAIN = WON - round(Rating().rating)
GIVE_OR_TAKE = round(2 * _NORTH.deviation)


SHORT = ("a", "a", "b", "b", "b", "b")


async def finish(table: Table, number: int = 1) -> None:
    """Let Ada resign a match after enough moves for a rating."""
    await table.play_in(number, *SHORT)
    await table.resign(table.ada, number)
