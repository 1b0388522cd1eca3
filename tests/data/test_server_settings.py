"""The settings of servers: they hold for later matches, and are deleted when the bot leaves."""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from data import DisplayMode, ServerSettings, Store, Visibility, settings
from data.connection import Connection
from data.contest_values import MOST_GONE
from data.time_controls import NO_CLOCK, read_pace
from match import verbs
from match.clock import Pace
from tests.data.sample_matches import (
    ANN,
    HERE,
    NOW,
    THERE,
    ask_rematch,
    begin,
    change,
    do,
    faults_of,
)

CHOSEN = ServerSettings(
    (5, 6), DisplayMode.THREAD, Pace.bank(3, 12, 5), "slate", Visibility.PLAYERS, "Send Messages"
)
SERVER = HERE.server or 0


async def test_what_nobody_chose_is_as_everywhere(store: Store) -> None:
    assert await store.server_settings.find(SERVER) == ServerSettings()
    assert await store.server_settings.find(None) == ServerSettings()
    assert (await begin(store)).display_mode is DisplayMode.SINGLE_CARD


@pytest.mark.parametrize("local", [CHOSEN, ServerSettings(), ServerSettings(pace=None)])
async def test_a_choice_is_read_as_it_was_written(store: Store, local: ServerSettings) -> None:
    await store.server_settings.change(SERVER, lambda _: CHOSEN)
    await store.server_settings.change(SERVER, lambda _: local)
    assert await store.server_settings.find(SERVER) == local
    assert await store.server_settings.find(THERE.server) == ServerSettings()


