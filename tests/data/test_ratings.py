"""Ratings: changed with the match that ends, their history, and leaderboards."""

import asyncio
import random
import threading
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from data import Person, Store
from data.checksums import OF_MATCH
from data.columns import stamp
from data.maintenance.rebuild import rebuild_ratings
from data.player_statistics import Tally
from match import verbs
from match.match import LEAST_RATED
from match.rating import Rating, rate_match, worth
from rules import GAMES
from rules.balance import SelfPlay
from rules.ringo import Ringo
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARL,
    DAY,
    DORA,
    HERE,
    NOW,
    THERE,
    advance,
    begin,
    change,
    do,
    faults_of,
    rating_history,
)
from tests.postgres import of_file
from tests.programs import PATIENCE
from tests.sqlite_hooks import count_steps, trace
from tests.thorough import THOROUGH


@pytest.fixture(autouse=True)
def even(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give no side an advantage, unless a test does."""
    for game in GAMES.values():
        monkeypatch.setattr(game, "self_play", {})


async def decided(
    store: Store,
    winner: Person,
    loser: Person,
    *,
    game: str = "ringo",
    rated: bool = True,
    after: timedelta = timedelta(0),
    server: int | None = HERE.server,
) -> int:
    """Play a match far enough to be rated; one player then resigns."""
    place = HERE if server == HERE.server else THERE
    now = NOW + after
    match = await begin(store, game, first=winner, second=loser, rated=rated, now=now, place=place)
    match = await advance(store, match, LEAST_RATED, now)
    await do(store, match.number, verbs.resign, loser.id, now)
    return match.number


async def test_ratings_change_in_the_transaction_that_ends_the_match(store: Store) -> None:
    number = await decided(store, ANN, BEA)
    first, second = rate_match((Rating(), Rating()), (0, 0), 0)
    changes = await store.ratings.changes(number)
    assert [change.after for change in changes] == [first, second]
    assert [change.before.rating for change in changes] == [1500, 1500]
    ann = (await store.ratings.find(ANN.id))["ringo"]
    bea = (await store.ratings.find(BEA.id))["ringo"]
    assert (ann.rating, ann.at, ann.wins, ann.losses) == (first, NOW, 1, 0)
    assert (bea.rating, bea.wins, bea.draws, bea.losses) == (second, 0, 0, 1)


COUNTED = SelfPlay(level=5, nodes=400, seed=1, results="0" * 80 + "1" * 20)


async def test_a_side_is_worth_in_a_match_what_was_known_when_it_began(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await decided(store, ANN, BEA)
    monkeypatch.setattr(Ringo, "self_play", {"-": COUNTED})
    ann, bea = [(await store.ratings.find(one.id))["ringo"].rating for one in (ANN, BEA)]
    number = await decided(store, ANN, BEA)
    assert (await store.matches.find(number)).advantage == worth(80, 100) > 0
    after = [change.after for change in await store.ratings.changes(number)]
    assert after == [*rate_match((ann, bea), (0, 0), 0, worth(80, 100))]
    history = await rating_history(store, ANN.id)
    # A rating that was computed stays unchanged by later data.
    for counted in ({}, {"-": SelfPlay(5, 400, 1, "1" * 100)}):
        monkeypatch.setattr(Ringo, "self_play", counted)
        assert await faults_of(path) == []
        async with store._database.transaction() as connection:
            assert [line async for line in rebuild_ratings(connection)] == []
        assert await rating_history(store, ANN.id) == history


async def test_casual_aborted_and_hardly_begun_matches_change_nothing(store: Store) -> None:
    await decided(store, ANN, BEA, rated=False)
    aborted, early = await begin(store), await begin(store)
    await do(store, aborted.number, verbs.abort, ANN.id, NOW)
    early = await advance(store, early, LEAST_RATED - 1)
    await do(store, early.number, verbs.resign, ANN.id, NOW)
    late = await begin(store, pace=1)
    late = await advance(store, late, LEAST_RATED - 1)
    assert late.deadline is not None
    await store.matches.run_out(late.number, late.deadline)
    assert await store.ratings.find(ANN.id) == {}
    assert await store.ratings.leaderboard("ringo", NOW) == []


async def test_what_was_rated_when_fewer_moves_were_enough_stays_rated(
    store: Store, path: Path
) -> None:
    """As a database of before has it: finished matches, and the ratings that they made."""
    match = await begin(store)
    await change(store, "UPDATE matches SET least_rated = 0")
    await change(store, f"UPDATE matches SET checksum = {OF_MATCH}")  # noqa: S608
    await do(store, (await advance(store, match, 4)).number, verbs.resign, ANN.id, NOW)
    history = await rating_history(store, ANN.id)
    assert len(history) == 1
    assert await faults_of(path) == []
    async with store._database.transaction() as connection:
        assert [line async for line in rebuild_ratings(connection)] == []
    assert await rating_history(store, ANN.id) == history


async def test_games_have_ratings_of_their_own(store: Store) -> None:
    await decided(store, ANN, BEA)
    await decided(store, BEA, ANN, game="bivouac")
    ratings = await store.ratings.find(ANN.id)
    assert ratings["ringo"].rating.rating > 1500 > ratings["bivouac"].rating.rating


async def test_absence_makes_the_next_change_greater(store: Store) -> None:
    await decided(store, ANN, BEA)
    await decided(store, ANN, BEA, after=400 * DAY)
    first, second = await rating_history(store, ANN.id, "ringo")
    assert first.after.deviation < second.before.deviation
    both = rate_match((Rating(), Rating()), (0, 0), 0)
    assert second.after == rate_match(both, (400, 400), 0)[0]
    standing = (await store.ratings.find(ANN.id))["ringo"]
    assert standing.as_of(NOW + 800 * DAY).deviation > standing.rating.deviation


async def test_a_history_tells_every_change_of_one_game_or_all(store: Store) -> None:
    one = await decided(store, ANN, BEA)
    other = await decided(store, CARL, ANN, game="hoyito")
    third = await decided(store, ANN, CARL)
    history = await rating_history(store, ANN.id)
    assert [change.match for change in history] == [one, other, third]
    assert [change.match for change in await rating_history(store, ANN.id, "ringo")] == [one, third]
    assert history[2].before.rating == history[0].after.rating


async def test_a_leaderboard_has_everybody_with_a_rated_match_by_rating(store: Store) -> None:
    await decided(store, ANN, BEA)
    await decided(store, BEA, CARL)
    await decided(store, ANN, CARL)
    board = await store.ratings.leaderboard("ringo", NOW)
    assert [(line.rank, line.name) for line in board] == [(1, "Ann"), (2, "Bea"), (3, "Carl")]
    assert [(line.wins, line.draws, line.losses) for line in board] == [
        (2, 0, 0), (1, 0, 1), (0, 0, 2)
    ]  # fmt: skip
    assert await store.ratings.leaderboard("ringo", NOW, most=1, after=1) == [board[1]]
    found = await store.ratings.leaderboard("ringo", NOW, most=1, after=1, asker=CARL.id)
    assert found == board[1:]
    assert await store.ratings.leaderboard("ringo", NOW, most=1, asker=DORA.id) == [board[0]]
    assert await store.ratings.leaderboard("bizingo", NOW) == []


async def test_settled_ratings_come_before_those_with_a_question_mark(store: Store) -> None:
    for number in range(16):
        pair = (ANN, BEA) if number % 2 else (BEA, ANN)
        await decided(store, *pair)
    await decided(store, CARL, DORA)
    board = await store.ratings.leaderboard("ringo", NOW)
    assert [line.rating.settled for line in board] == [True, True, False, False]
    assert board[2].name == "Carl"
    assert board[2].rating.rating > board[0].rating.rating
    assert await store.ratings.leaderboard("ringo", NOW, most=2) == board[:2]
    # Years later no rating is settled any more, and only its value counts.
    board = await store.ratings.leaderboard("ringo", NOW + 3000 * DAY)
    assert board[0].name == "Carl"
    assert not any(line.rating.settled for line in board)


async def test_a_leaderboard_tells_the_change_over_30_days(store: Store) -> None:
    await decided(store, ANN, BEA)
    await decided(store, ANN, BEA, after=20 * DAY)
    first, second = await rating_history(store, ANN.id)
    on_day = {
        day: (await store.ratings.leaderboard("ringo", NOW + day * DAY))[0].change
        for day in (25, 35, 55)
    }
    assert on_day[25] == second.after.rating - 1500
    assert on_day[35] == second.after.rating - first.after.rating
    assert on_day[55] == 0


async def test_a_servers_leaderboard_has_who_finished_there_with_its_results(store: Store) -> None:
    for _ in range(2):
        await decided(store, ANN, BEA)
    await decided(store, ANN, CARL, server=THERE.server)
    await decided(store, CARL, ANN, server=THERE.server)
    drawn = await advance(store, await begin(store, place=THERE, second=CARL), 4)
    await do(store, drawn.number, verbs.offer_draw, ANN.id, NOW)
    await do(store, drawn.number, verbs.accept_draw, CARL.id, NOW)
    await decided(store, CARL, ANN, server=THERE.server, game="hoyito")
    await decided(store, DORA, BEA, rated=False, server=THERE.server)
    await begin(store, first=DORA, second=BEA, place=THERE)
    board = await store.ratings.leaderboard("ringo", NOW, THERE.server)
    assert {line.name for line in board} == {"Ann", "Carl"}
    for line in board:
        assert line.rating == (await store.ratings.find(line.person))["ringo"].rating
    assert [(line.wins, line.draws, line.losses) for line in board] == [(1, 1, 1), (1, 1, 1)]
    everywhere = {line.name: line for line in await store.ratings.leaderboard("ringo", NOW)}
    assert everywhere["Ann"].wins == 3


async def test_a_recent_leaderboard_has_who_finished_then_with_results_then(store: Store) -> None:
    await decided(store, ANN, BEA)
    await decided(store, CARL, ANN, after=50 * DAY)
    await decided(store, CARL, ANN, after=50 * DAY, server=THERE.server)
    now, since = NOW + 60 * DAY, NOW + 30 * DAY
    board = await store.ratings.leaderboard("ringo", now, since=since)
    assert [(line.name, line.wins, line.losses) for line in board] == [
        ("Carl", 2, 0),
        ("Ann", 0, 2),
    ]
    board = await store.ratings.leaderboard("ringo", now, THERE.server, since=since)
    assert [(line.name, line.wins, line.losses) for line in board] == [
        ("Carl", 1, 0),
        ("Ann", 0, 1),
    ]
    assert await store.ratings.leaderboard("ringo", now, since=now) == []


async def test_a_leaderboard_tells_how_ratings_went_lately(store: Store) -> None:
    for day in (0, 40, 40, 50):
        await decided(store, ANN, BEA, after=day * DAY)
    history = await rating_history(store, ANN.id)
    ann = (await store.ratings.leaderboard("ringo", NOW + 60 * DAY))[0]
    # The rating 30 days ago, then the last of each day.
    assert list(ann.lately) == [
        (0, history[0].after.rating),
        (10 / 30, history[2].after.rating),
        (20 / 30, history[3].after.rating),
    ]
    assert ann.change == history[3].after.rating - history[0].after.rating


@of_file
async def test_nobody_waits_for_a_long_leaderboard(store: Store) -> None:
    """Let the statement of a leaderboard last until others have got theirs and a name."""
    await decided(store, ANN, BEA)
    answered, in_time = threading.Event(), []
    first = threading.Lock()

    def last(sql: str) -> None:
        if "ROW_NUMBER" in sql and first.acquire(blocking=False):
            in_time.append(answered.wait(PATIENCE))

    database = store._database
    for connection in (database.reader, *database._long_readers):
        await trace(connection, last)
    board = asyncio.create_task(store.ratings.leaderboard("ringo", NOW, asker=ANN.id))
    while not first.locked():  # noqa: ASYNC110 (a thread locks it)
        await asyncio.sleep(0.001)
    assert await store.people.name_of(BEA.id) == "Bea"
    assert len(await store.ratings.leaderboard("ringo", NOW)) == 2
    answered.set()
    assert [line.person for line in await board] == [ANN.id, BEA.id]
    assert in_time
    assert all(in_time)


@of_file
async def test_the_first_page_everywhere_does_not_read_all_ratings(store: Store) -> None:
    work = [await _work_for_a_leaderboard(store, people) for people in (200, 4_000)]
    assert work[1] < 2 * work[0]


async def _work_for_a_leaderboard(store: Store, people: int) -> int:
    """Let so many have ratings; return how many instructions of SQLite the first page takes."""
    async with store._database.transaction() as connection:
        for table, columns in (
            ("people (id, name)", "value, value"),
            (
                "ratings (game, person, rating, deviation, volatility, at, wins, draws, losses)",
                "'hoyito', value, 1000 + value % 977, 60, 0.06, :now, 5, 0, 5",
            ),
        ):
            await connection.change(
                "WITH RECURSIVE n(value) AS (SELECT 1000 UNION ALL SELECT value + 1 FROM n "  # noqa: S608 (our own names)
                f"WHERE value < 999 + :people AND :now > 0) INSERT INTO {table} "
                f"SELECT {columns} FROM n WHERE value > 0 ON CONFLICT DO NOTHING",
                people=people,
                now=stamp(NOW),
            )
    steps = [0]

    def count() -> int:
        steps[0] += 1
        return 0

    for reader in store._database._long_readers:
        await count_steps(reader, count, 1)
    assert len(await store.ratings.leaderboard("hoyito", NOW)) == 20
    for reader in store._database._long_readers:
        await count_steps(reader, count, 0)  # 0 steps: no longer
    await change(store, "DELETE FROM ratings WHERE game = 'hoyito'")
    return steps[0]


@THOROUGH
@pytest.mark.parametrize("since", [None, NOW - DAY], ids=["of all time", "lately"])
@pytest.mark.parametrize("server", [None, HERE.server], ids=["everywhere", "here"])
async def test_whoever_asks_stands_on_every_page_at_their_rank(
    store: Store, since: datetime | None, server: int | None
) -> None:
    people = [Person(number, f"P{number}") for number in range(1, 9)]
    for better, worse in pairwise(people):
        await decided(store, better, worse)
    whole = await store.ratings.leaderboard("ringo", NOW, server, 20, since=since)
    assert [line.rank for line in whole] == [*range(1, 9)]
    for line in whole:
        for after in (0, 3, 8):
            page = await store.ratings.leaderboard(
                "ringo", NOW, server, 3, after, since=since, asker=line.person
            )
            assert page == [
                one for one in whole if after < one.rank <= after + 3 or one.rank == line.rank
            ]


async def test_the_game_that_is_played_most_is_the_one_that_is_meant(store: Store) -> None:
    assert await store.ratings.most_played(HERE.server) == next(iter(GAMES))
    await begin(store, "agon", first=CARL, second=DORA)
    assert await store.ratings.most_played(HERE.server) == next(iter(GAMES)), "no move is made"
    await advance(store, await begin(store, "bivouac", first=ANN, second=CARL), 2)
    await advance(store, await begin(store, "agon", first=BEA, second=CARL), 2)
    assert await store.ratings.most_played(HERE.server) == "bivouac", "a tie, which Agon loses"
    await decided(store, ANN, BEA, game="hoyito")
    await decided(store, ANN, BEA, server=THERE.server)
    await decided(store, CARL, DORA, server=THERE.server)
    assert await store.ratings.most_played(HERE.server) == "hoyito"
    assert await store.ratings.most_played(THERE.server) == "ringo"
    assert await store.ratings.most_played(99) == "ringo"
    assert await store.ratings.most_played(None) == "ringo"


async def test_two_people_are_compared_head_to_head(store: Store) -> None:
    await decided(store, ANN, BEA)
    await decided(store, BEA, ANN, rated=False)
    await decided(store, ANN, BEA, game="hoyito")
    await decided(store, ANN, CARL)
    aborted, drawn = await begin(store), await advance(store, await begin(store), 4)
    await do(store, aborted.number, verbs.abort, ANN.id, NOW)
    await do(store, drawn.number, verbs.offer_draw, BEA.id, NOW)
    await do(store, drawn.number, verbs.accept_draw, ANN.id, NOW)
    assert await store.statistics.head_to_head(ANN.id, BEA.id) == Tally(2, 1, 1)
    assert await store.statistics.head_to_head(BEA.id, ANN.id) == Tally(1, 1, 2)
    assert await store.statistics.head_to_head(BEA.id, CARL.id) == Tally(0, 0, 0)


@THOROUGH
async def test_working_them_out_anew_gives_exactly_the_stored_numbers(path: Path) -> None:
    rng = random.Random(5)
    people = [ANN, BEA, CARL, DORA]
    async with await Store.open(path, NOW) as store:
        for _ in range(30):
            one, other = rng.sample(people, 2)
            # Also backwards in time, as when the machine's clock is set back.
            after = timedelta(days=rng.uniform(0, 300))
            await decided(store, one, other, game=rng.choice(["ringo", "hoyito"]), after=after)
        stored = [await rating_history(store, person.id) for person in people]
        boards = await store.ratings.leaderboard("ringo", NOW)
        async with store._database.transaction() as connection:
            assert [line async for line in rebuild_ratings(connection)] == []
        assert [await rating_history(store, person.id) for person in people] == stored
        assert await store.ratings.leaderboard("ringo", NOW) == boards
    assert await faults_of(path) == []


@pytest.mark.parametrize("seed", range(3))
async def test_a_drawn_game_is_half_a_win_for_both(store: Store, seed: int) -> None:
    match = await advance(store, await begin(store), 4, seed=seed)
    await do(store, match.number, verbs.offer_draw, ANN.id, NOW)
    await do(store, match.number, verbs.accept_draw, BEA.id, NOW)
    standing = (await store.ratings.find(ANN.id))["ringo"]
    assert standing.rating.rating == pytest.approx(1500)
    assert (standing.wins, standing.draws, standing.losses) == (0, 1, 0)
