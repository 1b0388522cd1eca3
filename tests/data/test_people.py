"""People: names, exports and blocks."""

import json
from dataclasses import replace
from typing import Any

import pytest

from contests.contest import Form
from data import ContestTerms, Person, Store
from data.events import add_events
from data.values import Terms
from match import verbs
from match.event import Event, Kind
from match.match import LEAST_RATED
from rules import Refusal
from rules.sentence import PLAIN_ENGLISH
from tests.data.sample_matches import ANN, BEA, CARL, HERE, NOW, advance, begin, change, do
from tests.postgres import of_file


async def test_the_last_name_seen_is_kept(store: Store) -> None:
    match = await begin(store)
    assert await store.people.name_of(ANN.id) == "Ann"
    await store.people.name(Person(ANN.id, "Anna"))
    assert await store.people.name_of(ANN.id) == "Anna"
    assert (await store.matches.find(match.number)).names == ("Anna", "Bea")
    await begin(store, first=Person(ANN.id, "Ann again"))
    assert (await store.matches.find_live(BEA.id))[0].names[0] == "Ann again"


ALEX, OTHER = Person(201, "Alex", user_name="alex_one"), Person(202, "ALEX!", user_name="alex.2")
APART = ["Alex (alex_one)", "ALEX! (alex.2)"]


async def test_where_two_names_look_equal_the_user_name_follows(store: Store) -> None:
    match = await begin(store, first=ALEX, second=OTHER)
    assert [*match.names] == [*(await store.matches.find(match.number)).names] == APART
    for one in (ALEX, OTHER):
        assert (await store.people.name_of(one.id)) == one.name, "the name itself is kept"
    for one in (ALEX, OTHER):
        await begin(store, first=CARL, second=one)
    listed = await store.lists.live(CARL.id, 10)
    assert sorted(PLAIN_ENGLISH.say(one.opponent_of(CARL.id)) for one in listed) == sorted(APART)
    awaiting = await store.lists.awaiting(CARL.id, HERE.channel, 10)
    assert sorted(one.names[1] for one in awaiting) == sorted(APART)
    alone = await store.matches.find(listed[0].number)
    assert alone.names[1] in (ALEX.name, OTHER.name), "beside Carl nobody is mistaken"


async def test_lists_of_people_tell_those_of_one_name_apart(store: Store) -> None:
    everybody = sorted([*APART, "Ann"])
    terms = ContestTerms(form=Form.LEAGUE, game="ringo", options={})
    await store.contests.open(terms, HERE, ANN, NOW, NOW)
    for one in (ALEX, OTHER, ANN):
        contest = await store.contests.join(1, one, HERE.server, NOW)
        ladder = await store.ladders.join(HERE.server or 0, "ringo", one, NOW)
        challenge = Terms("ringo", {})
        await store.challenges.make(one, None, challenge, HERE, NOW)
    assert (
        sorted(PLAIN_ENGLISH.say(one.person.display_name) for one in contest.entrants) == everybody
    )
    assert sorted(map(PLAIN_ENGLISH.say, ladder.names.values())) == everybody
    offered = await store.open_challenges.open(HERE.server or 0, [HERE.channel], CARL.id, NOW, 10)
    called = [PLAIN_ENGLISH.say(one.challenge.challenger.display_name) for one in offered]
    assert sorted(called) == everybody
    for winner in (ALEX, OTHER):
        match = await advance(store, await begin(store, first=winner, second=ANN), LEAST_RATED)
        await do(store, match, verbs.resign, ANN.id, NOW)
    board = await store.ratings.leaderboard("ringo", NOW)
    assert sorted(line.name for line in board) == everybody
    statistics = await store.statistics.summarize(ANN.id)
    assert sorted(PLAIN_ENGLISH.say(name) for name, _ in statistics.opponents) == sorted(APART)


async def test_a_user_name_that_is_not_known_yet_is_missing_and_a_known_one_stays(
    store: Store,
) -> None:
    match = await begin(store, first=replace(ALEX, user_name=None), second=OTHER)
    assert [*match.names] == ["Alex", APART[1]]
    await store.people.name(ALEX)
    await store.people.name(replace(ALEX, user_name=None), "de")
    assert [*(await store.matches.find(match.number)).names] == APART
    await store.forgetting.forget(ALEX.id, NOW)
    assert (await store.matches.find(match.number)).names[1] == OTHER.name


async def test_of_who_only_watches_nothing_is_kept(store: Store) -> None:
    await store.people.name(CARL)
    assert await store.people.name_of(CARL.id) is None


