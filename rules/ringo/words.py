"""The words of Ringo: its positions and moves."""

from rules.move import PASS, Move
from rules.ringo.board import ATTACKER, DEFENDER, FORTRESS_NAME, HOP, LETTERS
from rules.ringo.position import RingoPosition
from rules.sentence import Code, Listed, ListStyle, Sentence, paragraph, path_of

TAKES = (Sentence("take the defender"), Sentence("take the attacker"))
TO_MOVE = (Sentence("Attacker to move."), Sentence("Defender to move."))


def describe(position: RingoPosition, *, over: bool = False) -> Sentence:
    """Describe a position: every counter, and whose turn it is or how the game ended."""
    return paragraph(
        Sentence("Ringo."),
        Sentence("Attackers on the rings: {cells}.", cells=_bare(position, ATTACKER)),
        Sentence("Attackers in the fortress: {attackers}.", attackers=position.fortress),
        Sentence("Defenders: {cells}.", cells=_bare(position, DEFENDER)),
        *position.closing(TO_MOVE[position.turn], over=over),
        *position.chosen.played_with,
    )


def _bare(position: RingoPosition, side: int) -> Listed:
    """List the cells of a side's counters for places without markdown."""
    board = position.board()
    return Listed(tuple(cell for cell in board if board[cell] == LETTERS[side]), ListStyle.COMMA)


def tell(position: RingoPosition, move: Move) -> Sentence:
    """Describe a move: from where to where, and what it captures."""
    if move.text == PASS:
        return Sentence("passes the turn")
    if move.taken:
        return _tell_capture(position.turn, move)
    steps = path_of(move.path)
    enters, hops = move.path[1] == FORTRESS_NAME, HOP in move.text
    if hops:
        return Sentence("hops over a piece in the neutral zone, {way}", way=steps)
    if enters:
        return Sentence("moves into the fortress, {way}", way=steps)
    return Sentence("moves {way}", way=steps)


def takes(position: RingoPosition, move: Move) -> Sentence | None:
    """Describe what a move captures."""
    return TAKES[position.turn] if move.taken else None


def _tell_capture(mover: int, move: Move) -> Sentence:
    end, taken = map(Code, (move.path[1], *move.taken))
    steps, attacking = path_of(move.path), mover == ATTACKER
    if taken.text == FORTRESS_NAME:
        return Sentence("jumps across the fortress, {way}, and takes the attacker in it", way=steps)
    if end.text == FORTRESS_NAME:
        return Sentence(
            "jumps into the fortress, {way}, and takes the defender on {cell}",
            way=steps,
            cell=taken,
        )
    if taken == end:
        if attacking:
            return Sentence("moves {way} and takes the defender there", way=steps)
        return Sentence("moves {way} and takes the attacker there", way=steps)
    if attacking:
        return Sentence("jumps {way} and takes the defender on {cell}", way=steps, cell=taken)
    return Sentence("jumps {way} and takes the attacker on {cell}", way=steps, cell=taken)


def board_text(position: RingoPosition) -> str:
    """Draw the board as text."""
    board = position.board()
    lines = ["   a b c d e f g h"]
    for ring in "123456":
        cells = " ".join(board.get(f"{sector}{ring}", ".") for sector in "abcdefgh")
        lines.append(f"{ring}  {cells}{'   outer ring' if ring == '1' else ''}")
    inside = "attacker" if position.fortress == 1 else "attackers"
    lines.append(f"F  {position.fortress} {inside} in the fortress")
    return "\n".join((*lines, "a: attackers; d: defenders; h is the neutral zone, next to a"))
