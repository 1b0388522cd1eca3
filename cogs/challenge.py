"""Challenge somebody: one command per game, `/match again`, and the menu on a member."""

import inspect
from functools import cache
from typing import Any

import discord
from discord import app_commands

from cogs.begin_against_computer import DEFAULT_PACE, begin_match, is_for_computer
from cogs.challenge_actions import ChallengeTo, find_person, make_challenge
from cogs.play import open_play
from computer import levels
from data import Seat, Terms
from data.time_controls import LIVE_PACES, PACES, read_pace, write_pace
from interactions import Bot, Interaction, answer_privately, say
from interactions.command_translations import translated
from interactions.components import select, text_view
from interactions.people import own_name
from interactions.speech import pace_words
from rules import GAMES, Code, Name, Position, Refusal, Sentence, capital
from views.begin_against_computer_page import level_words

Choice = app_commands.Choice[str | int | float]


@app_commands.command()
async def again(interaction: Interaction) -> None:
    """Repeat your last challenge: same opponent, game and options."""
    last = await interaction.client.store.challenges.last_by(interaction.user.id)
    if interaction.context.dm_channel:
        raise Refusal(
            "Only you can see this chat. Type {command} in a server channel.",
            command=Code("/match again"),
        )
    opponent: discord.User | discord.Member | None = None
    if last.opponent is not None:
        opponent = await find_person(interaction, last.opponent.id)
    await make_challenge(interaction, last.terms, opponent, last.at_once)


@cache
def game_command(rules: type[Position]) -> app_commands.Command[Any, ..., None]:
    """Build a game's challenge command; all else is chosen on the card, under **Options**.

    It is built once per process, since a process may start many bots, as the tests do.
    """

    async def challenge(interaction: Interaction, **given: object) -> None:
        opponent, level = given["opponent"], given["level"]
        assert opponent is None or isinstance(opponent, discord.User | discord.Member)
        assert level is None or isinstance(level, int), "its choices are numbers"
        against_computer = is_for_computer(interaction, opponent, level)
        settings = await interaction.client.store.server_settings.find(interaction.guild_id)
        usual_pace = DEFAULT_PACE if against_computer else settings.pace
        terms = Terms(
            rules.key,
            rules.presets[str(given.get("rules") or rules.usual_preset)],
            Seat(str(given["side"])),
            usual_pace if given["pace"] is None else read_pace(str(given["pace"])),
        )
        if against_computer:
            await begin_match(interaction, terms, level)
        else:
            await make_challenge(interaction, terms, opponent)

    parameters = [_parameter("interaction", discord.Interaction)]
    parameters += [
        _parameter("opponent", discord.User | None, None),
        _parameter("level", int | None, None),
        _parameter("pace", str | None, None),
    ]
    if len(rules.presets) > 1:
        parameters.append(_parameter("rules", str | None, None))
    parameters.append(_parameter("side", str, Seat.RANDOM.value))
    challenge.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by discord.py
    app_commands.describe(**_descriptions(rules))(challenge)
    app_commands.choices(**_choices(rules))(challenge)
    return app_commands.Command(
        name=rules.key,
        description=translated(
            "Play {game}: challenge a friend, the computer, or anyone who wants to play",
            game=rules.name,
        ),
        callback=challenge,
    )


@app_commands.context_menu(name="Challenge")
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=True)  # with others
async def challenge_member(interaction: Interaction, member: discord.User) -> None:
    """Ask privately which game to challenge a member to."""
    if member == interaction.client.user:
        await open_play(interaction)
        return
    if member.bot or member.id == interaction.user.id:
        raise Refusal("You can't challenge yourself or a bot; pick someone else.")
    games = [discord.SelectOption(label=rules.name, value=key) for key, rules in GAMES.items()]
    row = select("Which game?", games, ChallengeTo(member.id))
    question = say("Challenge **{name}** to …", name=Name(own_name(member)))
    await answer_privately(interaction, text_view(question, rows=[row]))


def _descriptions(rules: type[Position]) -> dict[str, app_commands.locale_str]:
    words = {
        "opponent": translated("Who to play (you can pick me). Empty: anyone can accept"),
        "level": translated(
            "Computer level: 1 is easy, {best} is my best. Empty: one that suits you",
            best=levels(rules.key)[-1],
        ),
        "pace": translated("Time per move, or a live match (default: this server's setting)"),
        "side": translated("Your side (random by default)"),
    }
    if len(rules.presets) > 1:
        usual = Sentence(rules.preset_names[rules.usual_preset])
        words["rules"] = translated("Which rules (default: {usual})", usual=usual)
    return words


def _choices(rules: type[Position]) -> dict[str, list[Choice]]:
    choices = {
        "level": [
            Choice(name=translated(words), value=level)
            for level, words in level_words(rules.key).items()
        ],
        "side": [
            Choice(name=translated("Random"), value=Seat.RANDOM.value),
            Choice(name=translated(capital(rules.side(0))), value=Seat.FIRST.value),
            Choice(name=translated(capital(rules.side(1))), value=Seat.SECOND.value),
        ],
        "pace": [
            Choice(name=translated(capital(pace_words(pace))), value=write_pace(pace))
            for pace in (*PACES, *LIVE_PACES)
        ],
    }
    if len(rules.presets) > 1:
        choices["rules"] = [
            Choice(name=translated(rules.preset_sentence(key)), value=key) for key in rules.presets
        ]
    return choices


def _parameter(
    name: str, kind: object, default: object = inspect.Parameter.empty
) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind
    )


async def setup(bot: Bot) -> None:
    """Add the commands that are built from `GAMES`."""
    for rules in GAMES.values():
        bot.tree.add_command(game_command(rules))
