import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data import FORMER_PLAYER, Ledger, Person, Terms
from rules import Refusal, verbs
from rules.event import Ending
from tests.data.parlour import (
    ANN,
    BEA,
    CARL,
    DAY,
    HERE,
    NOW,
    advance,
    ask_rematch,
    begin,
    do,
    faults_of,
)


async def test_the_last_name_seen_is_kept(ledger: Ledger) -> None:
    match = await begin(ledger)
    assert await ledger.people.name_of(ANN.id) == "Ann"
    await ledger.people.name(ANN.id, "Anna")
    assert await ledger.people.name_of(ANN.id) == "Anna"
    assert (await ledger.matches.find(match.number)).names == ("Anna", "Bea")
    await begin(ledger, first=Person(ANN.id, "Ann again"))
    assert (await ledger.matches.of(BEA.id))[0].names[0] == "Ann again"


async def test_of_who_only_watches_nothing_is_kept(ledger: Ledger) -> None:
    await ledger.people.name(CARL.id, "Carl")
    assert await ledger.people.name_of(CARL.id) is None
    assert await ledger.people.forget(CARL.id, NOW) == ([], [])


async def test_a_first_match_is_known_as_the_first(ledger: Ledger) -> None:
    await ledger.challenges.make(ANN, BEA, Terms("ringo", {}), HERE, NOW)
    assert not await ledger.people.has_played(ANN.id)
    await begin(ledger)
    assert await ledger.people.has_played(ANN.id)
    assert await ledger.people.has_played(BEA.id)
    assert not await ledger.people.has_played(CARL.id)


async def test_everything_stored_about_somebody_is_given_as_json(ledger: Ledger) -> None:
    match = await advance(ledger, await begin(ledger), 4)
    await do(ledger, match.number, verbs.resign, BEA.id, NOW)
    await begin(ledger, first=BEA, second=CARL)
    told = json.loads(json.dumps(await ledger.people.export(ANN.id)))
    assert (told["person"], told["name"]) == (ANN.id, "Ann")
    assert [kept["id"] for kept in told["matches"]] == [match.number]
    assert [event["kind"] for event in told["matches"][0]["events"]] == ["move"] * 4 + ["resign"]
    assert told["matches"][0]["started"] == "2026-01-01T12:00:00+00:00"
    assert [kept["opponent"] for kept in told["challenges"]] == [BEA.id]
    assert told["ratings"][0]["wins"] == 1
    assert len(told["rating_changes"]) == 1
    assert "Bea" not in json.dumps(told), "an opponent's name is not one's own"


async def test_an_export_of_a_stranger_is_empty(ledger: Ledger) -> None:
    told = await ledger.people.export(99)
    assert told == {
        "person": 99,
        "name": None,
        "challenges": [],
        "matches": [],
        "ratings": [],
        "rating_changes": [],
    }


async def test_who_is_forgotten_becomes_a_former_player(path: Path) -> None:
    gone, stays = Person(987654321, "Zerlina"), BEA
    async with await Ledger.open(path, NOW) as ledger:
        won = await advance(ledger, await begin(ledger, first=gone), 4)
        won = await do(ledger, won.number, verbs.resign, stays.id, NOW)
        lived = await advance(ledger, await begin(ledger, first=gone), 4)
        fresh = await begin(ledger, first=stays, second=gone)
        theirs = await ledger.challenges.make(gone, None, Terms("ringo", {}), HERE, NOW)
        to_them = await ledger.challenges.make(stays, gone, Terms("ringo", {}), HERE, NOW)
        before = (await ledger.ratings.of(stays.id))["ringo"]

        ended, challenges = await ledger.people.forget(gone.id, NOW + DAY)

        assert [match.number for match in ended] == [lived.number, fresh.number]
        assert [match.result and match.result.how for match in ended] == [
            Ending.RESIGNATION,
            Ending.ABORT,
        ]
        assert [challenge.number for challenge in challenges] == [theirs.number, to_them.number]
        # Opponents keep their matches, which replay, and the ratings they made.
        match = await ledger.matches.find(won.number)
        assert match.names == (FORMER_PLAYER, "Bea")
        assert match.position == won.position
        assert f'"{FORMER_PLAYER}"' in await ledger.matches.record(won.number)
        history = await ledger.ratings.history(stays.id)
        assert history[0].after == before.rating
        board = await ledger.ratings.leaderboard("ringo", NOW + DAY)
        assert [line.name for line in board] == ["Bea"]
        assert await ledger.challenges.pending(NOW) == []
        assert (await ledger.people.export(gone.id))["matches"] == []
    assert await faults_of(path) == []
    with closing(sqlite3.connect(path)) as connection:
        dump = "\n".join(connection.iterdump())
    assert str(gone.id) not in dump
    assert gone.name not in dump


async def test_former_players_are_told_apart_and_may_come_back_as_new(ledger: Ledger) -> None:
    for person in (ANN, CARL, ANN):
        match = await advance(ledger, await begin(ledger, first=person), 4)
        await do(ledger, match.number, verbs.resign, BEA.id, NOW)
        await ledger.people.forget(person.id, NOW)
        assert not await ledger.people.has_played(person.id)
    seats = [(await ledger.matches.find(number)).seats[0] for number in (1, 2, 3)]
    assert sorted(seats) == [-3, -2, -1]


async def test_nobody_has_a_rematch_with_a_former_player(ledger: Ledger) -> None:
    match = await begin(ledger)
    await do(ledger, match.number, verbs.resign, ANN.id, NOW)
    await ask_rematch(ledger, match.number, ANN.id, NOW)
    await ledger.people.forget(ANN.id, NOW)
    with pytest.raises(Refusal, match="has left"):
        await ask_rematch(ledger, match.number, BEA.id, NOW)
