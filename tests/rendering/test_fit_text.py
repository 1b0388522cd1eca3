"""Fitting words into a width: as much as fits, in a few measures however long they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

import rendering
from rendering.fit_text import drawable_text, fit, text_width, truncate
from rendering.geometry import Point
from rendering.paint import font, written
from rendering.typeface import Typeface, typeface
from rules import GAMES
from tests.thorough import mostly_thorough

MOST_MEASURES, MOST_MEASURED = 60, 20_000
"""How many times a text may be measured, and how many letters in all."""


def fits(words: str, letters: int, room: float) -> bool:
    """Check whether the first letters of a text fit with an ellipsis."""
    return font(24).getlength(f"{words[:letters].rstrip()}…") <= room


@given(st.text(st.sampled_from("iIlWwm .éß"), min_size=1, max_size=60), st.floats(20, 600))
def test_as_much_of_a_text_stays_as_fits(words: str, room: float) -> None:
    shown = truncate(words, 24, room)
    if shown == words:
        assert text_width(words, 24) <= room
        return
    assert shown.endswith("…")
    most = max((count for count in range(len(words)) if fits(words, count, room)), default=0)
    assert shown == f"{words[:most].rstrip()}…"


@pytest.mark.parametrize("letter", mostly_thorough(["W", "i", "w "]))
def test_any_text_is_measured_a_few_times(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []
    width = Typeface.width

    def counted(face: Typeface, text: str, size: int) -> float:
        measured.append(len(text))
        return width(face, text, size)

    monkeypatch.setattr(Typeface, "width", counted)
    long = letter * 60_000
    shown, size = fit(drawable_text(long), (36, 30, 24), 400)
    assert (size, shown[-1]) == (24, "…")
    assert truncate(long, 24, 400) == shown
    rendering.picture(GAMES["ringo"].start({}), names=(long, long[1:]))
    assert len(measured) <= MOST_MEASURES
    assert sum(measured) <= MOST_MEASURED


LINES = st.text(st.sampled_from("AVToWaeryLP.,f ijkÄß“”’-…"), max_size=30)


@given(LINES, st.integers(8, 60))
@pytest.mark.parametrize("narrow", [False, True])
def test_text_is_as_wide_as_pillow_draws_it(narrow: bool, text: str, size: int) -> None:
    assert typeface(narrow=narrow).width(text, size) == font(size, narrow=narrow).getlength(text)


@given(LINES, st.integers(8, 60), st.integers(0, 200), st.integers(0, 200))
@pytest.mark.parametrize("narrow", [False, True])
def test_text_is_written_as_pillow_draws_it(
    narrow: bool, text: str, size: int, across: int, down: int
) -> None:
    below = Point(30 * size / 2 + across / 100, size + down / 100)
    drawn = Image.new("L", (30 * size, 2 * size))
    ImageDraw.Draw(drawn).text(below, text, 255, font(size, narrow=narrow), "ms")
    assert written(text, size, below, *drawn.size, narrow=narrow).tobytes() == drawn.tobytes()
