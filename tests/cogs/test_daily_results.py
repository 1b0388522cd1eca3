"""The daily puzzle's post: the same everywhere, results gathered, the last solution, the week."""

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta

import discord
import pytest
import simcord

from computer.puzzles import Puzzle, puzzles
from data import Store
from data.daily_puzzles import DailyPost
from data.puzzles import Attempt
from interactions import CustomId, OutOfDate
from rules import GAMES, Speech
from tests.cogs.test_puzzles import answer, posted, wrong
from tests.simulated_discord.interruptions import SLOW, each_step
from tests.simulated_discord.private_answers import (
    change_settings,
    open_from_settings,
    press,
    press_forged,
    private,
)
from tests.simulated_discord.table import Table, later, pictures, poll, words
from tests.thorough import THOROUGH
from views.analysis_board import Source, TryFrom
from views.choose_puzzle import find_puzzle, load_puzzle, stock_of_days
from views.puzzle_numbers import number_among_all
from views.puzzle_page import AnswerPuzzle
from views.replay_ids import ReplayControl, SendGif, ShowPly
from views.rush_page import AnswerRush


async def present(table: Table) -> DailyPost:
    """Return the server's last daily puzzle."""
    posts = await table.bot.store.daily_puzzles.due(table.env.now())
    assert posts == []
    day = table.env.now().date().toordinal()
    found = await table.bot.store.daily_puzzles.find_post(table.guild.id, day)
    assert found is not None
    return found


def puzzle_of(told: DailyPost) -> Puzzle:
    return find_puzzle(told.game, told.puzzle)


async def shown(table: Table, told: DailyPost) -> discord.Message:
    assert told.message is not None
    return await table.channel_message(told.message.message)


async def try_it(
    table: Table, who: simcord.MemberActor, told: DailyPost, *, right: bool
) -> simcord.ResponseMessage:
    """Answer the daily puzzle from its post."""
    puzzle = puzzle_of(told)
    opened = private(await who.click(await shown(table, told), label="Solve it"))
    text = puzzle.solution[0] if right else wrong(puzzle)
    return await answer(table, opened, puzzle, text, who)


async def fill_puzzle_settings(
    table: Table,
    who: simcord.MemberActor,
    *,
    puzzle_name: bool = False,
    match_puzzles: bool = False,
) -> None:
    """Choose the settings about puzzles."""
    chosen = {"puzzle_name": puzzle_name, "match_puzzles": match_puzzles}
    await change_settings(table, "puzzles", who, **chosen)


def test_stock_of_days_has_all_puzzles_once_and_the_chosen_game_alone() -> None:
    stock = stock_of_days(None)
    assert [*stock] == [key for key in GAMES if puzzles(key)]
    for key, numbers in stock.items():
        assert sorted(numbers) == [puzzle.number for puzzle in puzzles(key)]
        assert stock_of_days(key) == {key: numbers}
    assert stock_of_days("a game that is gone") == stock


@THOROUGH
async def test_results_are_gathered_in_the_post_and_name_only_who_allows_it(table: Table) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    told = await present(table)
    await fill_puzzle_settings(table, table.ada, puzzle_name=True)
    solved = await try_it(table, table.ada, told, right=True)
    assert "Daily puzzle streak: 1 day." in words(solved)
    assert "Your puzzle rating: 1" in words(solved)
    await try_it(table, table.ben, told, right=True)
    await try_it(table, table.cleo, told, right=False)
    await poll(table)
    assert "solved it" not in words(await shown(table, told)), "not within five minutes"
    await table.restart()
    await later(table, minutes=5)
    message = await shown(table, told)
    assert "2 of 3 solved it · first try: Ada and 1 more" in words(message)
    assert "Ben" not in words(message)
    assert "Cleo" not in words(message)
    assert table.called(message) == []
    assert len(posted(table)) == 1


