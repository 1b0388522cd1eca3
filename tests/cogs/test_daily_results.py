"""The daily puzzle's post: the same everywhere, results gathered, the last solution, the week."""

import discord
import pytest
import simcord

from data import DailyPost
from opponent.puzzles import Puzzle, puzzles
from rules import GAMES, Speech
from tests.cogs.test_puzzles import answer, owner, posted, wrong
from tests.simulated_discord.private_answers import open_from_settings, private
from tests.simulated_discord.table import Table, later, pictures, poll, words
from views.puzzle_selection import find_puzzle, puzzle_of_the_day

__all__ = ["owner"]


async def present(table: Table) -> DailyPost:
    """Return the server's last daily puzzle."""
    posts = await table.bot.store.daily_puzzles.due(table.env.now())
    assert posts == []
    day = table.env.now().date().toordinal()
    found = await table.bot.store.daily_puzzles.find(table.guild.id, day)
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
    page = private(await who.slash(table.channel, "settings"))
    form = await who.click(page, custom_id="settings|puzzles")
    chosen = {"puzzle_name": puzzle_name, "match_puzzles": match_puzzles}
    await who.submit_modal(form, chosen)


def test_days_puzzle_is_the_same_everywhere_and_another_game_each_day() -> None:
    keys = [key for key in GAMES if puzzles(key)]
    week = [puzzle_of_the_day(None, day).game for day in range(700, 700 + len(keys))]
    assert sorted(week) == sorted(keys)
    for key in keys:
        count = len(puzzles(key))
        chosen = [puzzle_of_the_day(key, day).number for day in range(count)]
        assert len({*chosen}) == count, "each comes before one comes again"


async def test_results_are_gathered_in_the_post_and_name_only_who_allows_it(
    table: Table, owner: simcord.MemberActor
) -> None:
    await owner.slash(table.channel, "puzzle daily")
    told = await present(table)
    await fill_puzzle_settings(table, table.ada, puzzle_name=True)
    solved = await try_it(table, table.ada, told, right=True)
    assert "Daily puzzle: 1 day in a row." in words(solved)
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


async def test_next_post_has_the_solution_hidden_and_the_week(
    table: Table, owner: simcord.MemberActor
) -> None:
    await owner.slash(table.channel, "puzzle daily")
    first = await present(table)
    await fill_puzzle_settings(table, table.ada, puzzle_name=True)
    await try_it(table, table.ada, first, right=True)
    await try_it(table, table.ben, first, right=True)
    await later(table, days=1, seconds=1)
    second = await shown(table, await present(table))
    told = words(second)
    puzzle = puzzle_of(first)
    best = puzzle.position.moves()[puzzle.solution[0]]
    assert f"**The last puzzle**, {puzzle.position.name} {puzzle.number}: ||" in told
    assert Speech().say(puzzle.position.caption(best)) == told.split("||")[1]
    board, solution = pictures(second)
    assert not board.get("spoiler")
    assert solution["spoiler"]
    assert "1\\. **Ada** 1 solved · 1 at first try · 1 day in a row" in told
    assert "1 person isn't named." in told


@pytest.mark.parametrize("stopped", ["before", "after"])
async def test_edit_that_a_stop_interrupts_comes_again_after_five_minutes(
    table: Table, owner: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch, stopped: str
) -> None:
    await owner.slash(table.channel, "puzzle daily")
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


async def test_post_that_was_deleted_is_left_alone(
    table: Table, owner: simcord.MemberActor
) -> None:
    await owner.slash(table.channel, "puzzle daily")
    told = await present(table)
    await try_it(table, table.ada, told, right=True)
    path = f"/channels/{table.channel.id}/messages/{(await shown(table, told)).id}"
    table.env.inject_error("PATCH", path, status=404, code=10008)
    await later(table, minutes=6)
    assert (await present(table)).message is None
    assert await table.bot.store.daily_puzzles.to_edit(table.env.now()) == []


async def test_digest_channel_is_chosen_in_the_settings(
    table: Table, owner: simcord.MemberActor
) -> None:
    page = await open_from_settings(table, "serveropen", owner)
    assert "Weekly digest: **off**" in words(page)
    form = await owner.click(page, label="Weekly digest")
    page = private(await owner.submit_modal(form, {"channel": [table.channel]}))
    assert f"Weekly digest: **<#{table.channel.id}>**" in words(page)
