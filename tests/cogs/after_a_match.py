"""How newcomers stand after a rated match of Hoyito that north won, as the computer counts it."""

from match.rating import Rating, advantage, rate_match
from rules import GAMES

_BALANCE = GAMES["hoyito"].balance({})
EASIER = -advantage(_BALANCE)
"""So many points north is worth."""
_SOUTH, _NORTH = rate_match((Rating(), Rating()), (0, 0), 1, -EASIER)
LOST, WON = round(_SOUTH.rating), round(_NORTH.rating)
GAIN = WON - round(Rating().rating)
GIVE_OR_TAKE = round(2 * _NORTH.deviation)
