"""The balance tables of games, which the computer wrote by playing itself."""

import inspect
from pathlib import Path

import pytest

from rules import GAMES, Position
from rules.balance import SelfPlay, SelfPlayTable
from tests.thorough import THOROUGH
from tools.research import self_play
from tools.research.self_play import (
    TABLE_FILE,
    GameResult,
    play_games,
    result_letters,
    starts_with_tables,
    table_source,
    tabulate,
)

OURS = {"bivouac", "bizingo", "hoyito", "ringo"}
SELF_PLAY = [key for key, game in GAMES.items() if game.self_play]
TABLED = [start for key in SELF_PLAY for start in starts_with_tables(GAMES[key])]
EACH = pytest.mark.parametrize(
    "start", TABLED, ids=[f"{start.key} {start.chosen.write()}" for start in TABLED]
)
GAMES_COUNTED = 200
SHORTER = {"bizingo": 6}
"""A game that is won in a third of the time that the first and the last take."""


def test_ours_are_counted() -> None:
    assert {*SELF_PLAY} >= OURS


@EACH
def test_enough_games_were_counted(start: Position) -> None:
    counted = start.self_play[start.chosen.write()]
    assert len(counted.results) == GAMES_COUNTED
    assert set(counted.results) <= set("01-")


@THOROUGH
@pytest.mark.parametrize("start", TABLED, ids=lambda start: f"{start.key} {start.chosen.write()}")
def test_some_of_the_games_end_so_again(start: Position) -> None:
    """One of each table: the first, or the last, but where those are long."""
    game = SHORTER.get(start.key, (0, GAMES_COUNTED - 1)[TABLED.index(start) % 2])
    counted = start.self_play[start.chosen.write()]
    assert counted.results[game] == result_letters([*play_games(start, counted, [game])]), (
        "the computer plays otherwise than when this was counted; count anew with "
        f"`python -m tools.research balance {start.key} --all --write --seed {counted.seed} "
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
    several = game.balance({"play": "match", "games": games})
    assert several is not None
    assert not several.is_exact, "no match of several games was counted"


def test_a_table_is_read_as_it_was_written() -> None:
    game = GAMES["bizingo"]
    counted = SelfPlay(5, 100, 1, "01-" * 50)
    source = table_source(game, {"-": counted})
    told: dict[str, SelfPlayTable] = {}
    exec(source, told)  # noqa: S102 (we have just written it)
    assert told["SELF_PLAY"] == {"-": counted}
    assert max(map(len, source.splitlines())) <= 100


def test_a_table_says_who_won_and_how_long_it_took() -> None:
    results = [
        GameResult(0, "taken", 210),
        GameResult(0, "taken", 214),
        GameResult(None, "few", 20),
    ]
    head, first, second, nobody, plies = tabulate(GAMES["bizingo"].start(), results)
    assert head.endswith(": 3 games")
    assert first.split() == ["light", "2", "67%", "taken", "2"]
    assert second.split() == ["dark", "0", "0%"]
    assert nobody.split() == ["nobody", "1", "33%", "few", "1"]
    assert plies == "plies: 20 to 214, median 210"


def test_what_is_proved_is_not_looked_up_in_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("computer.proofs.guarantee", lambda _: pytest.fail("it is looked up"))
    counted = SelfPlay(5, 20, 1, "")
    [played] = self_play.play_games(GAMES["hoyito"].start(), counted, [0])
    assert played.plies
