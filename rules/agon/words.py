"""The words of Agon: its positions, moves and refusals."""

from collections.abc import Iterable

from rules.agon.board import BLACK, LETTERS, NAMES, PLACES, RING, ROWS, TARGETS, THRONE, WHITE
from rules.agon.notation import ROWS as CELLS
from rules.agon.position import AgonPosition
from rules.move import PASS, Move, bits
from rules.sentence import (
    Code,
    IllegalMove,
    Listed,
    ListStyle,
    Sentence,
    codes,
    one_of,
    paragraph,
    path_of,
)

# Each side has sentences of its own, as a language may inflect its name.
TO_MOVE = Sentence("White to move."), Sentence("Black to move.")


def describe(position: AgonPosition, *, over: bool = False) -> Sentence:
    """Describe a position: every piece, what is trapped, whose turn it is or how it ended."""
    trapped = position.trapped[WHITE] | position.trapped[BLACK]
    around = [position.guards_around(side) for side in (WHITE, BLACK)]
    return paragraph(
        Sentence("Agon."),
        _pieces(position, WHITE),
        _pieces(position, BLACK),
        Sentence(
            "Guards around the throne: white {white}, black {black}.",
            white=around[WHITE],
            black=around[BLACK],
        ),
        *((Sentence("Trapped: {cells}.", cells=_named(position, trapped)),) if trapped else ()),
        *position.closing(TO_MOVE[position.turn], over=over),
        *position.chosen.played_with,
    )


def _pieces(position: AgonPosition, side: int) -> Sentence:
    queen = position.queens[side]
    return Sentence(
        "{Side}: queen on {queen}, guards on {cells}.",
        side=position.side(side),
        queen=NAMES[queen],
        cells=_bare(position.men[side] & ~(1 << queen)),
    )


def _bare(places: int) -> Listed:
    """List cells without markdown."""
    return Listed(tuple(NAMES[place] for place in bits(places)), ListStyle.COMMA)


def _named(position: AgonPosition, places: int) -> Listed:
    """List pieces by their cells without markdown; a queen is called one."""
    return Listed(
        tuple(
            Sentence("the queen on {cell}", cell=NAMES[place])
            if place in position.queens
            else NAMES[place]
            for place in bits(places)
        ),
        ListStyle.COMMA,
    )


def duty(position: AgonPosition) -> Sentence | None:
    """Say which of the mover's pieces must be sent back before any other move."""
    moves = position.moves().values() if position.trapped[position.turn] else ()
    first = dict.fromkeys(move.path[0] for move in moves)
    if not first:
        return None
    if any(_is_queen(position, cell) for cell in first):
        return Sentence("The trapped queen on {cells} must be sent back first.", cells=codes(first))
    return Sentence(
        "The trapped guard on {cells} must be sent back first.",
        "The trapped guards on {cells} must be sent back first.",
        cells=codes(first),
        number=len(first),
    )


def _is_queen(position: AgonPosition, cell: str) -> bool:
    return PLACES[cell] in position.queens


def tell(position: AgonPosition, move: Move) -> Sentence:
    """Describe a move: from where to where, and what it traps."""
    if not move.path:
        return Sentence("passes")
    deed = _movement(position, move)
    caught = position.victims(move)
    guards = [cell for cell in caught if not _is_queen(position, cell)]
    if len(guards) < len(caught):
        queen = Code(NAMES[position.queens[1 - position.turn]])
        deed = Sentence("{deed}, and traps the queen on {cell}", deed=deed, cell=queen)
    if not guards:
        return deed
    return Sentence(
        "{deed}, and traps the guard on {cells}",
        "{deed}, and traps the guards on {cells}",
        deed=deed,
        cells=codes(guards),
        number=len(guards),
    )


def _movement(position: AgonPosition, move: Move) -> Sentence:
    way = path_of(move.path)
    if "*" not in move.text:
        return Sentence("{way}", way=way)
    if _is_queen(position, move.path[0]):
        return Sentence("sends the trapped queen back, {way}", way=way)
    return Sentence("sends a trapped guard back, {way}", way=way)


def takes(position: AgonPosition, move: Move) -> Sentence | None:
    """Describe what a move traps, as `trap the queen`, or return `None`."""
    caught = position.victims(move)
    if not caught:
        return None
    if any(_is_queen(position, cell) for cell in caught):
        return Sentence(
            "trap the queen", "trap {number}, one of them the queen", number=len(caught)
        )
    return Sentence("trap the guard", "trap {number} guards", number=len(caught))


