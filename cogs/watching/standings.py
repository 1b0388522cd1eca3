"""The lines of a leaderboard: drawn, told in words, and what the drawing leaves out."""

from collections.abc import Sequence
from functools import partial

import discord

import rendering
from cogs.controls import Item
from cogs.names import safe
from cogs.showing import drawn
from cogs.words import rating_words
from data import Ranked

MINUS = "\N{MINUS SIGN}"


async def table(
    title: str, where: str, lines: Sequence[Ranked], asker: int, theme: str
) -> tuple[discord.File, Item]:
    """Draw lines, that of whoever asks highlighted."""
    players = [
        rendering.Player(
            line.rank,
            line.name,
            line.rating.rating,
            line.rating.deviation,
            line.rating.settled,
            line.lately,
            line.wins,
            line.draws,
            line.losses,
            own=line.person == asker,
        )
        for line in lines
    ]
    draw = partial(rendering.leaderboard, title, where, players, theme=theme)
    words = f"{title}, {where}. Place, name, rating, change in 30 days, won–drawn–lost. "
    return await drawn(draw, words + " ".join(map(_told, lines)), "leaderboard")


def notes(game: str, lines: Sequence[Ranked], asker: int) -> list[str]:
    """Say what the drawing does not: names that it cannot write, and what its marks mean."""
    if not lines:
        return [f"Nobody has a rated match yet. Be the first: `/{game}`."]
    unwritten = [line for line in lines if not rendering.writable(line.name)]
    said = [f"{line.rank}\\. is **{safe(line.name)}**" for line in unwritten]
    if all(line.person != asker for line in lines):
        said.append(f"You are not in it yet: `/{game}` begins a match.")
    marks = "-# The bar is where a rating may lie; **?** says that it is not sure yet."
    return [*said, f"{marks} Ratings are Glicko-2, from everywhere."]


def _told(line: Ranked) -> str:
    change = f"{line.change:+.0f}".replace("-", MINUS)
    results = f"{line.wins}–{line.draws}–{line.losses}"
    return f"{line.rank}. {line.name} {rating_words(line.rating)}, {change}, {results}."
