"""Random walks: whatever people do in an event, in whatever order, it keeps its rules and ends."""

import random
from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from contests.contest import LAST_WEEK, Form
from data import ContestState, Store
from match import verbs
from rules import Refusal
from tests.data.sample_matches import HOUR, NOW, faults_of
from tests.data.test_contests import PEOPLE, SIGN_UP, live, opened
from tests.thorough import mostly_thorough

STEPS = 60


class Walk:
    """An event in a store, in which something random happens at each step."""

    def __init__(self, store: Store, contest: int, seed: int) -> None:
        self.store, self.contest = store, contest
        self.rng, self.now = random.Random(seed), NOW + SIGN_UP

    async def step(self) -> None:
        """Let time pass and somebody do something; then what is due is done, as in a round."""
        self.now += timedelta(hours=self.rng.choice((1, 5, 12, 30)))
        found = await self.store.contests.find(self.contest)
        person = self.rng.choice(found.entrants).person.id
        with suppress(Refusal):
            await self._act(person)
        await self.round()

    async def _act(self, person: int) -> None:
        store, now = self.store, self.now
        match self.rng.choice(("end", "end", "end", "leave", "vacation", "delete", "block")):
            case "end":
                matches = await live(store, await store.contests.find(self.contest))
                if matches:
                    match = self.rng.choice(matches)
                    loser = self.rng.choice(match.people)
                    await store.matches.apply(match, lambda match: verbs.resign(match, loser, now))
            case "leave" if self.rng.random() < 0.3:
                await store.contests.leave(self.contest, person, 70, now)
            case "vacation":
                vacation = await store.vacations.find(person, now)
                await (store.vacations.end if vacation.away else store.vacations.begin)(person, now)
            case "delete" if self.rng.random() < 0.2 and person > 0:
                await store.forgetting.forget(person, now)
            case "block" if person > 0:
                await store.people.block(person, self.rng.choice(PEOPLE).id, now)

    async def round(self) -> None:
        """Do what a background round does."""
        due = await self.store.due.find(self.now)
        for number in due.vacations:
            with suppress(Refusal):
                await self.store.vacations.use_up(number, self.now)
        for number in due.last_calls:
            with suppress(Refusal):
                await self.store.vacations.save(await self.store.matches.find(number), self.now)
        for number in due.time_outs:
            with suppress(Refusal):
                await self.store.matches.run_out(number, self.now)
        for away in await self.store.contests.vacations_over(self.now):
            await self.store.contests.use_up_vacation(away, self.now)
        for contest in await self.store.contests.due(self.now):
            await self.store.contests.go_on(contest, self.now)

    async def check(self) -> None:
        """Check that nobody plays more at once than they want, and no game twice."""
        found = await self.store.contests.find(self.contest)
        assert max(Counter(game.slot for game in found.games).values(), default=1) == 1
        for game in found.games:
            if game.match is not None and game.played.points is None:
                people = {found.in_order[number].person.id for number in game.slot.pair}
                assert {*(await self.store.matches.find(game.match)).seats} == people
                assert found.progress().is_out.isdisjoint(game.slot.pair)

    async def end(self) -> datetime:
        """Let the end dates come, and all that goes on a week later be decided."""
        while (found := await self.store.contests.find(self.contest)).state is ContestState.RUNNING:
            self.now += timedelta(days=1)
            for number in (await self.store.contests.find(self.contest)).undecided(self.now):
                winner = self.rng.choice((0, 1, None))
                await self.store.matches.apply(
                    number,
                    lambda match, w=winner: verbs.decide(match, self.now, w),  # type: ignore[misc]
                )
            await self.round()
            assert found.ends is not None
            assert self.now <= found.ends + LAST_WEEK + timedelta(days=2)
        assert found.ended is not None
        return found.ended


@pytest.mark.parametrize("seed", mostly_thorough(range(6), 0))
async def test_an_event_keeps_its_rules_and_ends(store: Store, path: Path, seed: int) -> None:
    rng = random.Random(seed)
    form = Form.CUP if seed % 3 == 2 else Form.LEAGUE
    people = PEOPLE[: rng.randint(4, 9)]
    game = rng.choice(("ringo", "hoyito"))
    contest = await opened(
        store, people, form=form, game=game, weeks=rng.choice((2, 3)), division=rng.randint(3, 8)
    )
    walk = Walk(store, contest.id, seed)
    await walk.round()
    for _ in range(STEPS):
        if (await store.contests.find(contest.id)).state is not ContestState.RUNNING:
            break
        await walk.step()
        await walk.check()
    await walk.end()
    assert await faults_of(path) == []
    assert await store.contests.due(walk.now + 100 * 24 * HOUR) == []
