"""Events of ladders, in the transaction of their cause: challenges, matches, vacations."""

from datetime import datetime, timedelta

from contests.ladder import Ladder, LadderEvent, LadderKind, replay
from data.challenge_rows import settle_row
from data.columns import MICROSECOND, stamp_or_none
from data.connection import Connection
from data.load_ladder import event_columns, ladder_events, ladder_row, read_ladder, write_ladder
from data.values import ChallengeState
from match.event import LOST_ON_TIME, WITHOUT_RESULT, Ending
from match.match import Match

GIVES = (ChallengeState.DECLINED, ChallengeState.EXPIRED)
"""States in which whoever was challenged gives their place."""


async def apply_events(connection: Connection, ladder: int, *events: LadderEvent) -> Ladder:
    """Apply events to a ladder, and return how it stands then."""
    row = await ladder_row(connection, ladder)
    state = read_ladder(row["state"])
    for event in events:
        state = state.after(event)
    numbered = enumerate(events, row["count"] + 1)
    rows = [event_columns(ladder, number, event) for number, event in numbered]
    await connection.insert_many("ladder_events", rows)
    await connection.change(
        "UPDATE ladders SET count = count + :more, state = :state, due = :due WHERE id = :ladder",
        ladder=ladder,
        more=len(events),
        state=write_ladder(state),
        due=stamp_or_none(state.due(events[-1].at)),
    )
    return state


async def replay_ladder(connection: Connection, ladder: int) -> None:
    """Write the state of a ladder once more, after its events."""
    events = await ladder_events(connection, ladder)
    state = replay(events)
    await connection.change(
        "UPDATE ladders SET state = :state, due = :due WHERE id = :ladder",
        ladder=ladder,
        state=write_ladder(state),
        due=stamp_or_none(state.due(events[-1].at) if events else None),
    )


async def settle_on_ladder(
    connection: Connection,
    ladder: int,
    challenge: int,
    people: tuple[int, int],
    state: ChallengeState,
    now: datetime,
) -> None:
    """Settle a challenge: the challenged one gives the place, or nothing happens.

    In a server that the bot has left nobody can answer, so nobody gives a place.
    """
    gives = state in GIVES and (await ladder_row(connection, ladder))["left"] is None
    kind = LadderKind.BEGIN if state is ChallengeState.ACCEPTED else LadderKind.WITHDRAW
    event = LadderEvent(LadderKind.GIVE if gives else kind, now, *people, challenge)
    await apply_events(connection, ladder, event)


async def end_on_ladder(connection: Connection, match: Match, ladder: int, now: datetime) -> None:
    """Let a match that has just ended count for its ladder.

    Without a move of each side only a loss on time counts as a win: to resign then is to decline.
    """
    row, result = await ladder_row(connection, ladder), match.result
    assert result is not None, "the match is over"
    made = [
        each
        for each in read_ladder(row["state"]).open
        if each.begun and each.people == frozenset(match.seats)
    ]
    if not made:
        return
    winner = match.seats[result.winner or 0]
    loser = match.seats[1 - (result.winner or 0)]
    kind = LadderKind.WON_ON_TIME if result.how in LOST_ON_TIME else LadderKind.WON
    if result.winner is None or result.how in WITHOUT_RESULT:
        kind = LadderKind.NO_WINNER
    elif kind is LadderKind.WON and not min(match.moves):
        declined = result.how is Ending.RESIGNATION and winner == made[0].challenger
        kind = LadderKind.GIVE if declined else LadderKind.NO_WINNER
    await apply_events(connection, ladder, LadderEvent(kind, now, winner, loser, made[0].number))


async def leave_ladder(connection: Connection, ladder: int, person: int, now: datetime) -> None:
    """Take somebody off a ladder, and withdraw the challenges by and to them."""
    state = read_ladder((await ladder_row(connection, ladder))["state"])
    if state.place(person) is None:
        return
    for each in state.challenges_of(person):
        if not each.begun:
            await settle_row(connection, each.number, ChallengeState.WITHDRAWN, now)
    await apply_events(connection, ladder, LadderEvent(LadderKind.LEAVE, now, person))


async def apply_everywhere(connection: Connection, event: LadderEvent, longer: timedelta) -> None:
    """Apply an event to every ladder on which its person is.

    They get a time `longer`, or shorter, to answer the challenges there.
    """
    await connection.change(
        "UPDATE challenges SET expires = expires + :by "
        "WHERE opponent = :person AND ladder IS NOT NULL AND state = 'pending'",
        person=event.person,
        by=longer // MICROSECOND,
    )
    for ladder in await ladders_of(connection, event.person):
        state = read_ladder((await ladder_row(connection, ladder))["state"])
        if state.place(event.person) is not None:
            await apply_events(connection, ladder, event)


async def ladders_of(connection: Connection, person: int) -> list[int]:
    """List the ladders that somebody ever joined."""
    return await connection.numbers(
        "SELECT DISTINCT ladder FROM ladder_events WHERE person = :person AND kind = 'join'",
        person=person,
    )
