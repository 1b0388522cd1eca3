"""A server's settings: the message that shows them and the form that changes them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from data import PACES, DisplayMode, ServerSettings, Visibility, write_pace
from interactions import Bot, CustomId, OutOfDate, label, said
from interactions.access import NEEDS, missing_permissions, permission_names
from interactions.audience import theme_name
from interactions.components import SELECT_MOST, Item, Layout, Modal, button, select
from interactions.speech import pace_words
from languages import languages
from rendering import THEMES
from rules import Listed, Sentence, Value, capital, message
from views.setting_choices import ChoiceSetting

TITLE = message("Server settings")
CHANNELS = message("Where matches can start")
EVERYWHERE = message("Empty: everywhere")
THREADS_TOO = message("Threads and posts of a channel are included")
CHANNEL_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
]
MOST_NAMED = 5
"""The most channels that are named as lacking permissions; the others are counted."""
SETTINGS = message("""### Server settings
Where matches can start: **{channels}**
Match display: **{way}**
Default pace: **{pace}**
Board theme in channels: **{theme}**
Who can watch a match: **{sight}**
-# A new match display applies to new matches; everything else applies at once.""")
MISSING = message(
    "I'm missing {missing} in {channels}. Until that's fixed, matches there use the normal card."
)
IN_ALL_CHANNELS = Sentence("everywhere")
CHANNELS_GONE = Sentence("only in channels that no longer exist; choose others")
THEME_OF_HOST = message("{theme} (bot default)")


class OpenServerSettings(CustomId, name="serveropen"):
    """Show a server's settings."""


class ChangeServerSettings(CustomId, name="server"):
    """Open the form of a server's settings."""


class ChooseServerSettings(CustomId, name="serverset"):
    """Save a server's settings from the form."""


class ChooseLanguage(CustomId, name="serverlang"):
    """Choose the language of public messages in a server."""


@dataclass(frozen=True, kw_only=True)
class ServerChoice(ChoiceSetting):
    """A server's setting that is chosen in a select."""

    question: str
    hint: str = ""
    """The hint in the form."""
    words: Callable[[ServerSettings], Value] | None = None
    """Describe the present value, if that differs from the option's label."""

    def shown(self, local: ServerSettings) -> Value:
        """Describe the present value."""
        if self.words is not None:
            return self.words(local)
        chosen = self.values()[self.present(local)]
        return chosen if isinstance(chosen, Sentence) else Sentence(chosen)

    def component(self, local: ServerSettings) -> discord.ui.Label[Any]:
        """Build its field of the form."""
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=self.field, options=self.options(self.present(local))
        )
        hint = label(self.hint)[:100] if self.hint else None
        return discord.ui.Label(text=label(self.question)[:45], description=hint, component=select)


def _themes() -> Mapping[str, str | Sentence]:
    themes = {each: capital(theme_name(each)) for each in THEMES}
    return {"host": message("Bot default"), **themes}


def _languages() -> Mapping[str, str]:
    names = {each.tag: each.name for each in languages().values()}
    return {"discord": message("The server's language in Discord"), **names}


LANGUAGE = ServerChoice(
    field="language",
    question=message("My language in this server"),
    values=_languages,
    unset="discord",
)
"""The setting in the message itself, which takes effect at once."""
FORM = (
    ServerChoice(
        field="way",
        question=message("Match display"),
        hint=message("Applies to new matches"),
        values=lambda: {
            DisplayMode.SINGLE_CARD: message("One card, always at the bottom"),
            DisplayMode.THREAD: message("A thread for each match"),
            DisplayMode.EDITED_CARD: message("One card, edited in place"),
        },
        details={
            DisplayMode.SINGLE_CARD: message(
                "Each move posts a new card; the old one shrinks to a line"
            ),
            DisplayMode.THREAD: message("Created from the first card; the board is inside"),
            DisplayMode.EDITED_CARD: message("A short message pings whoever is to move"),
        },
    ),
    ServerChoice(
        field="pace",
        question=message("Default pace"),
        values=lambda: {write_pace(pace): capital(pace_words(pace)) for pace in PACES},
        words=lambda local: pace_words(local.pace),
    ),
    ServerChoice(
        field="theme",
        question=message("Board theme in channels"),
        values=_themes,
        words=lambda local: theme_name(local.theme),
        unset="host",
    ),
    ServerChoice(
        field="sight",
        question=message("Who can watch a match"),
        values=lambda: {
            Visibility.CHANNEL: message("Everyone who can see the channel"),
            Visibility.AFTERWARDS: message("The players; everyone once it's over"),
            Visibility.PLAYERS: message("Only the players"),
        },
        details={
            Visibility.CHANNEL: message("The board, the replay, the record, animations"),
            Visibility.AFTERWARDS: message("Nobody else can watch before that"),
            Visibility.PLAYERS: message("Its card stays in the channel"),
        },
    ),
)
"""The settings in the form, below the channels in which matches may start."""


