"""Pages of a game's rules, and the buttons that open them in other messages."""

from functools import partial

import discord

import rendering
from interactions import CustomId, label, plain, say
from interactions.board_image import BoardView, board_picture, picture_item
from interactions.components import Item, Layout, MessageParts, button, select
from interactions.people import Appearance
from interactions.speech import current_rulebook
from lessons import taught_games
from rulebook import Picture
from rules import GAMES, Listed, ListStyle, Refusal, Sentence, message
from views.analysis_board import TryOut
from views.begin_against_computer_page import play_page_button
from views.lesson_ids import learn_button

FIRST_CONTENTS = 100
"""The number of the page select on the first page; each page has its own."""
RULES = message("Rules")


class OpenRules(CustomId, name="rules"):
    """Open a game's rules."""

    game: str


class OpenRulesPage(CustomId, name="rulesat"):
    """Open a game's rules at a page."""

    game: str
    page: int


class TurnPage(CustomId, name="page"):
    """Show a page of a game's rules, or the one that is chosen.

    `control` only keeps the custom ids of a message distinct, and those of one page from the next:
    with the same one, a client would go on showing what was chosen in a select before.
    """

    game: str
    page: int = 0
    control: str = ""


async def rules_page(key: str, number: int, style: Appearance) -> MessageParts:
    """Build a page of a game's rules; a number beyond the last page gives the last.

    Raises `Refusal` for a game that no longer exists.
    """
    if key not in GAMES:
        raise Refusal("That game is no longer played here; `/rules` shows the current ones.")
    pages = current_rulebook(key).pages
    number = min(number, len(pages) - 1)
    page = pages[number]
    place = say(
        "-# {game} · {page} of {last}", game=pages[0].title, page=number + 1, last=len(pages)
    )
    board = TryOut(key, number if page.picture else 0)
    try_it = button("Try it", board, discord.ButtonStyle.primary)
    parts: list[Item] = [discord.ui.TextDisplay(f"{place}\n## {page.title}\n{page.words}")]
    files = []
    if picture := page.picture:
        file, gallery = await _picture(picture, style)
        parts += [gallery, discord.ui.TextDisplay(f"-# {picture.caption}")]
        files.append(file)
    if len(pages) > 1:
        last = len(pages) - 1
        back, forward = max(number - 1, 0), min(number + 1, last)
        parts.append(_contents(key, number))
        parts.append(
            discord.ui.ActionRow(
                button("Back", TurnPage(key, back, "back"), disabled=number == 0),
                button("Next", TurnPage(key, forward, "next"), disabled=number == last),
                try_it,
                *([learn_button(key)] if key in taught_games() else []),
                play_page_button(key),
            )
        )
    else:
        parts.append(discord.ui.ActionRow(try_it, play_page_button(key)))
    return MessageParts(Layout(discord.ui.Container(*parts)), files)


async def _picture(picture: Picture, style: Appearance) -> tuple[discord.File, Item]:
    """Draw the part of the board that a page is about, or all of it."""
    position = picture.position
    if not picture.part:
        board_view = BoardView(last=picture.last, before=picture.previous, targets=picture.targets)
        return await board_picture(position, style, board_view, caption=picture.caption)
    draw = partial(
        rendering.diagram,
        position,
        picture.part,
        last=picture.last,
        before=picture.previous,
        targets=picture.targets,
        theme=style.theme,
    )
    words = plain(Listed((picture.caption, position.describe()), ListStyle.SPACE))
    return await picture_item(draw, words, position.key)


def _contents(key: str, present: int) -> Item:
    """Build the select of the pages, with the current one chosen."""
    pages = current_rulebook(key).pages
    options = [
        discord.SelectOption(
            label=f"{number + 1}. {page.title if number else label('Introduction')}"[:100],
            value=str(number),
            default=number == present,
        )
        for number, page in enumerate(pages)
    ]
    custom_id = TurnPage(key, present, "list")
    question = Sentence("{number} page", "{number} pages", number=len(pages))
    return select(question, options, custom_id, number=FIRST_CONTENTS + present)


def rules_button(key: str, words: str = RULES) -> Item:
    """Return a button, for any message, that opens a game's rules."""
    return button(words, OpenRules(key))
