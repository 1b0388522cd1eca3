"""Leagues and cups in the store: they begin, go on after each match, and end by their date."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from contests import league
from contests.contest import LAST_PACE, LAST_WEEK, WEEK, Form, TableRules
from data import Person, Place, Store, StoredMatch
from data.contest_values import (
    MOST_GONE,
    USUAL_PACE,
    VACATION,
    Contest,
    ContestNews,
    ContestState,
    ContestTerms,
    WhyOut,
)
from data.database import snapshot_of
from data.export import items_about
from match import verbs
from match.clock import Pace
from match.event import LOST_ON_TIME
from rules import Refusal
from tests.data.sample_matches import (
    ANN,
    BEA,
    CARD,
    CARL,
    DAY,
    HERE,
    HOUR,
    NOW,
    advance,
    do,
    faults_of,
    play,
)
from tests.postgres import of_file
from tests.simulated_discord.interruptions import stopped_at
from tests.thorough import THOROUGH

PEOPLE = [Person(100 + number, f"P{number}") for number in range(32)]
SIGN_UP = 7 * DAY


async def opened(store: Store, people: list[Person], **terms: object) -> Contest:
    """Open an event that these people join."""
    now = NOW
    chosen: dict[str, object] = {"form": Form.LEAGUE, "game": "ringo", "options": {}, **terms}
    contest = await store.contests.open(
        ContestTerms(**chosen),  # type: ignore[arg-type]  # a test's own terms
        HERE,
        ANN,
        now + SIGN_UP,
        now,
    )
    for person in people:
        contest = await store.contests.join(contest.id, person, HERE.server, now)
    return contest


async def test_leagues_and_cups_are_numbered_apart(store: Store) -> None:
    """The first league of a server, begun beside its Cup 1, used to be League 2."""
    forms = [Form.CUP, Form.LEAGUE, Form.CUP]
    contests = [await opened(store, [], form=form) for form in forms]
    assert [contest.number for contest in contests] == [1, 1, 2]
    assert [contest.number for contest in await store.contests.of_server(70)] == [2, 1, 1]


async def begun(store: Store, number: int, **terms: object) -> Contest:
    """Begin an event of so many people at the end of its sign-up."""
    contest = await opened(store, PEOPLE[:number], **terms)
    return await store.contests.go_on(contest.id, NOW + SIGN_UP)


async def live(store: Store, contest: Contest) -> list[StoredMatch]:
    """List the matches of an event that go on."""
    found = await store.contests.find(contest.id)
    return [
        await store.matches.find(game.match)
        for game in found.games
        if game.match is not None and game.played.points is None
    ]


async def use_up_vacations(store: Store, now: datetime) -> None:
    """Restart the clocks of whoever has used up the vacation of an event, as in a round."""
    for away in await store.contests.vacations_over(now):
        await store.contests.use_up_vacation(away, now)


async def move(store: Store, match: StoredMatch, now: datetime) -> StoredMatch:
    """Let the player to move make the first move that is listed."""
    assert match.to_move is not None
    return await play(store, match, match.to_move, next(iter(match.position.moves())), now)


async def play_out(store: Store, contest: Contest, now: datetime) -> Contest:
    """Let the weaker one of each pair resign, until nothing begins any more."""
    while matches := await live(store, contest):
        for match in matches:
            moved = match if all(match.moves) else await advance(store, match, 2, now)
            await do(store, moved, verbs.resign, max(match.seats), now)
        contest = await store.contests.go_on(contest.id, now)
    return contest


async def test_a_league_goes_on_by_itself_and_ends_with_places(store: Store) -> None:
    contest = await begun(store, 8, division=4, at_once=2)
    assert contest.state is ContestState.RUNNING
    assert [one.division for one in contest.in_order] == [0] * 4 + [1] * 4
    busy = Counter(person for match in await live(store, contest) for person in match.seats)
    assert {*busy.values()} == {2}
    after = await play_out(store, contest, NOW + SIGN_UP + DAY)
    assert after.state is ContestState.OVER
    assert [one.place for one in after.in_order] == [1, 2, 3, 4] * 2
    assert Counter(len(after.games) for _ in "x") == Counter([2 * 6 * (1 + after.terms.both_sides)])
    (champion,) = await store.contests.champions(70)
    assert champion.person == after.in_order[0].person.id


@pytest.mark.parametrize(
    ("game", "options", "both"),
    [("hoyito", {}, True), ("hoyito", {"holes": "8"}, False), ("ringo", {}, True),
     ("bizingo", {}, False), ("bizingo", {"first": "dark"}, False)],
)  # fmt: skip
async def test_each_pair_plays_both_sides_at_once_where_one_is_much_easier(
    store: Store, game: str, options: dict[str, str], both: bool
) -> None:
    contest = await begun(store, 3, game=game, options=options)
    assert contest.terms.both_sides is both
    pairs = Counter(frozenset(match.seats) for match in await live(store, contest))
    assert pairs == dict.fromkeys(pairs, 1 + both)
    assert len(pairs) == 3
    sides = Counter(seat for match in await live(store, contest) for seat in match.seats[:1])
    assert {*sides.values()} == {1 + both}
    if both:
        twins = {frozenset((match.number, match.twin)) for match in await live(store, contest)}
        assert len(twins) == 3


@pytest.mark.parametrize(
    ("pace", "half"), [(USUAL_PACE, "36h+6h/2d"), (Pace.a_move(3), "36h"), (Pace.a_move(1), "1")]
)
async def test_a_cup_is_won_and_a_tie_is_played_again_at_half_the_pace(
    store: Store, pace: Pace, half: str
) -> None:
    contest = await begun(store, 4, form=Form.CUP, weeks=3, pace=pace)
    for match in await live(store, contest):
        # The first side always wins, so each pair is level.
        await do(store, match, verbs.resign, match.seats[1], NOW + SIGN_UP)
    contest = await store.contests.go_on(contest.id, NOW + SIGN_UP)
    again = await live(store, contest)
    assert len(again) == 4
    assert {match.pace.write() for match in again if match.pace} == {half}
    after = await play_out(store, contest, NOW + SIGN_UP + DAY)
    assert (after.state, sorted(one.place or 0 for one in after.entrants)) == (
        ContestState.OVER,
        [1, 2, 3, 3],
    )


@THOROUGH
async def test_stopped_at_any_await_the_next_round_loses_and_doubles_nothing(store: Store) -> None:
    for step in count(1, 5):
        contest = await opened(store, PEOPLE[:3], at_once=1, name=f"stop {step}")
        stopped: list[int] = []
        work = store.contests.go_on(contest.id, NOW + SIGN_UP)
        if step % 2:
            await store.contests.go_on(contest.id, NOW + SIGN_UP)
            contest = await store.contests.find(contest.id)
            for match in await live(store, contest):
                await do(store, match, verbs.resign, max(match.seats), NOW + SIGN_UP)
        with suppress(asyncio.CancelledError):
            await stopped_at(step // 2 + 1, work, stopped)
        after = await play_out(
            store, await store.contests.go_on(contest.id, NOW + SIGN_UP), NOW + SIGN_UP
        )
        assert after.state is ContestState.OVER
        slots = Counter(game.slot for game in after.games)
        assert {*slots.values()} == {1}
        assert len(slots) == 3 * (1 + after.terms.both_sides)
        assert len({game.match for game in after.games}) == len(slots)
        if not stopped:
            break
    assert step > 20


@THOROUGH
@pytest.mark.parametrize("form", [*Form])
async def test_both_matches_of_a_pair_end_and_one_thing_follows(store: Store, form: Form) -> None:
    contest = await begun(store, 4, form=form, game="hoyito", at_once=2)
    now = NOW + SIGN_UP + HOUR
    pair = [match for match in await live(store, contest) if PEOPLE[0].id in match.seats]
    assert [match.twin for match in pair] == [pair[1].number, pair[0].number]
    await asyncio.gather(*(do(store, match, verbs.resign, max(match.seats), now) for match in pair))
    await asyncio.gather(*(store.contests.go_on(contest.id, now) for _ in range(3)))
    after = await store.contests.find(contest.id)
    assert max(Counter(game.slot for game in after.games).values()) == 1
    theirs = [match for match in await live(store, after) if PEOPLE[0].id in match.seats]
    # In the league the next opponent is one who is busy; in the cup it is not known yet.
    assert theirs == []
    assert sum(game.played.points is not None for game in after.games) == 2
    assert (await play_out(store, after, now)).state is ContestState.OVER


async def test_without_its_organiser_an_event_goes_on(store: Store) -> None:
    contest = await opened(store, PEOPLE[:3])
    await store.forgetting.forget(ANN.id, NOW)
    after = await store.contests.go_on(contest.id, NOW + SIGN_UP)
    assert (after.organiser, after.state) == (None, ContestState.RUNNING)
    after = await play_out(store, after, NOW + SIGN_UP + DAY)
    assert after.state is ContestState.OVER


async def test_a_vacation_on_the_last_day_does_not_move_the_end(store: Store) -> None:
    contest = await begun(store, 3, weeks=2)
    ends = contest.ends
    assert ends is not None
    for person in PEOPLE[:3]:
        await store.vacations.begin(person.id, ends - HOUR)
    await store.contests.go_on(contest.id, ends)
    assert (await store.contests.find(contest.id)).ends == ends
    over = ends + LAST_WEEK
    for number in (await store.contests.find(contest.id)).undecided(over):
        await store.matches.apply(number, lambda match: verbs.decide(match, over, None))
    after = await store.contests.go_on(contest.id, over)
    assert (after.state, after.ended) == (ContestState.OVER, over)


async def test_two_who_join_at_the_last_place_get_one(store: Store) -> None:
    contest = await opened(store, PEOPLE[:3], most=4)
    joins = (store.contests.join(contest.id, one, 70, NOW) for one in (ANN, BEA, CARL))
    results = await asyncio.gather(*joins, return_exceptions=True)
    assert sum(isinstance(one, Contest) for one in results) == 1
    assert sum(isinstance(one, Refusal) for one in results) == 2
    assert (await store.contests.go_on(contest.id, NOW)).state is ContestState.RUNNING


@THOROUGH
async def test_thirty_two_join_at_once(store: Store) -> None:
    contest = await opened(store, [])
    await asyncio.gather(*(store.contests.join(contest.id, one, 70, NOW) for one in PEOPLE))
    after = await store.contests.go_on(contest.id, NOW)
    assert len(after.entrants) == 32
    assert Counter(one.division for one in after.entrants) == dict.fromkeys(range(4), 8)


async def test_with_too_few_it_waits_a_week_once_and_ends(store: Store) -> None:
    contest = await opened(store, PEOPLE[:2])
    after = await store.contests.go_on(contest.id, NOW + SIGN_UP)
    assert (after.state, after.news) == (ContestState.OPEN, ContestNews.WAITS)
    assert after.begins == NOW + SIGN_UP + WEEK
    after = await store.contests.go_on(contest.id, NOW + SIGN_UP + WEEK)
    assert (after.state, after.news) == (ContestState.CANCELLED, ContestNews.CANCELLED)


async def test_two_losses_on_time_put_out_and_what_goes_on_is_lost(store: Store) -> None:
    contest = await begun(store, 4)
    moving = Counter(match.to_move for match in await live(store, contest))
    (late, _), *_ = moving.most_common()
    assert late is not None
    theirs = [match for match in await live(store, contest) if match.to_move == late]
    assert len(theirs) >= 2
    for match in theirs[:2]:
        assert match.deadline is not None
        lost = await store.matches.run_out(match.number, match.deadline)
        assert lost.after.result is not None
        assert (lost.after.result.how in LOST_ON_TIME, lost.after.counts) == (True, False)
    after = await store.contests.go_on(contest.id, NOW + SIGN_UP + 4 * DAY)
    entrant = after.entrant(late)
    assert entrant is not None
    assert entrant.out is WhyOut.TIME
    assert all(late not in match.seats for match in await live(store, after))


async def test_the_end_date_is_law(store: Store) -> None:
    contest = await begun(store, 3, weeks=2)
    ends = contest.ends
    assert ends is not None
    before = await live(store, contest)
    await store.contests.go_on(contest.id, ends - HOUR)
    assert all(match.clock.limit is None for match in await live(store, contest))
    await store.contests.go_on(contest.id, ends)
    limited = await live(store, contest)
    assert len(limited) == len(before)
    for match in limited:
        assert match.clock.limit == LAST_PACE
        assert match.deadline is not None
        assert match.deadline <= ends + LAST_PACE
    assert (await store.contests.find(contest.id)).undecided(ends + LAST_WEEK - HOUR) == []
    numbers = (await store.contests.find(contest.id)).undecided(ends + LAST_WEEK)
    assert numbers == [match.number for match in limited]
    for number in numbers:
        decided = await store.matches.apply(
            number, lambda match: verbs.decide(match, ends + LAST_WEEK, None)
        )
        assert not decided.after.counts
    after = await store.contests.go_on(contest.id, ends + LAST_WEEK)
    assert after.state is ContestState.OVER


async def test_an_outage_over_the_end_date_moves_it(store: Store) -> None:
    contest = await begun(store, 3, weeks=2)
    assert contest.ends is not None
    await store.outages.beat(contest.ends - DAY)
    await store.outages.come_back(contest.ends + 2 * DAY)
    after = await store.contests.find(contest.id)
    assert after.ends == contest.ends + 3 * DAY


async def test_vacation_stops_clocks_for_five_days_of_a_season(store: Store) -> None:
    contest = await begun(store, 3)
    began = NOW + SIGN_UP
    away = (await live(store, contest))[0].to_move
    assert away is not None
    for match in await live(store, contest):
        if match.to_move == away:
            await move(store, match, began)
            break
    await store.vacations.begin(away, began + HOUR)
    stopped = [match for match in await live(store, contest) if match.to_move == away]
    assert stopped
    assert all(match.stopped for match in stopped)
    await use_up_vacations(store, began + VACATION)
    assert all(m.stopped for m in await live(store, contest) if m.to_move == away)
    over = began + HOUR + VACATION
    await use_up_vacations(store, over)
    for match in await live(store, contest):
        if match.to_move == away:
            assert match.stopped is None
            assert match.deadline is not None
            assert not any(match.clock.away)
            with pytest.raises(Refusal, match="no vacation left in this league or cup"):
                await store.vacations.save(match, match.deadline)
    await store.vacations.end(away, over + DAY)
    entrant = (await store.contests.find(contest.id)).entrant(away)
    assert entrant is not None
    assert entrant.vacation_left(over + DAY) == timedelta(0)


async def test_vacation_stops_no_clock_of_whoever_has_not_moved_in_an_event(store: Store) -> None:
    contest = await begun(store, 3)
    began = NOW + SIGN_UP
    first, *_ = await live(store, contest)
    away = first.to_move
    assert away is not None
    await store.vacations.begin(away, began + HOUR)
    assert not any(match.stopped for match in await live(store, contest))
    entrant = (await store.contests.find(contest.id)).entrant(away)
    assert entrant is not None
    assert entrant.vacation_left(began + DAY) == VACATION
    with pytest.raises(Refusal, match="no vacation left in this league or cup"):
        await store.vacations.save(first, began + 9 * DAY)
    await move(store, first, began + DAY)
    await store.vacations.end(away, began + DAY)
    await store.vacations.begin(away, began + 2 * DAY)
    stopped = [match.stopped for match in await live(store, contest) if match.to_move == away]
    assert stopped == [began + 2 * DAY] * len(stopped)
    assert stopped


@pytest.mark.parametrize("form", [*Form])
async def test_whoever_has_blocked_somebody_plays_them_without_remarks(
    store: Store, form: Form
) -> None:
    contest = await opened(store, PEOPLE[:4], form=form)
    for other in PEOPLE[1:4]:
        await store.people.block(PEOPLE[0].id, other.id, NOW)
    after = await store.contests.go_on(contest.id, NOW + SIGN_UP)
    assert all(game.match is not None for game in after.games)
    theirs = [match for match in await live(store, after) if PEOPLE[0].id in match.seats]
    assert len(theirs) == (2 if form is Form.CUP else 4)
    assert all(match.silent for match in theirs)
    assert (await store.contests.find(contest.id)).state is ContestState.RUNNING


async def test_all_that_is_left_begins_whatever_the_cap_before_the_end(store: Store) -> None:
    """Ten moves of each side take 15 days at the usual pace."""
    contest = await begun(store, 8, game="bizingo", at_once=1, weeks=8)
    assert contest.ends is not None
    last = contest.ends - 15 * DAY
    assert len(await live(store, contest)) == 4
    before = await store.contests.go_on(contest.id, last - timedelta(seconds=1))
    assert len(before.games) == 4
    assert await store.contests.due(last - timedelta(seconds=1)) == []
    assert await store.contests.due(last) == [contest.id]
    after = await store.contests.go_on(contest.id, last)
    assert len(after.games) == len(await live(store, after)) == 28


async def test_at_a_slow_pace_the_cap_holds_for_half_of_the_weeks(store: Store) -> None:
    contest = await begun(store, 4, game="bizingo", at_once=1, weeks=8, pace=Pace.a_move(14))
    assert contest.started is not None
    half = contest.started + 4 * WEEK
    assert len((await store.contests.go_on(contest.id, half - HOUR)).games) == 2
    assert len((await store.contests.go_on(contest.id, half)).games) == 6


async def test_who_never_began_a_game_has_no_point_of_it(store: Store) -> None:
    """One who won one match stands above those who lost or delayed theirs."""
    contest = await begun(store, 4, game="bizingo", at_once=1, weeks=8)
    match = (await live(store, contest))[0]
    winner, loser = match.seats
    await do(store, match, verbs.resign, loser, NOW + SIGN_UP)
    async with store._database.transaction() as connection:
        # The bot was not there when all was to begin, so that most games never did.
        await connection.change("UPDATE contests SET ends = started + 1")
    contest = await store.contests.find(contest.id)
    over = NOW + SIGN_UP + LAST_WEEK + DAY
    for number in (await store.contests.find(contest.id)).undecided(over):
        await store.matches.apply(number, lambda match: verbs.decide(match, over, None))
    after = await store.contests.go_on(contest.id, over)
    assert after.state is ContestState.OVER
    assert len(after.games) == 2
    lines = {line.number: line for line in league.table(after.progress(), 0)}
    numbers = {one.person.id: one.number for one in after.entrants}
    assert lines[numbers[winner] or 0].place == 1
    assert lines[numbers[loser] or 0].points == 0
    assert sorted(line.points for line in lines.values()) == [0, 1, 1, 2]


async def test_a_loss_on_time_without_a_move_is_one_by_absence(
    store: Store,
) -> None:
    contest = await begun(store, 3, game="bizingo")
    match = (await live(store, contest))[0]
    await store.vacations.choose(match.to_move or 0, NOW, by_itself=False)
    assert match.deadline is not None
    await store.matches.run_out(match.number, match.deadline)
    found = await store.contests.find(contest.id)
    (lost,) = [game.played for game in found.games if game.match == match.number]
    assert (lost.on_time, lost.absent, lost.is_walkover) == (True, True, True)


@of_file
@pytest.mark.parametrize("form", [*Form])
async def test_people_rated_alike_are_seeded_by_lot_which_is_stored(path: Path, form: Form) -> None:
    orders = set()
    for seed in range(4):
        file = path.with_name(f"lots-{seed}")
        async with await Store.open(file, NOW, random.Random(seed)) as store:
            contest = await opened(store, PEOPLE[:6], form=form)
            async with store._database.transaction() as connection:
                await connection.insert(
                    "ratings",
                    game="ringo",
                    person=PEOPLE[5].id,
                    rating=1700.0,
                    deviation=60.0,
                    volatility=0.06,
                    at=0,
                    wins=9,
                    draws=0,
                    losses=0,
                )
            contest = await store.contests.go_on(contest.id, NOW + SIGN_UP)
            order = [one.person.id for one in contest.in_order]
            assert order[0] == PEOPLE[5].id, "who has a rating comes first"
            assert [one.by_lot for one in contest.in_order] == [False] + [True] * 5
            again = await store.contests.find(contest.id)
            assert [one.person.id for one in again.in_order] == order
            orders.add(tuple(order))
    assert len(orders) > 1, "not by who joined first"


async def test_what_began_by_earlier_rules_keeps_them(store: Store) -> None:
    old, contest = await begun(store, 3), await opened(store, PEOPLE[:3])
    async with store._database.transaction() as connection:
        await connection.change("UPDATE contests SET rules = 1")
    assert (await store.contests.find(old.id)).progress().rules is TableRules.FIRST
    contest = await store.contests.go_on(contest.id, NOW + SIGN_UP)
    assert contest.progress().rules is TableRules.PRESENT


async def test_a_match_of_an_event_is_not_aborted(store: Store) -> None:
    contest = await begun(store, 3)
    match = (await live(store, contest))[0]
    with pytest.raises(Refusal, match="league or cup"):
        await do(store, match, verbs.abort, match.seats[0])


async def test_whoever_is_deleted_stays_as_a_former_player(store: Store, path: Path) -> None:
    contest = await begun(store, 4)
    gone = contest.in_order[0].person.id
    async with snapshot_of(path) as connection:
        items = [item async for item in items_about(connection, gone)]
    assert [item["contest"]["event"] for item in items if "contest" in item] == [1]  # type: ignore[index]
    await store.forgetting.forget(gone, NOW + SIGN_UP + DAY)
    after = await play_out(
        store, await store.contests.go_on(contest.id, NOW + SIGN_UP + DAY), NOW + SIGN_UP + DAY
    )
    assert after.state is ContestState.OVER
    former = [one for one in after.entrants if one.person.id < 0]
    assert [(one.out, one.place) for one in former] == [(WhyOut.LEFT, None)]
    assert after.entrant(gone) is None
    async with snapshot_of(path) as connection:
        assert not [item async for item in items_about(connection, gone) if "contest" in item]


async def test_an_hour_after_its_server_was_left_an_event_has_ended_undecided(
    store: Store,
) -> None:
    running, open_one = await begun(store, 3), await opened(store, [ANN])
    await store.left_servers.leave_others([80], NOW + SIGN_UP)
    hour = NOW + SIGN_UP + MOST_GONE

    async def states() -> list[ContestState]:
        return [(await store.contests.find(one.id)).state for one in (running, open_one)]

    assert await store.contest_messages.to_show() == []
    assert await store.contests.due(hour - timedelta(seconds=1)) == []
    for number in await store.contests.due(hour):
        await store.contests.go_on(number, hour)
    assert await states() == [ContestState.UNDECIDED, ContestState.CANCELLED]
    assert await store.contests.due(NOW + 100 * DAY) == []
    assert await store.contest_messages.to_show() == [], "nobody is there to be told"
    await store.contests.come_back([70], hour + DAY)
    assert await store.contest_messages.to_show() == [running.id, open_one.id]


async def test_an_event_goes_on_if_its_server_is_soon_there_again(store: Store) -> None:
    running, open_one = await begun(store, 3), await opened(store, [ANN])
    await store.left_servers.leave(70, NOW + SIGN_UP)
    soon = NOW + SIGN_UP + MOST_GONE - timedelta(seconds=1)
    await store.contests.come_back([80], soon)
    assert (await store.contests.find(running.id)).left is not None
    await store.contests.come_back([70], soon)
    for contest in (running, open_one):
        found = await store.contests.find(contest.id)
        assert (found.state, found.left) == (contest.state, None)
    assert await store.contests.due(soon) == [running.id, open_one.id]
    found = await store.contests.go_on(open_one.id, soon)
    assert await store.contests.due(NOW + 100 * DAY) == [running.id, open_one.id]


async def test_a_series_whose_server_was_left_is_told_of_once(store: Store) -> None:
    first = await begun(store, 3, series=True)
    await store.left_servers.leave(70, NOW + SIGN_UP)
    await store.contests.come_back([70], NOW + SIGN_UP + MOST_GONE)
    found = [await store.contests.find(number) for number in (first.id, first.id + 1)]
    assert [one.state for one in found] == [ContestState.UNDECIDED, ContestState.CANCELLED]
    assert [one.news for one in found] == [ContestNews.LEFT, None]


async def test_a_series_goes_on_with_promotion_and_relegation(store: Store) -> None:
    first = await begun(store, 8, division=4, series=True)
    (following,) = [one for one in await store.contests.of_server(70) if one.is_open]
    assert (following.season, following.begins, following.number) == (2, None, 2)
    absent = first.in_order[1].person.id
    await store.contests.leave(following.id, absent, 70, NOW + SIGN_UP)
    over = await play_out(store, first, NOW + SIGN_UP + DAY)
    following = await store.contests.find(following.id)
    assert over.ended is not None
    assert following.begins == over.ended + WEEK
    assert len(following.entrants) == 7
    after = await store.contests.go_on(following.id, over.ended + WEEK)
    places = [over.in_order[at].person.id for at in (0, 2, 4, 3, 5, 6, 7)]
    assert [one.person.id for one in after.in_order] == places
    (champion,) = await store.contests.champions(70, "ringo")
    assert champion.contest.id == first.id


async def test_a_series_of_cups_begins_with_those_who_came_furthest(store: Store) -> None:
    first = await begun(store, 4, form=Form.CUP, series=True)
    while matches := await live(store, first):
        for match in matches:
            await do(store, match, verbs.resign, min(match.seats), NOW + SIGN_UP)
        first = await store.contests.go_on(first.id, NOW + SIGN_UP)
    assert first.ended is not None
    assert [one.place for one in first.in_order] == [3, 3, 2, 1]
    following = await store.contests.go_on(first.id + 1, first.ended + WEEK)
    assert (following.state, following.season) == (ContestState.RUNNING, 2)
    assert [one.person.id for one in following.in_order] == [103, 102, 100, 101]


async def test_a_series_goes_on_without_those_who_left_or_stayed_away(store: Store) -> None:
    first = await begun(store, 7, series=True)
    (following,) = [one for one in await store.contests.of_server(70) if one.is_open]
    left, gone = PEOPLE[5], PEOPLE[6]
    await store.contests.leave(first.id, left.id, 70, NOW + SIGN_UP)
    with pytest.raises(Refusal, match="You're already out of this league or cup"):
        await store.contests.leave(first.id, left.id, 70, NOW + SIGN_UP)
    await store.forgetting.forget(gone.id, NOW + SIGN_UP)
    first = await store.contests.go_on(first.id, NOW + SIGN_UP)
    match = (await live(store, first))[0]
    late, over = match.to_move, match.deadline
    assert late is not None
    assert over is not None
    await store.matches.run_out(match.number, over)
    while matches := await live(store, first):
        for match in matches:
            # To resign is to be there.
            await do(store, match, verbs.resign, max({*match.seats} - {late}), over)
        first = await store.contests.go_on(first.id, over)
    assert first.state is ContestState.OVER
    carried = {one.person.id for one in (await store.contests.find(following.id)).entrants}
    assert carried == {one.id for one in PEOPLE[:5]} - {late}


async def test_nobody_else_leaves_the_next_season_before_it_begins(store: Store) -> None:
    """Its card has **Leave** for those who would be carried over, and anybody may press it."""
    first = await begun(store, 4, series=True)
    (following,) = [one for one in await store.contests.of_server(70) if one.is_open]
    with pytest.raises(Refusal, match="You're not in this league or cup"):
        await store.contests.leave(following.id, 900, 70, NOW + SIGN_UP)
    left = first.in_order[0].person.id
    for _ in range(2):
        await store.contests.leave(following.id, left, 70, NOW + SIGN_UP)
    await play_out(store, first, NOW + SIGN_UP + DAY)
    assert (await store.contests.find(following.id)).entrant(left) is None


async def test_a_series_that_is_stopped_has_no_next_season(store: Store) -> None:
    first = await begun(store, 4, series=True)
    after = await store.contests.stop(first.id, 70, NOW + SIGN_UP)
    (following,) = [one for one in await store.contests.of_server(70) if one.id != first.id]
    assert (after.state, following.state) == (ContestState.UNDECIDED, ContestState.CANCELLED)
    with pytest.raises(Refusal, match="Nobody can join this league or cup any more"):
        await store.contests.join(following.id, ANN, 70, NOW + SIGN_UP)


async def test_a_series_keeps_the_places_of_those_who_play(store: Store) -> None:
    first = await begun(store, 4, series=True, most=4)
    (following,) = [one for one in await store.contests.of_server(70) if one.is_open]
    with pytest.raises(Refusal, match="full"):
        await store.contests.join(following.id, ANN, 70, NOW + SIGN_UP)
    await store.contests.leave(following.id, first.in_order[0].person.id, 70, NOW + SIGN_UP)
    await store.contests.join(following.id, ANN, 70, NOW + SIGN_UP)
    await store.contests.join(following.id, first.in_order[1].person, 70, NOW + SIGN_UP)
    await play_out(store, first, NOW + SIGN_UP + DAY)
    assert len((await store.contests.find(following.id)).entrants) == 4


@pytest.mark.parametrize(
    ("terms", "range_"),
    [
        ({"most": 2}, "from 3 to 32"),
        ({"division": 99}, "from"),
        ({"weeks": 27}, "from 1 to 26"),
        ({"weeks": 1, "form": Form.CUP}, "from 2 to 26"),
    ],
)
async def test_nobody_opens_an_event_of_impossible_terms(
    store: Store, terms: dict[str, object], range_: str
) -> None:
    (value, *_) = terms.values()
    with pytest.raises(Refusal, match=f"{value} doesn't fit here; choose a number {range_}"):
        await opened(store, [], **terms)
    assert await store.contests.of_server(70) == []


async def test_an_event_asked_for_twice_is_opened_once_and_only_in_a_server(store: Store) -> None:
    terms = ContestTerms(form=Form.LEAGUE, game="ringo", options={})
    begins = NOW + SIGN_UP
    await store.contests.open(terms, HERE, ANN, begins, NOW, request=5)
    with pytest.raises(Refusal, match="Already done"):
        await store.contests.open(terms, HERE, ANN, begins, NOW, request=5)
    with pytest.raises(Refusal, match="Leagues and cups are for servers; start one there"):
        await store.contests.open(terms, Place(channel=9), ANN, begins, NOW, request=6)
    assert len(await store.contests.of_server(70)) == 1


async def test_who_is_deleted_before_it_begins_is_not_in_it_nor_on_its_card(store: Store) -> None:
    contest = await opened(store, PEOPLE[:3])
    await store.contest_messages.show_on(contest.id, CARD, contest.version)
    assert await store.contest_messages.to_show() == []
    await store.forgetting.forget(PEOPLE[1].id, NOW)
    after = await store.contests.find(contest.id)
    assert [one.person.id for one in after.entrants] == [PEOPLE[0].id, PEOPLE[2].id]
    assert await store.contest_messages.to_show() == [contest.id]


async def test_other_servers_and_other_people_reach_nothing(store: Store) -> None:
    contest = await opened(store, [ANN])
    for attempt in (
        store.contests.join(contest.id, BEA, 80, NOW),
        store.contests.join(2**63, BEA, 70, NOW),
        store.contests.join(contest.id, ANN, 70, NOW),
        store.contests.leave(contest.id, BEA.id, 70, NOW),
        store.contests.stop(contest.id, 80, NOW),
        store.contests.move(contest.id, Place(9, 80), NOW),
        store.contests.join(contest.id, Person(9, "Bot", is_bot=True), 70, NOW),
    ):
        with pytest.raises(Refusal):
            await attempt
    assert await store.contests.find(contest.id) == contest


async def test_an_event_that_is_stopped_leaves_its_matches_alone(store: Store) -> None:
    contest = await begun(store, 3)
    after = await store.contests.stop(contest.id, 70, NOW + SIGN_UP)
    assert (after.state, after.news) == (ContestState.UNDECIDED, ContestNews.STOPPED)
    for match in await live(store, contest):
        await do(store, match, verbs.resign, match.seats[0], NOW + SIGN_UP)
    after = await store.contests.go_on(contest.id, NOW + SIGN_UP + DAY)
    assert (after.state, len(after.games)) == (ContestState.UNDECIDED, len(contest.games))
    assert await store.contests.due(NOW + 100 * DAY) == []


async def test_the_file_of_an_event_is_sound(store: Store, path: Path) -> None:
    contest = await begun(store, 5)
    assert contest.ends is not None
    await store.contests.go_on(contest.id, contest.ends)
    assert await faults_of(path) == []


async def test_results_are_told_once_a_day(store: Store) -> None:
    contest = await begun(store, 4)
    began = NOW + SIGN_UP
    await store.contest_messages.mark_announced(contest)
    match, other, *_ = await live(store, contest)
    await do(store, match, verbs.resign, match.seats[0], began + HOUR)
    assert (await store.contests.go_on(contest.id, began + 2 * HOUR)).news is None
    assert began + DAY <= began + 30 * HOUR
    after = await store.contests.go_on(contest.id, began + 30 * HOUR)
    assert after.news is ContestNews.LINE
    await store.contest_messages.mark_announced(after)
    await do(store, other, verbs.resign, other.seats[0], began + 31 * HOUR)
    assert (await store.contests.go_on(contest.id, began + 32 * HOUR)).news is None
    after = await store.contests.go_on(contest.id, began + 60 * HOUR)
    assert after.news is ContestNews.LINE
    assert after.line_since == began + 30 * HOUR
    await store.contest_messages.mark_announced(after)
    after = await store.contests.go_on(contest.id, began + 100 * HOUR)
    assert after.news is None


async def test_four_people_of_whom_nobody_moved_have_no_champion(store: Store) -> None:
    contest = await begun(store, 4, game="bizingo", weeks=4)
    now = NOW + SIGN_UP
    while contest.state is ContestState.RUNNING:
        now += DAY
        for match in await live(store, contest):
            if match.deadline is not None and match.deadline <= now:
                await store.matches.run_out(match.number, now)
        contest = await store.contests.go_on(contest.id, now)
    assert contest.state is ContestState.OVER
    assert contest.champions == []
    assert HERE.server is not None
    assert await store.contests.champions(HERE.server) == []
    for person in PEOPLE[:4]:
        statistics = await store.statistics.summarize(person.id)
        assert (statistics.longest_streak, statistics.wins, statistics.sides) == (0, None, {})


@pytest.mark.parametrize("form", [Form.LEAGUE, Form.CUP])
async def test_whoever_leaves_has_no_title_and_stands_below_those_who_stayed(
    store: Store, form: Form
) -> None:
    contest = await begun(store, 4, form=form, game="bizingo", at_once=None)
    now = NOW + SIGN_UP
    best = contest.in_order[0].person.id
    for match in await live(store, contest):
        if best in match.seats:
            (loser,) = {*match.seats} - {best}
            await do(store, await advance(store, match, 2, now), verbs.resign, loser, now)
    await store.contests.leave(contest.id, best, HERE.server, now)
    after = await play_out(store, await store.contests.go_on(contest.id, now), now)
    assert [one.person.id for one in after.champions] == [after.in_order[1].person.id]
    assert after.in_order[0].place != 1


async def test_places_that_are_taken_cannot_be_taken_away(store: Store) -> None:
    contest = await opened(store, PEOPLE[:5])
    server, terms = contest.place.server, contest.terms
    with pytest.raises(Refusal, match="5 places are taken already; allow at least as many"):
        await store.contests.change(contest.id, server, replace(terms, most=4), None, NOW)
    changed = await store.contests.change(contest.id, server, replace(terms, most=6), None, NOW)
    assert (changed.terms.most, changed.begins) == (6, contest.begins)
    full = await store.contests.change(contest.id, server, replace(terms, most=5), None, NOW)
    assert full.begins == NOW
