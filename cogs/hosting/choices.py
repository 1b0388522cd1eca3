"""What there is to choose for a server, in words, and the form in which it is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from cogs.acts import OutOfDate
from cogs.controls import SELECT_MOST
from cogs.forms import Sheet
from cogs.looks import theme_name
from cogs.setting_choices import ChoiceSetting
from cogs.speech import label
from cogs.words import pace_words
from data import PACES, DisplayMode, ServerSettings, Visibility, write_pace
from languages import languages
from rendering import THEMES
from rules.sentence import Sentence, Value, capital, message

if TYPE_CHECKING:
    from cogs.acts import Act

TITLE = message("Settings of this server")
CHANNELS = message("Where matches may start")
EVERYWHERE = message("Nothing chosen: everywhere")
THREADS_TOO = message("The threads and posts of a channel belong to it")
PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
]


@dataclass(frozen=True, kw_only=True)
class ServerChoice(ChoiceSetting):
    """What is chosen for a server in a list."""

    question: str
    hint: str = ""
    """What more there is to say of it in the form."""
    words: Callable[[ServerSettings], Value] | None = None
    """Say what is chosen, where that is not said as in the list."""

    def shown(self, local: ServerSettings) -> Value:
        """Say what is chosen."""
        if self.words is not None:
            return self.words(local)
        chosen = self.values()[self.present(local)]
        return chosen if isinstance(chosen, Sentence) else Sentence(chosen)

    def component(self, local: ServerSettings) -> discord.ui.Label[Any]:
        """Make its part of the form."""
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=self.field, options=self.options(self.present(local))
        )
        hint = label(self.hint)[:100] if self.hint else None
        return discord.ui.Label(text=label(self.question)[:45], description=hint, component=select)


def _themes() -> Mapping[str, str | Sentence]:
    own = {each: capital(theme_name(each)) for each in THEMES}
    return {"host": message("As the bot's host has it"), **own}


def _languages() -> Mapping[str, str]:
    own = {each.tag: each.name for each in languages().values()}
    return {"discord": message("As Discord has this server"), **own}


LANGUAGE = ServerChoice(
    field="language",
    question=message("In which language I speak here"),
    values=_languages,
    unset="discord",
)
"""What is chosen at once, below all else."""
FORM = (
    ServerChoice(
        field="way",
        question=message("How a match shows itself"),
        hint=message("Holds for matches that begin from then on"),
        values=lambda: {
            DisplayMode.LIVING: message("One living card"),
            DisplayMode.THREAD: message("A thread for each match"),
            DisplayMode.EDITED: message("One card that changes"),
        },
        details={
            DisplayMode.LIVING: message(
                "Each move posts a new card; the one before becomes a line"
            ),
            DisplayMode.THREAD: message("Made from its first card; the board is in it"),
            DisplayMode.EDITED: message("A short message calls whoever is to move"),
        },
    ),
    ServerChoice(
        field="pace",
        question=message("Pace, unless a challenge says it"),
        values=lambda: {write_pace(pace): capital(pace_words(pace)) for pace in PACES},
        words=lambda local: pace_words(local.pace),
    ),
    ServerChoice(
        field="theme",
        question=message("Theme of public pictures"),
        values=_themes,
        words=lambda local: theme_name(local.theme),
        unset="host",
    ),
    ServerChoice(
        field="sight",
        question=message("Who may look at a match"),
        values=lambda: {
            Visibility.CHANNEL: message("Whoever sees its channel"),
            Visibility.AFTERWARDS: message("Its players; others when it is over"),
            Visibility.PLAYERS: message("Only its players"),
        },
        details={
            Visibility.CHANNEL: message("The board, the replay, the record, animations"),
            Visibility.AFTERWARDS: message("Until then nobody looks over their shoulder"),
            Visibility.PLAYERS: message("Its card still stands in the channel"),
        },
    ),
)
"""What is chosen in the form, below the channels in which matches may start."""


def sheet(act: Act, local: ServerSettings, channels: Iterable[int]) -> Sheet:
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
    return Sheet(
        TITLE,
        act,
        discord.ui.Label(text=label(CHANNELS), description=label(THREADS_TOO), component=where),
        *(row.component(local) for row in FORM),
    )


def chosen_local(values: list[str]) -> ServerSettings:
    """Read what is chosen in the form. Raises `OutOfDate`."""
    try:
        channels, *chosen = values
        local = ServerSettings().changed({"channels": channels})
        for row, value in zip(FORM, chosen, strict=True):
            local = row.changed(local, value)
    except ValueError as unknown:
        raise OutOfDate from unknown
    return local
