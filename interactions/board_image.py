"""A position as a picture in a message, with its words for those who cannot see it."""

import asyncio
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import discord

import rendering
from interactions.audience import Appearance
from interactions.components import Item
from interactions.speech import in_pictures, plain
from rendering import ShownResult
from rules import Move, Position, Value

MOST_ALT = 1024
"""So many characters may a picture's words have."""


@dataclass(frozen=True)
class BoardView:
    """How a position is looked at: what is marked and written on its board, and from which side.

    The fields are what `rendering.picture` takes by these names.
    """

    last: Move | None = None
    before: Position | None = None
    seen_from: int = 0
    targets: tuple[str, ...] = ()
    chosen: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    names: tuple[Value, Value] = ("", "")
    result: ShownResult | None = None


async def board_picture(
    position: Position, style: Appearance, look: BoardView, *, caption: str = "", name: str = ""
) -> tuple[discord.File, Item]:
    """Draw a position off the event loop; give the file and the gallery that shows it.

    The file has the game's name where it is given none.
    """
    speech = in_pictures()
    draw = partial(
        rendering.picture,
        position,
        theme=style.theme,
        named=style.named,
        **{**vars(look), "names": tuple(map(speech.say, look.names))},
        speech=speech,
    )
    words = f"{caption} {plain(position.describe())}"
    return await picture_item(draw, words, name or position.key)


async def picture_item(
    draw: Callable[[], bytes], words: str, name: str
) -> tuple[discord.File, Item]:
    """Draw something off the event loop; give the file and the gallery that shows it.

    `words` tell those who cannot see it what it shows; marks of code are left out.
    """
    content = await asyncio.to_thread(draw)
    told = words.replace("`", "").strip()[:MOST_ALT]
    file = discord.File(io.BytesIO(content), f"{name}.png", description=told)
    item = discord.MediaGalleryItem(f"attachment://{file.filename}", description=told)
    return file, discord.ui.MediaGallery(item)
