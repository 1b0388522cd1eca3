"""A server's settings: the message that shows them and the form that changes them."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import discord

from data import DisplayMode, ServerSettings, Visibility
from data.server_settings import CardSide, SeasonStarters
from data.time_controls import PACES, write_pace
from interactions import Bot, CustomId, OutOfDate, components, label, said, say
from interactions.access import NEEDS, missing_permissions, permission_names
from interactions.forms import Field, Modal, labelled
from interactions.people import theme_name
from interactions.speech import pace_words
from languages import languages
from rendering import THEMES
from rules import Listed, Refusal, Sentence, Value, capital, message, some_of
from views.setting_choices import ChoiceSetting, yes_or_no

TITLE = message("Server settings")
MOST_NAMED = 5
"""The most channels that are named as lacking permissions; the others are counted."""
SETTING = message("{question}: **{value}**")
MISSING = message(
    "I'm missing {missing} in {channels}. Until that's fixed, matches there use one card, "
    "always at the bottom."
)
CHANNELS_GONE = Sentence("only in channels that no longer exist; choose others")
THEME_OF_HOST = message("{theme} (bot default)")


class OpenServerSettings(
    CustomId, name="serveropen", former=("server", "serverset", "serverlang", "serverside")
):
    """Show a server's settings."""


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


def _themes() -> Mapping[str, str | Sentence]:
    themes = {each: capital(theme_name(each)) for each in THEMES}
    return {"host": message("Bot default"), **themes}


def _languages() -> Mapping[str, str]:
    names = {each.tag: each.name for each in languages().values()}
    return {"discord": message("The server's Discord language"), **names}


CHOICES: dict[ServerForm, tuple[ChoiceSetting, ...]] = {
    ServerForm.MATCHES: (
        ChoiceSetting(
            "pace",
            message("Default pace"),
            lambda: {write_pace(pace): capital(pace_words(pace)) for pace in PACES},
        ),
        ChoiceSetting(
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
                Visibility.PLAYERS: message("Others still see the card in the channel"),
            },
        ),
        yes_or_no(
            "names_voters",
            message("Cards show who voted for what"),
            message("Cards show votes without names"),
        ),
    ),
    ServerForm.LOOK: (
        ChoiceSetting(
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
                DisplayMode.EDITED_CARD: message("A short message pings the player to move"),
            },
        ),
        ChoiceSetting(
            field="card_side",
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
        ChoiceSetting("theme", message("Board theme in channels"), _themes, unset="host"),
        ChoiceSetting("language", message("Language in this server"), _languages, unset="discord"),
    ),
    ServerForm.SEASONS: (
        ChoiceSetting(
            field="season_starters",
            question=message("Who can start leagues and cups"),
            values=lambda: {
                SeasonStarters.MANAGERS: message("Moderators"),
                SeasonStarters.EVERYBODY: message("Everyone"),
            },
        ),
        ChoiceSetting(
            field="seasons_at_once",
            question=message("Maximum leagues and cups"),
            values=lambda: {str(number): str(number) for number in (*range(1, 6), 10, 20)},
        ),
        yes_or_no(
            "ladders",
            message("Ladders are on"),
            message("No ladders here"),
            question=message("Ladders that people can join"),
        ),
        yes_or_no(
            "clubs",
            message("Matches against other servers"),
            message("No matches against other servers"),
        ),
    ),
    ServerForm.DIGEST: (),
}
"""The settings that are chosen in each form; beside them are only channels, which come first."""
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


class ChannelSetting(NamedTuple):
    """A server's setting that is one channel, or several: the first field of a form."""

    field: str
    question: str
    hint: str
    empty: str
    """What the field shows if no channel is chosen."""
    unset: str
    """What the page shows if no channel is chosen."""
    types: Sequence[discord.ChannelType] = (discord.ChannelType.text, discord.ChannelType.news)
    most: int = 1
    """How many may be chosen."""

    def chosen(self, local: ServerSettings) -> list[int]:
        """List the chosen channels."""
        return [number for number in map(int, local.write()[self.field].split()) if number]

    def changed(self, local: ServerSettings, value: str, server: discord.Guild) -> ServerSettings:
        """Return the settings with other channels. Raises `Refusal` for one that isn't offered."""
        for number in map(int, value.split()):
            channel = server.get_channel(number)
            if channel is None or channel.type not in self.types:
                raise Refusal("That channel isn't in this server; choose one from the list.")
        return local.changed({self.field: value})

    def form_field(self, local: ServerSettings, server: discord.Guild) -> Field:
        """Build its field of a form, in which Discord allows only channels that exist."""
        defaults = [
            discord.SelectDefaultValue(id=number, type=discord.SelectDefaultValueType.channel)
            for number in self.chosen(local)
            if server.get_channel(number)
        ]
        channels: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
            custom_id="channel" if self.most == 1 else "channels",
            channel_types=[*self.types],
            placeholder=label(self.empty),
            min_values=0,
            max_values=self.most,
            required=False,
            default_values=defaults,
        )
        return labelled(self.question, self.hint, channels)

    def shown(self, local: ServerSettings, server: discord.Guild) -> Value:
        """Return the chosen channels that exist."""
        chosen = self.chosen(local)
        there = tuple(f"<#{number}>" for number in chosen if server.get_channel(number))
        if there:
            return Listed(there)
        return CHANNELS_GONE if chosen else Sentence(self.unset)


