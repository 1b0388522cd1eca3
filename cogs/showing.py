"""A position as a picture in a message, with its words for those who cannot see it."""

import asyncio
import io
from collections.abc import Mapping
from dataclasses import dataclass, field

import discord

import rendering
from cogs.controls import Item
from cogs.speech import plain
from rendering import Result
from rules import Move, Position

MOST_ALT = 1024
"""So many characters may a picture's words have."""


@dataclass(frozen=True)
class Look:
    """How a position is looked at: what is marked and written on its board, and from which side.

    The fields are what `rendering.picture` takes by these names.
    """

    last: Move | None = None
    before: Position | None = None
    seen_from: int = 0
    targets: tuple[str, ...] = ()
    chosen: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    names: tuple[str, str] = ("", "")
    result: Result | None = None


async def board_picture(
    position: Position, theme: str, look: Look, *, caption: str = "", name: str = ""
) -> tuple[discord.File, Item]:
    """Draw a position off the event loop; give the file and the gallery that shows it.

    The file has the game's name where it is given none.
    """
    drawn = await asyncio.to_thread(rendering.picture, position, theme=theme, **vars(look))
    words = f"{caption.replace('`', '')} {plain(position.describe())}".strip()[:MOST_ALT]
    file = discord.File(io.BytesIO(drawn), f"{name or position.key}.png", description=words)
    item = discord.MediaGalleryItem(f"attachment://{file.filename}", description=words)
    return file, discord.ui.MediaGallery(item)
