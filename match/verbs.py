"""The verbs of a match: each checks, and returns the event to store or refuses.

All raise `Refusal` for what is not allowed. The time is always an argument.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from match.computer_manners import offers_draw
from match.event import GONE, Event, Kind, remark
from match.fold import AnyMatch, fold_event, time_after_take_back
from match.match import FREE_MOVES, Match
from rules import Moment
from rules.move import PASS
from rules.sentence import Refusal

MOVES_BEFORE_DRAW = 20
"""The computer considers a draw only after both sides have made this many moves."""
UNDO_TIME = timedelta(minutes=10)
"""The time for which a move can be undone."""
LIVE_REMATCH = timedelta(minutes=10)
"""The time after a live match for agreeing on a rematch: until then both are probably there."""
LEAST_USED = timedelta(hours=1)
"""The used part of the opponent's time from which more can be given, in a match of days."""

Decide = Callable[[Match, int, datetime], Event]
"""A verb of a person in a match at a time."""

# What players do.


def play(
    match: Match, person: int, now: datetime, text: str, said: str = "", outlook: int | None = None
) -> Event:
    """Make the move that `text` means, with a remark if `said` is not empty.

    `outlook` is how the computer expects to score, if it is the one who moves.
    """
    side = refuse_unless_to_move(match, person)
    move = match.position.read(text)
    event = match.event(Kind.MOVE, side, now, move.text, remark=said and remark(said))
    return replace(event, outlook=outlook)


def resign(match: Match, person: int, now: datetime) -> Event:
    """Resign the match."""
    return match.event(Kind.RESIGN, refuse_unless_playing(match, person, may_be_locked=True), now)


def abort(match: Match, person: int, now: datetime) -> Event:
    """End the match without a result, which is allowed until both sides have made two moves."""
    side = refuse_unless_playing(match, person, may_be_locked=True)
    if match.settled:
        raise Refusal(
            "You can only abort until both sides have made {number} move; resign or offer a "
            "draw instead.",
            "You can only abort until both sides have made {number} moves; resign or offer a "
            "draw instead.",
            number=FREE_MOVES,
        )
    return match.event(Kind.ABORT, side, now)


def offer_draw(match: Match, person: int, now: datetime) -> Event:
    """Offer a draw, which stands until the opponent answers or moves.

    It can be offered once, and again after both sides have moved.
    """
    side = refuse_unless_playing(match, person)
    name = match.name(1 - side)
    if is_early_for_draw(match):
        raise Refusal(
            "It's too early for a draw: {name} considers one after {number} move by each side.",
            "It's too early for a draw: {name} considers one after {number} moves by each side.",
            name=name,
            number=MOVES_BEFORE_DRAW,
        )
    if match.draw_offer == side:
        raise Refusal("You already offered a draw; wait for {name} to answer.", name=name)
    if match.draw_offer is not None:
        raise Refusal("{name} already offered you a draw; accept that instead.", name=name)
    if match.draw_waits[side]:
        raise Refusal(
            "You already offered a draw; you can offer again after you and {name} have both moved.",
            name=name,
        )
    return match.event(Kind.OFFER_DRAW, side, now)


def is_early_for_draw(match: Match) -> bool:
    """Tell whether a draw offer would be useless: the computer never agrees this early."""
    return match.computer is not None and min(match.moves) < MOVES_BEFORE_DRAW


def accept_draw(match: Match, person: int, now: datetime, reason: str = "") -> Event:
    """Accept the opponent's draw offer; the computer has a `DrawReason`."""
    return match.event(Kind.ACCEPT_DRAW, _offered(match, person), now, reason)


def decline_draw(match: Match, person: int, now: datetime, reason: str = "") -> Event:
    """Decline the opponent's draw offer; the computer has a `DrawReason`."""
    return match.event(Kind.DECLINE_DRAW, _offered(match, person), now, reason)


