"""From a proof for the second player, counter-clockwise: one where each side chooses its direction.

The second player can choose that of the first. Then all is as counter-clockwise, or its mirror
image.
"""

from dataclasses import replace

from computer.proofs.certificate import Certificate, ProvedAnswer, key
from rules.hoyito import Hoyito
from rules.hoyito.board import CLOCKWISE, COUNTERCLOCKWISE, LETTERS, MARKS, UNCHOSEN
from rules.hoyito.choices import Choices
from rules.move import PASS
from tools.research.proofs.checker import without_history


def with_first_move(certificate: Certificate) -> Certificate:
    """Return a proof of as many stones where the direction is chosen with the first move."""
    assert isinstance(certificate.start, Hoyito)
    chosen = Choices(holes=certificate.start.chosen.holes, direction="first_move")
    start = Hoyito.start(chosen.values)
    first = {without_history(after).encode() for _, after in start.children()}
    letters, counted = LETTERS[: int(chosen.holes)], len(certificate.watched)
    answers, watched = dict[str, ProvedAnswer](), list[str]()
    for way in (COUNTERCLOCKWISE, CLOCKWISE):
        mirrored = str.maketrans(letters, letters[::way])
        before, after = "0" * len(watched), "0" * counted * (way == COUNTERCLOCKWISE)
        watched += [_position(text, chosen, way).encode() for text in certificate.watched]
        for text, answer in certificate.answers.items():
            times, board = text[:counted], text[counted:].lstrip()
            position = _position(board, chosen, way)
            move = answer.move if answer.move == PASS else answer.move.translate(mirrored)
            answers[key(before + times + after, position.encode())] = replace(answer, move=move)
            undecided = replace(position, directions=(way, UNCHOSEN)).encode()
            if undecided in first:
                chosen_too = replace(answer, move=move + MARKS[way])
                answers[key(before + times + after, undecided)] = chosen_too
    return Certificate(start, certificate.side, certificate.goal, answers, tuple(watched))


def _position(text: str, chosen: Choices, way: int) -> Hoyito:
    """Read a position as it is where both sides chose a direction: clockwise, all is mirrored."""
    position = Hoyito.decode(text)
    half = len(position.holes) // 2
    south, north = position.holes[:half][::way], position.holes[half:][::way]
    return replace(position, holes=south + north, directions=(way, way), chosen=chosen)
