"""Words in pictures: no English is left in them in another language, and they fit."""

from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from PIL import Image

import rendering
from languages import languages
from rendering import fit_text
from rendering.lively_positions import liveliest
from rendering.paint import _Brush
from rendering.player_plates import ShownResult
from rendering.scene import Token
from rendering.shapes import Symbol, Text
from rendering.stamps import Stamps
from rules import GAMES, Move, Name, PlainSpeech, Position, Sentence
from tests.made_up_language import MADE_UP, is_cut, not_translated, translated
from tests.rendering.test_banner import finished
from tests.rendering.test_charts import lines, progress
from tests.thorough import THOROUGH

NAMES = ("Ada", "Ben")
SPEECH = PlainSpeech(MADE_UP)
SAME = (*NAMES, *(rules.name for rules in GAMES.values()))
EVERY_GAME = pytest.mark.parametrize("key", GAMES)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note every text that is painted, and those that were painted before and are stamped."""
    noted: list[str] = []
    write, cut, cut_on = _Brush.text, Stamps.cut, Stamps.cut_on

    def note_text(brush: _Brush, shape: Text) -> None:
        noted.append(shape.text)
        write(brush, shape)

    def note_cut(stamps: Stamps, symbol: Symbol, ground: Image.Image) -> Image.Image:
        noted.extend(shape.text for shape in symbol.shapes if isinstance(shape, Text))
        return cut(stamps, symbol, ground)

    def note_cut_on(
        stamps: Stamps, board: int, token: Token, ground: Callable[[], Image.Image]
    ) -> Image.Image:
        noted.extend(shape.text for shape in token.symbol.shapes if isinstance(shape, Text))
        return cut_on(stamps, board, token, ground)

    monkeypatch.setattr(_Brush, "text", note_text)
    monkeypatch.setattr(Stamps, "cut", note_cut)
    monkeypatch.setattr(Stamps, "cut_on", note_cut_on)
    return noted


def left(written: list[str]) -> Iterator[str]:
    """Give what is not in the made-up language, or is cut."""
    for text in written:
        if not_translated(text, SAME) or is_cut(text):
            yield text


def positions(key: str) -> Iterator[Position]:
    """Give the start of a game and a position in the middle."""
    yield GAMES[key].start({})
    yield liveliest(GAMES[key]).position


@THOROUGH
@EVERY_GAME
@pytest.mark.parametrize("names", [NAMES, ("", "")])
def test_boards_are_translated(key: str, names: tuple[str, str], written: list[str]) -> None:
    for position in positions(key):
        rendering.picture(position, names=names, speech=SPEECH)
    mover = GAMES[key].side(GAMES[key].start({}).turn)
    assert {translated("to move"), SPEECH.say(mover)} & {*written}
    assert not [*left(written)]


@THOROUGH
@pytest.mark.parametrize("tag", languages())
@EVERY_GAME
def test_sides_and_level_are_whole_on_every_board(key: str, tag: str, written: list[str]) -> None:
    """A name may lose letters, its level never; whose move it is shows the pill's pointer."""
    speech = PlainSpeech(languages()[tag])
    names = Name("Ada"), Sentence("{name}, level {level}", name=Name("Parlour"), level=3)
    for position in (GAMES[key].start({}), *(after for _, after in _first_children(key))):
        written.clear()
        rendering.picture(position, names=names, speech=speech)
        assert not [text for text in written if is_cut(text)]
        assert any("Parlour" in text and text.endswith("3") for text in written)
        for side in (0, 1):
            assert speech.say(GAMES[key].side(side)) in written


@EVERY_GAME
def test_a_long_name_of_the_computer_is_cut_before_its_level(key: str, written: list[str]) -> None:
    long = Name("Parlour of the Honourable Company of Board Gamers")
    names = Name("Ada"), Sentence("{name}, level {level}", name=long, level=3)
    rendering.picture(GAMES[key].start({}), names=names)
    assert [text for text in written if text.startswith("Par") and text.endswith("…, level 3")]


def _first_children(key: str) -> list[tuple[Move, Position]]:
    return [*islice(GAMES[key].start({}).children(), 1)]


@pytest.mark.parametrize("names", [NAMES, ("", "")])
def test_how_it_ended_is_translated(names: tuple[str, str], written: list[str]) -> None:
    start = GAMES["hoyito"].start({})
    for result in (
        ShownResult(1, Sentence("wins by resignation"), Sentence("by resignation")),
        ShownResult(None, Sentence("drawn by agreement")),
    ):
        rendering.picture(start, names=names, result=result, speech=SPEECH)
    assert translated("by resignation") in written
    assert not [*left(written)]
    rendering.picture(finished(), names=names, speech=SPEECH)
    assert not [text for text in written if not_translated(text, SAME)]


def test_letters_that_the_font_lacks_are_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(fit_text, "_LOGGED", set())
    fit_text.log_missing_letters.cache_clear()
    for why in ("Été\u00a0: ← ż ö ğ", "白の勝ち", "白の番 白"):
        result = ShownResult(0, Sentence("has won"), Sentence(why))
        rendering.picture(GAMES["hoyito"].start({}), names=NAMES, result=result)
    told = [message for message in caplog.messages if "font of the pictures" in message]
    assert ["".join(sorted("白の勝ち")) in told[0], "番" in told[1]] == [True, True]
    assert len(told) == 2


@THOROUGH
@EVERY_GAME
def test_animations_are_translated(key: str, written: list[str]) -> None:
    position: Position = GAMES[key].start({})
    move = next(iter(position.moves().values()))
    rendering.animation(position, [move], names=NAMES, speech=SPEECH)
    assert {translated("to move"), SPEECH.say(GAMES[key].side(1))} & {*written}
    after = position.after(move)
    moves = [move, next(iter(after.moves().values()))]
    rendering.animation(position, moves, names=NAMES, speech=SPEECH)
    assert not [*left(written)]


def test_a_leaderboard_is_translated(written: list[str]) -> None:
    rendering.leaderboard("Hoyito", "⟦évérýwhéré⟧", lines(3), speech=SPEECH)
    assert translated("(named below)") in written
    assert not [text for text in left(written) if text not in ("山田太郎", "Fox")]


def test_a_profile_is_translated(written: list[str]) -> None:
    facts = [(str(number), translated("moves in the shortest win")) for number in range(4)]
    rendering.profile("محمد", [progress()], [], facts, speech=SPEECH)
    assert translated("(named below)") in written
    assert " ".join(written).count("shórtést") == 4


def test_a_curve_is_translated(written: list[str]) -> None:
    rendering.curve([0, 0.5, -1], names=NAMES, speech=SPEECH)
    assert translated("moves") in written
    assert not [*left(written)]


@EVERY_GAME
def test_a_side_that_stands_for_a_name_is_not_written_twice(key: str, written: list[str]) -> None:
    """In the replay of a puzzle nobody plays, so the sides are the names."""
    position = GAMES[key].start({})
    sides = [PlainSpeech().say(position.side(side)) for side in (0, 1)]
    rendering.picture(position, names=(sides[0].capitalize(), sides[1].capitalize()))
    assert {*sides}.isdisjoint(written)
    assert {side.capitalize() for side in sides} <= {*written}
    rendering.picture(position, names=NAMES)
    assert {*sides} <= {*written}
