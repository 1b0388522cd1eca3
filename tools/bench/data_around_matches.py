"""Measured data around matches: vacations, conditional moves, reminders, standing challenges."""

import random
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

from data import ChallengeState, Person, Place, Store, Terms, tables
from data.challenge_rows import offer_columns, pending_columns
from data.columns import MICROSECOND, insert_into, stamp
from data.connection import Connection, Value
from data.tables.conditional_moves import line_columns
from match.clock import LAST_CALL
from match.conditional_moves import ConditionalLine

STANDING, AT_ONCE = 500, 3
"""The number of people with a standing challenge, and its limit of simultaneous matches."""
AWAY = 20
"""One in this many people is on vacation; another has set that vacations start by hand only."""
WITH_LINE, REMINDED = 0.2, 0.25
"""The shares of live matches with a conditional move, and with a reminder already sent."""
DUE = 0.07
"""The share of matches with a clock for which something is due when the clock is asked."""
Columns = dict[str, Value]


def age(state: Columns, now: datetime, asked: timedelta, rng: random.Random) -> timedelta:
    """Choose the age of a turn, so that the share of due matches does not depend on the pace."""
    if state["alarm"] is None:
        return timedelta(days=2 * rng.random())
    until_alarm = (int(state["alarm"]) - stamp(now)) * MICROSECOND
    return max(timedelta(0), until_alarm - asked) / (1 - DUE) * rng.random()


def reminder_columns(columns: Columns, rng: random.Random) -> Columns:
    """Return the columns of a sent reminder for some of the matches with a clock."""
    if not columns.get("deadline") or rng.random() >= REMINDED:
        return {}
    return {"reminded": 1, "alarm": int(columns["deadline"] or 0) - LAST_CALL // MICROSECOND}


class DataAroundMatches:
    """Adds standing challenges and conditional moves to the live matches of a database."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._matches: Counter[int] = Counter()

    def came_of(self, first: int) -> int | None:
        """Return the standing challenge from which a player's match comes, or `None`."""
        if first > STANDING or self._matches[first] == AT_ONCE or self._rng.random() < 0.5:
            return None
        self._matches[first] += 1
        return first

    def has_conditional_line(self) -> bool:
        """Decide whether a match has a conditional move."""
        return self._rng.random() < WITH_LINE

    async def add_standing_challenges(
        self, connection: Connection, channels: int, now: datetime
    ) -> None:
        """Add the standing challenges, each accepted before and posted again."""
        for number in range(1, STANDING + 1):
            place = Place(self._rng.randrange(channels), self._rng.randrange(50))
            terms = Terms(self._rng.choice(("ringo", "bizingo")), {})
            made = offer_columns(Person(number, ""), None, terms, place)
            made |= pending_columns(now, now + timedelta(days=30)) | {"untold_since": None}
            made |= {"at_once": AT_ONCE}
            rests = self._matches[number] == AT_ONCE
            renewed = {
                "state": ChallengeState.RESTING if rests else ChallengeState.PENDING,
                "anew_of": number,
            }
            for columns in (
                made | {"id": number, "state": "accepted"},
                made | renewed | {"id": STANDING + number},
            ):
                await connection.insert(insert_into("challenges", columns), **columns)


async def add_conditional_move(connection: Connection, match: int, side: int, *moves: str) -> None:
    """Store a conditional move, and note the change in the match's row."""
    await tables.conditional_moves.add(
        connection, line_columns(match, ConditionalLine(side, moves))
    )
    await tables.conditional_moves.note_change(connection, match)


async def add_vacations(path: Path, people: int, now: datetime) -> None:
    """Put some people on vacation, and turn off automatic vacations for others."""
    async with await Store.open(path, now) as store:
        for person in range(1, people + 1):
            if person % AWAY == 0:
                await store.vacations.begin(person, now)
            elif person % AWAY == 1:
                await store.vacations.choose(person, now, by_itself=False)
