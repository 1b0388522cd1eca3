"""The check finds faults in what came with leagues, live matches, spectators and daily puzzles."""

from pathlib import Path

import pytest

from contests.contest import Form
from data import Store
from data.database import snapshot_of
from data.driver import Location
from data.maintenance.check import faults_of_file
from tests.data.sample_matches import ANN, CARL, DAY, NOW, begin, faults_of
from tests.data.test_contests import PEOPLE, SIGN_UP, begun, opened, play_out
from tests.data.test_database import raw, write
from tests.postgres import execute
from tests.thorough import mostly_thorough

_filled: list[bytes] = []
"""What a file holds that is filled, after the first time."""


async def filled(path: Location) -> None:
    """Fill a file with events in each state, a live match, and somebody who follows and guesses."""
    if isinstance(path, Path) and _filled:
        write(path, _filled[0])
        return
    async with await Store.open(path, NOW) as store:
        await begun(store, 4)
        cup = await begun(store, 4, form=Form.CUP)
        await play_out(store, cup, NOW + SIGN_UP)
        await opened(store, PEOPLE[:3])
        match = await begin(store, first=ANN)
        await store.followers.follow(match.number, CARL, NOW, each_move=True)
        text = next(iter(match.position.moves()))
        await store.guesses.guess(match.number, CARL, text, match.count, NOW)
        await store.daily_puzzles.set_up(70, 7, "ringo", ANN.id, NOW)
    if isinstance(path, Path):
        _filled.append(raw(path))


async def quick_faults_of(path: Location) -> list[str]:
    async with snapshot_of(path) as connection:
        return await faults_of_file(connection, quick=True)


async def test_what_is_right_has_no_faults(path: Path) -> None:
    await filled(path)
    assert await faults_of(path) == []
    assert await quick_faults_of(path) == []


FAULTS = {
    "UPDATE contests SET due = NULL WHERE id = 1": "contest 1, running: nothing is due",
    "UPDATE contests SET due = NULL WHERE id = 3": "contest 3, open: nothing is due",
    "UPDATE contests SET ends = NULL WHERE id = 1": "contest 1, running: it has no dates",
    "UPDATE contests SET state = 'open' WHERE id = 1": "contest 1, open: it has begun",
    "UPDATE contests SET state = 'runs' WHERE id = 1": "contest 1, runs: its state is none",
    "UPDATE contests SET ended = NULL WHERE id = 2": "contest 2, over: it has no end",
    "UPDATE contests SET shown = version + 1 WHERE id = 3": "its card shows more than there is",
    "UPDATE matches SET contest = NULL WHERE id = 1": "contest 1: match 1 is one of its games",
    "UPDATE matches SET contest = 2 WHERE id = 1": "contest 2: match 1 belongs to it",
    "DELETE FROM contest_games WHERE match = 1": "contest 1: match 1 belongs to it",
    "UPDATE contest_games SET second = 9 WHERE match = 1": "match 1 is not between the entrants",
    "UPDATE contest_entrants SET number = number + 1 WHERE contest = 1": "not numbered one by one",
    "UPDATE matches SET watched = 0": "somebody follows it or guesses in it",
    "UPDATE matches SET live = 1 WHERE id = 1": "its live is 1",
    "UPDATE daily_puzzles SET time_of_day = '12:99'": "the daily puzzle's time is '12:99'",
    "INSERT INTO daily_players VALUES (9, 70, 1, 1, 0, 1, 0)": "person 9: the puzzle of day 1",
}


@pytest.mark.parametrize("sql", mostly_thorough(FAULTS))
async def test_a_fault_is_found_also_by_a_quick_check(path: Path, sql: str) -> None:
    await filled(path)
    assert execute(path, sql) > 0
    for found in (await faults_of(path), await quick_faults_of(path)):
        assert any(FAULTS[sql] in line for line in found), found


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        (
            "UPDATE contest_entrants SET place = 9 WHERE contest = 2 AND number = 0",
            "entrant 0 is 9",
        ),
        ("UPDATE contests SET pace = 'soon' WHERE id = 3", "contest 3: it cannot be read"),
        ("UPDATE contest_entrants SET out = 'ill' WHERE contest = 1 AND number = 1", "contest 1:"),
    ],
)
async def test_a_full_check_reckons_the_places_again(path: Path, sql: str, told: str) -> None:
    await filled(path)
    assert execute(path, sql) == 1
    assert any(told in line for line in await faults_of(path))


async def test_an_event_of_a_game_that_is_gone_is_no_fault_of_its_places(path: Path) -> None:
    await filled(path)
    assert execute(path, "UPDATE contests SET game = 'senet' WHERE id = 3") == 1
    assert await faults_of(path) == []


async def test_who_is_being_forgotten_is_no_fault(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        contest = await begun(store, 4)
        await store.forgetting.forget(PEOPLE[1].id, NOW + SIGN_UP)
        await store.contests.go_on(contest.id, NOW + SIGN_UP + DAY)
    assert await faults_of(path) == []
