"""Check leagues, cups and ladders: whether what is stored follows from their matches and events."""

from contests.ladder import Ladder, replay
from data.connection import Connection
from data.contest_course import places_of
from data.contest_values import Contest, ContestState
from data.load_contest import load_contest
from data.load_ladder import ladder_events, read_ladder
from rules import GAMES, Refusal


async def faults_of_ladders(connection: Connection) -> list[str]:
    """Replay all ladders, and describe those whose stored state is not what their events say."""
    return [
        f"ladder {number}: its state is not what its events say"
        for number in await wrong_ladders(connection)
    ]


async def wrong_ladders(connection: Connection) -> list[int]:
    """Find the ladders whose stored state is not what their events say."""
    return [
        row["id"]
        for row in await connection.rows("SELECT id, state FROM ladders ORDER BY id")
        if not _means(row["state"], replay(await ladder_events(connection, row["id"])))
    ]


def _means(state: str, ladder: Ladder) -> bool:
    try:
        return read_ladder(state) == ladder
    except (LookupError, TypeError, ValueError):
        return False


async def faults_of_contests(connection: Connection) -> list[str]:
    """Describe the events that cannot be read, or whose places are not what the games say."""
    found = []
    for row in await connection.rows("SELECT id, game FROM contests ORDER BY id"):
        if row["game"] not in GAMES:
            continue  # nobody can reckon it
        try:
            found += _wrong_places(await load_contest(connection, row["id"]))
        except (AssertionError, LookupError, Refusal, TypeError, ValueError) as error:
            fault = f"{type(error).__name__}: {error}"
            found.append(f"contest {row['id']}: it cannot be read: {fault}")
    return found


def _wrong_places(contest: Contest) -> list[str]:
    """Describe the entrants of an event that is over whose stored place is wrong."""
    if contest.state is not ContestState.OVER:
        return []
    assert contest.ended is not None, "it is over"
    places = places_of(contest, contest.ended)
    return [
        f"contest {contest.id}: the place of entrant {one.number} is {one.place}, and the games "
        f"say {places.get(one.number)}"
        for one in contest.in_order
        if one.number is not None and one.place != places.get(one.number)
    ]
