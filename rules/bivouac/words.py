"""The words of Bivouac: its positions, moves and refusals."""

from rules.bivouac.board import (
    BLACK,
    FILES,
    GOALS,
    IN_ENCAMPMENTS,
    LETTERS,
    NAMES,
    PLACES,
    RANKS,
    RUN,
    STEPS,
    WHITE,
    one_encampment,
)
from rules.bivouac.position import BivouacPosition
from rules.move import PASS, Move, bits
from rules.sentence import Code, IllegalMove, Listed, ListStyle, Sentence, codes, paragraph, path_of

# Each side has sentences of its own, as a language may inflect its name.
TO_MOVE = Sentence("White to move."), Sentence("Black to move.")


def describe(position: BivouacPosition, *, over: bool = False) -> Sentence:
    """Describe a position: every stone, and whose turn it is or how the game ended."""
    return paragraph(
        Sentence("Bivouac."),
        _stones(position, WHITE),
        _stones(position, BLACK),
        *position.closing(TO_MOVE[position.turn], over=over),
        *position.chosen.played_with,
    )


def _stones(position: BivouacPosition, side: int) -> Sentence:
    stones = position.stones[side]
    return Sentence(
        "{Side}: {number} piece ({cells}), {held} of them in its goals.",
        "{Side}: {number} pieces ({cells}), {held} of them in its goals.",
        side=position.side(side),
        number=stones.bit_count(),
        cells=Listed(tuple(NAMES[place] for place in bits(stones)), ListStyle.COMMA),
        held=(stones & GOALS[side]).bit_count(),
    )


def tell(position: BivouacPosition, move: Move) -> Sentence:
    """Describe a move: from where to where, whether onto a goal, and what it captures.

    The goal is named before the captured stones, so that it does not seem to be one of their cells.
    """
    goals = GOALS[position.turn]
    start, end = PLACES[move.path[0]], PLACES[move.path[-1]]
    deed = _movement(move)
    if goals >> end & 1 and not goals >> start & 1:
        deed = Sentence("{deed}, onto a goal", deed=deed)
    if not move.taken:
        return deed
    return Sentence(
        "{deed}, and takes the piece on {taken}",
        "{deed}, and takes the pieces on {taken}",
        deed=deed,
        taken=codes(move.taken),
        number=len(move.taken),
    )


def _movement(move: Move) -> Sentence:
    cells = path_of(move.path)
    if move.taken:
        return Sentence("jumps {way}", way=cells)
    start, end = (PLACES[cell] for cell in move.path)
    if end - start in STEPS:
        return Sentence("steps {way}", way=cells)
    return Sentence("slides {way}", way=cells)


def takes(_position: BivouacPosition, move: Move) -> Sentence | None:
    """Describe what a jump captures."""
    if not move.taken:
        return None
    return Sentence("take the piece", "take {number} pieces", number=len(move.taken))


def duty(position: BivouacPosition) -> Sentence | None:
    """Say that only captures are legal, where that is so."""
    if position.outcome() or not position.must_capture():
        return None
    return Sentence("A capture must be made, the longest there is.")


def explain(position: BivouacPosition, cells: tuple[str, ...]) -> IllegalMove:
    """Return a refusal that names the rule an illegal move breaks."""
    if cells == (PASS,):
        return IllegalMove("You can't pass in Bivouac; move one of your pieces.")
    for cell in cells:
        if cell not in PLACES:
            return IllegalMove(
                "There is no cell {cell}: files are a to f, ranks 1 to 11.", cell=Code(cell)
            )
    board, moves = position.board(), position.moves()
    start, end = cells[0], cells[-1]
    if start not in board:
        return IllegalMove("{cell} is empty; start from one of your pieces.", cell=Code(start))
    if board[start] != LETTERS[position.turn]:
        return IllegalMove("{cell} isn't yours.", cell=Code(start))
    if position.must_capture():
        return IllegalMove(
            "You must take as much as you can: {moves}.", moves=position.list_moves(moves.values())
        )
    own = position.list_moves(move for move in moves.values() if move.path[0] == start)
    if not own.items:
        return IllegalMove("The piece on {cell} can't move now.", cell=Code(start))
    if len(cells) == 1 or (start == end and len(cells) == 2):
        return IllegalMove("Say where the piece goes: {moves}.", moves=own)
    if end in board and end != start:
        return IllegalMove("There is already a piece on {cell}.", cell=Code(end))
    if len(cells) > 2:
        return IllegalMove(
            "The piece on {cell} can't jump like that; it can play {moves}.",
            cell=Code(start),
            moves=own,
        )
    return _explain_way(position, start, end, own)


def _explain_way(position: BivouacPosition, start: str, end: str, own: Listed) -> IllegalMove:
    """Explain why a stone cannot reach an empty cell; `own` lists its legal moves."""
    origin, target = PLACES[start], PLACES[end]
    if RUN >> origin & RUN >> target & 1:
        return IllegalMove(
            "On the Run, a piece slides straight along one of its lines; {start} and {end} "
            "aren't on the same one.",
            start=Code(start),
            end=Code(end),
        )
    if target - origin not in {2 * step for step in STEPS}:
        return IllegalMove(
            "{end} is too far from {start}; this piece can play {moves}.",
            start=Code(start),
            end=Code(end),
            moves=own,
        )
    over = (origin + target) // 2
    if not one_encampment(origin, over, target):
        return IllegalMove(
            "A jump stays within one camp, and {end} is too far for a step.", end=Code(end)
        )
    if position.stones[position.turn] >> over & 1:
        return IllegalMove("You can't jump over your own piece on {cell}.", cell=Code(NAMES[over]))
    return IllegalMove("There is no piece to jump over on {cell}.", cell=Code(NAMES[over]))


def board_text(position: BivouacPosition) -> str:
    """Draw the board as text."""
    board = position.board()
    lines = []
    for rank in RANKS[::-1]:
        cells = [f"{file}{rank}" for file in FILES]
        lines.append(f"{rank:>2}  {' '.join(board.get(cell, _ground(cell)) for cell in cells)}")
    key = "w, b: pieces; W, B: empty goals; .: Run; :: encampment"
    return "\n".join((*lines, f"    {' '.join(FILES)}", key))


def _ground(cell: str) -> str:
    place = PLACES[cell]
    for side in (WHITE, BLACK):
        if GOALS[side] >> place & 1:
            return "WB"[side]
    return ":" if IN_ENCAMPMENTS >> place & 1 else "."
