"""Whole games against the computer itself, in its own process."""

import random

import pytest

from interactions import plain
from rules import GAMES
from tests.cogs.computer import begin
from tests.cogs.conftest import Table, words
from tests.thorough import mostly_thorough


@pytest.mark.parametrize("key", mostly_thorough(GAMES, "hoyito"))
async def test_whole_game_is_played_to_its_end_against_level_1(table: Table, key: str) -> None:
    match = await begin(table, key, level=1)
    lots = random.Random(key)
    while not match.over:
        text = lots.choice(list(match.position.moves()))
        await table.ada.slash(table.channel, "move", move=text)
        match = await table.match()
        assert match.over or match.turn != match.computer
    assert match.result is not None
    winner = match.result.winner
    ends = "A draw" if winner is None else f"{plain(match.name(winner))} wins"
    assert f"# {ends}" in words(table.last)
