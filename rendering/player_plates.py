"""What stands beside the board: the players, whose turn it is, who won, the captured pieces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from rendering.fit_text import drawable_text, fit, text_width
from rendering.geometry import Box, Point, offset_outline, rounded_box
from rendering.paint import bounds
from rendering.roles import Role
from rendering.scene import Scene, Token
from rendering.shapes import Polygon, Symbol, Text, text
from rules import Position, Sentence, Speech, capital

_NAME_SIZES, _STATE_SIZES, _STATE, _ICON = (34, 30, 26, 22), (26, 23, 20), 26, 24
"""The sizes of a plate's lines (long text is smaller), and the radius of a side's icon."""
_LEAST_NAME = 150
"""The least room for a name beside what else stands in its line."""
_ONE_LINE = 60
"""A plate that is no higher than this has its words in one line."""
_GAP, _POINTER = 12, 24
"""The room between two parts of a line, and for the pointer before a state."""
_MARGIN = 5
"""The distance of captured pieces from their tray's edge."""


@dataclass(frozen=True)
class ShownResult:
    """How a match ended: the winner as an index into the sides (`None`: nobody), and in words.

    `words` are short, as “wins by resignation”; they stand under the winner's name, or under both.
    `why` is a sentence that says what decided it, where there is more to say.
    """

    winner: int | None
    words: Sentence
    why: Sentence | None = None


def result_of(position: Position) -> ShownResult | None:
    """Return the result of a game that has ended by its own rules."""
    if ending := position.outcome():
        words = Sentence("drawn") if ending.winner is None else Sentence("has won")
        return ShownResult(ending.winner, words, ending.reason)
    return None


def plate_tokens(
    scene: Scene,
    position: Position,
    names: tuple[str, str],
    result: ShownResult | None,
    speech: Speech,
    *,
    state: bool,
) -> Iterator[Token]:
    """Write each side's name and state at its place, and lay out what it has captured.

    Without `state` nothing says whose move it is, or how the game ended.
    """
    result = result or result_of(position)
    centre = scene.board.middle
    for side, plate in enumerate(scene.board.plates):
        words = position.side(side)
        name = drawable_text(names[side])
        state_words = _state(position, result, side) if state else None
        told = speech.say(state_words) if state_words else ""
        # The result needs the room; the icon identifies the side as well.
        aside = [words] if name and not (result and told) else []
        quiet = " · ".join(map(speech.say, (*aside, *scene.counts[side])))
        won = result is not None and result.winner == side
        lines = _Lines(scene.icons[side], name or speech.say(capital(words)), quiet, told, won=won)
        yield from _words(plate.words, centre, lines)
        if plate.trophies and scene.trophies[side]:
            yield from _tray(plate.trophies, centre, scene.trophies[side])


def _state(position: Position, result: ShownResult | None, side: int) -> Sentence | None:
    """Say whose turn it is or how the game ended, as one side's plate shows it."""
    if result is None:
        return Sentence("to move") if position.turn == side else None
    return result.words if result.winner in (None, side) else None


@dataclass(frozen=True)
class _Lines:
    """The contents of a plate: icon, name, secondary text, state."""

    icon: Symbol
    name: str
    quiet: str
    state: str
    won: bool


@lru_cache(maxsize=64)
def _words(box: Box, centre: Point, lines: _Lines) -> tuple[Token, ...]:
    """Write a plate's words within a box, at its outer side."""
    one_line = box.bottom - box.top <= _ONE_LINE
    room = box.right - box.left
    role = Role.WINNER if lines.won else Role.TEXT
    others = []
    room_for_state = room - one_line * (2 * _ICON + _LEAST_NAME) - _POINTER
    if lines.quiet and _widths(lines) <= room_for_state:  # else the icon identifies the side
        others.append((text(lines.quiet, _STATE, Role.QUIET), text_width(lines.quiet, _STATE)))
    if lines.state:
        taken = sum(width + _GAP for _, width in others)
        state, size = fit(lines.state, _STATE_SIZES, room_for_state - taken)
        others.append((_sign(state, size, role), text_width(state, size) + _POINTER))
    taken = sum(width + _GAP for _, width in others) if one_line else 0
    name, size = fit(lines.name, _NAME_SIZES, room - taken - 2 * _ICON - _GAP)
    first = [(lines.icon, 2 * _ICON), (text(name, size, role), text_width(name, size))]
    if box.middle.x > centre.x:
        others.reverse()
    if one_line:
        return _row(box, centre, box.middle.y, [*first, *others])
    upper = _row(box, centre, box.top + _ICON, first)
    return (*upper, *_row(box, centre, box.bottom - _STATE / 2, others))


def _widths(lines: _Lines) -> float:
    """Measure what stands beside or below a name, the state at its smallest."""
    quiet, state = text_width(lines.quiet, _STATE), text_width(lines.state, _STATE_SIZES[-1])
    return quiet + _GAP + state


def _row(
    box: Box, centre: Point, y: float, parts: Sequence[tuple[Symbol, float]]
) -> tuple[Token, ...]:
    """Put symbols of given widths side by side, from a box's outer side inwards."""
    to_left = box.middle.x < centre.x
    tokens, away = [], 0.0
    for symbol, width in parts:
        along = away + width / 2
        tokens.append(Token(symbol, Point(box.left + along if to_left else box.right - along, y)))
        away += width + _GAP
    return tuple(tokens)


@lru_cache(maxsize=64)
def _sign(words: str, size: int, role: Role) -> Symbol:
    """Return the words of a state with a pointer before them."""
    width = text_width(words, size)
    left = -(width + _POINTER) / 2
    pointer = (Point(left, -10), Point(left + 16, 0), Point(left, 10))
    middle = Point(_POINTER / 2, 0)
    return Symbol(
        words,
        (Polygon(pointer, role), Text(middle, words, size, role, Role.SURROUND)),
    )


@lru_cache(maxsize=64)
def _tray(box: Box, centre: Point, trophies: tuple[Symbol, ...]) -> tuple[Token, ...]:
    """Lay pieces into a tray, in as many rows as they need, from the outer corner of a box."""
    left, _, right, _ = bounds(trophies[0])
    pitch = right - left + 1
    columns = min(len(trophies), int((box.right - box.left - 2 * _MARGIN) // pitch))
    rows = ceil(len(trophies) / columns)
    half = Point(columns * pitch / 2 + _MARGIN, rows * pitch / 2 + _MARGIN)
    to_left, to_top = box.middle.x < centre.x, box.middle.y < centre.y
    middle = Point(
        round(box.left + half.x if to_left else box.right - half.x),
        round(box.top + half.y if to_top else box.bottom - half.y),
    )
    inwards = pitch if to_left else -pitch
    lying = []
    for number, symbol in enumerate(trophies):
        row, column = divmod(number, columns)
        x = middle.x + (column + 0.5 - columns / 2) * inwards
        lying.append(Token(symbol, Point(x, middle.y + (row + 0.5 - rows / 2) * pitch)))
    return (Token(_trough(half), middle), *lying)


@lru_cache(maxsize=64)
def _trough(half: Point) -> Symbol:
    outline = rounded_box(2 * half.x, 2 * half.y, 12)
    return Symbol(
        "tray",
        (
            Polygon(offset_outline(outline, 2), Role.RIM),
            Polygon(outline, Role.FIELD, glow=Role.FIELD_QUIET),
        ),
    )
