"""Daily puzzles as they are stored: results where they belong, rare edits, and deletion."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from data import Person, Store
from data.contest_values import MOST_GONE
from data.daily_puzzles import DailyPost
from data.puzzles import Answered, Attempt
from rules import Name
from tests.data.sample_matches import ANN, BEA, CARL, DAY, NOW
from tests.thorough import mostly_thorough

HOME, ABROAD = 77, 88
MINUTE = timedelta(minutes=1)


async def post(store: Store, server: int = HOME, days: int = 0, puzzle: int = 5) -> DailyPost:
    """Post a server's puzzle of a day."""
    now = NOW + days * DAY
    if await store.daily_puzzles.find(server) is None:
        await store.daily_puzzles.set_up(server, server - 70, None, ANN.id, now)
    daily = await store.daily_puzzles.find(server)
    assert daily is not None
    begun = await store.daily_puzzles.begin(daily, "ringo", puzzle, now)
    await store.daily_puzzles.post(daily, 1000 + server + days, now)
    found = await store.daily_puzzles.find_post(server, begun.day)
    assert found is not None
    return found


async def answer(
    store: Store, who: Person, *, right: bool, server: int | None = HOME, puzzle: int = 5,
    days: int = 0,
) -> Answered:  # fmt: skip
    attempt = Attempt(who.id, "ringo", puzzle, 2, server)
    return await store.puzzles.answer(attempt, NOW + days * DAY, was_right=right)


async def tally(store: Store, told: DailyPost) -> tuple[int, int, int]:
    results = await store.daily_results.of_day(told, 10)
    return results.tried, results.solved, results.at_first


async def show_names(store: Store, *people: Person) -> None:
    for who in people:
        await store.people.introduce(who, "en")
        await store.personal_settings.change(
            who.id, lambda own: replace(own, puzzle_name=True), NOW
        )


async def test_first_answer_decides_and_only_the_servers_people_are_counted(store: Store) -> None:
    here, there = await post(store), await post(store, ABROAD)
    assert here.puzzle == there.puzzle
    await answer(store, ANN, right=False)
    second = await answer(store, ANN, right=True)
    assert second.counts
    assert await tally(store, here) == (1, 1, 0)
    assert second.rating is None, "the first answer is rated, and no other"
    await answer(store, BEA, right=True)
    assert await tally(store, here) == (2, 2, 1)
    assert await tally(store, there) == (0, 0, 0), "people of another server set off nothing"
    assert (await answer(store, CARL, right=True, server=None)).day is None
    assert (await answer(store, BEA, right=True, server=ABROAD)).day == there.day
    assert await tally(store, there) == (1, 1, 1), "who is in both need not solve it again"
    assert await tally(store, here) == (2, 2, 1)


async def test_solution_or_hint_before_the_answer_spoils_the_first_try(store: Store) -> None:
    told = await post(store)
    await store.puzzles.show(Attempt(ANN.id, "ringo", 5, 2, HOME), NOW)
    shown = await answer(store, ANN, right=True)
    assert not shown.counts
    await store.puzzles.take_hint(Attempt(BEA.id, "ringo", 5, 2, HOME), NOW)
    hinted = await answer(store, BEA, right=True)
    assert hinted.counts
    assert await store.puzzles.solver(BEA.id) is None, "with a hint nothing is rated"
    gave_up = await store.puzzles.solver(ANN.id)
    assert gave_up is not None
    assert gave_up.rating.rating < 1500
    assert await tally(store, told) == (2, 1, 0)


@pytest.mark.parametrize("people", mostly_thorough([30, 999], 30))
async def test_a_post_is_edited_every_five_minutes_at_most(store: Store, people: int) -> None:
    told = await post(store)
    for number in range(people):
        await answer(store, Person(10_000 + number, "x"), right=bool(number % 3))
    assert await store.daily_puzzles.to_edit(NOW + 4 * MINUTE) == []
    (due,) = await store.daily_puzzles.to_edit(NOW + 5 * MINUTE)
    begun = await store.daily_puzzles.begin_edit(due, NOW + 5 * MINUTE)
    # Stopped here, before or after Discord took it: not again within five minutes.
    assert await store.daily_puzzles.to_edit(NOW + 9 * MINUTE) == []
    assert await store.daily_puzzles.to_edit(NOW + 10 * MINUTE) != []
    await answer(store, ANN, right=True)
    await store.daily_puzzles.end_edit(begun)
    assert await store.daily_puzzles.to_edit(NOW + 10 * MINUTE) != [], "one more came meanwhile"
    (due,) = await store.daily_puzzles.to_edit(NOW + 10 * MINUTE)
    await store.daily_puzzles.end_edit(due)
    assert await store.daily_puzzles.to_edit(NOW + DAY) == []
    right = 1 + people * 2 // 3
    assert await tally(store, told) == (people + 1, right, right)


