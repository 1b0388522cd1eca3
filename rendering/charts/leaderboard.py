"""A leaderboard as a table: a row for each player, with the rating, its certainty and results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rendering.canvas import chart_png
from rendering.charts.parts import WIDTH, left_aligned, line, rectangle, right_aligned
from rendering.charts.table_rows import LEFT, RIGHT, fitted_name, heads, planks, row_tops
from rendering.colour_roles import Role, Shade
from rendering.fit_text import text_width, truncate
from rendering.geometry import Box, Point, box
from rendering.shapes import Disc, Polygon, Shape, Text
from rendering.themes import DEFAULT_THEME, find_theme
from rules import Sentence, Speech, message
from rules.sentence import PLAIN_ENGLISH

ROW, _TOP, _FOOT = 98, 116, 26
"""A row's height, the heading's, the rest below."""
_PLACE, _NAME, _RATING, _LATELY = 98, 114, 552, (582, 714)
"""The ends of the places, starts of the names, ends of the ratings; the column of 30 days."""
_WON, _DRAWN, _LOST = 784, 862, 938
"""The middles of the columns of results."""
_LARGE, _SMALL, _HEAD = 34, 27, 24
_SIZES = _LARGE, 30, 27, _HEAD
"""The sizes of a name: a long one is smaller."""
NO_PLACE = "–"
_LEAST_SPAN, _SURE = 300, 2
"""The least span of the scale, and a bar's half length in deviations: a 95 % interval."""
_COLUMN = message("{head.column}")
"""A heading; a language has a shorter word for one that is too long, as the form `column`."""
_HEADS = (
    (Sentence(_COLUMN, head=Sentence("rating")), _RATING - 50, 150),
    (
        Sentence(_COLUMN, head=Sentence("{number} day", "{number} days", number=30)),
        sum(_LATELY) / 2,
        130,
    ),
    (Sentence(_COLUMN, head=Sentence("won")), _WON, 68),
    (Sentence(_COLUMN, head=Sentence("drawn")), _DRAWN, 84),
    (Sentence(_COLUMN, head=Sentence("lost")), _LOST, 66),
)
"""The headings of the columns, the middle of each, and the room for it."""


@dataclass(frozen=True)
class Player:
    """A row, without a place for whoever is not `settled`.

    `lately` are shares of the last days, 0 to 1, each with the rating from then on.
    """

    place: int
    name: str
    rating: float
    deviation: float
    settled: bool
    lately: Sequence[tuple[float, float]]
    won: int
    drawn: int
    lost: int
    own: bool = False


def leaderboard(
    title: str,
    where: str,
    players: Sequence[Player],
    *,
    theme: str = DEFAULT_THEME,
    speech: Speech = PLAIN_ENGLISH,
) -> bytes:
    """Draw a leaderboard of at least one player as PNG, 1,000 pixels wide, a row for each.

    After a jump in the places there is a gap, and before those without one. A player whose name the
    font cannot draw is said to be named below the picture. Raises `Refusal` for an unknown theme.
    """
    colours = find_theme(theme)
    tops = _tops(players)
    height = tops[-1] + ROW + _FOOT
    shapes = [*_heading(title, where, speech), *_planks(players, tops)]
    scale = _scale(players)
    for player, top in zip(players, tops, strict=True):
        shapes += _line(player, top, scale, speech)
    return chart_png(shapes, WIDTH, height, colours)


def _tops(players: Sequence[Player]) -> tuple[int, ...]:
    """Place the rows; those without a place follow after a gap, as after a jump in the places."""
    return row_tops([player.place + (not player.settled) for player in players], _TOP, ROW)


def _heading(title: str, where: str, speech: Speech) -> Iterator[Shape]:
    title = truncate(title, 46, 420)
    room = RIGHT - LEFT - text_width(title, 46) - 40
    yield left_aligned(title, LEFT + 6, 34, 46, Role.TEXT, Role.SURROUND)
    yield right_aligned(truncate(where, 30, room), RIGHT - 6, 36, 30, Role.QUIET, Role.SURROUND)
    yield from heads(((speech.say(head), x, room) for head, x, room in _HEADS), 84, _HEAD)


