"""What players are to be told of a match: a new card, a note, and whom these call."""

from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass
from datetime import datetime

from data import StoredMatch
from data.mirrors import for_player, mirrored
from data.values import Ping
from interactions.speech import match_link
from match.event import RULINGS, Event, Kind
from match.verbs import UNDO_TIME
from rules import Sentence
from views.match_verbs import NOTES, note_on

OUT_OF_TIME = (Kind.RUN_OUT, Kind.RUN_OUT_AGAIN)
QUIET_ENDINGS = (Kind.DECIDE, Kind.LEAVE, *OUT_OF_TIME)
"""What ends matches of leagues and cups without a call: their line of the day tells it.

Whoever forgets them loses several at once, and would be called for each, like their opponents.
"""


@dataclass(frozen=True)
class Note:
    """A message from one player to the other, such as a draw offer."""

    words: Sentence
    to: int
    calls: bool = True
    """Whether it pings the recipient."""
    request: Event | None = None
    """The event that asked, if the recipient can answer."""


@dataclass(frozen=True)
class News:
    """What is to be told of a match: whether a new card is posted, whom it calls, and a note.

    Without a new card the present one is edited, which pings nobody.
    """

    card: bool
    calls: tuple[int, ...] = ()
    note: Note | None = None
    ping: Ping | None = None
    """The ping of the player to move, recorded so that nobody is pinged twice for one turn."""


def decide_news(
    match: StoredMatch, events: Sequence[Event], now: datetime, muted: Collection[int]
) -> News:
    """Return the news of a match that has these unannounced events.

    The players who have `muted` the match are not called, nor is whom its mirror calls.
    """
    silent = _silent_kinds(match, now)
    card = match.announced_count < 0 or any(event.kind not in silent for event in events)
    note = _note(match, events[-1], muted) if events else None
    if not card:
        return News(card, note=note)
    if events and events[-1].kind is Kind.OFFER_DRAW and events[-1].side == match.computer:
        note = None  # the computer offers it with a move, whose card has it
    calls = _called(match, events)
    muted = {*muted, mirrored(match) or 0}
    ping = None
    if match.to_move in calls:
        ping = Ping(match.turn, sum(match.moves), now)
    return News(card, tuple(one for one in calls if one not in muted), note, ping)


def _silent_kinds(match: StoredMatch, now: datetime) -> Container[Kind]:
    """Return the kinds of events after which the present card is edited, and nobody is called.

    Those are an undone move, and a move in its place while the opponent was just called to answer.
    """
    notes = {*NOTES, Kind.LIMIT_TIME, Kind.EXTEND}
    if match.card is None or match.card.channel != match.place.channel:
        return notes
    ping = match.last_ping
    if ping is None or ping[:2] != (match.turn, sum(match.moves)) or match.over:
        return {*notes, Kind.UNDO}
    if now >= ping.at + UNDO_TIME:
        return {*notes, Kind.UNDO}
    return {*notes, Kind.UNDO, Kind.MOVE, Kind.PASS}


def _called(match: StoredMatch, events: Sequence[Event]) -> tuple[int, ...]:
    """Return whom a new card calls: the player to move, or those who did not end the match."""
    if events and events[-1].kind in RULINGS:
        return match.people
    if events and events[-1].kind is Kind.UNDO:
        return ()
    if match.contest is not None and events and events[-1].kind in QUIET_ENDINGS:
        return ()
    if match.to_move is not None:
        return (match.to_move,) if match.to_move in match.people else ()
    candidates = [event for event in events if event.kind not in (Kind.PASS, Kind.ASK_REMATCH)]
    # A player whose time ran out did not end the match either.
    ended_by = (
        candidates[-1].side if candidates and candidates[-1].kind not in OUT_OF_TIME else None
    )
    called = match.seats if ended_by is None else (match.seats[1 - ended_by],)
    return tuple(person for person in called if person in match.people)


def _note(match: StoredMatch, event: Event, muted: Container[int]) -> Note | None:
    """Word the note that an event sends to the other player, if no card tells it."""
    # A rematch that both players want is told by its own first card.
    if event.kind not in NOTES or event.side is None or len(match.rematch) == 2:
        return None
    opponent = match.seats[1 - event.side]
    if opponent not in match.people:
        return None
    words = Sentence(
        note_on(event),
        player=match.name(event.side),
        opponent=f"<@{opponent}>",
        match=match_link(for_player(match, opponent)),
    )
    request = event if event.kind in match.open_requests else None
    return Note(words, opponent, calls=opponent not in muted, request=request)
