"""Stored values of club matches, in which two servers play each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, Self

from contests import club
from contests.contest import LAST_WEEK, Played, is_lopsided
from contests.time_needed import longest
from data.contest_values import USUAL_PACE
from data.values import MessageRef, Person, Place
from match.clock import Pace
from rules import GAMES, Position, Refusal, message

CODE_LASTS, SIGN_UP = timedelta(days=7), timedelta(days=3)
LEAST_TIME = timedelta(weeks=4)
"""The least time from the beginning to the end date."""


class ClubState(StrEnum):
    """The state of a club match; the values are stored and never renamed."""

    ASKED = "asked"
    """The other server has not accepted yet."""
    OPEN = "open"
    """People sign up."""
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


class NoClubMatch(Refusal):
    """There is no such club match, or it is none of this server's: it does not say which."""

    def __init__(self) -> None:
        super().__init__(message("There is no such club match here."))


@dataclass(frozen=True, kw_only=True)
class ClubTerms:
    """What is played in a club match, on how many boards at most."""

    game: str
    options: Mapping[str, str]
    boards: int
    pace: Pace = USUAL_PACE
    both_sides: bool = False
    """Whether each pair plays both sides, since one is much easier."""

    @property
    def rules(self) -> type[Position]:
        """The rules of the game."""
        return GAMES[self.game]

    @property
    def is_together(self) -> bool:
        """Whether all of each server play one board together, unrated."""
        return self.boards == club.TOGETHER

    @property
    def sign_up(self) -> timedelta:
        """How long people sign up once it is accepted."""
        return timedelta(0) if self.is_together else SIGN_UP

    def with_sides(self) -> Self:
        """Let each pair play both sides where one is much easier."""
        return replace(self, both_sides=is_lopsided(self.rules.balance(self.options)))

    @property
    def lasts(self) -> timedelta:
        """How long it lasts, until its end date."""
        return max(LEAST_TIME, longest(self.pace))


class ClubPlayer(NamedTuple):
    """Somebody who has signed up; with a board once it has begun, if they play."""

    person: Person
    club: int
    board: int | None


class ClubGame(NamedTuple):
    """A game that has begun, and what became of it."""

    slot: club.BoardGame
    match: int
    played: Played


@dataclass(frozen=True, kw_only=True)
class Club:
    """One of both servers, and the card there, as it was posted in a state."""

    server: int
    channel: int
    name: str
    card: MessageRef | None = None
    card_state: ClubState | None = None
    shown: int = 0
    left: datetime | None = None
    """Since when the bot is out of the server."""

    @property
    def place(self) -> Place:
        """Where its card and its matches are."""
        return Place(self.channel, self.server)


@dataclass(frozen=True, kw_only=True)
class ClubMatch:
    """A match between two servers: club 0 has challenged, club 1 is there once it has accepted."""

    id: int
    code: str | None
    state: ClubState
    terms: ClubTerms
    begins: datetime | None
    ends: datetime | None
    since: datetime
    """Since when it is in its state, or a little longer."""
    version: int
    clubs: Sequence[Club]
    players: Sequence[ClubPlayer] = field(default_factory=tuple)
    games: Sequence[ClubGame] = field(default_factory=tuple)

    @property
    def is_live(self) -> bool:
        """Whether it is not over."""
        return self.state in (ClubState.ASKED, ClubState.OPEN, ClubState.RUNNING)

    @property
    def score(self) -> club.ClubScore:
        """The points of both clubs."""
        return club.score({game.slot: game.played for game in self.games})

    def club_of(self, server: int | None) -> int:
        """Return which club a server is. Raises `NoClubMatch` for others."""
        for number, each in enumerate(self.clubs):
            if each.server == server:
                return number
        raise NoClubMatch

    def player(self, person: int) -> ClubPlayer | None:
        """Return what is known of a person in it."""
        return next((one for one in self.players if one.person.id == person), None)

    def games_of(self, person: int) -> list[ClubGame]:
        """Return the games in which somebody plays, or may vote."""
        player = self.player(person)
        board = None if player is None else player.board
        return [one for one in self.games if self.terms.is_together or one.slot.board == board]

    def board(self, number: int) -> tuple[ClubPlayer, ClubPlayer]:
        """Return both players of a board."""
        one, other = sorted(
            (each for each in self.players if each.board == number), key=lambda each: each.club
        )
        return one, other

    @property
    def boards(self) -> list[int]:
        """The boards that are played, once it has begun."""
        return sorted({one.board for one in self.players if one.board is not None})

    def due_games(self) -> list[tuple[club.BoardGame, ...]]:
        """List the games that have not begun, and can: nobody was deleted before."""
        begun = {game.slot for game in self.games}
        return [
            slots
            for board in self.boards
            for slots in [club.games_of(board, both_sides=self.terms.both_sides)]
            if begun.isdisjoint(slots) and all(one.person.id > 0 for one in self.board(board))
        ]

    def undecided(self, now: datetime) -> list[int]:
        """List the matches that go on although the week after the end date is over."""
        if self.ends is None or now < self.ends + LAST_WEEK:
            return []
        return [game.match for game in self.games if game.played.points is None]
