"""Move lines: every position equals the one reached by playing the moves up to it."""

import random

import pytest

from rules import GAMES, Position
from rules.move_line import EVERY, Line, Ply
from tests.recorded_games import RECORDINGS, Recording, titled
from tests.thorough import THOROUGH


@THOROUGH
@pytest.mark.parametrize("recording", RECORDINGS[::7], ids=titled)
def test_every_position_stands_where_playing_leads(recording: Recording) -> None:
    start: Position = GAMES[recording.game].start(recording.options)
    line = Line.of(start, recording.moves)
    assert line.at(0) == Ply(0, start)
    position = start
    for number, text in enumerate(recording.moves, start=1):
        before, (move, position) = position, position.play(text)
        ply = line.at(number)
        assert ply == Ply(number, position, before, move)
        assert ply.position.encode() == position.encode(), "its history is there too"
        assert line.turns[number - 1] == before.turn
    assert line.at(len(line) + 1) == line.at(len(line))
    assert [move.text for move in line.played()] == recording.moves


def test_a_line_without_moves_is_its_start() -> None:
    start: Position = GAMES["ringo"].start({})
    assert Line.of(start, ()).at(7) == Ply(0, start)


@pytest.mark.parametrize("key", GAMES)
def test_no_position_is_many_moves_away(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line = long_line(key, 400)
    played: list[str] = []
    rules = GAMES[key]
    after = rules.after

    def noted(position: Position, move: object) -> Position:
        played.append(str(move))
        return after(position, move)  # type: ignore[arg-type]  # the original arguments

    monkeypatch.setattr(rules, "after", noted)
    for number in (1, len(line) // 2, len(line)):
        played.clear()
        line.at(number)
        assert 1 <= len(played) <= EVERY


def long_line(key: str, most: int) -> Line:
    """Play at random."""
    rng, start = random.Random(key), GAMES[key].start({})
    position, moves = start, list[str]()
    while len(moves) < most and (legal := list(position.moves())):
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])[1]
    return Line.of(start, moves)