async def test_old_puzzle_changes_no_result_any_more(store: Store) -> None:
    yesterday = await post(store)
    await answer(store, ANN, right=False)
    today = await post(store, days=1, puzzle=6)
    late = await answer(store, ANN, right=True, days=1)
    assert late.day is None
    await answer(store, BEA, right=True, days=1)
    assert await tally(store, yesterday) == (1, 0, 0), "its solution is out"
    assert await tally(store, today) == (0, 0, 0)
    assert await store.daily_puzzles.is_over(yesterday)
    assert not await store.daily_puzzles.is_over(today)


async def test_weeks_table_names_those_who_allow_it_with_their_streaks(store: Store) -> None:
    await show_names(store, ANN, BEA)
    for day in range(8):
        await post(store, days=day, puzzle=day)
        for who, right in ((ANN, day % 2), (BEA, 1), (CARL, 1)):
            if day < 7:
                await answer(store, who, right=bool(right), puzzle=day, days=day)
    last = await post(store, days=8, puzzle=8)
    week = await store.daily_results.of_week(last, 10)
    rows = [(row.place, row.total.name, row.total.solved, streak) for row, streak in week.rows]
    assert rows == [(1, Name("Bea"), 6, 7), (3, Name("Ann"), 3, 7)]
    assert week.others == 1
    assert await store.daily_results.streak(CARL.id, HOME, last.day) == 7


async def test_vacation_keeps_the_streak(store: Store) -> None:
    await store.people.introduce(ANN, "en")
    await store.people.introduce(BEA, "en")
    await post(store)
    for who in (ANN, BEA):
        await answer(store, who, right=True)
    await store.vacations.begin(ANN.id, NOW + MINUTE)
    for day in range(1, 6):
        await post(store, days=day, puzzle=5 + day)
    await store.vacations.end(ANN.id, NOW + 5 * DAY + MINUTE)
    told = await post(store, days=6, puzzle=11)
    for who in (ANN, BEA):
        await answer(store, who, right=False, puzzle=11, days=6)
    assert await store.daily_results.streak(ANN.id, HOME, told.day) == 2
    assert await store.daily_results.streak(BEA.id, HOME, told.day) == 1


async def test_results_are_exported_and_deleted_and_posts_with_names_edited(store: Store) -> None:
    told = await post(store)
    await show_names(store, ANN)
    await answer(store, ANN, right=True)
    rush = await store.rushes.begin(ANN.id, HOME, None, ("ringo", 5), NOW)
    over = rush.after(("ringo", 6), was_right=True).ended()
    await store.rushes.go_on(rush, over, NOW)
    for due in await store.daily_puzzles.to_edit(NOW + DAY):
        await store.daily_puzzles.end_edit(due)
    kinds = {key for item in [it async for it in store.people.export(ANN.id)] for key in item}
    assert {"first_answer", "puzzle_rating", "daily_result", "rush", "best_rush"} <= kinds
    await store.forgetting.forget(ANN.id, NOW)
    assert len(await store.daily_puzzles.to_edit(NOW + DAY)) == 1
    assert await tally(store, told) == (0, 0, 0)
    kinds = {key for item in [it async for it in store.people.export(ANN.id)] for key in item}
    assert kinds == {"person", "name", "user_name", "language_of_discord"}
    assert await store.rushes.find(ANN.id) is None
    assert await store.rushes.best(ANN.id) == 0


async def test_puzzle_solved_before_first_answers_were_recorded_is_not_rated(store: Store) -> None:
    await answer(store, ANN, right=True)
    async with store._database.transaction() as connection:
        await connection.change("DELETE FROM puzzle_tries")
        await connection.change("DELETE FROM puzzle_solvers")
    again = await answer(store, ANN, right=True)
    assert (again.rating, again.change) == (None, 0.0)
    assert await store.puzzles.solver(ANN.id) is None


