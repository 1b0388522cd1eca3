"""Notify people of challenges by a card, retried until Discord has taken it."""

import logging

import discord

from data import Challenge, ChallengeState, StoredMatch
from delivery import direct_messages, display, notify, posting
from interactions import Bot, Interaction, said
from interactions.components import MessageParts
from interactions.errors import NEEDED, SEND_ERRORS
from interactions.people import pings, public_appearance, public_language
from interactions.share import one_at_a_time
from interactions.speech import speaking
from interactions.tasks import in_progress
from rules import Sentence
from views.challenge_card import AnswerChallenge, ChallengeAnswer, challenge_card, settled_line

log = logging.getLogger(__name__)


async def card_of_challenge(bot: Bot, challenge: Challenge) -> MessageParts:
    """Build the card of a challenge, or the line that replaces it once it is settled."""
    reader = None if challenge.opponent is None else challenge.opponent.id
    with speaking(await public_language(bot, challenge.place, reader)):
        if challenge.state in (ChallengeState.PENDING, ChallengeState.RESTING):
            return await challenge_card(challenge, await public_appearance(bot, challenge.place))
        begun = []
        if challenge.match is not None:
            begun.append(await bot.store.matches.find(challenge.match))
            if begun[0].twin is not None:
                begun.append(await bot.store.matches.find(begun[0].twin))
        return MessageParts(settled_line(challenge, begun))


async def answer_with_challenge(interaction: Interaction, challenge: Challenge) -> None:
    """Answer an interaction with the card of a new challenge, which pings only the opponent."""
    with in_progress(challenge):
        card = await card_of_challenge(interaction.client, challenge)
        try:
            posted = await posting.answer_publicly(
                interaction, *_pinged(challenge), **card._asdict()
            )
        except SEND_ERRORS as failure:
            log.info("challenge %d: its card is no answer: %s", challenge.number, failure)
            await notify_of_challenge(interaction.client, challenge)
            return
        await interaction.client.store.challenges.show_on(challenge.number, posted)


async def notify_of_challenge(
    bot: Bot, challenge: Challenge, interaction: Interaction | None = None
) -> None:
    """Bring the card of a challenge up to date, and tell the challenger if it was declined.

    The interaction is a press on one of its buttons. If Discord has trouble, the background rounds
    try again; if it refuses, the challenger gets one direct message.
    """
    number = challenge.number
    with in_progress(challenge):
        async with one_at_a_time(bot.share, "challenge", number) as turn:
            stored = await bot.store.challenges.find(number) if any(turn) else challenge
            await _notify(bot, stored, interaction)


async def _notify(bot: Bot, challenge: Challenge, interaction: Interaction | None) -> None:
    try:
        await _update_card(bot, challenge, interaction)
        # On a ladder the card alone tells it, since the places have changed already.
        if challenge.state is ChallengeState.DECLINED and challenge.ladder is None:
            await _tell_declined(bot, challenge, interaction)
    except SEND_ERRORS as failure:
        log.info("challenge %d: its channel can't be posted in: %s", challenge.number, failure)
        if not posting.is_refused(failure) or not await _notify_directly(bot, challenge):
            return
    await bot.store.challenges.mark_announced(challenge.number, challenge.state)


async def show_new_match(
    interaction: Interaction, challenge: Challenge, match: StoredMatch
) -> None:
    """Show the match that began with a challenge, and its paired match if two began."""
    bot = interaction.client
    await notify.answer_and_notify(interaction, match)
    if match.twin is not None:
        twin = await bot.store.matches.find(match.twin)
        with in_progress(twin):
            await notify.notify_players(bot, twin, interaction)
        # The first card could not link to the second, which was not there yet.
        await display.refresh(bot, await bot.store.matches.find(match.number))
    standing = None
    if challenge.at_once is not None:
        standing = await bot.store.challenges.standing(challenge)
    # A standing challenge is offered again on the same card; else the card shows the result.
    await notify_of_challenge(bot, standing or challenge)


