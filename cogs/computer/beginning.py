"""Matches against the computer begin: by a command, or by the buttons that invite to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.acts import OutOfDate, pressed
from cogs.answers import whisper
from cogs.challenges.telling import tell
from cogs.computer.inviting import (
    BEST,
    CLASSIC,
    EASIEST,
    BeginAgainst,
    ChooseLevel,
    PlayAgainst,
    game_question,
    level_question,
    level_question_of,
)
from cogs.messages import posting, telling
from cogs.messages.in_hand import in_hand
from cogs.names import own_name, person, place
from cogs.places import refuse_elsewhere
from cogs.speech import say
from data import Terms, refuse_to_replace
from match.pace import Pace
from opponent import LEVELS
from rules import GAMES, Refusal
from rules.sentence import Name

if TYPE_CHECKING:
    from cogs.answers import Interaction

USUAL = 2
"""The level where nobody says how well the computer shall play: it gives nothing away."""
LONG = Pace.a_move(14)
"""The pace where nobody says which: the computer can wait, but not for ever."""


@pressed(PlayAgainst)
async def on_invitation(interaction: Interaction, act: PlayAgainst, _values: list[str]) -> None:
    """Ask privately how to play."""
    if not act.game:
        await whisper(interaction, view=game_question())
        return
    _refuse_unknown(act.game)
    if act.challenge:
        store, now = interaction.client.store, discord.utils.utcnow()
        offered = await store.challenges.find_pending(act.challenge, now)
        refuse_to_replace(offered, interaction.user.id)
        question = level_question_of(act.game, act.challenge)
    else:
        question = level_question(ChooseLevel(act.game))
    await whisper(interaction, view=question)


@pressed(ChooseLevel)
async def on_game(interaction: Interaction, act: ChooseLevel, _values: list[str]) -> None:
    """Ask how well the computer shall play, by the terms chosen so far."""
    _refuse_unknown(act.game, act.preset)
    await interaction.response.edit_message(view=level_question(act))


@pressed(BeginAgainst)
async def on_level(interaction: Interaction, act: BeginAgainst, _values: list[str]) -> None:
    """Begin by the terms chosen, or by those of the challenge that nobody took up."""
    _refuse_unknown(act.game, act.preset)
    terms = Terms(act.game, GAMES[act.game].presets[act.preset], act.seat, LONG)
    if act.challenge:
        terms = (await interaction.client.store.challenges.find(act.challenge)).terms
    await begin(interaction, terms, act.level, act.challenge or None)


async def begin(
    interaction: Interaction, terms: Terms, level: int, challenge: int | None = None
) -> None:
    """Begin a match against the computer, with its first card as the answer."""
    if level not in LEVELS:
        raise Refusal(
            "There is no level {level}; choose one from {first} to {last}.",
            level=level,
            first=EASIEST,
            last=BEST,
        )
    await refuse_elsewhere(interaction, place(interaction))
    bot = interaction.client
    assert bot.user is not None, "the bot has logged in"
    match = await bot.store.computer.begin(
        person(interaction.user),
        person(bot.user),
        terms,
        level,
        place(interaction),
        discord.utils.utcnow(),
        interaction.id,
        challenge=challenge,
    )
    with in_hand(match):
        begun = say("Our match of {game} has begun.", game=terms.rules.name)
        await posting.put_away(interaction, begun)
        await telling.show(interaction, match)
    if challenge is not None:
        await tell(bot, await bot.store.challenges.find(challenge))


def is_for_computer(
    interaction: Interaction,
    opponent: discord.User | discord.Member | None,
    level: int | None,
    *,
    rated: bool,
    both_sides: bool,
    standing: bool,
) -> bool:
    """Tell whether a command challenges the computer; in private with the bot nobody else is there.

    Raises `Refusal` for what does not fit together.
    """
    itself = opponent is not None and opponent == interaction.client.user
    private = isinstance(interaction.channel, discord.DMChannel)
    if opponent is not None and not itself:
        if level is not None:
            raise Refusal(
                "A level says how well I play; leave it out to challenge {name}, or leave the "
                "opponent out to play against me.",
                name=Name(own_name(opponent)),
            )
        if private:
            raise Refusal(
                "Nobody but you sees what is typed here: challenge {name} in a channel of a "
                "server, or leave the opponent out to play against me.",
                name=Name(own_name(opponent)),
            )
    elif itself or private or level is not None:
        if rated:
            raise Refusal(
                "A match against me is not rated; leave `rated` out, or challenge somebody else."
            )
        if both_sides:
            raise Refusal(
                "Against me it is one match at a time; leave `both_sides` out, and press "
                "**Rematch** afterwards to change sides."
            )
        if standing:
            raise Refusal(
                "I am always here: no challenge to me need be offered anew. Leave `standing` out, "
                "and press **Rematch** afterwards."
            )
        return True
    return False


def _refuse_unknown(game: str, preset: str = CLASSIC) -> None:
    if game not in GAMES or preset not in GAMES[game].presets:
        raise OutOfDate
