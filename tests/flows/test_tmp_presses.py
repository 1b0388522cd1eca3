import random
from collections import Counter
import pytest
from rules import GAMES
from tests.flows.test_whole_games import SHORTEST, press
from tests.simulated_discord.table import Table


def improvised(key):
    rng = random.Random(5)
    position = GAMES[key].start({})
    texts = []
    while not position.outcome() and len(texts) < 160:
        moves = position.moves()
        taking = [t for t, m in moves.items() if position.takes(m)]
        text = rng.choice(taking or list(moves))
        texts.append(text)
        position = position.play(text)[1]
    return {}, texts


@pytest.mark.parametrize("key", GAMES)
async def test_presses(table: Table, key: str) -> None:
    if key in SHORTEST:
        options, moves = SHORTEST[key].options, SHORTEST[key].moves
    else:
        options, moves = improvised(key)
    await table.begin(key, **options)
    counted = Counter()
    for text in moves:
        who = table.player(await table.match())
        counted[await press(table, who, text)] += 1
    over = (await table.match()).over
    with open("/tmp/brief/looks-presses.txt", "a") as f:
        print(key, len(moves), sorted(counted.items()), over, file=f)
    assert max(counted) <= 4
