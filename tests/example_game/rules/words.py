"""The words of Dash: its positions, moves and refusals."""

from rules import Code, Sentence, codes, paragraph
from rules.dash.position import DashPosition
from rules.move import Move
from rules.sentence import IllegalMove


def describe(position: DashPosition, *, over: bool = False) -> Sentence:
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


def tell(_position: DashPosition, move: Move) -> Sentence:
    """Describe a move."""
    start, end = map(Code, move.path)
    return Sentence("runs from {start} to {end}", start=start, end=end)


def explain(position: DashPosition, cells: tuple[str, ...]) -> IllegalMove:
    """Return a refusal that names the rule an illegal move breaks."""
    return IllegalMove(
        "{cells} will not do: your runner on {here} goes one cell ahead or two, and not onto the "
        "other's cell.",
        cells=codes(cells),
        here=Code(f"a{position.at[position.turn]}"),
    )