async def test_next_post_has_the_week_and_leaves_a_line_of_the_last_one(table: Table) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    first = await present(table)
    await fill_puzzle_settings(table, table.ada, puzzle_name=True)
    await try_it(table, table.ada, first, right=True)
    await try_it(table, table.ben, first, right=True)
    await later(table, days=1, seconds=1)
    second = await shown(table, await present(table))
    told = words(second)
    assert len(pictures(second)) == 1
    assert "1\\. **Ada** · 1 solved · 1 on the first try · 1 day in a row" in told
    assert "and 1 more (names are opt-in: `/settings`)" in told
    await table.restart()
    await later(table, minutes=5)
    past = await shown(table, first)
    puzzle = puzzle_of(first)
    best = puzzle.position.moves()[puzzle.solution[0]]
    line, results = words(past).splitlines()
    assert line.startswith(f"Puzzle: {puzzle.position.name} {puzzle.number} · solution: ||")
    assert Speech().say(puzzle.position.caption(best)) == line.split("||")[1]
    assert results == "-# 2 of 2 solved it · first try: Ada and 1 more"
    assert pictures(past) == []
    assert "What's your move?" in words(await press(table, past, "Solve it"))


@THOROUGH
@pytest.mark.parametrize("stopped", ["before", "after"])
async def test_edit_that_a_stop_interrupts_comes_again_after_five_minutes(
    table: Table, monkeypatch: pytest.MonkeyPatch, stopped: str
) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    told = await present(table)
    await try_it(table, table.ada, told, right=True)
    edits: list[float] = []

    class Stopped(BaseException):
        """The process is killed."""

    async def killed(*_told: object) -> None:
        edits.append(table.env.now().timestamp())
        raise Stopped

    with monkeypatch.context() as patch:
        if stopped == "before":
            patch.setattr("cogs.daily_puzzle.edit", killed)
        else:
            patch.setattr("data.daily_puzzles.DailyPuzzles.end_edit", killed)
        await later(table, minutes=5)
    assert edits
    await table.restart()
    await later(table, minutes=4)
    if stopped == "before":
        assert "solved it" not in words(await shown(table, told))
    await later(table, minutes=1)
    assert "1 of 1 solved it" in words(await shown(table, told))
    assert await table.bot.store.daily_puzzles.to_edit(table.env.now()) == []


async def test_post_that_was_deleted_is_left_alone(table: Table) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    told = await present(table)
    await try_it(table, table.ada, told, right=True)
    table.fail("PATCH", (await shown(table, told)).id, status=404, code=10008)
    await later(table, minutes=6)
    assert (await present(table)).message is None
    assert await table.bot.store.daily_puzzles.to_edit(table.env.now()) == []


@THOROUGH
async def test_thousand_solve_in_a_minute_and_the_post_is_edited_every_five(table: Table) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    told = await present(table)
    message = (await shown(table, told)).id
    path = f"/channels/{table.channel.id}/messages/{message}"

    def edits() -> int:
        return sum(sent.method == "PATCH" and sent.path == path for sent in table.env.http_requests)

    async def solve(person: int) -> None:
        attempt = Attempt(person, told.game, told.puzzle, 1, table.guild.id)
        await table.bot.store.puzzles.answer(attempt, table.env.now(), was_right=person % 4 > 0)

    for person in range(1, 1001):
        await solve(person)
        if person % 100 == 0:
            await later(table, seconds=6)
    assert edits() == 0
    await later(table, minutes=4)
    assert edits() == 1
    assert "750 of 1000 solved it" in words(await shown(table, told))
    for minute in range(30):
        await solve(2000 + minute)
        await later(table, minutes=1)
    assert edits() == 1 + 6, "one every five minutes"
    assert table.called(await shown(table, told)) == []


@THOROUGH
@pytest.mark.parametrize("kind", ["cancelled at an await", "answer lost", "killed after a request"])
async def test_answer_counts_once_wherever_it_is_cut_off(table: Table, kind: str) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    told = await present(table)
    answered = AnswerPuzzle(told.game, told.puzzle, puzzle_of(told).solution[0]).encoded
    for number, interruption in each_step(kind):
        who = table.guild.add_member(table.env.create_user(f"Solver {number}"))
        lost = suppress(asyncio.CancelledError, IndexError, discord.DiscordServerError)
        with lost, interruption:
            await press_forged(table, who, answered)
        table.env.backend.faults.clear()
        await press_forged(table, who, answered)
        results = await table.bot.store.daily_results.of_day(told, 99)
        assert (results.tried, results.solved, results.at_first) == (number, number, number)
        solver = await table.bot.store.puzzles.solver(who.id)
        assert solver is not None
        assert solver.tries == 1


