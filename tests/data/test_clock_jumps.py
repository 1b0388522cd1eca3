"""Jumps of the machine's clock are not charged to the players."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from data import Store
from data.clock_jumps import LEAST_JUMP
from data.time_controls import LIVE_PACES
from match import verbs
from tests.data.sample_matches import ANN, BEA, DAY, HOUR, NOW, advance, begin, do

ROUND = timedelta(seconds=30)
STILL = timedelta(0)


class Machine:
    """A machine whose clock can be set, and whose rounds run every half minute."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now, self.steady = NOW, 1000.0

    def wait(self, time: timedelta) -> datetime:
        self.now += time
        self.steady += time.total_seconds()
        return self.now

    async def round(self) -> timedelta:
        self.wait(ROUND)
        return await self.store.clock_jumps.apply_jump(self.now, self.steady)

    async def left(self, number: int) -> timedelta:
        """Return the time left for the player to move."""
        match = await self.store.matches.find(number)
        assert match.deadline is not None
        return match.deadline - self.now


@pytest.fixture
def machine(store: Store) -> Machine:
    return Machine(store)


@pytest.mark.parametrize("jump", [10 * DAY, LEAST_JUMP, -10 * DAY])
async def test_a_jump_is_noticed_and_the_time_left_stays(machine: Machine, jump: timedelta) -> None:
    match = await begin(machine.store, pace=5)
    if jump < STILL:
        # Only time that a fast clock has added is removed.
        await machine.round()
        machine.now -= jump
        await machine.round()
    else:
        await machine.round()
    left = await machine.left(match.number)
    machine.now += jump
    assert await machine.round() == jump
    assert await machine.left(match.number) == left - ROUND
    assert await machine.round() == STILL
    due = await machine.store.due.find(machine.wait(left - 3 * ROUND))
    assert (due.reminders, due.time_outs) == ((match.number,), ())


async def test_a_clock_that_is_a_little_off_is_let_be(machine: Machine) -> None:
    match = await begin(machine.store, pace=5)
    deadline = match.deadline
    for _ in range(10):
        machine.now += LEAST_JUMP - timedelta(seconds=1)
        await machine.round()
    assert (await machine.store.matches.find(match.number)).deadline == deadline


async def test_a_bot_that_was_busy_for_long_saw_no_jump(machine: Machine) -> None:
    await machine.round()
    machine.wait(HOUR)
    assert await machine.round() == STILL


async def test_a_clock_that_is_set_back_costs_nobody_anything(machine: Machine) -> None:
    match = await begin(machine.store, pace=5)
    await machine.round()
    machine.now -= 10 * DAY
    assert await machine.round() == STILL
    assert await machine.left(match.number) > 14 * DAY
    # A player whose turn began by the wrong clock does not lose when it is corrected.
    later = await begin(machine.store, pace=5, now=machine.now)
    machine.now += 10 * DAY
    assert await machine.round() == 10 * DAY
    assert await machine.left(later.number) == 5 * DAY - ROUND


async def test_a_turn_begun_by_a_wrong_clock_has_its_time_by_the_right(machine: Machine) -> None:
    match = await begin(machine.store, pace=5)
    await machine.round()
    machine.now += 365 * DAY
    await machine.round()
    await advance(machine.store, match, 1, machine.now)
    machine.wait(HOUR)
    machine.now -= 365 * DAY
    assert await machine.round() == -365 * DAY
    assert await machine.left(match.number) == 5 * DAY - HOUR - ROUND


@pytest.mark.parametrize("jump", [10 * DAY, -10 * DAY])
async def test_a_turn_begun_after_the_jump_is_not_moved(machine: Machine, jump: timedelta) -> None:
    match = await begin(machine.store, pace=5)
    await machine.round()
    if jump < STILL:
        machine.now -= jump
        await machine.round()
    machine.now += jump
    match = await advance(machine.store, match, 1, machine.wait(ROUND / 2))
    assert await machine.round() == jump
    assert await machine.left(match.number) == 5 * DAY - ROUND


async def test_a_match_that_is_over_has_nothing_to_move(machine: Machine) -> None:
    over = await begin(machine.store, pace=5)
    await do(machine.store, over, verbs.resign, BEA.id)
    await machine.round()
    machine.now += 10 * DAY
    await machine.round()
    assert (await machine.store.matches.find(over.number)).clock.given == STILL


async def test_a_jump_lets_nobody_claim_a_match_without_a_clock(machine: Machine) -> None:
    untimed = await begin(machine.store, pace=None)
    await machine.round()
    machine.now += 70 * DAY
    await machine.round()
    match = await machine.store.matches.find(untimed.number)
    assert match.claimable == NOW + 130 * DAY