async def test_name_is_shown_or_hidden_as_the_setting_is(store: Store) -> None:
    told = await post(store)
    await answer(store, ANN, right=True)
    assert (await store.daily_results.of_day(told, 9)).named == ()
    await show_names(store, ANN)
    assert (await store.daily_results.of_day(told, 9)).named == (Name("Ann"),)
    (due,) = await store.daily_puzzles.to_edit(NOW + DAY)
    await store.daily_puzzles.end_edit(due)
    await store.personal_settings.change(ANN.id, lambda own: replace(own, puzzle_name=False), NOW)
    assert (await store.daily_results.of_day(told, 9)).named == ()
    assert len(await store.daily_puzzles.to_edit(NOW + DAY)) == 1


async def test_rush_is_answered_once_and_bests_are_of_the_server(store: Store) -> None:
    rush = await store.rushes.begin(ANN.id, HOME, None, ("ringo", 1), NOW)
    one = rush.after(("ringo", 2), was_right=True)
    assert await store.rushes.go_on(rush, one, NOW) == one
    assert await store.rushes.go_on(rush, rush.after(None, was_right=False), NOW) == one, "twice"
    await store.rushes.go_on(one, one.ended(), NOW)
    again = await store.rushes.begin(ANN.id, HOME, None, ("ringo", 1), NOW)
    assert again.run == 2
    await store.rushes.go_on(again, again.ended(), NOW)
    other = await store.rushes.begin(BEA.id, ABROAD, None, ("ringo", 1), NOW)
    more = other.after(("ringo", 2), was_right=True).after(("ringo", 3), was_right=True)
    await store.rushes.go_on(other, more.ended(), NOW)
    bests = await store.rushes.bests(again)
    assert (bests.own, bests.here, bests.name) == (1, 1, None)
    await show_names(store, ANN)
    assert (await store.rushes.bests(again)).name == Name("Ann")
    await store.left_servers.leave(HOME, NOW)
    await store.forgetting.go_on(NOW + MOST_GONE)
    assert (await store.rushes.bests(again)).here == 0


STOCK = {"ringo": [2, 1], "hoyito": [8, 9]}


async def test_days_puzzle_is_one_for_all_servers_also_for_late_ones(store: Store) -> None:
    async def of(day: int, chosen: str | None = None, **more: list[int]) -> tuple[str, int]:
        stock = {**STOCK, **more}
        wanted = stock if chosen is None else {chosen: stock[chosen]}
        return await store.daily_puzzles.puzzle_of_day(day, chosen, wanted)

    first = [await of(day) for day in (70, 71, 72)]
    assert first == [("ringo", 2), ("hoyito", 8), ("ringo", 1)]
    assert [await of(day) for day in (70, 71, 72)] == first, "whoever asks later gets the same"
    assert await of(72, bivouac=[5]) == first[2], "also where a game was added that day"
    assert await of(73, bivouac=[5]) == ("bivouac", 5), "it comes on the next one"
    assert await of(71, "ringo") == ("ringo", 2), "a server that chose a game has its own order"
    assert await of(72, "ringo") == ("ringo", 1)
    assert await of(72, ringo=[2, 3]) == ("hoyito", 9), "one that was withdrawn gives way"


@pytest.mark.parametrize(
    ("began", "zone", "dues"),
    [
        # Summer time ends on 25 October 2026, and begins on 28 March 2027.
        ("2026-10-23 06:00", "Europe/Berlin", ["24 06:00", "25 07:00", "26 07:00"]),
        ("2027-03-26 07:00", "Europe/Berlin", ["27 07:00", "28 06:00", "29 06:00"]),
        ("2027-03-26 01:30", "Europe/Berlin", ["27 01:30", "28 01:30", "29 00:30"]),
        ("2026-10-23 00:30", "Europe/Berlin", ["24 00:30", "25 00:30", "26 01:30"]),
        ("2027-03-27 00:30", "Europe/Berlin", ["28 00:30", "29 23:30", "30 23:30"]),
        ("2026-10-23 06:00", "UTC", ["24 06:00", "25 06:00", "26 06:00"]),
        ("2026-10-23 06:00", "Atlantis/Poseidonis", ["24 06:00", "25 06:00", "26 06:00"]),
    ],
)
async def test_puzzle_set_up_at_eight_comes_at_eight_after_the_clocks_change(
    store: Store, began: str, zone: str, dues: list[str]
) -> None:
    now = datetime.fromisoformat(f"{began}+00:00")
    daily = await store.daily_puzzles.set_up(HOME, 7, None, ANN.id, now, zone=zone)
    days, due = [daily.day(now)], []
    for _ in dues:
        await store.daily_puzzles.post(daily, 1, now)
        found = await store.daily_puzzles.find(HOME)
        assert found is not None
        daily, now = found, found.due
        days.append(daily.day(now))
        due.append(f"{now:%d %H:%M}")
    assert due == dues
    assert len({*days}) == len(days), "each day has its own"


