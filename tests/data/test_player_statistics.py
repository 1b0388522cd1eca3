"""Player statistics: the database's counts equal those from every single match."""

import random
from collections import Counter
from collections.abc import Iterable
from datetime import timedelta

import pytest

from data import ListedMatch, Person, Store, player_statistics
from data.player_statistics import Statistics, Tally
from match import verbs
from match.event import WITHOUT_RESULT
from match.rating import CENTRE, MOST_DEVIATION
from rules import Name
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARL,
    DAY,
    HERE,
    NOW,
    THERE,
    advance,
    begin,
    do,
    rating_history,
)
from tests.data.test_ratings import decided
from tests.thorough import THOROUGH


def tally(matches: Iterable[ListedMatch], person: int) -> Tally:
    sides = [(match.winner, match.seats.index(person)) for match in matches]
    return Tally(
        sum(winner == side for winner, side in sides),
        sum(winner is None for winner, _ in sides),
        sum(winner == 1 - side for winner, side in sides),
    )


def longest_run(won: Iterable[bool]) -> int:
    best = run = 0
    for one in won:
        run = run + 1 if one else 0
        best = max(best, run)
    return best


async def played(store: Store, count: int, seed: int) -> None:
    """Play random matches, most of them Ann's."""
    rng = random.Random(seed)
    for number in range(count):
        one, other = rng.sample([ANN, ANN, BEA, CARL], 2)
        if one == other:
            one = BEA
        await decided(
            store,
            one,
            other,
            game=rng.choice(["ringo", "hoyito"]),
            rated=rng.random() < 0.7,
            after=timedelta(hours=number),
            server=rng.choice([HERE.server, THERE.server]),
        )
    drawn = await advance(store, await begin(store, now=NOW + DAY), 6, NOW + DAY)
    await do(store, drawn.number, verbs.offer_draw, ANN.id, NOW + DAY)
    await do(store, drawn.number, verbs.accept_draw, BEA.id, NOW + DAY)
    aborted = await begin(store, now=NOW + 2 * DAY)
    await do(store, aborted.number, verbs.abort, ANN.id, NOW + 2 * DAY)
    stopped = await advance(store, await begin(store, now=NOW + 2 * DAY), 4, NOW + 2 * DAY)
    await store.matches.apply(stopped, lambda match: verbs.stop(match, NOW + 2 * DAY, "Gone"))
    await begin(store, now=NOW + 2 * DAY)


async def looked_up(store: Store, person: Person) -> list[ListedMatch]:
    """Return a person's finished matches in order."""
    matches = await store.lists.finished(person.id, 1000)
    return [match for match in reversed(matches) if match.how not in WITHOUT_RESULT]


@THOROUGH
@pytest.mark.parametrize("seed", range(2))
async def test_what_is_counted_is_what_the_matches_say(store: Store, seed: int) -> None:
    await played(store, 14, seed)
    matches = await looked_up(store, ANN)
    fared = await store.statistics.summarize(ANN.id)
    for game, sides in fared.sides.items():
        for side, counted in enumerate(sides):
            there = [m for m in matches if m.game == game and m.seats[side] == ANN.id]
            assert counted == tally(there, ANN.id)
    assert sum(side.all for sides in fared.sides.values() for side in sides) == len(matches)
    met = Counter(m.opponent_of(ANN.id) for m in matches)
    assert [t.all for _, t in fared.opponents] == sorted(met.values(), reverse=True)
    for name, counted in fared.opponents:
        assert counted == tally([m for m in matches if name == m.opponent_of(ANN.id)], ANN.id)
    won = [match.winner == match.seats.index(ANN.id) for match in matches]
    assert fared.longest_streak == longest_run(won)
    assert fared.present_streak == 0  # the last was drawn
    lengths = []
    for match, is_won in zip(matches, won, strict=True):
        if is_won:
            lengths.append(sum((await store.matches.find(match.number)).moves))
    assert fared.wins == (min(lengths), max(lengths))


