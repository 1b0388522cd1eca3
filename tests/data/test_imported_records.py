"""Imports: private, limited in number and time, exported and deleted with all other data."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from data import Store
from data.imported_records import KEPT, MOST_EACH
from match.record import Record
from rules import GAMES, Refusal
from tests.data.sample_matches import ANN, BEA, DAY, NOW, TICK, faults_of

RECORD = Record(GAMES["ringo"], ("Zerlina", "Yorick"), ("a1-a2", "a6-a5"))
GONE = "This record is no longer stored; open it again with `/match import`."


async def test_only_who_brought_a_record_finds_it(store: Store) -> None:
    await store.imports.add(70, ANN.id, RECORD, NOW)
    for _ in range(2):
        record, line = await store.imports.find(70, ANN.id)
        assert record.names == RECORD.names
        assert line.moves == RECORD.moves
        with pytest.raises(Refusal, match=GONE):
            await store.imports.find(70, BEA.id)
    with pytest.raises(Refusal, match=GONE):
        await store.imports.find(71, ANN.id)


async def test_the_same_request_brings_a_record_once(store: Store) -> None:
    await store.imports.add(70, ANN.id, RECORD, NOW)
    await store.imports.add(70, BEA.id, replace(RECORD, moves=()), NOW)
    assert (await store.imports.find(70, ANN.id)).record.moves == RECORD.moves
    with pytest.raises(Refusal):
        await store.imports.find(70, BEA.id)


async def test_somebodys_last_few_are_kept(store: Store) -> None:
    await store.imports.add(1, BEA.id, RECORD, NOW)
    for number in range(2, MOST_EACH + 3):
        await store.imports.add(number, ANN.id, RECORD, NOW)
    with pytest.raises(Refusal):
        await store.imports.find(2, ANN.id)
    assert await store.imports.find(3, ANN.id)
    assert await store.imports.find(1, BEA.id)


async def test_a_record_is_kept_for_some_days_also_over_a_restart(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        await store.imports.add(1, ANN.id, RECORD, NOW)
        await store.imports.add(2, ANN.id, RECORD, NOW + TICK)
    async with await Store.open(path, NOW + KEPT) as store:
        await store.tidy(NOW + KEPT)
        assert (await store.imports.find(1, ANN.id)).line.moves == RECORD.moves
        await store.tidy(NOW + KEPT + TICK)
        with pytest.raises(Refusal):
            await store.imports.find(1, ANN.id)
        assert await store.imports.find(2, ANN.id)
    assert timedelta(days=7) == KEPT, "as the privacy page says"


async def test_what_somebody_imported_is_exported_and_forgotten(store: Store) -> None:
    await store.imports.add(70, ANN.id, RECORD, NOW)
    await store.imports.add(71, BEA.id, RECORD, NOW)
    told = [thing async for thing in store.people.export(ANN.id)]
    (kept,) = [thing["import"] for thing in told if "import" in thing]
    assert isinstance(kept, dict)
    assert kept["id"] == 70
    assert "Zerlina" in kept["record"]
    await store.forgetting.forget(ANN.id, NOW + DAY)
    with pytest.raises(Refusal):
        await store.imports.find(70, ANN.id)
    assert await store.imports.find(71, BEA.id)
    assert not [thing async for thing in store.people.export(ANN.id) if "import" in thing]


async def test_nothing_is_wrong_with_a_file_that_holds_imports(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        await store.imports.add(70, ANN.id, RECORD, NOW)
    assert await faults_of(path) == []
