"""The computer's part in matches: it moves, and answers draw offers, wherever that is awaited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import discord

from cogs.messages import telling
from cogs.messages.in_hand import in_hand
from cogs.running import Stopping
from cogs.trouble import PLAINLY
from data import StoredMatch, Unusable
from match import verbs
from match.event import Event
from match.match import Stale
from opponent import Unanswered
from rules import Move, Refusal

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction
    from opponent import Hint

log = logging.getLogger(__name__)
log.addFilter(PLAINLY)

AT_ONCE = 20
"""In so many matches it thinks at the same time; the others wait, the longest first."""
LONGEST_GAME = 100_000
"""No game has so many plies."""
MOST_HINTS = 200
"""So many hints are remembered, so that who asks why hears of the same move."""
EVEN = 0.1
"""So much better, on a scale to 1, it may stand and still agree to a draw."""


class Thinking:
    """Does what matches await of the computer, each match in a task of its own.

    Which matches these are is found from rows, at start and in every round of the clock; what
    stands here only keeps two tasks from thinking about the same match.
    """

    def __init__(self, bot: Parlour) -> None:
        self._bot = bot
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._woken: dict[int, Interaction | None] = {}
        self._thinking: set[int] = set()
        self._some = asyncio.Semaphore(AT_ONCE)
        self._stopping = False
        self._hints: dict[tuple[int, int], Hint] = {}

    def wake(self, match: StoredMatch, interaction: Interaction | None = None) -> None:
        """Have the computer go on in a match, if that is awaited.

        The interaction by which somebody brought it about is answered where the match lives: in
        some places the bot may speak only so.
        """
        if match.awaits_computer:
            self._start(match.number, interaction)

    async def wake_all(self) -> None:
        """Have the computer go on wherever that is awaited: after a stop, or some trouble."""
        for number in await self._bot.store.computer.awaiting():
            if number not in self._tasks:
                self._start(number, None)

    def stop(self) -> None:
        """Think no more; what is awaited is found again at the next start."""
        self._stopping = True
        for number in self._thinking:
            self._tasks[number].cancel()

    def _start(self, number: int, interaction: Interaction | None) -> None:
        if self._stopping:
            return
        self._woken[number] = interaction
        if number not in self._tasks:
            work = self._work(number)
            self._tasks[number] = asyncio.create_task(work, name=f"computer in match {number}")

    async def _work(self, number: int) -> None:
        """Go on in a match as long as something comes up there."""
        self._thinking.add(number)
        try:
            while number in self._woken:
                await self._go_on(number, self._woken.pop(number))
        except Stopping:
            pass
        except (Refusal, Unusable) as trouble:
            log.warning("match %d: the computer cannot go on now: %s", number, trouble)
        except Exception:
            log.exception("match %d: the computer stopped; the clock tries again", number)
        finally:
            self._thinking.discard(number)
            self._woken.pop(number, None)
            del self._tasks[number]

    async def _go_on(self, number: int, interaction: Interaction | None) -> None:
        """Do one thing that a match awaits, and tell of it."""
        store = self._bot.store
        async with self._some:
            match = await store.matches.find(number)
            if not match.awaits_computer:
                return
            decide = await self._decided(match)
        self._thinking.discard(number)
        self._bot.running.begin()
        try:
            before, after, _ = await store.matches.happen(match, decide, seen=match.count)
        except Stale:
            # Somebody did something meanwhile; what is awaited now is another thing.
            self._woken.setdefault(number, interaction)
        else:
            # Who is not answered yet is answered by what they did, not by what came of it.
            answered = interaction is not None and interaction.response.is_done()
            with in_hand(after):
                await telling.tell(self._bot, after, interaction if answered else None, before)
        self._thinking.add(number)

    async def _decided(self, match: StoredMatch) -> Callable[[StoredMatch], Event]:
        """Think what to do in a match."""
        assert match.computer is not None
        assert match.level is not None
        itself = match.seats[match.computer]
        if match.draw_offer is not None:
            answer = verbs.accept_draw if await self._is_content(match) else verbs.decline_draw
            return lambda match: answer(match, itself, discord.utils.utcnow())
        move = await self._bot.opponent.choose(match.position, match.level, seed_of(match))
        return lambda match: verbs.play(match, itself, discord.utils.utcnow(), move.text)

    async def hint(self, match: StoredMatch, named: Move | None = None) -> Hint:
        """Think what one might do in a match, or why a move that was named is to be played.

        Asked once more for the same turn, it says the same.
        """
        turn = match.number, match.count
        known = self._hints.get(turn)
        if known is None or named not in (None, known.move):
            while len(self._hints) >= MOST_HINTS:
                del self._hints[next(iter(self._hints))]
            known = await self._bot.opponent.hint(match.position, seed_of(match), named)
            self._hints[turn] = known
        return known

    async def _is_content(self, match: StoredMatch) -> bool:
        """Tell whether the computer stands no better than it would by a draw."""
        try:
            review = await self._bot.opponent.review(match.position, (), lambda _done, _all: None)
        except Unanswered:
            return False  # and the match goes on
        value = review.values[0]
        return (-value if match.computer else value) <= EVEN


def seed_of(match: StoredMatch) -> int:
    """Give what the computer's lots in a position come from: another match goes another way.

    After a take-back it is the same again, so that nobody can ask for another answer.
    """
    return match.number * LONGEST_GAME + sum(match.moves)