CHANNELS = {
    ServerForm.MATCHES: ChannelSetting(
        field="channels",
        question=message("Where matches can start"),
        hint=message("Threads and posts of a channel are included"),
        empty=message("Empty: everywhere"),
        unset=message("everywhere"),
        types=(
            discord.ChannelType.text,
            discord.ChannelType.news,
            discord.ChannelType.forum,
            discord.ChannelType.voice,
        ),
        most=components.SELECT_MOST,
    ),
    ServerForm.SEASONS: ChannelSetting(
        field="season_channel",
        question=message("Channel for leagues and cups"),
        hint="",
        empty=message("Empty: wherever they're started"),
        unset=message("wherever they're started"),
    ),
    ServerForm.DIGEST: ChannelSetting(
        field="digest",
        question=message("Channel for the weekly digest"),
        hint=message("On Mondays: who played, longest match, biggest swing, champions"),
        empty=message("Empty: no digest"),
        unset=message("off"),
    ),
}
"""The channels with which some forms begin."""


def server_form(form: ServerForm, local: ServerSettings, server: discord.Guild) -> Modal:
    """Build the form of a subject, filled with what holds."""
    stored = local.write()
    fields = [CHANNELS[form].form_field(local, server)] if form in CHANNELS else []
    fields += [row.form_field(stored) for row in CHOICES[form]]
    return Modal(TITLES[form], FillServerForm(form), *fields)


def filled_form(
    form: ServerForm, local: ServerSettings, values: list[str], server: discord.Guild
) -> ServerSettings:
    """Return the settings with what was chosen in a form; what is not in the form stays.

    The members are told once more which permissions are missing. Raises `Refusal`.
    """
    local = local.changed({"explained": ""})
    try:
        if form in CHANNELS:
            local, values = CHANNELS[form].changed(local, values[0], server), values[1:]
        for row, value in zip(CHOICES[form], values, strict=True):
            local = row.changed(local, value)
    except (IndexError, ValueError) as unknown:
        raise OutOfDate from unknown
    return local


def server_settings_page(
    bot: Bot, server: discord.Guild, local: ServerSettings
) -> discord.ui.LayoutView:
    """Build the message that shows a server's settings."""
    shown = (
        say(SETTING, question=Sentence(question), value=value)
        for question, value in _shown(bot, server, local)
    )
    words = "\n".join((f"### {say(TITLE)}", *shown))
    texts = filter(None, (words, "\n".join(_missing_words(server, local))))
    buttons = discord.ui.ActionRow(
        *(
            components.button(words, OpenServerForm(form), discord.ButtonStyle.primary)
            for form, words in BUTTONS.items()
        )
    )
    return components.Layout(discord.ui.Container(*map(discord.ui.TextDisplay, texts), buttons))


def _shown(bot: Bot, server: discord.Guild, local: ServerSettings) -> Iterator[tuple[str, Value]]:
    """Yield the question and the present value of every setting, in the order of the forms."""
    stored = local.write()
    for form in ServerForm:
        if form in CHANNELS:
            yield CHANNELS[form].question, CHANNELS[form].shown(local, server)
        for row in CHOICES[form]:
            if row.field == "theme" and not local.theme:
                yield row.question, Sentence(THEME_OF_HOST, theme=theme_name(bot.settings.theme))
            else:
                yield row.question, row.shown(stored)


def _missing_words(server: discord.Guild, local: ServerSettings) -> Iterator[str]:
    """Describe which channels lack permissions for the chosen display mode."""
    # If no channels are chosen, those in which the bot may not speak do not count.
    chosen = (server.get_channel(number) for number in local.channels)
    looked_at = [channel for channel in chosen if channel is not None] or [
        channel
        for channel in server.text_channels
        if not missing_permissions(channel, NEEDS[ServerSettings().display_mode])
    ]
    found: dict[tuple[str, ...], list[Value]] = {}
    for channel in looked_at:
        if missing := missing_permissions(channel, NEEDS[local.display_mode]):
            found.setdefault(missing, []).append(channel.mention)
    for missing, where in found.items():
        channels = some_of(where, MOST_NAMED)
        yield said(Sentence(MISSING, channels=channels, missing=permission_names(missing)))