def server_settings_modal(
    custom_id: CustomId, local: ServerSettings, channels: Iterable[int]
) -> Modal:
    """Build the form; `channels` are the chosen channels that still exist."""
    defaults = [
        discord.SelectDefaultValue(id=number, type=discord.SelectDefaultValueType.channel)
        for number in channels
    ]
    where: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id="channels",
        channel_types=CHANNEL_TYPES,
        placeholder=label(EVERYWHERE),
        min_values=0,
        max_values=SELECT_MOST,
        required=False,
        default_values=defaults,
    )
    return Modal(
        TITLE,
        custom_id,
        discord.ui.Label(text=label(CHANNELS), description=label(THREADS_TOO), component=where),
        *(row.component(local) for row in FORM),
    )


def chosen_server_settings(values: list[str]) -> ServerSettings:
    """Decode the submitted form. Raises `OutOfDate`."""
    try:
        channels, *chosen = values
        local = ServerSettings().changed({"channels": channels})
        for row, value in zip(FORM, chosen, strict=True):
            local = row.changed(local, value)
    except ValueError as unknown:
        raise OutOfDate from unknown
    return local


def server_settings_page(
    bot: Bot, server: discord.Guild, local: ServerSettings
) -> discord.ui.LayoutView:
    """Build the message that shows a server's settings."""
    mentions = Listed(tuple(channel.mention for channel in channels_there(server, local)))
    shown = {row.field: row.shown(local) for row in FORM}
    if not local.theme:
        shown["theme"] = Sentence(THEME_OF_HOST, theme=theme_name(bot.settings.theme))
    where = (mentions if mentions.items else CHANNELS_GONE) if local.channels else IN_ALL_CHANNELS
    words = Sentence(SETTINGS, channels=where, **shown)
    texts = filter(None, (said(words), "\n".join(_missing_words(server, local))))
    row = discord.ui.ActionRow(
        button("Change", ChangeServerSettings(), discord.ButtonStyle.primary)
    )
    parts = (*map(discord.ui.TextDisplay, texts), _language_select(local), row)
    return Layout(discord.ui.Container(*parts))


def _language_select(local: ServerSettings) -> Item:
    """Return the select of languages, each by its own name."""
    return select(LANGUAGE.question, LANGUAGE.options(LANGUAGE.present(local)), ChooseLanguage())


def channels_there(server: discord.Guild, local: ServerSettings) -> list[discord.abc.GuildChannel]:
    """Return the chosen channels that still exist."""
    channels = [server.get_channel(number) for number in local.channels]
    return [channel for channel in channels if channel is not None]


def _missing_words(server: discord.Guild, local: ServerSettings) -> Iterator[str]:
    """Describe which channels lack permissions for the chosen display mode."""
    # If no channels are chosen, those in which the bot may not speak do not count.
    channels = channels_there(server, local) or [
        channel
        for channel in server.text_channels
        if not missing_permissions(channel, NEEDS[ServerSettings().way])
    ]
    found: dict[tuple[str, ...], list[Value]] = {}
    for channel in channels:
        if missing := missing_permissions(channel, NEEDS[local.way]):
            found.setdefault(missing, []).append(channel.mention)
    for missing, where in found.items():
        if more := len(where[MOST_NAMED:]):
            where[MOST_NAMED:] = [Sentence("{number} more", "{number} more", number=more)]
        yield said(
            Sentence(MISSING, channels=Listed(tuple(where)), missing=permission_names(missing))
        )
