"""How little is asked of the database and of the rules for one move."""

from collections import Counter
from typing import Any

import pytest

from rules import GAMES, Position
from rules.position import cached
from tests.cogs.conftest import Table

WAYS = {"typed": {}, "typed with its number": {"match": 1}}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("key", GAMES)
async def test_a_move_is_one_load_and_a_list_of_moves_for_each_position(
    table: Table, monkeypatch: pytest.MonkeyPatch, key: str, way: str
) -> None:
    match = await table.begin(key)
    match = await table.play(*list(match.position.moves())[:1])
    match = await table.play(*list(match.position.moves())[:1])
    text = next(iter(match.position.moves()))
    built: Counter[str] = Counter()
    moves: Any = type(match.position).moves

    def build(position: Position) -> object:
        built[position.encode()] += 1
        return moves.__wrapped__(position)

    build.__name__ = "moves"
    monkeypatch.setattr(type(match.position), "moves", cached(build))
    statements: list[str] = []
    database = table.bot.store._database
    for connection in (database._reader, database._writer):
        await connection._sqlite.set_trace_callback(statements.append)
    await table.player(match).slash(table.channel, "move", move=text, **WAYS[way])
    assert (await table.match()).count == match.count + 1
    kept = statements[: statements.index("COMMIT") + 1]
    assert len(kept) <= 6, kept
    assert sum(said.startswith("SELECT") and "FROM matches" in said for said in kept) == 1
    assert len(built) <= 3
    assert set(built.values()) == {1}, "each position's list is built once"
