"""`/rules`: the rules of each game, page by page."""

import discord
from discord import app_commands

from cogs.autocomplete import game_choices
from interactions import Bot, Interaction, answer_privately, chosen_number, handles, say
from interactions.components import Item, Layout
from interactions.people import private_appearance
from interactions.speech import current_rulebook
from rulebook import languages, rulebook
from rules import GAMES
from views.rules_page import OpenRules, OpenRulesPage, TurnPage, rules_button, rules_page


@app_commands.command(description="Learn a game: rules with pictures, and boards to try moves on.")
@app_commands.describe(game="Which game. Empty: all of them")
@app_commands.choices(game=game_choices())
async def rules(interaction: Interaction, game: str | None = None) -> None:
    """Show the rules of a game, or all the games to choose from."""
    if game is None:
        await answer_privately(interaction, all_games())
    else:
        await open_rules(interaction, game)


@handles(OpenRules)
async def on_open_rules(interaction: Interaction, pressed: OpenRules) -> None:
    """Open the rules of a game beside the message."""
    await open_rules(interaction, pressed.game)


@handles(OpenRulesPage)
async def on_open_rules_page(interaction: Interaction, pressed: OpenRulesPage) -> None:
    """Open the rules of a game at a page beside the message."""
    await open_rules(interaction, pressed.game, pressed.page)


@handles(TurnPage)
async def on_turn_page(interaction: Interaction, pressed: TurnPage, values: list[str]) -> None:
    """Show another page of the rules in place of this one."""
    number = chosen_number(values[0]) if values else pressed.page
    view, files = await rules_page(pressed.game, number, await private_appearance(interaction))
    await interaction.response.edit_message(view=view, attachments=files)


async def open_rules(interaction: Interaction, key: str, page: int = 0) -> None:
    """Show a page of a game's rules privately, in a message of its own."""
    style = await private_appearance(interaction)
    await answer_privately(interaction, *await rules_page(key, page, style))


def all_games() -> discord.ui.LayoutView:
    """Build the list of the games, each with the button to its rules."""
    parts: list[Item] = [discord.ui.TextDisplay(say("## The games"))]
    for key, rules in [*GAMES.items()][:12]:
        words = f"**{rules.name}**\n{current_rulebook(key).summary}"
        parts.append(discord.ui.Section(words, accessory=rules_button(key)))
    return Layout(discord.ui.Container(*parts))


async def setup(_bot: Bot) -> None:
    """Read all rules, so that a faulty text is found at the start."""
    for language in languages():
        for key in GAMES:
            rulebook(key, language)