@pytest.mark.parametrize("control", ["watch", "gif", "tryfrom", "rush"])
async def test_whoever_has_the_solution_by_any_control_has_not_solved_it_at_first_try(
    table: Table, control: str
) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    told = await present(table)
    puzzle = puzzle_of(told)
    number = number_among_all(puzzle)
    where = {
        "watch": ShowPly(Source.PUZZLE, number, 1, 0, ReplayControl.LAST),
        "gif": SendGif(number, Source.PUZZLE),
        "tryfrom": TryFrom(Source.PUZZLE, number, 1, 0),
    }
    if control == "rush":
        key = (told.game, told.puzzle)
        rush = await table.bot.store.rushes.begin(
            table.ada.id, table.guild.id, told.game, key, table.env.now()
        )
        pressed: CustomId = AnswerRush(rush.run, rush.step, wrong(puzzle))
    else:
        pressed = where[control]
    await press_forged(table, table.ada, pressed.encoded)
    await try_it(table, table.ada, told, right=True)
    results = await table.bot.store.daily_results.of_day(told, 99)
    assert (results.tried, results.at_first) == (1, 0)


@THOROUGH
async def test_puzzle_turned_on_is_posted_once_wherever_that_is_cut_off(table: Table) -> None:
    for _, interruption in each_step(SLOW):
        before = len(posted(table))
        with interruption:
            await table.dora.slash(table.channel, "puzzle daily")
        is_on = await table.bot.store.daily_puzzles.find(table.guild.id) is not None
        for _ in range(3):
            await later(table, seconds=30)
        assert len(posted(table)) == before + is_on
        await table.bot.store.daily_puzzles.stop(table.guild.id)
        await later(table, minutes=10)  # or the one before is found in its place


