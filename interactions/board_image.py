"""A position as an image in a message, with alt text for those who cannot see it."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import discord

import rendering
from interactions.components import Item
from interactions.people import Appearance
from interactions.speech import plain, plain_speech, without_marks
from interactions.tasks import off_loop, run_brief
from rendering import ShownResult, result_of
from rules import Effect, Listed, ListStyle, Move, Position, Sentence, Value, message

MOST_ALT_TEXT = 1024
"""The most characters that an image's alt text may have."""
NOT_PLAYED = message("Not played yet.")
"""What stands before the words of a move that is looked at before it is made."""


@dataclass(frozen=True)
class BoardView:
    """How a position is displayed: the marks and labels on its board, and the side it is seen from.

    The fields have the names of the arguments of `rendering.picture`.
    """

    last: Move | None = None
    before: Position | None = None
    seen_from: int = 0
    targets: tuple[str, ...] = ()
    chosen: str = ""
    planned: Move | None = None
    choices: Mapping[str, Effect] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    names: tuple[Value, Value] = ("", "")
    result: ShownResult | None = None
    task: Value = ""
    over: bool = False


def draw_board(
    position: Position,
    style: Appearance,
    board_view: BoardView,
    *,
    caption: Value = "",
    name: str = "",
) -> tuple[discord.File, Item]:
    """Draw a position; return the file and the gallery that shows it.

    Without a name the file is named after the game.
    """
    content = rendering.picture(
        position,
        theme=style.theme,
        named=style.named,
        **vars(board_view),
        speech=plain_speech(),
    )
    parts: list[Value] = [caption] if caption else []
    last, before = board_view.last, board_view.before
    if last and before and (end := before.game_end(last)) and (over := result_of(end)):
        parts += [over.why] if over.why else []
    if board_view.planned:
        parts += _planned_words(position, board_view.planned)
    else:
        parts.append(position.describe(over=board_view.over or board_view.result is not None))
    words = plain(Listed(tuple(parts), ListStyle.SPACE))
    return image_item(content, words, f"{name or position.key}.png")


board_picture = off_loop(draw_board)
"""Draws a position off the event loop."""


def _planned_words(position: Position, move: Move) -> list[Value]:
    """Say what a move that is not made yet would do, and how the board would be after it."""
    mover, after = position.side(position.turn), position.after(move).describe()
    return [
        Sentence(NOT_PLAYED),
        Sentence("{Side} {deed}.", side=mover, deed=position.tell(move)),
        Sentence("After that: {board}", board=after),
    ]


async def picture_item(
    draw: Callable[[], bytes], words: str, name: str
) -> tuple[discord.File, Item]:
    """Draw an image off the event loop; return the file and the gallery that shows it.

    `words` are its alt text, in which backticks are removed.
    """
    return image_item(await run_brief(draw), words, f"{name}.png")


def image_item(content: bytes, words: str, file_name: str) -> tuple[discord.File, Item]:
    """Return the file of an image, and the gallery that shows it with its alt text."""
    alt_text = without_marks(words).replace("`", "").strip()[:MOST_ALT_TEXT]
    file = discord.File(io.BytesIO(content), file_name, description=alt_text)
    item = discord.MediaGalleryItem(f"attachment://{file.filename}", description=alt_text)
    return file, discord.ui.MediaGallery(item)
