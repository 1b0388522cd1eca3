"""Tell people, once each, that a vacation of theirs began or ended automatically."""

import logging

import discord

from data import StoredMatch
from data.vacations import VacationNews
from delivery import direct_messages
from delivery.posting import find_posted_text, post_text, unless_refused
from interactions import Bot, said
from interactions.people import public_language
from interactions.speech import speaking
from match.vacation import Vacation
from rules import GAMES, Refusal, Sentence, message

log = logging.getLogger(__name__)

BEGUN = message(
    "You were about to lose on time, so your vacation started: all your "
    "clocks are paused, until {time} at the latest. To end it, press "
    "**Vacation** in `/settings`."
)
USED_UP = message(
    "Your vacation is used up. Your clocks are running again, with at least "
    "a day (or a move's full time) each: `/matches`."
)


async def tell_of_vacation(bot: Bot, person: int) -> None:
    """Tell a person by direct message, or else in the channel of a match. Raises `SEND_ERRORS`.

    It is recorded once Discord has taken it; if the bot stops before that, it is found again.
    """
    news = await bot.store.vacations.news(person)
    if news is None:
        return
    words = vacation_news(news.vacation)
    # Within some minutes Discord takes a nonce only once; later the message can be found.
    nonce = f"vacation-{news.since.timestamp():.0f}"
    if not await direct_messages.send_to(bot, person, words, news.since, nonce):
        await _post(bot, person, news, words)
    await bot.store.vacations.mark_told(person, news.since)


def vacation_news(vacation: Vacation) -> Sentence:
    """Word what happened to a vacation automatically: it began, or was used up."""
    if vacation.ends is None:
        return Sentence(USED_UP)
    return Sentence(BEGUN, time=discord.utils.format_dt(vacation.ends, "f"))


async def _post(bot: Bot, person: int, news: VacationNews, words: Sentence) -> None:
    """Post it in the channel of the match that was saved, or of another live match."""
    match = await _match_of(bot, person, news)
    if match is None:
        log.info("someone on vacation can't get direct messages and has no live match")
        return
    with speaking(await public_language(bot, match.place, person)):
        text = f"<@{person}> {said(words)}"
    with unless_refused(f"match {match.number}: no news of a vacation in its channel"):
        if not await find_posted_text(bot, match.place, text, news.since):
            await post_text(bot, match, text, (person,), news.since)


async def _match_of(bot: Bot, person: int, news: VacationNews) -> StoredMatch | None:
    """Return the match that a vacation saved if it goes on, or the person's most urgent one."""
    matches = bot.store.matches
    try:
        match = None if news.match is None else await matches.find(news.match)
    except Refusal:
        match = None
    if match is not None and not match.over and person in match.seats:
        return match
    # One of a game that is gone cannot be told of; it is listed all the same.
    live = [listed for listed in await matches.find_live(person) if listed.game in GAMES]
    return await matches.find(live[0].number) if live else None
