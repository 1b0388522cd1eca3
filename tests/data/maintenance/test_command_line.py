"""`python -m data`: check, rebuild, statistics and backup."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data import Store, StoredMatch
from data.__main__ import main
from data.driver import Location
from data.match_columns import state_columns
from data.player_rating import Change
from data.prepare_database import newest_version
from match import verbs
from tests.data.sample_matches import (
    ANN,
    BEA,
    NOW,
    advance,
    begin,
    do,
    faults_of,
    filled_file,
    rating_history,
)
from tests.postgres import execute, of_file
from tests.thorough import mostly_thorough


async def filled(path: Location) -> None:
    async with await Store.open(path, NOW) as store:
        for _ in range(2):
            match = await advance(store, await begin(store), 6)
            await do(store, match.number, verbs.resign, ANN.id, NOW)
        await advance(store, await begin(store), 3)


def fill(path: Location) -> None:
    if isinstance(path, Path):
        path.write_bytes(filled_file(filled))
    else:
        asyncio.run(filled(path))


def change(path: Location, sql: str) -> None:
    assert execute(path, sql)


# The command line.


def run(path: Location, *arguments: str) -> int:
    given = path if isinstance(path, Path) else path.url
    return main(["--database", str(given), *arguments])


def test_check_passes_a_sound_database(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(path)
    assert run(path, "check") == 0
    assert "3 matches with 17 events: no errors." in capsys.readouterr().out


@of_file
def test_check_and_stats_and_backup_run_beside_the_bot(path: Path, tmp_path: Path) -> None:
    async def beside() -> list[int]:
        async with await Store.open(path, NOW) as store:
            await begin(store)
            copy = str(tmp_path / "copy.sqlite3")
            asked = (["check"], ["stats"], ["backup", copy])
            return [await asyncio.to_thread(run, path, *words) for words in asked]

    assert asyncio.run(beside()) == [0, 0, 0]


FAULTS = [
    ("UPDATE matches SET position = 'nonsense' WHERE id = 3", "match 3: its position is 'nons"),
    (
        "UPDATE matches SET position = (SELECT position FROM matches WHERE id = 1) WHERE id = 3",
        "match 3: its position is",
    ),
    ("UPDATE matches SET count = 9 WHERE id = 3", "match 3: its count is 9"),
    ("UPDATE matches SET first_moves = 7 WHERE id = 1", "match 1: its first_moves is 7"),
    ("UPDATE matches SET winner = 0 WHERE id = 1", "match 1: its winner is 0"),
    ("UPDATE matches SET how = 'time' WHERE id = 1", "match 1: its how is 'time'"),
    ("UPDATE matches SET alarm = 5 WHERE id = 3", "match 3: its alarm is 5"),
    ("UPDATE matches SET deadline = 5 WHERE id = 3", "match 3: its deadline is 5"),
    ("UPDATE matches SET draw_offer = 1 WHERE id = 3", "match 3: its draw_offer is 1"),
    ("UPDATE matches SET game = 'chess' WHERE id = 3", "match 3: it cannot be replayed: Refusal"),
    ("UPDATE events SET text = 'a1-f6' WHERE match = 3 AND number = 1", "it cannot be replayed"),
    ("UPDATE events SET at = at + 1 WHERE match = 1 AND number = 7", "match 1: its ended"),
    ("DELETE FROM events WHERE match = 3 AND number = 1", "are not numbered one by one"),
    ("UPDATE events SET kind = 'abort' WHERE match = 1 AND number = 7", "match 1: its how"),
    ("UPDATE ratings SET rating = rating + 1e-9 WHERE person = 1", "ratings: "),
    ("UPDATE ratings SET wins = 5 WHERE person = 1", "ratings: "),
    ("DELETE FROM ratings WHERE person = 1", "ratings: there are 1, and the matches make 2"),
    ("UPDATE rating_changes SET deviation = 60 WHERE id = 2", "rating_changes: "),
    ("DELETE FROM rating_changes WHERE id = 4", "rating_changes: there are 3"),
    ("UPDATE challenges SET opponent = 99 WHERE id = 1", "refers to nothing in people"),
    ("DELETE FROM people WHERE id = 1", "match 3: one of its players is not there"),
]


@pytest.mark.parametrize(("sql", "told"), mostly_thorough(FAULTS, *FAULTS[::3]))
def test_check_finds_whatever_does_not_agree(
    path: Path, capsys: pytest.CaptureFixture[str], sql: str, told: str
) -> None:
    fill(path)
    change(path, sql)
    assert run(path, "check") == 1
    assert told in capsys.readouterr().out


def test_copied_data_can_be_rebuilt(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(path)

    async def kept() -> tuple[list[StoredMatch], list[Change]]:
        async with await Store.open(path, NOW) as store:
            matches = [await store.matches.find(number) for number in (1, 2, 3)]
            return matches, await rating_history(store, BEA.id)

    before = asyncio.run(kept())
    columns = state_columns(before[0][0])
    by_the_clock = ("given", "stopped", "reminded", "touched")
    ruin = ", ".join(f"{column} = 1" for column in columns if column not in by_the_clock)
    change(path, f"UPDATE matches SET {ruin}")  # noqa: S608 (columns of ours)
    change(path, "UPDATE ratings SET rating = 2000")
    change(path, "DELETE FROM rating_changes WHERE match = 2")
    assert run(path, "rebuild", "matches") == 0
    told = capsys.readouterr().out
    assert "match 3: its count is 1, and its events say 3\n" in told
    assert "; corrected places: " in told.splitlines()[-1]
    assert run(path, "rebuild", "ratings") == 0
    assert "rating_changes: there are 2, and the matches make 4\n" in capsys.readouterr().out
    assert asyncio.run(faults_of(path)) == []
    assert asyncio.run(kept()) == before
    assert run(path, "rebuild") == 0
    assert "recomputed matches, ratings, ladders; corrected places: 0." in capsys.readouterr().out


def test_a_match_that_cannot_be_replayed_is_told_and_hinders_no_other(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path)
    change(path, "UPDATE matches SET game = 'senet', count = 9 WHERE id = 1")
    change(path, "UPDATE matches SET count = 9 WHERE id = 2")
    assert run(path, "rebuild", "matches") == 0
    told = capsys.readouterr().out
    assert "match 1: it cannot be replayed" in told
    assert "match 2: its count is 9, and its events say 7" in told
    assert run(path, "check") == 1
    assert "match 2" not in capsys.readouterr().out


def test_nothing_is_rebuilt_beside_the_bot(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def beside() -> int:
        async with await Store.open(path, NOW):
            return await asyncio.to_thread(run, path, "rebuild")

    assert asyncio.run(beside()) == 1
    assert "in use by another Parlour; stop that one first" in capsys.readouterr().err


def test_stats_count_what_there_is(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(path)
    assert run(path, "stats") == 0
    told = capsys.readouterr().out
    assert [" ".join(line.split()) for line in told.splitlines()] == [
        "people 2",
        "pending challenges 0",
        "live matches 1",
        "finished matches 2",
        "rated results 2",
        "events 17",
        "choosing servers 0",
        "last alive 2026-01-01 12:00 UTC",
        "ringo 1 live, 2 finished",
    ]


@of_file
def test_a_backup_is_a_whole_database_and_replaces_none(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path)
    copy = tmp_path / "copies" / "copy.sqlite3"
    assert run(path, "backup", str(copy)) == 0
    assert run(copy, "check") == 0
    assert run(path, "backup", str(copy)) == 1
    assert f"{copy} already exists" in capsys.readouterr().err


@of_file
def test_a_database_that_is_not_there_is_named_and_not_made(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = str(tmp_path / "copy.sqlite3")
    for words in (["check"], ["stats"], ["rebuild"], ["backup", copy]):
        assert run(path, *words) == 1
        assert f"{path} doesn't exist" in capsys.readouterr().err
    assert not path.exists()


@of_file
@pytest.mark.parametrize("command", ["check", "stats", "rebuild"])
def test_what_is_no_database_any_more_is_named_in_a_line(
    path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path.write_bytes(b"overwritten" * 1000)
    assert run(path, command) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{path} is damaged or isn't a database; put a backup in its place")
    assert len(told.splitlines()) == 1


@of_file
def test_a_check_that_cannot_read_a_page_says_so_in_a_line(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path)
    with closing(sqlite3.connect(path)) as connection:
        asked = "SELECT rootpage FROM sqlite_schema WHERE name = 'matches'"
        (page,) = connection.execute(asked).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    assert run(path, "check") == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{path} is damaged or isn't a database; put a backup in its place")


@of_file
def test_older_database_is_left_to_the_bot(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {newest_version() - 1}")
    for command in ("check", "rebuild"):
        assert run(path, command) == 1
        assert "start the bot once" in capsys.readouterr().err


@of_file
def test_the_database_is_the_one_that_the_bots_settings_name(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PARLOUR_DATABASE", raising=False)
    assert main(["stats"]) == 1
    (tmp_path / ".env").write_text(f'# settings\nPARLOUR_DATABASE = "{path}"\n', encoding="utf-8")
    assert main(["stats"]) == 0
    monkeypatch.setenv("PARLOUR_DATABASE", os.fspath(tmp_path / "another.sqlite3"))
    assert main(["stats"]) == 1
    monkeypatch.setenv("PARLOUR_THEME", "marble")
    capsys.readouterr()
    assert main(["stats"]) == 1
    assert capsys.readouterr().err.startswith("PARLOUR_THEME is 'marble'")
    assert main(["--database", str(path), "stats"]) == 0


@pytest.mark.parametrize("words", ["check", "stats", "rebuild", "backup copy", "restore copy"])
def test_a_folder_is_no_database(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for place in ("/", "."):
        assert main(["--database", place, *words.split()]) == 1
        assert capsys.readouterr().err == f"{place} is a folder; name a database file.\n"


@pytest.mark.parametrize("words", ["check", "stats", "rebuild", "backup copy"])
def test_an_empty_file_is_told_as_what_it_is(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nothing").touch()
    assert main(["--database", "nothing", *words.split()]) == 1
    told = capsys.readouterr().err
    assert told.endswith("nothing is empty; remove it, or name a different file.\n")
    assert not Path("copy").exists()
