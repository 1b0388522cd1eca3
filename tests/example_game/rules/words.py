"""The words of Dash: its positions, moves, endings and refusals."""

from typing import TYPE_CHECKING

from rules import Code, Sentence, codes, paragraph
from rules.move import Move
from rules.sentence import IllegalMove

if TYPE_CHECKING:
    from rules.dash.position import Dash


def arrived(side: Sentence) -> Sentence:
    """Return the reason of a win."""
    return Sentence("{Side} is at the other end first.", side=side)


def describe(position: "Dash", *, over: bool = False) -> Sentence:
    """Describe a position: both runners, and whose turn it is or how the game ended."""
    light, dark = (f"a{cell}" for cell in position.at)
    turn = Sentence("{Side} to move.", side=position.side(position.turn))
    return paragraph(
        Sentence(
            "Dash on {length} cells: light's runner on {light}, dark's on {dark}.",
            length=position.length,
            light=light,
            dark=dark,
        ),
        *position.closing(turn, over=over),
    )


def tell(move: Move) -> Sentence:
    """Describe a move."""
    start, end = map(Code, move.path)
    return Sentence("runs from {start} to {end}", start=start, end=end)


def explain(position: "Dash", cells: tuple[str, ...]) -> IllegalMove:
    """Return a refusal that names the rule an illegal move breaks."""
    return IllegalMove(
        "{cells} will not do: your runner on {here} goes one cell ahead or two, and not onto the "
        "other's cell.",
        cells=codes(cells),
        here=Code(f"a{position.at[position.turn]}"),
    )
