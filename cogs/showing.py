"""A position as a picture in a message, with its words for those who cannot see it."""

import asyncio
import io

import discord

import rendering
from cogs.controls import Item
from cogs.speech import plain
from rules import Move, Position

MOST_ALT = 1024
"""So many characters may a picture's words have."""


async def board_picture(
    position: Position,
    theme: str,
    *,
    last: Move | None = None,
    targets: tuple[str, ...] = (),
    seen_from: int = 0,
    caption: str = "",
    name: str = "",
) -> tuple[discord.File, Item]:
    """Draw a position off the event loop; give the file and the gallery that shows it.

    The file has the game's name where it is given none.
    """
    drawn = await asyncio.to_thread(
        rendering.picture, position, last=last, targets=targets, seen_from=seen_from, theme=theme
    )
    words = f"{caption.replace('`', '')} {plain(position.describe())}".strip()[:MOST_ALT]
    file = discord.File(io.BytesIO(drawn), f"{name or position.key}.png", description=words)
    item = discord.MediaGalleryItem(f"attachment://{file.filename}", description=words)
    return file, discord.ui.MediaGallery(item)
