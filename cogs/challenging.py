"""Challenging: one command per game, built from its options; accept, decline, withdraw."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs import posting
from cogs.answers import whisper
from cogs.challenge_cards import FAIR, challenge_card
from cogs.controls import pressed, select, text_view
from cogs.names import person, pings, place, safe
from cogs.words import pace_words
from data import PACES, Card, Challenge, Seat, Terms
from rules import GAMES, Position, Refusal

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction

log = logging.getLogger(__name__)

Choice = app_commands.Choice[str | int | float]
NO_CLOCK = 0
"""How the choice of no clock is written in a command, which cannot hold nothing."""
TERMS = ("opponent", "seat", "pace", "rated", "preset")
"""The options of every game's command besides the game's own."""


class Challenging(commands.Cog):
    """Who plays whom, at what, and how."""

    def __init__(self, bot: Parlour) -> None:
        self._bot = bot
        self._menu = app_commands.ContextMenu(name="Challenge", callback=_choose_game)
        self._commands = [game_command(game) for game in GAMES.values()]

    async def cog_load(self) -> None:
        """Add what is built from `GAMES`, and the menu on a member."""
        for command in self._commands:
            self._bot.tree.add_command(command)
        self._bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take them off again."""
        for command in self._commands:
            self._bot.tree.remove_command(command.name)
        self._bot.tree.remove_command(self._menu.name, type=self._menu.type)


@pressed("challenge")
async def on_answer(interaction: Interaction, words: list[str], _values: list[str]) -> None:
    """Do what a challenge card's button says."""
    await _ANSWERS[words[1]](interaction, int(words[0]))


@pressed("game")
async def on_game(interaction: Interaction, words: list[str], values: list[str]) -> None:
    """Challenge the member on whom the menu was opened, by the game's usual terms."""
    bot = interaction.client
    opponent = bot.get_user(int(words[0])) or await bot.fetch_user(int(words[0]))
    await make(interaction, Terms(values[0], {}), opponent)