async def test_a_match_that_one_side_never_began_is_left_out(store: Store) -> None:
    """Somebody who never moved used to have two wins in a row, and a shortest one of no move."""
    await decided(store, ANN, BEA)
    before = await store.statistics.summarize(ANN.id)
    for moves in (0, 1, 3):
        match = await advance(store, await begin(store, now=NOW + DAY), moves, NOW + DAY)
        await do(store, match.number, verbs.resign, BEA.id, NOW + DAY)
    assert await store.statistics.summarize(ANN.id) == before
    assert await store.statistics.head_to_head(ANN.id, BEA.id) == Tally(1, 0, 0)
    assert before.wins is not None
    assert before.wins[0] >= 4
    await decided(store, ANN, BEA, after=2 * DAY)
    assert (await store.statistics.summarize(ANN.id)).present_streak == 2


async def test_a_streak_goes_on_until_it_ends(store: Store) -> None:
    wanted = []
    for number, won in enumerate([True, True, False, True, True, True, False, True]):
        pair = (ANN, BEA) if won else (BEA, ANN)
        await decided(store, *pair, after=timedelta(hours=number))
        fared = await store.statistics.summarize(ANN.id)
        wanted.append((fared.longest_streak, fared.present_streak))
    assert wanted == [(1, 1), (2, 2), (2, 0), (2, 1), (2, 2), (3, 3), (3, 0), (3, 1)]


async def test_only_what_the_asker_may_see_is_counted(store: Store) -> None:
    await decided(store, ANN, BEA)
    await decided(store, ANN, CARL, server=THERE.server)
    assert (await store.statistics.summarize(ANN.id)).longest_streak == 2
    here = await store.statistics.summarize(ANN.id, channels=[HERE.channel])
    assert [name for name, _ in here.opponents] == [Name("Bea")]
    nowhere = await store.statistics.summarize(ANN.id, channels=[], asker=5)
    assert nowhere == Statistics({}, (), 0, 0, None)
    asked = await store.statistics.summarize(ANN.id, channels=[], asker=CARL.id)
    assert [name for name, _ in asked.opponents] == [Name("Carl")]
    assert HERE.server
    assert await store.statistics.channels(ANN.id, HERE.server) == [HERE.channel]
    assert await store.statistics.channels(CARL.id, HERE.server) == []


async def test_one_game_alone_can_be_asked_for(store: Store) -> None:
    await decided(store, ANN, BEA)
    await decided(store, CARL, ANN, game="hoyito")
    fared = await store.statistics.summarize(ANN.id, pool="hoyito")
    assert set(fared.sides) == {"hoyito"}
    assert [name for name, _ in fared.opponents] == [Name("Carl")]
    assert (fared.longest_streak, fared.wins) == (0, None)


async def test_a_course_runs_from_the_first_match_until_now(store: Store) -> None:
    for number in range(3):
        await decided(store, ANN, BEA, after=number * 10 * DAY)
    standing = (await store.ratings.find(ANN.id))["ringo"]
    now = NOW + 40 * DAY
    course = await store.statistics.course(ANN.id, "ringo", standing, now)
    history = await rating_history(store, ANN.id)
    assert course.since == NOW
    assert course.points == (
        (0, CENTRE, MOST_DEVIATION),
        *((n / 4, c.after.rating, c.after.deviation) for n, c in enumerate(history)),
        (1, standing.rating.rating, standing.as_of(now).deviation),
    )


async def test_a_course_has_a_bounded_number_of_points_and_ends_as_it_is(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_statistics, "MOST_POINTS", 4)
    for number in range(12):
        await decided(store, ANN, BEA, after=number * DAY)
    standing = (await store.ratings.find(ANN.id))["ringo"]
    course = await store.statistics.course(ANN.id, "ringo", standing, NOW + 11 * DAY)
    assert 4 <= len(course.points) <= 4 + 3
    assert [*course.points] == sorted(course.points)
    assert course.points[-1][1:] == (standing.rating.rating, standing.rating.deviation)
