"""The plates beside the board: the players, whose turn it is, who won, the captured pieces."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rendering.colour_roles import Role
from rendering.fit_text import fit, fit_first, name_wordings, text_width
from rendering.geometry import CENTRE, Box, Point, dashes, offset_outline, rounded_box
from rendering.pieces import hang
from rendering.scene import Plate, Scene, Token
from rendering.shape_looks import bounds
from rendering.shapes import Polygon, Symbol, Text, text
from rules import Position, Sentence, Speech, Value, capital

_NAME_SIZES, _STATE_SIZES, _ASIDE, _TAKEN = (34, 30, 26, 22), (27, 24, 21), 26, 31
"""The sizes of a plate's texts; a name or a state that is long is smaller."""
_ICON, _PILL, _POINTER, _GAP = 24, 46, 26, 14
"""The radius of a side's icon, a pill's height, the room for its pointer, and between two parts."""
_AIR = 14
"""The extra room on both sides of what a side has reached, which is no part of its name."""
_PILL_END, _NARROW = 15, 0.89
"""The distance of a dashed pill's text from its ends, and the width of condensed text, of plain."""
_LEAST_NAME = 150
"""The least room for a name beside what else stands in its line."""
_ROWS = 24, 82, 135
"""The distance of a plate's lines from its outer edge."""
_TIGHT = 6
"""The gap between a captured piece and its number."""
_CHIP, _CHIP_ROUND, _CHIP_EDGE, _CHIP_END = 40, 12, 2.5, 9
"""The height of the chip of a gain that is to come, how round its corners are, the width of its
edge, and how far its text is from its ends."""


@dataclass(frozen=True)
class ShownResult:
    """The end of a match: the winner as an index into the sides (`None`: nobody), and in words.

    `words` are short, as “wins by resignation”; they stand under the winner's name, or under both.
    `why` is what follows on “Ada wins”: “by resignation”, or a sentence that says what decided it.
    Where `words` have no room beside the board, `short` stands there.
    """

    winner: int | None
    words: Sentence
    why: Sentence | None = None
    short: Sentence | None = None


def result_of(position: Position, names: tuple[Value, Value] = ("", "")) -> ShownResult | None:
    """Return the result of a game that has ended by its own rules, told of the players."""
    if ending := position.outcome():
        words = Sentence("drawn") if ending.winner is None else Sentence("has won")
        if number := position.ended_game:
            won = ending.winner is not None
            words = Sentence(
                "has won game {number}" if won else "game {number} drawn", number=number
            )
        called = tuple(name or capital(position.side(side)) for side, name in enumerate(names))
        return ShownResult(ending.winner, words, position.ending_words((called[0], called[1])))
    return None


def plate_tokens(
    scene: Scene,
    position: Position,
    names: tuple[Value, Value],
    result: ShownResult | None,
    speech: Speech,
    *,
    state: bool,
    planned: Scene | None = None,
) -> Iterator[Token]:
    """Write each side's name and state at its place, and what it has reached and captured.

    Without `state` nothing says whose move it is, or how the game ended. A move that leads to the
    scene `planned` is still to be made: the side to move is told so, and each what it would gain.
    """
    result = result or result_of(position, names)
    centre = scene.board.middle
    for side, plate in enumerate(scene.board.plates):
        words = position.side(side)
        own = speech.say(capital(words))
        called = name_wordings(names[side], speech) or (own,)
        state_words = _state(position, result, side, planned=bool(planned)) if state else None
        told = speech.say(state_words) if state_words else ""
        # The result needs the room; the icon identifies the side as well, and a name may be it.
        aside = speech.say(words) if called[0] != own and not (result and told) else ""
        won = result is not None and result.winner == side
        lines = _Lines(
            scene.icons[side],
            called,
            aside,
            told,
            speech.say(result.short) if told and result and result.short else told,
            scene.progress[side],
            scene.trophies[side],
            planned.trophies[side] if planned else scene.trophies[side],
            gains=Role.TAKES if side == position.turn else Role.LOSES,
            won=won,
            planned=bool(planned),
            over=result is not None,
        )
        yield from _words(plate, centre, lines)


