"""How matches against the computer begin: game, level and terms."""

from contextlib import suppress

import discord

from computer import level_step, levels, skill_level
from data import StoredMatch, Terms
from data.values import RepeatedRequest
from delivery import notify, posting
from delivery.notify_challenge import notify_of_challenge
from interactions import Interaction, OutOfDate, answer_privately, handles, say
from interactions.access import refuse_other_channels
from interactions.components import in_rows
from interactions.errors import SEND_ERRORS
from interactions.people import own_name, person, place
from interactions.speech import linked
from interactions.tasks import in_progress
from match.clock import Pace
from rules import GAMES, Code, Name, Refusal
from views import begin_against_computer_page
from views.match_entries import open_button

DEFAULT_PACE = Pace.a_move(14)
"""The pace if none is chosen: the computer can wait, but not for ever."""


@handles(begin_against_computer_page.ChooseLevel)
async def on_choose_level(
    interaction: Interaction, pressed: begin_against_computer_page.ChooseLevel
) -> None:
    """Ask for the computer's level, with the terms chosen so far."""
    refuse_unknown(pressed.game, pressed.preset)
    fitting = await fitting_level(interaction, pressed.game)
    question = begin_against_computer_page.level_question(pressed, fitting)
    await interaction.response.edit_message(view=question, attachments=[])


@handles(begin_against_computer_page.BeginAgainst)
async def on_begin_against(
    interaction: Interaction, pressed: begin_against_computer_page.BeginAgainst
) -> None:
    """Begin a match by the chosen terms, or by those of a challenge that nobody accepted."""
    refuse_unknown(pressed.game, pressed.preset)
    terms = Terms(
        pressed.game, GAMES[pressed.game].presets[pressed.preset], pressed.seat, DEFAULT_PACE
    )
    if pressed.challenge:
        terms = (await interaction.client.store.challenges.find(pressed.challenge)).terms
    await begin_match(interaction, terms, pressed.level, pressed.challenge or None)


async def begin_match(
    interaction: Interaction, terms: Terms, chosen: int | None, challenge: int | None = None
) -> None:
    """Begin a match against the computer, and answer with its first card.

    Without a `chosen` level it is the one that fits the person, who is told which.
    """
    fitting = 0 if chosen else await fitting_level(interaction, terms.game)
    level = chosen or fitting
    skill_level(terms.game, level)  # refuses one that isn't there
    await refuse_other_channels(interaction, place(interaction))
    bot = interaction.client
    assert bot.user is not None, "the bot has logged in"
    try:
        match = await bot.store.computer.begin(
            person(interaction.user),
            person(bot.user),
            terms,
            level,
            place(interaction),
            discord.utils.utcnow(),
            posting.request_of(interaction),
            challenge=challenge,
        )
    except RepeatedRequest as repeated:
        if not posting.is_private(interaction):
            raise
        await _say_begun(interaction, await bot.store.matches.find(repeated.begun))
        return
    with in_progress(match):
        await _say_begun(interaction, match)
        await notify.answer_and_notify(interaction, match)
    if challenge is not None:
        await notify_of_challenge(bot, await bot.store.challenges.find(challenge))
    if fitting:
        words = say(
            begin_against_computer_page.FITTING, level=fitting, command=Code(f"/{terms.game}")
        )
        with suppress(*SEND_ERRORS):  # the card names the level, too
            await answer_privately(interaction, words)


async def _say_begun(interaction: Interaction, match: StoredMatch) -> None:
    """Say in place of the private page which match it has begun, and where that is."""
    name = linked(match.title, match)
    rows = in_rows([open_button(match.number), begin_against_computer_page.another_game_button()])
    await posting.put_away(interaction, say("Our match has started: {match}.", match=name), rows)


async def fitting_level(interaction: Interaction, game: str) -> int:
    """Return the level at which whoever asks would win about half of their games."""
    now = discord.utils.utcnow()
    return await interaction.client.store.computer.fitting_level(
        interaction.user.id, game, levels(game), level_step(game), now
    )


def is_for_computer(
    interaction: Interaction, opponent: discord.User | discord.Member | None, level: int | None
) -> bool:
    """Tell whether a challenge command means the computer, as it always does in direct messages.

    Raises `Refusal` for options that contradict each other.
    """
    itself = opponent is not None and opponent == interaction.client.user
    private = isinstance(interaction.channel, discord.DMChannel)
    if opponent is not None and not itself:
        if level is not None:
            raise Refusal(
                "`level` is for matches against me. Remove it to challenge {name}, or remove "
                "`opponent` to play me.",
                name=Name(own_name(opponent)),
            )
        if private:
            raise Refusal(
                "Only you can see this chat. Challenge {name} in a server channel, or remove "
                "`opponent` to play me here.",
                name=Name(own_name(opponent)),
            )
    return itself or private or level is not None


def refuse_unknown(game: str, preset: str = begin_against_computer_page.CLASSIC) -> None:
    """Raise `OutOfDate` for a game or a preset that no longer exists."""
    if game not in GAMES or preset not in GAMES[game].presets:
        raise OutOfDate