def undo(match: Match, person: int, now: datetime) -> Event:
    """Undo one's own last move, before the opponent has pressed or typed anything."""
    side = refuse_unless_mover(match, person)
    name = match.name(1 - side)
    if match.touched:
        raise Refusal("{name} has seen your move; ask to take it back instead.", name=name)
    if now > match.since + UNDO_TIME:
        raise Refusal(
            "You can only undo a move within {number} minute of making it; ask {name} to let "
            "you take it back.",
            "You can only undo a move within {number} minutes of making it; ask {name} to let "
            "you take it back.",
            number=UNDO_TIME // timedelta(minutes=1),
            name=name,
        )
    event = match.event(Kind.UNDO, side, now)
    if match.unspent is not None and not time_after_take_back(match, event, side, match.unspent):
        raise Refusal(
            "Without this move you'd be out of time now; ask {name} to let you take it back.",
            name=name,
        )
    return event


def take_back(match: Match, person: int, now: datetime) -> Event:
    """Undo one's own last move, or if that is no longer possible, ask to take it back."""
    try:
        return undo(match, person, now)
    except Refusal:
        return ask_take_back(match, person, now)


def ask_take_back(match: Match, person: int, now: datetime) -> Event:
    """Ask to take back one's own last move, which the opponent has not answered.

    The computer grants it at once, and its answer is taken back too. A request that was refused can
    be made again only after the next move.
    """
    side = refuse_unless_playing(match, person)
    if match.computer is not None and match.moves[side]:
        return match.event(Kind.GRANT_TAKE_BACK, match.computer, now)
    refuse_unless_mover(match, person)
    name = match.name(1 - side)
    if match.take_back == side:
        raise Refusal("You already asked; wait for {name} to answer.", name=name)
    if match.take_back_refused:
        raise Refusal(
            "{name} declined, so your move stands; you can ask again after your next move.",
            name=name,
        )
    return match.event(Kind.ASK_TAKE_BACK, side, now)


def grant_take_back(match: Match, person: int, now: datetime) -> Event:
    """Let the opponent take the last move back."""
    return match.event(Kind.GRANT_TAKE_BACK, _asked(match, person), now)


def refuse_take_back(match: Match, person: int, now: datetime) -> Event:
    """Refuse to let the opponent take the last move back."""
    return match.event(Kind.REFUSE_TAKE_BACK, _asked(match, person), now)


def give_time(match: Match, person: int, now: datetime) -> Event:
    """Give the opponent, from now on, the maximum time that the pace allows; if live, a minute."""
    side = refuse_unless_playing(match, person)
    name = match.name(1 - side)
    if match.computer is not None:
        raise Refusal("{name} plays without a clock, so it needs no extra time.", name=name)
    if match.pace is None or match.clock.bank is None:
        raise Refusal("This match has no clock, so {name} needs no extra time.", name=name)
    left = match.clock.bank[1 - side]
    if match.turn != side:
        left -= now - match.since - match.clock.uncounted(now)
    most = match.clock.with_more(left)
    if most - left < min(LEAST_USED, match.clock.with_more(timedelta(0))):
        raise Refusal(
            "{name} already has the most time possible; give more once some of it is used.",
            name=name,
        )
    return match.event(Kind.GIVE_TIME, side, now)


def claim(match: Match, person: int, now: datetime) -> Event:
    """Claim a match without a clock whose opponent has not moved for so long as to be gone."""
    side = refuse_unless_playing(match, person)
    name = match.name(1 - side)
    if match.computer is not None:
        raise Refusal("{name} never leaves; it moves as soon as it's done thinking.", name=name)
    if match.pace is not None:
        raise Refusal("This match has a clock; wait until {name}'s time runs out.", name=name)
    if match.turn == side:
        raise Refusal("It's your turn; make your move.")
    if match.clock.away[1 - side]:
        raise Refusal("{name} is on vacation; wait until it ends.", name=name)
    claimable = match.claimable
    assert claimable is not None, "it has no clock, and is played by two people"
    if now < claimable:
        raise Refusal(
            "You can claim a match after {number} day without a move; you can claim this one "
            "{when}.",
            "You can claim a match after {number} days without a move; you can claim this one "
            "{when}.",
            number=GONE.days,
            when=Moment(claimable),
        )
    return match.event(Kind.CLAIM if match.settled else Kind.ABORT, side, now)


