"""The fold of events, of which every match is the result."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from match.clock import Clock
from match.event import (
    RULINGS,
    TAKE_BACKS,
    Ending,
    Event,
    Kind,
    Remark,
    Result,
    Ruling,
    TakenBack,
    result_of,
)
from match.match import Match
from rules.lazy_position import LazyPosition

AnyMatch = TypeVar("AnyMatch", bound=Match)
"""A match or a subclass of it; an event leads to another match of the same type."""
NO_TIME, LEAST_GRANTED = timedelta(0), timedelta(hours=1)
"""The time after a granted takeback is at least `LEAST_GRANTED`: the asker may be elsewhere.

In a live match, where both are there, it is what a move adds.
"""
OUTLOOKS = 10
"""The number of its own moves of which the computer remembers its expected score."""
HOPELESS = 90
"""The expected score beyond which a match is lost for the other side, if it stays so for long."""


def fold_event(match: AnyMatch, event: Event) -> AnyMatch:
    """Return a match after an event, which is not checked again: what is stored always replays.

    A takeback needs the earlier states of the match, which only a match replayed from its start
    has: see `replay_match`.
    """
    if event.kind is Kind.MOVE:
        return _fold_move(match, event, earlier=match)
    if event.kind is Kind.PASS:
        return _fold_pass(match, event)
    if event.kind in RULINGS:
        return _fold_ruling(match, event)
    if event.kind in TAKE_BACKS:
        return _fold_take_back(match, event)
    seen = match.touched or (event.side is not None and event.side != match.mover)
    now = replace(match, count=event.number, touched=seen)
    match event.kind:
        case Kind.OFFER_DRAW:
            first, second = match.draw_waits
            waits = ((0, 1), second) if event.side == 0 else (first, (0, 1))
            outlook = () if event.side == match.computer else match.outlook
            return replace(now, draw_offer=event.side, draw_waits=waits, outlook=outlook)
        case Kind.DECLINE_DRAW:
            return replace(now, draw_offer=None)
        case Kind.ASK_TAKE_BACK:
            return replace(now, take_back=event.side)
        case Kind.REFUSE_TAKE_BACK:
            return replace(now, take_back=None, take_back_refused=True)
        case Kind.GIVE_TIME | Kind.EXTEND:
            return _fold_more_time(now, event)
        case Kind.ASK_REMATCH:
            assert event.side is not None
            return replace(now, rematch=(*match.rematch, event.side))
        case Kind.LIMIT_TIME:
            spent, limit = match.time_spent(event), timedelta(hours=int(event.text))
            return replace(
                now, clock=match.clock.limited(match.turn, spent, limit), touched=match.touched
            )
        case _:  # every other event ends the match
            return _end(match, event, result_of(event.kind, event.side, match.position))


def replay_match(match: AnyMatch, events: Iterable[Event]) -> AnyMatch:
    """Fold events into a match at its start; one more takeback may follow.

    Earlier states are kept only where a takeback needs them: a match may be thousands of moves
    long.
    """
    events = list(events)
    restored = _restored_moves(events)
    for event in events:
        if event.kind is Kind.MOVE and event.number not in restored:
            match = _fold_move(match, event, earlier=None)
        else:
            match = fold_event(match, event)
    return match


def _restored_moves(events: Iterable[Event]) -> set[int]:
    """Return the numbers of the moves that are taken back, or that one more event may take back."""
    standing: list[Event] = []
    restored = set()
    for event in events:
        if event.kind is Kind.MOVE:
            standing.append(event)
        taker = event.taker
        while taker is not None and standing:
            move = standing.pop()
            restored.add(move.number)
            if move.side == taker:
                break
    sides = [move.side for move in standing]
    for side in {*sides}:
        last = len(sides) - 1 - sides[::-1].index(side)
        restored |= {move.number for move in standing[last:]}
    return restored


def _changed(match: AnyMatch, **fields: object) -> AnyMatch:
    """Return a match with other fields, as `replace` does in five times as long.

    Checks replay millions of events.
    """
    changed = object.__new__(type(match))
    changed.__dict__.update(match.__dict__, **fields)
    return changed


def _fold_move(match: AnyMatch, event: Event, *, earlier: AnyMatch | None) -> AnyMatch:
    """Fold in a move; `earlier` is the match before it, if a takeback may need it."""
    turn, position = match.turn, match.position
    after = position.after(position.legal(event.text))
    bank = match.clock.after_move(turn, match.time_spent(event))
    # After several conditional moves in a row the opponent's move before them is answered.
    answered = match.answer_to if match.answer_to and match.mover == turn else None
    judged = () if event.outlook is None else (event.outlook,)
    moved = _changed(
        match,
        position=after,
        clock=match.clock.new_turn(after.turn, event.at, bank),
        count=event.number,
        moves=(match.moves[0] + (turn == 0), match.moves[1] + (turn == 1)),
        before=LazyPosition(lambda: position),
        last=(event.text,),
        draw_offer=match.draw_offer if match.draw_offer == turn else None,
        draw_waits=_waits_without(match, turn),
        take_back=None,
        take_back_refused=False,
        touched=event.conditional,
        answer_to=(answered or match.last[0]) if event.conditional else None,
        remark=_remark_on(match, event),
        unspent=event.unspent,
        outlook=(*match.outlook, *judged)[-OUTLOOKS:],
        lost_for=_lost_for(match, event.outlook) if turn == match.computer else match.lost_for,
        taken_back=None,
        ruling=None,
        earlier=earlier,
    )
    return _end_by_rules(moved, event)


def _lost_for(match: Match, outlook: int | None) -> int:
    """Count another of the computer's moves at which its opponent stood lost, or start again.

    Once it was told, at the tenth, that stays so.
    """
    if match.lost_for >= OUTLOOKS:
        return OUTLOOKS + 1
    if outlook is None:
        return match.lost_for
    return match.lost_for + 1 if outlook >= HOPELESS else 0


def _fold_pass(match: AnyMatch, event: Event) -> AnyMatch:
    """Fold in a forced pass, which is nobody's decision."""
    after = match.position.after(match.position.legal(event.text))
    passed = _changed(
        match,
        position=after,
        clock=match.clock.new_turn(after.turn, event.at),
        count=event.number,
        last=(*match.last, event.text) if match.before else (),
        draw_waits=_waits_without(match, match.turn),
        taken_back=None,
        ruling=None,
    )
    return _end_by_rules(passed, event)


