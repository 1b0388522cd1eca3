"""How players hear of what happened in a match: once, and tried again until Discord has taken it.

What is told is ticked off only then, so whatever stops in between is told by the clock.
"""

import logging

import discord

from data import Place, StoredMatch
from delivery import direct_messages, display, past_cards, posting
from delivery.display_modes.single_card import Displayed, DisplayRequest
from delivery.pending_news import News, news_of
from delivery.recovery import find_pressed
from interactions import Bot, Interaction, say, whisper
from interactions.audience import everybody
from interactions.errors import NEEDED, UNSENT
from interactions.in_flight import in_progress
from interactions.names import linked, match_link, place
from interactions.speech import speaking
from rules import Code, Sentence

log = logging.getLogger(__name__)


async def answer_and_notify(
    interaction: Interaction, match: StoredMatch, before: StoredMatch | None = None
) -> None:
    """Tell of what somebody did in a match, as it now stands, and answer them.

    Whatever Discord refuses, the match has gone on already: the person is told what is missing, and
    nothing else is lost.
    """
    with in_progress(match):
        await find_pressed(interaction, match)
        shown, failure = await _tell(interaction.client, match, interaction, before)
    await _answer(interaction, match, failure, shown)


async def repost_board(interaction: Interaction, match: StoredMatch) -> None:
    """Post the board of a match anew.

    A match whose channel is gone, or closed to the bot, moves to where one of its players asks.
    """
    shown, failure = await _tell(interaction.client, match, interaction, match, anew=True)
    here = shared_place(interaction)
    if (
        posting.is_refused(failure)
        and here not in (None, match.place)
        and interaction.user.id in match.seats
    ):
        match, failure = await _move(interaction, match, here)
        shown = match
    await _answer(interaction, match, failure, shown)


async def notify_players(
    bot: Bot,
    match: StoredMatch,
    interaction: Interaction | None = None,
    before: StoredMatch | None = None,
) -> BaseException | None:
    """Tell the players of a match what they do not know of it, and have its present card show it.

    `before` is the match before what the interaction did. Where the channel takes nothing, players
    are written to. The computer, where it plays, goes on then. Gives what went wrong.
    """
    _, failure = await _tell(bot, match, interaction, before)
    return failure


async def _tell(
    bot: Bot,
    match: StoredMatch,
    interaction: Interaction | None = None,
    before: StoredMatch | None = None,
    *,
    anew: bool = False,
) -> tuple[StoredMatch, BaseException | None]:
    """Do so, with `anew` by a new card even if all is told; give the match as it is shown, too."""
    events = await bot.store.cards.untold(match)
    news = news_of(match, events).without(await bot.store.mutes.in_match(match.number))
    # What was not told before this may have been taken by Discord, just when the bot stopped.
    is_fresh = interaction is not None and (before is None or before.count <= match.told)
    lost_since = None if is_fresh else events[0].at if events else match.started
    failure, shown = None, Displayed(match)
    try:
        audience = await everybody(bot, match.place, match.to_move)
        with speaking(audience.language):
            if news.card or anew:
                shown = await display.show(
                    DisplayRequest(
                        bot,
                        match,
                        audience,
                        news.calls,
                        interaction,
                        lost_since,
                        anew,
                        events,
                        before,
                    )
                )
                match = shown.match
            if news.note is not None:
                await posting.note(bot, match, news.note, interaction, lost_since)
        if not (news.card or anew):
            await bot.store.cards.tell(match.number, match.count)
            if match.shown != match.count:
                await display.refresh(bot, match)
    except UNSENT as unsent:
        log.warning("match %d: its channel takes no news: %s", match.number, unsent)
        failure = unsent
        if posting.is_refused(failure):
            await _write_instead(bot, match, news)
    if not shown.is_settled:
        await past_cards.retire_cards(bot, match.number, match, before, tried=shown.tried)
    bot.computer_turns.wake(match, interaction)
    return match, failure


def shared_place(interaction: Interaction) -> Place | None:
    """Give where an interaction happens, unless nobody else could see there what is posted."""
    return None if isinstance(interaction.channel, discord.DMChannel) else place(interaction)


async def _write_instead(bot: Bot, match: StoredMatch, news: News) -> None:
    """Tell players in private, once, what their channel does not take."""
    try:
        await direct_messages.send_news(bot, match, news)
    except UNSENT as failure:
        log.warning("match %d: its players could not be written to: %s", match.number, failure)
        return
    if not match.is_shown:
        await bot.store.cards.lose(match.number, match.count)
    await bot.store.cards.tell(match.number, match.count)


async def _move(
    interaction: Interaction, match: StoredMatch, here: Place
) -> tuple[StoredMatch, BaseException | None]:
    """Let a match go on where one of its players is, and write to the other."""
    bot = interaction.client
    match = await bot.store.matches.move(match.number, here)
    _, failure = await _tell(bot, match, interaction, match, anew=True)
    match = await bot.store.matches.find(match.number)
    others = [person for person in match.people if person != interaction.user.id]
    try:
        words = Sentence(
            "{match} goes on in {channel}.", match=match_link(match), channel=f"<#{here.channel}>"
        )
        await direct_messages.send(bot, others, words)
    except UNSENT as unsent:
        log.warning("match %d: nobody was told where it goes on: %s", match.number, unsent)
    return match, failure


async def _answer(
    interaction: Interaction,
    match: StoredMatch,
    failure: BaseException | None,
    shown: StoredMatch,
) -> None:
    """Answer a person, where the card or the note itself is not the answer."""
    here = interaction.channel_id == match.place.channel
    if failure is None and here and interaction.response.is_done():
        return
    text = _missing(match, failure)
    if failure is None:
        if shown.shown != shown.count:
            shown = await interaction.client.store.matches.find(match.number)
        text = linked(say("Done; here is the board."), shown)
    try:
        await whisper(interaction, text)
    except UNSENT as unsent:
        log.info("nobody could be told %r: %s", text, unsent)


def _missing(match: StoredMatch, failure: BaseException | None) -> str:
    """Say what happened in a match whose board could not be posted, and what to do."""
    happened = Sentence("Your match #{match} has gone on.", match=match.number)
    if match.result is not None:
        happened = Sentence(
            "Your match #{match} is over: {reason}",
            match=match.number,
            reason=match.result.reason,
        )
    if not posting.is_refused(failure):
        return say(
            "{happened} Discord has trouble now; I post its board as soon as that is over.",
            happened=happened,
        )
    return say(
        "{happened} But I cannot post its board in {channel}. There I need: {needed}. Nothing is "
        "lost: once that is mended, {command} shows the board there; typed in another channel, it "
        "brings the match there.",
        happened=happened,
        channel=f"<#{match.place.channel}>",
        needed=NEEDED,
        command=Code(f"/board match:{match.number}"),
    )
