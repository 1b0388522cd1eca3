"""What is stored, as values: people, places, challenges, matches, settings of servers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from data.stored_settings import StoredSettings, stored
from match.conditional import Plan
from match.event import Ending
from match.match import Match
from match.pace import Pace
from match.player import PlayerName, player_name
from rules import GAMES, Position, Refusal, message

THREE_DAYS = Pace.a_move(3)
NO_CLOCK = "none"
"""How the choice of no clock is written."""


class DisplayMode(StrEnum):
    """How a match shows itself in its channel; the values are stored and never renamed."""

    LIVING = "living"
    """Each move posts a new card, and the one before becomes a line."""
    THREAD = "thread"
    """The same in a thread of its own."""
    EDITED = "edited"
    """One card is changed in place, and a short message calls the player to move."""


class Visibility(StrEnum):
    """Who may look at a match besides its players; the values are stored and never renamed."""

    CHANNEL = "channel"
    """Whoever sees its channel."""
    AFTERWARDS = "afterwards"
    """Whoever sees its channel, once it is over."""
    PLAYERS = "players"
    """Nobody."""


def write_pace(pace: Pace | None) -> str:
    """Write a pace, or that there is no clock."""
    return NO_CLOCK if pace is None else pace.write()


def read_pace(written: str) -> Pace | None:
    """Read a pace, or that there is no clock. Raises `ValueError`."""
    return None if written == NO_CLOCK else Pace.read(written)


def _channels(written: str) -> tuple[int, ...]:
    return tuple(map(int, written.split()))


@dataclass(frozen=True)
class ServerSettings(StoredSettings):
    """What holds in a server."""

    channels: tuple[int, ...] = field(
        default=(), metadata=stored(_channels, lambda numbers: " ".join(map(str, numbers)))
    )
    """Where matches may start; everywhere where none is named."""
    way: DisplayMode = field(default=DisplayMode.LIVING, metadata=stored(DisplayMode))
    pace: Pace | None = field(default=THREE_DAYS, metadata=stored(read_pace, write_pace))
    """How long a move may take where a challenge does not say."""
    theme: str = field(default="", metadata=stored(str))
    """How public pictures look; empty where they are as everywhere."""
    sight: Visibility = field(default=Visibility.CHANNEL, metadata=stored(Visibility))
    explained: str = field(default="", metadata=stored(str))
    """Of which missing permissions its members were told."""
    language: str = field(default="", metadata=stored(str))
    """The tag of the language in which all is said; where it is empty, as Discord has it there."""


class NoMatch(Refusal):
    """No match has this number, or none that somebody may see: which of the two is not told."""

    def __init__(self, number: int) -> None:
        super().__init__(
            message("There is no match #{number} that you can see; `/matches` lists yours."),
            number=number,
        )


@dataclass(frozen=True)
class Person:
    """Somebody, by number and by the display name last seen."""

    id: int
    name: str
    is_bot: bool = False

    @property
    def display_name(self) -> PlayerName:
        """What they are called, to stand in a sentence."""
        return player_name(self.id, self.name)


@dataclass(frozen=True)
class Place:
    """Where something happens; a direct message has no server."""

    channel: int
    server: int | None = None


@dataclass(frozen=True)
class MessageRef:
    """The message that shows a match or a challenge as it is now: its card."""

    channel: int
    message: int


class Seat(StrEnum):
    """Which side the challenger wants; the values are stored and never renamed."""

    RANDOM = "random"
    FIRST = "first"
    SECOND = "second"


class ChallengeState(StrEnum):
    """What became of a challenge; the values are stored and never renamed."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    COUNTERED = "countered"
    """Answered by another offer."""
    RESTING = "resting"
    """Not to be taken up while so many matches that came of it go on."""


@dataclass(frozen=True)
class Terms:
    """What is to be played, and how; without a `pace` there is no clock.

    With `both_sides` two matches begin together, one from each side. Without `explore` neither
    player may try anything out while the match goes on.
    """

    game: str
    options: Mapping[str, str]
    seat: Seat = Seat.RANDOM
    pace: Pace | None = THREE_DAYS
    rated: bool = True
    both_sides: bool = False
    explore: bool = True

    @property
    def rules(self) -> type[Position]:
        """The game's rules."""
        return GAMES[self.game]


