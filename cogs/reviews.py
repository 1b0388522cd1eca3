"""`/match review`: how well each side stood in a finished match, computed once and stored."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord
from discord import app_commands

from cogs.autocomplete import finished_match
from computer import Review, Unanswered
from data import StoredMatch
from interactions import Bot, Interaction, handles, say
from interactions.access import check_rate, visible_match
from interactions.components import text_view
from interactions.errors import SEND_ERRORS
from rules import Refusal
from views.match_verbs import OpenReview
from views.review_page import REVIEWS, refuse_unless_reviewable, review_page

log = logging.getLogger(__name__)

UPDATE_INTERVAL = 3.0
"""Seconds between two updates of a review's progress."""
MOST_UPDATES = 280
"""Most updates of the progress: an answer can be edited for 15 minutes."""


@dataclass
class Underway:
    """A review that is being computed, and its progress: `done` positions of `all`."""

    work: asyncio.Task[Review]
    done: int = 0
    all: int = 1


class ReviewJobs:
    """Reviews finished matches in tasks, one for each match.

    A review is stored once it is complete. One that a stop interrupts is lost, and begins again
    when a person asks for it.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._underway: dict[int, Underway] = {}

    async def kept(self, match: StoredMatch) -> Review | None:
        """Return the stored review of a match, if there is one."""
        text = await self._bot.store.reviews.find(match.number)
        return None if text is None else Review.decode(text)

    def is_underway(self, match: StoredMatch) -> bool:
        """Tell whether a match is being reviewed."""
        return match.number in self._underway

    async def of(self, match: StoredMatch, tell: Callable[[int, int], Awaitable[None]]) -> Review:
        """Review a match, calling `tell` every few seconds with the positions done and in all.

        Raises `Refusal` if it takes too long to wait for, or fails.
        """
        underway = self._underway.get(match.number) or self._begin(match)
        for _ in range(MOST_UPDATES):
            await asyncio.wait([underway.work], timeout=UPDATE_INTERVAL)
            if underway.work.done():
                return _result(underway.work)
            await tell(underway.done, underway.all)
        raise Refusal(
            "I'm busy with other reviews, so yours is taking a while. Press **Review** again a "
            "bit later."
        )

    def stop(self) -> None:
        """Cancel all reviews."""
        for underway in self._underway.values():
            underway.work.cancel()

    def _begin(self, match: StoredMatch) -> Underway:
        work = asyncio.create_task(self._compute(match), name=f"review of match {match.number}")
        underway = self._underway[match.number] = Underway(work)
        return underway

    async def _compute(self, match: StoredMatch) -> Review:
        store = self._bot.store
        underway = self._underway[match.number]

        def note(done: int, number: int) -> None:
            underway.done, underway.all = done, number

        try:
            # Another request may have completed it since it was searched for.
            if (kept := await self.kept(match)) is not None:
                return kept
            line = await store.match_moves.find(match)
            review = await self._bot.computer.review(line.start, line.moves, note)
            await store.reviews.keep(match.number, review.encode(), discord.utils.utcnow())
        finally:
            del self._underway[match.number]
        return review


def _result(work: asyncio.Task[Review]) -> Review:
    """Return the review that a finished task has computed. Raises `Refusal` if it failed."""
    try:
        return work.result()
    except (Unanswered, asyncio.CancelledError) as failure:
        log.warning("%s failed: %r", work.get_name(), failure)
        raise Refusal("The review failed; press **Review** again in a minute.") from failure


@app_commands.command()
@app_commands.describe(match="Which match")
@app_commands.autocomplete(match=finished_match)
async def review(interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
    """Review a finished match: who was ahead when, and which moves would have been better."""
    await on_review(interaction, OpenReview(match))


@handles(OpenReview)
async def on_review(interaction: Interaction, pressed: OpenReview) -> None:
    """Show the review of a match privately, once it is complete."""
    match = await visible_match(interaction, pressed.match)
    refuse_unless_reviewable(match)
    jobs = interaction.client.review_jobs
    review = await jobs.kept(match)
    if review is None:
        check_rate(interaction, REVIEWS)
    await interaction.response.defer(ephemeral=True, thinking=True)

    async def tell(done: int, of: int) -> None:
        words = say("Reviewing the match: position {done} of {all} …", done=done, all=of)
        try:
            await interaction.edit_original_response(view=text_view(words))
        except SEND_ERRORS as failure:
            raise Refusal(
                "The review is still running; press **Review** again to see it when it's done."
            ) from failure

    if review is None:
        review = await jobs.of(match, tell)
    view, files = await review_page(interaction, match, review)
    await interaction.edit_original_response(view=view, attachments=files)