def _state(
    position: Position, result: ShownResult | None, side: int, *, planned: bool
) -> Sentence | None:
    """Say whose turn it is or how the game ended, as one side's plate shows it."""
    if result is None:
        words = Sentence("not played yet") if planned else Sentence("to move")
        return words if position.turn == side else None
    return result.words if result.winner in (None, side) else None


class _Lines(NamedTuple):
    """The contents of a plate; `after` are the trophies after a planned move."""

    icon: Symbol
    names: tuple[str, ...]
    aside: str
    state: str
    short: str
    progress: tuple[Symbol, ...]
    trophies: tuple[Symbol, ...]
    after: tuple[Symbol, ...]
    gains: Role
    won: bool
    planned: bool
    over: bool


_Part = tuple[Symbol, float]
"""A part of a line, and its width."""


@lru_cache(maxsize=64)
def _words(plate: Plate, centre: Point, lines: _Lines) -> tuple[Token, ...]:
    """Lay out a plate's contents within its box, at its outer side."""
    box = plate.words
    room = box.right - box.left
    own = [_written(lines.aside, _ASIDE, Role.QUIET)] if lines.aside else []
    # A short line has no room for what is reached as well as for what is to be taken.
    reached = () if plate.rows and lines.after != lines.trophies else lines.progress
    gained = [*map(_measured, reached), *_counted(lines)]
    if plate.rows:
        beside = room - plate.narrowing
        whole = _name_parts(lines, room)
        # Where a player's line has no room for the side, the line of the state may have.
        if _width([*whole, *own]) - _GAP <= room:
            first, state = [*whole, *own], _state_parts(lines, [], beside)
        else:
            first, state = whole, _state_parts(lines, own, beside, on_pill=not lines.planned)
        if len(gained) > 2 and _width(gained) - _GAP > beside - plate.narrowing * bool(state):
            del gained[-1]  # what is reached counts the last kind, too
    else:
        apart = _AIR if lines.after and lines.state else 0  # so the gaps beside them are alike
        beside = room - _width(gained) - apart
        state = _state_parts(lines, own, beside - 2 * _ICON - _LEAST_NAME)
        first = _name_parts(lines, beside - _width(state))
        # The pill, which comes and goes, stands last: so what a side has reached keeps its place.
        side = [part for part in state if part in own]
        pill = [(part, width + 2 * apart) for part, width in state if (part, width) not in own]
        return _row(box, centre, box.middle.y, [*first, *side, *gained, *pill])
    rows = [row for row in (first, state, gained) if row]
    top = box.middle.y < centre.y
    return tuple(
        token
        for row, away in zip(rows, _ROWS, strict=False)
        for token in _row(box, centre, box.top + away if top else box.bottom - away, row)
    )


def _name_parts(lines: _Lines, room: float) -> list[_Part]:
    """Lay out a side's icon and its player's name."""
    name, size = fit_first(lines.names, _NAME_SIZES, room - 2 * _ICON - _GAP)
    role = Role.WINNER if lines.won else Role.TEXT
    return [(lines.icon, 2 * _ICON), _written(name, size, role)]


def _state_parts(
    lines: _Lines, aside: list[_Part], room: float, *, on_pill: bool = False
) -> list[_Part]:
    """Lay out a side's state and, where there is room, its name before it.

    Else, `on_pill`, the side's name takes the place of “to move”, as the pointer says that. How the
    game ended stands without a pill: nobody is to move.
    """
    if not lines.state:
        return aside if _width(aside) <= room else []
    if lines.over:
        return [_written(*fit_first((lines.state, lines.short), _STATE_SIZES, room), Role.TEXT)]
    state = [(_on_dashed_pill if lines.planned else _on_pill)(lines.state, room)]
    if _width([*state, *aside]) <= room:
        return [*aside, *state]
    fits = text_width(lines.aside, _STATE_SIZES[-1]) <= room - _POINTER - 30
    return [_on_pill(lines.aside, room)] if on_pill and lines.aside and fits else state


def _written(words: str, size: int, role: Role) -> _Part:
    return text(words, size, role), text_width(words, size)


def _on_pill(words: str, room: float) -> _Part:
    words, size = fit(words, _STATE_SIZES, room - _POINTER - 30)
    return _pill(words, size), text_width(words, size) + _POINTER + 26


def _width(parts: Sequence[_Part]) -> float:
    return sum(width + _GAP for _, width in parts)


