"""The balance tables of games, which the computer wrote by playing itself."""

import inspect
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from computer.search import node_limit
from rules import GAMES, Move, Position
from rules.balance import LEAD_PLY, SelfPlay, SelfPlayTable
from tests.thorough import THOROUGH
from tools.research import self_play
from tools.research.count_progress import CountedGame, GameFile
from tools.research.self_play import (
    TABLE_FILE,
    GameResult,
    count_games,
    play,
    replay_game,
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
@pytest.mark.parametrize(
    "start",
    TABLED,
    ids=lambda start: f"{start.key} {start.chosen.write()}",
)
def test_some_of_the_games_end_so_again(start: Position) -> None:
    """One of each table: the first, or the last, but where those are long."""
    game = SHORTER.get(start.key, (0, GAMES_COUNTED - 1)[TABLED.index(start) % 2])
    counted = start.self_play[start.chosen.write()]
    assert counted.results[game] == replay_game(start, counted, game), (
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
    assert game.balance({"play": "match", "games": games}) is None


def test_leads_are_written_as_they_are_read() -> None:
    game = GAMES["bizingo"]
    counted = SelfPlay(5, 100, 1, "01-" * 50, leads=" ".join(["-3", "0", "12"] * 50))
    source = table_source(game, {"-": counted})
    told: dict[str, SelfPlayTable] = {}
    exec(source, told)  # noqa: S102 (we have just written it)
    assert told["SELF_PLAY"] == {"-": counted}
    assert max(map(len, source.splitlines())) <= 100


def test_a_lead_is_that_after_two_hundred_plies() -> None:
    start = GAMES["bizingo"].start()
    leads: list[int | None] = []

    def any_move(position: Position, seed: int) -> Move:
        leads.append(position.lead())
        return random.Random(f"{seed} {len(leads)}").choice([*position.moves().values()])

    played = play(start, (any_move, any_move), 2, LEAD_PLY + 100)
    assert played.plies > LEAD_PLY
    assert played.lead == leads[LEAD_PLY]
    assert len({*leads}) > 1


def test_a_table_says_who_was_ahead_after_two_hundred_plies() -> None:
    results = [CountedGame(0, "taken", 210 + lead, lead) for lead in (3, -1, 4)]
    told = [*tabulate(GAMES["bizingo"].start(), [*results, CountedGame(None, "few", 20, None)])]
    assert told[0].endswith(": 4 games")
    assert f"after {LEAD_PLY} plies: light led in 2, dark in 1, mean lead +2.00" in told
    assert told[-1] == "plies: 20 to 214, median 213"


@THOROUGH
def test_a_count_goes_on_where_it_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, counted = GAMES["ringo"].start(), SelfPlay(5, 20, 7, "")
    whole = [*count_games(start, counted, 4, GameFile(None))]
    path = tmp_path / "games.jsonl"
    [*count_games(start, counted, 2, GameFile(path))]
    path.write_text(path.read_text(encoding="utf-8") + '{"count": {"ga', encoding="utf-8")
    played: list[int] = []

    def play_games(*given: Any) -> Iterator[GameResult]:
        played.append(given[2])
        return once(*given)

    once = self_play.play_games
    monkeypatch.setattr(self_play, "play_games", play_games)
    assert [*count_games(start, counted, 4, GameFile(path))] == whole
    assert played == [9, 10], "the first two are known, and the torn line is none"
    assert [*count_games(start, counted, 4, GameFile(path))] == whole
    assert len(played) == 2
    monkeypatch.setattr(self_play, "program_of", lambda _: "another")
    assert [*count_games(start, counted, 4, GameFile(path))] == whole
    assert len(played) == 6, "another program plays them anew"


def test_what_is_proved_is_not_looked_up_in_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("computer.proofs.guarantee", lambda _: pytest.fail("it is looked up"))
    [played] = self_play.play_games(GAMES["hoyito"].start(), 5, 1, 1, lambda: node_limit(20))
    assert played.plies