async def test_another_game_that_day_has_no_results_and_ends_no_streak(store: Store) -> None:
    await post(store)
    await answer(store, ANN, right=True)
    today = await post(store, days=1, puzzle=6)
    await answer(store, ANN, right=True, puzzle=6, days=1)
    assert await tally(store, today) == (1, 1, 1)
    await store.daily_puzzles.stop(HOME)
    instead = await post(store, days=1, puzzle=7)
    assert instead.day == today.day
    assert await tally(store, instead) == (0, 0, 0), "nobody has tried that one"
    for day in (2, 3):
        last = await post(store, days=day, puzzle=6 + day)
    await answer(store, ANN, right=False, puzzle=9, days=3)
    assert await store.daily_results.streak(ANN.id, HOME, last.day) == 2, "only one day missed"


async def test_same_puzzle_posted_again_on_a_day_keeps_its_results(store: Store) -> None:
    await post(store)
    await answer(store, ANN, right=True)
    await store.daily_puzzles.stop(HOME)
    assert await tally(store, await post(store)) == (1, 1, 1)


async def test_vacation_begun_after_the_days_puzzle_keeps_the_streak_too(store: Store) -> None:
    await store.people.introduce(ANN, "en")
    for day in (0, 1):
        await post(store, days=day, puzzle=5 + day)
    await answer(store, ANN, right=True, puzzle=6, days=1)
    await post(store, days=2, puzzle=7)
    await store.vacations.begin(ANN.id, NOW + 2 * DAY + MINUTE)
    await post(store, days=3, puzzle=8)
    await store.vacations.end(ANN.id, NOW + 3 * DAY + MINUTE)
    await post(store, days=4, puzzle=9)
    told = await post(store, days=5, puzzle=10)
    await answer(store, ANN, right=True, puzzle=10, days=5)
    assert await store.daily_results.streak(ANN.id, HOME, told.day) == 2


async def test_rush_that_another_one_replaces_counts_as_far_as_it_went(store: Store) -> None:
    rush = await store.rushes.begin(ANN.id, HOME, None, ("ringo", 1), NOW)
    await store.rushes.go_on(rush, rush.after(("ringo", 2), was_right=True), NOW)
    other = await store.rushes.begin(ANN.id, HOME, "hoyito", ("hoyito", 1), NOW)
    assert await store.rushes.best(ANN.id) == 1
    assert (await store.rushes.bests(other)).own == 0
    await store.left_servers.leave(HOME, NOW)
    await store.forgetting.go_on(NOW + MOST_GONE)
    left = await store.rushes.find(ANN.id)
    assert left is not None
    assert left.server is None, "where the bot has left, nothing is counted any more"


async def test_server_left_while_the_bot_was_off_is_forgotten_with_puzzles(store: Store) -> None:
    here, there = await post(store), await post(store, ABROAD)
    await answer(store, ANN, right=True)
    rush = await store.rushes.begin(ANN.id, 99, None, ("ringo", 1), NOW)
    over = rush.after(None, was_right=True)
    await store.rushes.go_on(rush, over, NOW)
    await store.left_servers.leave_others([ABROAD], NOW)
    await store.forgetting.go_on(NOW + MOST_GONE)
    assert await store.daily_puzzles.find_post(HOME, here.day) is None
    assert await store.daily_puzzles.find(HOME) is None
    assert await tally(store, here) == (0, 0, 0)
    assert (await store.rushes.bests(rush)).here == 0
    assert await store.daily_puzzles.find_post(ABROAD, there.day) == there