def _end_by_rules(match: AnyMatch, event: Event) -> AnyMatch:
    """End a match whose position has an outcome."""
    if not (outcome := match.position.outcome()):
        return match
    return _end(match, event, Result(outcome.winner, Ending.RULES, outcome.reason))


def _waits_without(match: Match, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who must still move before a draw is offered again, after `side` has moved."""
    first, second = match.draw_waits
    return tuple(one for one in first if one != side), tuple(one for one in second if one != side)


def _remark_on(match: Match, event: Event) -> Remark | None:
    """Return the remark on a move; a conditional move keeps the remark on the move it answers."""
    if event.conditional:
        return match.remark
    if not event.remark or event.side is None:
        return None
    return Remark(event.number, event.side, event.remark)


def _fold_take_back(match: AnyMatch, event: Event) -> AnyMatch:
    """Restore the state before the asker's last move; the answers to it are gone too."""
    asker = event.taker
    assert asker is not None
    undone, earlier = around_last_move(match, asker)
    answers = match.moves[1 - asker] - earlier.moves[1 - asker]
    return replace(
        match,
        position=earlier.position,
        clock=_clock_after_take_back(match, event, undone, earlier),
        count=event.number,
        moves=earlier.moves,
        before=earlier.before,
        last=earlier.last,
        answer_to=earlier.answer_to,
        remark=earlier.remark,
        unspent=earlier.unspent,
        outlook=match.outlook[: max(0, len(match.outlook) - answers)],
        touched=True,
        taken_back=TakenBack(asker, undone.last[0]),
        ruling=None,
        earlier=earlier.earlier,
        draw_offer=None,
        take_back=None,
        take_back_refused=False,
    )


def around_last_move(match: Match, side: int) -> tuple[Match, Match]:
    """Return a replayed match after the last move of a side, and before it.

    Raises `ValueError` for a match that was not replayed from its start.
    """
    after = match
    while after.earlier is not None and after.mover != side:
        after = after.earlier
    if after.earlier is None:
        raise ValueError("a takeback is folded into a match that was replayed from its start")
    return after, after.earlier


def _clock_after_take_back(match: Match, event: Event, undone: Match, earlier: Match) -> Clock:
    """Return the clock after a takeback: the turn goes on, and the time spent stays spent.

    `undone` is the match after the move that is taken back, and `earlier` the one before it. The
    opponent, who has lost nothing by the move, has the time of before, and what was given since.
    """
    taker, bank = earlier.turn, undone.clock.banked()
    if undone.unspent is None or bank is None:
        return match.clock.new_turn(taker, event.at, earlier.clock.banked())
    left = time_after_take_back(match, event, taker, undone.unspent)
    assert earlier.clock.bank is not None, "the pace of a match never changes"
    time = max(earlier.clock.bank[taker], undone.unspent)
    bank = (time, bank[1]) if taker == 0 else (bank[0], time)
    return match.clock.resumed(taker, event.at, left, bank)


def time_after_take_back(match: Match, event: Event, taker: int, unspent: timedelta) -> timedelta:
    """Return what the taker has left of `unspent` once the move is taken back.

    An undone move leaves the clock as if it had not been made. While somebody waits for permission
    their clock does not run, and whoever is given it has an hour to come back.
    """
    undone = event.kind is Kind.UNDO
    ran = match.turn == taker or (undone and not match.clock.pauses(taker))
    left = max(NO_TIME, unspent - match.time_spent(event)) if ran else unspent
    if undone or match.pace is None:
        return left
    return max(left, min(LEAST_GRANTED, match.pace.adds))


def _fold_more_time(match: AnyMatch, event: Event) -> AnyMatch:
    """Give a side more time, also for the turn to which a takeback would lead."""
    if event.kind is Kind.EXTEND:
        return replace(match, clock=match.clock.extended(match.turn))
    assert event.side is not None
    side, clock = 1 - event.side, match.clock
    spent = match.time_spent(event)
    given = replace(match, clock=clock.more_time(side, match.turn, spent))
    if match.unspent is None or match.mover != side or match.pace is None:
        return given
    return replace(given, unspent=match.pace.with_more(match.unspent))


def _fold_ruling(match: AnyMatch, event: Event) -> AnyMatch:
    """Fold in an administrator's decision; a match that is over keeps its result."""
    if match.over:
        return replace(match, count=event.number)
    ruling = Ruling(event.kind, event.text)
    ruled = replace(match, count=event.number, ruling=ruling)
    match event.kind:
        case Kind.LOCK:
            return replace(ruled, locked=True, clock=ruled.clock.stop(event.at))
        case Kind.UNLOCK:
            return replace(ruled, locked=False, clock=ruled.clock.start(ruled.turn, event.at))
        case Kind.RELOCATE:
            return ruled
        case _:
            result = result_of(event.kind, event.side, ruled.position, event.text)
            return _end(ruled, event, result)


def _end(match: AnyMatch, event: Event, result: Result) -> AnyMatch:
    """End a match: open offers and requests are settled, and its clock is no longer stopped."""
    return replace(
        match,
        clock=match.clock if match.stopped is None else replace(match.clock, stopped=None),
        count=event.number,
        result=result,
        ended=event.at,
        locked=False,
        draw_offer=None,
        take_back=None,
    )