def explain(position: AgonPosition, cells: tuple[str, ...]) -> IllegalMove:
    """Return a refusal that names the rule an illegal move breaks."""
    moves, board = position.moves().values(), position.board()
    if cells == (PASS,):
        return IllegalMove("You can't pass while a piece of yours can move.")
    for cell in cells:
        if cell not in PLACES:
            return IllegalMove(
                "There is no cell {cell}: rows are a to k from the bottom, and cells are "
                "counted in each row from the left.",
                cell=Code(cell),
            )
    if cells[0] not in board:
        return IllegalMove("{cell} is empty; start from one of your pieces.", cell=Code(cells[0]))
    if board[cells[0]] not in LETTERS[position.turn]:
        return IllegalMove("{cell} isn't yours.", cell=Code(cells[0]))
    own = [move for move in moves if move.path[:1] == cells[:1]]
    if own:
        return _explain_target(position, cells, own)
    if position.trapped[position.turn]:
        return _explain_trapped(position, moves)
    if any(move.path for move in moves):
        return IllegalMove("The piece on {cell} can't move now.", cell=Code(cells[0]))
    return IllegalMove("None of your pieces can move, so you can only {move}.", move=Code(PASS))


def _explain_target(position: AgonPosition, cells: tuple[str, ...], own: list[Move]) -> IllegalMove:
    """Explain why a piece that can move cannot go where it is to go."""
    board, start, end = position.board(), cells[0], cells[-1]
    if len(cells) != 2 or start == end:
        return IllegalMove(
            "Say where the piece on {cell} goes: {reach}.", cell=Code(start), reach=_ends(own)
        )
    if end in board:
        return IllegalMove("There is already a piece on {target}.", target=Code(end))
    if position.is_between(PLACES[end]) and _could_go(position, start, end):
        return IllegalMove(
            "{target} lies between two enemies; none of your pieces may go there.", target=Code(end)
        )
    if position.trapped[position.turn]:
        return IllegalMove(
            "Your trapped queen on {cell} can be sent back to {reach}."
            if _is_queen(position, start)
            else "The trapped guard on {cell} can be sent back to {reach}.",
            cell=Code(start),
            reach=_ends(own),
        )
    return _explain_step(position, start, end, own)


def _explain_trapped(position: AgonPosition, moves: Iterable[Move]) -> IllegalMove:
    first = dict.fromkeys(move.path[0] for move in moves)
    if any(_is_queen(position, cell) for cell in first):
        return IllegalMove(
            "Your queen is trapped; send her back first, from {cells}.", cells=codes(first)
        )
    return IllegalMove(
        "Send back your trapped guard first, from {cells}.",
        "Send back your trapped guards first, from {cells}.",
        cells=codes(first, ListStyle.OR),
        number=len(first),
    )


def _could_go(position: AgonPosition, start: str, end: str) -> bool:
    """Check whether a piece could go somewhere if no enemies stood around it."""
    near = TARGETS[PLACES[start]] >> PLACES[end] & 1
    if PLACES[end] == THRONE and not _is_queen(position, start):
        return False
    return bool(near or position.trapped[position.turn])


def _explain_step(position: AgonPosition, start: str, end: str, own: list[Move]) -> IllegalMove:
    """Explain why a piece that can move cannot step to an empty cell."""
    origin, target = PLACES[start], PLACES[end]
    if target == THRONE and not _is_queen(position, start):
        return IllegalMove("Only a queen may step onto the throne, not a guard.")
    if RING[target] > RING[origin]:
        return IllegalMove(
            "Pieces never step outward; from {cell} this one can go to {reach}.",
            cell=Code(start),
            reach=_ends(own),
        )
    return IllegalMove(
        "{target} is too far from {cell}; this piece can go to {reach}.",
        target=Code(end),
        cell=Code(start),
        reach=_ends(own),
    )


def _ends(moves: list[Move]) -> Listed:
    """List the cells where moves end: a trapped piece can have dozens, and six are enough."""
    return one_of((move.path[-1] for move in moves), most=6)


def board_text(position: AgonPosition) -> str:
    """Draw the board as text; a trapped piece is followed by `!`."""
    board = position.board()
    trapped = position.trapped[WHITE] | position.trapped[BLACK]
    lines = []
    for letter, row in zip(ROWS[::-1], CELLS, strict=True):
        cells = "  ".join(
            f"{board.get(cell, '+' if PLACES[cell] == THRONE else '.')}"
            f"{'!' if trapped >> PLACES[cell] & 1 else ' '}"
            for cell in row
        )
        lines.append(f"{letter}  {' ' * (2 * (11 - len(row)))}{cells}".rstrip())
    key = "w, b: guards; W, B: queens; +: throne; !: trapped; cells count from the left"
    return "\n".join((*lines, key))
