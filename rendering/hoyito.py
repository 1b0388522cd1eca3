"""Hoyito as a scene: two rows of holes with their stones, and a tray for what each side took."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache, partial

from rendering.colour_roles import Role
from rendering.fit_text import text_width
from rendering.geometry import CENTRE, Box, Point, box, rounded_box
from rendering.pieces import circle, progress, stone
from rendering.scene import Board, Cell, Plate, Scene, Sown, Token
from rendering.shapes import Disc, Polygon, Shape, Symbol, Text, number_plate
from rendering.stones import heap, lay_in_tens, row_length
from rendering.wood import grain, inside_shadow, pit, rim, trough
from rules import Move
from rules.hoyito import Hoyito
from rules.hoyito.board import FOUR, LETTERS, NORTH, SOUTH

WIDTH, HEIGHT = 1000, 820
MIDDLE = Point(WIDTH / 2, HEIGHT / 2)
SPAN, TRAY_SPAN, TRAY, RADIUS, FRAME = 916, 898, 82, 69, 20
"""The lengths of a row and of a tray, a tray's height, a hole's radius, the frame's width."""
TO_ROW, TO_NUMBER, TO_LETTERS, TO_TRAY, TO_EDGE = 78, 130, 183, 258, 310
"""The distances of a side's holes, numbers, letters, tray and the board's edge from the middle."""
TO_BADGE = 40
"""The distance of the number of what is taken from the middle of its hole, towards the board's."""
OUTWARDS = 1, -1
"""South's edge lies below the middle, North's above it."""
NUMBER, STORE, LETTER = 34, 46, 36
"""The sizes of the number of stones in a hole and in a tray, and of a hole's letter."""
STONE = 26
"""The radius of the stone beside the number of those that a side has."""
HEAP = 2
"""The distance of a hole's heap from the middle of the hole, away from its number."""
STORE_STONES = (15.5, 13.5, 11.5, 9.5, 8, 6.5, 5.5, 5)
"""The radii of a tray's stones: the largest with which all have room."""
STORE_PLATE, STORE_GAIN, TO_GAIN = 96, 114, 108
"""The widths of the plate of a tray's number, and of what is kept free beside it for the plate that
tells what it gained."""


def scene(position: Hoyito) -> Scene:
    """Turn a position into a scene."""
    shown = scene_with_stones(position.board(), position.closed_cells, position.stores)
    first, second = (_stones_won(position, side) for side in (SOUTH, NORTH))
    return replace(shown, progress=(first, second), sown=cache(partial(sown, position)))


def _stones_won(position: Hoyito, side: int) -> tuple[Symbol, ...]:
    """Return how many of the stones that win a side has; in a match of games it wins otherwise."""
    if position.chosen.play == "match":
        return ()
    stones, wanted = position.stores[side], FOUR * len(position.holes) // 2 + 1
    symbol = stone(STONE, 0)
    return (progress(f"{stones} of {wanted} stones", f"{stones}/{wanted}", symbol, STONE),)


def scene_with_stones(
    holes: dict[str, int], closed: frozenset[str], stores: tuple[int, int]
) -> Scene:
    """Lay out the stones in holes and trays."""
    size = len(holes) // 2
    tokens: list[Token] = []
    for place, (cell, stones) in enumerate(holes.items()):
        tokens += _hole(size, place, cell, -1 if cell in closed else stones)
    for side, stones in enumerate(stores):
        tokens += _tray(side, stones)
    return Scene(board(size), tuple(tokens), (_icon(0, below=True), _icon(1, below=False)))


def sown(position: Hoyito, move: Move) -> Sown:
    """Tell what a move does; where it ends a game, up to that."""
    after, cells = position.game_end(move) or position.after(move), [*position.board()]
    start = cells.index(move.path[0]) if move.path else 0
    towards = cells[(start + position.direction(move)) % len(cells)]
    gained = gains(position, move)
    stores = tuple(zip(position.stores, after.stores, strict=True))
    return Sown(gained, stores, towards if move.path else "")


