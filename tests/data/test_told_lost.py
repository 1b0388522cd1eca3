"""The step of the database to what was told of somebody who stands lost."""

import random
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

from data import Store
from data.prepare_database import MIGRATIONS
from match import verbs
from tests.data.sample_matches import ANN, NOW, advance, do, faults_of
from tests.data.test_computer import ITSELF, begin
from tests.postgres import of_file

(TOLD_LOST,) = MIGRATIONS.glob("*_told_that_it_is_lost.sql")


@of_file
async def test_who_stood_lost_is_found_in_old_matches_as_in_new_ones(path: Path) -> None:
    rng, kept = random.Random(4), dict[int, int]()
    async with await Store.open(path, NOW) as store:
        for lost in (3, 9, 10, 11, 14):
            match = await begin(store, "bizingo", pace=None)
            for outlook in (95, 0, *[rng.randint(90, 100)] * lost):
                match = await advance(store, match, 1, seed=rng.randrange(1_000))
                text = rng.choice([*match.position.moves()])
                match = await do(
                    store, match, partial(verbs.play, text=text, outlook=outlook), ITSELF.id
                )
            kept[match.number] = match.lost_for
        last = await do(store, match, verbs.ask_take_back, ANN.id)
        assert last.lost_for == match.lost_for
    assert [*kept.values()] == [3, 9, 10, 11, 11]
    assert await faults_of(path) == []
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE matches SET lost_for = 0")
        fill = TOLD_LOST.read_text(encoding="utf-8").partition("DEFAULT 0;")[2]
        connection.executescript(fill)
        assert dict(connection.execute("SELECT id, lost_for FROM matches").fetchall()) == kept
