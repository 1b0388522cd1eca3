"""The words of Bizingo: its positions, moves and refusals."""

from rules.bizingo.board import CELLS, DARK, LIGHT, NAMES, NEAR
from rules.bizingo.position import BizingoPosition
from rules.move import PASS, Move, bits
from rules.sentence import (
    Code,
    IllegalMove,
    Listed,
    ListStyle,
    Sentence,
    Value,
    codes,
    paragraph,
    path_of,
)


def describe(position: BizingoPosition, *, over: bool = False) -> Sentence:
    """Describe a position: every piece, and whose turn it is or how the game ended."""
    return paragraph(
        Sentence("Bizingo."),
        _army(position, LIGHT),
        _army(position, DARK),
        *position.closing(Sentence("{Side} to move.", side=_mover(position)), over=over),
        *position.chosen.played_with,
    )


def _army(position: BizingoPosition, side: int) -> Sentence:
    captains = position.captains[side]
    regulars = position.pieces[side] & ~captains
    return Sentence(
        "{Side}: {captains} ({captain_cells}) and {others} ({other_cells}).",
        side=position.side(side),
        captains=Sentence("{number} captain", "{number} captains", number=captains.bit_count()),
        captain_cells=_bare(captains, side),
        others=Sentence(
            "{number} other piece", "{number} other pieces", number=regulars.bit_count()
        ),
        other_cells=_bare(regulars, side),
    )


def _bare(places: int, side: int) -> Listed:
    """List cells for places without markdown."""
    return Listed(tuple(NAMES[side][place] for place in bits(places)), ListStyle.COMMA)


def tell(position: BizingoPosition, move: Move) -> Sentence:
    """Describe a move: from where to where, and what it captures or loses."""
    board = position.board()
    step = Sentence("{way}", way=path_of(move.path))
    if not move.taken:
        return step
    if position.loses(move):
        return Sentence("{step}, where it is surrounded and lost", step=step)
    captains = [cell for cell in move.taken if board[cell].isupper()]
    others = [cell for cell in move.taken if board[cell].islower()]
    fallen: list[Value] = []
    if captains:
        fallen.append(
            Sentence(
                "the captain on {cells}",
                "the captains on {cells}",
                cells=codes(captains),
                number=len(captains),
            )
        )
    if others:
        fallen.append(
            Sentence(
                "the piece on {cells}",
                "the pieces on {cells}",
                cells=codes(others),
                number=len(others),
            )
        )
    return Sentence("{step}, and takes {fallen}", step=step, fallen=Listed(tuple(fallen)))


def loses(position: BizingoPosition, move: Move) -> Sentence | None:
    """Describe the loss of the piece that makes a step."""
    if move.taken != move.path[1:]:
        return None
    if position.board()[move.path[0]].isupper():
        return Sentence("lose the captain")
    return Sentence("lose the piece")


def takes(position: BizingoPosition, move: Move) -> Sentence | None:
    """Describe what a step captures."""
    if not move.taken or position.loses(move):
        return None
    board, number = position.board(), len(move.taken)
    if any(board[cell].isupper() for cell in move.taken):
        return Sentence("take the captain", "take {number}, one of them a captain", number=number)
    return Sentence("take the piece", "take {number} pieces", number=number)


def explain(position: BizingoPosition, cells: tuple[str, ...]) -> IllegalMove:
    """Return a refusal that names the rule an illegal move breaks."""
    if cells == (PASS,):
        return IllegalMove("You can't pass in Bizingo; move one of your pieces.")
    for cell in cells:
        if cell not in CELLS:
            return IllegalMove(
                "There is no cell {cell}: rows are a to k from the top, and cells are counted "
                "in each row from the left.",
                cell=Code(cell),
            )
    board, start = position.board(), cells[0]
    side, place = CELLS[start]
    if start not in board:
        return IllegalMove("{cell} is empty; start from one of your pieces.", cell=Code(start))
    if side != position.turn:
        return IllegalMove("{cell} isn't yours.", cell=Code(start))
    targets = [NAMES[side][to] for to in bits(NEAR[side][place] & ~position.pieces[side])]
    if not targets:
        return IllegalMove("The piece on {cell} has no empty cell to step to.", cell=Code(start))
    return _explain_step(position, cells, targets)


def _explain_step(
    position: BizingoPosition, cells: tuple[str, ...], targets: list[str]
) -> IllegalMove:
    """Explain why a piece that can move cannot go to a cell."""
    start, reach = Code(cells[0]), _reach(position, cells[0], targets)
    if len(cells) != 2:
        return IllegalMove(
            "A move is one step; from {cell}, this piece can go to {reach}.",
            cell=start,
            reach=reach,
        )
    if cells[1] == cells[0]:
        return IllegalMove(
            "A piece has to leave its cell; from {cell}, this one can go to {reach}.",
            cell=start,
            reach=reach,
        )
    target = Code(cells[1])
    if CELLS[cells[1]][0] != position.turn:
        return IllegalMove(
            "{Side} pieces stay on {side} cells, and {target} isn't one.",
            side=_mover(position),
            target=target,
        )
    if cells[1] in position.board():
        return IllegalMove("There is already a piece on {target}.", target=target)
    return IllegalMove(
        "{target} is too far: a piece steps to a neighbouring cell of its colour; from {cell}, "
        "this one can go to {reach}.",
        target=target,
        cell=start,
        reach=reach,
    )


def _reach(position: BizingoPosition, start: str, targets: list[str]) -> Listed:
    """List the cells that a piece can step to, with a note where it would be lost."""
    steps = {move.path: move for move in position.moves().values()}
    named: list[Value] = [
        Sentence("{cell} ({loss})", cell=Code(cell), loss=lost)
        if (lost := position.loses(steps[start, cell]))
        else Code(cell)
        for cell in targets
    ]
    return Listed(tuple(named), ListStyle.OR)


def board_text(position: BizingoPosition) -> str:
    """Draw the board as text."""
    board = position.board()
    rows: dict[str, list[str]] = {}
    for name, (side, _) in CELLS.items():
        rows.setdefault(name[0], []).append(board.get(name, "▽" if side == LIGHT else "△"))
    lines = [f"{letter}  {' '.join(cells):^41}".rstrip() for letter, cells in rows.items()]
    return "\n".join((*lines, "l, d: pieces; L, D: captains; cells count from the left"))


def _mover(position: BizingoPosition) -> Sentence:
    return position.side(position.turn)
