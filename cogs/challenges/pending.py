"""A pending challenge in the list of one's own: its line, its buttons, and what they do.

The card in the channel may be gone, and the channel too; from here it can still be answered.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs.acts import Act
from cogs.answers import UNSENT, whisper
from cogs.challenges.cards import offer_words, standing_words
from cogs.challenges.taking import take
from cogs.challenges.telling import begun, card_of, tell
from cogs.controls import Item, button
from cogs.matches.seeing import sees
from cogs.names import pings
from cogs.speech import say
from data import Challenge, ChallengeState, MessageRef
from rules import Refusal
from rules.sentence import Moment, message

if TYPE_CHECKING:
    from cogs.answers import Interaction

Told = Callable[[], Awaitable[None]]
"""What is still to be told once the list is shown as it then is."""


class Answer(StrEnum):
    """What can be done in the list; it stands in messages for ever."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    SHOW = "show"


class Shown(StrEnum):
    """Which list a challenge stands in; it stands in messages for ever."""

    CHALLENGES = "challenges"
    MATCHES = "matches"


@dataclass(frozen=True)
class Reply(Act, name="listed"):
    """Answer a challenge that stands in a list."""

    challenge: int
    answer: Answer
    shown: Shown = Shown.CHALLENGES


LABELS = {
    Answer.ACCEPT: (message("Accept"), discord.ButtonStyle.success),
    Answer.DECLINE: (message("Decline"), discord.ButtonStyle.danger),
    Answer.WITHDRAW: (message("Withdraw"), discord.ButtonStyle.secondary),
    Answer.SHOW: (message("Show again"), discord.ButtonStyle.secondary),
}


def pending_parts(challenge: Challenge, who: int, shown: Shown = Shown.CHALLENGES) -> list[Item]:
    """Make the line of a challenge to or by somebody, and the row of its buttons."""
    mine = challenge.challenger.id == who
    lines = [
        f"{_who_challenges_whom(challenge, mine=mine)} · <#{challenge.place.channel}>",
        f"-# {offer_words(challenge.terms)}",
    ]
    if challenge.at_once is None:
        lines[0] += f" · {say('ends {when}', when=Moment(challenge.expires))}"
    else:
        lines.append(f"-# {standing_words(challenge)}")
    answers = [Answer.WITHDRAW] if mine else [Answer.ACCEPT, Answer.DECLINE]
    if challenge.state is not ChallengeState.RESTING:
        answers.append(Answer.SHOW)
    buttons = [
        button(LABELS[answer][0], Reply(challenge.number, answer, shown), LABELS[answer][1])
        for answer in answers
    ]
    return [discord.ui.TextDisplay("\n".join(lines)), discord.ui.ActionRow(*buttons)]


def _who_challenges_whom(challenge: Challenge, *, mine: bool) -> str:
    """Say it to one of the two."""
    game, opponent = challenge.terms.rules.name, challenge.opponent
    if not mine:
        name = challenge.challenger.display_name
        return say("**{challenger}** challenges you to {game}", challenger=name, game=game)
    if opponent is None:
        return say("You challenge anybody to {game}", game=game)
    return say("You challenge **{opponent}** to {game}", opponent=opponent.display_name, game=game)


async def reply(interaction: Interaction, act: Reply) -> Told:
    """Do what a button in the list says, and give what is then to be told."""
    return await _DONE[act.answer](interaction, act.challenge)


async def _accept(interaction: Interaction, number: int) -> Told:
    """Begin the match where the challenge was made: what is listed in private lives nowhere."""
    challenge = await interaction.client.store.challenges.find(number)
    to_anybody = challenge.opponent is None and challenge.challenger.id != interaction.user.id
    if to_anybody and not sees(interaction, challenge.place.channel):
        raise Refusal("This challenge is no longer there; make a new one.")
    challenge, match = await take(interaction, challenge, challenge.place)
    return partial(begun, interaction, challenge, match)


async def _decline(interaction: Interaction, number: int) -> Told:
    challenge = await interaction.client.store.challenges.decline(
        number, interaction.user.id, discord.utils.utcnow()
    )
    return partial(tell, interaction.client, challenge)


async def _withdraw(interaction: Interaction, number: int) -> Told:
    challenge = await interaction.client.store.challenges.withdraw(
        number, interaction.user.id, discord.utils.utcnow()
    )
    return partial(tell, interaction.client, challenge)


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
    card = await card_of(bot, challenge)
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
        card = await card_of(bot, challenge)
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
    Answer.ACCEPT: _accept,
    Answer.DECLINE: _decline,
    Answer.WITHDRAW: _withdraw,
    Answer.SHOW: _show,
}
