"""Explanations of why a move of Hoyito is illegal."""

from rules.hoyito.board import CLOCKWISE, DIRECTIONS, LETTERS, UNCHOSEN, rows
from rules.hoyito.position import HoyitoPosition
from rules.move import PASS
from rules.sentence import Code, IllegalMove, ListStyle, codes


def explain(position: HoyitoPosition, cells: tuple[str, ...]) -> IllegalMove:
    """Return a refusal that names the rule against sowing from a hole, or against passing."""
    hole = cells[0]
    if hole == PASS:
        return IllegalMove("You can't pass while you have stones to sow; name one of your holes.")
    row = rows(len(position.holes))[position.turn]
    if not any(position.holes[place] for place in row):
        return IllegalMove(
            "You have no stones on your side, so you can only {move}.", move=Code(PASS)
        )
    number = LETTERS.index(hole)
    if number >= len(row):
        return IllegalMove(
            "There is no hole {hole}: yours are {first} to {last}, from your left.",
            hole=Code(hole),
            first=Code(LETTERS[0]),
            last=Code(LETTERS[len(row) - 1]),
        )
    if row[number] in position.closed:
        return IllegalMove("Your hole {hole} is closed in this game.", hole=Code(hole))
    if not position.holes[row[number]]:
        return IllegalMove("Your hole {hole} is empty; sow from one with stones.", hole=Code(hole))
    return _explain_direction(position.directions[position.turn], hole)


def _explain_direction(direction: int, hole: str) -> IllegalMove:
    """Explain why a hole with stones cannot be sown in that direction."""
    if direction == UNCHOSEN:
        return IllegalMove(
            "Name just one of your holes and the direction: {moves}.",
            moves=codes((hole + mark for mark in DIRECTIONS), ListStyle.OR),
        )
    if direction == CLOCKWISE:
        return IllegalMove("You always sow clockwise here; just write {hole}.", hole=Code(hole))
    return IllegalMove("You always sow counter-clockwise here; just write {hole}.", hole=Code(hole))
