"""The banners over a board: how a game ended, in large letters, and the task of a puzzle."""

import math
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from rendering.cache import surface_for
from rendering.colour_roles import Role
from rendering.fit_text import (
    drawable_text,
    fit,
    fit_first,
    name_wordings,
    text_width,
    truncate,
    wrap,
)
from rendering.geometry import Box, Point, arc, polar_point, rounded_box, translate
from rendering.paletted_bitmap import Bitmap
from rendering.pieces import hang
from rendering.player_plates import ShownResult
from rendering.scene import Board, Scene, Token
from rendering.shapes import Polygon, Shape, Symbol, enlarge, text
from rendering.themes import Theme
from rendering.wood import grain, rim
from rules import Name, Position, Sentence, Speech, Value, capital

WIDTH, HEIGHT, TASK_HEIGHT = 1000, 168, 116
_PLACE = Box(20, 18, WIDTH - 20, HEIGHT - 14)
_TASK_PLACE = Box(20, 16, WIDTH - 20, TASK_HEIGHT - 18)
_NAME_SIZES, _WORD_SIZES = (70, 64, 58, 50, 42), (36, 33, 30, 27)
TASK_SIZES = (44, 40, 36, 32)
_SIGN, _LEAF, _INSIDE, _TASK_SIGN = 1.6, 51, 41, 1.25
"""The enlargement of a side's icon, the distance of a wreath's leaves from its middle, and how
far it reaches at most inside that; how much it is enlarged beside a task."""
_LEAVES, _TILT, _BESIDE_STEM = range(32, 171, 23), 24, 5
"""The places of pairs of leaves on a wreath's branches, in degrees from the top, how far they are
turned from the branch, and how far their middles lie beside it."""
_GAP = 30


def banner(
    scene: Scene,
    position: Position,
    names: tuple[Value, Value],
    result: ShownResult,
    theme: Theme,
    speech: Speech,
) -> Bitmap:
    """Draw the strip that says how a match ended."""
    surface = surface_for(_board("result", HEIGHT, _PLACE), theme, coordinates=False)
    return surface.bitmap(_tokens(scene, position, names, result, speech))


def task_banner(
    scene: Scene, position: Position, task: Value, theme: Theme, speech: Speech, *, dimmed: bool
) -> Bitmap:
    """Draw the strip that says what is to be found, beside the icon of the side to move.

    In a dimmed picture it stays in full light.
    """
    surface = surface_for(_board("task", TASK_HEIGHT, _TASK_PLACE), theme, coordinates=False)
    sign = enlarge(scene.icons[position.turn], _TASK_SIGN)
    tokens = _task_tokens(sign, speech.say(task))
    if dimmed:
        tokens = (token.lit() for token in tokens)
    return surface.bitmap(tokens)


def _task_tokens(sign: Symbol, task: str) -> Iterator[Token]:
    """Place the side's icon and the task beside it, centred."""
    wide = 2 * 24 * _TASK_SIGN
    words, size = fit(task, TASK_SIZES, _room([]) - wide)
    left = (WIDTH - wide - _GAP - text_width(words, size)) / 2
    at = left + wide + _GAP + text_width(words, size) / 2
    y = _TASK_PLACE.middle.y
    # A triangle seems to hang half as far as its outline does.
    yield Token(sign, Point(round(left + wide / 2), round(y - hang(sign) / 2 * _TASK_SIGN)))
    yield Token(text(words, size, Role.PIT_TEXT, Role.PIT), Point(round(at), y))


def _tokens(
    scene: Scene,
    position: Position,
    names: tuple[Value, Value],
    result: ShownResult,
    speech: Speech,
) -> Iterator[Token]:
    """Place the winner's icon in a wreath, or both icons, with the words beside them, centred."""
    why = speech.say(result.why) if result.why else ""
    if result.winner is None:
        signs = [enlarge(icon, _SIGN) for icon in scene.icons]
        large, small = speech.say(capital(result.words)), why or _both(position, names, speech)
        if not _has_room(large, small, _room(signs)):
            signs = []
    else:
        signs = [_wreathed(scene.icons[result.winner])]
        side, name = position.side(result.winner), names[result.winner]
        large = _winner_words(side, name, _room(signs), speech, position.ended_game)
        small = why or speech.say(result.words)
    lines = [*_laid_out(large, small, _room(signs))]
    wide, gap = sum(map(_width, signs)), _GAP if signs else 0
    words = max(text_width(text, size) for text, size, _ in lines)
    x = (WIDTH - wide - gap - words) / 2
    y = _PLACE.middle.y
    for sign in signs:
        yield Token(sign, Point(round(x + _width(sign) / 2), y))
        x += _width(sign)
    at = round(x + gap + words / 2)
    for (line, size, down), role in zip(lines, (Role.WINNER, *2 * (Role.PIT_TEXT,)), strict=False):
        yield Token(text(line, size, role, Role.PIT), Point(at, y + down))


