"""A server's settings: the message that shows them and the form that changes them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import discord

from data import DisplayMode, ServerSettings, Visibility
from data.setting_fields import NO, YES
from data.time_controls import PACES, write_pace
from data.values import CardSide, SeasonStarters
from interactions import Bot, CustomId, OutOfDate, components, label, said
from interactions.access import NEEDS, missing_permissions, permission_names
from interactions.audience import theme_name
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
SETTINGS = message(
    "### Server settings\n"
    "Where matches can start: **{channels}**\n"
    "Match display: **{way}**\n"
    "Default pace: **{pace}**\n"
    "Board theme in channels: **{theme}**\n"
    "Who can watch a match: **{sight}**\n"
    "Weekly digest: **{digest}**\n"
    "-# Changes to **Match display** apply to new matches only; everything else "
    "changes at once."
)
MISSING = message(
    "I'm missing {missing} in {channels}. Until that's fixed, matches there use one card, "
    "always at the bottom."
)
IN_ALL_CHANNELS = Sentence("everywhere")
CHANNELS_GONE = Sentence("only in channels that no longer exist; choose others")
THEME_OF_HOST = message("{theme} (bot default)")


class OpenServerSettings(CustomId, name="serveropen"):
    """Show a server's settings."""


class ChangeServerSettings(CustomId, name="server"):
    """Open the form that consists of lists, which older clients show, too."""


class ChooseServerSettings(CustomId, name="serverset"):
    """Save what was chosen in the form that consists of lists."""


class ServerForm(StrEnum):
    """The forms, by subject; the values are in messages for ever."""

    MATCHES = "matches"
    LOOK = "look"
    SEASONS = "seasons"
    DIGEST = "digest"


class OpenServerForm(CustomId, name="serverform"):
    """Open the form of a subject."""

    form: ServerForm


class FillServerForm(CustomId, name="serverfilled"):
    """Save what was chosen in the form of a subject."""

    form: ServerForm


class ChooseLanguage(CustomId, name="serverlang"):
    """Choose the language of public messages in a server."""


class ChooseCardSide(CustomId, name="serverside"):
    """Choose from which side a server's public cards show boards."""


@dataclass(frozen=True, kw_only=True)
class ServerChoice(ChoiceSetting):
    """A server's setting that is chosen: a field of a form."""

    under: ServerForm
    """Its subject."""
    words: Callable[[ServerSettings], Value] | None = None
    """Describe the present value, if that differs from the option's label."""

    def shown(self, local: ServerSettings) -> Value:
        """Describe the present value."""
        if self.words is not None:
            return self.words(local)
        chosen = self.values()[self.present(local)]
        return chosen if isinstance(chosen, Sentence) else Sentence(chosen)


def _themes() -> Mapping[str, str | Sentence]:
    themes = {each: capital(theme_name(each)) for each in THEMES}
    return {"host": message("Bot default"), **themes}


def _languages() -> Mapping[str, str]:
    names = {each.tag: each.name for each in languages().values()}
    return {"discord": message("The server's Discord language"), **names}


