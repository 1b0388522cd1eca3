"""`/review`: who stood better when in a finished match, worked out once and kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands

from cogs.autocomplete import finished_match
from data import StoredMatch
from interactions import Bot, Interaction, say
from interactions.access import visible_match
from interactions.components import text_view
from interactions.custom_ids import handles
from interactions.errors import UNSENT
from interactions.rate_limits import RateLimit, check_rate
from opponent import Review, Unanswered
from rules import Refusal
from views.computer_buttons import OpenReview
from views.review_page import review_page

log = logging.getLogger(__name__)

PAUSE = 3.0
"""Seconds between two times that it is told how far a review has come."""
MOST_TOLD = 280
"""So often it is told: Discord takes what changes an answer for 15 minutes."""


@dataclass
class Underway:
    """A review that is being worked out."""

    work: asyncio.Task[Review]
    done: int = 0
    all: int = 1


class ReviewJobs:
    """Has matches reviewed that are over.

    A review is kept once it is whole. What a stop interrupts is gone, and begins again when
    somebody asks for it.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._underway: dict[int, Underway] = {}

    async def kept(self, match: StoredMatch) -> Review | None:
        """Give the review of a match, if it was worked out before."""
        text = await self._bot.store.reviews.find(match.number)
        return None if text is None else Review.decode(text)

    async def of(self, match: StoredMatch, tell: Callable[[int, int], Awaitable[None]]) -> Review:
        """Work out the review of a match, and tell now and then how far it is: so many of so many.

        Raises `Refusal` where it takes too long to wait for, or comes to nothing.
        """
        underway = self._underway.get(match.number) or self._begin(match)
        for _ in range(MOST_TOLD):
            await asyncio.wait([underway.work], timeout=PAUSE)
            if underway.work.done():
                return _given(underway.work)
            await tell(underway.done, underway.all)
        raise Refusal(
            "Many reviews are being worked out, and this one takes long. It goes on; press "
            "**Review** again in a while."
        )

    def stop(self) -> None:
        """Give up what is being worked out."""
        for underway in self._underway.values():
            underway.work.cancel()

    def _begin(self, match: StoredMatch) -> Underway:
        work = asyncio.create_task(self._work_out(match), name=f"review of match {match.number}")
        underway = self._underway[match.number] = Underway(work)
        return underway

    async def _work_out(self, match: StoredMatch) -> Review:
        store = self._bot.store
        underway = self._underway[match.number]

        def note(done: int, all_there_are: int) -> None:
            underway.done, underway.all = done, all_there_are

        try:
            # Somebody else's may have become whole since it was looked for.
            if (kept := await self.kept(match)) is not None:
                return kept
            line = await store.move_lines.of(match)
            review = await self._bot.opponent.review(line.start, line.moves, note)
            await store.reviews.keep(match.number, review.encode(), discord.utils.utcnow())
        finally:
            del self._underway[match.number]
        return review


def _given(work: asyncio.Task[Review]) -> Review:
    """Give what came of some work."""
    try:
        return work.result()
    except (Unanswered, asyncio.CancelledError) as failure:
        log.warning("%s came to nothing: %r", work.get_name(), failure)
        raise Refusal(
            "The review came to nothing this time; press **Review** again in a minute."
        ) from failure


REVIEWS = RateLimit(
    6,
    timedelta(minutes=10),
    "You have asked for several reviews just now; you can ask for another {when}.",
)


class ReviewsCog(commands.Cog):
    """What there is to learn from a match."""

    @app_commands.command()
    @app_commands.describe(match="Which match")
    @app_commands.autocomplete(match=finished_match)
    async def review(self, interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
        """See who stood better when in a finished match, and what would have been better."""
        await show(interaction, match)


@handles(OpenReview)
async def on_review(interaction: Interaction, pressed: OpenReview, _values: list[str]) -> None:
    """Show the review beside the card."""
    await show(interaction, pressed.match)


async def show(interaction: Interaction, number: int) -> None:
    """Show the review of a match to one person, once it is worked out."""
    match = await visible_match(interaction, number)
    if not match.over:
        raise Refusal(
            "A match is reviewed once it is over; `/hint` helps in unrated ones meanwhile."
        )
    if match.previous is None:
        raise Refusal("Nothing was played in this match, so there is nothing to review.")
    reviewing = interaction.client.review_jobs
    review = await reviewing.kept(match)
    if review is None:
        check_rate(interaction, REVIEWS)
    await interaction.response.defer(ephemeral=True, thinking=True)

    async def tell(done: int, of: int) -> None:
        words = say(
            "I am looking at the match again: position {done} of {all} …", done=done, all=of
        )
        try:
            await interaction.edit_original_response(view=text_view(words))
        except UNSENT as failure:
            raise Refusal(
                "The review goes on; press **Review** again to see it once it is done."
            ) from failure

    if review is None:
        review = await reviewing.of(match, tell)
    view, file = await review_page(interaction, match, review)
    await interaction.edit_original_response(view=view, attachments=[file])


async def setup(bot: Bot) -> None:
    """Load the cog."""
    await bot.add_cog(ReviewsCog())