def game_command(game: type[Position]) -> app_commands.Command[Challenging, ..., None]:
    """Build a game's challenge command, its own options among the command's."""

    async def challenge(interaction: Interaction, **given: object) -> None:
        chosen = {
            option.key: str(given[option.key])
            for option in game.options
            if given.get(option.key) is not None
        }
        preset = str(given.get("preset") or "classic")
        pace = given["pace"]
        assert isinstance(pace, int), "its choices are numbers of days"
        terms = Terms(
            game.key,
            {**game.presets[preset], **chosen},
            Seat(str(given["seat"])),
            pace or None,
            bool(given["rated"]),
        )
        opponent = given["opponent"]
        assert opponent is None or isinstance(opponent, discord.User | discord.Member)
        await make(interaction, terms, opponent)

    parameters = [_parameter("interaction", discord.Interaction)]
    parameters += [
        _parameter("opponent", discord.User | None, None),
        _parameter("seat", str, Seat.RANDOM.value),
        _parameter("pace", int, PACES[0]),
        _parameter("rated", bool, default=True),
    ]
    if len(game.presets) > 1:
        parameters.append(_parameter("preset", str | None, None))
    parameters += [_parameter(option.key, str | None, None) for option in game.options]
    challenge.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by discord.py
    app_commands.describe(**_descriptions(game))(challenge)
    app_commands.choices(**_choices(game))(challenge)
    return app_commands.Command(
        name=game.key,
        description=f"Challenge somebody to {game.name}, or anybody: leave the opponent out",
        callback=challenge,
    )


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
    newcomer = opponent is not None and not await store.people.has_played(opponent.id)
    pinged = [] if opponent is None else [opponent.id]
    answer = await interaction.response.send_message(
        view=challenge_card(challenge, newcomer=newcomer),
        allowed_mentions=pings(*pinged),
    )
    assert answer.message_id is not None, "an answer with a card is a message"
    await store.challenges.show_on(
        challenge.number, Card(challenge.place.channel, answer.message_id)
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
    name = safe(interaction.user.display_name)
    game = challenge.terms.rules.name
    await posting.note(
        interaction,
        f"**{name}** declines your challenge to {game}, <@{challenge.challenger.id}>.",
        challenge.challenger.id,
    )


async def withdraw(interaction: Interaction, number: int) -> None:
    """Take one's own challenge back."""
    challenge = await interaction.client.store.challenges.withdraw(
        number, interaction.user.id, discord.utils.utcnow()
    )
    await interaction.response.edit_message(view=challenge_card(challenge))


async def make_fair(interaction: Interaction, number: int) -> None:
    """Put a new challenge by the fair preset in the place of one's own."""
    challenges = interaction.client.store.challenges
    now = discord.utils.utcnow()
    old = await challenges.find(number)
    if old.challenger.id != interaction.user.id:
        raise Refusal(
            "Only {name} can change this challenge; ask for it, or make one of your own.",
            name=old.challenger.name,
        )
    options: Mapping[str, str] = {**old.terms.options, **old.terms.rules.presets[FAIR]}
    await challenges.withdraw(number, interaction.user.id, now)
    new = await challenges.make(
        old.challenger, old.opponent, replace(old.terms, options=options), old.place, now
    )
    await interaction.response.edit_message(view=challenge_card(new))
    await challenges.show_on(number, None)
    await challenges.show_on(new.number, old.card)


async def post_anew(bot: Parlour) -> None:
    """Post the cards of all pending challenges, after every message that showed one is gone."""
    challenges = bot.store.challenges
    for challenge in await challenges.pending(discord.utils.utcnow()):
        channel = bot.get_partial_messageable(challenge.place.channel)
        try:
            message = await channel.send(view=challenge_card(challenge), allowed_mentions=pings())
        except discord.HTTPException as failure:
            log.warning("challenge %d: its card could not be posted: %s", challenge.number, failure)
        else:
            await challenges.show_on(challenge.number, Card(channel.id, message.id))


async def update(bot: Parlour, challenge: Challenge) -> None:
    """Bring a challenge's card up to date, where there still is one."""
    if challenge.card is None:
        return
    channel = bot.get_partial_messageable(challenge.card.channel)
    try:
        await channel.get_partial_message(challenge.card.message).edit(
            view=challenge_card(challenge), allowed_mentions=pings()
        )
    except discord.HTTPException as failure:
        log.info("challenge %d: its card could not be edited: %s", challenge.number, failure)


async def _choose_game(interaction: Interaction, member: discord.User) -> None:
    """Ask privately which game to challenge a member to."""
    if member.bot or member.id == interaction.user.id:
        raise Refusal("Challenge somebody else: neither yourself nor a bot.")
    games = [discord.SelectOption(label=game.name, value=key) for key, game in GAMES.items()]
    row = select("Which game?", games, "game", member.id)
    question = f"Challenge **{safe(member.display_name)}** to …"
    await whisper(interaction, view=text_view(question, rows=[row]))


def _parameter(
    name: str, kind: object, default: object = inspect.Parameter.empty
) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind
    )


def _descriptions(game: type[Position]) -> dict[str, str]:
    words = {
        "opponent": "Whom you challenge; left out, whoever takes it first",
        "seat": "Which side you play; by lot if you do not say",
        "pace": "How long a move may take; 3 days if you do not say",
        "rated": "Whether it counts for the leaderboard; it does if you do not say",
        **{option.key: option.label for option in game.options},
    }
    if len(game.presets) > 1:
        words["preset"] = "Options by name; what you choose below it overrides it"
    return words


def _choices(game: type[Position]) -> dict[str, list[Choice]]:
    choices = {
        "seat": [
            Choice(name="By lot", value=Seat.RANDOM.value),
            Choice(name=game.sides[0].capitalize(), value=Seat.FIRST.value),
            Choice(name=game.sides[1].capitalize(), value=Seat.SECOND.value),
        ],
        "pace": [
            Choice(name=pace_words(pace).capitalize(), value=pace or NO_CLOCK)
            for pace in sorted(PACES, key=lambda days: days or 99)
        ],
    }
    for option in game.options:
        pairs = zip(option.labels, option.values, strict=True)
        choices[option.key] = [Choice(name=label, value=value) for label, value in pairs]
    if len(game.presets) > 1:
        choices["preset"] = [Choice(name=key.capitalize(), value=key) for key in game.presets]
    return choices


_ANSWERS = {"accept": accept, "decline": decline, "withdraw": withdraw, "fair": make_fair}


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Challenging(bot))
