"""A match: two people, one game, and how it stands as one event after another is folded in."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from match.chat import Remark
from match.event import RULINGS, TAKE_BACKS, Ending, Event, Kind, Result, result_of
from match.situation import FREE_MOVES, Ruling, Situation, Stale, TakenBack

__all__ = ["FREE_MOVES", "Match", "Ruling", "Stale", "TakenBack"]


@dataclass(frozen=True, kw_only=True)
class Match(Situation):
    """A match; `match.verbs` says what its players may do, and each event leads to the next one."""

    def event(
        self,
        kind: Kind,
        side: int | None,
        now: datetime,
        text: str = "",
        *,
        conditional: bool = False,
        remark: str = "",
    ) -> Event:
        """Make the event that something happens now."""
        given = self.uncounted(now)
        return Event(self.count + 1, kind, side, now, text, given, conditional, remark)

    def after(self, event: Event) -> Self:
        """Fold an event in; it is not checked again, so what was kept always replays.

        A take-back needs the match as it was before, which only a match replayed from its start
        has: see `replay`.
        """
        if event.kind in RULINGS:
            return self._ruled(event)
        if event.kind in TAKE_BACKS:
            return self._taken_back(event)
        seen = self.touched or (event.side is not None and event.side != self.mover)
        now = replace(self, count=event.number, touched=seen)
        match event.kind:
            case Kind.MOVE:
                return self._moved(event)
            case Kind.PASS:
                return self._passed(event)
            case Kind.OFFER_DRAW:
                first, second = self.draw_waits
                waits = ((0, 1), second) if event.side == 0 else (first, (0, 1))
                return replace(now, draw_offer=event.side, draw_waits=waits)
            case Kind.DECLINE_DRAW:
                return replace(now, draw_offer=None)
            case Kind.ASK_TAKE_BACK:
                return replace(now, take_back=event.side)
            case Kind.REFUSE_TAKE_BACK:
                return replace(now, take_back=None)
            case Kind.GIVE_TIME:
                return now._more_time(event)  # noqa: SLF001 (it is one of us)
            case Kind.ASK_REMATCH:
                assert event.side is not None
                return replace(now, rematch=(*self.rematch, event.side))
            case _:  # whatever else there is ends the match
                return self._over(event, result_of(event.kind, event.side, self.position))

    def replay(self, events: Iterable[Event]) -> Self:
        """Fold many events into a match at its start."""
        match = self
        for event in events:
            match = match.after(event)
        return match

    def _moved(self, event: Event) -> Self:
        match = replace(
            self,
            moves=(self.moves[0] + (self.turn == 0), self.moves[1] + (self.turn == 1)),
            previous=self.position,
            last=(),
            answer_to=self._answered() if event.conditional else None,
            remark=self._said(event),
            draw_offer=self.draw_offer if self.draw_offer == self.turn else None,
            take_back=None,
            earlier=self,
        )
        if self.pace is not None and self.bank is not None:
            left = self.pace.after_move(self.bank[self.turn], self._spent(event))
            match = match._with_time(self.turn, left)  # noqa: SLF001 (it is one of us)
        return match._passed(event)  # noqa: SLF001 (it is one of us)

    def _answered(self) -> str:
        """Give the opponent's move that a stored one answers, also with several moves in a row."""
        return self.answer_to if self.answer_to and self.mover == self.turn else self.last[0]

    def _said(self, event: Event) -> Remark | None:
        """Give what was said with a move; with a stored answer that is what it answers."""
        if event.conditional:
            return self.remark
        if not event.remark or event.side is None:
            return None
        return Remark(event.number, event.side, event.remark)

    def _passed(self, event: Event) -> Self:
        """Play on without anybody's decision: what a pass and a move have in common."""
        position = self.position.after(self.position.moves()[event.text])
        last = (*self.last, event.text) if self.previous else ()
        first, second = (
            tuple(side for side in waits if side != self.turn) for waits in self.draw_waits
        )
        match = replace(
            self._new_turn(event, position),
            count=event.number,
            last=last,
            touched=event.conditional or (event.kind is Kind.PASS and self.touched),
            taken_back=None,
            ruling=None,
            draw_waits=(first, second),
        )
        if not (outcome := position.outcome()):
            return match
        return match._over(event, Result(outcome.winner, Ending.RULES, outcome.reason))  # noqa: SLF001 (it is one of us)

    def _of_mover(self, side: int) -> "Match":
        """Give the match as it was just after the last move of a side."""
        earlier = self.earlier
        if earlier is None or self.mover == side:
            return self
        return earlier._of_mover(side)  # noqa: SLF001 (it is one of us)

    def _taken_back(self, event: Event) -> Self:
        """Bring back how it was before the asker's last move; the answers to it are gone too."""
        asker = event.taker
        assert asker is not None
        undone = self._of_mover(asker)
        earlier = undone.earlier
        if earlier is None:
            raise ValueError("a take-back is folded into a match that was replayed from its start")
        return replace(
            self._new_turn(event, earlier.position),
            count=event.number,
            bank=earlier.banked(),
            moves=earlier.moves,
            previous=earlier.previous,
            last=earlier.last,
            answer_to=earlier.answer_to,
            remark=earlier.remark,
            touched=True,
            taken_back=TakenBack(asker, undone.last[0]),
            ruling=None,
            earlier=earlier.earlier,
            draw_offer=None,
            take_back=None,
        )

    def _more_time(self, event: Event) -> Self:
        """Let the opponent have, from now on, as much time as there can be."""
        assert event.side is not None
        assert self.pace is not None
        side = 1 - event.side
        spent = self._spent(event) if side == self.turn else timedelta(0)
        match = self._with_time(side, spent + self.pace.most)
        reminded = 0 if side == self.turn else self.reminded
        return replace(match, count=event.number, reminded=reminded)

    def _ruled(self, event: Event) -> Self:
        """Do what an administrator decided; what ended a match stays as it was."""
        if self.over:
            return replace(self, count=event.number)
        match = self
        if event.kind is Kind.LOCK:
            match = self._locked(event)
        elif event.kind is Kind.UNLOCK:
            match = self._unlocked(event)
        elif event.kind is not Kind.RELOCATE:
            result = result_of(event.kind, event.side, self.position, event.text)
            match = self._over(event, result)
        return replace(match, count=event.number, ruling=Ruling(event.kind, event.text))

    def _over(self, event: Event, result: Result) -> Self:
        return replace(
            self,
            count=event.number,
            result=result,
            ended=event.at,
            stopped=None,
            locked=False,
            draw_offer=None,
            take_back=None,
        )
