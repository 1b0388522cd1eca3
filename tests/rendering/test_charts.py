"""Leaderboards and profiles as pictures: all that they say can be read, by whoever's name."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

import rendering
from rendering import Player, Progress, ResultBar
from rendering.charts import leaderboard as boards
from rendering.charts import profile as profiles
from rendering.colour_roles import Role
from rendering.fit_text import wrap
from rendering.geometry import Box
from rendering.shape_looks import extent
from rendering.shapes import Polygon, Shape, Text
from rendering.themes import THEMES, contrast
from rules.sentence import PLAIN_ENGLISH
from tests.thorough import THOROUGH

PHONE, LEAST_TEXT = 0.4, 4.5
HEAVIEST = 110_000
"""So large is at most a profile with four games, which is as tall as two boards."""
NAMES = (
    "Ada",
    "山田太郎",
    "🦊 Fox",
    "محمد",
    "W" * 32,
    "ζ",
    "",
    "a\u0301\u0302b",
    "\u202eevil",
    "李 Li",
)


def player(place: int, name: str = "Ada", *, own: bool = False, won: int = 3) -> Player:
    lately = ((0.0, 1500.0), (0.5, 1450.0 + place))
    return Player(place, name, 1700 - 9 * place, 80, place < 6, lately, won, 0, 12, own)


def lines(count: int = 10) -> list[Player]:
    return [player(number + 1, NAMES[number % len(NAMES)]) for number in range(count)]


def progress(*course: tuple[float, float, float]) -> Progress:
    points = [(0.0, 1500.0, 350.0), *course, (1.0, 1531.0, 90.0)]
    sides = ResultBar("Attacker", 3, 1, 2), ResultBar("Defender", 0, 0, 0)
    return Progress("Ringo", "1531?", "1 Jan 2026", points, sides)


FACTS = (("7", "wins in the longest streak"), ("123", "moves in the longest win"))


def drawn_leaderboard(players: Sequence[Player]) -> list[Shape]:
    tops = boards._tops(players)
    shapes = [*boards._heading("Bizingo", "this server · past 30 days", PLAIN_ENGLISH)]
    shapes += boards._planks(players, tops)
    for one, top in zip(players, tops, strict=True):
        shapes += boards._line(one, top, boards._scale(players), PLAIN_ENGLISH)
    return shapes


def drawn_profile(name: str) -> list[Shape]:
    figures = [figure for figure, _ in FACTS]
    lines = [wrap(words, profiles._SMALL, 400) for _, words in FACTS]
    shapes = [*profiles._heading(name, PLAIN_ENGLISH), *profiles._facts(figures, lines, 900)]
    for draw in (profiles._progress, profiles._summary):
        shapes += draw(progress(), Box(20, 104, 980, 420), 0, PLAIN_ENGLISH)
    tally, place = ResultBar(name, 1000, 100, 2000), Box(44, 500, 956, 0)
    return [*shapes, *profiles._bar(tally, place, 400, Role.PANEL_QUIET, PLAIN_ENGLISH)]


def texts(shapes: Sequence[Shape]) -> list[Text]:
    return [shape for shape in shapes if isinstance(shape, Text)]


@THOROUGH
@pytest.mark.parametrize("theme", rendering.THEMES)
def test_pictures_are_light(theme: str) -> None:
    table = rendering.leaderboard("Bizingo", "everywhere", lines(11), theme=theme)
    course = [(n / 120, 1500 + n % 17 * 20.0, 80.0) for n in range(120)]
    opponents = [ResultBar(name, 5, 1, 3) for name in NAMES[:5]]
    profile = rendering.profile("Ada", [progress(*course)] * 4, opponents, FACTS, theme=theme)
    assert len(table) <= HEAVIEST
    assert len(profile) <= HEAVIEST


def test_everything_can_be_read_on_a_phone_in_every_theme() -> None:
    found = texts([*drawn_leaderboard(lines()), *drawn_profile("Ada")])
    columns = {text.size for text in found if not text.text.isdigit()}
    assert min(columns) * PHONE >= 9.5
    assert min(text.size for text in found) * PHONE >= 8
    for theme in THEMES.values():
        for role, on in {(text.role, text.on) for text in found}:
            assert contrast(theme.colours[role], theme.colours[on]) >= LEAST_TEXT, (role, on)
        assert contrast(theme.colours[Role.PANEL_TEXT], theme.colours[Role.LAST]) >= LEAST_TEXT


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_script_and_length_keeps_to_its_place(name: str) -> None:
    (written,) = [text for text in texts(drawn_leaderboard([player(1, name)])) if named(text)]
    box = extent(written)
    assert boards._NAME - 2 <= box.left < box.right <= boards._RATING - 90
    for text in texts(drawn_profile(name)):
        assert 0 <= extent(text).left < extent(text).right <= 1000


def named(text: Text) -> bool:
    """Tell whether a text stands where the name of a line does."""
    return abs(extent(text).left - boards._NAME) < 3 and text.role is Role.PANEL_TEXT


@pytest.mark.parametrize("name", ["山田太郎", "محمد", "🦊", ""])
def test_a_name_that_the_font_cannot_write_is_said_to_stand_below(name: str) -> None:
    assert "(named below)" in [text.text for text in texts(drawn_leaderboard([player(1, name)]))]
    assert not rendering.drawable_text(name)


@pytest.mark.parametrize("number", [1, 99, 1000, 10_000])
def test_large_numbers_stay_in_their_columns(number: int) -> None:
    shapes = drawn_leaderboard([replace(player(number, won=number), settled=True)])
    places = [extent(text) for text in texts(shapes) if text.text == str(number)]
    assert len(places) == 2
    assert places[0].left >= 20
    assert places[0].right <= boards._NAME - 8
    for box in places[1:]:
        assert box.right - box.left <= boards._DRAWN - boards._WON


def test_of_a_long_name_the_user_name_after_it_stays() -> None:
    name = "Alexander of the Far and Distant Mountains"
    players = [player(1, f"{name} (alex_one)"), player(2, f"{name} (alex.2)"), player(3, name * 2)]
    written = [text.text for text in texts(drawn_leaderboard(players)) if "Alex" in text.text]
    assert [text.partition("… ")[2] for text in written] == ["(alex_one)", "(alex.2)", ""]


def test_provisional_ratings_stand_apart_and_without_a_place() -> None:
    players = lines(7)
    steps = [after - before for before, after in pairwise(boards._tops(players))]
    assert [step > boards.ROW for step in steps] == [*[False] * 4, True, False]
    places = [text.text for text in texts(drawn_leaderboard(players)) if text.centre.x < 100]
    assert places == ["1", "2", "3", "4", "5", "–", "–"]


def test_my_own_line_is_highlighted_and_apart_where_it_is_not_on_the_page() -> None:
    players = [*lines(10), player(57, "Me", own=True)]
    tops = boards._tops(players)
    assert tops[9] - tops[8] == boards.ROW
    assert tops[10] - tops[9] > boards.ROW
    bright = [s for s in drawn_leaderboard(players) if isinstance(s, Polygon) and s.width == 6]
    assert len(bright) == 1
    assert tops[10] < bright[0].points[0].y < tops[10] + boards.ROW
    above = [player(1, own=True), *(player(number) for number in range(11, 21))]
    tops = boards._tops(above)
    assert tops[1] - tops[0] > boards.ROW


def test_a_bar_shows_within_what_a_rating_lies_on_the_scale_of_all() -> None:
    sure, unsure = player(1), Player(2, "Ben", 1500, 200, False, ((0.0, 1500.0),), 0, 0, 1)
    scale = boards._scale([sure, unsure])
    assert scale[0] == 1500 - 2 * 200
    assert scale[1] == 1500 + 2 * 200

    def width(one: Player) -> float:
        bar = [*boards._known(one, 0, scale)][1]
        return extent(bar).right - extent(bar).left

    assert width(unsure) == pytest.approx(boards._RATING - boards._NAME)
    assert width(sure) == pytest.approx(width(unsure) * 80 / 200)


def height(*games: Progress, facts: Sequence[tuple[str, str]] = FACTS) -> int:
    """Draw a profile, and return how tall it is."""
    with Image.open(BytesIO(rendering.profile("Ada", games, (), facts))) as image:
        return image.height


def test_a_profile_has_a_course_only_where_it_tells_something() -> None:
    """After one match it was a field of one colour with two empty bars."""
    long, short = progress(*(((n / 9, 1500.0 + n, 90.0)) for n in range(9))), progress()
    course, summary = profiles._CHART + profiles._GAP, 2 * profiles._BAR + 20 + profiles._GAP
    none = height()
    assert height(short) == none + summary
    assert height(long) == none + course
    assert height(long, long) == none + 2 * course
    assert height(long, long, long) == none + course + 2 * summary


def test_a_profile_of_four_games_is_no_taller_than_a_screen() -> None:
    """Discord shrinks what is tall until nobody can read it: it was 2,000 px for 1,000."""
    long = progress(*(((n / 9, 1500.0 + n, 90.0)) for n in range(9)))
    others = [ResultBar(name, 5, 1, 3) for name in NAMES[:5]]
    with Image.open(BytesIO(rendering.profile("Ada", [long] * 4, others, FACTS))) as image:
        assert image.height <= 1.55 * image.width


def test_a_side_that_was_never_played_has_no_bar() -> None:
    bar = [
        *profiles._bar(
            ResultBar("South", 0, 0, 0), Box(0, 0, 900, 0), 200, Role.PANEL, PLAIN_ENGLISH
        )
    ]
    assert [text.text for text in texts(bar)] == ["South", "–"]
    assert len(bar) == 2
