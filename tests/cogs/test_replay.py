"""`/match replay`: a match move by move, privately, with buttons that work after restarts."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from data import StoredMatch
from data.columns import change_match
from data.events import add_events
from data.match_columns import state_columns
from interactions.people import Appearance
from match import verbs
from match.event import Ending, Event, result_by
from rules import GAMES, Position
from rules.move_line import EVERY, Line
from tests.interactions.test_access import NONE, elsewhere
from tests.simulated_discord.finished_match import SHORT, finish
from tests.simulated_discord.limits import LONG_NAME, check
from tests.simulated_discord.private_answers import (
    alt_text,
    choose,
    custom_ids,
    press,
    press_forged,
    private,
    type_in,
)
from tests.simulated_discord.table import (
    Component,
    Message,
    Table,
    components,
    labels,
    options,
    words,
)
from tests.sqlite_hooks import trace
from tests.thorough import THOROUGH
from views.analysis_board import Source
from views.replay_ids import ReplayControl, ShowPly
from views.replay_page import MARKS, Replay, jumps, replay_page

START, BACK, NEXT, END = "⏮", "◀", "▶", "⏭"
UNSEEN = discord.PermissionOverwrite(view_channel=False)


def usable(message: Message) -> list[str]:
    """List the labels of the enabled buttons."""
    buttons: list[Component] = [part for part in components(message) if part["type"] == 2]
    return [part["label"] for part in buttons if not part.get("disabled")]


async def longest(table: Table, plies: int) -> StoredMatch:
    """Store a match of Bizingo with this many moves at once."""
    match = await table.begin("bizingo")
    rng, all_events = random.Random(3), list[Event]()
    while len(all_events) < plies and not match.over:
        move = rng.choice(list(match.position.moves()))
        event = verbs.play(match, match.seats[match.turn], match.started, move)
        match, events = verbs.follow(match, event)
        all_events += events
    async with table.bot.store._database.transaction() as connection:
        await add_events(connection, match.number, all_events)
        await change_match(connection, match.number, **state_columns(match))
    return await table.match()


@THOROUGH
async def test_a_finished_match_is_leafed_through_from_its_card(table: Table) -> None:
    match = await table.begin("hoyito")
    await finish(table)
    assert "Replay" in labels(table.last)
    message = private(await table.cleo.click(table.last, label="Replay"))
    assert "### Replay: Hoyito #1" in words(message)
    assert "**Ada** (south) against **Ben** (north)" in words(message)
    assert "**Start** · 6 moves to come" in words(message)
    assert not {START, BACK} & set(usable(message))
    position: Position = match.position
    assert alt_text(message) == f"The start. {position.describe()}".replace("`", "")
    for number, text in enumerate(SHORT, start=1):
        message = private(await table.cleo.click(message, label=NEXT))
        before, (move, position) = position, position.play(text)
        mover = ("Ada", "Ben")[before.turn]
        told = f"**Move {number} of 6** · **{mover}** {before.tell(move)}."
        assert told in words(message)
        caption = f"Move {number}, {mover}: “{move.path[0]}”."
        assert alt_text(
            message
        ) == f"{caption} {position.describe(over=number == len(SHORT))}".replace("`", "")
    assert "**Ben wins.** Ada resigned." in words(message)
    assert usable(message)[:3] == [START, BACK, "Flip the board"]
    message = private(await table.cleo.click(message, label=BACK))
    assert "**Move 5 of 6**" in words(message)
    assert "wins" not in words(message)
    assert "**Start**" in words(private(await table.cleo.click(message, label=START)))
    assert "**Move 6 of 6**" in words(private(await table.cleo.click(message, label=END)))
    assert "**Move 2 of 6**" in words(private(await table.cleo.select(message, ["2"])))


@THOROUGH
async def test_a_match_that_goes_on_opens_at_its_newest_move(table: Table) -> None:
    await table.begin("bizingo")
    message = await type_in(table, "match replay", match=1)
    assert "**No moves yet.**" in words(message)
    assert not options(message)
    assert usable(message) == [END, "Flip the board", "Try from here"]
    await table.play("h6-g6", "f9-g9")
    message = await press(table, message, END)
    assert "**Move 2 of 2** · **Ben** `f9` → `g9`" in words(message)
    assert "The match is still in progress; ⏭ shows the latest move." in words(message)
    assert NEXT not in usable(message)
    await table.play("h10-g8")
    assert "**Move 3 of 3**" in words(await press(table, message, END))
    assert "**Move 3 of 3**" in words(await type_in(table, "match replay", match=1))


@THOROUGH
async def test_what_was_taken_back_is_not_shown(table: Table) -> None:
    await table.begin("bizingo", "h6-g6", "f9-g9")
    message = await type_in(table, "match replay", match=1)
    await table.ben.slash(table.channel, "match takeback", match=1)
    await table.ada.slash(table.channel, "match takeback", match=1)
    message = await press(table, message, END)
    assert "**Move 1 of 1** · **Ada** `h6` → `g6`" in words(message)
    await table.play("f5-g5")
    assert "**Move 2 of 2** · **Ben** `f5` → `g5`" in words(await press(table, message, END))


@THOROUGH
async def test_everything_goes_on_after_a_restart(table: Table) -> None:
    await table.begin("bizingo", "h6-g6", "f9-g9")
    message = await type_in(table, "match replay", match=1)
    await table.restart()
    message = await press(table, message, BACK)
    assert "**Move 1 of 2**" in words(message)
    await table.restart()
    assert "**Start**" in words(await choose(table, message, "0"))


@THOROUGH
async def test_the_board_is_seen_from_ones_own_side_and_turns(table: Table) -> None:
    await table.begin("bizingo", "h6-g6")
    for who, side in ((table.ada, 0), (table.ben, 1), (table.cleo, 0)):
        message = private(await who.slash(table.channel, "match replay", match=1))
        assert f"watch|match|1|0|{side}|back" in custom_ids(message)
        message = private(await who.click(message, label="Flip the board"))
        assert f"watch|match|1|0|{1 - side}|back" in custom_ids(message)
        message = private(await who.click(message, label=BACK))
        assert f"watch|match|1|1|{1 - side}|next" in custom_ids(message)


async def test_who_may_not_see_a_match_sees_no_replay_of_it_any_more_either(table: Table) -> None:
    role = table.guild.create_role("players")
    dora = table.guild.add_member(table.env.create_user("Dora"), roles=[role])
    assert table.bot.user is not None
    seen = discord.PermissionOverwrite(view_channel=True)
    people: list[Any] = [role, table.bot.user, table.ada, table.ben]
    closed = {table.guild.default_role: UNSEEN, **dict.fromkeys(people, seen)}
    table.channel = table.guild.create_text_channel("players", overwrites=closed)
    await table.begin("hoyito")
    await finish(table)
    there = elsewhere(table)
    assert words(private(await table.cleo.slash(there, "match replay", match=1))) == NONE
    message = private(await dora.slash(there, "match replay", match=1))
    assert "### Replay: Hoyito #1" in words(message)
    await table.change("UPDATE matches SET channel = 1")
    for label in (NEXT, "Try from here", "GIF", "Flip the board"):
        assert words(private(await dora.click(message, label=label))) == NONE
    assert words(private(await dora.select(message, ["2"]))) == NONE


@THOROUGH
async def test_a_match_of_people_who_were_forgotten_is_replayed(table: Table) -> None:
    await table.begin("hoyito")
    await finish(table)
    for who in (table.ada, table.ben):
        await table.bot.store.forgetting.forget(who.id, discord.utils.utcnow())
    message = private(await table.cleo.slash(table.channel, "match replay", match=1))
    message = private(await table.cleo.click(message, label=NEXT))
    assert "**a former player** sows `a`" in words(message)
    assert not {"Ada", "Ben"} & set(words(message).split())


@THOROUGH
async def test_a_thousand_moves_step_as_fast_as_ten(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await longest(table, 1000)
    message = await type_in(table, "match replay", match=1)
    assert match.count == 1000
    assert "**Move 1000 of 1000**" in words(message)
    asked: list[str] = []
    for connection in (table.bot.store._database.reader, table.bot.store._database._writer):
        await trace(connection, asked.append)
    played = 0
    after = GAMES["bizingo"].after

    def counted(position: Position, move: Any) -> Position:
        nonlocal played
        played += 1
        return after(position, move)

    monkeypatch.setattr(GAMES["bizingo"], "after", counted)
    for label in (BACK, BACK, START, NEXT, END):
        played = 0
        asked.clear()
        message = await press(table, message, label)
        assert played <= EVERY
        settings = [each for each in asked if "settings" in each]
        assert len(asked) - len(settings) == 2, "the match, and what was said in it"
    assert f"**Move {match.count} of {match.count}**" in words(message)


async def test_any_move_is_gone_to_by_its_number(table: Table) -> None:
    match = await longest(table, 40)
    message = await type_in(table, "match replay", match=1)
    asked = await table.ada.click(message, label="Go to …")
    await table.restart()
    message = private(await table.ada.submit_modal(asked, {"field": " 17 "}))
    assert "**Move 17 of 40**" in words(message)
    for written, shown in (("0", "**Start**"), ("99999", f"**Move {match.count} of 40**")):
        asked = await table.ada.click(message, label="Go to …")
        shown_then = private(await table.ada.submit_modal(asked, {"field": written}))
        assert shown in words(shown_then)
    for written in ("seven", "-1", "1.5", "<@1>"):
        asked = await table.ada.click(message, label="Go to …")
        refused = await table.ada.submit_modal(asked, {"field": written})
        assert "isn't a move number; write one like `27`." in words(private(refused))


@THOROUGH
@pytest.mark.parametrize("last", [*range(30), 60, 156])
def test_two_jumps_lead_from_any_move_to_any_other(last: int) -> None:
    lists = [jumps(present, last) for present in range(last + 1)]
    for present, listed in enumerate(lists):
        assert len(listed) == len(set(listed)) <= 25
        assert listed == sorted(listed)
        assert present not in listed
        reached = {present, *listed, *(there for here in listed for there in lists[here])}
        assert reached == set(range(last + 1))


@pytest.mark.parametrize("last", [157, 1000, 9999])
def test_a_long_match_is_listed_all_over_and_near_by(last: int) -> None:
    for present in (0, 1, last // 2, last - 1, last):
        listed = jumps(present, last)
        assert len(listed) == 25
        assert {0, last} - {present} <= set(listed)
        assert (
            max(after - before for before, after in itertools.pairwise(listed))
            <= last / (MARKS - 1) + 1
        )
        near = range(max(present - 5, 0), min(present + 5, last) + 1)
        assert set(near) - {present} <= set(listed)


def every_kind(key: str) -> Iterator[Replay]:
    """Return matches of all kinds, with everything that a replay may show."""
    rng = random.Random(key)
    start = GAMES[key].start({option.key: option.values[-1] for option in GAMES[key].options})
    position, moves = start, list[str]()
    while len(moves) < 200 and (legal := list(position.moves())):
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])[1]
    over = position.outcome()
    endings: list[tuple[Ending, int | None]] = [
        (Ending.RESIGNATION, 1),
        (Ending.TIME, 0),
        (Ending.AGREEMENT, None),
        (Ending.ABORT, None),
        (Ending.TIME_AGAIN, 1),
        (Ending.ABANDONED, 0),
        (Ending.ADJUDICATED, 1),
        (Ending.STOPPED, None),
    ]
    if over:
        endings = [(Ending.RULES, over.winner)]
    results = [None, *(result_by(how, winner, position) for how, winner in endings)]
    for result in results:
        yield Replay(
            Source.IMPORT,
            2**62,
            title=f"{GAMES[key].name}, imported",
            names=(LONG_NAME, "@everyone"),
            options=start.chosen.values,
            line=Line.of(start, moves),
            result=result,
            goes_on=result is None,
        )


@THOROUGH
@pytest.mark.parametrize("key", GAMES)
async def test_replays_keep_to_the_limits(key: str) -> None:
    for watched in every_kind(key):
        last = len(watched.line)
        for number in (0, 1, last // 2, last):
            view, (file,) = await replay_page(watched, number, 1, Appearance("walnut"))
            check(view)
            assert file.filename.startswith(key)
            assert file.fp.read(4) == b"\x89PNG"


@THOROUGH
async def test_a_replay_is_seen_from_one_of_two_sides(table: Table) -> None:
    await table.begin("hoyito", "a")
    for seen in (2, 7):
        forged = ShowPly(Source.MATCH, 1, 0, seen, ReplayControl.BACK).encoded
        assert "out of date" in words(await press_forged(table, table.ada, forged))
