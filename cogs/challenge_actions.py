"""What people do with challenges, whichever command, card or list they use."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

import discord

from data import Challenge, ChallengeState, MessageRef, Place, StoredMatch, Terms
from delivery import notify_challenge
from interactions import Interaction, say, whisper
from interactions.access import refuse_other_channels, sees_channel
from interactions.audience import remember_person
from interactions.custom_ids import CustomId, chosen, handles
from interactions.errors import UNSENT
from interactions.names import person, pings, place
from rules import Refusal
from views.challenge_card import FAIR, AnswerChallenge, ChallengeAnswer, ListAnswer, Reply

STRANGERS = (10007, 10013)
"""How Discord says that somebody is no member of a server, or not at Discord at all."""


async def take_up(
    interaction: Interaction, challenge: Challenge, where: Place
) -> tuple[Challenge, StoredMatch]:
    """Take a challenge up; the match begins in a place, if its server wants matches there.

    A standing one, which is there for weeks, ends where its challenger has left the server since.
    """
    await refuse_other_channels(interaction, where)
    challenges, now = interaction.client.store.challenges, discord.utils.utcnow()
    maker = challenge.challenger.id
    here = challenge.place.server == interaction.guild_id and maker != interaction.user.id
    if challenge.at_once is not None and here and await has_left(interaction, maker):
        gone = await challenges.withdraw(challenge.number, maker, now)
        await notify_challenge.notify_of_challenge(interaction.client, gone)
        raise Refusal(
            "{name} is not in this server any more, and the challenge ends with that; make one of "
            "your own.",
            name=challenge.challenger.display_name,
        )
    taken = await challenges.accept(challenge.number, person(interaction.user), where, now)
    await remember_person(interaction)
    return taken


async def has_left(interaction: Interaction, who: int) -> bool:
    """Tell whether somebody is known not to be in the server, if this is asked in one."""
    if interaction.guild is None:
        return False
    try:
        await interaction.guild.fetch_member(who)
    except discord.NotFound as unknown:
        return unknown.code in STRANGERS
    except UNSENT:
        return False  # nobody ends a challenge because Discord has trouble
    return False


ANYBODY = 0
"""What stands for whoever takes a challenge up."""


class ChallengeTo(CustomId, name="game"):
    """Challenge somebody, or anybody, to the game that is chosen."""

    opponent: int


@handles(AnswerChallenge)
async def on_answer(interaction: Interaction, pressed: AnswerChallenge, _values: list[str]) -> None:
    """Do what a challenge card's button says."""
    await _ANSWERS[pressed.answer](interaction, pressed.challenge)


@handles(ChallengeTo)
async def on_game(interaction: Interaction, pressed: ChallengeTo, values: list[str]) -> None:
    """Challenge the member on whom the menu was opened, or anybody, by the game's usual terms."""
    game = chosen(values)
    opponent = (
        None if pressed.opponent == ANYBODY else await find_person(interaction, pressed.opponent)
    )
    local = await interaction.client.store.servers.of(interaction.guild_id)
    await make_challenge(interaction, Terms(game, {}, pace=local.pace), opponent)


async def find_person(interaction: Interaction, number: int) -> discord.User:
    """Find somebody at Discord. Raises `Refusal` for who is not there any more."""
    bot = interaction.client
    try:
        return bot.get_user(number) or await bot.fetch_user(number)
    except discord.NotFound as gone:
        raise Refusal("This person is not at Discord any more; challenge somebody else.") from gone


async def make_challenge(
    interaction: Interaction,
    terms: Terms,
    opponent: discord.User | discord.Member | None,
    at_once: int | None = None,
) -> None:
    """Make a challenge and answer with its card, which pings only the opponent."""
    await refuse_other_channels(interaction, place(interaction))
    challenge = await interaction.client.store.challenges.make(
        person(interaction.user),
        None if opponent is None else person(opponent),
        terms,
        place(interaction),
        discord.utils.utcnow(),
        interaction.id,
        at_once=at_once,
    )
    await notify_challenge.answer_with_challenge(interaction, challenge)
    await remember_person(interaction)


async def accept(interaction: Interaction, number: int) -> None:
    """Begin the match, with its first card as the answer."""
    challenge = await interaction.client.store.challenges.find(number)
    challenge, match = await take_up(interaction, challenge, place(interaction))
    await notify_challenge.show_new_match(interaction, challenge, match)


async def decline(interaction: Interaction, number: int) -> None:
    """Turn the challenge down, and tell the challenger."""
    challenge = await interaction.client.store.challenges.decline(
        number, interaction.user.id, discord.utils.utcnow()
    )
    await notify_challenge.notify_of_challenge(interaction.client, challenge, interaction)


async def withdraw(interaction: Interaction, number: int) -> None:
    """Take one's own challenge back."""
    challenge = await interaction.client.store.challenges.withdraw(
        number, interaction.user.id, discord.utils.utcnow()
    )
    await notify_challenge.notify_of_challenge(interaction.client, challenge, interaction)


async def make_fair(interaction: Interaction, number: int) -> None:
    """Offer the fair preset instead."""

    def fair(terms: Terms) -> Terms:
        return replace(terms, options={**terms.options, **terms.rules.presets[FAIR]})

    await _offer_instead(interaction, number, fair)