async def test_what_a_server_chose_outlasts_a_restart(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        await store.server_settings.change(SERVER, lambda _: CHOSEN)
    async with await Store.open(path, NOW) as store:
        assert await store.server_settings.find(SERVER) == CHOSEN


async def test_a_match_shows_itself_as_its_server_had_it_when_it_began(store: Store) -> None:
    before = await begin(store)
    await store.server_settings.change(
        SERVER, lambda _: ServerSettings(display_mode=DisplayMode.EDITED_CARD)
    )
    assert (await store.matches.find(before.number)).display_mode is DisplayMode.SINGLE_CARD
    assert (await begin(store, "hoyito")).display_mode is DisplayMode.EDITED_CARD
    assert (await begin(store, "hoyito", place=THERE)).display_mode is DisplayMode.SINGLE_CARD


async def test_a_rematch_shows_itself_as_its_server_has_it_then(store: Store) -> None:
    match = await begin(store, "hoyito")
    await do(store, match, verbs.abort, ANN.id)
    await store.server_settings.change(
        SERVER, lambda _: ServerSettings(display_mode=DisplayMode.THREAD)
    )
    await ask_rematch(store, match.number, match.seats[0], NOW)
    _, rematch = await ask_rematch(store, match.number, match.seats[1], NOW)
    assert rematch is not None
    assert rematch.display_mode is DisplayMode.THREAD


async def test_only_one_setting_is_noted_where_members_were_told(store: Store) -> None:
    await store.server_settings.change(SERVER, lambda _: ServerSettings(theme="slate"))
    await store.server_settings.explain(SERVER, "Attach Files")
    assert await store.server_settings.find(SERVER) == ServerSettings(
        theme="slate", explained="Attach Files"
    )


async def test_choices_are_read_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await store.server_settings.change(SERVER, lambda _: CHOSEN)
    await store.server_settings.find(SERVER)
    with monkeypatch.context() as patch:
        patch.delattr(settings, "load_server_settings")
        assert await store.server_settings.find(SERVER) == CHOSEN
    await store.server_settings.change(SERVER, lambda _: ServerSettings(theme="paper"))
    assert await store.server_settings.find(SERVER) == ServerSettings(theme="paper")
    await store.server_settings.explain(SERVER, "Attach Files")
    assert await store.server_settings.find(SERVER) == ServerSettings(
        theme="paper", explained="Attach Files"
    )
    await store.left_servers.leave(SERVER, NOW)
    await store.forgetting.go_on(NOW + MOST_GONE)
    assert await store.server_settings.find(SERVER) == ServerSettings()


async def test_what_was_read_while_a_server_chose_is_not_held_for_true(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    load, read, chosen = settings.load_server_settings, asyncio.Event(), asyncio.Event()

    async def slowly(connection: Connection, server: int | None) -> ServerSettings:
        loaded = await load(connection, server)
        read.set()
        await chosen.wait()
        return loaded

    with monkeypatch.context() as patch:
        patch.setattr(settings, "load_server_settings", slowly)
        reading = asyncio.create_task(store.server_settings.find(SERVER))
        await read.wait()
    await store.server_settings.change(SERVER, lambda _: CHOSEN)
    chosen.set()
    assert await reading == ServerSettings()
    assert await store.server_settings.find(SERVER) == CHOSEN


async def test_failed_choice_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await store.server_settings.change(SERVER, lambda _: CHOSEN)
    await store.server_settings.find(SERVER)
    monkeypatch.setattr(Connection, "commit", _fail)
    with pytest.raises(RuntimeError):
        await store.server_settings.change(SERVER, lambda _: ServerSettings(theme="paper"))
    assert await store.server_settings.find(SERVER) == CHOSEN


async def _fail(_self: Connection) -> None:
    raise RuntimeError


async def test_what_a_server_chose_is_removed_when_the_bot_leaves_it(store: Store) -> None:
    for server in (70, 80, 90):
        await store.server_settings.change(server, lambda _: CHOSEN)
    await store.left_servers.leave(70, NOW)
    await store.forgetting.go_on(NOW + MOST_GONE)
    assert await store.server_settings.find(70) == ServerSettings()
    assert await store.server_settings.find(80) == CHOSEN
    await store.left_servers.leave_others([80], NOW)
    await store.forgetting.go_on(NOW + MOST_GONE)
    assert await store.server_settings.find(80) == CHOSEN
    assert await store.server_settings.find(90) == ServerSettings()


async def test_a_server_to_which_the_bot_comes_back_as_it_is_forgotten_keeps_what_it_chose(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def come_back(server: int, _now: datetime) -> None:
        await store.left_servers.come_back([server])
        await store.server_settings.change(server, lambda _: CHOSEN)

    await store.left_servers.leave(SERVER, NOW)
    monkeypatch.setattr(store.forgetting, "forget", come_back)
    await store.forgetting.go_on(NOW + MOST_GONE)
    assert await store.server_settings.find(SERVER) == CHOSEN


async def test_a_server_keeps_what_it_chose_if_the_bot_is_back_within_an_hour(store: Store) -> None:
    soon = NOW + MOST_GONE - timedelta(seconds=1)
    for server in (70, 80):
        await store.server_settings.change(server, lambda _: CHOSEN)
        await store.daily_puzzles.set_up(server, 7, None, 1, NOW)
    await store.left_servers.leave(70, NOW)
    await store.left_servers.leave_others([80], soon)
    await store.forgetting.go_on(soon)
    assert await store.server_settings.find(70) == CHOSEN
    assert [one.server for one in await store.daily_puzzles.due(soon)] == [80], "nobody reads it"
    await store.left_servers.come_back([70])
    await store.forgetting.go_on(NOW + 2 * MOST_GONE)
    assert await store.server_settings.find(70) == CHOSEN
    assert len(await store.daily_puzzles.due(soon)) == 2
    await store.left_servers.leave(70, NOW)
    await store.forgetting.go_on(NOW + MOST_GONE)
    assert await store.server_settings.find(70) == ServerSettings()
    assert await store.daily_puzzles.find(70) is None
    assert await store.daily_puzzles.find(80) is not None


async def test_a_setting_that_means_nothing_is_a_fault(store: Store, path: Path) -> None:
    await store.server_settings.change(SERVER, lambda _: CHOSEN)
    assert await faults_of(path) == []
    await change(store, "UPDATE server_settings SET value = 'x' WHERE setting = 'way'")
    (fault,) = await faults_of(path)
    assert fault.startswith("server 70: the setting way means nothing: 'x'")
    await change(store, "DELETE FROM server_settings WHERE setting = 'way'")


def test_a_setting_that_is_not_known_any_more_is_passed_over() -> None:
    assert ServerSettings().changed({"music": "loud", "theme": "paper"}) == ServerSettings(
        theme="paper"
    )


def test_no_clock_is_a_pace_that_can_be_written() -> None:
    assert read_pace(NO_CLOCK) is None
    assert read_pace("3") == Pace.a_move(3)