def _winner_words(side: Sentence, name: Value, room: float, speech: Speech, game: int) -> str:
    """Say who has won; a name that is too long is cut, and never what follows it."""
    if not (wordings := name_wordings(name, speech)):
        if game:
            return speech.say(Sentence("{Side} wins game {number}", side=side, number=game))
        return speech.say(Sentence("{Side} wins", side=side))
    beside = text_width(_winning("", speech, game), _NAME_SIZES[-1])
    shown, _ = fit_first(wordings, _NAME_SIZES[-1:], room - beside)
    return _winning(shown, speech, game)


def _winning(name: str, speech: Speech, game: int) -> str:
    return speech.say(
        Sentence(
            "{winner} wins game {number}" if game else "{winner} wins",
            winner=Name(name),
            number=game,
        )
    )


def _both(position: Position, names: tuple[Value, Value], speech: Speech) -> str:
    """Join the names of both players, or of their sides."""
    return " · ".join(
        drawable_text(speech.say(name)) or speech.say(capital(position.side(side)))
        for side, name in enumerate(names)
    )


def _room(signs: Sequence[Symbol]) -> float:
    return _PLACE.right - _PLACE.left - sum(map(_width, signs)) - 3 * _GAP


def _has_room(large: str, small: str, room: float) -> bool:
    small_lines = wrap(small, _WORD_SIZES[-1], room, most=2)
    return text_width(large, _NAME_SIZES[-1]) <= room and all(
        text_width(line, _WORD_SIZES[-1]) <= room for line in small_lines
    )


def _laid_out(large: str, small: str, room: float) -> Iterator[tuple[str, int, int]]:
    """Give each line, its size and its distance below the middle; a long reason takes two."""
    if text_width(small, _WORD_SIZES[-1]) <= room:
        yield *fit(large, _NAME_SIZES, room), -22
        yield *fit(small, _WORD_SIZES, room), 39
        return
    yield *fit(large, _NAME_SIZES[3:], room), -36
    lines = wrap(small, _WORD_SIZES[-1], room, most=2)
    _, size = fit(max(lines, key=len), _WORD_SIZES[1:], room)
    for line, down in zip(lines, (10, 45), strict=False):
        yield truncate(line, size, room), size, down


@cache
def _board(name: str, whole: int, place: Box) -> Board:
    width, height = place.right - place.left, place.bottom - place.top
    hull = translate(rounded_box(width, height, 20), *place.middle)
    ground: tuple[Shape, ...] = (
        *rim(hull, 12),
        Polygon(hull, Role.PIT),
        *grain(hull, height / 2, seed=226, streaks=0.1),
    )
    return Board(name, WIDTH, whole, ground, {}, (), ())


def _width(sign: Symbol) -> float:
    return 2 * _LEAF + 36 if sign.name.startswith("wreath") else 2 * 24 * _SIGN + 20


@lru_cache(maxsize=16)
def _wreathed(icon: Symbol) -> Symbol:
    """Put a wreath of leaves around a side's icon, open at the top."""
    tip = (0, -13), (3.6, -8), (5.2, -2), (4.6, 4), (2.4, 9), (0, 12)
    leaf = tuple(Point(x, y) for x, y in (*tip, *((-x, y) for x, y in tip[-2:0:-1])))
    shapes = []
    for direction in (1, -1):
        branch = arc(_LEAF, direction * _LEAVES[0], direction * 184)
        shapes.append(Polygon(branch, None, Role.WINNER, 2.4, closed=False))
        for angle in _LEAVES:
            for out in (1, -1):
                at = polar_point(_LEAF + _BESIDE_STEM * out, direction * (angle - 4))
                turn = direction * (angle - 90 + _TILT * -out)
                shapes.append(Polygon(_turned(leaf, turn, at), Role.WINNER))
    reach = max((math.hypot(*at) for at in icon.face.outline), default=0) if icon.face else 0
    sign = enlarge(icon, min(_SIGN, _INSIDE / reach) if reach else _SIGN)
    return Symbol(f"wreath around {icon.name}", (*shapes, *sign.shapes))


def _turned(outline: tuple[Point, ...], degrees: float, at: Point) -> tuple[Point, ...]:
    """Rotate an outline around (0, 0), clockwise, and move it to a place."""
    right, down = polar_point(1, degrees + 90), polar_point(1, degrees + 180)
    return tuple(
        Point(at.x + x * right.x + y * down.x, at.y + x * right.y + y * down.y) for x, y in outline
    )
