"""A match: two people, one game, and what each of them may do now.

The verbs decide: each checks, and raises `Refusal` or returns the event to keep. `after`, in
`rules.course`, folds an event and never refuses, so what was kept always replays. The time is
always an argument.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from rules.course import FREE_MOVES, Course
from rules.event import Ending, Event, Kind, Result
from rules.refusal import Refusal

__all__ = ["Ending", "Event", "Kind", "Match", "Result", "Stale"]


class Stale(Refusal):
    """A request made from an older state of the match than the present one."""


@dataclass(frozen=True, kw_only=True)
class Match(Course):
    """A match, which knows its players and what they may do."""

    def side_of(self, person: int, seen: int | None = None) -> int:
        """Find the side that somebody plays.

        Raises `Refusal` for a stranger, and `Stale` where `seen`, the number of events that the
        player saw, is not the present one.
        """
        if person not in self.seats:
            raise Refusal(
                "You are not playing in this match, {first} and {second} are; "
                "challenge somebody to a match of your own.",
                first=self.names[0],
                second=self.names[1],
            )
        if seen is not None and seen != self.count:
            raise Stale(
                "The match has gone on since then; look at its present board and try again."
            )
        return self.seats.index(person)

    # What players do. Each raises `Refusal` where it is not possible now.

    def play(self, person: int, text: str, now: datetime, seen: int | None = None) -> Event:
        """Make the move that `text` means."""
        side = self._player(person, seen)
        if side != self.position.turn:
            raise Refusal(
                "It is not your turn: you are waiting for {name}.", name=self.names[1 - side]
            )
        return self._event(Kind.MOVE, side, now, self.position.read(text).text)

    def resign(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Give the match up."""
        return self._event(Kind.RESIGN, self._player(person, seen), now)

    def abort(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """End the match without a result, which is free until both sides have made two moves."""
        side = self._player(person, seen)
        if self.settled:
            raise Refusal(
                "Both sides have made {number} moves, so the match can no longer be aborted; "
                "resign or offer a draw instead.",
                number=FREE_MOVES,
            )
        return self._event(Kind.ABORT, side, now)

    def offer_draw(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Offer a draw, which stands until the opponent answers or moves."""
        side = self._player(person, seen)
        if self.draw_offer == side:
            raise Refusal(
                "Your draw offer stands already; wait for {name} to answer it.",
                name=self.names[1 - side],
            )
        if self.draw_offer is not None:
            raise Refusal(
                "{name} has offered you a draw already; accept that offer instead.",
                name=self.names[1 - side],
            )
        return self._event(Kind.OFFER_DRAW, side, now)

    def accept_draw(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Agree to the draw that the opponent offers."""
        return self._event(Kind.ACCEPT_DRAW, self._offered(person, seen), now)

    def decline_draw(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Play on in spite of the opponent's draw offer."""
        return self._event(Kind.DECLINE_DRAW, self._offered(person, seen), now)

    def ask_take_back(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Ask to take one's own last move back, which the opponent has not answered."""
        side = self._player(person, seen)
        name = self.names[1 - side]
        if self.take_back == side:
            raise Refusal("You have asked already; wait for {name} to answer.", name=name)
        if not self.moves[side]:
            raise Refusal("You have made no move yet that you could take back.")
        if self.previous is None or self.previous.turn != side:
            raise Refusal(
                "{name} has answered your last move, so it stands; make your next move instead.",
                name=name,
            )
        return self._event(Kind.ASK_TAKE_BACK, side, now)

    def grant_take_back(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Let the opponent take the last move back."""
        return self._event(Kind.GRANT_TAKE_BACK, self._asked(person, seen), now)

    def refuse_take_back(self, person: int, now: datetime, seen: int | None = None) -> Event:
        """Let the opponent's last move stand."""
        return self._event(Kind.REFUSE_TAKE_BACK, self._asked(person, seen), now)

    def ask_rematch(self, person: int, now: datetime) -> Event:
        """Ask for, or agree to, one more match with sides changed once this one is over."""
        side = self.side_of(person)
        if not self.result:
            raise Refusal("The match is still being played; finish it before you ask for another.")
        if len(self.rematch) == 2:
            raise Refusal(
                "This match has had its rematch; challenge {name} to a new one.",
                name=self.names[1 - side],
            )
        if side in self.rematch:
            raise Refusal(
                "You have asked already; wait for {name} to agree.", name=self.names[1 - side]
            )
        return self._event(Kind.ASK_REMATCH, side, now)

    # What happens by itself.

    def run_out(self, now: datetime) -> Event:
        """End the match because the time of the player to move ran out.

        Raises `Refusal` where there is time left.
        """
        if self.deadline is None or now < self.deadline:
            raise Refusal("There is time left in this match; play on.")
        if not self.settled:
            return self._event(Kind.ABORT, None, now)
        return self._event(Kind.RUN_OUT, self.position.turn, now)

    def remind(self, now: datetime) -> Self:
        """Note that the player to move is reminded; this is no event, for nothing changes by it.

        Raises `Refusal` where it is too early, or was done in this turn.
        """
        if self.alarm is None or self.reminded or now < self.alarm:
            raise Refusal("There is nobody to remind in this match now.")
        return replace(self, reminded=True)

    # Questions the verbs ask.

    def _player(self, person: int, seen: int | None) -> int:
        """Find a player's side in a match that goes on."""
        side = self.side_of(person, seen)
        if self.result:
            raise Refusal(
                "The match is over. {reason} Ask for a rematch, or challenge somebody.",
                reason=self.result.reason,
            )
        return side

    def _offered(self, person: int, seen: int | None) -> int:
        side = self._player(person, seen)
        if self.draw_offer != 1 - side:
            raise Refusal(
                "{name} offers no draw now; you may offer one yourself.",
                name=self.names[1 - side],
            )
        return side

    def _asked(self, person: int, seen: int | None) -> int:
        side = self._player(person, seen)
        if self.take_back != 1 - side:
            raise Refusal(
                "{name} does not ask to take a move back now; look at the present board.",
                name=self.names[1 - side],
            )
        return side

    def _event(self, kind: Kind, side: int | None, now: datetime, text: str = "") -> Event:
        return Event(self.count + 1, kind, side, now, text)
