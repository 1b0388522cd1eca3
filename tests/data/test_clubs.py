"""Club matches in the store: what is due, and what outlasts outages, deletions and checks."""

from datetime import timedelta
from pathlib import Path

import pytest

from data import Person, Place, Store
from data.club_values import CODE_LASTS, SIGN_UP, ClubMatch, ClubState, ClubTerms, NoClubMatch
from data.clubs import MOST_AT_ONCE, MOST_PLAYERS
from data.columns import stamp
from data.contest_course import PIECE
from data.export import items_about
from match import verbs
from rules import Refusal
from tests.data.sample_matches import NOW, do, faults_of

HERE, THERE = Place(7, 70), Place(8, 80)
PEOPLE = [
    [Person(100 * club + number, f"P{club}{number}") for number in range(50)] for club in (1, 2)
]


async def opened(store: Store, each: int = 0, **terms: object) -> ClubMatch:
    """Let a club match be accepted, and so many people of each server sign up."""
    chosen: dict[str, object] = {"game": "bizingo", "options": {}, "boards": 20, **terms}
    asked = await store.clubs.challenge(ClubTerms(**chosen), HERE, "Foxes", "ABCDEFGH", NOW)  # type: ignore[arg-type]
    found = await store.clubs.accept("ABCDEFGH", THERE, "Owls", NOW)
    assert found.id == asked.id
    for place, people in zip((HERE, THERE), PEOPLE, strict=True):
        for person in people[:each]:
            found = await store.clubs.join(found.id, person, place.server, NOW)
    return found


async def test_many_boards_begin_some_at_a_time_and_end_with_the_last_match(
    store: Store, path: Path
) -> None:
    found = await opened(store, 12)
    now = NOW + SIGN_UP
    assert await store.clubs.due(now - timedelta(seconds=1)) == []
    found = await store.clubs.go_on(found.id, now)
    assert len(found.games) == 12 > PIECE
    assert [game.slot.first for game in found.games] == [0, 1] * 6
    seats = [(await store.matches.find(game.match)).seats for game in found.games[:2]]
    assert seats == [(100, 200), (201, 101)]
    assert await faults_of(path) == []
    for game in found.games:
        match = await store.matches.find(game.match)
        await do(store, match, verbs.resign, match.seats[1], now)
    assert await store.clubs.due(now) == [found.id]
    found = await store.clubs.go_on(found.id, now)
    assert (found.state, found.score.total) == (ClubState.OVER, (12, 12))
    assert await store.clubs.due(now + timedelta(days=99)) == []
    assert await faults_of(path) == []


async def test_boards_are_by_rating_and_who_has_none_yet_is_last(store: Store) -> None:
    await opened(store, 4)
    async with store._database.transaction() as connection:
        for person, rating, deviation in ((102, 1900, 60), (103, 1600, 60), (101, 2400, 300)):
            await connection.change(
                "INSERT INTO ratings (game, person, rating, deviation, volatility, at, wins, "
                "draws, losses) VALUES ('bizingo', :person, :rating, :deviation, 0.06, :now, 9, "
                "0, 0)",
                person=person,
                rating=rating,
                deviation=deviation,
                now=stamp(NOW),
            )
    found = await store.clubs.go_on(1, NOW + SIGN_UP)
    first = [found.board(board)[0].person.id for board in found.boards]
    assert first == [102, 103, 101, 100], "2400? is no rating yet"
    await store._database.change("DELETE FROM ratings")


async def test_no_match_of_it_is_aborted_and_its_record_is_kept(store: Store) -> None:
    found = await store.clubs.go_on((await opened(store, 2)).id, NOW + SIGN_UP)
    match = await store.matches.find(found.games[0].match)
    with pytest.raises(Refusal, match="isn't possible in a match between two servers"):
        await do(store, match, verbs.abort, match.seats[0], NOW + SIGN_UP)


async def test_the_time_of_an_outage_is_given_back(store: Store) -> None:
    await opened(store, 2)
    await store.outages.beat(NOW)
    hour = timedelta(hours=5)
    await store.outages.come_back(NOW + hour, NOW)
    assert await store.clubs.due(NOW + SIGN_UP + hour - timedelta(seconds=1)) == []
    found = await store.clubs.go_on(1, NOW + SIGN_UP + hour)
    assert found.state is ClubState.RUNNING


async def test_who_is_deleted_before_it_begins_is_not_in_it(store: Store) -> None:
    await opened(store, 3)
    gone = PEOPLE[0][0].id
    told = [item async for item in items_about(store.people._reader, gone)]
    assert [item["club_match"] for item in told if "club_match" in item]
    await store.forgetting.forget(gone, NOW)
    found = await store.clubs.go_on(1, NOW + SIGN_UP)
    assert len(found.boards) == 2
    assert all(one.person.id > 0 for one in found.players)


async def test_what_is_too_much_is_refused(store: Store) -> None:
    found = await opened(store)
    for number in range(1, MOST_AT_ONCE):
        terms = ClubTerms(game="ringo", options={}, boards=2)
        await store.clubs.challenge(terms, HERE, "Foxes", f"CODE{number}", NOW)
    with pytest.raises(Refusal, match="already; wait until one is over"):
        await store.clubs.challenge(terms, HERE, "Foxes", "MORE", NOW)
    with pytest.raises(Refusal, match="choose a number from 2 to 20"):
        await store.clubs.challenge(
            ClubTerms(game="ringo", options={}, boards=21), Place(9, 90), "Bats", "MORE", NOW
        )
    for person in PEOPLE[0][:MOST_PLAYERS]:
        await store.clubs.join(found.id, person, 70, NOW)
    with pytest.raises(Refusal, match="full"):
        await store.clubs.join(found.id, PEOPLE[0][MOST_PLAYERS], 70, NOW)
    for server in (90, None, 0):
        with pytest.raises(NoClubMatch):
            await store.clubs.join(found.id, PEOPLE[1][0], server, NOW)
    with pytest.raises(NoClubMatch):
        await store.clubs.find(99)
    await store.clubs.go_on(2, NOW + CODE_LASTS)
    assert (await store.clubs.find(2)).state is ClubState.CANCELLED


async def test_a_servers_name_is_forgotten_with_it(store: Store) -> None:
    found = await store.clubs.go_on((await opened(store, 2)).id, NOW + SIGN_UP)
    now = NOW + SIGN_UP
    for game in found.games:
        match = await store.matches.find(game.match)
        await do(store, match, verbs.resign, match.seats[0], now)
    await store.clubs.go_on(1, now)
    await store.left_servers.leave(80, now)
    await store.forgetting.go_on(now + timedelta(hours=1))
    found = await store.clubs.find(1)
    assert [club.name for club in found.clubs] == ["Foxes", ""]
    assert found.score.total == (2, 2)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("code = 'ABCDEFGH'", "its code is not as it can be"),
        ("state = 'none'", "its state is none"),
        ("due = NULL", "nothing is due"),
        ("ends = NULL", "it has no end"),
    ],
)
async def test_a_check_finds_what_contradicts_itself(
    store: Store, path: Path, change: str, fault: str
) -> None:
    await store.clubs.go_on((await opened(store, 2)).id, NOW + SIGN_UP)
    async with store._database.transaction() as connection:
        await connection.change(f"UPDATE club_matches SET {change}")  # noqa: S608 (a test's own words)
    assert [line.partition(": ")[2] for line in await faults_of(path)] == [fault]
    async with store._database.transaction() as connection:
        await connection.change(
            "UPDATE club_matches SET state = 'running', code = NULL, due = 1, ends = 2"
        )
