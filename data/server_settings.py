"""The settings of a server: how matches are shown, who may see them, and what may begin."""

from dataclasses import dataclass, field
from enum import StrEnum

from data.setting_fields import YES_OR_NO, StoredSettings, stored
from data.time_controls import THREE_DAYS, read_pace, write_pace
from match.clock import Pace


class DisplayMode(StrEnum):
    """The display modes of matches in their channels; the values are stored and never renamed."""

    SINGLE_CARD = "living"
    """Each move posts a new card, and the one before is reduced to a line."""
    THREAD = "thread"
    """The same in a thread of its own."""
    EDITED_CARD = "edited"
    """One card is edited, and a short message calls the player to move."""


class Visibility(StrEnum):
    """The people who may see a match; the values are stored and never renamed."""

    CHANNEL = "channel"
    """Everybody who sees its channel."""
    AFTERWARDS = "afterwards"
    """Everybody who sees its channel, once the match is over."""
    PLAYERS = "players"
    """Nobody."""

    def allows(self, *, over: bool) -> bool:
        """Tell whether others may see a match, over or not, whose channel they see."""
        return self is Visibility.CHANNEL or (self is Visibility.AFTERWARDS and over)


class CardSide(StrEnum):
    """The side from which public cards show boards; the values are stored and never renamed."""

    SAME = "same"
    """The same one for the whole match."""
    MOVER = "mover"
    """The side to move, and at the end the winner's."""


class SeasonStarters(StrEnum):
    """The people who may start a league or cup; the values are stored and never renamed."""

    MANAGERS = "managers"
    EVERYBODY = "everybody"


def _channels(written: str) -> tuple[int, ...]:
    return tuple(map(int, written.split()))


def _channel(written: str) -> int:
    return int(written or 0)


@dataclass(frozen=True)
class ServerSettings(StoredSettings):
    """The settings of a server."""

    channels: tuple[int, ...] = field(
        default=(), metadata=stored(_channels, lambda numbers: " ".join(map(str, numbers)))
    )
    """The channels in which matches may start; all if empty."""
    display_mode: DisplayMode = field(
        default=DisplayMode.SINGLE_CARD, metadata=stored(DisplayMode, name="way")
    )
    pace: Pace | None = field(default=THREE_DAYS, metadata=stored(read_pace, write_pace))
    """The pace of challenges that do not name one."""
    theme: str = field(default="", metadata=stored(str))
    """The theme of public pictures; empty for the default."""
    visibility: Visibility = field(
        default=Visibility.CHANNEL, metadata=stored(Visibility, name="sight")
    )
    explained: str = field(default="", metadata=stored(str))
    """The missing permissions of which its members were told."""
    language: str = field(default="", metadata=stored(str))
    """The tag of its language; empty for the language of the server in Discord."""
    card_side: CardSide = field(default=CardSide.SAME, metadata=stored(CardSide))
    digest: int = field(default=0, metadata=stored(_channel))
    """The channel that gets a digest of each week; 0 for none."""
    season_starters: SeasonStarters = field(
        default=SeasonStarters.MANAGERS, metadata=stored(SeasonStarters)
    )
    season_channel: int = field(default=0, metadata=stored(_channel))
    """The channel of leagues and cups; 0 for the one where they are started."""
    seasons_at_once: int = field(default=3, metadata=stored(int))
    """The most leagues and cups that may be open or running."""
    ladders: bool = field(default=True, metadata=YES_OR_NO)
    """Whether people may join ladders here."""
    names_voters: bool = field(default=False, metadata=YES_OR_NO)
    """Whether a card names who voted for which move, once it is made."""
    clubs: bool = field(default=True, metadata=YES_OR_NO)
    """Whether this server plays matches against other servers."""
