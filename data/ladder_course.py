"""What happens on ladders, in the transaction of what causes it: challenges, matches, vacations."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from contests.ladder import Ladder, LadderEvent, LadderKind, replay
from data import tables
from data.connection import LARGEST, Connection, Row
from data.player_rating import Standing
from data.tables.columns import MICROSECOND, card_from, stamp
from data.tables.ladders import read_ladder
from data.tables.ratings import standing_from
from data.values import ChallengeState, MessageRef
from match.event import LOST_ON_TIME, WITHOUT_RESULT
from match.match import Match, PlayerName, player_name
from rules import Refusal

GIVES = (ChallengeState.DECLINED, ChallengeState.EXPIRED)
"""How a challenge is settled if whoever was challenged gives their place."""


@dataclass(frozen=True)
class StoredLadder:
    """A ladder with its number, its server and game, the players' names, and its card.

    `ratings` are what everybody's rating is stored as; `shown` is the number of events that the
    card shows.
    """

    number: int
    server: int
    game: str
    state: Ladder
    names: Mapping[int, PlayerName]
    ratings: Mapping[int, Standing]
    count: int
    card: MessageRef | None
    shown: int
    left: bool = False
    """Whether the bot has left the server."""


async def load_ladder(connection: Connection, number: int) -> StoredLadder:
    """Load a ladder. Raises `Refusal` if there is none of that number."""
    row = None if number > LARGEST else await tables.ladders.find(connection, number)
    if row is None:
        raise Refusal("This ladder no longer exists; `/ladder` shows the current ones.")
    return await ladder_from(connection, row)


async def ladder_from(connection: Connection, row: Row) -> StoredLadder:
    """Read a ladder from its row, and load the names and ratings of its players."""
    state = read_ladder(row["state"])
    people = await tables.ladders.players(connection, row["game"], state.people)
    return StoredLadder(
        number=row["id"],
        server=row["server"],
        game=row["game"],
        state=state,
        names={each["id"]: player_name(each["id"], each["name"]) for each in people},
        ratings={
            each["id"]: Standing() if each["rating"] is None else standing_from(each)
            for each in people
        },
        count=row["count"],
        card=card_from(row),
        shown=row["shown"],
        left=row["left"] is not None,
    )


async def happen(connection: Connection, ladder: int, *events: LadderEvent) -> Ladder:
    """Let something happen on a ladder, and return how it stands then."""
    row = await tables.ladders.find(connection, ladder)
    assert row is not None, "a ladder is never removed"
    state = read_ladder(row["state"])
    for count, event in enumerate(events, row["count"]):
        state = state.after(event)
        added = await tables.ladders.append(connection, ladder, count, event, state)
        assert added, "nobody is quicker within a transaction"
    return state


async def settle_on_ladder(
    connection: Connection,
    ladder: int,
    challenge: int,
    people: tuple[int, int],
    state: ChallengeState,
    now: datetime,
) -> None:
    """Settle a challenge: the challenged one gives the place, or nothing happens.

    Where nobody can answer, nobody gives a place: in a server that the bot has left, and if one has
    blocked the other.
    """
    row = await tables.ladders.find(connection, ladder)
    gives = state in GIVES and row is not None and row["left"] is None
    gives = gives and not await tables.people.has_block_between(connection, *people)
    kind = LadderKind.BEGIN if state is ChallengeState.ACCEPTED else LadderKind.WITHDRAW
    event = LadderEvent(LadderKind.GIVE if gives else kind, now, *people, challenge)
    await happen(connection, ladder, event)


async def end_on_ladder(connection: Connection, match: Match, ladder: int, now: datetime) -> None:
    """Let a match that has just ended count for its ladder."""
    row, result = await tables.ladders.find(connection, ladder), match.result
    assert row is not None, "a ladder is never removed"
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
    await happen(connection, ladder, LadderEvent(kind, now, winner, loser, made[0].number))


async def leave_ladder(connection: Connection, ladder: int, person: int, now: datetime) -> None:
    """Take somebody off a ladder, and withdraw the challenges by and to them."""
    row = await tables.ladders.find(connection, ladder)
    state = Ladder() if row is None else read_ladder(row["state"])
    if state.place(person) is None:
        return
    for each in state.challenges_of(person):
        if not each.begun:
            await tables.challenges.settle(
                connection, each.number, ChallengeState.WITHDRAWN, stamp(now)
            )
    await happen(connection, ladder, LadderEvent(LadderKind.LEAVE, now, person))


async def leave_ladders(connection: Connection, person: int, now: datetime) -> None:
    """Take somebody off every ladder."""
    for ladder in await tables.ladders.of_person(connection, person):
        await leave_ladder(connection, ladder, person, now)


async def go_away(
    connection: Connection, person: int, now: datetime, ends: datetime | None
) -> None:
    """Freeze somebody on every ladder, and their challenges until the vacation `ends`."""
    if ends is not None:
        by = (ends - now) // MICROSECOND
        await tables.ladders.lengthen_answers(connection, person, by)
    await _happen_to(connection, LadderEvent(LadderKind.AWAY, now, person))


async def come_back(
    connection: Connection, person: int, now: datetime, ends: datetime | None
) -> None:
    """End what `go_away` began; the vacation would have ended at another time."""
    if ends is not None:
        by = (now - ends) // MICROSECOND
        await tables.ladders.lengthen_answers(connection, person, by)
    await _happen_to(connection, LadderEvent(LadderKind.BACK, now, person))


async def _happen_to(connection: Connection, event: LadderEvent) -> None:
    """Let something happen to somebody on every ladder where they are."""
    for ladder in await tables.ladders.of_person(connection, event.person):
        row = await tables.ladders.find(connection, ladder)
        if row is not None and read_ladder(row["state"]).place(event.person) is not None:
            await happen(connection, ladder, event)


async def faults_of_ladders(connection: Connection) -> list[str]:
    """Replay all ladders, and describe those whose stored state is not what their events say."""
    return [
        f"ladder {number}: its state is not what its events say"
        for number in await wrong_ladders(connection)
    ]


async def wrong_ladders(connection: Connection) -> dict[int, list[LadderEvent]]:
    """Find the ladders whose stored state is not what their events say, with the events."""
    found = {}
    for number in await tables.ladders.numbers(connection):
        row = await tables.ladders.find(connection, number)
        events = await tables.ladders.events_of(connection, number)
        if row is not None and not _means(row["state"], replay(events)):
            found[number] = events
    return found


def _means(state: str, ladder: Ladder) -> bool:
    """Tell whether a stored state is this ladder."""
    try:
        return read_ladder(state) == ladder
    except (LookupError, TypeError, ValueError):
        return False
