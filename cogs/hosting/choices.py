"""What there is to choose for a server, in words, and the form in which it is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import discord

from cogs.acts import OutOfDate
from cogs.controls import SELECT_MOST
from cogs.forms import Sheet
from cogs.speech import label
from cogs.words import pace_words
from data import PACES, Local, Sight, Way, write_pace
from rendering import THEMES
from rules.sentence import capital

if TYPE_CHECKING:
    from cogs.acts import Act

TITLE = "Settings of this server"
CHANNELS = "Where matches may start"
WAY = "How a match shows itself"
PACE = "Pace, where a challenge does not say"
THEME = "Theme of public pictures"
SIGHT = "Who may look at a match"
EVERYWHERE = "Nothing chosen: everywhere"
THREADS_TOO = "The threads and posts of a channel belong to it"
FROM_THEN_ON = "Holds for matches that begin from then on"
WAYS = {
    Way.LIVING: ("One living card", "Each move posts a new card; the one before becomes a line"),
    Way.THREAD: ("A thread for each match", "Made from its first card; the board is in it"),
    Way.EDITED: ("One card that changes", "A short message calls whoever is to move"),
}
SIGHTS = {
    Sight.CHANNEL: ("Whoever sees its channel", "The board, the replay, the record, animations"),
    Sight.AFTERWARDS: (
        "Its players; others when it is over",
        "Until then nobody looks over their shoulder",
    ),
    Sight.PLAYERS: ("Only its players", "Its card still stands in the channel"),
}
HOST = "host"
"""The theme that the host of the bot has set."""
HOSTS_OWN = "As the bot's host has it"
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
        placeholder=EVERYWHERE,
        min_values=0,
        max_values=SELECT_MOST,
        required=False,
        default_values=defaults,
    )
    ways = [_option(*words, way, local.way) for way, words in WAYS.items()]
    paces = [
        _option(label(capital(pace_words(pace))), None, write_pace(pace), write_pace(local.pace))
        for pace in PACES
    ]
    themes = [
        _option(label, None, value, local.theme or HOST)
        for value, label in ((HOST, HOSTS_OWN), *((each, each.capitalize()) for each in THEMES))
    ]
    sights = [_option(*words, sight, local.sight) for sight, words in SIGHTS.items()]
    return Sheet(
        TITLE,
        act,
        discord.ui.Label(text=CHANNELS, description=THREADS_TOO, component=where),
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


def _option(label: str, description: str | None, value: str, present: str) -> discord.SelectOption:
    return discord.SelectOption(
        label=label, description=description, value=value, default=value == present
    )


def _choice(
    key: str, label: str, options: list[discord.SelectOption], description: str | None = None
) -> discord.ui.Label[Any]:
    select: discord.ui.Select[Any] = discord.ui.Select(custom_id=key, options=options)
    return discord.ui.Label(text=label, description=description, component=select)
