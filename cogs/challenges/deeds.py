"""What people do with challenges, by any command or button: the verb of data/, then the card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from cogs.acts import Act, chosen, pressed
from cogs.challenges.cards import FAIR, Answer, AnswerChallenge
from cogs.challenges.telling import answer, tell
from cogs.messages import telling
from cogs.names import person, place
from data import Terms
from rules import Refusal

if TYPE_CHECKING:
    from cogs.answers import Interaction


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
        interaction.id,
    )
    known = [await store.people.has_played(who.id) for who in (interaction.user, opponent) if who]
    await answer(interaction, challenge, newcomer=known != [True, True])


async def accept(interaction: Interaction, number: int) -> None:
    """Begin the match, with its first card as the answer."""
    store = interaction.client.store
    challenge, match = await store.challenges.accept(
        number, person(interaction.user), place(interaction), discord.utils.utcnow()
    )
    await telling.show(interaction, match)
    await tell(interaction.client, challenge)


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
    """Put a new challenge by the fair preset in the place of one's own."""
    challenges = interaction.client.store.challenges
    terms = (await challenges.find(number)).terms
    _, new = await challenges.replace(
        number,
        interaction.user.id,
        {**terms.options, **terms.rules.presets[FAIR]},
        discord.utils.utcnow(),
    )
    await tell(interaction.client, new, interaction)


_ANSWERS = {
    Answer.ACCEPT: accept,
    Answer.DECLINE: decline,
    Answer.WITHDRAW: withdraw,
    Answer.FAIR: make_fair,
}