CHOICES = (
    ServerChoice(
        field="pace",
        under=ServerForm.MATCHES,
        question=message("Default pace"),
        values=lambda: {write_pace(pace): capital(pace_words(pace)) for pace in PACES},
        words=lambda local: pace_words(local.pace),
    ),
    ServerChoice(
        field="sight",
        under=ServerForm.MATCHES,
        question=message("Who can watch a match"),
        values=lambda: {
            Visibility.CHANNEL: message("Everyone who can see the channel"),
            Visibility.AFTERWARDS: message("The players; everyone once it's over"),
            Visibility.PLAYERS: message("Only the players"),
        },
        details={
            Visibility.CHANNEL: message("The board, the replay, the record, animations"),
            Visibility.AFTERWARDS: message("Nobody else can watch before that"),
            Visibility.PLAYERS: message("Others still see the card in the channel"),
        },
    ),
    ServerChoice(
        field="way",
        under=ServerForm.LOOK,
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
            DisplayMode.EDITED_CARD: message("A short message pings the player to move"),
        },
    ),
    ServerChoice(
        field="card_side",
        under=ServerForm.LOOK,
        question=message("Boards on cards"),
        values=lambda: {
            CardSide.SAME: message("Boards on cards don't flip"),
            CardSide.MOVER: message("Boards flip after each move"),
        },
        details={
            CardSide.SAME: message("Seen from the same side for the whole match"),
            CardSide.MOVER: message("Seen from the side of the player to move"),
        },
    ),
    ServerChoice(
        field="theme",
        under=ServerForm.LOOK,
        question=message("Board theme in channels"),
        values=_themes,
        words=lambda local: theme_name(local.theme),
        unset="host",
    ),
    ServerChoice(
        field="language",
        under=ServerForm.LOOK,
        question=message("Language in this server"),
        values=_languages,
        unset="discord",
    ),
    ServerChoice(
        field="season_starters",
        under=ServerForm.SEASONS,
        question=message("Who can start leagues and cups"),
        values=lambda: {
            SeasonStarters.MANAGERS: message("People who can manage this server"),
            SeasonStarters.EVERYBODY: message("Everyone"),
        },
    ),
    ServerChoice(
        field="seasons_at_once",
        under=ServerForm.SEASONS,
        question=message("Maximum leagues and cups"),
        values=lambda: {str(number): str(number) for number in (*range(1, 6), 10, 20)},
    ),
    ServerChoice(
        field="ladders",
        under=ServerForm.SEASONS,
        question=message("Ladders that people can join"),
        values=lambda: {YES: message("Ladders are on"), NO: message("No ladders here")},
    ),
)
"""All settings that are chosen, in the order of the forms; beside them are only channels."""
_BY_FIELD = {row.field: row for row in CHOICES}
LANGUAGE, CARD_SIDE = _BY_FIELD["language"], _BY_FIELD["card_side"]
"""The settings in the message itself, which take effect at once."""
FORM = tuple(_BY_FIELD[field] for field in ("way", "pace", "theme", "sight"))
"""The settings in the form of lists, below the channels in which matches may start."""
BUTTONS = {
    ServerForm.MATCHES: message("Match settings"),
    ServerForm.LOOK: message("Appearance"),
    ServerForm.SEASONS: message("Leagues and cups"),
    ServerForm.DIGEST: message("Weekly digest"),
}
"""The labels of the buttons that open the forms."""
TITLES = {
    ServerForm.MATCHES: message("Matches in this server"),
    ServerForm.LOOK: message("How matches look here"),
    ServerForm.SEASONS: message("Leagues and cups here"),
    ServerForm.DIGEST: message("Weekly digest"),
}


class ChannelChoice(NamedTuple):
    """The field of a form in which one channel is chosen: the setting, and its words."""

    field: str
    question: str
    without: str
    hint: str = ""


ONE_CHANNEL = {
    ServerForm.SEASONS: ChannelChoice(
        "season_channel",
        message("Channel for leagues and cups"),
        message("Empty: wherever they're started"),
    ),
    ServerForm.DIGEST: ChannelChoice(
        "digest",
        message("Channel for the weekly digest"),
        message("Empty: no digest"),
        message("On Mondays: who played, longest match, biggest swing, champions"),
    ),
}
"""The channel with which some forms begin."""


def choices_of(form: ServerForm) -> list[ServerChoice]:
    """List the settings in a form.

    That of matches begins with the channels in which they may start; those of leagues and cups and
    of the digest begin with the channel in which these are shown.
    """
    return [row for row in CHOICES if row.under is form]


def server_settings_lists(local: ServerSettings, channels: Iterable[int]) -> components.Modal:
    """Build the form of lists; `channels` are the chosen channels that still exist."""
    fields = (row.select_field(row.present(local)) for row in FORM)
    return components.Modal(TITLE, ChooseServerSettings(), _channels_field(channels), *fields)


def server_form(
    form: ServerForm, local: ServerSettings, channels: Iterable[int]
) -> components.Modal:
    """Build the form of a subject; `channels` are the chosen channels that still exist."""
    where = [_channels_field(channels)] if form is ServerForm.MATCHES else []
    if form in ONE_CHANNEL:
        where = [_channel_field(form, local)]
    fields = (row.form_field(row.present(local)) for row in choices_of(form))
    return components.Modal(TITLES[form], FillServerForm(form), *where, *fields)