def ask_rematch(match: Match, person: int, now: datetime) -> Event:
    """Ask for, or agree to, another match with sides changed once this one is over."""
    side = match.side_of(person)
    if not match.over:
        raise Refusal("This match is still in progress; finish it before you ask for a rematch.")
    if match.crowds:
        raise Refusal("Everyone played this together; start the next with `/play`.")
    if min(match.seats) < 0:
        raise Refusal("Your opponent has left; challenge someone else.")
    name = match.name(1 - side)
    if len(match.rematch) == 2:
        raise Refusal(
            "This match already had its rematch; challenge {name} to a new one.", name=name
        )
    if side in match.rematch:
        raise Refusal("You already asked; wait for {name} to agree.", name=name)
    latest = match.ended and match.ended + LIVE_REMATCH
    if match.is_live and match.computer is None and latest and now > latest:
        raise Refusal(
            "A live rematch starts at once, so you can agree on one only within {number} minute "
            "of the match; challenge {name} instead.",
            "A live rematch starts at once, so you can agree on one only within {number} minutes "
            "of the match; challenge {name} instead.",
            number=LIVE_REMATCH // timedelta(minutes=1),
            name=name,
        )
    return match.event(Kind.ASK_REMATCH, side, now)


# What an administrator of the server decides, always with a reason.


def stop(match: Match, now: datetime, reason: str) -> Event:
    """End a match without a result."""
    _refuse_over(match)
    return match.event(Kind.STOP, None, now, reason)


def adjudicate(match: Match, now: datetime, reason: str, winner: int | None) -> Event:
    """End a match with a winner, or with `None` as a draw."""
    _refuse_over(match)
    return match.event(Kind.ADJUDICATE, winner, now, reason)


def lock(match: Match, now: datetime, reason: str) -> Event:
    """Lock a match: nobody can move, and the clock is stopped, until it is unlocked."""
    _refuse_over(match)
    if match.locked:
        raise Refusal("This match is already locked; unlock it, end it or decide it.")
    return match.event(Kind.LOCK, None, now, reason)


def unlock(match: Match, now: datetime, reason: str) -> Event:
    """Unlock a locked match."""
    _refuse_over(match)
    if not match.locked:
        raise Refusal("This match isn't locked; players can move.")
    return match.event(Kind.UNLOCK, None, now, reason)


def relocate(match: Match, now: datetime, reason: str) -> Event:
    """Continue a match in another place."""
    return match.event(Kind.RELOCATE, None, now, reason)


# What happens automatically.


def run_out(match: Match, now: datetime, *, again: bool = False, in_contest: bool = False) -> Event:
    """End the match because the time of the player to move ran out; `again` if twice in a row.

    One that has hardly begun is aborted, but for those `in_contest`; a crowd gets its time twice,
    unless turns are limited.
    Raises `Refusal` if there is time left.
    """
    if match.deadline is None or now < match.deadline:
        raise Refusal("Time isn't up yet; play on.")
    if match.awaits_vote and match.clock.limit is None and not match.clock.is_extended(match.turn):
        return match.event(Kind.EXTEND, None, now)
    if not (match.settled or in_contest):
        return match.event(Kind.ABORT, None, now)
    kind = Kind.RUN_OUT_AGAIN if again else Kind.RUN_OUT
    return match.event(kind, match.turn, now)


