"""Puzzles from matches: a reviewed match's turning points are searched for them, in background."""

import asyncio
import logging
from functools import partial

from computer import Review, Unanswered
from data import StoredMatch
from interactions import Bot
from interactions.tasks import run_brief
from rules import Refusal

log = logging.getLogger(__name__)


class PuzzleSearch:
    """Searches one reviewed match after the other; what a stop interrupts begins again."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._searching: asyncio.Task[None] | None = None

    def begin_if_idle(self) -> None:
        """Begin to search the next match, unless one is being searched."""
        if self._searching is None or self._searching.done():
            self._searching = asyncio.create_task(self._search_next(), name="puzzles of matches")

    def stop(self) -> None:
        """Cancel the search."""
        if self._searching is not None:
            self._searching.cancel()

    async def _search_next(self) -> None:
        """Search a match, if one is left to be searched; a failure ends its search for good."""
        store = self._bot.store
        number = await store.match_puzzles.to_search()
        if number is None:
            return
        game, found = "", list[tuple[int, str]]()
        try:
            match = await store.matches.find(number)
            game, found = match.position.key, await self._puzzles_of(match)
        except (Refusal, Unanswered, ValueError) as failure:
            log.info("match %d was not searched for puzzles: %s", number, failure)
        except Exception:
            log.exception("match %d could not be searched for puzzles", number)
        await store.match_puzzles.keep(number, game, found)

    async def _puzzles_of(self, match: StoredMatch) -> list[tuple[int, str]]:
        """Return what is found at the turning points of a review, by plies."""
        store, found = self._bot.store, []
        text = await store.reviews.find(match.number)
        if text is None:
            return []
        line = await store.match_moves.find(match)
        for turn in Review.decode(text).turns:
            ply = await run_brief(partial(line.at, turn.ply))
            if record := await self._bot.computer.prove(ply.position):
                found.append((turn.ply, record))
        return found
