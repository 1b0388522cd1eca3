"""Letters: what players are told in private, where the channel of their match takes nothing."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cogs.answers import UNSENT
from cogs.messages.news import News
from cogs.messages.posting import is_refused
from cogs.speech import said
from cogs.words import ruling_words
from data import KeptMatch

if TYPE_CHECKING:
    from bot import Parlour

log = logging.getLogger(__name__)


async def write(bot: Parlour, people: Iterable[int], text: str) -> None:
    """Write to people in private; whoever takes no letters gets none. Raises `UNSENT`."""
    for person in people:
        try:
            user = bot.get_user(person) or await bot.fetch_user(person)
            await user.send(text)
        except UNSENT as failure:
            if not is_refused(failure):
                raise
            log.info("a player could not be told in private either: %s", failure)


async def write_news(bot: Parlour, match: KeptMatch, news: News) -> None:
    """Write to those whom news call. Raises `UNSENT`."""
    people = news.calls or ((news.note.to,) if news.note else ())
    name = f"{match.position.name} #{match.number}"
    text = f"It is your move in {name}."
    if news.note is not None and not news.card:
        text = news.note.text
    elif match.ruling is not None and match.result is None:
        text = f"{name}: {ruling_words(match.ruling)}"
    elif match.result is not None:
        text = f"{name} is over. {said(match.result.reason)}"
    bring = f"`/board match:{match.number}` in another one brings the match there"
    await write(bot, people, f"{text} I cannot post in its channel; {bring}.")