async def test_time_is_not_given_twice_where_the_bot_is_killed_after_the_jump(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        machine = Machine(store)
        match = await begin(store, pace=5, first=ANN)
        await machine.round()
        machine.now += 10 * DAY
        await machine.round()
    async with await Store.open(path, machine.now) as machine.store:
        assert await machine.left(match.number) == 5 * DAY - 2 * ROUND


async def test_a_jump_in_an_outage_takes_nothing_of_what_is_given_back(machine: Machine) -> None:
    match = await begin(machine.store, pace=5)
    await machine.round()
    await machine.store.outages.beat(machine.now)
    machine.wait(HOUR)
    machine.now += 10 * DAY
    machine.wait(ROUND)
    await machine.store.clock_jumps.apply_jump(machine.now, machine.steady, in_outage=True)
    await machine.store.outages.come_back(machine.wait(HOUR))
    assert await machine.left(match.number) == 5 * DAY - ROUND


LOOK = timedelta(seconds=0.5)
"""How often live matches are looked at."""
JUMPS = [timedelta(seconds=seconds) for seconds in (30, 60, 119, -30, -60, -119, 600, -600)]


class Watched(Machine):
    """A machine whose bot looks at live matches twice a second, in one of which Ann is to move."""

    async def look(self) -> timedelta:
        self.wait(LOOK)
        return await self.store.clock_jumps.apply_jump(self.now, self.steady)

    async def begin(self) -> int:
        self.store.clock_jumps.watch(LOOK)
        await self.look()
        match = await advance(
            self.store, await begin(self.store, pace=LIVE_PACES[0], now=self.now), 4, self.now
        )
        return match.number


@pytest.fixture
def watched(store: Store) -> Watched:
    return Watched(store)


@pytest.mark.parametrize("jump", JUMPS)
async def test_a_jump_costs_and_gives_a_live_match_nothing(
    watched: Watched, jump: timedelta
) -> None:
    number = await watched.begin()
    days = await begin(watched.store, pace=5, now=watched.now)
    left = await watched.left(number)
    watched.now += jump
    assert await watched.look() == jump
    assert await watched.left(number) == left - LOOK
    watched.now -= jump
    await watched.look()
    assert await watched.left(number) == left - 2 * LOOK
    match = await watched.store.matches.find(number)
    assert match.clock.given == STILL
    assert await watched.look() == STILL
    if abs(jump) < LEAST_JUMP:
        assert (await watched.store.matches.find(days.number)).deadline == days.deadline


async def test_a_clock_that_jumps_to_and_fro_is_no_clock_of_a_live_match(watched: Watched) -> None:
    number = await watched.begin()
    left = await watched.left(number)
    for times in range(40):
        watched.now += JUMPS[times % 6]
        await watched.look()
    assert await watched.left(number) == left - 40 * LOOK


@pytest.mark.parametrize("seconds", [25, 60])
async def test_a_pause_of_the_process_is_given_back_to_live_matches(
    watched: Watched, seconds: int
) -> None:
    number = await watched.begin()
    days = await begin(watched.store, pace=5, now=watched.now)
    left, pause = await watched.left(number), timedelta(seconds=seconds)
    watched.wait(pause)
    assert await watched.look() == pause + LOOK
    assert await watched.left(number) == left
    assert (await watched.store.matches.find(days.number)).deadline == days.deadline


async def test_a_turn_that_began_just_before_a_pause_is_given_it_back(watched: Watched) -> None:
    number = await watched.begin()
    await watched.look()
    match = await watched.store.matches.find(number)
    await advance(watched.store, match, 1, watched.wait(LOOK / 2))
    left = await watched.left(number)
    watched.wait(timedelta(minutes=1))
    await watched.look()
    assert await watched.left(number) == left


async def test_a_pause_of_some_seconds_is_the_players_own_time(watched: Watched) -> None:
    number = await watched.begin()
    left = await watched.left(number)
    watched.wait(timedelta(seconds=4))
    assert await watched.look() == STILL
    assert await watched.left(number) == left - timedelta(seconds=4) - LOOK


async def test_a_pause_in_an_outage_is_given_back_once(watched: Watched) -> None:
    number = await watched.begin()
    await watched.store.outages.beat(watched.now)
    left = await watched.left(number)
    watched.wait(timedelta(minutes=1))
    watched.now += timedelta(minutes=1)
    jumps = watched.store.clock_jumps
    await jumps.apply_jump(watched.now, watched.steady, in_outage=True)
    await watched.store.outages.come_back(watched.wait(LOOK))
    assert await watched.left(number) == left