def gains(position: Hoyito, move: Move) -> dict[str, int]:
    """Count the stones that a move takes from each hole."""
    holes, found = position.board(), Counter[str]()
    for _, cell, takes in _sowing(holes, move):
        if takes:
            found[cell] += FOUR
    for cell in move.taken[found.total() // FOUR :]:
        found[cell] += holes[cell]  # the last stones of all
    return +found


def stages(position: Hoyito, move: Move) -> Iterator[tuple[Scene, Move]]:
    """Show a sowing stone by stone, and after each lap the stones that are taken up again.

    The number of stones still in the hand stands between the rows.
    """
    holes, stores = position.board(), list(position.stores)
    for hand, cell, takes in _sowing(holes, move):
        stores[position.turn] += FOUR * takes
        so_far = Move("", (move.path[0], cell), (cell,) * takes)
        yield _stage(position, holes, stores, cell, hand), so_far


def _sowing(holes: dict[str, int], move: Move) -> Iterator[tuple[int, str, bool]]:
    """Sow in some holes: give how many are still in the hand, the hole, and whether it takes four.

    It is given for each stone, and each time that stones are taken up.
    """
    hand, at = 0, ""
    for number, cell in enumerate(move.path):
        if not hand:
            at = at or cell
            hand, holes[at] = holes[at], 0
            yield hand, at, False
        if number:
            hand, at = hand - 1, cell
            takes = holes[cell] + 1 == FOUR
            holes[cell] = 0 if takes else holes[cell] + 1
            yield hand, cell, takes


def _stage(position: Hoyito, holes: dict[str, int], stores: list[int], at: str, hand: int) -> Scene:
    scene = scene_with_stones(holes, position.closed_cells, (stores[0], stores[1]))
    if not hand:
        return scene
    above = Token(_hand(hand), Point(scene.board.cells[at].centre.x, MIDDLE.y))
    return replace(scene, tokens=(*scene.tokens, above))


@lru_cache(maxsize=8)
def board(size: int) -> Board:
    """Lay out a board with `size` holes per side."""
    radius = _radius(size)
    outline = (
        circle(RADIUS) if radius == RADIUS else rounded_box(2 * radius, 2 * RADIUS, radius - 1)
    )
    cells, labels = {}, []
    for side, letters in ((SOUTH, LETTERS[:size]), (NORTH, LETTERS[:size].upper())):
        out = OUTWARDS[side]
        for number, letter in enumerate(letters):
            x = round(MIDDLE.x + out * ((number + 0.5) * SPAN / size - SPAN / 2))
            centre = Point(x, MIDDLE.y + out * TO_ROW)
            badge = Point(x, centre.y - out * TO_BADGE)
            at = Point(x, MIDDLE.y + out * TO_LETTERS)
            cells[letter] = Cell(centre, outline, 20, Role.HOLLOW, sunk=True, badge=badge, label=at)
            labels.append(Text(at, letter, LETTER, Role.WOOD_TEXT, Role.WOOD))
    hole = pit("hole", outline)
    tray = trough("tray", rounded_box(TRAY_SPAN, TRAY, 28))
    fittings = [Token(hole, cell.centre) for cell in cells.values()]
    fittings += [Token(tray, Point(MIDDLE.x, MIDDLE.y + out * TO_TRAY)) for out in OUTWARDS]
    edge = box(MIDDLE.x - 464, MIDDLE.y - TO_EDGE, MIDDLE.x + 464, MIDDLE.y + TO_EDGE)
    ground: tuple[Shape, ...] = (
        *rim(edge, FRAME, seed=24, toned=True),
        Polygon(edge, Role.WOOD),
        *grain(edge, TO_EDGE / 4, seed=11),
        inside_shadow(edge),
    )
    first = Plate(Box(20, HEIGHT - 68, WIDTH - 60, HEIGHT - 12))
    second = Plate(Box(60, 12, WIDTH - 20, 68))
    return Board(
        f"Hoyito {size}",
        WIDTH,
        HEIGHT,
        ground,
        cells,
        tuple(labels),
        (first, second),
        tuple(fittings),
        trail=False,
        heap=FOUR,
        stores=tuple(
            Point(_plate(out) - out * TO_GAIN, MIDDLE.y + out * TO_TRAY) for out in OUTWARDS
        ),
    )


def _radius(size: int) -> float:
    """Return half the width of a hole."""
    return min(SPAN / size / 2 - 4, RADIUS)


@lru_cache(maxsize=1024)
def _hole(size: int, place: int, cell: str, stones: int) -> tuple[Token, ...]:
    """Heap up a hole's stones, clear of its number; below 0 the hole is closed."""
    centre = board(size).cells[cell].centre
    if stones < 0:
        return (Token(_lid(size), centre, cell),)
    out = OUTWARDS[NORTH if cell.isupper() else SOUTH]
    radius = 20.5 if size <= 6 else 15 if size <= 8 else 11
    reach = Point(_radius(size) - radius - 5, RADIUS - HEAP - radius - 8)
    middle = Point(centre.x, centre.y - out * HEAP)
    number = Token(_number(stones), Point(centre.x, MIDDLE.y + out * TO_NUMBER), cell)
    return (*heap(middle, reach, radius, stones, out=out, number=place, cell=cell), number)


@lru_cache(maxsize=64)
def _number(stones: int, size: int = NUMBER) -> Symbol:
    """Write a number on a plate set into the wood."""
    words = str(stones)
    wide = max(50, STORE_PLATE - 4 if size == STORE else text_width(words, size) + 20)
    outline = rounded_box(wide, size * 1.24, 0.4 * size)
    written = Text(CENTRE, words, size, Role.PIT_TEXT, Role.PLATE)
    return Symbol(words, number_plate(outline, written))


@lru_cache(maxsize=256)
def _tray(side: int, stones: int) -> tuple[Token, ...]:
    """Show what a side took: the number at one end, the stones in tens from the other."""
    out = OUTWARDS[side]
    y = MIDDLE.y + out * TO_TRAY
    room = TRAY_SPAN - STORE_PLATE - 46 - STORE_GAIN
    radius = next((r for r in STORE_STONES if row_length(stones, r) <= room), STORE_STONES[-1])
    start = Point(MIDDLE.x - out * (TRAY_SPAN / 2 - 24 - radius), y)
    number = Token(_number(stones, STORE), Point(_plate(out), y))
    return (number, *lay_in_tens(start, out, stones, radius))


def _plate(out: int) -> float:
    """Return where the plate of a tray's number is."""
    return MIDDLE.x + out * (TRAY_SPAN / 2 - STORE_PLATE / 2 - 10)


@lru_cache(maxsize=64)
def _hand(stones: int) -> Symbol:
    """Show how many stones are in the hand."""
    return Symbol(
        f"{stones} in the hand",
        (
            Disc(CENTRE, 30, Role.LAST, Role.LAST_EDGE, 4),
            Text(CENTRE, str(stones), NUMBER, Role.LIGHT_EDGE, Role.LAST),
        ),
    )


@cache
def _icon(side: int, *, below: bool) -> Symbol:
    """Return a side's icon: a small board on which the row `below` or above is its own."""
    shapes: list[Shape] = [Disc(CENTRE, 26, Role.PLATE_EDGE), Disc(CENTRE, 23.5, Role.PLATE)]
    for y in (-7.5, 7.5):
        own = (y > 0) is below
        for x in (-12, 0, 12):
            if own:
                shapes.append(Disc(Point(x, y), 5.4, Role.PIT_TEXT))
            else:
                shapes.append(Disc(Point(x, y), 4, None, Role.PLATE_EDGE, 1.6))
    turned = partial(_icon, side, below=not below)
    return Symbol("row", tuple(shapes), turned=turned)


@lru_cache(maxsize=8)
def _lid(size: int) -> Symbol:
    """Return the lid of a closed hole: planks, and a cross nailed over them."""
    side, end = _radius(size) - 8, 56
    planks = [
        Polygon(box(-side, y - 13, side, y + 13), Role.LINE, Role.PIT_EDGE, 3)
        for y in (-42, -14, 14, 42)
    ]
    braces = [
        Polygon(
            (Point(-side, direction * -end), Point(side, direction * end)),
            None,
            role,
            width,
            closed=False,
        )
        for direction in (1, -1)
        for role, width in ((Role.PIT_EDGE, 14), (Role.LINE, 9))
    ]
    nails = [Disc(Point(x, y), 3.5, Role.PIT_EDGE) for x in (9 - side, side - 9) for y in (-48, 48)]
    return Symbol("closed", (*planks, *braces, *nails))
