"""Links to the board in a browser: one a person, for a day, used once unless asked; only hashed."""

from dataclasses import replace
from pathlib import Path

import pytest

from data import PersonalSettings, Store
from data.connection import Connection, Row, Value
from data.web_links import VALID, Opener, Trade, WebLinks
from tests.data.sample_matches import ANN, BEA, NOW
from tests.postgres import of_file
from tests.sqlite_hooks import trace

OPENER = Opener(ANN.id, ANN.name, "de", 7)


async def test_link_opens_once_and_then_asks(store: Store) -> None:
    token = await store.web_links.make(OPENER, NOW)
    assert await store.web_links.trade(token, NOW) == (Trade.OPEN, OPENER)
    assert await store.web_links.trade(token, NOW) == (Trade.USED, OPENER)
    assert await store.web_links.settings_of(ANN.id, NOW)


@pytest.mark.parametrize("forged", ["", "x" * 43, "x" * 4000, "é" * 43, "' OR 1=1 --"])
async def test_forged_token_leads_nowhere(store: Store, forged: str) -> None:
    await store.web_links.make(OPENER, NOW)
    assert await store.web_links.trade(forged, NOW) == (Trade.REFUSED, None)


async def test_link_lasts_a_day_and_a_new_one_takes_its_place(store: Store) -> None:
    first = await store.web_links.make(OPENER, NOW)
    other = await store.web_links.make(Opener(BEA.id), NOW)
    second = await store.web_links.make(OPENER, NOW)
    assert (await store.web_links.trade(first, NOW))[0] is Trade.REFUSED
    assert await store.web_links.trade(second, NOW) == (Trade.OPEN, OPENER)
    assert (await store.web_links.trade(other, NOW + VALID))[0] is Trade.REFUSED
    assert not await store.web_links.settings_of(BEA.id, NOW + VALID)


async def test_settings_are_found_with_the_link(store: Store) -> None:
    await store.web_links.make(OPENER, NOW)
    assert await store.web_links.settings_of(ANN.id, NOW) == PersonalSettings()
    chosen = await store.personal_settings.change(
        ANN.id, lambda own: replace(own, theme="slate", language="de"), NOW
    )
    assert await store.web_links.settings_of(ANN.id, NOW) == chosen
    assert await store.web_links.settings_of(BEA.id, NOW) is None


async def test_link_is_taken_away_by_its_owner_and_with_all_data_of_theirs(store: Store) -> None:
    for take_away in (
        store.web_links.revoke(ANN.id),
        store.forgetting.forget(ANN.id, NOW),
    ):
        token = await store.web_links.make(OPENER, NOW)
        await take_away
        assert not await store.web_links.settings_of(ANN.id, NOW)
        assert (await store.web_links.trade(token, NOW))[0] is Trade.REFUSED


@of_file
async def test_guessed_tokens_cost_no_read(store: Store) -> None:
    token = await store.web_links.make(OPENER, NOW)
    links = WebLinks(store._database)  # as after a restart
    await links.trade("x" * 43, NOW)
    statements: list[str] = []
    await trace(store._database.reader, statements.append)
    for number in range(1_000):
        assert (await links.trade(f"{number:043}", NOW))[0] is Trade.REFUSED
    assert statements == []
    assert (await links.trade(token, NOW))[0] is Trade.OPEN
    assert len(statements) == 1


async def test_link_made_while_the_earlier_ones_are_read_opens(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    links, read, made = WebLinks(store._database), Connection.rows, list[str]()

    async def slowly(connection: Connection, sql: str, /, **values: Value) -> list[Row]:
        found = await read(connection, sql, **values)
        if sql.startswith("SELECT token"):
            made.append(await links.make(OPENER, NOW))
        return found

    monkeypatch.setattr(Connection, "rows", slowly)
    assert (await links.trade("x" * 43, NOW))[0] is Trade.REFUSED
    assert [await links.trade(token, NOW) for token in made] == [(Trade.OPEN, OPENER)]


@of_file
async def test_file_has_no_token(store: Store, path: Path) -> None:
    token = await store.web_links.make(OPENER, NOW)
    files = path.parent.glob(f"{path.name}*")
    assert not any(token.encode() in file.read_bytes() for file in files)