@dataclass(frozen=True)
class Challenge:
    """A challenge: to `opponent`, or to whoever takes it first.

    `match` is what came of it; where both sides are played, the first of the two. A standing one,
    which has `at_once`, is offered anew whenever somebody takes it up.
    """

    number: int
    challenger: Person
    opponent: Person | None
    terms: Terms
    place: Place
    made: datetime
    expires: datetime
    state: ChallengeState
    match: int | None = None
    card: MessageRef | None = None
    offers_computer: bool = False
    """Whether its card offers to play the computer, since nobody took it up for a while."""
    at_once: int | None = None
    """So many matches that came of a standing challenge may go on at once."""
    anew_of: int | None = None
    """The number of the one that was made by hand, where this one is offered anew."""
    going: int = 0
    """So many of its matches go on; two from both sides are one."""

    @property
    def origin(self) -> int:
        """The number that a standing challenge keeps, however often it is taken up."""
        return self.anew_of or self.number


@dataclass(frozen=True, kw_only=True)
class StoredMatch(Match):
    """A match with its number, where it lives, and the message that shows it."""

    number: int
    options: Mapping[str, str]
    started: datetime
    place: Place
    advantage: int = 0
    """Points of rating that the first side is worth by the options, below 0 the second."""
    explore: bool = True
    """Whether its players may try things out while it goes on."""
    silent: bool = False
    """Whether nothing that was said is shown, because one player has blocked the other."""
    rematch_of: int | None = None
    twin: int | None = None
    """The match that began together with this one, of the same two with sides changed."""
    came_of: int | None = None
    """The standing challenge of which it came, by the number that this keeps."""
    card: MessageRef | None = None
    shown: int | None = None
    """After how many events the match was as its card shows it, where that is known."""
    way: DisplayMode = DisplayMode.LIVING
    """How it shows itself."""
    home: MessageRef | None = None
    """The message from which its thread was made, or is to be made."""
    call: MessageRef | None = None
    """The message that calls the player to move, besides the card."""
    plan_changes: int = 0
    """How often the plans that are stored in it have changed."""
    plans: tuple[Plan, ...] | None = field(default=None, compare=False)
    """What is left of them after an event that may change them."""
    told: int = -1
    """Of how many events the players were told; below 0 not even that the match began."""

    @property
    def game(self) -> str:
        """The game's key."""
        return self.position.key

    @property
    def may_be_tried(self) -> bool:
        """Whether its moves may be tried out now: in the end they always may."""
        return self.explore or self.over

    @property
    def people(self) -> tuple[int, ...]:
        """Those of its players who can be told something: neither the computer nor who has left."""
        return tuple(
            person for side, person in enumerate(self.seats) if person > 0 and side != self.computer
        )

    @property
    def in_thread(self) -> bool:
        """Whether it lives in a thread of its own."""
        return self.home is not None and self.place.channel == self.home.message

    @property
    def channel_around(self) -> int:
        """The channel in which it lives; of a thread of its own, that in which this was made."""
        return _around(self.place, self.home)

    @property
    def is_shown(self) -> bool:
        """Whether its card shows the match as it is."""
        return self.card is not None and self.shown in (None, self.count)


class Happened(NamedTuple):
    """A match before something happened to it, and after; `rematch` is what began by it."""

    before: StoredMatch
    after: StoredMatch
    rematch: StoredMatch | None = None


@dataclass(frozen=True)
class PastMessage:
    """A message that shows a match as it was after so many events; `None`: nobody knows how many.

    Another shows the match as it is now.
    """

    posted: MessageRef
    count: int | None
    is_call: bool = False
    """Whether it only called a player."""


def _around(place: Place, home: MessageRef | None) -> int:
    return home.channel if home is not None and place.channel == home.message else place.channel


@dataclass(frozen=True)
class ListedMatch:
    """A match as a list shows it, without its position."""

    number: int
    game: str
    seats: tuple[int, int]
    names: tuple[str, str]
    turn: int
    to_move: int | None
    deadline: datetime | None
    place: Place
    card: MessageRef | None
    count: int
    ended: datetime | None
    how: Ending | None
    winner: int | None
    stands: bool = False
    """Whether the clock stands still."""
    locked: bool = False
    """Whether nobody may move until an administrator says so."""
    home: MessageRef | None = None
    """The message from which its thread was made."""
    computer: int | None = None
    level: int | None = None
    """Which side the computer plays, and how well, where it does."""

    def name(self, side: int) -> PlayerName:
        """Name a player, to stand in a sentence."""
        level = self.level if side == self.computer else None
        return player_name(self.seats[side], self.names[side], level)

    def opponent_of(self, person: int) -> PlayerName:
        """Name the opponent of one of its players."""
        return self.name(1 - self.seats.index(person))

    @property
    def channel_around(self) -> int:
        """The channel in which it lives; of a thread of its own, that in which this was made."""
        return _around(self.place, self.home)
