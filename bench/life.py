"""What goes on around matches: vacations, plans, reminders, standing challenges."""

import random
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

from data import Ledger, Person, Place, State, Terms, tables
from data.connection import Connection, Value
from data.tables.challenges import offer_columns, pending_columns
from data.tables.columns import MICROSECOND, stamp
from data.tables.plans import plan_columns
from match.clock import LAST_CALL
from match.conditional import Plan

STANDING, AT_ONCE = 500, 3
"""So many people have a standing challenge, and so many matches of it may go on at once."""
AWAY = 20
"""One of so many people is on vacation, and another has it begin by hand only."""
PLANNED, REMINDED = 0.2, 0.25
"""In so many of the live matches an answer is stored, or the player to move was reminded."""
DUE = 0.07
"""For so many of the matches with a clock something is due when the clock is asked."""
Columns = dict[str, Value]


def age(state: Columns, now: datetime, asked: timedelta, lots: random.Random) -> timedelta:
    """Choose how long a turn has lasted, so that what is due does not depend on the pace."""
    if state["alarm"] is None:
        return timedelta(days=2 * lots.random())
    until_alarm = (int(state["alarm"]) - stamp(now)) * MICROSECOND
    return max(timedelta(0), until_alarm - asked) / (1 - DUE) * lots.random()


def reminded(columns: Columns, lots: random.Random) -> Columns:
    """Let the player to move have been reminded in some of the matches with a clock."""
    if not columns.get("alarm") or lots.random() >= REMINDED:
        return {}
    return {"reminded": 1, "alarm": int(columns["deadline"] or 0) - LAST_CALL // MICROSECOND}


class Around:
    """Keeps what goes on around the live matches, as they are put into a database."""

    def __init__(self, lots: random.Random) -> None:
        self._lots = lots
        self._going: Counter[int] = Counter()

    def came_of(self, first: int) -> int | None:
        """Say of which standing challenge a match of somebody came: of theirs, or of none."""
        if first > STANDING or self._going[first] == AT_ONCE or self._lots.random() < 0.5:
            return None
        self._going[first] += 1
        return first

    def is_planned(self) -> bool:
        """Say whether an answer is stored in a match."""
        return self._lots.random() < PLANNED

    async def offer(self, connection: Connection, channels: int, now: datetime) -> None:
        """Put the standing challenges there, each taken up before and offered anew."""
        for number in range(1, STANDING + 1):
            place = Place(self._lots.randrange(channels), self._lots.randrange(50))
            terms = Terms(self._lots.choice(("ringo", "bizingo")), {})
            made = offer_columns(Person(number, ""), None, terms, place)
            made |= pending_columns(now, now + timedelta(days=30)) | {"untold_since": None}
            made |= {"at_once": AT_ONCE}
            rests = self._going[number] == AT_ONCE
            anew = {"state": State.RESTING if rests else State.PENDING, "anew_of": number}
            await tables.challenges.add(connection, made | {"id": number, "state": "accepted"})
            await tables.challenges.add(connection, made | anew | {"id": STANDING + number})


async def plan(connection: Connection, match: int, side: int, *moves: str) -> None:
    """Store an answer in a match, which its columns count."""
    await tables.plans.add(connection, plan_columns(match, Plan(side, moves)))
    await tables.plans.note_change(connection, match)


async def go_away(path: Path, people: int, now: datetime) -> None:
    """Let some people go on vacation, and others choose that none begins by itself."""
    async with await Ledger.open(path, now) as ledger:
        for person in range(1, people + 1):
            if person % AWAY == 0:
                await ledger.vacations.begin(person, now)
            elif person % AWAY == 1:
                await ledger.vacations.choose(person, now, by_itself=False)
