"""The bracket of a cup: who meets whom in each round, and who goes through."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from rendering.charts.fast_table import Tile, table_png
from rendering.charts.parts import left_aligned, line, panel, rectangle
from rendering.charts.table_rows import LEFT, RIGHT, fitted_name, heading, heads
from rendering.colour_roles import Role
from rendering.fit_text import fit
from rendering.geometry import Box, Point, box
from rendering.shapes import Polygon, Shape, Text
from rendering.themes import DEFAULT_THEME, find_theme
from rules import Speech
from rules.sentence import PLAIN_ENGLISH

MOST_ROUNDS, MOST_PAIRINGS = 3, 8
"""The most rounds side by side, and pairings below one another."""
_TOP, _FOOT, _LINE, _APART, _BETWEEN = 124, 22, 58, 26, 32
"""The heights of the heading, the rest below and a player's line, and the gaps between pairings and
between rounds.
"""
_PAD, _SEED, _DIGIT, _SCORE, _OF_TWO = 10, 12, 18, 64, 50
_HEAD, _DIGITS, _SIZES, _SEED_SIZE = 30, (32, 28, 26), (34, 31, 28), 26


@dataclass(frozen=True)
class BracketEntry:
    """A player in a pairing; without a name nobody yet.

    `name` may also be words such as those for a bye. `scores` are what they have in this pairing,
    and if it was level in the one that is played once more.
    """

    name: str = ""
    seed: str = ""
    scores: tuple[str, ...] = ()
    won: bool = False
    own: bool = False


@dataclass(frozen=True)
class BracketPairing:
    """Two who meet; the winner goes on."""

    first: BracketEntry
    second: BracketEntry


@dataclass(frozen=True)
class BracketRound:
    """A round: its name, and its pairings from top to bottom."""

    name: str
    pairings: tuple[BracketPairing, ...]

    def section(self, part: int, count: int) -> "BracketRound":
        """Return one of so many parts of its pairings."""
        each = len(self.pairings) // count
        return replace(self, pairings=self.pairings[part * each : (part + 1) * each])


@dataclass(frozen=True)
class Bracket:
    """A bracket: a title, what stands beside it, and rounds, each with half as many pairings."""

    title: str
    subtitle: str
    rounds: tuple[BracketRound, ...]

    def parts(self) -> "tuple[Bracket, ...]":
        """Divide it into brackets that a phone shows, the earliest rounds first.

        Up to three rounds (eight players) stay one; of more, the first two are apart from the
        rest, in parts of eight pairings: 16 players are two pictures, 32 three.
        """
        if len(self.rounds) <= MOST_ROUNDS:
            return (self,)
        early, late = self.rounds[:2], self.rounds[2:]
        count = max(1, len(early[0].pairings) // MOST_PAIRINGS)
        sections = (tuple(each.section(part, count) for each in early) for part in range(count))
        return (
            *(replace(self, rounds=rounds) for rounds in sections),
            *replace(self, rounds=late).parts(),
        )


def bracket(cup: Bracket, *, theme: str = DEFAULT_THEME, speech: Speech = PLAIN_ENGLISH) -> bytes:
    """Draw a bracket as PNG, 1,000 pixels wide; one of more than eight players in its parts.

    A player whose name the font cannot draw is said to be named below the picture. Raises `Refusal`
    for an unknown theme and `ValueError` for a bracket that does not fit or halve.
    """
    sizes = tuple(len(each.pairings) for each in cup.rounds)
    halves = all(2 * after == before for before, after in pairwise(sizes))
    if not (1 <= len(sizes) <= MOST_ROUNDS and 1 <= sizes[0] <= MOST_PAIRINGS and halves):
        raise ValueError(f"no picture of a bracket has rounds of {sizes} pairings")
    colours = find_theme(theme)
    boxes = _boxes(sizes)
    height = round(boxes[0][-1].bottom) + _FOOT
    texts = [*_headings(cup, boxes)]
    tiles: list[Tile] = []
    for each, places in zip(cup.rounds, boxes, strict=True):
        for pairing, place in zip(each.pairings, places, strict=True):
            for entry, top in ((pairing.first, place.top), (pairing.second, place.top + _LINE)):
                at = Box(place.left, top, place.right, top + _LINE)
                tiles += _line_tiles(entry, at)
                texts += _line_texts(entry, at, _seed_width(each), speech)
    return table_png(_ground(sizes), height, tiles, texts, colours)


@cache
def _boxes(sizes: tuple[int, ...]) -> tuple[tuple[Box, ...], ...]:
    """Lay out the pairings of each round, every one between the two from which its players come."""
    wide = (RIGHT - LEFT + _BETWEEN) // len(sizes)
    rounds = [tuple(_TOP + number * (2 * _LINE + _APART) for number in range(sizes[0]))]
    for _ in sizes[1:]:
        tops = rounds[-1]
        rounds.append(
            tuple((one + other) // 2 for one, other in zip(tops[::2], tops[1::2], strict=True))
        )
    return tuple(
        tuple(
            Box(LEFT + column * wide, top, LEFT + (column + 1) * wide - _BETWEEN, top + 2 * _LINE)
            for top in tops
        )
        for column, tops in enumerate(rounds)
    )


@cache
def _ground(sizes: tuple[int, ...]) -> tuple[Shape, ...]:
    """Draw the lines from round to round, and over them the panels of the pairings."""
    rounds = _boxes(sizes)
    shapes: list[Shape] = []
    for before, after in pairwise(rounds):
        for number, place in enumerate(before):
            start, end = place.right, after[number // 2].left
            middle, y, to = (start + end) / 2, place.middle.y, after[number // 2].middle.y
            path = Point(start, y), Point(middle, y), Point(middle, to), Point(end, to)
            shapes.append(line(path, Role.QUIET, 4))
    for number, place in enumerate(place for places in rounds for place in places):
        shapes += panel(place, Role.PANEL, _LINE, seed=number + 3)
        across = Point(place.left, place.middle.y), Point(place.right, place.middle.y)
        shapes.append(line(across, Role.LINE, 2))
    return tuple(shapes)


def _headings(cup: Bracket, boxes: tuple[tuple[Box, ...], ...]) -> Iterator[Text]:
    yield from heading(cup.title, cup.subtitle)
    yield from heads(
        (
            (each.name, places[0].middle.x, places[0].right - places[0].left)
            for each, places in zip(cup.rounds, boxes, strict=True)
        ),
        92,
        _HEAD,
    )


def _line_tiles(entry: BracketEntry, place: Box) -> Iterator[Tile]:
    """Colour the line and the scores of who goes through, and frame that of who looks."""
    if not (entry.won or entry.own):
        return
    wide = round(place.right - place.left)
    shapes = [rectangle(Box(0, 0, wide, _LINE), Role.LAST if entry.won else Role.PANEL)]
    if entry.won:
        scores = Box(wide - _scores_width(entry), 0, wide, _LINE)
        shapes.append(rectangle(scores, Role.TARGET))
    if entry.own:
        shapes.append(Polygon(box(3, 3, wide - 3, _LINE - 3), None, Role.LAST_EDGE, 6))
    yield Tile(tuple(shapes), wide, _LINE, round(place.left), round(place.top))


def _scores_width(entry: BracketEntry) -> int:
    """Return the room for the scores of a line: of one, or of two that are narrower."""
    return _OF_TWO * len(entry.scores) if len(entry.scores) > 1 else _SCORE


def _seed_width(each: BracketRound) -> int:
    """Return the room for the seeds of a round, if it shows any."""
    seeds = [entry.seed for pairing in each.pairings for entry in (pairing.first, pairing.second)]
    return max(_SEED + _DIGIT * len(seed) if seed else 0 for seed in seeds)


def _line_texts(entry: BracketEntry, place: Box, seed: int, speech: Speech) -> Iterator[Text]:
    """Write the seed, the name and the score."""
    if not entry.name:
        return
    y, ground = place.middle.y, Role.LAST if entry.won else Role.PANEL
    left = place.left + _PAD
    if entry.seed:
        yield left_aligned(entry.seed, left, y, _SEED_SIZE, Role.PANEL_TEXT, ground)
    left += seed
    start = place.right - _scores_width(entry)
    name, size = fitted_name(entry.name, _SIZES, start - 6 - left, speech)
    yield left_aligned(name, left, y, size, Role.PANEL_TEXT, ground)
    ink, ground = (Role.TARGET_EDGE, Role.TARGET) if entry.won else (Role.PANEL_TEXT, ground)
    wide = (place.right - start) / max(1, len(entry.scores))
    for number, score in enumerate(entry.scores):
        at = Point(start + (number + 0.5) * wide, y)
        shown, size = fit(score, _DIGITS, wide - 4)
        yield Text(at, shown, size, ink, ground)
