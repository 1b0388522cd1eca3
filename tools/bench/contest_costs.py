"""What leagues and cups cost: a contest's plays against the same without, and what a round asks."""

import asyncio
import random
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import process_time

from contests.contest import Form
from data import Contest, ContestTerms, Person, Place, Seat, Store, StoredMatch, Terms
from data.connection import Connection
from match import verbs
from rules import GAMES

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HERE = Place(channel=7, server=70)
PEOPLE = [Person(100 + number, f"P{number}") for number in range(32)]
FAIR = GAMES["ringo"].presets["fair"]
"""So that each pair meets once."""
PLAYS, TURNS = 20, 3
"""How many moves each match has, and how often both are measured, in turns."""
CONTESTS, MATCHES, ASKED = 1_000, 100_000, 20
SIGN_UP = timedelta(days=7)


def run() -> None:
    """Measure, and print the results with their upper limits."""
    asyncio.run(_measure())


async def _measure() -> None:
    print("contests: 32 in 4 divisions; the processor time of both in turns")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        ratios = []
        for turn in range(TURNS):
            with_contest = await _seconds(Path(folder, f"contest{turn}"), in_contest=True)
            without = await _seconds(Path(folder, f"plain{turn}"), in_contest=False)
            ratios.append(with_contest / without)
        print(f"  with a contest, times as much: {median(ratios):9.2f}   at most 1.50")
        slowest = await _round_query(Path(folder, "many"))
        print(f"  what is due, slowest, in ms:  {slowest:9.2f}   at most 20.00")
        print(f"    with {CONTESTS} contests and {MATCHES} matches")


async def _seconds(path: Path, *, in_contest: bool) -> float:
    """Return the processor time of all matches of 32 people in 4 divisions."""
    async with await Store.open(path, NOW) as store:
        contest = await _open(store)
        if not in_contest:
            contest = await store.contests.go_on(contest.id, NOW + SIGN_UP)
            pairs = await _pairs(store, contest)
            return await _without(store, pairs)
        began = process_time()
        contest = await store.contests.go_on(contest.id, NOW + SIGN_UP)
        while live := [g.match for g in contest.games if g.played.points is None and g.match]:
            for number in live:
                await _play(store, await store.matches.find(number))
            contest = await store.contests.go_on(contest.id, NOW + SIGN_UP)
        return process_time() - began


async def _open(store: Store) -> Contest:
    """Open a contest that 32 people join, in which all matches begin at once."""
    terms = ContestTerms(form=Form.LEAGUE, game="ringo", options=FAIR, at_once=None)
    contest = await store.contests.open(terms, HERE, PEOPLE[0], NOW + SIGN_UP, NOW)
    for person in PEOPLE:
        await store.contests.join(contest.id, person, HERE.server, NOW)
    return contest


async def _pairs(store: Store, contest: Contest) -> list[tuple[Person, Person]]:
    """Return who plays whom in a contest."""
    people = {one.id: one for one in PEOPLE}
    found = [await store.matches.find(game.match) for game in contest.games if game.match]
    return [(people[match.seats[0]], people[match.seats[1]]) for match in found]


async def _without(store: Store, pairs: list[tuple[Person, Person]]) -> float:
    """Return the processor time of the same matches as they begin by challenges."""
    terms = Terms("ringo", FAIR, Seat.FIRST)
    began = process_time()
    for number, (first, second) in enumerate(pairs):
        now = NOW + SIGN_UP + number * timedelta(hours=2)
        challenge = await store.challenges.make(first, second, terms, HERE, now)
        _, match = await store.challenges.accept(challenge.number, second, HERE, now)
        await _play(store, match)
    return process_time() - began


async def _play(store: Store, match: StoredMatch) -> None:
    """Play some moves, and resign."""
    rng = random.Random(match.seats[0] * 1000 + match.seats[1])
    now = match.started
    for _ in range(PLAYS):
        if match.to_move is None:
            return
        person, text = match.to_move, rng.choice([*match.position.moves()])
        match = (
            await store.matches.happen(
                match,
                lambda before, p=person, t=text: verbs.play(before, p, now, t),  # type: ignore[misc]
            )
        ).after
    if match.to_move is not None:
        loser = match.to_move
        await store.matches.happen(match, lambda before: verbs.resign(before, loser, now))


async def _round_query(path: Path) -> float:
    """Return the most processor time, in ms, of asking what is due, with many contests."""
    async with await Store.open(path, NOW) as store:
        contest = await _open(store)
        contest = await store.contests.go_on(contest.id, NOW + SIGN_UP)
        await store.contests.show_on(contest.id, None, contest.version)
        await store.contests.tell(contest)
        async with store._database.transaction() as connection:  # noqa: SLF001 (what is measured)
            await _multiply(connection, "contests", CONTESTS, ("id", "number", "request"))
            await _multiply(connection, "matches", MATCHES, ("id", "rematch_of", "request"))
            await connection.change(
                "UPDATE matches SET contest = 1 + id % (SELECT MAX(id) FROM contests), "
                "untold_since = NULL, unrecorded_since = NULL, told = 0"
            )
        times = []
        for hour in range(ASKED):
            now = NOW + SIGN_UP + timedelta(minutes=hour)
            began = process_time()
            await store.contests.due(now)
            await store.contests.vacations_over(now)
            await store.contests.to_show()
            times.append((process_time() - began) * 1000)
        return max(times)


async def _multiply(connection: Connection, table: str, number: int, own: tuple[str, ...]) -> None:
    """Fill a table with copies of its first row, but for the columns that stand once."""
    rows = await connection.rows(f"PRAGMA table_info({table})")
    names = [row["name"] for row in rows if row["name"] not in own]
    extra = ", number" if "number" in own else ""
    count = ", n.value + 10" if "number" in own else ""
    listed = ", ".join(names)
    await connection.change(
        f"WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n "  # noqa: S608 (our own names)
        f"WHERE value < :number) INSERT INTO {table} ({listed}{extra}) "
        f"SELECT {', '.join(f't.{name}' for name in names)}{count} FROM n, {table} t "
        f"WHERE t.id = (SELECT MIN(id) FROM {table})",
        number=number,
    )