def _planks(players: Sequence[Player], tops: tuple[int, ...]) -> Iterator[Shape]:
    """Draw a plank under every row, and highlight the row of the person who looks."""
    yield from planks(tops, ROW, tuple(player.place for player in players))
    for player, top in zip(players, tops, strict=True):
        if player.own:
            yield rectangle(Box(LEFT, top, RIGHT, top + ROW), Shade(Role.PANEL, Role.LAST, 0.5))
            inside = box(LEFT + 3, top + 3, RIGHT - 3, top + ROW - 3)
            yield Polygon(inside, None, Role.LAST_EDGE, 6)


def _line(
    player: Player, top: float, scale: tuple[float, float], speech: Speech
) -> Iterator[Shape]:
    upper, lower, centre = top + 32, top + 73, top + ROW / 2
    ink, on = Role.PANEL_TEXT, Role.PANEL
    place = str(player.place) if player.settled else NO_PLACE
    yield right_aligned(place, _PLACE, upper, _digits(place), ink, on)
    rating = f"{player.rating:.0f}{'' if player.settled else '?'}"
    yield right_aligned(rating, _RATING, upper, _LARGE, ink, on)
    name, size = fitted_name(player.name, _SIZES, _RATING - _NAME - 130, speech)
    yield left_aligned(name, _NAME, upper, size, ink, on)
    yield from _known(player, lower, scale)
    yield from _course(player, Box(_LATELY[0], top + 12, _LATELY[1], top + 56))
    change = round(player.rating - player.lately[0][1])
    words = f"{change:+d}".replace("-", "\N{MINUS SIGN}") if change else "±0"
    yield Text(Point(sum(_LATELY) / 2, top + 76), words, _SMALL, ink, on)
    for number, x in ((player.won, _WON), (player.drawn, _DRAWN), (player.lost, _LOST)):
        yield Text(Point(x, centre), str(number), _digits(str(number)), ink, on)


def _digits(number: str) -> float:
    """Return the size in which a number fits its column: that of three digits, or less."""
    return min(_LARGE - 1, 3.1 * _LARGE / len(number))


def _known(player: Player, y: float, scale: tuple[float, float]) -> Iterator[Shape]:
    """Draw the interval of a rating, on the scale that all rows share."""

    def at(rating: float) -> Point:
        share = (rating - scale[0]) / (scale[1] - scale[0])
        return Point(_NAME + (_RATING - _NAME) * min(max(share, 0), 1), y)

    reach = _SURE * player.deviation
    ends = at(player.rating - reach), at(player.rating + reach)
    yield line((Point(_NAME, y), Point(_RATING, y)), Role.LINE, 2)
    yield rectangle(Box(ends[0].x, y - 8, ends[1].x, y + 8), Role.LINE)
    yield Disc(at(player.rating), 14, Role.LIGHT, Role.PANEL_TEXT, 5)


def _course(player: Player, place: Box) -> Iterator[Shape]:
    """Draw the recent course of a rating as a small line."""
    ratings = [rating for _, rating in player.lately] + [player.rating]
    low, high = min(ratings), max(ratings)
    span = max(high - low, 40)
    points: list[Point] = []
    for share, rating in (*player.lately, (1.0, player.rating)):
        x = place.left + (place.right - place.left) * share
        height = 0.5 + (rating - (low + high) / 2) / span
        points.append(Point(x, place.bottom - (place.bottom - place.top) * height))
    change = round(ratings[-1] - ratings[0])
    ink = Role.LINE if not change else Role.TARGET if change > 0 else Role.TAKEN
    yield line(points, ink, 5)
    yield Disc(points[-1], 7, ink)


def _scale(players: Sequence[Player]) -> tuple[float, float]:
    """Choose the ends of the bars' scale, the same for all."""
    low = min(player.rating - _SURE * player.deviation for player in players)
    high = max(player.rating + _SURE * player.deviation for player in players)
    more = max(0, _LEAST_SPAN - (high - low)) / 2
    return low - more, high + more
