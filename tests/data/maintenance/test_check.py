"""The check of a large file: in several processes, with a progress bar, or quick."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from data import Store
from data.__main__ import main
from data.maintenance import check, progress
from tests.data.sample_matches import NOW, advance, begin, filled_file
from tests.postgres import of_file
from tests.thorough import THOROUGH

pytestmark = of_file

MATCHES = 12


async def filled(path: Path) -> None:
    async with await Store.open(path, NOW) as store:
        for number in range(MATCHES):
            await advance(store, await begin(store, pace=number + 1 if number < 3 else 5), 9)


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)


@pytest.fixture
def full(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a file whose matches are checked in several portions."""
    monkeypatch.setattr(check, "PORTION", 20)
    path.write_bytes(filled_file(filled))
    return path


def run(path: Path, *words: str) -> int:
    return main(["--database", str(path), "check", *words])


@THOROUGH
@pytest.mark.parametrize("processors", [1, 2])
def test_matches_are_checked_in_portions_by_any_number_of_processes(
    full: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], processors: int
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    assert run(full) == 0
    assert f"{MATCHES} matches with 108 events: no errors." in capsys.readouterr().out
    change(full, "UPDATE matches SET count = 3 WHERE id IN (2, 11)")
    assert run(full) == 1
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        f"match {number}: its count is 3, and its events say 9" for number in (2, 11)
    ]
    assert told.err.startswith("Errors in ")
    assert told.err.endswith(": 2.\n")


@THOROUGH
def test_all_processors_check_a_large_file(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Watched(ThreadPoolExecutor):
        def __init__(self, workers: int, _context: object) -> None:
            asked.append(workers)
            super().__init__(workers)

    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr(check, "ProcessPoolExecutor", Watched)
    assert run(full) == 0
    assert asked == [2]


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("DELETE FROM events WHERE match = 3 AND number = 9", "match 3: it has 8 events"),
        ("DELETE FROM events WHERE match = 3 AND number = 2", "match 3: it has 8 events"),
        ("UPDATE matches SET count = 8 WHERE id = 4", "and its row counts 8"),
        ("UPDATE challenges SET opponent = 99 WHERE id = 1", "refers to nothing in people"),
        ("UPDATE matches SET counts = 1 WHERE id = 1", "match 1: it has 0 changes of ratings"),
    ],
)
def test_a_quick_check_finds_what_is_missing(
    full: Path, capsys: pytest.CaptureFixture[str], sql: str, told: str
) -> None:
    assert run(full, "--quick") == 0
    assert "the file is fine, and nothing is missing" in capsys.readouterr().out
    change(full, sql)
    assert run(full, "--quick") == 1
    assert told in capsys.readouterr().out


def test_a_quick_check_replays_nothing(full: Path) -> None:
    change(full, "UPDATE matches SET position = 'nonsense' WHERE id = 3")
    assert run(full, "--quick") == 0
    assert run(full) == 1


def test_a_bar_says_how_much_is_done_and_how_long_the_rest_takes() -> None:
    assert progress.bar(0, 3000, 0.0, "events") == f"[{'.' * 30}] 0 of 3,000 events"
    half = f"[{'#' * 15}{'.' * 15}] 1,500 of 3,000 events"
    assert progress.bar(1500, 3000, 60.0, "events") == f"{half}, 60 s left"
    assert progress.bar(1500, 3000, 600.0, "events") == f"{half}, 10 min left"


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_is_drawn_where_somebody_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    assert list(progress.progress(iter("abc"), [5, 2, 3], "letters")) == ["a", "b", "c"]
    drawn = capsys.readouterr().err
    assert ("7 of 10 letters" in drawn) == terminal
    assert bool(drawn) == terminal


@THOROUGH
async def test_the_log_of_changes_shrinks_again_after_a_long_look(store: Store, path: Path) -> None:
    """While a reader holds a snapshot, the write-ahead log only grows."""
    log = path.with_name(f"{path.name}-wal")
    match = await begin(store, "bizingo", pace=None)
    async with store._database.snapshot() as connection:
        await connection.rows("SELECT * FROM matches")
        rng = 0
        while log.stat().st_size < 6_000_000:
            match = await advance(store, match, 20, seed=(rng := rng + 1))
            if match.over:
                match = await begin(store, "bizingo", pace=None)
        grown = log.stat().st_size
    for _ in range(400):
        match = await advance(store, match, 1) if not match.over else await begin(store)
    assert log.stat().st_size < grown
    assert log.stat().st_size <= 4_500_000