def _channels_field(channels: Iterable[int]) -> components.Field:
    """Build the field of the channels in which matches may start."""
    defaults = [
        discord.SelectDefaultValue(id=number, type=discord.SelectDefaultValueType.channel)
        for number in channels
    ]
    where: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id="channels",
        channel_types=CHANNEL_TYPES,
        placeholder=label(EVERYWHERE),
        min_values=0,
        max_values=components.SELECT_MOST,
        required=False,
        default_values=defaults,
    )
    return components.labelled(CHANNELS, THREADS_TOO, where)


def _channel_field(form: ServerForm, local: ServerSettings) -> components.Field:
    """Build the field of the one channel in which something of the server is shown."""
    row = ONE_CHANNEL[form]
    number = getattr(local, row.field)
    channel = discord.SelectDefaultValueType.channel
    where: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id="channel",
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        placeholder=label(row.without),
        min_values=0,
        max_values=1,
        required=False,
        default_values=[discord.SelectDefaultValue(id=number, type=channel)] if number else [],
    )
    return components.labelled(row.question, row.hint, where)


def filled_lists(local: ServerSettings, values: list[str]) -> ServerSettings:
    """Return the settings with what was chosen in the form of lists. Raises `OutOfDate`."""
    return _filled(local, FORM, values, channels=True)


def filled_form(form: ServerForm, local: ServerSettings, values: list[str]) -> ServerSettings:
    """Return the settings with what was chosen in the form of a subject. Raises `OutOfDate`."""
    if form in ONE_CHANNEL:
        try:
            local = local.changed({ONE_CHANNEL[form].field: values[0] or "0"})
        except (IndexError, ValueError) as unknown:
            raise OutOfDate from unknown
        values = values[1:]
    return _filled(local, choices_of(form), values, channels=form is ServerForm.MATCHES)


def _filled(
    local: ServerSettings, rows: Sequence[ServerChoice], values: list[str], *, channels: bool
) -> ServerSettings:
    """Return the settings with what was chosen; what is not in the form stays.

    The members are told once more which permissions are missing. Raises `OutOfDate`.
    """
    local = local.changed({"explained": ""})
    try:
        if channels:
            local, values = local.changed({"channels": values[0]}), values[1:]
        for row, value in zip(rows, values, strict=True):
            local = row.changed(local, value)
    except (IndexError, ValueError) as unknown:
        raise OutOfDate from unknown
    return local


def server_settings_page(
    bot: Bot, server: discord.Guild, local: ServerSettings
) -> discord.ui.LayoutView:
    """Build the message that shows a server's settings."""
    mentions = Listed(tuple(channel.mention for channel in channels_there(server, local)))
    shown = {row.field: row.shown(local) for row in FORM}
    shown["digest"] = f"<#{local.digest}>" if local.digest else Sentence("off")
    if not local.theme:
        shown["theme"] = Sentence(THEME_OF_HOST, theme=theme_name(bot.settings.theme))
    where = (mentions if mentions.items else CHANNELS_GONE) if local.channels else IN_ALL_CHANNELS
    words = Sentence(SETTINGS, channels=where, **shown)
    texts = filter(None, (said(words), "\n".join(_missing_words(server, local))))
    row = discord.ui.ActionRow(
        *(
            components.button(words, OpenServerForm(form), discord.ButtonStyle.primary)
            for form, words in BUTTONS.items()
        ),
        components.button("On an older app?", ChangeServerSettings()),
    )
    selects = (
        _choice_select(LANGUAGE, local, ChooseLanguage()),
        _choice_select(CARD_SIDE, local, ChooseCardSide()),
    )
    return components.Layout(
        discord.ui.Container(*map(discord.ui.TextDisplay, texts), *selects, row)
    )


def _choice_select(
    setting: ServerChoice, local: ServerSettings, custom_id: CustomId
) -> components.Item:
    return components.select(setting.question, setting.options(setting.present(local)), custom_id)


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
