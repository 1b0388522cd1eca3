"""Notify players of what happened in a match: once, and retried until Discord has taken it.

Events are marked as told only then, so the background rounds tell what a stop left untold.
"""

import logging

import discord

from data import Place, StoredMatch
from delivery import direct_messages, display, posting
from delivery.display_modes import single_card
from delivery.display_modes.single_card import Displayed, DisplayRequest
from delivery.pending_news import News, news_of
from delivery.posting import find_pressed
from interactions import Bot, Interaction, say, whisper
from interactions.audience import everybody
from interactions.errors import NEEDED, SEND_ERRORS
from interactions.in_flight import in_progress
from interactions.speech import linked, match_link, place, speaking
from rules import Code, Sentence

log = logging.getLogger(__name__)


async def answer_and_notify(
    interaction: Interaction, match: StoredMatch, before: StoredMatch | None = None
) -> None:
    """Notify the players of what a person did in a match, and answer that person.

    `match` is the match after it, `before` the match before it. The event is stored already: if
    Discord refuses a message, the person is told what is missing, and nothing is lost.
    """
    with in_progress(match):
        await find_pressed(interaction, match)
        shown, failure = await _notify(interaction.client, match, interaction, before)
    await _answer(interaction, match, failure, shown)


async def repost_board(interaction: Interaction, match: StoredMatch) -> None:
    """Post a new card of a match.

    A match whose channel is gone, or closed to the bot, moves to the channel where one of its
    players asks for the board.
    """
    shown, failure = await _notify(interaction.client, match, interaction, match, repost=True)
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
    """Notify the players of a match of its untold events, and bring its card up to date.

    `before` is the match before what the interaction did. If the channel refuses messages, the
    players get direct messages. Then the computer, if it plays, takes its turn.

    Returns the exception by which Discord failed or refused, if any.
    """
    _, failure = await _notify(bot, match, interaction, before)
    return failure


async def _notify(
    bot: Bot,
    match: StoredMatch,
    interaction: Interaction | None = None,
    before: StoredMatch | None = None,
    *,
    repost: bool = False,
) -> tuple[StoredMatch, BaseException | None]:
    """Do the work of `notify_players`, posting a new card in any case with `repost`.

    Returns the match as it is shown, and the failure.
    """
    events = await bot.store.cards.untold(match)
    news = news_of(match, events).without(await bot.store.mutes.in_match(match.number))
    # If earlier events are untold, Discord may have taken their message just as the bot stopped.
    is_fresh = interaction is not None and (before is None or before.count <= match.told)
    lost_since = None if is_fresh else events[0].at if events else match.started
    failure, shown = None, Displayed(match)
    try:
        audience = await everybody(bot, match.place, match.to_move)
        with speaking(audience.language):
            if news.card or repost:
                shown = await display.show(
                    DisplayRequest(
                        bot,
                        match,
                        audience,
                        news.calls,
                        interaction,
                        lost_since,
                        repost,
                        events,
                        before,
                    )
                )
                match = shown.match
            if news.note is not None:
                await posting.post_note(bot, match, news.note, interaction, lost_since)
        if not (news.card or repost):
            await bot.store.cards.tell(match.number, match.count)
            if match.shown != match.count:
                await display.refresh(bot, match)
    except SEND_ERRORS as unsent:
        log.warning("match %d: its channel can't be posted in: %s", match.number, unsent)
        failure = unsent
        if posting.is_refused(failure):
            await _notify_directly(bot, match, news)
    if not shown.is_settled:
        await single_card.retire_cards(bot, match.number, match, before, tried=shown.tried)
    if match.awaits_computer:
        bot.computer_turns.wake(match, interaction)
    return match, failure


def shared_place(interaction: Interaction) -> Place | None:
    """Return the place of an interaction, or None in direct messages, which nobody else can see."""
    return None if isinstance(interaction.channel, discord.DMChannel) else place(interaction)


async def _notify_directly(bot: Bot, match: StoredMatch, news: News) -> None:
    """Tell players by direct message, once, what their channel refuses."""
    try:
        await direct_messages.send_news(bot, match, news)
    except SEND_ERRORS as failure:
        log.warning("match %d: its players could not be written to: %s", match.number, failure)
        return
    if not match.is_shown:
        await bot.store.cards.lose(match.number, match.count)
    await bot.store.cards.tell(match.number, match.count)


async def _move(
    interaction: Interaction, match: StoredMatch, here: Place
) -> tuple[StoredMatch, BaseException | None]:
    """Move a match to where one of its players is, and write to the other player."""
    bot = interaction.client
    match = await bot.store.matches.move(match.number, here)
    _, failure = await _notify(bot, match, interaction, match, repost=True)
    match = await bot.store.matches.find(match.number)
    others = [person for person in match.people if person != interaction.user.id]
    try:
        words = Sentence(
            "{match} continues in {channel}.", match=match_link(match), channel=f"<#{here.channel}>"
        )
        await direct_messages.send(bot, others, words)
    except SEND_ERRORS as unsent:
        log.warning("match %d: nobody was told where it continues: %s", match.number, unsent)
    return match, failure


async def _answer(
    interaction: Interaction,
    match: StoredMatch,
    failure: BaseException | None,
    shown: StoredMatch,
) -> None:
    """Answer a person privately, unless the card or the note was the answer already."""
    here = interaction.channel_id == match.place.channel
    if failure is None and here and interaction.response.is_done():
        return
    text = _failure_words(match, failure)
    if failure is None:
        if shown.shown != shown.count:
            shown = await interaction.client.store.matches.find(match.number)
        text = linked(say("Done; here is the board."), shown)
    try:
        await whisper(interaction, text)
    except SEND_ERRORS as unsent:
        log.info("nobody could be told %r: %s", text, unsent)


def _failure_words(match: StoredMatch, failure: BaseException | None) -> str:
    """Say what happened in a match whose board could not be posted, and what the player can do."""
    happened = Sentence("Your match #{match} has moved on.", match=match.number)
    if match.result is not None:
        happened = Sentence(
            "Your match #{match} is over: {reason}",
            match=match.number,
            reason=match.result.reason,
        )
    if not posting.is_refused(failure):
        return say(
            "{happened} Discord is having trouble; I'll post the board as soon as that's over.",
            happened=happened,
        )
    return say(
        "{happened} But I can't post its board in {channel}. I need there: {needed}. Nothing "
        "is lost: once that's fixed, {command} shows the board there, or use it in another "
        "channel to move the match.",
        happened=happened,
        channel=f"<#{match.place.channel}>",
        needed=NEEDED,
        command=Code(f"/board match:{match.number}"),
    )
