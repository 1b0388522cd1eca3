"""The computer's turns: it moves, answers draw offers and resigns, in the background."""

import asyncio
import logging
from collections.abc import Callable

import discord

from cogs.due_jobs import own
from computer import Hint, Unanswered
from data import StoredMatch, Unusable
from delivery import notify
from interactions import Bot, Interaction
from interactions.short_log import SHORT_LOG
from interactions.tasks import Stopping, in_progress
from match import verbs
from match.computer_manners import resigns
from match.event import DrawReason, Event
from match.match import Stale
from rules import Move, Refusal

log = logging.getLogger(__name__)
log.addFilter(SHORT_LOG)

MOST_THINKING = 20
"""In how many matches the computer thinks at the same time; the others wait in order."""

LONGEST_GAME = 100_000
"""More plies than any game has."""

MOST_HINTS = 200
"""How many hints are remembered, so that a player who asks why hears of the same move."""

DRAW_VALUE = 0.1
"""The highest value, on a scale to 1, at which the computer still agrees to a draw."""

DECLINES = (DrawReason.AHEAD, DrawReason.UNSURE)
"""Why it declines one; for the other reasons it accepts."""


class ComputerTurns:
    """Plays the computer's turns and answers draw offers, each match in a task of its own.

    The matches that await the computer are found from rows, at start and in every background round;
    what this object holds only keeps two tasks from thinking about the same match.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._woken: dict[int, Interaction | None] = {}
        self._thinking: set[int] = set()
        self._thinking_slots = asyncio.Semaphore(MOST_THINKING)
        self._stopping = False
        self._hints: dict[tuple[int, int], Hint] = {}

    def wake(self, match: StoredMatch, interaction: Interaction | None = None) -> None:
        """Start the computer's task for a match, if the match awaits it.

        The interaction that caused it is used to answer in the match's channel: in some places the
        bot may post in no other way.
        """
        if match.awaits_computer:
            self._start(match.number, interaction)

    async def wake_all(self) -> None:
        """Start a task for every match that awaits the computer, after a stop or a failure."""
        for number in await own(self._bot, "matches", await self._bot.store.computer.awaiting()):
            if number not in self._tasks:
                self._start(number, None)

    def stop(self) -> None:
        """Cancel the tasks that only think; the next start finds their matches again."""
        self._stopping = True
        for number in self._thinking:
            self._tasks[number].cancel()

    def _start(self, number: int, interaction: Interaction | None) -> None:
        if self._stopping:
            return
        self._woken[number] = interaction
        if number not in self._tasks:
            work = self._run(number)
            self._tasks[number] = asyncio.create_task(work, name=f"computer in match {number}")

    async def _run(self, number: int) -> None:
        """Act in a match as long as it is woken."""
        self._thinking.add(number)
        try:
            while number in self._woken:
                await self._act_once(number, self._woken.pop(number))
        except Stopping:
            pass
        except (Refusal, Unusable) as trouble:
            log.warning("match %d: the computer cannot continue for now: %s", number, trouble)
        except Exception:
            log.exception("match %d: the computer stopped; the clock tries again", number)
        finally:
            self._thinking.discard(number)
            self._woken.pop(number, None)
            del self._tasks[number]

    async def _act_once(self, number: int, interaction: Interaction | None) -> None:
        """Play one turn or answer one draw offer in a match, and notify the players."""
        store = self._bot.store
        async with self._thinking_slots:
            match = await store.matches.find(number)
            if not match.awaits_computer:
                return
            decide = await self._decide(match)
        self._thinking.discard(number)
        self._bot.in_flight.begin()
        try:
            before, after, _ = await store.matches.apply(match, decide, seen=match.count)
        except Stale:
            # The match has gone on meanwhile, and may await something else now.
            self._woken.setdefault(number, interaction)
        else:
            # An interaction not answered yet is to be answered by the player's own action.
            answered = interaction is not None and interaction.response.is_done()
            with in_progress(after):
                await notify.notify_players(
                    self._bot, after, interaction if answered else None, before
                )
        self._thinking.add(number)

    async def _decide(self, match: StoredMatch) -> Callable[[StoredMatch], Event]:
        """Think, and return what decides the computer's event in a match."""
        assert match.computer is not None
        assert match.level is not None
        itself = match.seats[match.computer]
        if match.draw_offer == 1 - match.computer:
            reason = await self._judge_draw(match)
            answer = verbs.decline_draw if reason in DECLINES else verbs.accept_draw
            return lambda match: answer(match, itself, discord.utils.utcnow(), reason)
        move, outlook = await self._bot.computer.choose(match.position, match.level, _seed(match))
        if resigns(match, outlook) and await self._may_resign(match):
            return lambda match: verbs.resign(match, itself, discord.utils.utcnow())
        return lambda match: verbs.play(
            match, itself, discord.utils.utcnow(), move.text, outlook=outlook
        )

    async def _may_resign(self, match: StoredMatch) -> bool:
        """Tell whether the computer's opponent lets it resign."""
        settings = [await self._bot.store.personal_settings.find(person) for person in match.people]
        return all(own.gets_resigned for own in settings)

    async def hint(self, match: StoredMatch, named: Move | None = None) -> Hint:
        """Find a hint for the player to move, or the reason for a move that a hint named.

        Asked again at the same turn, it returns the same hint.
        """
        turn = match.number, match.count
        known = self._hints.get(turn)
        if known is None or named not in (None, known.move):
            while len(self._hints) >= MOST_HINTS:
                del self._hints[next(iter(self._hints))]
            known = await self._bot.computer.hint(match.position, _seed(match), named)
            self._hints[turn] = known
        return known

    async def _judge_draw(self, match: StoredMatch) -> DrawReason:
        """Judge how the computer stands, which is why it accepts a draw or declines it."""
        try:
            review = await self._bot.computer.review(match.position, (), lambda _done, _all: None)
        except Unanswered:
            return DrawReason.UNSURE
        value = -review.values[0] if match.computer else review.values[0]
        if value > DRAW_VALUE:
            return DrawReason.AHEAD
        return DrawReason.BEHIND if value < -DRAW_VALUE else DrawReason.EVEN


def _seed(match: StoredMatch) -> int:
    """Return the seed of the computer's random choices in a position, different in each match.

    After a takeback it is the same again, so that nobody can ask for another answer.
    """
    return match.number * LONGEST_GAME + sum(match.moves)
