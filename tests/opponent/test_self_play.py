"""The balance tables of games, which the computer wrote by playing itself."""

import inspect
from pathlib import Path

import pytest

from opponent.self_play import TABLE_FILE, replay_game, starts_with_tables, table_source
from rules import GAMES, Position
from tests.thorough import mostly_thorough

OURS = {"bivouac", "bizingo", "hoyito", "ringo"}
SELF_PLAY = [key for key, game in GAMES.items() if game.self_play]
TABLED = [start for key in SELF_PLAY for start in starts_with_tables(GAMES[key])]
EACH = pytest.mark.parametrize(
    "start", TABLED, ids=[f"{start.key} {start.chosen.write()}" for start in TABLED]
)
GAMES_COUNTED = 200


def test_ours_are_counted() -> None:
    assert {*SELF_PLAY} >= OURS


@EACH
def test_enough_games_were_counted(start: Position) -> None:
    counted = start.self_play[start.chosen.write()]
    assert len(counted.results) == GAMES_COUNTED
    assert set(counted.results) <= set("01-")


@pytest.mark.parametrize(
    "start",
    mostly_thorough(TABLED, GAMES["ringo"].start(), GAMES["hoyito"].start()),
    ids=lambda start: f"{start.key} {start.chosen.write()}",
)
@pytest.mark.parametrize("game", mostly_thorough([0, 99, GAMES_COUNTED - 1]))
def test_some_of_the_games_end_so_again(start: Position, game: int) -> None:
    counted = start.self_play[start.chosen.write()]
    assert counted.results[game] == replay_game(start, counted, game), (
        "the computer plays otherwise than when this was counted; count anew with "
        f"`python -m opponent balance {start.key} --all --write --seed {counted.seed} "
        f"--nodes {counted.nodes}`"
    )


@pytest.mark.parametrize("key", SELF_PLAY)
def test_a_table_stands_as_its_command_writes_it(key: str) -> None:
    game = GAMES[key]
    path = Path(inspect.getfile(game)).with_name(TABLE_FILE)
    assert path.read_text(encoding="utf-8") == table_source(game, game.self_play)


@pytest.mark.parametrize("key", [key for key in SELF_PLAY if "fair" in GAMES[key].presets])
def test_what_is_called_fair_is_and_the_classic_game_is_not(key: str) -> None:
    game = GAMES[key]
    classic, fair = (game.balance(game.presets[name]) for name in ("classic", "fair"))
    assert classic is not None
    assert fair is not None
    assert classic.favours is not None
    assert fair.favours is None


@pytest.mark.parametrize("games", ["3", "5", "7"])
def test_hoyito_without_a_match_is_the_same_however_many_games_that_would_have(games: str) -> None:
    game = GAMES["hoyito"]
    assert game.balance({"games": games}) == game.balance({})
    assert game.balance({"play": "match", "games": games}) is None
