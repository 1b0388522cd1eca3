"""Stored values: people, places, terms, challenges and matches."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from contests.contest import Form
from data.server_settings import DisplayMode
from data.time_controls import THREE_DAYS
from match.clock import Pace
from match.conditional_moves import ConditionalLine, SetAside
from match.event import Ending
from match.match import Match, PlayerName, player_name
from match.rating import advantage
from rules import GAMES, Position, Refusal, message

FAIR = "fair"
"""The preset that makes a game fair, if it has one."""


class NoMatch(Refusal):
    """There is no such match, or the person may not see it: it does not say which."""

    def __init__(self, number: int) -> None:
        super().__init__(
            message("There is no match #{number} that you can see; `/matches` lists yours."),
            number=number,
        )


class RepeatedRequest(Refusal):
    """A request that was handled before and was delivered again; `begun` is the match it began."""

    def __init__(self, begun: int = 0) -> None:
        super().__init__(message("Already done; see the current board."))
        self.begun = begun


@dataclass(frozen=True)
class Person:
    """A person, by number and last known display name."""

    id: int
    name: str
    is_bot: bool = False
    user_name: str | None = field(default=None, compare=False)
    shown: str | None = field(default=None, compare=False)
    """How they are called among those they are shown with, if not just by name."""

    @property
    def display_name(self) -> PlayerName:
        """The person's name in a sentence."""
        return player_name(self.id, self.shown or self.name)


@dataclass(frozen=True)
class Place:
    """A channel and its server; a direct message has no server."""

    channel: int
    server: int | None = None


@dataclass(frozen=True)
class MessageRef:
    """A message in Discord, such as a card."""

    channel: int
    message: int


class Seat(StrEnum):
    """The side that the challenger wants; the values are stored and never renamed."""

    RANDOM = "random"
    FIRST = "first"
    SECOND = "second"


class ChallengeState(StrEnum):
    """The state of a challenge; the values are stored and never renamed."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    COUNTERED = "countered"
    """Answered by another challenge."""
    RESTING = "resting"
    """A standing challenge that cannot be accepted until one of its matches ends."""


@dataclass(frozen=True)
class Terms:
    """The game of a match and its conditions; without a `pace` there is no clock.

    With `both_sides` two matches begin together, one from each side. Without `explore` neither
    player may try out moves while the match is in progress. A `crowd` plays in the place of
    whoever makes the challenge: the members of the server with this number.
    """

    game: str
    options: Mapping[str, str]
    seat: Seat = Seat.RANDOM
    pace: Pace | None = THREE_DAYS
    rated: bool = True
    both_sides: bool = False
    explore: bool = True
    crowd: int | None = None

    @property
    def rules(self) -> type[Position]:
        """The rules of the game."""
        return GAMES[self.game]

    @property
    def is_live(self) -> bool:
        """Whether the pace is live: both players are there, and the clock counts minutes."""
        return self.pace is not None and self.pace.is_live

    @property
    def counts(self) -> bool:
        """Whether the match is rated: where one side wins nearly always, only from both sides."""
        return self.rated and (self.both_sides or not self.is_one_sided)

    @property
    def is_one_sided(self) -> bool:
        """Whether one side is known to win nearly always."""
        balance = self.rules.balance(self.options)
        return balance is not None and balance.is_one_sided

    @property
    def is_uneven(self) -> bool:
        """Whether one side is easier, though the fair preset would make them more even."""
        balance, rules = self.rules.balance(self.options), self.rules
        if balance is None or balance.easier_side is None or FAIR not in rules.presets:
            return False
        fair = rules.balance({**self.options, **rules.presets[FAIR]})
        return abs(advantage(fair)) < abs(advantage(balance))


@dataclass(frozen=True)
class Challenge:
    """A challenge to `opponent`, or to whoever accepts it first.

    `match` is the match that came of it, the first one if both sides are played. A standing
    challenge, which has `at_once`, is offered again whenever it is accepted.
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
    """Whether its card offers to play the computer, because nobody accepted it for a while."""
    at_once: int | None = None
    """The most matches from a standing challenge in progress at the same time."""
    anew_of: int | None = None
    """For a repeated offer of a standing challenge: the number of the original one."""
    going: int = 0
    """The number of its matches in progress; two from both sides count as one."""
    ladder: int | None = None
    """The ladder on which it was made."""
    have_played: bool = False
    """Whether its people, as far as they are known, have all finished a match of its game."""

    @property
    def may_change(self) -> bool:
        """Whether whoever made it may change its terms."""
        return self.ladder is None and self.terms.crowd is None

    @property
    def needs_experience(self) -> bool:
        """Whether it is rated only between people who have finished a match of its game."""
        return self.terms.counts and self.terms.is_uneven and not self.terms.both_sides

    @property
    def counts(self) -> bool:
        """Whether its match is rated, as far as its people are known."""
        return self.terms.counts and (self.have_played or not self.needs_experience)

    @property
    def origin(self) -> int:
        """The number of the original standing challenge, which all its repeated offers share."""
        return self.anew_of or self.number


class Ping(NamedTuple):
    """A ping of the player to move: the side, the number of moves made until then, and when."""

    side: int
    moves: int
    at: datetime


class ContestOf(NamedTuple):
    """The contest to which a match belongs: its id, number, season, form and name.

    If a tie of a cup is played again, `better_seed` is the side that goes through if it stays
    level.
    """

    id: int
    number: int
    season: int
    form: Form
    name: str
    better_seed: int | None = None


