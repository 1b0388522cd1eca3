"""Every game reproduces the perft tables and the recorded games, move by move."""

import hashlib

import pytest

from rules import GAMES, perft
from tests.recorded_games import PERFTS, RECORDINGS, Perft, Recording, titled
from tests.thorough import THOROUGH


def digest(texts: list[str]) -> str:
    return hashlib.sha256(" ".join(sorted(texts)).encode()).hexdigest()[:12]


@THOROUGH
@pytest.mark.parametrize("case", PERFTS, ids=titled)
def test_perft_is_as_counted_independently(case: Perft) -> None:
    start = GAMES[case.game].start(case.options)
    depths = range(1, len(case.nodes) + 1)
    assert [perft(start, depth) for depth in depths] == case.nodes


@THOROUGH
@pytest.mark.parametrize("case", RECORDINGS, ids=titled)
def test_recorded_game_has_the_same_legal_moves_and_result(case: Recording) -> None:
    position = GAMES[case.game].start(case.options)
    for text, legal in zip(case.moves, case.legal, strict=False):
        assert digest(list(position.moves())) == legal
        move, position = position.play(text)
        assert move.text == text
    assert digest(list(position.moves())) == case.legal[-1]
    ending = position.outcome()
    if case.result is None:
        assert ending is None
    else:
        assert ending is not None
        winner = None if ending.winner is None else position.sides[ending.winner]
        assert winner == case.result["winner"]
        assert str(ending.reason).endswith(".")
        assert not position.moves()


@THOROUGH
@pytest.mark.parametrize("case", RECORDINGS[::3], ids=titled)
def test_perft_counts_what_the_moves_lead_to_in_the_middle_and_at_the_end(case: Recording) -> None:
    position = GAMES[case.game].start(case.options)
    for ply, text in enumerate(case.moves):
        if ply % 25 == 0 or ply == len(case.moves) - 1:
            replies = [len(position.play(other)[1].moves()) for other in position.moves()]
            assert perft(position, 1) == len(replies)
            assert perft(position, 2) == sum(replies)
        position = position.play(text)[1]


def test_perft_of_nothing_is_one() -> None:
    for game in GAMES.values():
        assert perft(game.start({}), 0) == 1
