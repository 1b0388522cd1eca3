"""What people do with challenges, by any command or button: the verb of data/, then the card."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from cogs import posting
from cogs.acts import Act, chosen, pressed
from cogs.answers import UNSENT
from cogs.challenge_cards import FAIR, Answer, AnswerChallenge, challenge_card
from cogs.names import own_name, person, pings, place, safe
from data import Challenge, Posted, Terms
from rules import Refusal

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ChallengeTo(Act, name="game"):
    """Challenge somebody to the game that is chosen."""

    opponent: int


@pressed(AnswerChallenge)
async def on_answer(interaction: Interaction, act: AnswerChallenge, _values: list[str]) -> None:
    """Do what a challenge card's button says."""
    await _ANSWERS[act.answer](interaction, act.challenge)


@pressed(ChallengeTo)
async def on_game(interaction: Interaction, act: ChallengeTo, values: list[str]) -> None:
    """Challenge the member on whom the menu was opened, by the game's usual terms."""
    bot = interaction.client
    terms = Terms(chosen(values), {})
    try:
        opponent = bot.get_user(act.opponent) or await bot.fetch_user(act.opponent)
    except discord.NotFound as gone:
        raise Refusal("This person is not at Discord any more; challenge somebody else.") from gone
    await make(interaction, terms, opponent)


async def make(
    interaction: Interaction, terms: Terms, opponent: discord.User | discord.Member | None
) -> None:
    """Make a challenge and answer with its card, which pings only the opponent."""
    store = interaction.client.store
    challenge = await store.challenges.make(
        person(interaction.user),
        None if opponent is None else person(opponent),
        terms,
        place(interaction),
        discord.utils.utcnow(),
    )
    known = [await store.people.has_played(who.id) for who in (interaction.user, opponent) if who]
    pinged = [] if opponent is None else [opponent.id]
    answer = await interaction.response.send_message(
        view=challenge_card(challenge, newcomer=known != [True, True]),
        allowed_mentions=pings(*pinged),
    )
    assert answer.message_id is not None, "an answer with a card is a message"
    await store.challenges.show_on(
        challenge.number, Posted(challenge.place.channel, answer.message_id)
    )


async def accept(interaction: Interaction, number: int) -> None:
    """Begin the match, with its first card as the answer."""
    store = interaction.client.store
    challenge, match = await store.challenges.accept(
        number, person(interaction.user), place(interaction), discord.utils.utcnow()
    )
    await posting.show(interaction, match)
    await update(interaction.client, challenge)


async def decline(interaction: Interaction, number: int) -> None:
    """Turn the challenge down, and tell the challenger."""
    challenge = await interaction.client.store.challenges.decline(
        number, interaction.user.id, discord.utils.utcnow()
    )
    await interaction.response.edit_message(view=challenge_card(challenge))
    words = declined_words(interaction.user, challenge)
    await posting.note(interaction, challenge.place, words, challenge.challenger.id)


def declined_words(who: discord.User | discord.Member, challenge: Challenge) -> str:
    """Tell a challenger that the challenge is turned down."""
    game, challenger = challenge.terms.rules.name, challenge.challenger.id
    return f"**{safe(own_name(who))}** declines your challenge to {game}, <@{challenger}>."


async def withdraw(interaction: Interaction, number: int) -> None:
    """Take one's own challenge back."""
    challenge = await interaction.client.store.challenges.withdraw(
        number, interaction.user.id, discord.utils.utcnow()
    )
    await interaction.response.edit_message(view=challenge_card(challenge))


async def make_fair(interaction: Interaction, number: int) -> None:
    """Put a new challenge by the fair preset in the place of one's own."""
    challenges = interaction.client.store.challenges
    terms = (await challenges.find(number)).terms
    _, new = await challenges.replace(
        number,
        interaction.user.id,
        {**terms.options, **terms.rules.presets[FAIR]},
        discord.utils.utcnow(),
    )
    await interaction.response.edit_message(view=challenge_card(new))


async def post_anew(bot: Parlour) -> None:
    """Post the cards of all pending challenges, after every message that showed one is gone."""
    challenges = bot.store.challenges
    for challenge in await challenges.pending(discord.utils.utcnow()):
        channel = bot.get_partial_messageable(challenge.place.channel)
        try:
            message = await channel.send(view=challenge_card(challenge), allowed_mentions=pings())
        except UNSENT as failure:
            log.warning("challenge %d: its card could not be posted: %s", challenge.number, failure)
        else:
            await challenges.show_on(challenge.number, Posted(channel.id, message.id))


async def update(bot: Parlour, challenge: Challenge) -> None:
    """Bring a challenge's card up to date, where there still is one."""
    if challenge.card is None:
        return
    channel = bot.get_partial_messageable(challenge.card.channel)
    try:
        await channel.get_partial_message(challenge.card.message).edit(
            view=challenge_card(challenge), allowed_mentions=pings()
        )
    except UNSENT as failure:
        log.info("challenge %d: its card could not be edited: %s", challenge.number, failure)


_ANSWERS = {
    Answer.ACCEPT: accept,
    Answer.DECLINE: decline,
    Answer.WITHDRAW: withdraw,
    Answer.FAIR: make_fair,
}
