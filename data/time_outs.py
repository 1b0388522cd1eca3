"""Serial time-outs: who loses on time twice in a row gives the second winner no rating for it."""

from datetime import datetime, timedelta

from data import tables
from data.connection import Connection
from data.tables.columns import stamp
from data.values import KeptMatch
from match.event import LOST_ON_TIME

MONTH = timedelta(days=30)


async def ran_out_before(connection: Connection, match: KeptMatch, now: datetime) -> bool:
    """Tell whether the player to move lost the last match on time as well, within a month.

    A turn in which the bot was away counts for no series, nor does a match against the computer:
    it would be an easy way to make the next loss cost nothing. Where nothing is rated, it is all
    the same.
    """
    if not match.rated:
        return False
    person = match.to_move
    last = None if person is None else await tables.lists.last_result(connection, person)
    if last is None or last["how"] not in LOST_ON_TIME:
        return False
    loser = last["second"] if last["winner"] == 0 else last["first"]
    if loser != person or last["ended"] <= stamp(now - MONTH):
        return False
    turns = (stamp(match.since), stamp(now)), (last["since"], last["ended"])
    return not any([await tables.outages.was_any(connection, *turn) for turn in turns])
