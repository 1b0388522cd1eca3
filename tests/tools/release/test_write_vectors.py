"""The vectors are those that the program makes, and agree with those of the independent one."""

from collections.abc import Callable, Iterable, Mapping

import pytest

from library.protocol import digest
from tests.recorded_games import RECORDINGS, rows
from tools.release.write_vectors import main, positions, written_records


def test_positions_of_recorded_games_have_the_legal_moves_of_the_recording() -> None:
    for game, row in zip(RECORDINGS, rows("positions"), strict=False):
        legal = row["legal"]
        assert isinstance(legal, list)
        assert digest(legal) == game.legal[len(game.moves) * 2 // 3]


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "made"), [("positions", positions), ("records", written_records)])
def test_positions_and_records_are_made_again_as_they_are(
    kind: str, made: Callable[[], Iterable[Mapping[str, object]]]
) -> None:
    assert [*made()] == rows(kind)


def test_vectors_that_are_not_there_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["write_vectors", "openings"])
    with pytest.raises(SystemExit, match="There are no vectors 'openings'; choose from endings, "):
        main()