async def repost_challenges(bot: Bot) -> None:
    """Post new cards of all pending challenges, for when the messages that showed them are gone."""
    for challenge in await bot.store.challenges.pending(discord.utils.utcnow()):
        try:
            await _post_card(bot, challenge)
        except SEND_ERRORS as failure:
            log.warning("challenge %d: its card could not be posted: %s", challenge.number, failure)


async def _update_card(bot: Bot, challenge: Challenge, interaction: Interaction | None) -> None:
    """Edit the card of a challenge, or post it. Raises `SEND_ERRORS`."""
    if interaction is not None and interaction.message is not None:
        try:
            card = await card_of_challenge(bot, challenge)
            await interaction.response.edit_message(view=card.view, attachments=card.files)
        except SEND_ERRORS as failure:
            log.info("challenge %d: no answer to a button: %s", challenge.number, failure)
        else:
            if challenge.card and interaction.message.id == challenge.card.message:
                return
    button = AnswerChallenge(challenge.number, ChallengeAnswer.WITHDRAW)  # which every card has
    posted = challenge.card or await posting.find_posted_button(
        bot, challenge.place, challenge.made, button
    )
    if posted is not None:
        try:
            await posting.edit(bot, posted, *await card_of_challenge(bot, challenge))
        except SEND_ERRORS as failure:
            if challenge.state is not ChallengeState.PENDING or not posting.is_refused(failure):
                raise
        else:
            if posted != challenge.card:
                await bot.store.challenges.show_on(challenge.number, posted)
            return
    if challenge.state is ChallengeState.PENDING:
        await _post_card(bot, challenge, *_pinged(challenge))


async def _tell_declined(bot: Bot, challenge: Challenge, interaction: Interaction | None) -> None:
    """Tell the challenger that the challenge was declined. Raises `SEND_ERRORS`."""
    challenger = challenge.challenger.id
    with speaking(await public_language(bot, challenge.place, challenger)):
        words = said(_declined_words(challenge))
    if interaction is not None and interaction.channel_id == challenge.place.channel:
        try:
            await interaction.followup.send(words, allowed_mentions=pings(challenger))
        except SEND_ERRORS as failure:
            log.info("challenge %d: no note as an answer: %s", challenge.number, failure)
        else:
            return
    if not await posting.find_posted_text(bot, challenge.place, words, challenge.made):
        nonce = f"declined-{challenge.number}"
        await posting.post(bot, challenge.place, nonce, challenger, content=words)


async def _notify_directly(bot: Bot, challenge: Challenge) -> bool:
    """Tell the challenger directly what the channel refuses; return whether all is told."""
    if challenge.state not in (ChallengeState.PENDING, ChallengeState.DECLINED):
        return True
    words = _declined_words(challenge)
    if challenge.state is ChallengeState.PENDING:
        words = Sentence(
            "I can't post your {game} challenge in {channel}. What I need there: {needed}.",
            game=challenge.terms.rules.name,
            channel=f"<#{challenge.place.channel}>",
            needed=NEEDED,
        )
    try:
        await direct_messages.send_to(bot, challenge.challenger.id, words)
    except SEND_ERRORS as failure:
        log.info("challenge %d: its challenger is told later: %s", challenge.number, failure)
        return False
    return True


async def _post_card(bot: Bot, challenge: Challenge, *pinged: int) -> None:
    card = await card_of_challenge(bot, challenge)
    # One that takes the place of another is no repetition.
    nonce = posting.new_nonce() if challenge.card else f"challenge-{challenge.number}"
    posted = await posting.post(bot, challenge.place, nonce, *pinged, **card._asdict())
    await bot.store.challenges.show_on(challenge.number, posted)


def _pinged(challenge: Challenge) -> list[int]:
    return [challenge.opponent.id] if challenge.opponent else []


def _declined_words(challenge: Challenge) -> Sentence:
    assert challenge.opponent is not None, "an open challenge cannot be declined"
    return Sentence(
        "**{name}** declined your {game} challenge, {challenger}.",
        name=challenge.opponent.display_name,
        game=challenge.terms.rules.name,
        challenger=f"<@{challenge.challenger.id}>",
    )
