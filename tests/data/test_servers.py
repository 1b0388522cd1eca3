"""What servers choose holds for the matches that begin from then on, and goes when the bot does."""

import asyncio
from pathlib import Path

import pytest

from data import NO_CLOCK, Ledger, Local, Sight, Way, read_pace, tables
from data.connection import Connection, Row
from match import verbs
from match.pace import Pace
from tests.data.parlour import ANN, HERE, NOW, THERE, ask_rematch, begin, do, faults_of

CHOSEN = Local((5, 6), Way.THREAD, Pace.bank(3, 12, 5), "slate", Sight.PLAYERS, "Send Messages")
SERVER = HERE.server or 0


async def test_what_nobody_chose_is_as_everywhere(ledger: Ledger) -> None:
    assert await ledger.servers.of(SERVER) == Local()
    assert await ledger.servers.of(None) == Local()
    assert (await begin(ledger)).way is Way.LIVING


@pytest.mark.parametrize("local", [CHOSEN, Local(), Local(pace=None)])
async def test_what_a_server_chose_is_read_as_it_was_written(ledger: Ledger, local: Local) -> None:
    await ledger.servers.choose(SERVER, CHOSEN)
    await ledger.servers.choose(SERVER, local)
    assert await ledger.servers.of(SERVER) == local
    assert await ledger.servers.of(THERE.server) == Local()


async def test_what_a_server_chose_outlasts_a_restart(path: Path) -> None:
    async with await Ledger.open(path, NOW) as ledger:
        await ledger.servers.choose(SERVER, CHOSEN)
    async with await Ledger.open(path, NOW) as ledger:
        assert await ledger.servers.of(SERVER) == CHOSEN


async def test_a_match_shows_itself_as_its_server_had_it_when_it_began(ledger: Ledger) -> None:
    before = await begin(ledger)
    await ledger.servers.choose(SERVER, Local(way=Way.EDITED))
    assert (await ledger.matches.find(before.number)).way is Way.LIVING
    assert (await begin(ledger, "hoyito")).way is Way.EDITED
    assert (await begin(ledger, "hoyito", place=THERE)).way is Way.LIVING


async def test_a_rematch_shows_itself_as_its_server_has_it_then(ledger: Ledger) -> None:
    match = await begin(ledger, "hoyito")
    await do(ledger, match, verbs.abort, ANN.id)
    await ledger.servers.choose(SERVER, Local(way=Way.THREAD))
    await ask_rematch(ledger, match.number, match.seats[0], NOW)
    _, rematch = await ask_rematch(ledger, match.number, match.seats[1], NOW)
    assert rematch is not None
    assert rematch.way is Way.THREAD


async def test_only_one_setting_is_noted_where_members_were_told(ledger: Ledger) -> None:
    await ledger.servers.choose(SERVER, Local(theme="slate"))
    await ledger.servers.explain(SERVER, "Attach Files")
    assert await ledger.servers.of(SERVER) == Local(theme="slate", explained="Attach Files")


async def test_what_a_server_chose_is_read_once(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ledger.servers.choose(SERVER, CHOSEN)
    await ledger.servers.of(SERVER)
    with monkeypatch.context() as patch:
        patch.delattr(tables.servers, "of")
        assert await ledger.servers.of(SERVER) == CHOSEN
    await ledger.servers.choose(SERVER, Local(theme="paper"))
    assert await ledger.servers.of(SERVER) == Local(theme="paper")
    await ledger.servers.explain(SERVER, "Attach Files")
    assert await ledger.servers.of(SERVER) == Local(theme="paper", explained="Attach Files")
    await ledger.servers.forget(SERVER)
    assert await ledger.servers.of(SERVER) == Local()


async def test_what_was_read_while_a_server_chose_is_not_held_for_true(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    of, read, chosen = tables.servers.of, asyncio.Event(), asyncio.Event()

    async def slowly(connection: Connection, server: int) -> list[Row]:
        rows = await of(connection, server)
        read.set()
        await chosen.wait()
        return rows

    monkeypatch.setattr(tables.servers, "of", slowly)
    reading = asyncio.create_task(ledger.servers.of(SERVER))
    await read.wait()
    await ledger.servers.choose(SERVER, CHOSEN)
    chosen.set()
    assert await reading == Local()
    assert await ledger.servers.of(SERVER) == CHOSEN


async def test_a_choice_that_fails_changes_nothing(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ledger.servers.choose(SERVER, CHOSEN)
    await ledger.servers.of(SERVER)
    monkeypatch.setattr(Connection, "commit", _fail)
    with pytest.raises(RuntimeError):
        await ledger.servers.choose(SERVER, Local(theme="paper"))
    assert await ledger.servers.of(SERVER) == CHOSEN


async def _fail(_self: Connection) -> None:
    raise RuntimeError


async def test_what_a_server_chose_is_removed_when_the_bot_leaves_it(ledger: Ledger) -> None:
    for server in (70, 80, 90):
        await ledger.servers.choose(server, CHOSEN)
    await ledger.servers.forget(70)
    assert await ledger.servers.of(70) == Local()
    assert await ledger.servers.of(80) == CHOSEN
    await ledger.servers.forget_others([80])
    assert await ledger.servers.of(80) == CHOSEN
    assert await ledger.servers.of(90) == Local()


async def test_a_setting_that_means_nothing_is_a_fault(ledger: Ledger, path: Path) -> None:
    await ledger.servers.choose(SERVER, CHOSEN)
    assert await faults_of(path) == []
    async with ledger._database.transaction() as connection:
        await connection.change("UPDATE server_settings SET value = 'x' WHERE setting = 'way'")
    (fault,) = await faults_of(path)
    assert fault.startswith("server 70: one of its settings means nothing: 'x'")
    await ledger.servers.choose(SERVER, CHOSEN)


def test_a_setting_that_is_not_known_any_more_is_passed_over() -> None:
    assert Local().changed({"music": "loud", "theme": "paper"}) == Local(theme="paper")


def test_no_clock_is_a_pace_that_can_be_written() -> None:
    assert read_pace(NO_CLOCK) is None
    assert read_pace("3") == Pace.a_move(3)