class Mirror(NamedTuple):
    """The card of a club match's match in the other server, for the player or crowd of that one.

    It shows the match after `shown` events, and `called` that player after so many moves; `OVER`
    means of the end.
    """

    side: int
    place: Place
    card: MessageRef | None
    shown: int | None
    called: int | None


OVER = -1
"""The number of moves that stands for the end in `Mirror.called`."""


@dataclass(frozen=True, kw_only=True)
class StoredMatch(Match):
    """A match with its number, its place, and the messages that show it."""

    number: int
    options: Mapping[str, str]
    started: datetime
    place: Place
    advantage: int = 0
    """The rating points that the first side is worth; negative if the second is better."""
    explore: bool = True
    """Whether its players may try out moves while it is in progress."""
    silent: bool = False
    """Whether remarks are hidden, because one player has blocked the other."""
    twin: int | None = None
    """The match that began together with this one, with sides changed."""
    pair_counts: bool | None = None
    """Whether it is rated as that one, which is over, was: where one side wins nearly always."""
    came_of: int | None = None
    """The standing challenge from which it came, by its original number."""
    contest: ContestOf | None = None
    """The league or cup to which it belongs."""
    ladder: int | None = None
    """The ladder for which it counts."""
    club_match: int | None = None
    """The match between two servers of which it is a game."""
    mirror: Mirror | None = None
    card: MessageRef | None = None
    card_count: int | None = None
    """The number of events after which the card shows the match, if known."""
    display_mode: DisplayMode = DisplayMode.SINGLE_CARD
    thread_start: MessageRef | None = None
    """The message from which its thread was or will be created, or that of its league or cup."""
    ping_message: MessageRef | None = None
    """The message that pings the player to move, besides the card."""
    last_ping: Ping | None = None
    """The last ping of the player to move, by a card or by such a message."""
    conditional_changes: int = 0
    """The number of changes of the stored lines."""
    conditional_lines: tuple[ConditionalLine, ...] | None = field(default=None, compare=False)
    """The remaining lines, after an event that may have changed them."""
    set_aside: SetAside | None = field(default=None, compare=False)
    """The lines that the last event has set aside, or for a takeback none."""
    watched: bool = False
    """Whether anybody has ever followed it, or guessed its moves."""
    announced_count: int = -1
    """The number of events announced to the players; below 0 if not even its beginning was."""
    unrecorded_since: datetime | None = None
    """The time since which a message of it may stand unrecorded; after an action, as before it."""
    version: int = field(default=0, compare=False)
    """The number of changes by its events, its clock, and those who watch it."""

    @property
    def title(self) -> str:
        """The name of its game, and its number."""
        return f"{self.position.name} #{self.number}"

    @property
    def is_in_contest(self) -> bool:
        """Whether it counts for a league, cup or ladder."""
        return self.contest is not None or self.ladder is not None

    @property
    def must_be_played(self) -> bool:
        """Whether it cannot be aborted, for something else depends on it."""
        return self.is_in_contest or self.club_match is not None or self.pair_counts is True

    @property
    def counts(self) -> bool:
        """Whether the match is over and changes the ratings, if need be together with its twin."""
        if self.pair_counts is None:
            return super().counts
        return self.pair_counts and self.may_count

    @property
    def may_be_tried(self) -> bool:
        """Whether moves may be tried out now: always, once it is over."""
        return self.explore or self.over

    @property
    def in_thread(self) -> bool:
        """Whether it takes place in a thread of its own, or of its league or cup."""
        return self.thread_start is not None and self.place.channel == self.thread_start.message

    @property
    def has_own_thread(self) -> bool:
        """Whether its thread is its own, not that of its league or cup."""
        return self.in_thread and self.display_mode is DisplayMode.THREAD

    @property
    def channel_around(self) -> int:
        """The channel of the match; for such a thread, the parent channel."""
        return _around(self.place, self.thread_start)

    @property
    def is_shown(self) -> bool:
        """Whether its card shows its present state."""
        return self.card is not None and self.card_count in (None, self.count)


class Happened(NamedTuple):
    """A match before and after a change; `rematch` is the match that began with it."""

    before: StoredMatch
    after: StoredMatch
    rematch: StoredMatch | None = None


def _around(place: Place, start: MessageRef | None) -> int:
    return start.channel if start is not None and place.channel == start.message else place.channel


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
    clock_stopped: bool = False
    """Whether the clock is stopped."""
    locked: bool = False
    """Whether nobody may move until an administrator unlocks the match."""
    thread_start: MessageRef | None = None
    """The message from which its thread was created."""
    mirror: Mirror | None = None
    computer: int | None = None
    level: int | None = None
    """The side that the computer plays, and its level, if it plays."""

    def name(self, side: int) -> PlayerName:
        """Return how a player is called in a sentence."""
        level = self.level if side == self.computer else None
        return player_name(self.seats[side], self.names[side], level)

    def side_played_by(self, person: int) -> int | None:
        """Return the side that a person plays alone, if any."""
        return self.seats.index(person) if person in self.seats else None

    def opponent_of(self, person: int) -> PlayerName:
        """Return how the opponent of a player is called."""
        return self.name(1 - self.seats.index(person))

    @property
    def channel_around(self) -> int:
        """The channel of the match; for such a thread, the parent channel."""
        return _around(self.place, self.thread_start)
