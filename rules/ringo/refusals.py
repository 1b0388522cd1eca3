"""Explanations of why a move of Ringo is illegal."""

from rules.move import PASS
from rules.ringo.board import (
    ATTACKER,
    CAPTURES,
    CELLS,
    DEFENDER,
    FORTRESS_NAME,
    INNERMOST,
    LETTERS,
    NEUTRAL,
    PLACES,
    SECTORS,
)
from rules.ringo.position import RingoPosition
from rules.sentence import Code, IllegalMove


def explain(position: RingoPosition, cells: tuple[str, ...]) -> IllegalMove:
    """Return a refusal that names the rule an illegal move breaks."""
    if cells == (PASS,):
        return IllegalMove("You can't pass here; move one of your pieces.")
    names = tuple(FORTRESS_NAME if cell == "f" else cell for cell in cells)
    for cell in names:
        if cell not in CELLS:
            return IllegalMove(
                "There is no cell {cell}: sectors are a to h, rings 1 (outside) to 6, and the "
                "fortress is F.",
                cell=Code(cell),
            )
    start, end, board = names[0], names[-1], position.board()
    if start == FORTRESS_NAME:
        return IllegalMove("A piece in the fortress never leaves it; move another.")
    if start not in board:
        return IllegalMove("{cell} is empty; start from one of your pieces.", cell=Code(start))
    if board[start] != LETTERS[position.turn]:
        return IllegalMove("{cell} isn't yours.", cell=Code(start))
    if len(names) != 2 or start == end:
        return _explain_start(position, start)
    if end == FORTRESS_NAME:
        return _explain_fortress(position, start)
    return _explain_move(position, start, end)


def _explain_start(position: RingoPosition, start: str) -> IllegalMove:
    """Explain what to name besides the starting cell."""
    if not any(move.path[:1] == (start,) for move in position.moves().values()):
        return IllegalMove("The piece on {cell} can't move now.", cell=Code(start))
    return IllegalMove(
        "Type two cells, where a piece starts and where it ends: {example}.",
        example=Code(f"{start}-…"),
    )


def _explain_fortress(position: RingoPosition, start: str) -> IllegalMove:
    """Explain why a counter cannot enter the fortress."""
    cell, chosen = CELLS[start], position.chosen
    second = INNERMOST << SECTORS
    if position.turn == DEFENDER:
        return IllegalMove(
            "Defenders never enter the fortress; from ring 6 they can only jump across it, to "
            "take an attacker in it."
        )
    if chosen.fortress_from_neutral == "no" and cell & NEUTRAL & (INNERMOST | second):
        return IllegalMove("In this match you can't enter the fortress from the neutral zone.")
    if cell & second and cell >> SECTORS & position.defenders:
        return IllegalMove("In this match you take by moving onto the enemy, not by jumping.")
    if chosen.capture == "replacement":
        return IllegalMove(
            "The fortress is too far from {cell}: step in from ring 6.", cell=Code(start)
        )
    return IllegalMove(
        "The fortress is too far from {cell}: step in from ring 6, or jump in from ring 5 over a "
        "defender.",
        cell=Code(start),
    )


def _explain_move(position: RingoPosition, start: str, end: str) -> IllegalMove:
    """Explain why a counter cannot go from one cell on the rings to another."""
    if position.turn == ATTACKER and PLACES[end] // SECTORS > PLACES[start] // SECTORS:
        return IllegalMove("Attackers never step outward, only inward or sideways.")
    if (start, end) not in CAPTURES:
        if position.chosen.capture == "replacement":
            return IllegalMove(
                "{end} is too far from {start}: a piece goes to a neighbouring cell, or hops in "
                "a straight line over an enemy in the neutral zone.",
                start=Code(start),
                end=Code(end),
            )
        return IllegalMove(
            "{end} is too far from {start}: a piece goes to a neighbouring cell, or jumps in a "
            "straight line over one neighbour.",
            start=Code(start),
            end=Code(end),
        )
    board, own = position.board(), LETTERS[position.turn]
    (enemy,) = CAPTURES[start, end].taken
    if board.get(end) == own or (end in board and enemy != end):
        return IllegalMove("There is already a piece on {cell}.", cell=Code(end))
    if enemy != end:
        return _explain_jump(position, enemy)
    if end in board and CELLS[end] & NEUTRAL:
        return IllegalMove(
            "The piece on {cell} is safe in the neutral zone; you can only hop over it.",
            cell=Code(end),
        )
    if end in board:
        return IllegalMove("Jump over {cell} to take it; don't move onto it.", cell=Code(end))
    return _explain_limit(position)


def _explain_jump(position: RingoPosition, over: str) -> IllegalMove:
    """Explain why a counter cannot jump over a cell to the empty one beyond."""
    board, own = position.board(), LETTERS[position.turn]
    cell = Code(over)
    if over == FORTRESS_NAME:
        return IllegalMove(
            "A defender can jump across the fortress only when there's an attacker in it to take."
        )
    if board.get(over) == own:
        return IllegalMove("You can't jump over your own piece on {cell}.", cell=cell)
    if over not in board:
        return IllegalMove("There is nothing to jump over on {cell}.", cell=cell)
    if position.chosen.capture == "replacement":
        return IllegalMove(
            "In this match you take by moving onto the enemy on {cell}, not by jumping over it.",
            cell=cell,
        )
    return _explain_limit(position)


def _explain_limit(position: RingoPosition) -> IllegalMove:
    """Explain the limit of attackers in the neutral zone."""
    if position.chosen.neutral_limit == "one":
        return IllegalMove("Only one attacker at a time may stand in the neutral zone.")
    return IllegalMove(
        "There can't be more attackers in the neutral zone than there are defenders."
    )
