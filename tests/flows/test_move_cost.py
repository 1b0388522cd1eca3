"""The number of statements, loads, trips and lists of moves that one move takes."""

from collections import Counter
from typing import Any

import pytest
import simcord

from data import DisplayMode, StoredMatch
from rules import GAMES, Position
from rules.position import cached
from tests.postgres import of_file
from tests.simulated_discord.display_modes import choose, posts, thread_of
from tests.simulated_discord.table import Table, labels
from tests.simulated_discord.work_counter import Counts, counting
from tests.thorough import mostly_thorough

pytestmark = of_file

MOST_STATEMENTS, MOST_COMMITS, MOST_LOADS, MOST_FILES = 12, 2, 2, 57
MOST_TRIPS = 6
"""The most that one move may take, from the command to the card that is recorded.

Files count besides those of the game and of drawing, which differ from game to game.
"""
COMMANDS = {"typed": {}, "typed with its number": {"match": 1}}


async def begun(table: Table, key: str) -> StoredMatch:
    """Begin a match in which both players have moved once."""
    match = await table.begin(key)
    for _ in range(2):
        match = await table.play(*list(match.position.moves())[:1])
    return match


async def is_ticked_off(
    table: Table, before: StoredMatch, channel: simcord.ChannelHandle | None = None
) -> bool:
    """Check that a move was made, its card is recorded, and the last card became a line."""
    match, (*_, line, last) = await table.match(), posts(channel or table.channel)
    assert match.card is not None
    assert before.card is not None
    settled = await table.bot.store.due.find(table.env.now())
    return (
        (match.count, match.announced_count, match.card_count) == (before.count + 1,) * 3
        and (match.card.message, before.card.message) == (last.id, line.id)
        and not labels(line)
        and not (settled.unannounced_matches or settled.untidy_matches)
    )


def assert_little(counted: Counts) -> None:
    """Check the counted work against the limits."""
    print(counted)  # shown with -s, or when a test fails
    assert len(counted.statements) <= MOST_STATEMENTS, counted.statements
    assert counted.commits <= MOST_COMMITS
    assert len(counted.loads) <= MOST_LOADS, counted.loads
    assert counted.trips <= MOST_TRIPS
    files = {
        file
        for file in counted.files
        if not file.startswith("rendering/") and not any(key in file for key in GAMES)
    }
    assert len(files) <= MOST_FILES, "\n".join(sorted(files))


@pytest.mark.parametrize("way", COMMANDS)
@pytest.mark.parametrize("key", mostly_thorough(GAMES, "bizingo"))
async def test_a_move_is_one_load_and_a_list_of_moves_for_each_position(
    table: Table, monkeypatch: pytest.MonkeyPatch, key: str, way: str
) -> None:
    match = await begun(table, key)
    text = next(iter(match.position.moves()))
    built: Counter[str] = Counter()
    moves: Any = type(match.position).moves

    def build(position: Position) -> object:
        built[position.encode()] += 1
        return moves.__wrapped__(position)

    build.__name__ = "moves"
    monkeypatch.setattr(type(match.position), "moves", cached(build))
    async with counting(table) as counted:
        await table.player(match).slash(table.channel, "move", move=text, **COMMANDS[way])
    kept = counted.written[: counted.written.index("COMMIT") + 1]
    assert len(kept) <= 6, kept
    assert sum(said.startswith("SELECT") and "FROM matches" in said for said in kept) == 1
    assert len(built) <= 3
    assert set(built.values()) == {1}, "each position's list is built once"
    assert_little(counted)
    assert await is_ticked_off(table, match)


@pytest.mark.parametrize("key", ["bizingo", "hoyito"])
async def test_a_move_by_a_press_takes_as_little(table: Table, key: str) -> None:
    match = await begun(table, key)
    who = table.player(match)
    shown = (await who.click(table.last, label=labels(table.last)[0])).response
    assert shown is not None
    while not (found := [label for label in labels(shown) if label.startswith("Play ")]):
        shown = (await who.click(shown, label=labels(shown)[0])).response
        assert shown is not None
    async with counting(table) as counted:
        await who.click(shown, label=found[0])
    assert_little(counted)
    assert await is_ticked_off(table, match)


async def test_a_move_in_a_thread_takes_as_little(table: Table) -> None:
    await choose(table, DisplayMode.THREAD)
    match = await begun(table, "bizingo")
    thread, text = thread_of(table, match), next(iter(match.position.moves()))
    async with counting(table) as counted:
        await table.player(match).slash(thread, "move", move=text)
    assert_little(counted)
    assert await is_ticked_off(table, match, thread)


async def test_a_move_on_a_card_that_is_changed_takes_as_little(table: Table) -> None:
    await choose(table, DisplayMode.EDITED_CARD)
    match = await begun(table, "bizingo")
    text = next(iter(match.position.moves()))
    async with counting(table) as counted:
        await table.player(match).slash(table.channel, "move", move=text)
    assert_little(counted)
    after = await table.match()
    assert (after.count, after.announced_count, after.card_count) == (match.count + 1,) * 3
    assert after.card == match.card
    due = await table.bot.store.due.find(table.env.now())
    assert (due.unannounced_matches, due.untidy_matches) == ((), ())
    assert len(posts(table.channel)) == 3, "of the challenge, the card, and one that calls"


async def test_what_is_chosen_for_oneself_is_asked_once(table: Table) -> None:
    match = await begun(table, "bizingo")
    who = table.player(match)
    asked = (await who.click(table.last, label="Move")).response
    assert asked is not None
    async with counting(table) as counted:
        asked = (await who.click(asked, label=labels(asked)[0])).response
    assert asked is not None
    assert sum(" settings " in sql for sql in counted.statements) == 1
    assert not [sql for sql in counted.statements if "server_settings" in sql]
    async with counting(table) as counted:
        await who.click(asked, label=labels(asked)[0])
    assert sum(" settings " in sql for sql in counted.statements) == 1, "both what and how is shown"
