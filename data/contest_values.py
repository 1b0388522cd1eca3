"""Stored values of leagues and cups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, Self

from contests import cup, league
from contests.contest import (
    LAST_WEEK,
    LEAST,
    WEEK,
    ContestProgress,
    Entrant,
    Form,
    Played,
    ScheduledGame,
    TableRules,
    harder_side,
    has_won,
    is_lopsided,
)
from contests.time_needed import games_each, last_start, weeks_needed
from data.values import MessageRef, Person, Place
from match.clock import Pace
from rules import GAMES, Position, Refusal, message

USUAL_PACE = Pace.bank(3, 12, 4)
"""The pace of contests that do not name one."""
VACATION = timedelta(days=5)
"""The most vacation that stops clocks in one contest."""
MOST_GONE = timedelta(hours=1)
"""How long the bot may be out of a server whose contests go on."""


class ContestState(StrEnum):
    """The state of a contest; the values are stored and never renamed."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"
    """It never began."""
    UNDECIDED = "undecided"
    """It was stopped, or the bot has left its server."""


class WhyOut(StrEnum):
    """Reasons for being out of a contest; the values are stored and never renamed."""

    LEFT = "left"
    TIME = "time"
    """They lost twice on time."""


class ContestNews(StrEnum):
    """News of a contest in its channel; the values are stored and never renamed."""

    WAITS = "waits"
    """Too few have joined, so it waits for a week."""
    CANCELLED = "cancelled"
    BEGINS = "begins"
    MATCHES = "matches"
    """Matches that have begun later, listed in its thread; a contest itself never has these."""
    LINE = "line"
    """The results of a day, and who is away.

    Without a thread also the results since the last ones, until a tie became level.
    """
    OVER = "over"
    STOPPED = "stopped"
    LEFT = "left"
    """It has ended because the bot was out of the server."""
    NO_CHANNEL = "no_channel"
    """Its channel was deleted, which whoever started it is told."""


class NoContest(Refusal):
    """There is no such league or cup, or the person may not see it: it does not say which."""

    def __init__(self) -> None:
        super().__init__(message("There is no such league or cup here; `/season show` lists them."))


class ContestMessage(NamedTuple):
    """A message that told news of a contest, of the time between two moments."""

    number: int
    posted: MessageRef
    news: ContestNews
    since: datetime
    until: datetime


class BlockedEntrant(NamedTuple):
    """Somebody who joined a contest in which somebody plays who had blocked them before."""

    contest: int
    blocker: int
    person: Person
    joined: datetime


@dataclass(frozen=True, kw_only=True)
class ContestTerms:
    """The game of a contest and its conditions.

    A league lasts some weeks, a cup as many a round. `at_once` is how many matches somebody has at
    once (`None`: all), until all begins that is left.
    """

    form: Form
    game: str
    options: Mapping[str, str]
    name: str = ""
    pace: Pace = USUAL_PACE
    rated: bool = True
    at_once: int | None = 4
    division: int = 8
    most: int = 32
    weeks: int = 8
    series: bool = False
    both_sides: bool = False
    """Whether each pair plays both sides: in a cup, and where one side is much easier."""

    @property
    def rules(self) -> type[Position]:
        """The rules of the game."""
        return GAMES[self.game]

    @property
    def games_each(self) -> int:
        """The most matches of somebody, in a cup for each round."""
        return games_each(self.form, self.most, self.division, both_sides=self.both_sides)

    @property
    def weeks_needed(self) -> int:
        """The weeks in which everybody's matches fit, for a cup those of a round."""
        return weeks_needed(self.pace, self.games_each, self.at_once)

    def with_sides(self) -> Self:
        """Let each pair play both sides in a cup, and where one side is much easier."""
        lopsided = is_lopsided(self.rules.balance(self.options))
        return replace(self, both_sides=self.form is Form.CUP or lopsided)

    @property
    def last_start(self) -> timedelta:
        """The time before the end of a round at which all begins that is left."""
        return last_start(self.pace, self.weeks)


@dataclass(frozen=True, kw_only=True)
class ContestEntrant:
    """Somebody in a contest: a number by strength and a division once it has begun.

    The number was drawn `by_lot` among those who were rated alike.
    """

    person: Person
    number: int | None = None
    by_lot: bool = False
    division: int = 0
    out: WhyOut | None = None
    out_since: int | None = None
    place: int | None = None
    away_used: timedelta = timedelta(0)
    away_since: datetime | None = None
    away_until: datetime | None = None

    def vacation_left(self, now: datetime) -> timedelta:
        """Return how much vacation still stops clocks in this contest."""
        away = timedelta(0) if self.away_since is None else now - self.away_since
        return max(timedelta(0), VACATION - self.away_used - away)


class ContestGame(NamedTuple):
    """A game that has begun: its match, if there is one, and what became of it."""

    slot: ScheduledGame
    match: int | None
    played: Played
    ended: datetime | None