async def play_both_sides(interaction: Interaction, number: int) -> None:
    """Offer two matches instead, one from each side."""
    await _offer_instead(interaction, number, lambda terms: replace(terms, both_sides=True))


async def _offer_instead(
    interaction: Interaction, number: int, changed: Callable[[Terms], Terms]
) -> None:
    """Put other terms in the place of one's own offer, or answer somebody else's with an offer.

    Nobody plays by terms to which they have not agreed: what the other one offers is to be
    accepted like any challenge.
    """
    bot, now = interaction.client, discord.utils.utcnow()
    old = await bot.store.challenges.find_pending(number, now)
    terms = changed(old.terms)
    if old.challenger.id == interaction.user.id:
        _, new = await bot.store.challenges.replace(number, interaction.user.id, terms, now)
        await notify_challenge.notify_of_challenge(bot, new, interaction)
        return
    await refuse_other_channels(interaction, place(interaction))
    old, new = await bot.store.challenges.counter(
        number, person(interaction.user), terms, place(interaction), now, interaction.id
    )
    await notify_challenge.answer_with_challenge(interaction, new)
    if old.state is ChallengeState.COUNTERED:
        await notify_challenge.notify_of_challenge(bot, old)


_ANSWERS = {
    ChallengeAnswer.ACCEPT: accept,
    ChallengeAnswer.DECLINE: decline,
    ChallengeAnswer.WITHDRAW: withdraw,
    ChallengeAnswer.FAIR: make_fair,
    ChallengeAnswer.BOTH_SIDES: play_both_sides,
}

Told = Callable[[], Awaitable[None]]
"""What is still to be told once the list is shown as it then is."""


async def reply(interaction: Interaction, pressed: Reply) -> Told:
    """Do what a button in the list says, and give what is then to be told."""
    return await _DONE[pressed.answer](interaction, pressed.challenge)


async def _accept(interaction: Interaction, number: int) -> Told:
    """Begin the match where the challenge was made: what is listed in private lives nowhere."""
    challenge = await interaction.client.store.challenges.find(number)
    to_anybody = challenge.opponent is None and challenge.challenger.id != interaction.user.id
    if to_anybody and not sees_channel(interaction, challenge.place.channel):
        raise Refusal("This challenge is no longer there; make a new one.")
    challenge, match = await take_up(interaction, challenge, challenge.place)
    return partial(notify_challenge.show_new_match, interaction, challenge, match)


async def _decline(interaction: Interaction, number: int) -> Told:
    challenge = await interaction.client.store.challenges.decline(
        number, interaction.user.id, discord.utils.utcnow()
    )
    return partial(notify_challenge.notify_of_challenge, interaction.client, challenge)


async def _withdraw(interaction: Interaction, number: int) -> Told:
    challenge = await interaction.client.store.challenges.withdraw(
        number, interaction.user.id, discord.utils.utcnow()
    )
    return partial(notify_challenge.notify_of_challenge, interaction.client, challenge)


async def _show(interaction: Interaction, number: int) -> Told:
    challenge = await interaction.client.store.challenges.find_pending(
        number, discord.utils.utcnow()
    )
    opponent = challenge.opponent
    people = (challenge.challenger.id, None if opponent is None else opponent.id)
    if interaction.user.id not in people:
        raise Refusal("This challenge is not yours to show; make one of your own.")
    return partial(_shown, interaction, challenge)


async def _shown(interaction: Interaction, challenge: Challenge) -> None:
    """Post the card anew, without a ping, in its channel or else where that is asked for."""
    bot = interaction.client
    card = await notify_challenge.card_of_challenge(bot, challenge)
    channel = bot.get_partial_messageable(challenge.place.channel)
    try:
        sent = await channel.send(view=card.view, files=card.pictures, allowed_mentions=pings())
    except UNSENT:
        if interaction.guild_id is None:
            await whisper(
                interaction,
                say(
                    "I cannot post in {channel}, where this challenge was made. Show it from a "
                    "channel of a server, or answer it here.",
                    channel=f"<#{challenge.place.channel}>",
                ),
            )
            return
        card = await notify_challenge.card_of_challenge(bot, challenge)
        sent = await interaction.followup.send(
            view=card.view, files=card.pictures, allowed_mentions=pings(), wait=True
        )
    posted = MessageRef(sent.channel.id, sent.id)
    await bot.store.challenges.show_on(challenge.number, posted)
    if challenge.card is not None:
        await _remove(interaction, challenge.card)


async def _remove(interaction: Interaction, posted: MessageRef) -> None:
    """Delete the card that was there before, where Discord allows it."""
    channel = interaction.client.get_partial_messageable(posted.channel)
    with suppress(*UNSENT):  # it is gone already, or it answers as the new one does
        await channel.get_partial_message(posted.message).delete()


_DONE = {
    ListAnswer.ACCEPT: _accept,
    ListAnswer.DECLINE: _decline,
    ListAnswer.WITHDRAW: _withdraw,
    ListAnswer.SHOW: _show,
}
