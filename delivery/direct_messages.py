"""Direct messages, sent only to people who accept them."""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial

import discord

from data import MessageRef, StoredMatch
from delivery import posting
from delivery.pending_news import News
from delivery.posting import find_posted_text, is_refused, new_nonce, private_place
from interactions import Bot, said
from interactions.errors import SEND_ERRORS
from interactions.people import language_of, reopen_direct_messages
from interactions.speech import ruling_words, speaking
from rules import Code, Moment, Sentence, message
from views.calls_and_requests import request_buttons

log = logging.getLogger(__name__)


YOUR_MOVE = message("Your move against **{opponent}** in {match}.")
YOUR_TIMED_MOVE = message("Your move against **{opponent}** in {match}; time runs out {when}.")


async def send_to(
    bot: Bot,
    person: int,
    words: Sentence,
    lost_since: datetime | None = None,
    nonce: str | None = None,
    buttons: Callable[[], discord.ui.View] | None = None,
    *,
    silent: bool = False,
) -> MessageRef | None:
    """Send a person a direct message in their language; return it, or None if they refuse it.

    A person who refused one is not tried again until they use the bot. With `lost_since`, Discord
    may have taken the message already without the bot recording it: the messages since that time
    are searched first. Within some minutes Discord takes a `nonce` only once. `buttons` makes those
    below it, in the same language. A `silent` one is there, but no device rings for it.

    Raises `SEND_ERRORS` where Discord has trouble.
    """
    if await bot.store.direct_messages.are_closed(person):
        return None
    with speaking(await language_of(bot, person)):
        text = said(words)
        view = buttons and buttons()
    try:
        place = await private_place(bot, person)
        if lost_since is not None:
            found = await find_posted_text(bot, place, text, lost_since)
            if found is not None:
                return found
        nonce = nonce or new_nonce()
        flags = discord.MessageFlags(suppress_notifications=True) if silent else None
        return await posting.post(bot, place, nonce, content=text, view=view, flags=flags)
    except SEND_ERRORS as failure:
        if not is_refused(failure):
            raise
        log.info("someone can't get direct messages: %s", failure)
        if isinstance(failure, discord.Forbidden | discord.NotFound):
            await bot.store.direct_messages.close(person, discord.utils.utcnow())
        return None


async def send_news(bot: Bot, match: StoredMatch, news: News) -> None:
    """Send news of a match to the players whom it calls; a request has its buttons.

    Raises `SEND_ERRORS`.
    """
    people = news.calls or ((news.note.to,) if news.note and news.note.calls else ())
    summary = _your_move(match)
    if news.note is not None and not news.card:
        summary = news.note.words
    elif match.ruling is not None and match.result is None:
        summary = Sentence(
            "{match} · {ruling}", match=match.title, ruling=ruling_words(match.ruling)
        )
    elif match.result is not None:
        summary = Sentence("{match} is over. {reason}", match=match.title, reason=match.reason)
    words = Sentence(
        "{told} I can't post in the match's channel; type {command} in another channel to move "
        "the match there.",
        told=summary,
        command=Code(f"/board match:{match.number}"),
    )
    request = news.note.request if news.note is not None and not news.card else None
    buttons = None if request is None else partial(request_buttons, match, request)
    for person in people:
        posted = await send_to(bot, person, words, buttons=buttons)
        if posted is not None and request is not None:
            await bot.store.cards.ask(match.number, posted, request)


def _your_move(match: StoredMatch) -> Sentence:
    """Tell the player to move that it is their turn, and until when."""
    deadline = match.deadline
    return Sentence(
        YOUR_MOVE if deadline is None else YOUR_TIMED_MOVE,
        opponent=match.name(1 - match.turn),
        match=match.title,
        when="" if deadline is None else Moment(deadline),
    )


async def setup(bot: Bot) -> None:
    """Listen to every interaction."""
    bot.add_listener(reopen_direct_messages, "on_interaction")
