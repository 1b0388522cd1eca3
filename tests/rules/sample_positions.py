"""Positions for tests, from the recorded games and from random games."""

import random
from collections.abc import Iterator
from typing import TypeVar

import pytest

from rules import IllegalMove, Position
from tests.recorded_games import RECORDINGS

Game = TypeVar("Game", bound=Position)


def recorded(game: type[Game]) -> Iterator[Game]:
    """Return every position of the recorded games."""
    for recording in RECORDINGS:
        if recording.game == game.key:
            position = game.start(recording.options)
            yield position
            for move in recording.moves:
                _, position = position.play(move)
                yield position


def at_random(game: type[Game], *, games: int, plies: int, seed: int) -> Iterator[list[Game]]:
    """Yield the positions of random games with random options, one list for each game."""
    rng = random.Random(seed)
    for _ in range(games):
        chosen = {option.key: rng.choice(option.values) for option in game.options}
        positions = [game.start(chosen)]
        while len(positions) <= plies and (moves := positions[-1].moves()):
            positions.append(positions[-1].play(rng.choice(list(moves)))[1])
        yield positions


def played(position: Game, *moves: str) -> Game:
    """Play moves in order."""
    for move in moves:
        assert position.outcome() is None, f"the game is over before {move}"
        _, position = position.play(move)
    return position


def ended(position: Position) -> tuple[int | None, str, str] | None:
    """Return the winner, the code and the reason of a game's end."""
    outcome = position.outcome()
    return (outcome.winner, outcome.code, str(outcome.reason)) if outcome else None


def refusal(position: Position, text: str) -> str:
    """Return the sentence that refuses a move."""
    with pytest.raises(IllegalMove) as refused:
        position.play(text)
    return str(refused.value)


def third_time(position: Game, *moves: str) -> Game:
    """Repeat a cycle of moves until the position occurs for the third time.

    The game must go on until the very last move.
    """
    almost = played(position, *moves, *moves[:-1])
    assert almost.outcome() is None
    _, last = almost.play(moves[-1])
    assert last == position or last.outcome()
    return last
