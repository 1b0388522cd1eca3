"""What every position does with its text and with the texts of moves."""

import pytest

from rules import GAMES


@pytest.mark.parametrize("key", GAMES)
def test_stored_position_keeps_its_text_and_the_next_writes_its_own(key: str) -> None:
    stored = GAMES[key].start().encode()
    position = GAMES[key].stored(stored)
    assert position.text is stored, "it is not written again"
    after = position.after(next(iter(position.moves().values())))
    assert after.text == after.encode() != stored


@pytest.mark.parametrize("key", GAMES)
def test_exact_text_is_read_as_the_move_that_is_generated(key: str) -> None:
    moves = GAMES[key].start().moves()
    for text, move in moves.items():
        position = GAMES[key].start()
        assert position.is_legal(text)
        assert position.read(text) == move
    assert not any(GAMES[key].start().is_legal(text) for text in ("", "a1-z99", "pass", "hello"))


@pytest.mark.parametrize("key", ["bizingo", "bivouac"])
def test_exact_text_is_read_without_listing_all_moves(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = GAMES[key].start()
    text = next(iter(GAMES[key].start().moves()))

    def no_list(_position: object) -> None:
        raise AssertionError("all moves were listed")

    monkeypatch.setattr(GAMES[key], "moves", no_list)
    assert position.read(text).text == text
