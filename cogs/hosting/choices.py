"""What there is to choose for a server, in words, and the form in which it is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import discord

from cogs.acts import OutOfDate
from cogs.controls import SELECT_MOST
from cogs.forms import Sheet
from cogs.looks import theme_name
from cogs.speech import label
from cogs.words import pace_words
from data import PACES, Local, Sight, Way, write_pace
from rendering import THEMES
from rules.sentence import Sentence, capital, message

if TYPE_CHECKING:
    from cogs.acts import Act

TITLE = message("Settings of this server")
CHANNELS = message("Where matches may start")
WAY = message("How a match shows itself")
PACE = message("Pace, unless a challenge says it")
THEME = message("Theme of public pictures")
SIGHT = message("Who may look at a match")
EVERYWHERE = message("Nothing chosen: everywhere")
THREADS_TOO = message("The threads and posts of a channel belong to it")
FROM_THEN_ON = message("Holds for matches that begin from then on")
WAYS = {
    Way.LIVING: (
        message("One living card"),
        message("Each move posts a new card; the one before becomes a line"),
    ),
    Way.THREAD: (
        message("A thread for each match"),
        message("Made from its first card; the board is in it"),
    ),
    Way.EDITED: (
        message("One card that changes"),
        message("A short message calls whoever is to move"),
    ),
}
SIGHTS = {
    Sight.CHANNEL: (
        message("Whoever sees its channel"),
        message("The board, the replay, the record, animations"),
    ),
    Sight.AFTERWARDS: (
        message("Its players; others when it is over"),
        message("Until then nobody looks over their shoulder"),
    ),
    Sight.PLAYERS: (
        message("Only its players"),
        message("Its card still stands in the channel"),
    ),
}
HOST = "host"
"""The theme that the host of the bot has set."""
HOSTS_OWN = message("As the bot's host has it")
PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
]


def sheet(act: Act, local: Local, channels: Iterable[int]) -> Sheet:
    """Make the form in which everything is chosen; these of the chosen channels are there."""
    defaults = [
        discord.SelectDefaultValue(id=number, type=discord.SelectDefaultValueType.channel)
        for number in channels
    ]
    where: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id="channels",
        channel_types=PLACES,
        placeholder=label(EVERYWHERE),
        min_values=0,
        max_values=SELECT_MOST,
        required=False,
        default_values=defaults,
    )
    ways = [_option(label(name), label(told), way, local.way) for way, (name, told) in WAYS.items()]
    paces = [
        _option(label(capital(pace_words(pace))), None, write_pace(pace), write_pace(local.pace))
        for pace in PACES
    ]
    themes = [
        _option(label(words), None, value, local.theme or HOST)
        for value, words in _themes().items()
    ]
    sights = [
        _option(label(name), label(told), sight, local.sight)
        for sight, (name, told) in SIGHTS.items()
    ]
    return Sheet(
        TITLE,
        act,
        discord.ui.Label(text=label(CHANNELS), description=label(THREADS_TOO), component=where),
        _choice("way", WAY, ways, FROM_THEN_ON),
        _choice("pace", PACE, paces),
        _choice("theme", THEME, themes),
        _choice("sight", SIGHT, sights),
    )


def chosen_local(values: list[str]) -> Local:
    """Read what is chosen in the form. Raises `OutOfDate`."""
    try:
        channels, way, pace, theme, sight = values
        theme = "" if theme == HOST else theme
        stored = {"channels": channels, "way": way, "pace": pace, "theme": theme, "sight": sight}
        local = Local().changed(stored)
    except ValueError as unknown:
        raise OutOfDate from unknown
    if local.theme not in ("", *THEMES) or local.pace not in PACES:
        raise OutOfDate
    return local


def _themes() -> dict[str, Sentence]:
    """Name the themes, and what stands for the host's own."""
    own = {each: capital(theme_name(each)) for each in THEMES}
    return {HOST: Sentence(HOSTS_OWN), **own}


def _option(words: str, description: str | None, value: str, present: str) -> discord.SelectOption:
    return discord.SelectOption(
        label=words[:100],
        description=description and description[:100],
        value=value,
        default=value == present,
    )


def _choice(
    key: str, words: str, options: list[discord.SelectOption], description: str | None = None
) -> discord.ui.Label[Any]:
    select: discord.ui.Select[Any] = discord.ui.Select(custom_id=key, options=options)
    told = label(description)[:100] if description else None
    return discord.ui.Label(text=label(words)[:45], description=told, component=select)
