"""What people do with challenges, by any command or button: the verb of data/, then the card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import discord

from cogs.acts import Act, chosen, pressed
from cogs.challenges.cards import FAIR, Answer, AnswerChallenge
from cogs.challenges.taking import take
from cogs.challenges.telling import answer, begun, tell
from cogs.names import person, place
from cogs.places import refuse_elsewhere
from cogs.readers import note
from data import ChallengeState, Terms
from rules import Refusal

if TYPE_CHECKING:
    from cogs.answers import Interaction


ANYBODY = 0
"""What stands for whoever takes a challenge up."""


@dataclass(frozen=True)
class ChallengeTo(Act, name="game"):
    """Challenge somebody, or anybody, to the game that is chosen."""

    opponent: int


@pressed(AnswerChallenge)
async def on_answer(interaction: Interaction, act: AnswerChallenge, _values: list[str]) -> None:
    """Do what a challenge card's button says."""
    await _ANSWERS[act.answer](interaction, act.challenge)


@pressed(ChallengeTo)
async def on_game(interaction: Interaction, act: ChallengeTo, values: list[str]) -> None:
    """Challenge the member on whom the menu was opened, or anybody, by the game's usual terms."""
    game = chosen(values)
    opponent = None if act.opponent == ANYBODY else await find_person(interaction, act.opponent)
    local = await interaction.client.store.servers.of(interaction.guild_id)
    await make(interaction, Terms(game, {}, pace=local.pace), opponent)


async def find_person(interaction: Interaction, number: int) -> discord.User:
    """Find somebody at Discord. Raises `Refusal` for who is not there any more."""
    bot = interaction.client
    try:
        return bot.get_user(number) or await bot.fetch_user(number)
    except discord.NotFound as gone:
        raise Refusal("This person is not at Discord any more; challenge somebody else.") from gone


async def make(
    interaction: Interaction,
    terms: Terms,
    opponent: discord.User | discord.Member | None,
    at_once: int | None = None,
) -> None:
    """Make a challenge and answer with its card, which pings only the opponent."""
    await refuse_elsewhere(interaction, place(interaction))
    challenge = await interaction.client.store.challenges.make(
        person(interaction.user),
        None if opponent is None else person(opponent),
        terms,
        place(interaction),
        discord.utils.utcnow(),
        interaction.id,
        at_once=at_once,
    )
    await answer(interaction, challenge)
    await note(interaction)


async def accept(interaction: Interaction, number: int) -> None:
    """Begin the match, with its first card as the answer."""
    challenge = await interaction.client.store.challenges.find(number)
    challenge, match = await take(interaction, challenge, place(interaction))
    await begun(interaction, challenge, match)


async def decline(interaction: Interaction, number: int) -> None:
    """Turn the challenge down, and tell the challenger."""
    challenge = await interaction.client.store.challenges.decline(
        number, interaction.user.id, discord.utils.utcnow()
    )
    await tell(interaction.client, challenge, interaction)


async def withdraw(interaction: Interaction, number: int) -> None:
    """Take one's own challenge back."""
    challenge = await interaction.client.store.challenges.withdraw(
        number, interaction.user.id, discord.utils.utcnow()
    )
    await tell(interaction.client, challenge, interaction)


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
        await tell(bot, new, interaction)
        return
    await refuse_elsewhere(interaction, place(interaction))
    old, new = await bot.store.challenges.counter(
        number, person(interaction.user), terms, place(interaction), now, interaction.id
    )
    await answer(interaction, new)
    if old.state is ChallengeState.COUNTERED:
        await tell(bot, old)


_ANSWERS = {
    Answer.ACCEPT: accept,
    Answer.DECLINE: decline,
    Answer.WITHDRAW: withdraw,
    Answer.FAIR: make_fair,
    Answer.BOTH_SIDES: play_both_sides,
}