def limit_time(match: Match, now: datetime, limit: timedelta) -> Event:
    """Limit the time for a move, in whole hours, from now on."""
    _refuse_over(match)
    return match.event(Kind.LIMIT_TIME, None, now, str(limit // timedelta(hours=1)))


def decide(match: Match, now: datetime, winner: int | None) -> Event:
    """End a match whose contest is over with a winner, or with `None` as a draw."""
    _refuse_over(match)
    return match.event(Kind.DECIDE, winner, now)


def leave(match: Match, person: int, now: datetime) -> Event:
    """End a match because a player leaves its contest."""
    return match.event(Kind.LEAVE, refuse_unless_playing(match, person, may_be_locked=True), now)


def remind(match: AnyMatch, by: datetime) -> AnyMatch:
    """Record that the player to move has been reminded of everything due by a time.

    This is not an event, because it changes nothing in the game. Raises `Refusal` if nothing is due
    or it was recorded before.
    """
    past = sum(reminder <= by for reminder in match.reminders)
    if past <= match.clock.reminded:
        raise Refusal("There is nobody to remind in this match now.")
    return replace(match, clock=replace(match.clock, reminded=past))


def forced(match: Match, now: datetime) -> Event | None:
    """Return the pass of a side that can do nothing else, or `None`."""
    # Counting is cheaper than making the moves, and nearly always enough.
    if match.over or match.position.count() != 1 or PASS not in match.position.moves():
        return None
    return match.event(Kind.PASS, match.turn, now, PASS)


def follow(match: AnyMatch, event: Event) -> tuple[AnyMatch, list[Event]]:
    """Fold an event in, with the events that it causes; return the match and all of them.

    A move causes the passes that it forces, the computer agrees to every rematch, and where nothing
    happens any more it offers a draw with its move.
    """
    match, events = fold_event(match, event), [event]
    if event.kind is Kind.ASK_REMATCH and match.computer not in (None, *match.rematch):
        agreed = match.event(Kind.ASK_REMATCH, match.computer, event.at)
        match = fold_event(match, agreed)
        events.append(agreed)
    if event.kind in (Kind.MOVE, Kind.PASS):
        while following := forced(match, event.at):
            match = fold_event(match, following)
            events.append(following)
    if event.kind is Kind.MOVE and event.side == match.computer and offers_draw(match):
        offer = match.event(Kind.OFFER_DRAW, match.computer, event.at)
        match = fold_event(match, offer)
        events.append(offer)
    return match, events


# Checks that all verbs share.


def refuse_unless_playing(match: Match, person: int, *, may_be_locked: bool = False) -> int:
    """Return a player's side in a match that is not over. Raises `Refusal` otherwise.

    In a locked match players can only resign or abort, which `may_be_locked` allows.
    """
    side = match.side_of(person)
    if match.result:
        raise Refusal(
            "The match is over. {reason} Ask for a rematch, or challenge someone.",
            reason=match.reason,
        )
    if match.locked and not may_be_locked:
        raise Refusal("A moderator locked this match; ask them when they'll unlock it.")
    return side


def refuse_unless_to_move(match: Match, person: int) -> int:
    """Return the side of the player whose turn it is. Raises `Refusal` for anybody else."""
    side = refuse_unless_playing(match, person)
    if side != match.turn:
        raise Refusal("It isn't your turn; you're waiting for {name}.", name=match.name(1 - side))
    return side


def refuse_unless_mover(match: Match, person: int) -> int:
    """Return the side of the player who made the last move. Raises `Refusal` for anybody else."""
    side = refuse_unless_playing(match, person)
    if not match.moves[side]:
        raise Refusal("You have no move to take back yet.")
    if match.mover != side and match.answer_to is None:
        raise Refusal(
            "{name} already answered your last move, so you can't take it back; make your "
            "next move instead.",
            name=match.name(1 - side),
        )
    return side


def _offered(match: Match, person: int) -> int:
    side = refuse_unless_playing(match, person)
    name = match.name(1 - side)
    if match.draw_offer == side:
        raise Refusal("This is your own draw offer; wait for {name} to answer.", name=name)
    if match.draw_offer is None:
        raise Refusal("{name} isn't offering a draw; you can offer one yourself.", name=name)
    return side


def _asked(match: Match, person: int) -> int:
    side = refuse_unless_playing(match, person)
    name = match.name(1 - side)
    if match.take_back == side:
        raise Refusal("This is your own takeback request; wait for {name} to answer.", name=name)
    if match.take_back is None:
        raise Refusal(
            "{name} isn't asking to take a move back; check the current board.", name=name
        )
    return side


def _refuse_over(match: Match) -> None:
    if match.result:
        raise Refusal(
            "The match is over, so there is nothing left to decide. {reason}", reason=match.reason
        )
