"""Check a certificate by the rules of the game, trusting nothing that is written in it."""

from dataclasses import replace

from computer.proofs.certificate import Certificate, CertificateError, ProvedAnswer
from rules import Position
from rules.history import History
from rules.hoyito import Hoyito
from rules.hoyito.board import own_holes_taken


def check(certificate: Certificate) -> None:
    """Raise `CertificateError` unless the side reaches its goal from the start, whatever is played.

    Each answer is legal, and reaches the goal or leaves the other side only moves to positions of
    the certificate with a lower rank; or with the same, where a repetition before or after the
    answer would give the goal, too. As ranks never rise, only such positions come up again.
    """
    side, goal = certificate.side, certificate.goal
    if not 0 < goal <= _stones(certificate.start):
        raise CertificateError(f"{goal} is no goal")
    for text in _to_answer(certificate.start, side):
        if text not in certificate.answers:
            raise CertificateError(f"the start has no answer: {text}")
    for text, answer in certificate.answers.items():
        _check_answer(certificate, text, answer)


def _check_answer(certificate: Certificate, text: str, answer: ProvedAnswer) -> None:
    side = certificate.side
    position = _read(certificate.start, text)
    if position.turn != side:
        raise CertificateError(f"it is not this side's turn: {text}")
    if answer.move not in position.moves():
        raise CertificateError(f"{answer.move!r} is no legal move: {text}")
    after = position.after(position.moves()[answer.move])
    if stones_of(after, side) >= certificate.goal:
        return
    if after.outcome():
        raise CertificateError(f"the game ends short of the goal: {text}")
    may_repeat = all(_if_repeated(each, side) >= certificate.goal for each in (position, after))
    for reply in _to_answer(after, side):
        known = certificate.answers.get(reply)
        if known is None:
            raise CertificateError(f"a move has no answer: {text} leads to {reply}")
        if known.rank >= answer.rank + may_repeat:
            raise CertificateError(f"the rank does not fall: {text} leads to {reply}")


def _read(start: Position, text: str) -> Position:
    try:
        position = type(start).decode(text)
    except ValueError as problem:
        raise CertificateError(f"not a position: {text[:80]!r}") from problem
    if position.chosen != start.chosen or position.encode() != text:
        raise CertificateError(f"not a position of this game: {text[:80]!r}")
    return position


def _to_answer(position: Position, side: int) -> list[str]:
    """Give the positions that a side has to answer: this one, or those after any move in it."""
    if position.turn == side:
        return [without_history(position).encode()]
    return [without_history(after).encode() for _, after in position.children()]


def without_history(position: Position) -> Position:
    """Return a position as if nothing had been played before."""
    assert isinstance(position, Hoyito)
    return replace(position, history=History())


def stones_of(position: Position, side: int) -> int:
    """Return the number of stones that a side has taken."""
    assert isinstance(position, Hoyito)
    return position.stores[side]


def _if_repeated(position: Position, side: int) -> int:
    """Return the stones that a side gets where a position comes up for the third time."""
    assert isinstance(position, Hoyito)
    return own_holes_taken(position.holes, position.stores)[side]


def _stones(position: Position) -> int:
    assert isinstance(position, Hoyito)
    return sum(position.holes) + sum(position.stores)
