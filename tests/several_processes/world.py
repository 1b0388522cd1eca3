"""A small world for several processes of the bot: matches, some of them due, and people who play.

In the end it is counted what was posted, and who lost by time what an outage cost.
"""

# ruff: noqa: S608 (the statements are made of our own words only)

import asyncio
import random
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from data import Person, Place, Seat, Store, Terms
from data.driver import Hold, Location
from match.clock import Pace
from rules import GAMES
from tests.programs import PATIENCE
from tests.several_processes.remembering_discord import RememberingDiscord
from tools.bench.asked import command
from tools.bench.discord_server import channel_id, server_id

SHARDS, SERVERS = 4, 8
DAY = timedelta(days=1)
REMINDED = timedelta(hours=19.2)
"""After how much of a turn of one day its player is reminded."""
FIRST_PERSON = 1 << 40
SOON = 2.0, 12.0
"""In how many seconds something is due."""
PRIVATE = 0.25
"""How many of the moves are made in a chat with the bot, of which the first shard hears."""
FIRST_SHARD = SHARDS - 1
"""A server of the first shard."""
TOLERANCE = 5.0
"""The seconds within which it is noticed that nobody hears of a shard."""


@dataclass
class World:
    """The matches of each kind by the seconds in which they are due, and what went on."""

    location: Location
    discord: RememberingDiscord
    played: list[int] = field(default_factory=list)
    reminded: list[int] = field(default_factory=list)
    timed: dict[int, float] = field(default_factory=dict)
    """Those whose time runs out, with the second in which they were made."""
    outages: list[tuple[int | None, float, float]] = field(default_factory=list)
    """When which shard, or with `None` each, could not be played in although it was heard."""
    answered: int = 0
    _people: int = FIRST_PERSON

    async def make(self) -> None:
        """Make a match in each server in which people play."""
        now = datetime.now(UTC)
        async with await Store.open(self.location, now) as store:
            self.played += [await self._begin(store, server, now) for server in range(SERVERS)]
            await store.outages.beat(datetime.now(UTC))

    async def make_due(self, rng: random.Random) -> None:
        """Make a reminder and the end of a player's time due in each server, in some seconds."""
        now = datetime.now(UTC)
        async with await Store.open(self.location, now, hold=Hold.SHARED) as store:
            for server in range(SERVERS):
                soon = now + timedelta(seconds=rng.uniform(*SOON))
                self.reminded.append(await self._begin(store, server, soon - REMINDED))
                soon = now + timedelta(seconds=rng.uniform(*SOON))
                self.timed[await self._begin(store, server, soon - DAY)] = now.timestamp()

    async def _begin(self, store: Store, server: int, at: datetime) -> int:
        self._people += 2
        one, two = (Person(self._people + each, f"P{self._people + each}") for each in (0, 1))
        place = Place(channel_id(server, 1), server_id(server))
        terms = Terms("hoyito", {}, Seat.FIRST, pace=Pace.a_move(1))
        challenge = await store.challenges.make(one, None, terms, place, at)
        challenge, match = await store.challenges.accept(challenge.number, two, place, at)
        await store.challenges.mark_announced(challenge.number, challenge.state)
        await store.cards.mark_announced(match.number, match.count)
        return match.number

    # What people do.

    async def play(self, rng: random.Random) -> None:
        """Let somebody move again and again, wherever somebody hears of it."""
        while True:
            await asyncio.sleep(rng.uniform(0.1, 0.5))
            place = rng.randrange(SERVERS)
            with suppress(Exception):  # the database is away
                await self._move(place, rng)

    async def _move(self, server: int, rng: random.Random) -> None:
        number = self.played[server]
        (row,) = await self.rows(
            f"SELECT game, position, turn, first, second, how FROM matches WHERE id = {number}"
        )
        if row[5] is not None or not self.discord.is_heard(server):
            return
        move = rng.choice([*GAMES[row[0]].decode(row[1]).moves()])
        told = command("move", move=move, match=number)
        person = row[3 + row[2]]
        if rng.random() < PRIVATE and self.discord.is_heard(FIRST_SHARD):
            press = await self.discord.interact_privately(person, told)
        else:
            press = await self.discord.interact(server, 1, person, told)
        async with asyncio.timeout(4):
            await press.answered
        self.answered += 1

    # What is counted.

    async def rows(self, sql: str) -> list[Any]:
        """Read rows past the store."""
        return await asyncio.to_thread(read, self.location, sql)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(PATIENCE):
            while not holds():  # noqa: ASYNC110 (nobody tells)
                await asyncio.sleep(0.1)

    async def settle(self) -> None:
        """Wait until all is told."""
        left: object = None
        try:
            async with asyncio.timeout(PATIENCE):
                while left := await self._left():  # noqa: ASYNC110 (as above)
                    await asyncio.sleep(0.5)
        except TimeoutError as late:
            raise AssertionError(f"never told: {left}") from late

    async def _left(self) -> object:
        waits, reminded = (", ".join(map(str, of)) for of in (self.timed, self.reminded))
        return await self.rows(  # of one moment: what ends in the meantime is untold
            "SELECT 'untold', id FROM matches WHERE untold_since IS NOT NULL "
            "UNION ALL SELECT 'reminder', id FROM reminders WHERE posted_message IS NULL "
            f"UNION ALL SELECT 'goes on', id FROM matches WHERE id IN ({waits}) AND ended IS NULL "
            "UNION ALL SELECT 'not reminded', id FROM matches "
            f"WHERE id IN ({reminded}) AND reminded = 0"
        )

    async def check(self) -> None:
        """Check that all is told, and told once, and that nobody lost what an outage cost."""
        account = self.discord.account
        twice = {shown: times for shown, times in account.cards().items() if times > 1}
        assert not twice, f"cards posted more than once: {twice}"
        told = self.reminders(self.reminded)
        assert told == Counter(self.reminded), f"reminders are {told}"
        again = {one: times for one, times in self.reminders([*self.timed]).items() if times > 1}
        assert not again, f"reminders posted more than once: {again}"
        for number in [*self.played, *self.timed]:
            cards = [one for one in account.posted.values() if _is_card(one.shows, number)]
            pinged = Counter(
                (person, count) for one in cards for person, count in _pings(one, number)
            )
            assert all(times == 1 for times in pinged.values()), f"pinged twice: {pinged}"
        for row in await self.rows("SELECT id, count, card_message FROM matches"):
            number, count, card = row
            if number in self.reminded:
                continue
            shown = [
                one.id
                for one in account.posted.values()
                if (number, count) in one.shows and not one.is_deleted
            ]
            if count > 0 and number in self.timed:
                assert card is not None, f"match {number} has no card"
            assert shown in ([], [card]), f"match {number} is shown by {shown}, not {card}"
        await self._check_time()

    def reminders(self, matches: Sequence[int]) -> Counter[int]:
        """Count the reminders of some matches that were posted."""
        counted = Counter[int]()
        for one in self.discord.account.posted.values():
            if (one.nonce or "").startswith("reminder-"):
                told = {int(n) for n in re.findall(r" #([0-9]+)", one.told.get("content", ""))}
                counted.update(told.intersection(matches))
        return counted

    async def _check_time(self) -> None:
        for number, ended, given, server in await self.rows(
            "SELECT m.id, e.at, e.given, m.server FROM matches m JOIN events e ON e.match = m.id "
            f"WHERE m.id IN ({', '.join(map(str, self.timed))})"
        ):
            away = self.away((server >> 22) % SHARDS, self.timed[number], ended / 1e6)
            assert given / 1e6 >= away - TOLERANCE, (
                f"match {number}: of {away:.1f} s in which nobody could play, only "
                f"{given / 1e6:.1f} s were given back"
            )

    def away(self, shard: int, since: float, until: float) -> float:
        """Return the seconds of a time in which nobody could play in a shard."""
        unheard = self.discord.account.unheard(shard, since, until)
        cut = sum(
            max(0.0, min(until, end) - max(since, began))
            for which, began, end in self.outages
            if which in (None, shard)
        )
        return max(unheard, cut)


def _is_card(shows: frozenset[tuple[int, int]], number: int) -> bool:
    return any(match == number for match, _ in shows)


def _pings(posted: Any, number: int) -> list[tuple[int, int]]:
    count = max(count for match, count in posted.shows if match == number)
    return [(person, count) for person in posted.pinged]


def read(location: Location, sql: str) -> list[Any]:
    """Read rows of a database past the store."""
    if isinstance(location, Path):
        with closing(
            sqlite3.connect(f"{location.as_uri()}?mode=ro", uri=True, timeout=PATIENCE)
        ) as file:
            return file.execute(sql).fetchall()
    import psycopg  # noqa: PLC0415 (only tests on a server need it)

    with psycopg.connect(location.url, autocommit=True, connect_timeout=int(PATIENCE)) as session:
        return session.execute(sql.encode()).fetchall()