async def exported(store: Store, person: int) -> list[dict[str, Any]]:
    """Export what is stored about a person, through JSON."""
    told = [json.dumps(thing) async for thing in store.people.export(person)]
    return [json.loads(line) for line in told]


async def test_everything_stored_about_somebody_is_given_as_json(store: Store) -> None:
    match = await advance(store, await begin(store), LEAST_RATED)
    await do(store, match.number, verbs.resign, BEA.id, NOW)
    await begin(store, first=BEA, second=CARL)
    await store.people.block(ANN.id, CARL.id, NOW)
    await store.people.block(BEA.id, ANN.id, NOW)
    await store.people.name(replace(ANN, user_name="ann_99"), "de")
    told = await exported(store, ANN.id)
    assert [next(iter(thing)) for thing in told] == [
        "person",
        "block",
        "challenge",
        "match",
        "events_of_match",
        "rating",
        "rating_change",
    ]
    person, block, challenge, kept, events, rating, change = told
    assert person == {
        "person": ANN.id,
        "name": "Ann",
        "user_name": "ann_99",
        "language_of_discord": "de",
    }
    assert block["block"] == {
        "blocked": CARL.id,
        "since": "2026-01-01T12:00:00+00:00",
        "told": "[]",
    }
    assert challenge["challenge"]["opponent"] == BEA.id
    assert (kept["match"]["id"], events["events_of_match"]) == (match.number, match.number)
    assert [event["kind"] for event in events["events"]] == ["move"] * LEAST_RATED + ["resign"]
    assert kept["match"]["started"] == "2026-01-01T12:00:00+00:00"
    assert rating["rating"]["wins"] == 1
    assert change["rating_change"]["match"] == match.number
    assert "Bea" not in json.dumps(told), "an opponent's name is not one's own"


async def test_a_long_match_is_exported_in_pieces_and_whole(store: Store) -> None:
    match = await begin(store, pace=None)
    async with store._database.transaction() as connection:
        for number in range(1, 1202):
            event = Event(number, Kind.OFFER_DRAW, 0, NOW)
            await add_events(connection, match.number, [event])
    told = [thing["events"] for thing in await exported(store, ANN.id) if "events" in thing]
    assert [len(events) for events in told] == [500, 500, 201]
    assert [event["number"] for events in told for event in events] == [*range(1, 1202)]
    await change(store, "DELETE FROM events")


async def test_a_vacation_is_given_too(store: Store) -> None:
    await begin(store)
    await store.vacations.begin(ANN.id, NOW)
    told = await exported(store, ANN.id)
    (vacation,) = [thing["vacation"] for thing in told if "vacation" in thing]
    assert vacation["at"] == "2026-01-01T12:00:00+00:00"


async def test_an_export_of_a_stranger_is_empty(store: Store) -> None:
    stranger = {"person": 99, "name": None, "user_name": None, "language_of_discord": None}
    assert await exported(store, 99) == [stranger]


async def test_what_happens_during_an_export_is_not_in_it_and_does_not_wait(store: Store) -> None:
    for _ in range(3):
        await begin(store)
    numbers = []
    async for thing in store.people.export(ANN.id):
        await begin(store)
        numbers += [match["id"] for match in [thing.get("match")] if isinstance(match, dict)]
    assert numbers == [1, 2, 3]


@of_file
async def test_whom_one_has_blocked_is_listed(store: Store) -> None:
    for other in (CARL, BEA, BEA):
        await store.people.block(ANN.id, other.id, NOW)
    assert await store.people.blocked(ANN.id) == [BEA.id, CARL.id]
    assert await store.people.blocked(BEA.id) == []
    await store.people.unblock(ANN.id, BEA.id)
    assert await store.people.blocked(ANN.id) == [CARL.id]
    with pytest.raises(Refusal, match="isn't blocked any more"):
        await store.people.unblock(CARL.id, ANN.id)
    with pytest.raises(Refusal, match="can't block yourself"):
        await store.people.block(ANN.id, ANN.id, NOW)


@of_file
async def test_nobody_blocks_more_than_200_people(store: Store) -> None:
    for number in range(200):
        await store.people.block(ANN.id, 1000 + number, NOW)
    await store.people.block(ANN.id, 1000, NOW)
    with pytest.raises(Refusal, match="200 people; unblock someone"):
        await store.people.block(ANN.id, 999, NOW)
    assert len(await store.people.blocked(ANN.id)) == 200
