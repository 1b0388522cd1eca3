"""The rules as pages to leaf through, privately: words, a picture, a select of the pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import discord

import rendering
from cogs.acts import Act, pressed
from cogs.answers import whisper
from cogs.audience import private_look
from cogs.computer.inviting import play_against_button
from cogs.controls import Item, Layout, button, select
from cogs.learning.trying import try_button
from cogs.looks import Style
from cogs.showing import Look, board_picture, drawn
from cogs.speech import label, plain, say
from cogs.words import book
from rulebook import Picture
from rules import GAMES, Refusal, Sentence
from rules.sentence import message

if TYPE_CHECKING:
    from cogs.answers import Interaction

RULES, HOW_TO_PLAY = message("Rules"), message("How to play")
FIRST_CONTENTS = 100
"""The component number of the select of the pages on the first page; each page has its own."""


@dataclass(frozen=True)
class OpenRules(Act, name="rules"):
    """Open a game's rules."""

    game: str


@dataclass(frozen=True)
class TurnPage(Act, name="page"):
    """Show a page of a game's rules, or the one that is chosen.

    The last word only tells the controls of a message apart, and those of one page from the next: a
    select that comes back under the same name goes on showing what was chosen in it before.
    """

    game: str
    page: int = 0
    control: str = ""


def rules_button(key: str, words: str = RULES) -> Item:
    """Make a button, for any message, that opens a game's rules for whoever presses it."""
    return button(words, OpenRules(key))


def how_to_play_button(key: str) -> Item:
    """Make the same button as it stands on somebody's first card; there is room for one of them."""
    return rules_button(key, HOW_TO_PLAY)


@pressed(OpenRules)
async def _opened(interaction: Interaction, act: OpenRules, _values: list[str]) -> None:
    """Open the rules beside the message."""
    await open_rules(interaction, act.game)


@pressed(TurnPage)
async def _turned(interaction: Interaction, act: TurnPage, values: list[str]) -> None:
    """Show another page in place of this one."""
    number = int(values[0]) if values else act.page
    view, files = await rules_page(act.game, number, await private_look(interaction))
    await interaction.response.edit_message(view=view, attachments=files)


async def open_rules(interaction: Interaction, key: str) -> None:
    """Show the first page of a game's rules to one person, in a message of its own."""
    view, files = await rules_page(key, 0, await private_look(interaction))
    await whisper(interaction, view=view, files=files)


async def rules_page(
    key: str, number: int, style: Style
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """Build a page of a game's rules; a number behind the last page gives the last.

    Raises `Refusal` for a game that is not there any more.
    """
    if key not in GAMES:
        raise Refusal("That game is not played here any more; `/rules` shows which there are.")
    pages = book(key).pages
    number = min(number, len(pages) - 1)
    page = pages[number]
    place = say(
        "-# {game} · {page} of {last}", game=pages[0].title, page=number + 1, last=len(pages)
    )
    trial = try_button(key, number if page.picture else 0)
    parts: list[Item] = [discord.ui.TextDisplay(f"{place}\n## {page.title}\n{page.words}")]
    files = []
    if picture := page.picture:
        file, gallery = await _shown(picture, style)
        parts += [gallery, discord.ui.TextDisplay(f"-# {picture.caption}")]
        files.append(file)
    if len(pages) > 1:
        back, forward = (number - 1) % len(pages), (number + 1) % len(pages)
        parts.append(_contents(key, number))
        parts.append(
            discord.ui.ActionRow(
                button("Back", TurnPage(key, back, "back")),
                button("Next", TurnPage(key, forward, "next")),
                trial,
                play_against_button(key),
            )
        )
    else:
        parts.append(discord.ui.ActionRow(trial, play_against_button(key)))
    return Layout(discord.ui.Container(*parts)), files


async def _shown(picture: Picture, style: Style) -> tuple[discord.File, Item]:
    """Draw the part of the board that a page speaks of, or all of it."""
    position = picture.position
    if not picture.part:
        look = Look(last=picture.last, before=picture.previous, targets=picture.targets)
        return await board_picture(position, style, look, caption=picture.caption)
    draw = partial(
        rendering.diagram,
        position,
        picture.part,
        last=picture.last,
        before=picture.previous,
        targets=picture.targets,
        theme=style.theme,
    )
    words = f"{picture.caption} {plain(position.describe())}"
    return await drawn(draw, words, position.key)


def _contents(key: str, present: int) -> Item:
    """Build the select of the pages, the present one shown."""
    pages = book(key).pages
    options = [
        discord.SelectOption(
            label=f"{number + 1}. {page.title if number else label('What it is')}"[:100],
            value=str(number),
            default=number == present,
        )
        for number, page in enumerate(pages)
    ]
    act = TurnPage(key, present, "list")
    question = Sentence("{number} page", "{number} pages", number=len(pages))
    return select(question, options, act, number=FIRST_CONTENTS + present)
