"""Apply what a player does in a match, whether on a card or on a page of the board."""

from collections.abc import Callable

from data import Place, StoredMatch
from data.values import Happened
from interactions import Bot
from interactions.clock_jumps import follow_clock
from match.event import Event
from match.match import Match


async def apply_verb(
    bot: Bot,
    match: StoredMatch,
    decide: Callable[[Match], Event],
    *,
    seen: int | None,
    request: int | None = None,
    place: Place | None = None,
) -> Happened:
    """Apply a verb to a match as it was loaded, as `data.matches.Matches.apply` does.

    In a live match it is looked first whether the clock jumped: its time is judged by seconds.
    """
    if match.is_live:
        await follow_clock(bot)
        match = await bot.store.matches.find(match.number)
    return await bot.store.matches.apply(match, decide, seen=seen, request=request, place=place)
