"""A stored match as a record."""

from datetime import timedelta

from data.values import KeptMatch
from match.event import TAKE_BACKS, Event, Kind
from match.record import Record
from rules import GAMES
from rules.sentence import PLAIN_ENGLISH


def record_of(match: KeptMatch, events: list[Event]) -> Record:
    """Put a match and its events down as a record."""
    result = match.result
    moves = moves_that_stand(events)
    return Record(
        rules=GAMES[match.game],
        names=(PLAIN_ENGLISH.say(match.name(0)), PLAIN_ENGLISH.say(match.name(1))),
        moves=tuple(move.text for move in moves),
        options=match.options,
        number=match.number,
        started=match.started - timedelta(microseconds=match.started.microsecond),
        pace=match.pace,
        rated=match.rated,
        how=None if result is None else result.how,
        winner=None if result is None else result.winner,
        remarks={
            number: move.remark
            for number, move in enumerate(moves, start=1)
            if move.remark and not match.silent
        },
    )


def moves_that_stand(events: list[Event]) -> list[Event]:
    """Find the moves that were not taken back, forced passes included."""
    moves: list[Event] = []
    for event in events:
        if event.kind in (Kind.MOVE, Kind.PASS):
            moves.append(event)
        elif event.kind in TAKE_BACKS:
            while (last := moves.pop()).kind is Kind.PASS or last.side != event.taker:
                pass
    return moves