@THOROUGH
async def test_servers_in_two_zones_have_the_same_puzzles_although_the_bot_is_out_over_midnight(
    table: Table,
) -> None:
    store, env = table.bot.store.daily_puzzles, table.env
    other = env.create_guild("Elsewhere")
    role = other.create_role("keepers", permissions=discord.Permissions(manage_guild=True))
    keeper = other.add_member(env.create_user("Kim"), roles=[role])
    elsewhere = other.create_text_channel("general")
    midnight = (env.now() + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    await env.advance_time((midnight - timedelta(minutes=10) - env.now()).total_seconds())
    day = env.now().date().toordinal()
    await table.dora.slash(table.channel, "puzzle daily")
    await later(table, minutes=20)
    await keeper.slash(elsewhere, "puzzle daily")
    here, there = (
        await store.find_post(table.guild.id, day),
        await store.find_post(other.id, day + 1),
    )
    assert here is not None
    assert there is not None
    assert here.game != there.game, "it is another day"
    await later(table, hours=23, minutes=30)  # ten to midnight is in ten minutes
    await table.bot.close()
    await env.advance_time(30 * 60)
    await table.restart()
    store = table.bot.store.daily_puzzles
    await later(table, seconds=1)
    assert len(posted(table)) == 2
    late = await store.find_post(table.guild.id, day + 1)
    assert late is not None
    assert (late.game, late.puzzle) == (there.game, there.puzzle), "that of the day it was due"
    await later(table, minutes=1)
    assert len(posted(table)) == 2
    await later(table, hours=23, minutes=40)
    following = (
        await store.find_post(other.id, day + 2),
        await store.find_post(table.guild.id, day + 2),
    )
    one, another = following
    assert one is not None
    assert another is not None
    assert (one.game, one.puzzle) == (another.game, another.puzzle)
    assert len(posted(table)) == 3


async def test_digest_channel_is_chosen_in_the_settings(table: Table) -> None:
    page = await open_from_settings(table, "serveropen", table.dora)
    assert "Channel for the weekly digest: **off**" in words(page)
    form = await table.dora.click(page, label="Weekly digest")
    page = private(await table.dora.submit_modal(form, {"channel": [table.channel]}))
    assert f"Channel for the weekly digest: **<#{table.channel.id}>**" in words(page)


@THOROUGH
async def test_puzzle_turned_on_in_an_outage_is_posted_by_a_later_round(table: Table) -> None:
    table.fail("POST", status=503, times=None)
    done = private(await table.dora.slash(table.channel, "puzzle daily"))
    assert "I'll post a puzzle here every day" in words(done)
    assert posted(table) == []
    table.env.backend.faults.clear()
    await later(table, minutes=1)
    assert len(posted(table)) == 1
    await later(table, minutes=10)
    assert len(posted(table)) == 1


@THOROUGH
@pytest.mark.parametrize(("status", "number"), [(503, 3), (403, 2)])
async def test_puzzle_is_not_posted_twice_while_nobody_knows_whether_it_is_there(
    table: Table, status: int, number: int
) -> None:
    """Discord took no post; in an outage that is looked up later, where it may not be, never."""
    await table.dora.slash(table.channel, "puzzle daily")
    table.fail("POST", status=503, times=5)
    await later(table, days=1, seconds=1)
    assert len(posted(table)) == 1
    table.env.backend.faults.clear()
    table.fail("GET", status=status, code=50001, times=5)
    await later(table, minutes=1)
    assert len(posted(table)) == 1
    table.env.backend.faults.clear()
    await later(table, minutes=10)
    assert len(posted(table)) == number - 1
    await later(table, days=1)
    assert len(posted(table)) == number


@THOROUGH
async def test_results_that_an_outage_held_up_are_shown_after_it(table: Table) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    told = await present(table)
    await try_it(table, table.ada, told, right=False)
    table.fail("PATCH", (await shown(table, told)).id, status=503, times=None)
    await later(table, minutes=6)
    assert "solved it" not in words(await shown(table, told))
    table.env.backend.faults.clear()
    await later(table, minutes=6)
    text = words(await shown(table, told))
    assert "0 of 1 solved it" in text
    assert "first try" not in text, "nobody solved it at first try"


@THOROUGH
async def test_post_of_a_puzzle_that_was_withdrawn_stays_as_it_is_and_the_next_one_comes(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.dora.slash(table.channel, "puzzle daily")
    told = await present(table)
    await try_it(table, table.ada, told, right=True)
    before = words(await shown(table, told))

    async def without_it(store: Store, game: str, number: int) -> Puzzle:
        if (game, number) == (told.game, told.puzzle):
            raise OutOfDate
        return await load_puzzle(store, game, number)

    monkeypatch.setattr("cogs.daily_puzzle.load_puzzle", without_it)
    await later(table, minutes=6)
    assert words(await shown(table, told)) == before
    assert (await present(table)).message is None
    assert await table.bot.store.daily_puzzles.to_edit(table.env.now()) == []
    await later(table, days=1)
    second = await shown(table, await present(table))
    assert "Today's puzzle" in words(second)
    assert "The last puzzle" not in words(second)


@THOROUGH
async def test_whoever_turned_the_puzzle_on_hears_after_an_outage_that_it_stopped(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await table.dora.slash(table.channel, "puzzle daily")
    table.fail("POST", status=403, code=50013, times=None)
    table.env.inject_error("POST", "/users/@me/channels", status=503, times=2)
    await later(table, days=1, minutes=1)
    assert f"server {table.guild.id}: nobody was told that its puzzle stopped: " in caplog.text
    assert await table.bot.store.daily_puzzles.find(table.guild.id) is not None
    await later(table, minutes=10)
    assert "so I turned its daily puzzle off" in words(table.dora.user.dm_channel.last_message)
    assert await table.bot.store.daily_puzzles.find(table.guild.id) is None