@dataclass(frozen=True, kw_only=True)
class Contest:
    """A league or a cup of a server, with all that has happened in it."""

    id: int
    number: int
    """Its number in its server."""
    season: int
    """Its number in its series."""
    terms: ContestTerms
    place: Place
    state: ContestState
    organiser: int | None
    opened: datetime
    begins: datetime | None
    started: datetime | None
    ends: datetime | None
    ended: datetime | None
    rounds: int
    closed: int
    """The number of rounds that had closed when it was last looked at."""
    table_rules: TableRules
    waited: bool
    previous: int | None
    version: int
    card_version: int
    card: MessageRef | None
    news: ContestNews | None
    news_since: datetime | None
    announced_count: int
    tried: bool
    line_since: datetime | None
    line_due: datetime | None
    scheduled: int | None
    scheduled_as: str
    thread: int | None = None
    """The thread in which its matches begin; else they do in its channel."""
    listed: int = 0
    """The last of its matches that was listed there."""
    left: datetime | None = None
    """Since when the bot is out of its server."""
    entrants: Sequence[ContestEntrant] = field(default_factory=tuple)
    games: Sequence[ContestGame] = field(default_factory=tuple)

    @property
    def is_open(self) -> bool:
        """Whether people can join it."""
        return self.state is ContestState.OPEN

    @property
    def is_live(self) -> bool:
        """Whether it is open or running."""
        return self.state in (ContestState.OPEN, ContestState.RUNNING)

    def entrant(self, person: int) -> ContestEntrant | None:
        """Return what is known of a person in it, if they are in it."""
        return next((one for one in self.entrants if one.person.id == person), None)

    def begins_by(self, now: datetime) -> bool:
        """Tell whether it begins now: its date has come, and enough people have joined."""
        is_due = self.is_open and self.begins is not None and now >= self.begins
        return is_due and len(self.entrants) >= LEAST[self.terms.form]

    @property
    def is_beginning(self) -> bool:
        """Whether it is still to be told that it begins."""
        return self.news is ContestNews.BEGINS

    @property
    def thread_start(self) -> MessageRef | None:
        """The message from which its thread was made, which has the thread's number."""
        return None if self.thread is None else MessageRef(self.place.channel, self.thread)

    @property
    def unlisted(self) -> list[ContestGame]:
        """The games that its thread was not told of, in the order of their matches."""
        begun = [game for game in self.games if (game.match or 0) > self.listed]
        return sorted(begun, key=lambda game: game.match or 0) if self.thread else []

    @property
    def is_full(self) -> bool:
        """Whether nobody else can join it."""
        return len(self.entrants) >= self.terms.most

    @property
    def champions(self) -> list[ContestEntrant]:
        """Whoever came first and stayed, if they won a game on the board: titles are won."""
        progress = self.progress()
        return [
            one
            for one in self.in_order
            if (one.place, one.division, one.out) == (1, 0, None)
            and one.number is not None
            and has_won(progress, one.number)
        ]

    def round_ends(self, number: int) -> datetime:
        """Return the end date of a round: each lasts some weeks, the last one ends the contest."""
        assert self.ends is not None, "it has begun"
        return self.ends - self.terms.weeks * WEEK * (self.rounds - 1 - number)

    def progress(self, now: datetime | None = None) -> ContestProgress:
        """Return its entrants and games at a time, or when it was last looked at."""
        entrants = [
            Entrant(one.number, one.division, one.out_since)
            for one in self.in_order
            if one.number is not None
        ]
        return ContestProgress(
            entrants,
            {game.slot: game.played for game in self.games},
            self.terms.both_sides,
            harder_side(self.terms.rules.balance(self.terms.options)),
            self.closed if now is None else self.closed_by(now),
            self.terms.at_once,
            0 if now is None else self.closed_by(now + self.terms.last_start),
            self.table_rules,
        )

    def has_gone_away(self, since: datetime) -> bool:
        """Tell whether somebody who is away went since a time."""
        return any(one.away_since and one.away_since >= since for one in self.entrants)

    def as_told(self, message: ContestMessage) -> Self:
        """Return it with the news of a message, and the results that were known then."""
        games = [
            game
            if game.ended is None or game.ended < message.until
            else game._replace(played=Played(), ended=None)
            for game in self.games
        ]
        news, since, until = message.news, message.since, message.until
        return replace(self, news=news, line_since=since, news_since=until, games=games)

    def special_ties(self, since: datetime, until: datetime) -> list[cup.Tie]:
        """List the ties of a cup that in this time became level, or were decided otherwise."""
        if self.terms.form is Form.LEAGUE:
            return []
        ties = [tie for ties in cup.bracket(self.progress(until)) for tie in ties if tie.is_special]
        return [tie for tie in ties if since <= self._changed(tie) < until]

    def _changed(self, tie: cup.Tie) -> datetime:
        """Return when a tie became what it is: by the last game, or at the end of its round."""
        assert self.started is not None, "it has begun"
        leg = tie.leg if tie.is_over else tie.leg - 1
        ends = [
            game.ended
            for game in self.games
            if game.ended is not None
            and not {*game.slot.pair}.isdisjoint(tie.sides)
            and (game.slot.round, game.slot.leg) <= (tie.round, leg)
        ]
        if tie.why is cup.Reason.SEED and not tie.leg:
            ends.append(self.round_ends(tie.round))
        return max(ends, default=self.started)

    def undecided(self, now: datetime) -> list[int]:
        """List the matches that go on although the week after their round's end date is over."""
        if self.state is not ContestState.RUNNING:
            return []
        return [
            game.match
            for game in self.games
            if game.match is not None
            and game.played.points is None
            and now >= self.round_ends(game.slot.round) + LAST_WEEK
        ]

    def closed_by(self, now: datetime) -> int:
        """Return how many rounds have closed by a time."""
        if self.ends is None:
            return 0
        return sum(now >= self.round_ends(number) for number in range(self.rounds))

    @property
    def in_order(self) -> list[ContestEntrant]:
        """The entrants by their numbers, which are their places in this list."""
        return sorted(self.entrants, key=lambda one: -1 if one.number is None else one.number)

    def due_slots(self, now: datetime) -> list[tuple[ScheduledGame, ...]]:
        """List the games that begin now."""
        progress = self.progress(now)
        return league.due(progress) if self.terms.form is Form.LEAGUE else cup.due(progress)

    def is_finished(self, now: datetime) -> bool:
        """Tell whether every game has its result."""
        progress = self.progress(now)
        return league.is_over(progress) if self.terms.form is Form.LEAGUE else cup.is_over(progress)