def _measured(symbol: Symbol) -> _Part:
    left, _, right, _ = bounds(symbol)
    return symbol, right - left + 2 * _AIR


def _counted(lines: _Lines) -> Iterator[_Part]:
    """Give each kind of captured piece with how many there are of it, and are to come."""
    held, holds = Counter(lines.trophies), Counter(lines.after)
    for symbol in holds | held:
        left, _, right, _ = bounds(symbol)
        number, more = held[symbol], holds[symbol] - held[symbol]
        parts: list[_Part] = [(symbol, right - left)]
        if number:
            parts.append(_written(f"×{number}", _TAKEN, Role.TEXT))
        if more > 0:
            parts.append(_gain(f"+{more}", lines.gains))
        yield _joined(tuple(parts))


def _gain(words: str, fill: Role) -> _Part:
    """Return how many are to come, on a chip in the colour of the button."""
    wide = text_width(words, _TAKEN) + 2 * _CHIP_END
    edge = rounded_box(wide, _CHIP, _CHIP_ROUND)
    on = Text(CENTRE, words, _TAKEN, Role.CHOICE_TEXT, fill)
    plate = Polygon(offset_outline(edge, -_CHIP_EDGE), fill)
    return Symbol(words, (Polygon(edge, Role.CHOICE_EDGE), plate, on), lit=True), wide


@lru_cache(maxsize=128)
def _joined(parts: tuple[_Part, ...]) -> _Part:
    """Put the parts of a tally close together, as one."""
    whole = sum(width for _, width in parts) + _TIGHT * (len(parts) - 1)
    placed: list[tuple[Symbol, Point]] = []
    left = -whole / 2
    for symbol, width in parts:
        placed.append((symbol, Point(round(left + width / 2), -round(hang(symbol)))))
        left += width + _TIGHT
    return Symbol(" ".join(symbol.name for symbol, _ in parts), (), parts=tuple(placed)), whole


def _row(box: Box, centre: Point, y: float, parts: Sequence[_Part]) -> tuple[Token, ...]:
    """Put symbols of given widths side by side, from a box's outer side inwards."""
    to_left = box.middle.x < centre.x
    tokens, away = [], 0.0
    for symbol, width in parts:
        along = away + width / 2
        x = round(box.left + along if to_left else box.right - along)
        tokens.append(Token(symbol, Point(x, y - round(hang(symbol)))))
        away += width + _GAP
    return tuple(tokens)


@lru_cache(maxsize=64)
def _pill(words: str, size: int) -> Symbol:
    """Return the words of a state on a bright pill, with a pointer before them."""
    width = text_width(words, size) + _POINTER + 26
    outline = rounded_box(width, _PILL, _PILL / 2 - 0.5)
    left = -width / 2 + 16
    pointer = (Point(left, -10), Point(left + 15, 0), Point(left, 10))
    middle = Point(left + _POINTER - 5 + text_width(words, size) / 2, 0)
    return Symbol(
        words,
        (
            Polygon(outline, Role.LAST),
            Polygon(pointer, Role.LAST_EDGE),
            Text(middle, words, size, Role.LAST_EDGE, Role.LAST),
        ),
    )


def _on_dashed_pill(words: str, room: float) -> _Part:
    """Write on a dashed pill, which has no pointer; where there is little room, narrowly."""
    inside = room - 2 * _PILL_END
    words, size = fit(words, _STATE_SIZES, inside / _NARROW)
    narrow = text_width(words, size) > inside
    width = text_width(words, size, narrow=narrow) + 2 * _PILL_END
    return _dashed_pill(words, size, width, narrow=narrow), width


@lru_cache(maxsize=64)
def _dashed_pill(words: str, size: int, width: float, *, narrow: bool) -> Symbol:
    """Return the words of a move that is not made on a quiet pill with a dashed edge."""
    outline = rounded_box(width, _PILL, _PILL / 2 - 0.5)
    edge = (
        Polygon(part, None, Role.PLANNED_TEXT, 3, closed=False)
        for part in dashes(offset_outline(outline, -3), 12, 7)
    )
    on = Text(CENTRE, words, size, Role.PLANNED_TEXT, Role.PLANNED, narrow=narrow)
    return Symbol(words, (Polygon(outline, Role.PLANNED), *edge, on))
